"""The ordinary strategy that a pattern is on one width.

The ordinary checker checks it, players follow it. The well consists of the lanes from left to
right, the single ones last. Wells with the same lanes in another order are one state of the
strategy where lanes are pairs of columns; elsewhere the piece falls into the leftmost lane that
looks as it should.

>>> from cgt.duel.exact.certificate import verify
>>> verify(strategy_on(Pattern.read("example:every-even-ol"), 10)).height
5
"""

from __future__ import annotations

import itertools

from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.instruction import Instruction, room_for_instructions
from cgt.duel.exact.pattern import Pattern
from cgt.duel.exact.pattern_text import Counted, Lane, PatternInstruction
from cgt.duel.exact.strategy import Strategy, sorted_lanes
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import LANE, Well


def strategy_on(
    pattern: Pattern, width: int, limits: Limits = UNLIMITED, *, preview: int | None = None
) -> Strategy:
    """The pattern as a strategy for a well of this width. With a preview that is more than the
    pattern's, it does not look at the other pieces. Raises CgtError if the pattern is not for this
    width or preview, or does not say what to do, and LimitError."""
    if not pattern.holds_for(width):
        raise CgtError(f"the pattern is for {pattern.widths}, not for {width}")
    seen = pattern.preview if preview is None else preview
    if seen < pattern.preview:
        raise CgtError(f"the pattern is for a preview of {pattern.preview}, not of {seen}")
    rules = Rules(pattern.pieces, width=width, height=pattern.height)
    lane_widths = pattern.lane_widths(width)
    any_order = lane_widths in ([LANE] * (width // LANE), [LANE] * (width // LANE - 1) + [3])
    most = room_for_instructions(limits.bytes(), width)
    table = {(frozenset(one.lanes), one.visible): one for one in pattern.instructions}
    queues = itertools.product(rules.names, repeat=seen)
    waiting = [(Well.empty(width), queue) for queue in queues]
    reached = set(waiting)
    found: list[Instruction] = []
    while waiting:
        limits.check(f"the strategy for width {width}")
        well, queue = waiting.pop()
        lanes = pattern.lanes_of(well)
        counted = frozenset(_counted(lanes, pattern.many))
        for piece in rules.names:
            visible = (*queue, piece)
            advice = table.get((counted, visible[: pattern.preview + 1]))
            if advice is None:
                raise CgtError(f"the pattern says nothing about {well!r} with {' '.join(visible)}")
            if len(found) == most:
                raise LimitError("so many instructions take more memory than allowed")
            placement = _placement(advice, lanes, lane_widths)
            if placement not in rules.placements(well, visible[0]):
                raise CgtError(f"{visible[0]} cannot land there in {well!r}")
            placed = rules.place(well, placement)
            if placed.over:
                raise CgtError(f"the game is over after {well!r} with {' '.join(visible)}")
            found.append(Instruction(well, visible, placement, placed.well))
            after = sorted_lanes(placed.well) if any_order else placed.well
            if (after, visible[1:]) not in reached:
                reached.add((after, visible[1:]))
                waiting.append((after, visible[1:]))
    return Strategy(rules, "good", found, seen, lanes_in_any_order=any_order)


def _counted(lanes: list[Lane], many: int) -> Counted:
    return tuple((lane, min(many, lanes.count(lane))) for lane in set(lanes))


def _placement(advice: PatternInstruction, lanes: list[Lane], widths: list[int]) -> WellPlacement:
    """Where the piece goes in a well with these lanes."""
    rotation, column, row = advice.place
    index = lanes.index(advice.lanes[advice.lane][0])
    return WellPlacement(advice.visible[0], rotation, sum(widths[:index]) + column, row)
