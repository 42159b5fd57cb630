"""Files of proofs: their header, and their lines one after the other, however many there are.

```
cgt proof 1
pieces: tetromino
play: misere
board: ....|....|....
claim: N
positions: 2
.##|...|.#. + *1
{*2+*2, *3}
```

A file may be compressed with gzip. The header is read at once; the positions are streamed, as lines
for the plain checker, as blocks of bytes for the native one. Both are told the same mistakes.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO, Literal, cast

from cgt.common.errors import FileError, Location
from cgt.common.files import OpenedFile, decode_text
from cgt.common.headers import Header, Line, Value, split_header, start_of_file, text_lines
from cgt.placement.proof.shapes import Cells, cells_of, in_corner, shapes_of, turned

FIRST_LINE = "cgt proof 1"
LONGEST_LINE = 2**20  # bytes
MOST_CELLS = 256  # of a board

_KEYS = ("pieces", "play", "board", "claim", "positions")
_LONGEST_HEADER = 2**22  # bytes
_AT_ONCE = 2**16
_GZIP = b"\x1f\x8b"
_MARK = b"\xef\xbb\xbf"  # of UTF-8
_CLAIM = re.compile(r"(?P<outcome>[NP])|nimber (?P<nimber>\d{1,3})", re.ASCII)
_BEGINNING = re.compile(rb"(?:[ \t]*;[^\n]*\n)*[ \t]*cgt proof\b")

Claim = Literal["N", "P", "nimber"]
Play = Literal["misere", "normal"]
_PLAYS: tuple[Play, ...] = ("misere", "normal")


def small_cells(largest: int) -> int:
    """How many cells a region may have to count by its value, if the largest piece has so many."""
    return 12 if largest <= 2 else 4 * largest


@dataclass(frozen=True)
class Head:
    """What a proof claims, about which board of which game. The claim `nimber` has a number."""

    pieces: str
    is_named: bool  # whether the pieces have a name that everybody knows, or are drawn
    shapes: frozenset[Cells]
    play: Play
    rows: tuple[str, ...]
    claim: Claim
    nimber: int
    positions: int
    small: int  # a region of up to so many cells counts by its value
    claim_line: int
    positions_line: int

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the board."""
        return len(self.rows[0]), len(self.rows)

    @property
    def board(self) -> Cells:
        """The empty cells of the board."""
        return cells_of("|".join(self.rows), ".")

    @property
    def claim_text(self) -> str:
        """The claim as it is written."""
        return f"nimber {self.nimber}" if self.claim == "nimber" else self.claim


def is_proof(file: OpenedFile) -> bool:
    """Whether a file seems to be a proof; it can still be read from its beginning. Nothing else
    that is checked comes compressed."""
    start = file.peek(_AT_ONCE)
    return start.startswith(_GZIP) or bool(_BEGINNING.match(start.removeprefix(_MARK)))


class ProofFile:
    """A proof that is being read: its head first, then either its lines or its blocks, once.
    Everything raises FileError."""

    def __init__(self, file: OpenedFile) -> None:
        self.source = file.source
        self._file = file
        packed = file.peek(2) == _GZIP
        self._unpacked = gzip.GzipFile(fileobj=cast(BinaryIO, file), mode="rb") if packed else None
        start, self._rest = self._start()
        self.first_line = start.count(b"\n") + 1
        self.header = _header(decode_text(start, self.source), self.source)
        self.head = _head(self.header)

    @classmethod
    def of_bytes(cls, data: bytes, source: str) -> ProofFile:
        """A proof in memory, which messages call `source`."""
        return cls(OpenedFile(BytesIO(data), source))

    def _start(self) -> tuple[bytes, bytes]:
        """The header, and what was read after it: from the first line, after the one that names the
        format, that is no `key: value`."""
        start, place, is_named = b"", 0, False
        while True:
            end = start.find(b"\n", place)
            if end < 0:
                if len(start) > _LONGEST_HEADER:
                    where = Location(self.source, start.count(b"\n") + 1)
                    raise FileError(where, f"a header of more than {_LONGEST_HEADER // 2**20} MiB")
                if more := self._read():
                    start += more
                    continue
                end = len(start)
            line = start[place:end].removeprefix(_MARK).strip()
            if line and not line.startswith(b";"):
                if is_named and b":" not in line:
                    return start[:place], start[place:]
                is_named = True
            if end == len(start):
                return start, b""
            place = end + 1

    def _read(self) -> bytes:
        if self._unpacked is None:
            return self._file.read(_AT_ONCE)
        try:
            return self._unpacked.read1(_AT_ONCE)
        except EOFError:
            problem = "the compressed data end early"
        except (gzip.BadGzipFile, zlib.error) as error:
            problem = f"the compressed data are damaged: {error}"
        raise FileError(Location(self.source), problem)

    def blocks(self) -> Iterator[bytes]:
        """All that follows the header, which begins with line `first_line`, in blocks."""
        if self._rest:
            yield self._rest
        while block := self._read():
            yield block

    def lines(self) -> Iterator[Line]:
        """The positions' lines, without comments and blank lines."""
        number, left = self.first_line, b""
        for block in self.blocks():
            *whole, left = (left + block).split(b"\n")
            for line in whole:
                yield from self._line(line, number)
                number += 1
            if len(left) > LONGEST_LINE:
                yield from self._line(left, number)
        yield from self._line(left, number)

    def _line(self, data: bytes, number: int) -> Iterator[Line]:
        if len(data) > LONGEST_LINE:
            where = Location(self.source, number)
            raise FileError(where, f"a line of more than {LONGEST_LINE // 2**20} MiB")
        line = Line(data.decode("latin-1").removesuffix("\r").rstrip(" \t"), number, self.source)
        if line.text and not line.text.lstrip(" \t").startswith(";"):
            yield line


