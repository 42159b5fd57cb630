"""Why a game of the atlas is won: the reasons behind its cells, and what a preview is worth.

>>> from cgt.duel.exact.atlas_cells import Place
>>> cell = Cell(Place("SZ", 10, 20, 0), "bad", "argued by lanes")
>>> reason_of(cell, cell).text
'argued by lanes'
>>> lower = Cell(Place("JO", 10, 5, 0), "good", "computed in lanes")
>>> print(reason_of(Cell(Place("O", 10, 20, 1), "good", ""), lower))
follows from JO, height 5, preview 0: strategy in lanes
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from cgt.duel.exact.atlas_cells import BY_PATTERN, COMPUTED, IN_LANES, Cell, mirrored
from cgt.duel.exact.solve import Winner

Kind = Literal["pattern", "lanes", "found", "argued", "open"]
_KINDS: dict[str, Kind] = {IN_LANES: "lanes", COMPUTED: "found"}
_TEXTS = {IN_LANES: "strategy in lanes", COMPUTED: "strategy found"}


@dataclass(frozen=True)
class Reason:
    """What shows who wins a game: a pattern for many widths, a strategy inside lanes, another one
    that was found by a search, or an argument; whether it is one for another set of pieces; and all
    that as a text."""

    kind: Kind
    follows: bool
    text: str

    def __str__(self) -> str:
        return self.text


def reason_of(cell: Cell, origin: Cell) -> Reason:
    """The reason for a cell, given the cell that it was inferred from in the end, or itself."""
    if cell.winner == "unknown":
        return Reason("open", False, "not known")
    text = _TEXTS.get(origin.how, origin.how.removeprefix("by the "))
    kind = "pattern" if origin.how.startswith(BY_PATTERN) else _KINDS.get(origin.how, "argued")
    here, there = cell.place, origin.place
    other = sorted(there.pieces) not in (sorted(here.pieces), sorted(mirrored(here.pieces)))
    details = [there.pieces] if other else []
    # An argument holds at every height, and for every preview unless it is by floors.
    if kind != "argued" and there.height != here.height:
        details.append(f"height {there.height}")
    if (kind != "argued" or origin.how == "argued by floors") and there.preview != here.preview:
        details.append(f"preview {there.preview}")
    if there.moves != here.moves:
        details.append(f"by {there.moves}")
    if not details:
        return Reason(kind, other, text)
    return Reason(kind, other, f"follows from {', '.join(details)}: {text}")


@dataclass(frozen=True)
class LeastPreview:
    """What is known about the least preview with which Good wins a game.

    `good` is the least one with which Good is known to win. `bad` is the greatest one with which
    Bad is known to win, and `never` says that an argument shows that none helps. `longest` is the
    longest that was asked for.
    """

    good: int | None
    bad: int | None
    never: bool
    longest: int

    def __str__(self) -> str:
        if self.never:
            return "never"
        least = 0 if self.bad is None else self.bad + 1
        if self.good is None:
            return f">{self.longest}" if least > self.longest else f"≥{least}?"
        return f"{self.good}" if least == self.good else f"{least}–{self.good}?"


def least_preview(winners: Mapping[int, Winner], never: bool) -> LeastPreview:
    """What the winners, by preview, say about the least preview with which Good wins."""
    good = min((p for p, winner in winners.items() if winner == "good"), default=None)
    bad = max((p for p, winner in winners.items() if winner == "bad"), default=None)
    return LeastPreview(good, bad, never, max(winners))
