"""Board files: boards as plain text, one or several to a file.

The format is described in docs/board-files.md. Reading is strict: whatever is not a board is an
error that names the file, the line and the column. Files of shapes use the same format with other
metadata, so the reading of text blocks is kept apart from what boards make of them.

>>> [board] = parse_boards("name: corner\\n.#\\n..\\n")
>>> board.name, board.grid
('corner', Grid('.#|..'))
>>> print(format_boards([board]), end="")
name: corner
.#
..
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cgt.board.grid import CELL_CHARACTERS, Grid
from cgt.common.errors import CgtError, FileError, Location
from cgt.common.files import location_of_byte, read_bytes, source_name, write_atomically

LONGEST_FILE = 64 * 2**20
PLAY_CONVENTIONS = ("misere", "normal")

_METADATA_LINE = re.compile(r"\s*(?P<key>[A-Za-z]\w*)\s*:\s*(?P<value>.*)")
_NO_CELL = re.compile(f"[^{re.escape(CELL_CHARACTERS)}]")
_OTHER_ENCODINGS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


@dataclass(frozen=True)
class Value:
    """The text of a metadata line after its key, and where it stands."""

    text: str
    where: Location


@dataclass(frozen=True)
class Block:
    """A rectangle of cells in a text with the metadata above it."""

    grid: Grid
    metadata: Mapping[str, Value]
    where: Location


@dataclass(frozen=True)
class Board:
    """A grid with what its file says about it; what it does not say is None.

    `pieces` is the text of the file, to be read by cgt.board.piecesets.piece_set.
    """

    grid: Grid
    name: str | None = None
    play: str | None = None
    pieces: str | None = None
    where: Location = field(default=Location("board"), compare=False)
    pieces_where: Location | None = field(default=None, compare=False)


# reading


def read_boards(path: str | Path) -> list[Board]:
    """The boards of a file, or of standard input for `-`; raises FileError."""
    return [_board(block) for block in read_blocks(path, ("name", "play", "pieces"))]


def parse_boards(text: str, source: str = "text") -> list[Board]:
    """The boards of a text; raises FileError, in which the text is called `source`."""
    return [_board(block) for block in parse_blocks(text, source, ("name", "play", "pieces"))]


def _board(block: Block) -> Board:
    name, pieces = block.metadata.get("name"), block.metadata.get("pieces")
    return Board(
        block.grid,
        name=name.text if name else None,
        play=_play_convention(block.metadata.get("play")),
        pieces=pieces.text if pieces else None,
        where=block.where,
        pieces_where=pieces.where if pieces else None,
    )


def _play_convention(value: Value | None) -> str | None:
    if value is None:
        return None
    play = value.text.lower().replace("è", "e")
    if play not in PLAY_CONVENTIONS:
        raise FileError(value.where, f"play is 'misere' or 'normal', not {value.text!r}")
    return play


def read_blocks(path: str | Path, keys: tuple[str, ...]) -> list[Block]:
    """The blocks of a file whose metadata may have the given keys; raises FileError."""
    source = source_name(path)
    return parse_blocks(_decode(read_bytes(path, LONGEST_FILE), source), source, keys)


def _decode(data: bytes, source: str) -> str:
    for mark, encoding in _OTHER_ENCODINGS.items():
        if data.startswith(mark):
            raise FileError(Location(source), f"this is {encoding} text; save it as UTF-8")
    data = data.removeprefix(b"\xef\xbb\xbf")
    binary = data.find(b"\0")
    if binary >= 0:
        where = location_of_byte(data, binary, source)
        raise FileError(where, "byte 0x00: this is a binary file, not text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = location_of_byte(data, error.start, source)
        raise FileError(where, f"byte {data[error.start]:#04x} is not UTF-8 text") from None


def parse_blocks(text: str, source: str, keys: tuple[str, ...]) -> list[Block]:
    """The blocks of a text; raises FileError unless there is at least one.

    Metadata that stands alone at the top, with a blank line under it, is every block's.
    """
    blocks: list[Block] = []
    shared: dict[str, Value] = {}
    for paragraph in _paragraphs(text, source):
        metadata, rows = _split(paragraph, keys)
        if rows:
            blocks.append(Block(_grid(rows), shared | metadata, rows[0].where))
        elif not blocks and not shared:
            shared = metadata
        else:
            raise FileError(paragraph[0].where, "metadata with no board under it")
    if not blocks:
        raise FileError(Location(source), "there is no board in this file")
    return blocks


@dataclass(frozen=True)
class _Line:
    text: str
    source: str
    number: int

    @property
    def where(self) -> Location:
        return self.at(0)

    def at(self, index: int) -> Location:
        return Location(self.source, self.number, index + 1)


def _paragraphs(text: str, source: str) -> Iterator[list[_Line]]:
    """Lines between blank lines, without comments and trailing blanks."""
    lines: list[_Line] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if "\r" in line:
            where = Location(source, number, line.index("\r") + 1)
            raise FileError(where, "a carriage return inside a line")
        stripped = line.rstrip(" \t")
        if stripped.startswith(";"):
            continue
        if stripped:
            lines.append(_Line(stripped, source, number))
        elif lines:
            yield lines
            lines = []
    if lines:
        yield lines


def _split(paragraph: list[_Line], keys: tuple[str, ...]) -> tuple[dict[str, Value], list[_Line]]:
    """The metadata at a paragraph's top and the rows under it."""
    metadata: dict[str, Value] = {}
    rows: list[_Line] = []
    for line in paragraph:
        match = _METADATA_LINE.fullmatch(line.text)
        if not match:
            rows.append(line)
        elif rows:
            raise FileError(line.where, "metadata stands above the rows of a board, not below")
        else:
            key = match["key"].lower()
            where = line.at(match.start("key"))
            if key not in keys:
                raise FileError(where, f"unknown key {match['key']!r}; known are {', '.join(keys)}")
            if key in metadata:
                raise FileError(where, f"{key!r} is given twice")
            value = match["value"].strip()
            if not value:
                raise FileError(line.at(len(line.text)), f"{key!r} has no value")
            metadata[key] = Value(value, line.at(match.start("value")))
    return metadata, rows


