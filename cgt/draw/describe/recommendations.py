"""Recommended placements: the best one, the best ones, how good a given one is, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cgt.draw.describe.counting import ROWS_OF_WELL, counting
from cgt.draw.describe.words import Description, Sentence, counted

if TYPE_CHECKING:
    from cgt.board.grid import Cell
    from cgt.duel.evaluate.explain import SeenFeature
    from cgt.duel.evaluate.recommend import Recommendation
    from cgt.duel.evaluate.weights import Weights


@dataclass(frozen=True)
class Advice:
    """All placements of a piece, the best first; there is at least one."""

    ranked: Sequence[Recommendation]
    weights: Weights

    @property
    def best(self) -> Recommendation:
        return self.ranked[0]

    def behind(self, found: Recommendation) -> float | None:
        """How much less a placement is worth than the best one; None if these values cannot be
        compared, because fewer pieces can be placed after it."""
        if found.placed == 0 or found.placed < self.best.placed:
            return None
        return abs(found.value - self.best.value)

    def seen(self, found: Recommendation) -> Sequence[SeenFeature] | None:
        """What the evaluation sees in a placement; None if the game is over then."""
        from cgt.duel.evaluate.explain import explain

        return explain(found.rules, found.well, found.placement, self.weights)


def describe_recommendation(found: Recommendation, *more: Sentence) -> Description:
    """Where to put the piece, what happens then, and what more there is to say."""
    over = "; the game is over wherever it goes" if found.loses else ""
    where = f"{_where(found)}{_clears(found)}{over}"
    said = (Sentence("verdict", where), *more, counting(ROWS_OF_WELL))
    return Description(_asked(found.visible, found.bad, found.ahead), said)


def judged_sentence(advice: Advice) -> Sentence:
    """The weights by which placements were judged, and how far ahead if that was computed."""
    best = advice.best
    pieces = counted(best.ahead, "piece")
    ahead = f", {pieces} ahead, each as {best.bad} sends it" if best.bad else ""
    return Sentence("note", f"judged by {advice.weights.name}{ahead}")


def describe_no_room(visible: Sequence[str]) -> Description:
    """The words for a piece that has no room, so that there is nothing to recommend."""
    return Description(
        _asked(visible), (Sentence("verdict", f"{visible[0]} has no room to come in."),)
    )


def rated_sentence(found: Recommendation, advice: Advice) -> Sentence:
    """How good a given placement is."""
    place = f"place {advice.ranked.index(found) + 1} of {len(advice.ranked)}"
    behind = advice.behind(found)
    if found.loses:
        told = "; the game is over then"
    elif behind is None:
        told = f"; {_ends(found)}"
    elif found == advice.best:
        told = f", value {number(found.value)}, the best"
    else:
        compared = f"{number(behind)} worse than the best" if behind else "as good as the best"
        told = f", value {number(found.value)}, {compared}"
    return Sentence("note", f"{_where(found)}{_clears(found)}: {place}{told}")


def _asked(visible: Sequence[str], bad: str = "", ahead: int = 0) -> str:
    piece = f"The best placement of {visible[0]}"
    if bad:
        return f"{piece}, against {bad}, {counted(ahead, 'piece')} computed ahead"
    return f"{piece}, {''.join(visible)} visible"


def _where(found: Recommendation) -> str:
    piece, rotation, column, row = found.placement
    return f"{piece}: rotation {rotation}, column {column}, row {row}"


def _clears(found: Recommendation) -> str:
    lines = found.rules.place(found.well, found.placement).lines
    return f", which clears {counted(lines, 'row')}" if lines else ""


def _ends(found: Recommendation) -> str:
    return f"the game is over after {found.placed} of {counted(found.looked_at, 'piece')}"


def number(value: float) -> str:
    """A value as people read it.

    >>> number(-1234.5), number(0.125)
    ('-1,234.50', '0.12')
    """
    return f"{value:,.2f}"


# tables

PLACEMENT_HEADINGS = ("place", "cells", "clears", "value", "behind")


def placement_facts(advice: Advice, place: int) -> tuple[str, ...]:
    """The row of a placement in the table of the best, counted from 0."""
    found = advice.ranked[place]
    lines = found.rules.place(found.well, found.placement).lines
    behind = advice.behind(found)
    if found.loses:
        value = "the game is over"
    elif behind is None:
        value = _ends(found)
    else:
        value = number(found.value)
    return (
        str(place + 1),
        cells_text(found.rules.cells(found.placement)),
        str(lines or ""),
        value,
        number(behind) if behind else "",
    )


def cells_text(cells: Sequence[Cell]) -> str:
    """Cells as `cgt recommend` reads them: by row and column, rows from the floor up.

    >>> cells_text([(0, 3), (1, 3)])
    '0,3 1,3'
    """
    return " ".join(f"{row},{column}" for row, column in cells)


def about_values(advice: Advice) -> str:
    """What the values mean."""
    found = advice.best
    after = f"{counted(found.ahead, 'piece')} of {found.bad}" if found.bad else ""
    best = "lowest" if advice.weights.lowest_is_best else "highest"
    return (
        f"Values by {advice.weights.name}, after {after or ''.join(found.visible)}; "
        f"the {best} is best."
    )


def about_features(advice: Advice) -> str:
    """What the table of features is about."""
    piece = advice.best.placement.piece
    best = "lowest" if advice.weights.lowest_is_best else "highest"
    return f"What {advice.weights.name} sees when {piece} has landed; the {best} sum is best."


# for scripts


def recommendation_data(advice: Advice | None) -> dict[str, Any]:
    """The best placement for scripts."""
    if advice is None:
        return {"placement": None, "value": None}
    data = placement_data(advice.best, advice)
    return {"placement": data, "value": data["value"]}


def placement_data(found: Recommendation, advice: Advice) -> dict[str, Any]:
    """A placement for scripts; no value and no features if the game is over then."""
    piece, rotation, column, row = found.placement
    seen = advice.seen(found)
    return {
        "piece": piece,
        "rotation": rotation,
        "column": column,
        "row": row,
        "cells": [list(cell) for cell in found.rules.cells(found.placement)],
        "value": None if found.loses else found.value,
        "placed": found.placed,
        "features": None if seen is None else {one.feature: one.value for one in seen},
    }


def rated_data(found: Recommendation, advice: Advice) -> dict[str, Any]:
    """A given placement for scripts: its rank among all, counted from 1, and how much less it is
    worth than the best."""
    return placement_data(found, advice) | {
        "rank": advice.ranked.index(found) + 1,
        "of": len(advice.ranked),
        "behind": advice.behind(found),
    }


def explained_data(found: Recommendation, advice: Advice) -> dict[str, Any]:
    """What each feature adds, for scripts."""
    seen = advice.seen(found)
    return {
        "weights": dict(advice.weights.by_feature),
        "contributions": None if seen is None else {one.feature: one.contribution for one in seen},
    }
