"""Strategies as text: the format of strategy files, written and read.

A strategy file is a text that people can read and write. The first line names the format. `key:
value` lines with the game follow, then the instructions, with a blank line between them. An
instruction of Good has the visible pieces, the placement of the first of them, and the wells before
and after:

    L J: rotation 0, column 1, row 0
    ....   .###
    ....   .#..

An instruction of Bad has the visible pieces, of which Bad has just chosen the last, and a rank that
falls whatever Good does:

    S: rank 12
    #...
    ##..

Full rows at the bottom of Bad's well are ground: they stand for rows with anything in them, as the
module `ground` explains. Here are two of them:

    S: rank 12
    #...
    ##..
    ####
    ####

In place of Bad's instructions there may be a line `argument: sums` or `argument: lanes`: Bad wins
by that argument of the module `arguments`. By sums, there may be lines with the columns' weights
and with the pieces that Bad sends over and over; without them the weights are -1, +1, -1, …

    argument: sums
    weights: -1 1 -1 1 -1
    sends: O S

With `argument: floors`, Bad's instructions hold at every height, as the module `floors` explains.
The lowest row of a well is the floor. There may be a second number beside the rank:

    J: rank 0, falls 1
    #.
    ##

With `bag: yes`, Bad deals bags: each piece once, in any order, then a new bag. Each instruction
ends with the pieces left in the bag after those that are visible. These are all pieces where a new
bag begins:

    L J: rotation 0, column 1, row 0, left T O

With `lanes: any order`, a well stands for all wells that have the same lanes in any order. Its own
lanes are in the order of `sorted_lanes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cgt.board.cells import TETROMINO_CELLS
from cgt.common.errors import CgtError, FileError, LimitError
from cgt.common.headers import Header, Line, header_line
from cgt.common.limits import Limits
from cgt.duel.exact.instruction import (
    KINDS,
    MOST_PREVIEW,
    PLAYERS,
    Instruction,
    Kind,
    Left,
    Player,
    room_for_instructions,
)
from cgt.duel.exact.instruction_text import read_parts, read_visible
from cgt.duel.gametext import read_rules, read_start, rules_lines, start_line
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

FORMAT = "cgt strategy 1"
ANY_ORDER = "any order"
BAGS = "yes"
_KEYS = (
    "player", "pieces", "width", "height", "preview", "moves", "ending", "bag", "lanes",
    "argument", "weights", "sends", "start",
)  # fmt: skip
_CELLS = TETROMINO_CELLS.characters
_GAP = "   "
_GOOD = re.compile(r"rotation (\d{1,2}), column (\d{1,2}), row (\d{1,2})", re.ASCII)
_BAD = re.compile(r"rank (\d{1,18})(?:, falls (\d{1,9}))?", re.ASCII)
_WEIGHT = re.compile(r"-?\d{1,18}", re.ASCII)
_MOST_SENT = 1000
_LEFT = ", left "


class Head(NamedTuple):
    """Everything in a strategy but its instructions."""

    rules: Rules
    player: Player
    preview: int
    start: Well | None
    lanes_in_any_order: bool
    argument: Kind | None
    about: dict[str, str]
    bag: bool = False
    weights: tuple[int, ...] = ()
    sends: tuple[str, ...] = ()


# writing


def head_lines(head: Head) -> Iterator[str]:
    """The `key: value` lines that come before the instructions, without the line that names the
    format."""
    yield header_line("player", head.player)
    yield from rules_lines(head.rules)
    yield header_line("preview", str(head.preview))
    if head.bag:
        yield header_line("bag", BAGS)
    if head.lanes_in_any_order:
        yield header_line("lanes", ANY_ORDER)
    if head.argument is not None:
        yield header_line("argument", head.argument)
    if head.weights:
        yield header_line("weights", " ".join(map(str, head.weights)))
    if head.sends:
        yield header_line("sends", " ".join(head.sends))
    if head.start is not None and any(head.start.columns):
        yield start_line(head.start)
    yield from (header_line(key, value) for key, value in head.about.items())


def strategy_lines(head: Head, instructions: Iterable[Instruction]) -> Iterator[str]:
    """The lines of a strategy file."""
    yield FORMAT
    yield from head_lines(head)
    for instruction in instructions:
        yield ""
        yield from _instruction_lines(instruction)


def _instruction_lines(instruction: Instruction) -> Iterator[str]:
    visible = " ".join(instruction.visible)
    left = f"{_LEFT}{' '.join(instruction.left)}" if instruction.left else ""
    if instruction.placement is None or instruction.after is None:
        falls = f", falls {instruction.falls}" if instruction.falls else ""
        yield f"{visible}: rank {instruction.rank}{falls}{left}"
        yield from instruction.well.grid().rows()
        return
    _, rotation, column, row = instruction.placement
    yield f"{visible}: rotation {rotation}, column {column}, row {row}{left}"
    height = max(instruction.well.stack_height, instruction.after.stack_height, 1)
    before, after = instruction.well.grid(height).rows(), instruction.after.grid(height).rows()
    for left, right in zip(before, after, strict=True):
        yield f"{left}{_GAP}{right}"


# reading


def parse_strategy_text(text: str, source: str, limits: Limits) -> tuple[Head, list[Instruction]]:
    """The head and the instructions in a text that messages call `source`; raises FileError, and
    LimitError if the limits did not suffice."""
    header, parts = read_parts(text, source, FORMAT, "a strategy", _KEYS)
    head = _head(header)
    most = room_for_instructions(limits.bytes() - len(text), head.rules.width)
    instructions: list[Instruction] = []
    for part in parts:
        limits.check(f"reading {source}")
        if len(instructions) >= most:
            raise LimitError(f"{source}: so many instructions take more memory than allowed")
        instructions.append(_instruction(part, head))
    return head, instructions


def _head(header: Header) -> Head:
    player = header.require("player").choice(PLAYERS)
    rules = read_rules(header)
    lanes, argument, bag = header.get("lanes"), header.get("argument"), header.get("bag")
    return Head(
        rules,
        player,
        header.require("preview").number(0, MOST_PREVIEW),
        read_start(header, rules),
        lanes is not None and bool(lanes.choice((ANY_ORDER,))),
        None if argument is None else argument.choice(KINDS),
        header.others(_KEYS),
        bag is not None and bool(bag.choice((BAGS,))),
        _weights(header, rules),
        _sends(header, rules),
    )


def _weights(header: Header, rules: Rules) -> tuple[int, ...]:
    said = header.get("weights")
    if said is None:
        return ()
    weights = said.text.split()
    if len(weights) != rules.width or not all(map(_WEIGHT.fullmatch, weights)):
        raise said.error(f"weights are {rules.width} whole numbers, one for each column")
    return tuple(map(int, weights))


def _sends(header: Header, rules: Rules) -> tuple[str, ...]:
    said = header.get("sends")
    if said is None:
        return ()
    pieces = tuple(said.text.split())
    if not 0 < len(pieces) <= _MOST_SENT or not set(pieces) <= set(rules.names):
        raise said.error(f"sends are 1 to {_MOST_SENT} of the pieces {' '.join(rules.names)}")
    return pieces


def _instruction(part: list[Line], head: Head) -> Instruction:
    first, *rows = part
    visible, what, place = read_visible(first, head.preview, head.rules.names)
    what, left = _without_left(first, what, place, head)
    if head.player == "bad":
        found = _BAD.fullmatch(what.strip())
        if not found:
            raise FileError(first.at(place), "'rank N' is expected here")
        [well] = _wells(first, rows, 1, head.rules.width)
        if found[2] and head.argument != "floors":
            raise FileError(first.at(place), "'falls' is for strategies by floors only")
        rank, falls = int(found[1]), int(found[2] or 0)
        return Instruction(well, visible, rank=rank, left=left, falls=falls)
    found = _GOOD.fullmatch(what.strip())
    if not found:
        raise FileError(first.at(place), "'rotation R, column C, row R' is expected here")
    before, after = _wells(first, rows, 2, head.rules.width)
    placement = WellPlacement(visible[0], *(int(group) for group in found.groups()))
    return Instruction(before, visible, placement, after, left=left)


def _without_left(first: Line, what: str, place: int, head: Head) -> tuple[str, Left]:
    """What an instruction says to do, which begins at this place of its first line, and the pieces
    left in the bag."""
    if not head.bag:
        return what, ()
    what, comma, listed = what.partition(_LEFT)
    names = listed.split()
    if not names:
        column = place + (len(what) if comma else 0)
        raise FileError(first.at(column), "with bags, ', left' and the pieces left are expected")
    at = place + len(what) + len(comma)
    for name in names:
        if name not in head.rules.names:
            raise FileError(first.at(at + listed.index(name)), f"there is no piece {name!r}")
    if len(set(names)) < len(names):
        raise FileError(first.at(at), "a bag has each piece once")
    return what, tuple(name for name in head.rules.names if name in names)


def _wells(first: Line, rows: list[Line], count: int, width: int) -> list[Well]:
    """The wells, `count` of them side by side, below a first line."""
    if not rows:
        raise FileError(first.at(), "there is no well below this line")
    parts: list[list[str]] = [[] for _ in range(count)]
    for line in rows:
        cells = line.text.split()
        if len(cells) != count:
            raise FileError(line.at(), f"a row of {count} wells side by side is expected here")
        for part, row in zip(parts, cells, strict=True):
            if len(row) != width or not _CELLS.issuperset(row):
                raise _bad_row(line, width)
            part.append(row)
    try:
        return [Well("|".join(part)) for part in parts]
    except CgtError as error:
        raise FileError(first.at(), str(error)) from None


def _bad_row(line: Line, width: int) -> FileError:
    """What is wrong with a row of wells, and where."""
    for found in re.finditer(r"\S+", line.text):
        row = found[0]
        if len(row) != width:
            return FileError(line.at(found.start()), f"a row has {width} cells, not {len(row)}")
        for i, character in enumerate(row):
            if character not in _CELLS:
                return FileError(line.at(found.start() + i), f"{character!r} is no cell")
    raise AssertionError("nothing is wrong with this row")
