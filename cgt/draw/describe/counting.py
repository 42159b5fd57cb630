"""How rows and columns count, in the words that every output uses.

There is one rule for boards and one for wells. Text, pictures, pages and JSON follow it, so that a
row has the same number wherever it is shown. An output that shows such numbers says so once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cgt.draw.describe.words import Description, Sentence

CELLS_OF_BOARD = "Cells are (row, column), counted from 0 at the top left."
ROWS_OF_BOARD = "Rows and columns count from 0 at the top left."
ROWS_OF_WELL = "Rows count from 0 at the floor, columns from 0 at the left."


def counting(text: str) -> Sentence:
    """The sentence that says how rows and columns count."""
    return Sentence("counting", text)


class SaidOnce:
    """Descriptions that are shown one after the other: only the first that needs it says how rows
    and columns count.

    >>> once = SaidOnce()
    >>> described = Description("4×4", (counting(ROWS_OF_BOARD),))
    >>> [len(once.for_one()(described).sentences) for _ in range(2)]
    [1, 0]
    """

    def __init__(self) -> None:
        self._said: set[Sentence] = set()

    def for_one(self) -> Callable[[Description], Description]:
        """What makes the next description, however often, as more of it becomes known."""
        before = frozenset(self._said)

        def kept(description: Description) -> Description:
            left = tuple(one for one in description.sentences if one not in before)
            self._said |= {one for one in left if one.role == "counting"}
            return replace(description, sentences=left)

        return kept
