"""A second, slow reading of patterns: every state is built as wells and played by the rules.

Where many lanes look alike, two wells stand for a state: one with as few of them as may be called
many, and one with one more. What the rules leave in these wells is counted again.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from cgt.duel.exact.pattern import Pattern
from cgt.duel.exact.pattern_text import Counted, Lane, PatternInstruction
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import WIDEST, Well

Key = tuple[frozenset[tuple[Lane, int]], tuple[str, ...]]


def holds(pattern: Pattern) -> bool:
    """Whether a pattern is a strategy from every state that it begins with."""
    table: dict[Key, PatternInstruction] = {}
    for one in pattern.instructions:
        lanes = [lane for lane, _ in one.lanes]
        key = (frozenset(one.lanes), one.visible)
        if key in table or len(set(lanes)) < len(lanes):
            return False
        table[key] = one
    names = [piece.name for piece in pattern.pieces]
    waiting = [
        (frozenset(start), queue)
        for start in pattern.starts()
        for queue in itertools.product(names, repeat=pattern.preview)
    ]
    seen = set(waiting)
    while waiting:
        state, queue = waiting.pop()
        for piece in names:
            visible = (*queue, piece)
            advice = table.get((state, visible))
            if advice is None or not _leaves_what_it_says(pattern, advice):
                return False
            for after in states_after(pattern, advice):
                if after is None:
                    return False
                if (after, visible[1:]) not in seen:
                    seen.add((after, visible[1:]))
                    waiting.append((after, visible[1:]))
    return True


def states_after(
    pattern: Pattern, advice: PatternInstruction
) -> Iterator[frozenset[tuple[Lane, int]] | None]:
    """The states that an instruction may lead to; None if the game is over or the piece cannot
    land there."""
    many = pattern.many
    for more in (0, 1) if advice.lanes[advice.lane][1] == many else (0,):
        lanes = [
            lane
            for i, (lane, count) in enumerate(advice.lanes)
            for _ in range(count + (more if i == advice.lane else 0))
        ]
        before = sum(count for _, count in advice.lanes[: advice.lane])
        well = Well.of([column for lane in lanes for column in lane])
        assert well.width <= WIDEST
        rules = Rules(pattern.pieces, width=well.width, height=pattern.height)
        left = sum(len(lane) for lane in lanes[:before])
        width = len(lanes[before])
        placement = _placement(advice, left)
        if advice.place[1] >= width or placement not in rules.placements(well, placement.piece):
            yield None
            continue
        if any(not left <= column < left + width for _, column in rules.cells(placement)):
            yield None
            continue
        placed = rules.place(well, placement)
        yield None if placed.over else _counted(placed.well, lanes, many)


def _counted(well: Well, lanes: list[Lane], many: int) -> frozenset[tuple[Lane, int]]:
    columns = iter(well.columns)
    looks = [tuple(itertools.islice(columns, len(lane))) for lane in lanes]
    return frozenset((look, min(many, looks.count(look))) for look in looks)


def _leaves_what_it_says(pattern: Pattern, advice: PatternInstruction) -> bool:
    """Whether the lane is as told after the drop: beside two empty columns no row is full."""
    lane, _ = advice.lanes[advice.lane]
    well = Well.of([*lane, 0, 0])
    rules = Rules(pattern.pieces, width=well.width, height=40)
    placement = _placement(advice, 0)
    if placement not in rules.placements(well, placement.piece):
        return False
    return rules.place(well, placement).well.columns == (*advice.after, 0, 0)


def _placement(advice: PatternInstruction, left: int) -> WellPlacement:
    rotation, column, row = advice.place
    return WellPlacement(advice.visible[0], rotation, left + column, row)


def exists(kind: Pattern) -> bool:
    """Whether any pattern of this kind begins with many lanes, by the greatest fixpoint over all
    states that can be reached; without a preview."""
    options: dict[Counted, list[list[list[Counted]]]] = {}
    [start] = [one for one in kind.starts() if kind.many in dict(one).values()]
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in options:
            continue
        options[state] = [list(_ways(kind, state, piece.name)) for piece in kind.pieces]
        waiting += [after for ways in options[state] for way in ways for after in way]
    safe = set(options)
    while True:
        lost = {
            state
            for state in safe
            if not all(any(safe.issuperset(way) for way in ways) for ways in options[state])
        }
        if not lost:
            return start in safe
        safe -= lost


def _ways(kind: Pattern, state: Counted, piece: str) -> Iterator[list[Counted]]:
    for i, (lane, _) in enumerate(state):
        rules = Rules(kind.pieces, width=max(2, len(lane)), height=40)
        alone = Well.of([*lane, *[0] * (rules.width - len(lane))])
        for placement in rules.placements(alone, piece):
            advice = PatternInstruction(state, (piece,), i, placement[1:], lane)
            found = list(states_after(kind, advice))
            if None not in found:
                yield [tuple(sorted(after)) for after in found if after is not None]
