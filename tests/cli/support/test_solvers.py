"""Solvers of a command's boards: one at a time."""

import gc
from weakref import ref

from cgt.board.boardfile import Board
from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.cli.support.solvers import Solvers
from cgt.placement.game import PlacementGame


def test_a_solver_is_shared_by_a_game_and_gives_way_to_the_next() -> None:
    grid = Grid("....")
    loaded = [(Board(grid), piece_set("tetromino"))]
    solvers = Solvers(loaded, threads=1, memory=2**20, progress=None)
    first = solvers.get(PlacementGame("domino"), grid)
    assert solvers.get(PlacementGame("domino"), grid) is first
    forgotten = ref(first)
    del first
    assert solvers.get(PlacementGame("domino", "normal"), grid).game.play == "normal"
    gc.collect()
    assert forgotten() is None
