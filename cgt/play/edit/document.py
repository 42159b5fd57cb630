"""The board file that is edited: one of its boards at a time, and everything else in it is kept.

Saving writes only the lines of a file that have to change. Comments, the other boards, and the
characters of cells that stay filled or empty are kept as they were.

>>> text = "; mine\\nname: a\\nIIII\\n....\\n\\n..\\n"
>>> boards = parse_boards(text)
>>> boards[0] = replace(boards[0], grid=Grid("##.#|...."), play="normal")
>>> print(text_with(text, boards))
; mine
name: a
play: normal
II.I
....
<BLANKLINE>
..
<BLANKLINE>
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cgt.board.boardfile import Board, format_boards, parse_boards
from cgt.board.grid import Grid
from cgt.board.piecesets import named_piece_set, piece_set
from cgt.board.polyomino import PieceSet
from cgt.common.errors import CgtError, FileError, PieceError
from cgt.common.examples import is_example
from cgt.common.files import (
    STANDARD_INPUT,
    file_exists,
    file_of,
    read_text,
    source_name,
    write_atomically,
)
from cgt.common.headers import header_line

_KEYS = ("name", "play", "pieces")
_LONGEST_FILE = 2**20  # more than anybody draws
_DEFAULT_PIECES = "tetromino"


@dataclass(frozen=True)
class Document:
    """Boards, and the file that they are from: its name, None if they have none yet, and its text,
    None if it does not exist yet."""

    boards: tuple[Board, ...]
    path: str | None = None
    text: str | None = None

    @classmethod
    def read(cls, path: str) -> Document:
        """The boards of a file; raises CgtError."""
        check_ordinary(path)
        text = read_text(path, _LONGEST_FILE)
        return cls(tuple(parse_boards(text, source_name(path))), path, text)

    @property
    def folder(self) -> Path:
        """What paths of piece sets in the file are relative to."""
        return Path(".") if self.path is None else Path(self.path).parent

    def pieces_of(self, board: Board) -> PieceSet:
        """The piece set that a board is played with; raises FileError."""
        try:
            return piece_set(board.pieces or _DEFAULT_PIECES, self.folder)
        except PieceError as error:
            raise FileError(board.pieces_where or board.where, str(error)) from None

    def would_overwrite(self, path: str) -> bool:
        """Whether saving there would overwrite something other than what was read; raises
        CgtError for what is no ordinary file."""
        check_ordinary(path)
        if is_example(path) or not file_exists(path):
            return False
        return self.text is None or self.path is None or not self._is_as_read(path)

    def _is_as_read(self, path: str) -> bool:
        """Whether a file that exists is the one that was read, and has not changed since."""
        try:
            same = self.path is not None and os.path.samefile(path, self.path)
            return same and read_text(path, _LONGEST_FILE) == self.text
        except (OSError, CgtError):
            return False

    def saved(self, path: str, boards: Sequence[Board]) -> Document:
        """Writes the boards, whole or not at all; returns the document that a file now has. Raises
        CgtError."""
        check_ordinary(path)
        moved = [replace(board, pieces=self._pieces_text(board, Path(path))) for board in boards]
        text = format_boards(moved) if self.text is None else text_with(self.text, moved)
        content = text.encode("utf-8")
        write_atomically(path, lambda file: file.write(content))
        return Document(tuple(parse_boards(text, source_name(path))), path, text)

    def _pieces_text(self, board: Board, target: Path) -> str | None:
        """What a file says about a board's pieces: a file of shapes by its path from there."""
        said = board.pieces
        if said is None or is_named(said) or Path(said).is_absolute():
            return said
        if target.parent.resolve() == self.folder.resolve():
            return said
        return os.path.relpath(self.folder / said, target.parent)


def is_named(pieces: str) -> bool:
    """Whether a text names a piece set, or an example, rather than a file of one's own."""
    try:
        return is_example(pieces) or named_piece_set(pieces) is not None
    except PieceError:
        return True


def check_ordinary(path: str) -> None:
    """Raises CgtError for what would block the screen: standard input, a pipe, a device."""
    if path == STANDARD_INPUT or (file_exists(path) and not Path(file_of(path)).is_file()):
        raise CgtError(f"{source_name(path)}: this is not an ordinary file")


# the text of a file with other boards


def text_with(text: str, boards: Sequence[Board]) -> str:
    """The text of a board file with other boards in place of its own, as many; what does not have
    to change stays as it is."""
    old_boards = parse_boards(text)
    lines = text.split("\n")
    for old, new in reversed(list(zip(old_boards, boards, strict=True))):
        if old != new:
            _replace(lines, old, new)
    changed = "\n".join(lines)
    # A file that is written in some way that nobody thought of loses its comments, not its boards.
    return changed if _has(changed, boards) else format_boards(boards)


def _has(text: str, boards: Sequence[Board]) -> bool:
    try:
        return parse_boards(text) == list(boards)
    except CgtError:
        return False


def _replace(lines: list[str], old: Board, new: Board) -> None:
    """Changes the lines of one board."""
    first = old.where.line - 1
    end = "\r" if lines[first].endswith("\r") else ""
    if old.grid != new.grid:
        _replace_rows(lines, first, old.grid, new.grid, end)
    for key in _KEYS:
        value = getattr(new, key)
        if value != getattr(old, key):
            first += _set_value(lines, first, key, value, end)


def _replace_rows(lines: list[str], first: int, old: Grid, new: Grid, end: str) -> None:
    """Changes the rows of a board, which begin at line `first`; comments between them go below."""
    places = [n for n in range(first, len(lines)) if not _is_comment(lines[n])][: old.height]
    written = [lines.pop(n) for n in reversed(places)][::-1] + [""] * new.height
    lines[first:first] = [_row(written[n], old, new, n) + end for n in range(new.height)]


def _is_comment(line: str) -> bool:
    return line.lstrip(" \t").startswith(";")


def _row(written: str, old: Grid, new: Grid, row: int) -> str:
    """A row of the new grid, with the characters of cells that are what they were."""
    plain = new.rows()[row]
    written = written.rstrip(" \t\r")
    if row >= old.height or len(written) != old.width:  # there are blanks between the cells
        return plain
    return "".join(
        written[column] if column < old.width and old[row, column] == new[row, column] else cell
        for column, cell in enumerate(plain)
    )


def _set_value(lines: list[str], first: int, key: str, value: str | None, end: str) -> int:
    """Changes, adds or removes a line `key: value` above the rows of a board that begin at line
    `first`; returns how many lines there are more."""
    said = re.compile(rf"[ \t]*{key}[ \t]*:", re.IGNORECASE)
    at = first - 1
    while at >= 0 and lines[at].strip(" \t\r"):
        if said.match(lines[at]):
            lines[at : at + 1] = [] if value is None else [header_line(key, value) + end]
            return -1 if value is None else 0
        at -= 1
    if value is None:  # it is said for all boards of the file
        return 0
    lines.insert(first, header_line(key, value) + end)
    return 1
