"""Finds patterns: strategies of Good for every width at once.

It searches as the solver does. For every state and piece one instruction is trusted, if possible
one that leads to states that were seen before. A state is lost when for some piece no instruction
is left to trust; every state that trusted in it then chooses another one. When all trusted states
have been searched there is a pattern, and when the first is lost there is none.

States are many, so it begins with few. What is found for two, three and four lanes is a guide: the
lanes that come up there often suffice for every number of lanes. For pairs of columns the solver
finds that, for others this search, which then counts all lanes. Next come states that are *tidy*:
few lanes are bumpy, and the others about equally high.

>>> found = find_pattern("OL", height=5)
>>> found.pattern.widths, found.pattern.height, len(found.pattern.instructions) < 120
('every even width', 5, True)
>>> find_pattern("OL", height=4).pattern is None
True
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cgt.board.piecesets import piece_set
from cgt.board.polyomino import PieceSet
from cgt.common.errors import CgtError
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.instruction import MOST_PREVIEW
from cgt.duel.exact.pattern import Pattern
from cgt.duel.exact.pattern_text import (
    MOST_COUNTED,
    WIDEST_LANE,
    Counted,
    Lane,
    PatternInstruction,
)
from cgt.duel.exact.solve import GoodPlays, solve_duel
from cgt.duel.rules import Rules, duel_piece
from cgt.duel.well import HIGHEST, LANE

_Place = tuple[int, int, int]
_Queue = tuple[str, ...]
_Key = tuple[int, _Queue]  # a state by its number, and the pieces that Good can see
_Moves = list[tuple[tuple[int, ...], int, int, tuple[int, ...]]]
_SECONDS_A_HEIGHT = 60.0  # unless it is the last
_SECONDS_A_WIDTH = 10.0  # for the solver, on a small width
_SOLVED = ((LANE, ()), (LANE, (3,)))  # the lanes that the solver knows
_FEW_LANES = (2, 3, 4)
_BYTES_A_STATE = 2000  # measured: 1200 to 1600, with its options and those who trust in it

Progress = Callable[[int], object]


class Tidiness(NamedTuple):
    """Which states are searched: how many lanes may be bumpy, and by how much the heights of the
    others may differ."""

    bumpy: int
    difference: int


TIDY = (Tidiness(1, 4), Tidiness(2, 4), Tidiness(3, 4))
_Allowed = Tidiness | frozenset[Lane] | None  # states, or lanes; None for all


@dataclass(frozen=True)
class FoundPattern:
    """What a search found: a pattern, or None. If it is None and the search is `complete`, then
    there is none of this kind and height. `states` says how much was searched."""

    pattern: Pattern | None
    complete: bool
    states: int
    seconds: float


def find_pattern(
    pieces: str | PieceSet,
    *,
    height: int,
    preview: int = 0,
    lane: int = 2,
    beside: Sequence[int] = (),
    many: int = 2,
    limits: Limits = UNLIMITED,
    progress: Progress | None = None,
) -> FoundPattern:
    """Looks for a pattern in which the stack is never higher than `height`, with lanes of width
    `lane`, single ones of the widths in `beside`, and counts up to `many`. Raises CgtError."""
    begin = time.perf_counter()
    chosen = piece_set(pieces) if isinstance(pieces, str) else pieces
    named = PieceSet(chosen.name, [duel_piece(piece) for piece in chosen])
    widths = (lane, *beside)
    if not all(1 <= width <= WIDEST_LANE for width in widths) or len(set(widths)) < len(widths):
        raise CgtError(f"lanes are 1 to {WIDEST_LANE} wide, and single ones of other widths")
    if not 0 <= preview <= MOST_PREVIEW:
        raise CgtError(f"patterns have a preview of 0 to {MOST_PREVIEW} pieces, not {preview}")
    if not 1 <= many <= MOST_COUNTED:
        raise CgtError(f"lanes are many from 1 to {MOST_COUNTED} on, not from {many}")
    if not 0 <= height <= HIGHEST:
        raise CgtError(f"a well has 0 to {HIGHEST} rows, not {height}")
    empty = Pattern(named, preview, height, lane, tuple(beside), many, many, [])
    states = 0
    for allowed in itertools.chain(_lanes_of_few(empty, limits, progress), TIDY, (None,)):
        share = limits if allowed is None else limits.share(1 / 4)
        search = _Search(empty, allowed, share, progress)
        pattern = search.pattern()
        states += len(search.table)
        complete = search.complete and (allowed is None or pattern is not None)
        if pattern is not None or limits.is_over():
            break
    return FoundPattern(pattern, complete, states, time.perf_counter() - begin)


def _lanes_of_few(
    kind: Pattern, limits: Limits, progress: Progress | None
) -> Iterator[frozenset[Lane]]:
    """The lanes that come up in strategies for a few lanes, each time more, as long as one is found
    soon."""
    found: set[Lane] = set()
    for count in _FEW_LANES:
        share = limits.share(1 / 8).within(_SECONDS_A_WIDTH)
        if (kind.lane, kind.beside) in _SOLVED:
            lanes = _solved_lanes(kind, count, share)
        else:
            counting = replace(kind, many=count + 1, fewest=count)
            lanes = _Search(counting, None, share, progress).lanes_of(count)
        if not lanes:
            return
        found |= lanes
        yield frozenset(found)


def _solved_lanes(kind: Pattern, count: int, limits: Limits) -> set[Lane]:
    """The lanes that come up in the solver's strategy for so many; none if it finds none."""
    width = count * kind.lane + sum(kind.beside)
    rules = Rules(kind.pieces, width=width, height=kind.height)
    ways = (GoodPlays.IN_LANES,)
    answer = solve_duel(rules, preview=kind.preview, ways=ways, limits=limits, check=False)
    found: set[Lane] = set()
    if answer.strategy is not None:
        for instruction in answer.strategy.instructions:
            found.update(kind.lanes_of(instruction.well))
    return found


