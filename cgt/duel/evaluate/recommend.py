"""The recommender: the best placement for the visible pieces, after S. Park (Sogang, 2019).

>>> from cgt.duel.evaluate.weights import Weights
>>> rules = Rules(width=4, height=8)
>>> found = recommend(rules, Well("###.|###.|###.|###."), "I", Weights.named("dt-10"))
>>> found.placement
WellPlacement(piece='I', rotation=1, column=3, row=0)
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
    they leave.
    """

    rules: Rules
    well: Well
    visible: tuple[str, ...]
    placement: WellPlacement
    value: float


def recommend(
    rules: Rules,
    well: Well,
    visible: Sequence[str],
    weights: Weights,
    beam: int = 32,
    pulse: Callable[[], object] | None = None,
) -> Recommendation | None:
    """The best placement of the first visible piece; None if that piece has no room.

    A breadth-first search over all visible pieces finds it. After each piece the search keeps the
    best `beam` wells, or all if `beam` is 0. It calls `pulse` now and then; an error raised there
    stops it. Raises CgtError if the well and the pieces do not fit the rules, LimitError if there
    are too many wells to keep all.
    """
    if well.width != rules.width or well.stack_height > rules.height:
        raise SizeError(f"the stack does not fit in a well of {rules.width}×{rules.height}")
    if not visible:
        raise CgtError("no piece is visible")
    check_beam(beam)
    pieces = [rules.number(name) for name in visible]
    try:
        found = weights.native.recommend(rules.native, well.columns, pieces, beam, pulse)
    except RuntimeError as error:
        raise LimitError(str(error)) from None
    if found is None:
        return None
    place, cost = found
    value = cost if weights.lowest_is_best else -cost
    placement = WellPlacement(visible[0], *place)
    return Recommendation(rules, well, tuple(visible), placement, value)
