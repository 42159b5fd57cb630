"""Patterns as text: the format of pattern files, written and read.

The first line names the format. `key: value` lines follow, then the instructions, with a blank line
between them:

    L: rotation 1, column 0, row 1, lane 1
    many  1   then
    ..    ..  ##
    ..    #.  ##
    ..    #.  ##
    ..    ##  ##

The picture shows the lanes of a state side by side, and above each how many look like that: a
number, or `many`. The piece falls into any lane that looks like lane 1, which are counted from 0 at
the left, and `then` is what that lane looks like as soon as the piece has landed. Rows that are
full in all lanes are cleared afterwards. The rotation, and the column and the row inside the lane,
are told as in strategies; with a preview the pieces that Good can see stand before the colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cgt.board.piecetext import pieces_lines, read_pieces
from cgt.board.polyomino import PieceSet
from cgt.common.errors import FileError, LimitError
from cgt.common.headers import Header, Line, Value, header_line
from cgt.common.limits import Limits
from cgt.duel.exact.instruction import MOST_PREVIEW, room_for_instructions
from cgt.duel.exact.instruction_text import read_parts, read_visible
from cgt.duel.rules import duel_piece
from cgt.duel.well import HIGHEST, HIGHEST_STACK

FORMAT = "cgt pattern 1"
MOST_COUNTED = 9
WIDEST_LANE = 8
MOST_BESIDE = 4
MOST_LANES = 99
_MANY, _THEN = "many", "then"
_KEYS = ("pieces", "preview", "height", "lanes", "many", "from")
_PLACE = re.compile(
    r"rotation (\d{1,2}), column (\d{1,2}), row (\d{1,2}), lane (\d{1,3})", re.ASCII
)
_FIRST_LINE = re.compile(r"(?:[ \t]*(?:;[^\n]*)?\r?\n)*[ \t]*cgt pattern\b")
_LANES = re.compile(r"many of (\d)((?:, one of \d)*)", re.ASCII)

Lane = tuple[int, ...]  # what is in a lane: its columns, as those of a well
Counted = tuple[tuple[Lane, int], ...]  # lanes that look different, and how often each is there


class PatternInstruction(NamedTuple):
    """Where the first of the visible pieces goes in a state: with this rotation, column and row
    into a lane that looks like `lanes[lane]`, which then looks like `after`."""

    lanes: Counted
    visible: tuple[str, ...]
    lane: int
    place: tuple[int, int, int]
    after: Lane


class PatternHead(NamedTuple):
    """Everything in a pattern but its instructions."""

    pieces: PieceSet
    preview: int
    height: int
    lane: int
    beside: tuple[int, ...]
    many: int
    fewest: int
    about: dict[str, str]


def is_pattern(text: str) -> bool:
    """Whether a text is a pattern, of any version, by its first line."""
    return bool(_FIRST_LINE.match(text))


# writing


def pattern_lines(head: PatternHead, instructions: Iterable[PatternInstruction]) -> Iterator[str]:
    """The lines of a pattern file."""
    yield FORMAT
    yield from pieces_lines(head.pieces, duel_piece)
    yield header_line("preview", str(head.preview))
    yield header_line("height", str(head.height))
    lanes = [f"many of {head.lane}", *(f"one of {width}" for width in head.beside)]
    yield header_line("lanes", ", ".join(lanes))
    yield header_line("many", str(head.many))
    yield header_line("from", str(head.fewest))
    yield from (header_line(key, value) for key, value in head.about.items())
    for instruction in instructions:
        yield ""
        yield from _instruction_lines(instruction, head.many)


def _instruction_lines(instruction: PatternInstruction, many: int) -> Iterator[str]:
    rotation, column, row = instruction.place
    visible = " ".join(instruction.visible)
    lane = instruction.lane
    yield f"{visible}: rotation {rotation}, column {column}, row {row}, lane {lane}"
    counts = [str(count) if count < many else _MANY for _, count in instruction.lanes]
    lanes = [lane for lane, _ in instruction.lanes] + [instruction.after]
    columns = [column for lane in lanes for column in lane]
    height = max(1, *(column.bit_length() for column in columns))
    lines = [[*counts, _THEN]]
    for i in reversed(range(height)):
        lines.append(["".join(".#"[column >> i & 1] for column in lane) for lane in lanes])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield "  ".join(cells).rstrip()


# reading


def parse_pattern_text(
    text: str, source: str, limits: Limits
) -> tuple[PatternHead, list[PatternInstruction]]:
    """The head and the instructions in a text that messages call `source`; raises FileError, and
    LimitError if the limits did not suffice."""
    header, parts = read_parts(text, source, FORMAT, "a pattern", _KEYS)
    head = _head(header)
    instructions: list[PatternInstruction] = []
    room = limits.bytes() - len(text)
    for part in parts:
        limits.check(f"reading {source}")
        instruction = _instruction(part, head)
        room -= _bytes(instruction)
        if room < 0:
            raise LimitError(f"{source}: so many instructions take more memory than allowed")
        instructions.append(instruction)
    return head, instructions


def _bytes(instruction: PatternInstruction) -> int:
    """About how much memory an instruction takes, with its entry in the checker's table."""
    columns = sum(len(lane) for lane, _ in instruction.lanes)
    return 2**30 // room_for_instructions(2**30, columns)


