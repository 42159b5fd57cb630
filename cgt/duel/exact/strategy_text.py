"""Strategies as text: the format of strategy files, written and read.

A strategy file is a text that a person can read and write. After a first line that names the format
come `key: value` lines with the game, then the instructions, with a blank line between them. One of
Good's has the visible pieces, the placement of the first of them, and the wells before and after:

    L J: rotation 0, column 1, row 0
    ....   .###
    ....   .#..

One of Bad's has the visible pieces, of which Bad has just chosen the last, and a rank that falls
whatever Good does:

    S: rank 12
    #...
    ##..

In place of Bad's instructions there may be `argument: sums` or `argument: lanes`: why Bad wins is
then one of those in `arguments`.

With `lanes: any order`, a well stands for all that have the same lanes in another order, and its
own are in the order of `sorted_lanes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cgt.board.grid import CELL_CHARACTERS
from cgt.common.errors import CgtError, FileError, Location
from cgt.duel.exact.arguments import KINDS, Kind
from cgt.duel.exact.instruction import MOST_PREVIEW, Instruction, Player
from cgt.duel.gametext import is_shape, rules_lines, take, take_number, take_rules
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

FORMAT = "cgt strategy 1"
ANY_ORDER = "any order"
_KEYS = (
    "player", "pieces", "width", "height", "preview", "moves", "ending", "lanes", "argument",
    "start",
)  # fmt: skip
_ABOUT = ("name", "source")  # what else a file may say
_GAP = "   "
_GOOD = re.compile(r"rotation (\d{1,2}), column (\d{1,2}), row (\d{1,2})", re.ASCII)
_BAD = re.compile(r"rank (\d{1,18})", re.ASCII)


class Head(NamedTuple):
    """What a strategy says before its instructions."""

    rules: Rules
    player: Player
    preview: int
    start: Well | None
    lanes_in_any_order: bool
    argument: Kind | None
    about: dict[str, str]


# writing


def head_lines(head: Head) -> Iterator[str]:
    """What stands before the instructions, as lines without the first, which names the format."""
    yield f"player: {head.player}"
    yield from rules_lines(head.rules)
    yield f"preview: {head.preview}"
    if head.lanes_in_any_order:
        yield f"lanes: {ANY_ORDER}"
    if head.argument is not None:
        yield f"argument: {head.argument}"
    if head.start is not None and any(head.start.columns):
        yield f"start: {'|'.join(head.start.grid().rows())}"
    yield from (f"{key}: {value}" for key, value in head.about.items())


def strategy_lines(head: Head, instructions: Iterable[Instruction]) -> Iterator[str]:
    """The lines of a strategy file."""
    yield FORMAT
    yield from head_lines(head)
    for instruction in instructions:
        yield ""
        yield from _instruction_lines(instruction)


def _instruction_lines(instruction: Instruction) -> Iterator[str]:
    visible = " ".join(instruction.visible)
    if instruction.placement is None or instruction.after is None:
        yield f"{visible}: rank {instruction.rank}"
        yield from instruction.well.grid().rows()
        return
    _, rotation, column, row = instruction.placement
    yield f"{visible}: rotation {rotation}, column {column}, row {row}"
    height = max(instruction.well.stack_height, instruction.after.stack_height, 1)
    before, after = instruction.well.grid(height).rows(), instruction.after.grid(height).rows()
    for left, right in zip(before, after, strict=True):
        yield f"{left}{_GAP}{right}"


# reading


def parse_strategy_text(text: str, source: str) -> tuple[Head, list[Instruction]]:
    """What a text that is called `source` says; raises FileError."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FORMAT:
        raise FileError(Location(source), f"a strategy begins with a line {FORMAT!r}")
    about: dict[str, str] = {}
    number = 1
    while number < len(lines) and lines[number].strip():
        if not lines[number].startswith(";"):
            key, colon, value = lines[number].partition(":")
            if not colon:
                raise FileError(Location(source, number + 1), "here comes 'key: value'")
            if key.strip() in about:
                raise FileError(Location(source, number + 1), f"{key.strip()} comes twice")
            about[key.strip()] = value.strip()
        number += 1
    for key in about:
        if key not in (*_KEYS, *_ABOUT) and not is_shape(key):
            raise FileError(Location(source), f"there is no key {key!r} in a strategy")
    player = take(about, "player", source)
    if player not in ("good", "bad"):
        raise FileError(Location(source), f"the player is good or bad, not {player!r}")
    rules, preview = take_rules(about, source), take_number(about, "preview", source)
    if preview > MOST_PREVIEW:
        raise FileError(Location(source), f"a strategy has a preview of up to {MOST_PREVIEW}")
    lanes = about.pop("lanes", None)
    if lanes not in (None, ANY_ORDER):
        raise FileError(Location(source), f"lanes are in {ANY_ORDER}, or not mentioned")
    argument = about.pop("argument", None)
    if argument is not None and argument not in KINDS:
        raise FileError(Location(source), f"an argument is by {' or by '.join(KINDS)}")
    try:
        start = Well(about.pop("start")) if "start" in about else None
    except CgtError as error:
        raise FileError(Location(source), f"the start is no well: {error}") from None
    instructions = list(_instructions(lines, number, source, rules, preview, player))
    side: Player = "good" if player == "good" else "bad"
    return Head(rules, side, preview, start, lanes is not None, argument, about), instructions