def _grid(rows: list[_Line]) -> Grid:
    width = len(rows[0].text)
    for line in rows:
        bad = _NO_CELL.search(line.text)
        if bad:
            raise FileError(
                line.at(bad.start()),
                f"{bad[0]!r} is no cell: '.' is an empty one and '#' a filled one",
            )
        if len(line.text) != width:
            raise FileError(
                line.at(min(width, len(line.text))),
                f"this row has {len(line.text)} cells, the first row of the board has {width}",
            )
    return Grid.from_rows([line.text for line in rows])


# writing


def format_boards(boards: Iterable[Board]) -> str:
    """The text of a board file; reading it gives the same boards.

    Raises CgtError for no boards at all, for a name or a piece set that cannot stand on one line,
    and for a play convention that does not exist.
    """
    texts = [_format_board(board) for board in boards]
    if not texts:
        raise CgtError("a board file has at least one board")
    return "\n".join(texts)


def _format_board(board: Board) -> str:
    if board.play not in (None, *PLAY_CONVENTIONS):
        raise CgtError(f"play is 'misere' or 'normal', not {board.play!r}")
    lines = []
    for key in ("name", "play", "pieces"):
        value: str | None = getattr(board, key)
        if value is None:
            continue
        if not value or value != value.strip() or not _fits_on_a_line(value):
            raise CgtError(f"the {key} {value!r} cannot be written on one line of a board file")
        lines.append(f"{key}: {value}")
    return "\n".join([*lines, *board.grid.rows(), ""])


def _fits_on_a_line(value: str) -> bool:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:  # half of a character
        return False
    return not re.search(r"[\r\n\0]", value)


def write_boards(path: str | Path, boards: Iterable[Board]) -> None:
    """Writes a board file, whole or not at all; raises CgtError."""
    content = format_boards(boards).encode("utf-8")
    write_atomically(path, lambda file: file.write(content))