def lowest_pattern(
    pieces: str | PieceSet, *, height: int, limits: Limits = UNLIMITED, **kind: object
) -> Iterator[FoundPattern]:
    """What is found for heights 0, 1, 2, … up to the first at which there is a pattern, or up to
    the height given. The limits are for all heights together; a height at which nothing is found
    for long is left for the next one."""
    for rows in range(height + 1):
        share = limits.share(1 / 2).within(_SECONDS_A_HEIGHT) if rows < height else limits
        found = find_pattern(pieces, height=rows, limits=share, **kind)  # type: ignore[arg-type]
        yield found
        if found.pattern is not None or limits.is_over():
            return


# lanes


class _Lanes:
    """All lanes that came up, with numbers, and what drops do to them."""

    def __init__(self, pieces: PieceSet) -> None:
        self.numbers: dict[Lane, int] = {}
        self.lanes: list[Lane] = []
        self.heights: list[int] = []
        self.full: list[int] = []  # rows, as bits
        self.is_bumpy: list[bool] = []
        self.holes: list[int] = []
        self._drops: dict[tuple[int, str], list[tuple[int, _Place]]] = {}
        self._shapes = {
            piece.name: [_columns(shape.cells, shape.height) for shape in piece.rotations]
            for piece in pieces
        }

    def number(self, lane: Lane) -> int:
        found = self.numbers.get(lane)
        if found is not None:
            return found
        self.numbers[lane] = len(self.lanes)
        self.lanes.append(lane)
        every, some = lane[0], 0
        for column in lane:
            every &= column
            some |= column
        self.heights.append(some.bit_length())
        self.full.append(every)
        self.is_bumpy.append(some != every)
        self.holes.append(sum(column.bit_length() - column.bit_count() for column in lane))
        return len(self.lanes) - 1

    def drops(self, number: int, piece: str) -> list[tuple[int, _Place]]:
        """The lanes that a drop of the piece can leave, rows not cleared, each with one drop."""
        key = (number, piece)
        if key not in self._drops:
            lane = self.lanes[number]
            found: dict[int, _Place] = {}
            for rotation, columns in enumerate(self._shapes[piece]):
                for left in range(len(lane) - len(columns) + 1):
                    under = lane[left : left + len(columns)]
                    heights = zip(under, columns, strict=True)
                    row = max(0, *(low.bit_length() - _lowest(bits) for low, bits in heights))
                    after = list(lane)
                    for i, bits in enumerate(columns):
                        after[left + i] |= bits << row
                    found.setdefault(self.number(tuple(after)), (rotation, left, row))
            self._drops[key] = list(found.items())
        return self._drops[key]

    def without(self, number: int, rows: int) -> int:
        """The lane without some rows."""
        return self.number(tuple(_without(column, rows) for column in self.lanes[number]))


