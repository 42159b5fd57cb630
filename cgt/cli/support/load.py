"""Reading the board files that a command line names, each board with its piece set."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cgt.board.boardfile import Board, read_boards, read_first_board
from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import PieceSet
from cgt.common.errors import FileError, Location, PieceError, SizeError
from cgt.common.files import STANDARD_INPUT
from cgt.common.limits import DEFAULT_MEMORY
from cgt.placement.solver import LARGEST_SIDE, check_board_size

if TYPE_CHECKING:
    from cgt.duel.rules import Rules
    from cgt.duel.well import Well

_DEFAULT_PIECES = "tetromino"
_MOST_LINES_OF_WELL = 1000  # more than any well has rows


def load_boards(
    files: Iterable[str], pieces: str | None, memory: int = DEFAULT_MEMORY
) -> list[tuple[Board, PieceSet]]:
    """All boards of all files. If one cannot be read, nothing is shown at all.

    `pieces` is the option, which overrides what a file says. Raises FileError, LimitError if one
    file would take more than `memory` bytes, or click.BadParameter for a bad option.
    """
    chosen = _option(pieces) if pieces is not None else None
    known: dict[tuple[str, Path], PieceSet] = {}
    loaded = []
    for file in files:
        folder = Path(".") if file == STANDARD_INPUT else Path(file).parent
        for board in read_boards(file, memory):
            key = (board.pieces or _DEFAULT_PIECES, folder)
            if chosen is None and key not in known:
                known[key] = _named_by(board, *key)
            loaded.append((board, chosen or known[key]))
    return loaded


def board_of_size(width: int, height: int, pieces: str | None) -> tuple[Board, PieceSet]:
    """An empty board that an option names."""
    name = f"{width}x{height}"
    if width > LARGEST_SIDE or height > LARGEST_SIDE:
        raise click.BadParameter(
            f"boards have up to {LARGEST_SIDE}×{LARGEST_SIDE} cells, not {name}",
            param_hint="--size",
        )
    board = Board(Grid.of_size(width, height), name=name, where=Location("--size"))
    return board, _option(pieces or _DEFAULT_PIECES)


def load_board_or_size(
    file: str | None,
    size: tuple[int, int] | None,
    pieces: str | None,
    memory: int = DEFAULT_MEMORY,
) -> list[tuple[Board, PieceSet]]:
    """The boards of a file, or an empty board, whichever the options name. Raises SizeError if one
    is too large for the solver, and what load_boards raises."""
    if (file is None) == (size is None):
        raise click.UsageError("give either a board file or --size")
    loaded = [board_of_size(*size, pieces)] if size else load_boards([file or ""], pieces, memory)
    for board, _ in loaded:
        check_board_size(board.grid, board.where)
    return loaded


def load_rules(options: dict[str, Any]) -> Rules:
    """The rules of a duel that cgt.cli.support.options.duel_rules asks for; raises CgtError."""
    from cgt.duel.rules import Rules

    return Rules(_option(options["pieces"]), **{k: options[k] for k in options if k != "pieces"})


def load_well(file: str) -> Well:
    """The well in a board file: its first board. Raises FileError."""
    from cgt.duel.well import Well

    board = read_first_board(file, _MOST_LINES_OF_WELL)
    try:
        return Well.from_grid(board.grid)
    except SizeError as error:
        raise FileError(board.where, str(error)) from None


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
