"""An analysis and a solved board hold the board, the game and right answers."""

from time import sleep

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import PATIENCE
from strategies import grids, rows_of

from cgt.board.grid import Grid
from cgt.common.errors import SizeError
from cgt.common.limits import Limits
from cgt.placement.analysis import analyse
from cgt.placement.answer import solve
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver
from cgt.placement.tree import game_tree


@settings(max_examples=40)
@given(grids(4, 4), st.sampled_from(["tetromino", "LJ"]), st.sampled_from(["misere", "normal"]))
def test_an_analysis_agrees_with_trying_every_move(grid: Grid, name: str, play: str) -> None:
    game = PlacementGame(name, play)
    shapes = tuple(frozenset(cells) for cells in game.pieces.shapes)
    empty = oracles.empty_cells(rows_of(grid))
    solver = Solver.for_boards([grid], game)
    analysis, solved = analyse(grid, solver), solve(grid, solver, nimber=True)
    expected = "N" if oracles.wins(empty, shapes, play) else "P"
    assert (analysis.grid, analysis.game, analysis.outcome) == (grid, game, expected)
    assert (solved.grid, solved.game, solved.outcome) == (grid, game, expected)
    assert analysis.nimber == solved.nimber == oracles.nimber(empty, shapes)
    assert [value.region for value in analysis.regions] == list(game.regions(grid))
    for value in analysis.regions:
        won = oracles.wins(frozenset(value.region.cells), shapes, play)
        assert value.outcome == ("N" if won else "P")
    won_by = [
        move
        for move in game.moves(grid)
        if not oracles.wins(oracles.empty_cells(rows_of(move.leaves)), shapes, play)
    ]
    assert analysis.winning_moves == won_by
    assert (solved.best_move is None) == game.is_over(grid)
    assert not won_by or solved.best_move in won_by


def test_the_default_game_is_nim_tetris() -> None:
    grid = Grid("....|....|..##")
    assert analyse(grid).game == solve(grid).game == PlacementGame()
    assert analyse(grid).outcome == solve(grid).outcome == Solver().outcome(grid)


def test_what_is_not_found_within_the_limits_is_none() -> None:
    grid = Grid.of_size(10, 10)
    analysis = analyse(grid, limits=Limits.of(seconds=0.2))
    assert (analysis.outcome, analysis.nimber, analysis.winning_moves) == (None, None, None)
    [value] = analysis.regions
    assert (value.ois, value.canonical, value.outcome) == (None, None, None)
    solved = solve(grid, limits=Limits.of(seconds=0.1))
    assert (solved.outcome, solved.nimber, solved.best_move) == (None, None, None)
    assert solved.nodes > 0
    assert 0.1 <= solved.seconds < PATIENCE


def test_the_solver_gets_the_memory_of_the_limits() -> None:
    """Four thousand bytes do not suffice for this board; the usual memory does."""
    assert solve(Grid.of_size(6, 6), limits=Limits.of(memory=2**12)).outcome is None
    assert solve(Grid.of_size(6, 6)).outcome == "P"


def test_a_board_that_is_too_large_is_refused() -> None:
    for question in (analyse, solve):
        with pytest.raises(SizeError, match="1 to 256 cells, not 129×2"):
            question(Grid.of_size(129, 2))  # type: ignore[operator]


def test_what_is_known_stays_if_moves_cannot_be_listed_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grid = Grid("....|....")
    monkeypatch.setattr(PlacementGame, "moves", lambda *_: sleep(60))
    analysis = analyse(grid, Solver(largest_side=4), Limits.of(seconds=1))
    assert (analysis.outcome, analysis.winning_moves) == ("N", None)
    [position] = game_tree(grid, Solver(largest_side=4), Limits.of(seconds=1)).positions
    assert (position.outcome, position.moves) == ("N", None)
