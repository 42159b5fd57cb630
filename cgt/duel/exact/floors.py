"""Floors: a strategy of Bad that wins at every height, as finitely many instructions.

A row is *sealed* if it has an empty cell, and a filled cell somewhere above each of its empty
cells. Pieces that drop cannot get to it or below it. So as long as it stays sealed, it is as good
as a floor: the game goes on above it. Bad wins at every height if he can make floor after floor.

An instruction has the rows above the floor, and the floor as its lowest row. The first floor is the
bottom of the well, which is shown as a full row. A row that is there twice or more, one directly
above the other, stands for any greater number of such rows: Good may build towers of any height,
and Bad need not count.

Bad need not make a floor at once. Each placement of Good does one of four things, and there are two
numbers with every instruction, `falls` and `rank`, which show that this leads somewhere:

* there is a new floor: then anything may follow;
* the stack gets lower: `falls` gets less;
* the stack gets higher: `falls` does not get greater;
* the stack stays as high: `falls` gets less, or it stays and `rank` gets less.

So between two floors the stack gets lower only so often, and in between it keeps growing. In a well
of a given height both come to an end.

**Why it is enough to try towers up to a certain height.** Let a row be repeated n times, and let
the highest piece have t rows. A piece stops where it would overlap if it went one row further down.
It does not stop amid equal rows, since one row further down everything looks the same. So it covers
at most t of the equal rows, at one end of them. If n is more than t + 2, one of the others can be
taken out, and the piece lands in the same place and does the same. What is left, with n rows or
with n - 1, has at least two of them, and looks the same here. So n = t + 2 stands for all greater
numbers.

This module checks such a strategy, as plainly as possible; `floors_search` finds it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cgt.board.polyomino import Polyomino
from cgt.common.errors import CgtError
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.instruction import Instruction
from cgt.duel.rules import Rules
from cgt.duel.well import Well

MANY = 2  # as many equal rows stand for any greater number of them

Rows = tuple[int, ...]  # from the lowest up; the bits of a row are its filled cells


class Above(NamedTuple):
    """The floor, and the rows above it, in which many equal rows are `MANY`."""

    floor: int
    rows: Rows


class Step(NamedTuple):
    """What a placement does: how many rows higher the floor is, how much higher the stack is, and
    what is then above the floor."""

    raised: int
    growth: int
    after: Above


State = tuple[Above, tuple[str, ...]]  # with the visible pieces, before Bad chooses the next


class FloorsError(CgtError):
    """The strategy does not hold; the text says why."""


def first(width: int) -> Above:
    """The empty well."""
    return Above(full_row(width), ())


def to_well(above: Above, width: int) -> Well:
    """The floor and what is above it as a well, the floor as its lowest row."""
    rows = (above.floor, *above.rows)
    return Well.of(
        sum((row >> column & 1) << level for level, row in enumerate(rows))
        for column in range(width)
    )


def from_well(well: Well) -> Above:
    """The opposite."""
    floor, *rows = rows_of(well) or (0,)
    return Above(floor, tuple(rows))


def rows_of(well: Well) -> Rows:
    """The rows of a well, from the lowest up to the highest that is not empty."""
    return tuple(
        sum((column >> level & 1) << number for number, column in enumerate(well.columns))
        for level in range(well.stack_height)
    )


def with_few(rows: Iterable[int]) -> Rows:
    """Rows in which many equal ones are `MANY`."""
    few: list[int] = []
    for row in rows:
        if few[-MANY:] != [row] * MANY:
            few.append(row)
    return tuple(few)


def with_many(rows: Rows, tallest: int) -> Iterator[Rows]:
    """All rows that these stand for, up to the number of equal ones that stands for all greater
    ones. `tallest` is the height of the highest piece."""
    groups = [(row, len(list(equal))) for row, equal in itertools.groupby(rows)]
    numbers = [
        range(count, count + tallest + 1) if count >= MANY else range(count, count + 1)
        for _, count in groups
    ]
    for counts in itertools.product(*numbers):
        yield tuple(row for (row, _), n in zip(groups, counts, strict=True) for row in [row] * n)


def shape_rows(shape: Polyomino, left: int) -> Rows:
    """The rows of a shape whose leftmost column is `left`, from the lowest up."""
    rows = [0] * shape.height
    for row, column in shape.cells:
        rows[shape.height - 1 - row] |= 1 << (left + column)
    return tuple(rows)


def drop(rows: Sequence[int], piece: Rows, full: int) -> Rows:
    """Rows above a floor after a piece has dropped, without full ones."""

    def overlaps(level: int) -> bool:
        return any(a & b for a, b in zip(rows[level:], piece, strict=False))

    level = len(rows)
    while level > 0 and not overlaps(level - 1):
        level -= 1
    after = [*rows, *[0] * (level + len(piece) - len(rows))]
    for number, row in enumerate(piece):
        after[level + number] |= row
    after = [row for row in after if row != full]
    while after and after[-1] == 0:
        after.pop()
    return tuple(after)


def steps(floor: int, before: Sequence[int], after: Sequence[int], full: int) -> list[Step]:
    """What a placement can be taken to do that changes the rows above a floor: a new floor, for
    each sealed row from the highest down, or none. Nothing, if the floor is no longer sealed."""
    growth = len(after) - len(before)
    covered = [0]
    for row in reversed(after):
        covered.insert(0, covered[0] | row)
    if full & ~floor & ~covered[0]:
        return []
    found = [
        Step(level + 1, growth, Above(after[level], with_few(after[level + 1 :])))
        for level in reversed(range(len(after)))
        if not full & ~after[level] & ~covered[level + 1]
    ]
    return [*found, Step(0, growth, Above(floor, with_few(after)))]


def check_floors(
    rules: Rules, preview: int, instructions: Sequence[Instruction], limits: Limits = UNLIMITED
) -> int:
    """How many states can come up if Bad follows the instructions. Raises FloorsError if they do
    not win at every height, and LimitError."""
    if not rules.only_drops:
        raise FloorsError("floors need drops and the ending by height")
    if not instructions:
        raise FloorsError("there are no instructions")
    table = table_of(instructions, preview)
    full = full_row(rules.width)
    start = (first(rules.width), instructions[0].visible[:-1])
    waiting, seen = [start], {start}
    while waiting:
        limits.check("the check of the strategy")
        state = waiting.pop()
        above, queue = state
        instruction = table.get(state)
        if instruction is None:
            raise FloorsError(f"no instruction for {_told(above, queue, rules.width)}")
        for piece, rows in _placed(instruction, above, rules):
            possible = steps(above.floor, rows, drop(rows, piece, full), full)
            step = leads_on(instruction, possible, table)
            if step is None:
                told = _told(above, instruction.visible, rules.width)
                raise FloorsError(f"it leads nowhere after {told}")
            after = (step.after, instruction.visible[1:])
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(seen)


def leads_on(
    instruction: Instruction, possible: list[Step], table: Mapping[State, Instruction]
) -> Step | None:
    """The first of the steps that a placement can be taken to be, after which the strategy goes on
    and gets somewhere; None if there is none."""
    for step in possible:
        following = table.get((step.after, instruction.visible[1:]))
        if following is None:
            continue
        if step.raised or following.falls < instruction.falls:
            return step
        if following.falls == instruction.falls and (
            step.growth > 0 or (step.growth == 0 and following.rank < instruction.rank)
        ):
            return step
    return None


def table_of(instructions: Sequence[Instruction], preview: int) -> dict[State, Instruction]:
    """The instructions by the states that they are for; raises FloorsError."""
    table: dict[State, Instruction] = {}
    for instruction in instructions:
        above = from_well(instruction.well)
        state = (above, instruction.visible[:-1])
        width = instruction.well.width
        if len(instruction.visible) != preview + 1:
            raise FloorsError(f"not {preview + 1} visible pieces: {_told(*state, width)}")
        if above.rows != with_few(above.rows):
            raise FloorsError(f"more than {MANY} equal rows: {_told(*state, width)}")
        if state in table:
            raise FloorsError(f"two instructions for {_told(*state, width)}")
        table[state] = instruction
    return table


def wells_after(
    instruction: Instruction, rules: Rules, table: Mapping[State, Instruction]
) -> list[Well]:
    """The wells of the instructions that come up next; those are left out that are not there."""
    above, full = from_well(instruction.well), full_row(rules.width)
    found: dict[Above, None] = {}
    for piece, rows in _placed(instruction, above, rules):
        possible = steps(above.floor, rows, drop(rows, piece, full), full)
        step = leads_on(instruction, possible, table)
        if step is not None:
            found[step.after] = None
    return [to_well(after, rules.width) for after in found]


def _placed(instruction: Instruction, above: Above, rules: Rules) -> Iterator[tuple[Rows, Rows]]:
    """Every placement of the piece that Good places next, and all rows it may find there."""
    tallest = max(shape.height for piece in rules.pieces for shape in piece.rotations)
    for shape in rules.pieces[instruction.visible[0]].rotations:
        for left in range(rules.width - shape.width + 1):
            for rows in with_many(above.rows, tallest):
                yield shape_rows(shape, left), rows


def most_pieces(height: int, instructions: Sequence[Instruction]) -> int:
    """How many pieces fit at most in a well of a height, by the numbers of the instructions."""
    falls = max(instruction.falls for instruction in instructions)
    rank = max(instruction.rank for instruction in instructions)
    # A floor is a row of the well, so there are no more of them than rows. Between two of them,
    # `falls` gets less so many times. Between these, the stack never gets lower, so it gets higher
    # at most as often as there are rows, and between these, the rank falls.
    turns = height + (height + 1) * falls
    return turns + (turns + 1) * (height + (height + 1) * rank)


def full_row(width: int) -> int:
    """A row without an empty cell."""
    return (1 << width) - 1


def _told(above: Above, pieces: tuple[str, ...], width: int) -> str:
    rows = reversed((above.floor, *above.rows))
    cells = "|".join("".join(".#"[row >> i & 1] for i in range(width)) for row in rows)
    return f"{cells} with {' '.join(pieces) or 'no piece'}"
