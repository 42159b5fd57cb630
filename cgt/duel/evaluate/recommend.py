"""The recommender: the best placements for the visible pieces, after S. Park (Sogang, 2019).

S. Park's search keeps the best wells over all placements of the first piece together, as the player
`beam` does. Here each of them has a search of its own, so that each has a value, and the values can
be compared.

>>> from cgt.duel.evaluate.weights import Weights
>>> rules = Rules(width=4, height=8)
>>> found = recommend(rules, Well("###.|###.|###.|###."), "I", Weights.named("dt-10"))
>>> found.placement
WellPlacement(piece='I', rotation=1, column=3, row=0)
>>> ranked = rank_placements(rules, found.well, "I", Weights.named("dt-10"))
>>> ranked[0].placement == found.placement, len(ranked)
(True, 5)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cgt.common.drawable import Drawable
from cgt.common.errors import CgtError, LimitError, SizeError
from cgt.duel.evaluate.weights import Weights
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

MOST_KEPT = 1_000_000


def check_beam(beam: int) -> None:
    """Raises CgtError if no beam keeps this many wells."""
    if not 0 <= beam <= MOST_KEPT:
        raise CgtError(f"a beam keeps 1 to {MOST_KEPT:,} wells, or all with 0, not {beam}")


@dataclass(frozen=True)
class Recommendation(Drawable):
    """Where to put the first visible piece in a well, and what that is worth.

    `value` adds up what the moves with all visible pieces are worth and what the well is worth that
    they leave. `placed` is how many of them can be placed before the game is over. Against a Bad
    player, by name, that is computed ahead, so many pieces count instead of the visible ones.
    """

    rules: Rules
    well: Well
    visible: tuple[str, ...]
    placement: WellPlacement
    value: float
    placed: int
    bad: str = ""
    ahead: int = 0

    @property
    def looked_at(self) -> int:
        """How many pieces count."""
        return self.ahead or len(self.visible)

    @property
    def loses(self) -> bool:
        """Whether the game is over when the piece lands; then the value is infinitely bad."""
        return self.placed == 0


def recommend(
    rules: Rules,
    well: Well,
    visible: Sequence[str],
    weights: Weights,
    beam: int = 32,
    pulse: Callable[[], object] | None = None,
) -> Recommendation | None:
    """The best placement of the first visible piece, the first of `rank_placements`; None if that
    piece has no room."""
    ranked = rank_placements(rules, well, visible, weights, beam, pulse)
    return ranked[0] if ranked else None


def rank_placements(
    rules: Rules,
    well: Well,
    visible: Sequence[str],
    weights: Weights,
    beam: int = 32,
    pulse: Callable[[], object] | None = None,
) -> list[Recommendation]:
    """Every placement of the first visible piece, the best first; none if that piece has no room.

    A breadth-first search over the other visible pieces follows each of them. After each piece it
    keeps the best `beam` wells, or all if `beam` is 0. Placements after which more pieces can be
    placed come first, then those with better values. The search calls `pulse` now and then; an
    error raised there stops it. Raises CgtError if the well and the pieces do not fit the rules,
    LimitError if there are too many wells to keep all.
    """
    if well.width != rules.width or well.stack_height > rules.height:
        raise SizeError(f"the stack does not fit in a well of {rules.width}×{rules.height}")
    if not visible:
        raise CgtError("no piece is visible")
    check_beam(beam)
    pieces = [rules.number(name) for name in visible]
    try:
        ranked = weights.native.rank(rules.native, well.columns, pieces, beam, pulse)
    except RuntimeError as error:
        raise LimitError(str(error)) from None
    sign = 1 if weights.lowest_is_best else -1
    return [
        Recommendation(
            rules, well, tuple(visible), WellPlacement(visible[0], *place), sign * cost, placed
        )
        for place, cost, placed in ranked
    ]