def _head(header: Header) -> PatternHead:
    lanes = header.require("lanes")
    lane, beside = _read_lanes(lanes)
    return PatternHead(
        read_pieces(header, duel_piece),
        header.require("preview").number(0, MOST_PREVIEW),
        header.require("height").number(0, HIGHEST),
        lane,
        beside,
        header.require("many").number(1, MOST_COUNTED),
        header.require("from").number(1, MOST_LANES),
        header.others(_KEYS),
    )


def _read_lanes(said: Value) -> tuple[int, tuple[int, ...]]:
    found = _LANES.fullmatch(said.text)
    if not found:
        raise said.error("lanes are 'many of 2', or 'many of 2, one of 3' and the like")
    beside = tuple(int(digit) for digit in re.findall(r"\d", found[2]))
    widths = (int(found[1]), *beside)
    if not all(1 <= width <= WIDEST_LANE for width in widths) or len(beside) > MOST_BESIDE:
        raise said.error(f"lanes are 1 to {WIDEST_LANE} wide, at most {MOST_BESIDE} of them single")
    if len(set(widths)) < len(widths):
        raise said.error("lanes of one width are named once")
    return widths[0], beside


def _instruction(part: list[Line], head: PatternHead) -> PatternInstruction:
    first, *rest = part
    known = [piece.name for piece in head.pieces]
    visible, what, place = read_visible(first, head.preview, known)
    found = _PLACE.fullmatch(what.strip())
    if not found:
        expected = "'rotation R, column C, row R, lane N' is expected here"
        raise FileError(first.at(place), expected)
    rotation, column, row, lane = (int(digits) for digits in found.groups())
    lanes, after = _picture(first, rest, head)
    if lane >= len(lanes):
        raise FileError(first.at(len(first.text) - 1), f"there is no lane {lane}")
    return PatternInstruction(lanes, visible, lane, (rotation, column, row), after)


def _picture(first: Line, rest: list[Line], head: PatternHead) -> tuple[Counted, Lane]:
    """The lanes with their counts, and the lane as it is after the drop."""
    if len(rest) < 2:
        raise FileError(first.at(len(first.text)), "lines with lanes are expected after this one")
    counts, *rows = rest
    *said, then = counts.text.split()
    if then != _THEN or not said:
        raise FileError(counts.at(), "counts of lanes and 'then' are expected here")
    if len(rows) > HIGHEST_STACK:
        raise FileError(rows[HIGHEST_STACK].at(), f"no stack is {len(rows)} rows high")
    numbers = [_count(counts, word, head.many) for word in said]
    widths = (head.lane, *head.beside)
    lanes: list[Lane] = []
    for pictures in zip(*(_row(line, len(numbers) + 1) for line in rows), strict=True):
        width = len(pictures[0])
        if any(len(picture) != width for picture in pictures) or width not in widths:
            raise FileError(rows[0].at(), "a lane of another width than the lanes of the pattern")
        lanes.append(
            tuple(
                sum(1 << i for i, row in enumerate(reversed(pictures)) if row[column] == "#")
                for column in range(width)
            )
        )
    *before, after = lanes
    return tuple(zip(before, numbers, strict=True)), after


def _count(line: Line, word: str, many: int) -> int:
    if word == _MANY:
        return many
    if re.fullmatch(r"\d", word, re.ASCII) and 1 <= int(word) < many:
        return int(word)
    expected = f"lanes are counted 1 to {many - 1}" if many > 1 else "lanes are not counted"
    raise FileError(line.at(line.text.index(word)), f"{expected}, or 'many', not {word!r}")


def _row(line: Line, count: int) -> list[str]:
    pictures = line.text.split()
    if len(pictures) != count or not re.fullmatch(r"[.# ]*", line.text):
        raise FileError(line.at(), f"{count} lanes of '.' and '#' are expected here")
    return pictures
