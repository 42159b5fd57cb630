"""cgt edit: a board drawn on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cgt.cli.support import options
from cgt.cli.support.boards import is_written_out, pieces, size_option
from cgt.cli.support.screen import check_screen, run_screen
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from cgt.play.edit.document import Document

_DEFAULT_SIZE = (10, 10)


@click.command()
@click.argument("file", required=False, metavar="[BOARD]", type=click.Path())
@size_option(several=False, help_text="The size of a new board; 10x10 if not given.")
@pieces
@options.play
@options.limits_of_each("question about the board", default="5s")
def edit(
    file: str | None,
    size: tuple[int, int] | None,
    pieces: str | None,
    play: str | None,
    allowed: Allowed,
) -> None:
    """Draw a board on the terminal, by keys, mouse or paste, and save it as a board file.

    Beside it stand its regions, their values and who wins, as soon as they are known. BOARD is a
    board file, which need not exist yet, or a board such as '....|..##'.

    Try: cgt edit example:midgame, or cgt edit --size 6x5 --pieces domino --play normal
    """
    document = _document(file, size)
    said = {"pieces": _pieces_from(pieces, document), "play": play}
    check_screen("drawing a board", "a board is drawn on a terminal, and this is not one")
    from cgt.play.edit.app import EditApp

    changed = {key: value for key, value in said.items() if value is not None}
    run_screen(EditApp(document, allowed=allowed, **changed))


def _document(file: str | None, size: tuple[int, int] | None) -> Document:
    """What is edited: a file, or a new board; raises CgtError."""
    from cgt.cli.support.load import empty_board, load_boards
    from cgt.common.files import file_exists, target_of
    from cgt.placement.solver import check_board_size
    from cgt.play.edit.document import Document, check_ordinary

    is_board = file is not None and is_written_out(file)
    if size is not None and file is not None and (is_board or file_exists(file)):
        raise click.UsageError("--size is for a new board")
    if is_board:
        document = Document((load_boards([file or ""], None)[0][0],))
    elif file is not None and file_exists(file):
        document = Document.read(file)
    else:
        if file is not None:
            check_ordinary(file)
            target_of(file)  # raises for a name that no file can have
        document = Document((empty_board(*(size or _DEFAULT_SIZE), None)[0],), file)
    for board in document.boards:
        check_board_size(board.grid, board.where)
    return document


def _pieces_from(pieces: str | None, document: Document) -> str | None:
    """The option --pieces as the document's file says it: a path is relative to the file. Raises
    click.BadParameter if there are no such pieces."""
    import os.path

    from cgt.cli.support.load import empty_board
    from cgt.play.edit.document import is_named

    if pieces is None:
        return None
    empty_board(1, 1, pieces)  # raises
    return pieces if is_named(pieces) else os.path.relpath(pieces, document.folder)
