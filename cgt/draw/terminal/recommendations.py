"""Recommended placements as tables of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from cgt.draw.describe.recommendations import (
    PLACEMENT_HEADINGS,
    Advice,
    about_features,
    about_values,
    number,
    placement_facts,
)
from cgt.draw.describe.words import counted
from cgt.draw.terminal.tables import plain_table
from cgt.duel.evaluate.recommend import Recommendation

Part = Text | Table

_RIGHT = ("place", "clears", "value", "behind", "weight")


def placements_parts(advice: Advice, top: int, in_full: str = "") -> Iterator[Part]:
    """The best placements; `in_full` says how to get all of them."""
    yield Text(f"\n{about_values(advice)}\n")
    table = _table(PLACEMENT_HEADINGS)
    for place in range(min(top, len(advice.ranked))):
        table.add_row(*placement_facts(advice, place))
    yield table
    left = len(advice.ranked) - top
    if left > 0:
        are = "is" if left == 1 else "are"
        yield Text(f"{counted(left, 'more placement')} {are} not shown{in_full}.")


def features_parts(
    advice: Advice, placements: Sequence[tuple[str, Recommendation]]
) -> Iterator[Part]:
    """What the evaluation sees in placements, beside each other; each has a name."""
    yield Text(f"\n{about_features(advice)}\n")
    names = [name for name, _ in placements]
    table = _table(("feature", "weight", *(f"{word}{n}" for n in names for word in ("", "adds "))))
    for column in table.columns[1:]:
        column.justify = "right"
    seen = [advice.seen(found) for _, found in placements]
    for row, (feature, weight) in enumerate(advice.weights.by_feature.items()):
        cells = [feature, f"{weight:g}"]
        for features in seen:
            one = None if features is None else features[row]
            cells += ["", ""] if one is None else [f"{one.value:g}", number(one.contribution)]
        table.add_row(*cells)
    sums = [None if each is None else sum(one.contribution for one in each) for each in seen]
    told = (["", "over" if total is None else number(total)] for total in sums)
    table.add_row("sum", "", *(cell for pair in told for cell in pair))
    yield table


def _table(headings: Sequence[str]) -> Table:
    table = plain_table(tight=True)
    for heading in headings:
        table.add_column(heading, justify="right" if heading in _RIGHT else "left")
    return table