def _instructions(
    lines: list[str], number: int, source: str, rules: Rules, preview: int, player: str
) -> Iterator[Instruction]:
    while number < len(lines):
        if not lines[number].strip() or lines[number].startswith(";"):
            number += 1
            continue
        first = number
        while number + 1 < len(lines) and lines[number + 1].strip():
            number += 1
        rows = [
            (i + 1, lines[i]) for i in range(first + 1, number + 1) if not lines[i].startswith(";")
        ]
        yield _instruction(lines[first], first + 1, rows, source, rules, preview, player)
        number += 1


def _instruction(
    head: str,
    line: int,
    rows: list[tuple[int, str]],
    source: str,
    rules: Rules,
    preview: int,
    player: str,
) -> Instruction:
    where = Location(source, line)
    names, colon, what = head.partition(":")
    visible = tuple(names.split())
    if not colon or len(visible) != preview + 1:
        raise FileError(where, f"an instruction begins with {preview + 1} visible pieces and ':'")
    for name in visible:
        if name not in rules.names:
            column = head.index(name) + 1
            raise FileError(Location(source, line, column), f"there is no piece {name!r}")
    column = len(names) + 2
    if player == "bad":
        found = _BAD.fullmatch(what.strip())
        if not found:
            raise FileError(Location(source, line, column), "here comes 'rank N'")
        [well] = _wells(rows, 1, where, rules.width)
        return Instruction(well, visible, rank=int(found[1]))
    found = _GOOD.fullmatch(what.strip())
    if not found:
        raise FileError(Location(source, line, column), "here comes 'rotation R, column C, row R'")
    before, after = _wells(rows, 2, where, rules.width)
    placement = WellPlacement(visible[0], *(int(group) for group in found.groups()))
    return Instruction(before, visible, placement, after)


def _wells(rows: list[tuple[int, str]], count: int, where: Location, width: int) -> Iterable[Well]:
    """So many wells side by side."""
    if not rows:
        raise FileError(where, "there is no well below this line")
    parts: list[list[str]] = [[] for _ in range(count)]
    for line, text in rows:
        cells = list(re.finditer(r"\S+", text))
        if len(cells) != count:
            place = Location(where.source, line)
            raise FileError(place, f"here comes a row of {count} wells side by side")
        for part, found in zip(parts, cells, strict=True):
            row, at = found[0], Location(where.source, line, found.start() + 1)
            if len(row) != width:
                raise FileError(at, f"a row has {width} cells, not {len(row)}")
            for i, character in enumerate(row):
                if character not in CELL_CHARACTERS:
                    odd = Location(where.source, line, at.column + i)
                    raise FileError(odd, f"{character!r} is no cell")
            part.append(row)
    try:
        return [Well("|".join(part)) for part in parts]
    except CgtError as error:
        raise FileError(where, str(error)) from None
