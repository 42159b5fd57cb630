"""cgt solve: who wins, and one best move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support import options, units
from cgt.cli.support.pictures import Pictures, picture_options

if TYPE_CHECKING:
    from cgt.board.boardfile import Board
    from cgt.board.polyomino import PieceSet
    from cgt.draw.svg import Drawing
    from cgt.placement.answer import Solved


@click.command()
@click.argument("file", required=False, metavar="[FILE]", type=click.Path(allow_dash=True))
@click.option("--size", metavar="WxH", type=units.board_size, help="An empty board of this size.")
@click.option("--nimber", is_flag=True, help="The value in normal play; implies --play normal.")
@options.pieces
@options.play
@options.threads
@options.memory
@options.time_limit(default=None)
@options.checkpoint
@picture_options()
@options.as_json
@options.example(
    "cgt solve --size 6x6",
    "cgt solve boards/midgame.txt",
    "cgt solve --size 4x7 --pieces domino --nimber",
)
def solve(
    file: str | None,
    size: tuple[int, int] | None,
    nimber: bool,
    pieces: str | None,
    play: str | None,
    threads: int,
    memory: int,
    time_limit: float | None,
    checkpoint: str | None,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Tell who wins, with one best move.

    N: the player to move wins; P: the other does. Works for boards that are too large to be
    analysed completely. FILE is a board file, - for standard input.
    """
    from cgt.cli.support.load import board_of_size, load_boards
    from cgt.cli.support.show import search_progress, show_json
    from cgt.cli.support.solvers import Solvers, play_of
    from cgt.common.checkpoint import Checkpoint
    from cgt.common.errors import LimitError
    from cgt.common.limits import Limits
    from cgt.placement.answer import solve as solve_grid
    from cgt.placement.game import PlacementGame
    from cgt.placement.solver import check_board_size

    if (file is None) == (size is None):
        raise click.UsageError("give either a board file or --size")
    if nimber and play == "misere":
        raise click.UsageError("--nimber is about normal play")
    if size is not None:
        loaded = [board_of_size(*size, pieces)]
    else:
        assert file is not None
        loaded = load_boards([file], pieces)
    for board, _ in loaded:
        check_board_size(board.grid, board.where)
    results: list[dict[str, Any]] = []
    with search_progress() as progress:
        kept = Checkpoint(checkpoint)
        solvers = Solvers(loaded, threads, memory, kept.told_by(progress))
        for board, piece_set in loaded:
            game = PlacementGame(piece_set, "normal" if nimber else play_of(play, board))
            solver = solvers.get(game)
            with kept.keeping(solver):
                limits = Limits.of(seconds=time_limit)
                solved = solve_grid(board.grid, solver, limits, nimber=nimber)
            results.append(_result(board, solved))
    if as_json:
        show_json(results[0] if size is not None else {"boards": results})
    else:
        _show(results)
    pictures.write(lambda: _drawing(loaded, results))
    if any(result["outcome"] == "unknown" for result in results):
        raise LimitError("the time or the memory allowed did not suffice")


def _result(board: Board, solved: Solved) -> dict[str, Any]:
    best = solved.best_move
    return {
        "file": board.where.source,
        "line": board.where.line,
        "name": board.name,
        "pieces": solved.game.pieces.name,
        "play": solved.game.play,
        "width": solved.grid.width,
        "height": solved.grid.height,
        "outcome": solved.outcome or "unknown",
        "nimber": solved.nimber,
        "best_move": None
        if best is None
        else {"piece": best.placement.piece.name, "cells": best.placement.cells},
        "nodes": solved.nodes,
        "seconds": round(solved.seconds, 3),
    }


_MEANING = {
    "N": "the player to move wins",
    "P": "the player to move loses",
    "unknown": "not known within the limits",
}


def _lines(result: dict[str, Any]) -> list[str]:
    """What is said of a board: what is played on it, who wins, and how."""
    title = result["name"] or f"{result['file']}:{result['line']}"
    size = f"{result['width']}×{result['height']}"
    lines = [
        f"{title}, {size}, {result['pieces']}, {result['play']} play",
        f"{result['outcome']}: {_MEANING[result['outcome']]}",
    ]
    if result["nimber"] is not None:
        lines.append(f"nimber {result['nimber']}")
    if result["best_move"]:
        cells = " ".join(f"({row}, {column})" for row, column in result["best_move"]["cells"])
        kind = "a winning move" if result["outcome"] == "N" else "the hardest to answer"
        lines.append(f"{kind}: {result['best_move']['piece']} on {cells}")
    return [*lines, f"{result['nodes']:,} nodes, {result['seconds']} s"]


def _show(results: list[dict[str, Any]]) -> None:
    from cgt.draw.terminal.pictures import printable

    for result in results:
        first, *others = map(printable, _lines(result))
        click.echo("\n  ".join([first, *others]))


def _drawing(loaded: list[tuple[Board, PieceSet]], results: list[dict[str, Any]]) -> Drawing:
    from cgt.board.regions import label_regions
    from cgt.draw.boards import Placed, board_drawing
    from cgt.draw.figures import figure
    from cgt.draw.svg import stacked

    figures = []
    for (board, pieces), result in zip(loaded, results, strict=True):
        heading, *sentences = _lines(result)
        best = result["best_move"]
        moves = [Placed(best["piece"], best["cells"])] if best else []
        labels, _ = label_regions(board.grid, pieces)
        figures.append(figure(heading, board_drawing(board.grid, labels, moves), None, sentences))
    return stacked(figures, "boards solved")
