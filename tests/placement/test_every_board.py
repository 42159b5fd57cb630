"""The solver on every board of a size, against trying every move."""

from __future__ import annotations

import itertools

import numpy as np
import oracles
import pytest

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver

# All polyominoes of a size, and sets that lack mirror images or cannot reach some empty cells.
SETS = ["omino:1", "domino", "tromino", "tetromino", "pentomino", "L", "SZ", "IO"]
SIZES_1_TO_5 = SETS[:5]


class Solvers:
    """Solvers of both plays, which are asked for every value of a board."""

    def __init__(self, name: str, side: int) -> None:
        self.misere, self.normal = (
            Solver(PlacementGame(name, play), largest_side=side) for play in ("misere", "normal")
        )

    def outcomes(self, grid: Grid) -> tuple[str | None, ...]:
        return self.misere.outcome(grid), self.normal.outcome(grid)

    def values(self, grid: Grid) -> tuple[str | int | None, ...]:
        form = self.misere.canonical(grid)
        assert form is not None
        return (
            *self.outcomes(grid),
            form.outcome(),
            form.misere_nimber,
            form.nimber,
            self.normal.nimber(grid),
        )


def outcomes(expected: oracles.AllBoards, board: int) -> tuple[str, str]:
    wins = (expected.misere_wins[board], expected.nimbers[board] != 0)
    return ("N" if wins[0] else "P", "N" if wins[1] else "P")


def values(expected: oracles.AllBoards, board: int) -> tuple[str | int, ...]:
    misere, normal = outcomes(expected, board)
    nimber = int(expected.nimbers[board])
    return misere, normal, misere, int(expected.misere_nimbers[board]), nimber, nimber


def shapes(name: str) -> list[oracles.Cells]:
    return [frozenset(cells) for cells in piece_set(name).shapes]


def board_of(width: int, height: int, empty: int) -> Grid:
    return Grid.from_int(width, height, empty ^ ((1 << width * height) - 1))


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("side", [8, 9, 16])
def test_every_board_of_up_to_3_by_3(name: str, side: int) -> None:
    solvers = Solvers(name, side)
    for width, height in itertools.product(range(1, 4), repeat=2):
        expected = oracles.all_boards(width, height, shapes(name))
        for board in range(1 << width * height):
            grid = board_of(width, height, board)
            assert solvers.values(grid) == values(expected, board), grid


@pytest.mark.parametrize("name", SETS)
def test_boards_of_4_by_5_picked_by_chance(name: str) -> None:
    """A sample of the boards that the long test checks one by one."""
    solvers, expected = Solvers(name, 8), oracles.all_boards(4, 5, shapes(name))
    for board in np.random.default_rng(1).integers(0, 1 << 20, 300).tolist():
        grid = board_of(4, 5, board)
        assert solvers.values(grid) == values(expected, board), grid


@pytest.mark.parametrize("name", SIZES_1_TO_5)
def test_every_board_of_4_by_5_that_is_symmetric_under_a_half_turn(name: str) -> None:
    """On these a player may win by answering every move with its image."""
    solvers, expected = Solvers(name, 8), oracles.all_boards(4, 5, shapes(name))
    for half in range(1 << 10):
        board = half << 10 | int(f"{half:010b}"[::-1], 2)
        grid = board_of(4, 5, board)
        assert solvers.outcomes(grid) == outcomes(expected, board), grid


@pytest.mark.long
@pytest.mark.parametrize("name", SIZES_1_TO_5)
def test_every_board_of_4_by_5(name: str) -> None:
    """One board of each symmetry class. Every smaller board is one of these with cells filled."""
    solvers, expected = Solvers(name, 8), oracles.all_boards(4, 5, shapes(name))
    for board in first_of_symmetric(4, 5):
        grid = board_of(4, 5, board)
        assert solvers.values(grid) == values(expected, board), grid


def first_of_symmetric(width: int, height: int) -> list[int]:
    boards = np.arange(1 << width * height)
    cells = (boards[:, None] >> np.arange(width * height) & 1).reshape(-1, height, width)
    weights = 1 << np.arange(width * height).reshape(height, width)
    images = [cells[:, ::-1], cells[:, :, ::-1], cells[:, ::-1, ::-1]]
    least = np.min([(image * weights).sum(axis=(1, 2)) for image in images], axis=0)
    return boards[boards <= least].tolist()
