"""Descriptions as lines of text.

>>> from cgt.draw.describe.words import Sentence
>>> print(description_text(Description("OT, width 4", (Sentence("verdict", "Good wins"),))))
OT, width 4
  Good wins
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cgt.common.shown import printable
from cgt.draw.describe.words import Description, on_terminal

if TYPE_CHECKING:
    from cgt.draw.describe.forms import Fact


def description_text(description: Description) -> str:
    """The heading, and below it every sentence on a line of its own."""
    lines = [description.heading, *description.texts(on_terminal)]
    return "\n  ".join(map(printable, lines))


def sentences_text(description: Description) -> str:
    """The sentences without their heading, for a command that repeats it."""
    return "\n".join(map(printable, description.texts(on_terminal)))


def one_line(description: Description, room: int = 24) -> str:
    """The heading and all sentences on one line, for a list; headings take at least `room`
    columns."""
    said = " ".join(description.texts(on_terminal))
    return f"{printable(description.heading):{room}} {printable(said)}"


def facts_text(facts: Sequence[Fact]) -> str:
    """Facts, one on a line, with their values under each other; those not known are left out.

    >>> print(facts_text([("nimber", 2), ("misère nimber", 0), ("name", None)]))
    nimber         2
    misère nimber  0
    """
    width = max(len(name) for name, _ in facts) + 2
    return "\n".join(
        printable(f"{name:{width}}{value}") for name, value in facts if value is not None
    )