def _columns(cells: Iterable[tuple[int, int]], height: int) -> list[int]:
    columns: dict[int, int] = {}
    for row, column in cells:
        columns[column] = columns.get(column, 0) | 1 << (height - 1 - row)
    return [columns[column] for column in sorted(columns)]


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _without(column: int, rows: int) -> int:
    while rows:
        highest = rows.bit_length() - 1
        column = column & (1 << highest) - 1 | column >> (highest + 1) << highest
        rows ^= 1 << highest
    return column


# the search


class _Search:
    """One search, for one height and kind of states. States are numbers; `table` has them as sorted
    pairs of a lane's number and a count."""

    def __init__(
        self, pattern: Pattern, allowed: _Allowed, limits: Limits, progress: Progress | None
    ) -> None:
        self.goal = pattern
        self.allowed = allowed
        self.limits = limits
        self.progress = progress
        self.names = [piece.name for piece in pattern.pieces]
        self.lanes = _Lanes(pattern.pieces)
        self.numbers: dict[tuple[tuple[int, int], ...], int] = {}
        self.table: list[tuple[tuple[int, int], ...]] = []
        self.moves: dict[tuple[int, str], _Moves] = {}
        self.seen: set[_Key] = set()
        self.lost: set[_Key] = set()
        self.trusted: dict[tuple[_Key, str], tuple[int, int, tuple[int, ...]]] = {}
        self.trusting: dict[_Key, list[tuple[_Key, str]]] = {}
        self.waiting: list[tuple[int, int, _Key]] = []
        self.complete = True

    def pattern(self) -> Pattern | None:
        """The pattern that is found, for as few lanes as possible; None if there is none."""
        fewest = None
        states: list[int] = []
        for count in range(self.goal.many, 0, -1):
            state = self._start(count)
            if not self._is_safe(state):
                break
            states.append(state)
            fewest = count
        if fewest is None:
            return None
        instructions = list(self._instructions(states))
        return replace(self.goal, fewest=fewest, instructions=instructions)

    def lanes_of(self, count: int) -> set[Lane]:
        """The lanes that come up in a strategy for exactly so many, if fewer than `many`; none if
        there is no such strategy."""
        start = self._start(count)
        if not self._is_safe(start):
            return set()
        return {lane for one in self._instructions([start]) for lane, _ in one.lanes}

    def _start(self, count: int) -> int:
        (start, *_) = replace(self.goal, fewest=count).starts()
        return self._number([(self.lanes.number(lane), n) for lane, n in start])

    def _is_safe(self, state: int) -> bool:
        queues = itertools.product(self.names, repeat=self.goal.preview)
        keys = [(state, queue) for queue in queues]
        for key in keys:
            self._see(key)
        steps = 0
        while self.waiting:
            if not self.lost.isdisjoint(keys):
                return False
            steps += 1
            if steps % 64 == 0:
                if self.limits.is_over() or len(self.table) * _BYTES_A_STATE > self.limits.bytes():
                    self.complete = False
                    return False
                if self.progress is not None:
                    self.progress(len(self.table))
            _, _, key = heapq.heappop(self.waiting)
            if key not in self.lost and not all(self._trust(key, piece) for piece in self.names):
                self._lose(key)
        return self.lost.isdisjoint(keys)

    def _see(self, key: _Key) -> None:
        """Remembers a state, to be searched; the most endangered first."""
        if key not in self.seen:
            self.seen.add(key)
            height = max(self.lanes.heights[lane] for lane, _ in self.table[key[0]])
            heapq.heappush(self.waiting, (-height, -len(self.seen), key))

    def _trust(self, key: _Key, piece: str) -> bool:
        """Trusts the best instruction that is left; returns whether there is one."""
        state, queue = key
        visible = (*queue, piece)
        following = visible[1:]
        best = None
        for _promise, lane, after, states in self._moves_of(state, visible[0]):
            keys = [(next_state, following) for next_state in states]
            if not self.lost.isdisjoint(keys):
                continue
            if self.seen.issuperset(keys):
                best = (lane, after, states)
                break
            if best is None:
                best = (lane, after, states)
        if best is None:
            return False
        self.trusted[key, piece] = best
        for next_state in best[2]:
            self._see((next_state, following))
            self.trusting.setdefault((next_state, following), []).append((key, piece))
        return True

    def _lose(self, key: _Key) -> None:
        losing = [key]
        while losing:
            key = losing.pop()
            if key in self.lost:
                continue
            self.lost.add(key)
            for other, piece in self.trusting.pop(key, ()):
                trusted = self.trusted.get((other, piece))
                if other in self.lost or trusted is None or key[0] not in trusted[2]:
                    continue  # it trusts in another by now
                if not self._trust(other, piece):
                    losing.append(other)

    # states

    def _number(self, lanes: Iterable[tuple[int, int]]) -> int:
        state = tuple(sorted(lanes))
        if state not in self.numbers:
            self.numbers[state] = len(self.table)
            self.table.append(state)
        return self.numbers[state]

    def _moves_of(self, state: int, piece: str) -> _Moves:
        """What can be done with a piece: how promising it is, the lane, the lane afterwards, and
        the states that it may lead to; the most promising first."""
        key = (state, piece)
        if key not in self.moves:
            found: _Moves = []
            for lane, count in self.table[state]:
                for after, _ in self.lanes.drops(lane, piece):
                    states = self._states_after(state, lane, count, after)
                    if states:
                        found.append((self._promise(states[0]), lane, after, tuple(states)))
            self.moves[key] = sorted(found)
        return self.moves[key]

    def _states_after(self, state: int, lane: int, count: int, after: int) -> list[int]:
        """The states after one lane has changed; none if one of them is not allowed."""
        many = self.goal.many
        found = []
        for left in (many, many - 1) if count == many else (count - 1,):
            counts = dict(self.table[state])
            counts[lane] = left
            counts[after] = min(many, counts.get(after, 0) + 1)
            if not left:
                del counts[lane]
            rows = -1
            for other in counts:
                rows &= self.lanes.full[other]
            if rows:
                counts = {self.lanes.without(lane, rows): n for lane, n in counts.items()}
            if not self._is_allowed(counts):
                return []
            found.append(self._number(counts.items()))
        return found

    def _is_allowed(self, counts: dict[int, int]) -> bool:
        lanes = self.lanes
        if max(lanes.heights[lane] for lane in counts) > self.goal.height:
            return False
        if self.allowed is None:
            return True
        if isinstance(self.allowed, frozenset):
            return all(lanes.lanes[lane] in self.allowed for lane in counts)
        bumpy = [count for lane, count in counts.items() if lanes.is_bumpy[lane]]
        if self.goal.many in bumpy or sum(bumpy) > self.allowed.bumpy:
            return False
        flat = [lanes.heights[lane] for lane in counts if not lanes.is_bumpy[lane]]
        return not flat or max(flat) - min(flat) <= self.allowed.difference

    def _promise(self, state: int) -> tuple[int, ...]:
        """How promising a state is: the less, the better."""
        lanes, found = self.lanes, self.table[state]
        return (
            sum(min(count, 2) for lane, count in found if lanes.is_bumpy[lane]),
            sum(lanes.holes[lane] for lane, _ in found),
            max(lanes.heights[lane] for lane, _ in found),
            len(found),
        )

    # the pattern

    def _instructions(self, starts: list[int]) -> Iterator[PatternInstruction]:
        """What is trusted in the states that can come up."""
        queues = list(itertools.product(self.names, repeat=self.goal.preview))
        waiting = [(state, queue) for state in reversed(starts) for queue in queues]
        seen = set(waiting)
        while waiting:
            key = waiting.pop()
            state, queue = key
            counted = self._counted(state)
            for piece in self.names:
                visible = (*queue, piece)
                lane, after, states = self.trusted[key, piece]
                place = dict(self.lanes.drops(lane, visible[0]))[after]
                index = [one for one, _ in counted].index(self.lanes.lanes[lane])
                left = self.lanes.lanes[after]
                yield PatternInstruction(counted, visible, index, place, left)
                for next_state in states:
                    following = (next_state, visible[1:])
                    if following not in seen:
                        seen.add(following)
                        waiting.append(following)

    def _counted(self, state: int) -> Counted:
        lanes = self.lanes.lanes
        return tuple(sorted((lanes[lane], count) for lane, count in self.table[state]))
