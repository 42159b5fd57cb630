"""Reading what a command line names: boards, each with its piece set, wells, and rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cgt.board.boardfile import (
    NO_FILE,
    Board,
    parse_boards,
    parse_first_board,
    read_boards,
    read_first_board,
)
from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import PieceSet
from cgt.cli.support.boards import is_written_out, size_in_words, with_bars
from cgt.common.errors import FileError, PieceError, SizeError
from cgt.common.files import STANDARD_INPUT, read_text
from cgt.common.limits import DEFAULT_MEMORY

if TYPE_CHECKING:
    from cgt.duel.rules import Rules
    from cgt.duel.well import Well

_DEFAULT_PIECES = "tetromino"
_USUAL_ROWS = 20
_OTHER_KINDS = {  # by what their first line begins with
    "enemy:": "this is a replay, not a board: cgt replay shows it",
    "score:": "this is a replay, not a board: cgt replay shows it",
    "cgt trace": "this is a trace, not a board: cgt replay shows it",
    "cgt strategy": "this is a strategy, not a board: cgt verify checks it",
    "cgt pattern": "this is a pattern, not a board: cgt verify checks it",
}
_MOST_LINES_OF_WELL = 1000  # more than any well has rows


def load_boards(
    named: Iterable[str], pieces: str | None, memory: int = DEFAULT_MEMORY
) -> list[tuple[Board, PieceSet]]:
    """All boards of all files, and those that are written out. If one cannot be read, nothing is
    shown at all.

    `pieces` is the option, which overrides what a file says. Raises FileError, LimitError if one
    file would take more than `memory` bytes, or click.BadParameter for a bad option.
    """
    chosen = _option(pieces) if pieces is not None else None
    known: dict[tuple[str, Path], PieceSet] = {}
    loaded = []
    for text in named:
        if size := size_in_words(text):
            loaded.append(empty_board(*size, pieces))
            continue
        is_board = is_written_out(text)
        folder = Path(".") if is_board or text == STANDARD_INPUT else Path(text).parent
        boards = (
            parse_boards(_one_row_a_line(text), NO_FILE, pieces=pieces)
            if is_board
            else _boards_of_file(text, memory, pieces)
        )
        for board in boards:
            key = (board.pieces or _DEFAULT_PIECES, folder)
            if chosen is None and key not in known:
                known[key] = _named_by(board, *key)
            loaded.append((board, chosen or known[key]))
    return loaded


def _boards_of_file(name: str, memory: int, pieces: str | None) -> list[Board]:
    meant = with_bars(name)
    if meant is not None:
        raise click.UsageError(f"rows of a board are written with | between them: {meant!r}")
    try:
        return read_boards(name, memory, pieces=pieces)
    except FileError as error:
        if name != STANDARD_INPUT and (kind := _other_kind(name)):
            raise FileError(error.where, kind) from None
        raise


def _other_kind(name: str) -> str:
    """What a file is that is no board file, and what reads it; nothing if that cannot be told."""
    try:
        text = read_text(name, 2**20)
    except FileError:
        return ""
    lines = (line for line in text.splitlines() if not line.startswith(";"))
    first = next(lines, "")
    for beginning, kind in _OTHER_KINDS.items():
        if first.startswith(beginning):
            return kind
    return ""


def _one_row_a_line(text: str) -> str:
    """A board that is written out on a command line, as it would stand in a file."""
    return "\n".join(row.strip() for row in text.replace("|", "\n").split("\n"))


def empty_board(width: int, height: int, pieces: str | None) -> tuple[Board, PieceSet]:
    """An empty board that an option names."""
    return Board(Grid.of_size(width, height)), _option(pieces or _DEFAULT_PIECES)


def load_rules(options: dict[str, Any]) -> Rules:
    """The rules of a duel that cgt.cli.support.options.duel_rules asks for; raises CgtError."""
    from cgt.duel.rules import Rules

    return Rules(_option(options["pieces"]), **{k: options[k] for k in options if k != "pieces"})


def load_well(named: str) -> Well:
    """The well in a board file, its first board, or one that is written out. Raises FileError."""
    from cgt.duel.well import Well

    if is_written_out(named):
        board = parse_first_board(_one_row_a_line(named), NO_FILE, _MOST_LINES_OF_WELL)
    else:
        board = read_first_board(named, _MOST_LINES_OF_WELL)
    try:
        return Well.from_grid(board.grid)
    except SizeError as error:
        raise FileError(board.where, str(error)) from None


def load_well_or_size(named: str | None, size: tuple[int, int] | None) -> tuple[Well, int]:
    """The well that is named, or an empty one, and how many rows it has: a named one at least as
    many as is usual. Raises CgtError, and click.UsageError unless exactly one is given."""
    from cgt.duel.well import Well

    if (named is None) == (size is None):
        raise click.UsageError("give a board file, a board such as '....|..##', or --size 10x20")
    size = size_in_words(named) if named is not None else size
    if size is not None:
        width, height = size
        return Well.empty(width), height
    well = load_well(named or "")
    return well, max(_USUAL_ROWS, well.stack_height)


def _option(text: str) -> PieceSet:
    try:
        return piece_set(text)
    except PieceError as error:
        raise click.BadParameter(str(error), param_hint="--pieces") from None


def _named_by(board: Board, text: str, folder: Path) -> PieceSet:
    try:
        return piece_set(text, folder)
    except PieceError as error:
        raise FileError(board.pieces_where or board.where, str(error)) from None
