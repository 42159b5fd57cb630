"""Board files: boards as plain text, one or several to a file.

The format is described in docs/board-files.md. Reading is strict: whatever is not a board is an
error that names the file, the line and the column. Files of shapes use the same format with other
metadata, so reading blocks of text is separate from making boards of them.

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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from cgt.board.grid import CELL_CHARACTERS, Grid
from cgt.common.errors import CgtError, FileError, LimitError, Location
from cgt.common.files import read_text, source_name, write_atomically
from cgt.common.headers import (
    Header,
    Line,
    Value,
    header_line,
    is_key_line,
    paragraphs,
    split_header,
    text_lines,
)
from cgt.common.limits import DEFAULT_MEMORY

LONGEST_FILE = 64 * 2**20
PLAY_CONVENTIONS = ("misere", "normal")

# What a text takes in memory while it is read, as measured.
_BYTES_PER_CHARACTER = 4
_BYTES_PER_LINE = 200
_BYTES_PER_BOARD = 800

_BLANK_LINE = re.compile(r"\n[ \t\r]*(?=\n)")
_NO_BOARD = "there is no board in this file"
_NO_CELL = re.compile(f"[^{re.escape(CELL_CHARACTERS)}]")


@dataclass(frozen=True)
class Block:
    """A rectangle of cells in a text with the metadata above it."""

    grid: Grid
    header: Header
    where: Location


@dataclass(frozen=True)
class Board:
    """A grid with what its file says about it; None for what the file does not say.

    `pieces` is text from the file, for cgt.board.piecesets.piece_set to read.
    """

    grid: Grid
    name: str | None = None
    play: str | None = None
    pieces: str | None = None
    where: Location = field(default=Location("board"), compare=False)
    pieces_where: Location | None = field(default=None, compare=False)


# reading


def read_boards(path: str | Path, memory: int = DEFAULT_MEMORY) -> list[Board]:
    """The boards of a file, or of standard input for `-`.

    Raises FileError, and LimitError if they would take more than `memory` bytes.
    """
    return [_board(block) for block in read_blocks(path, ("name", "play", "pieces"), memory)]


def read_first_board(path: str | Path, most_rows: int) -> Board:
    """The first board of a file, without reading on; raises FileError, also if it has more than
    `most_rows` lines."""
    text, source = read_text(path, LONGEST_FILE), source_name(path)
    for block in _blocks(text, source, ("name", "play", "pieces"), most_rows):
        return _board(block)
    raise FileError(Location(source), _NO_BOARD)


def parse_boards(text: str, source: str = "text") -> list[Board]:
    """The boards of a text; raises FileError, which calls the text `source`."""
    return [_board(block) for block in parse_blocks(text, source, ("name", "play", "pieces"))]


def _board(block: Block) -> Board:
    name, pieces = block.header.get("name"), block.header.get("pieces")
    return Board(
        block.grid,
        name=name.text if name else None,
        play=_play_convention(block.header.get("play")),
        pieces=pieces.text if pieces else None,
        where=block.where,
        pieces_where=pieces.where if pieces else None,
    )


def _play_convention(value: Value | None) -> str | None:
    if value is None:
        return None
    plain = value.text.lower().replace("è", "e")
    if plain in PLAY_CONVENTIONS:
        return plain
    return value.choice(PLAY_CONVENTIONS)


def read_blocks(
    path: str | Path, keys: tuple[str, ...], memory: int = DEFAULT_MEMORY
) -> list[Block]:
    """The blocks of a file whose metadata may have the given keys. Raises FileError, and LimitError
    if they would take more than `memory` bytes."""
    text, source = read_text(path, LONGEST_FILE), source_name(path)
    needed = _BYTES_PER_CHARACTER * len(text) + _BYTES_PER_LINE * text.count("\n")
    if needed <= memory:
        needed += _BYTES_PER_BOARD * sum(1 for _ in _BLANK_LINE.finditer(text))
    if needed > memory:
        raise LimitError(
            f"{source}: reading these boards takes {needed // 2**20} MiB of memory, and "
            f"{memory // 2**20} MiB are allowed"
        )
    return parse_blocks(text, source, keys)


def parse_blocks(text: str, source: str, keys: tuple[str, ...]) -> list[Block]:
    """The blocks of a text; raises FileError unless there is at least one.

    Metadata alone at the top, with a blank line below, applies to every block.
    """
    blocks = list(_blocks(text, source, keys))
    if not blocks:
        raise FileError(Location(source), _NO_BOARD)
    return blocks


def _blocks(
    text: str, source: str, keys: tuple[str, ...], most_lines: int | None = None
) -> Iterator[Block]:
    """The blocks one after the other; raises FileError if one has more than `most_lines`."""
    any_yet = False
    shared: Header | None = None
    for paragraph in paragraphs(text_lines(text, source), most_lines):
        header, rows = split_header(paragraph, paragraph[0].at(), keys)
        if rows:
            values = header.values if shared is None else {**shared.values, **header.values}
            any_yet = True
            yield Block(_grid(rows), replace(header, values=values), rows[0].at())
        elif any_yet or shared is not None:
            raise FileError(paragraph[0].at(), "metadata with no board below it")
        else:
            shared = header


def _grid(rows: list[Line]) -> Grid:
    width = len(rows[0].text)
    for line in rows:
        if is_key_line(line):
            raise FileError(line.at(), "metadata goes above the rows of a board, not below")
        bad = _NO_CELL.search(line.text)
        if bad:
            raise FileError(
                line.at(bad.start()),
                f"{bad[0]!r} is not a cell: '.' is an empty cell and '#' a filled one",
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
    said = [(key, getattr(board, key)) for key in ("name", "play", "pieces")]
    lines = [header_line(key, value) for key, value in said if value is not None]
    return "\n".join([*lines, *board.grid.rows(), ""])


def write_boards(path: str | Path, boards: Iterable[Board]) -> None:
    """Writes a board file, whole or not at all; raises CgtError."""
    content = format_boards(boards).encode("utf-8")
    write_atomically(path, lambda file: file.write(content))
