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

from cgt.board.cells import NoCellError, cells_for, cells_of_rows
from cgt.board.grid import Grid
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
NO_FILE = "board"  # what messages call a board that is in no file
PLAY_CONVENTIONS = ("misere", "normal")
_KEYS = ("name", "play", "pieces")

# What a text takes in memory while it is read, as measured.
_BYTES_PER_CHARACTER = 4
_BYTES_PER_LINE = 200
_BYTES_PER_BOARD = 800

_BLANK_LINE = re.compile(r"\n[ \t\r]*(?=\n)")
_NO_BOARD = "there is no board in this file"


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
    where: Location = field(default=Location(NO_FILE), compare=False)
    pieces_where: Location | None = field(default=None, compare=False)

    @property
    def file(self) -> str | None:
        """The file it is from; None if it is in no file."""
        return None if self.where.source == NO_FILE else self.where.source


# reading


def read_boards(
    path: str | Path, memory: int = DEFAULT_MEMORY, *, pieces: str | None = None
) -> list[Board]:
    """The boards of a file, or of standard input for `-`.

    `pieces` is the piece set that they are played with, whatever the file says: its letters are
    cells. Raises FileError, and LimitError if they would take more than `memory` bytes.
    """
    return [_board(block) for block in read_blocks(path, _KEYS, memory, pieces=pieces)]


def read_first_board(path: str | Path, most_rows: int) -> Board:
    """The first board of a file, without reading on; raises FileError, also if it has more than
    `most_rows` lines."""
    return parse_first_board(read_text(path, LONGEST_FILE), source_name(path), most_rows)


def parse_first_board(text: str, source: str, most_rows: int) -> Board:
    """The first board of a text, without reading on; raises FileError, which calls the text
    `source`, also if the board has more than `most_rows` lines."""
    for block in _blocks(text, source, _KEYS, most_lines=most_rows):
        return _board(block)
    raise FileError(Location(source), _NO_BOARD)


def parse_boards(text: str, source: str = "text", *, pieces: str | None = None) -> list[Board]:
    """The boards of a text; raises FileError, which calls the text `source`. `pieces` as for
    `read_boards`."""
    return [_board(block) for block in parse_blocks(text, source, _KEYS, pieces=pieces)]


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
    path: str | Path,
    keys: tuple[str, ...],
    memory: int = DEFAULT_MEMORY,
    *,
    pieces: str | None = None,
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
    return parse_blocks(text, source, keys, pieces=pieces)


def parse_blocks(
    text: str, source: str, keys: tuple[str, ...], *, pieces: str | None = None
) -> list[Block]:
    """The blocks of a text; raises FileError unless there is at least one.

    Metadata alone at the top, with a blank line below, applies to every block.
    """
    blocks = list(_blocks(text, source, keys, pieces))
    if not blocks:
        raise FileError(Location(source), _NO_BOARD)
    return blocks


def _blocks(
    text: str,
    source: str,
    keys: tuple[str, ...],
    pieces: str | None = None,
    *,
    most_lines: int | None = None,
) -> Iterator[Block]:
    """The blocks one after the other; raises FileError if one has more than `most_lines`. Cells are
    those of a board with these `pieces`, or with those that the block names."""
    any_yet = False
    shared: Header | None = None
    for paragraph in paragraphs(text_lines(text, source), most_lines):
        header, rows = split_header(paragraph, paragraph[0].at(), keys)
        if rows:
            values = header.values if shared is None else {**shared.values, **header.values}
            any_yet = True
            whole = replace(header, values=values)
            yield Block(_grid(rows, pieces or whole.text("pieces")), whole, rows[0].at())
        elif any_yet or shared is not None:
            raise FileError(paragraph[0].at(), "metadata with no board below it")
        else:
            shared = header


def _grid(rows: list[Line], pieces: str) -> Grid:
    for line in rows:
        if is_key_line(line):
            raise FileError(line.at(), "metadata goes above the rows of a board, not below")
    try:
        return Grid.from_rows(cells_of_rows([line.text for line in rows], cells_for(pieces)))
    except NoCellError as error:
        raise FileError(rows[error.row].at(error.index), str(error)) from None


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