def _header(text: str, source: str) -> Header:
    lines = text_lines(text, source)
    where = start_of_file(lines, source, FIRST_LINE, "a proof")
    header, others = split_header(lines, where, _KEYS, shapes=True)
    if others:
        raise FileError(others[0].at(), "a line 'key: value' or a position is expected here")
    return header


def _head(header: Header) -> Head:
    play = header.require("play").choice(_PLAYS)
    claim, nimber = _claim(header.require("claim"), play)
    shapes = _shapes(header)
    largest = max(len(shape) for shape in shapes)
    return Head(
        pieces=header.require("pieces").text,
        is_named=not header.shapes,
        shapes=shapes,
        play=play,
        rows=_rows(header.require("board")),
        claim=claim,
        nimber=nimber,
        positions=header.require("positions").number(0, 10**15),
        small=small_cells(largest),
        claim_line=header.require("claim").where.line,
        positions_line=header.require("positions").where.line,
    )


def _claim(value: Value, play: str) -> tuple[Claim, int]:
    found = _CLAIM.fullmatch(value.text)
    if found is None:
        raise value.error("claim is 'N', 'P' or 'nimber K'")
    if found["outcome"]:
        return cast(Claim, found["outcome"]), 0
    if play == "misere":
        raise FileError(value.where, "nimbers are claimed of normal play only")
    return "nimber", int(found["nimber"])


def _rows(value: Value) -> tuple[str, ...]:
    rows = tuple(value.text.split("|"))
    if len({len(row) for row in rows}) > 1 or not rows[0] or set("".join(rows)) - set(".#"):
        raise value.error("board is equally long rows of '.' and '#' with '|' between them")
    if len(rows) * len(rows[0]) > MOST_CELLS:
        raise FileError(value.where, f"a board has at most {MOST_CELLS} cells")
    return rows


def _shapes(header: Header) -> frozenset[Cells]:
    """All shapes of the pieces, turned in every way: those that the name stands for, or those that
    are drawn."""
    said = header.require("pieces")
    if not header.shapes:
        known = shapes_of(said.text)
        if known is None:
            raise said.error("pieces has a known name, or its shapes follow")
        return known
    if any(shapes_of(text) for text in (said.text, said.text.lower(), said.text.upper())):
        raise FileError(said.where, f"{said.text!r} has a meaning already: no shapes can follow")
    return turned(_shape(value) for value in header.shapes.values())


def _shape(value: Value) -> Cells:
    rows = value.text.split("|")
    if (
        len({len(row) for row in rows}) > 1
        or set("".join(rows)) - set(".#")
        or "#" not in value.text
    ):
        raise value.error(f"{value.key} is equally long rows of '.' and '#'")
    cells = in_corner(cells_of(value.text))
    if len(cells) > MOST_CELLS or not _is_connected(cells):
        raise value.error(f"{value.key} has connected cells")
    return cells


def _is_connected(cells: Cells) -> bool:
    reached, waiting = set[tuple[int, int]](), [min(cells)]
    while waiting:
        row, column = cell = waiting.pop()
        if cell in cells and cell not in reached:
            reached.add(cell)
            waiting += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return reached == cells
