"""The checker of patterns: does one prove what it claims, for every width at once?

It shares nothing with what finds patterns but their words, and drops, clears and counts with code
of its own. It visits every state that Bad can bring about. There must be an instruction, the piece
must land there and leave what the instruction says, and no stack may be too high.

Why that proves it for every number of lanes. A state says of a well which lanes look alike and how
many, exactly if fewer than `many` do. Suppose that a state is true of a well. The lane that the
instruction names is in the well, and its drop depends on that lane alone. Then one lane fewer looks
as before; if many did, then as many as before or, at the least, one fewer than many: both states
are visited. One lane more looks like the result. A row of the well is full if it is full in all
lanes, hence in all that look different; without those rows, lanes that looked different still do.
So one of the states that are visited is true of the next well, and the empty wells begin with such
states. Whether the stack is too high can be seen in the state.

>>> verify_pattern("example:every-even-ol").valid
True
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.pattern import Pattern
from cgt.duel.exact.pattern_text import Lane, PatternInstruction

Cells = frozenset[tuple[int, int]]  # (row, column), rows from the floor up
Look = tuple[int, Cells]  # of a lane: its width, and its filled cells
State = frozenset[tuple[Look, int]]  # how many lanes look like that


@dataclass(frozen=True)
class PatternReport:
    """What the checker found, with a reason if the pattern is not valid."""

    valid: bool
    reason: str
    instructions: int  # those that can come up
    states: int  # with the pieces that Good can see
    height: int  # of the highest stack that can come up


class _InvalidError(Exception):
    """The pattern does not hold."""


def verify_pattern(pattern: Pattern | str | Path, limits: Limits = UNLIMITED) -> PatternReport:
    """Whether a pattern, or the one in a file, is a strategy for every width that it names.

    Raises FileError if the file has no pattern, and LimitError if the limits did not suffice.
    """
    if not isinstance(pattern, Pattern):
        pattern = Pattern.read(pattern, limits)
    checker = _Checker(pattern, limits)
    try:
        checker.run()
    except _InvalidError as error:
        return PatternReport(False, str(error), checker.used, len(checker.seen), checker.height)
    return PatternReport(True, "", checker.used, len(checker.seen), checker.height)


class _Checker:
    def __init__(self, pattern: Pattern, limits: Limits) -> None:
        self.pattern = pattern
        self.limits = limits
        self.shapes = {
            piece.name: [_upwards(shape.cells, shape.height) for shape in piece.rotations]
            for piece in pattern.pieces
        }
        self.table: dict[tuple[State, tuple[str, ...]], PatternInstruction] = {}
        self.seen: set[tuple[State, tuple[str, ...]]] = set()
        self.waiting: list[tuple[State, tuple[str, ...]]] = []
        self.used = 0
        self.height = 0

    def run(self) -> None:
        for instruction in self.pattern.instructions:
            self.limits.check("the check of the pattern")
            key = (self.state_of(instruction), instruction.visible)
            if key in self.table:
                raise _InvalidError(f"two instructions for {_told(*key)}")
            self.table[key] = instruction
        nothing: Cells = frozenset()
        single = {((width, nothing), 1) for width in self.pattern.beside}
        for count in range(1, self.pattern.many + 1):
            if count == self.pattern.many or count >= self.pattern.fewest:
                start = frozenset({((self.pattern.lane, nothing), count), *single})
                for queue in itertools.product(self.shapes, repeat=self.pattern.preview):
                    self.reach(start, queue)
        while self.waiting:
            self.check(*self.waiting.pop())

    def state_of(self, instruction: PatternInstruction) -> State:
        looks = [_look(lane) for lane, _ in instruction.lanes]
        if len(set(looks)) < len(looks):
            raise _InvalidError(f"lanes that look alike are counted twice, {instruction.visible}")
        counts = (count for _, count in instruction.lanes)
        return frozenset(zip(looks, counts, strict=True))

    def reach(self, state: State, queue: tuple[str, ...]) -> None:
        self.height = max(self.height, *(_height(look) for look, _ in state))
        if self.height > self.pattern.height:
            raise _InvalidError(f"the stack is too high in {_told(state, queue)}")
        if (state, queue) not in self.seen:
            self.seen.add((state, queue))
            self.waiting.append((state, queue))

    def check(self, state: State, queue: tuple[str, ...]) -> None:
        self.limits.check("the check of the pattern")
        for piece in self.shapes:
            visible = (*queue, piece)
            instruction = self.table.get((state, visible))
            if instruction is None:
                raise _InvalidError(f"no instruction for {_told(state, visible)}")
            self.used += 1
            before = _look(instruction.lanes[instruction.lane][0])
            after = self.dropped(before, instruction)
            if after is None:
                raise _InvalidError(f"the piece cannot land there: {_told(state, visible)}")
            if after != _look(instruction.after):
                raise _InvalidError(f"that is not what is left: {_told(state, visible)}")
            for counts in self.counted(dict(state), before, after):
                self.reach(_cleared(counts), visible[1:])

    def dropped(self, look: Look, instruction: PatternInstruction) -> Look | None:
        """The lane after the drop of an instruction; None if the piece does not land there."""
        width, cells = look
        rotation, column, row = instruction.place
        shapes = self.shapes[instruction.visible[0]]
        if rotation >= len(shapes):
            return None
        piece = {(row + r, column + c) for r, c in shapes[rotation]}
        if any(c >= width for _, c in piece):
            return None
        is_free = not any(c == under and r >= row for r, c in cells for row, under in piece)
        rests = any(r == 0 or (r - 1, c) in cells for r, c in piece)
        return (width, cells | piece) if is_free and rests else None

    def counted(self, counts: dict[Look, int], before: Look, after: Look) -> list[dict[Look, int]]:
        """How many lanes may look like what after one has changed."""
        many = self.pattern.many
        left = [many, many - 1] if counts[before] == many else [counts[before] - 1]
        found = []
        for count in left:
            new = {**counts, before: count}
            new[after] = min(many, new.get(after, 0) + 1)
            found.append({look: count for look, count in new.items() if count > 0})
        return found


def _upwards(cells: Iterable[tuple[int, int]], height: int) -> list[tuple[int, int]]:
    """The cells of a shape, whose rows count from the top, with rows from its lowest cell up."""
    return [(height - 1 - r, c) for r, c in cells]


def _look(lane: Lane) -> Look:
    height = max(bits.bit_length() for bits in lane)
    cells = itertools.product(range(height), range(len(lane)))
    return len(lane), frozenset((r, c) for r, c in cells if lane[c] >> r & 1)


def _height(look: Look) -> int:
    return max((r + 1 for r, _ in look[1]), default=0)


def _cleared(counts: dict[Look, int]) -> State:
    """The state without the rows that are full in every lane."""
    lowest = min(_height(look) for look in counts)
    full = [r for r in range(lowest) if all(_is_full(look, r) for look in counts)]
    state = set()
    for (width, cells), count in counts.items():
        left = ((r - sum(f < r for f in full), c) for r, c in cells if r not in full)
        state.add(((width, frozenset(left)), count))
    return frozenset(state)


def _is_full(look: Look, row: int) -> bool:
    width, cells = look
    return all((row, c) in cells for c in range(width))


def _told(state: State, pieces: tuple[str, ...]) -> str:
    lanes = []
    for (width, cells), count in sorted(state, key=lambda one: (one[0][0], sorted(one[0][1]))):
        rows = reversed(range(max(1, _height((width, cells)))))
        text = "|".join("".join(".#"[(r, c) in cells] for c in range(width)) for r in rows)
        lanes.append(f"{count} × {text}")
    return f"{', '.join(lanes)} with {' '.join(pieces) or 'no piece'}"
