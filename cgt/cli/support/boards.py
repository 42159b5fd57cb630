"""The boards that a command line names: board files, boards written out, and empty ones by size.

Every command that takes boards takes them in the same ways. A board can be typed in place of a file
name, rows with `|` between them: `'....|..##'`. A file that exists is always meant as a file.

>>> is_written_out("....|..##"), is_written_out("boards/midgame.txt"), is_written_out("-")
(True, False, False)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cgt.board.cells import TETROMINO_CELLS
from cgt.cli.support import units
from cgt.common.files import STANDARD_INPUT, file_exists

if TYPE_CHECKING:
    from cgt.board.boardfile import Board
    from cgt.board.polyomino import PieceSet

_Function = TypeVar("_Function", bound=Callable[..., Any])

_BETWEEN_CELLS = frozenset(" \t\n")
_OTHER_BARS = "/,;:"


def is_written_out(text: str) -> bool:
    """Whether an argument is a board itself, not the name of a file: it has a `|`, or nothing but
    cells."""
    if not text or text == STANDARD_INPUT:
        return False
    only_cells = (TETROMINO_CELLS.characters | _BETWEEN_CELLS).issuperset(text)
    return ("|" in text or only_cells) and not file_exists(text)


def with_bars(text: str) -> str | None:
    """A board that is written out with something else than `|` between its rows, as it should be;
    None for any other text.

    >>> with_bars("..../..##"), with_bars("boards/a.txt")
    ('....|..##', None)
    """
    for between in _OTHER_BARS:
        meant = text.replace(between, "|")
        cells = TETROMINO_CELLS.characters | _BETWEEN_CELLS
        rows = meant.split("|")
        if meant != text and all(row and cells.issuperset(row) for row in rows):
            return None if file_exists(text) else meant
    return None


def size_in_words(text: str) -> tuple[int, int] | None:
    """The size of an empty board that is given in place of a file, such as 4x6; None for any other
    text, and for the name of a file that exists.

    >>> size_in_words("4x6"), size_in_words("....")
    ((4, 6), None)
    """
    try:
        size = units.board_size(text)
    except click.BadParameter:
        return None
    return None if file_exists(text) else size


@dataclass(frozen=True)
class Asked:
    """What a command line says about boards: their files or the boards themselves, sizes of empty
    ones, and the piece set."""

    named: tuple[str, ...] = ()
    sizes: tuple[tuple[int, int], ...] = ()
    pieces: str | None = None

    def __bool__(self) -> bool:
        return bool(self.named or self.sizes)

    def load(self, memory: int) -> list[tuple[Board, PieceSet]]:
        """All boards in order, each with its pieces. If one cannot be read, nothing is shown at
        all. Raises FileError, LimitError if a file would take more than `memory` bytes, or
        click.UsageError for a bad option."""
        from cgt.cli.support.load import empty_board, load_boards

        if not self:
            raise click.UsageError("give a board file, a board such as '....|..##', or --size 7x7")
        empty = [empty_board(*size, self.pieces) for size in self.sizes]
        return load_boards(self.named, self.pieces, memory) + empty

    def load_for_solver(self, memory: int) -> list[tuple[Board, PieceSet]]:
        """The same; raises FileError also if a board is too large for the solver."""
        from cgt.placement.solver import check_board_size

        loaded = self.load(memory)
        for board, _ in loaded:
            check_board_size(board.grid, board.where)
        return loaded


pieces = click.option(
    "--pieces",
    metavar="SET",
    help="The pieces: tetromino (the default), domino, tromino, pentomino, omino:N, "
    "letters of tetrominoes (LJ), letters of pentominoes (pentomino:FX), or a file of shapes. "
    "Overrides what the board file says.",
)


def size_option(
    *, several: bool, help_text: str = "An empty board of this size."
) -> Callable[[_Function], _Function]:
    """The option --size; a command that takes several boards takes it several times."""
    return click.option(
        "--size",
        "sizes" if several else "size",
        metavar="WxH",
        multiple=several,
        type=units.board_size,
        help=f"{help_text} May be given several times." if several else help_text,
    )


def boards(function: _Function) -> _Function:
    """The arguments and options that name boards, which the command gets as one argument,
    `asked`."""

    @wraps(function)
    def command(
        *arguments: Any,
        named: tuple[str, ...],
        sizes: tuple[tuple[int, int], ...],
        pieces: str | None,
        **others: Any,
    ) -> Any:
        return function(*arguments, asked=Asked(named, sizes, pieces), **others)

    argument = click.argument(
        "named", metavar="[BOARD]...", nargs=-1, type=click.Path(allow_dash=True)
    )
    return argument(size_option(several=True)(pieces(command)))  # type: ignore[return-value]
