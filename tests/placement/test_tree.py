"""The game tree: every position, every kind of move, who wins."""

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, rows_of

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import placements
from cgt.board.regions import find_regions
from cgt.common.limits import Limits
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver
from cgt.placement.tree import game_tree


@settings(max_examples=30)
@given(
    grids(max_width=4, max_height=4),
    st.sampled_from(["domino", "tetromino"]),
    st.sampled_from(["misere", "normal"]),
)
def test_a_whole_tree_has_every_move_and_every_outcome(grid: Grid, name: str, play: str) -> None:
    if name == "domino" and grid.empty > 9:
        return
    pieces = piece_set(name)
    shapes = tuple(frozenset(cells) for cells in pieces.shapes)
    solver = Solver.for_boards([grid], PlacementGame(pieces, play))
    tree = game_tree(grid, solver)
    assert tree.is_whole
    assert tree.positions[0].grid == grid
    assert len({position.grid for position in tree.positions}) == len(tree.positions)
    reached = {0}
    for position in tree.positions:
        empty = oracles.empty_cells(rows_of(position.grid))
        won = oracles.wins(empty, shapes, play)
        assert position.outcome == ("N" if won else "P")
        assert position.moves is not None
        assert sum(move.images for move in position.moves) == len(placements(position.grid, pieces))
        order = [tree.positions[move.to].outcome for move in position.moves]
        assert order == sorted(order, reverse=True)  # P, which wins, before N
        for move in position.moves:
            left = position.grid.with_filled(move.placement.cells)
            assert tree.positions[move.to].grid == left
            reached.add(move.to)
        assert [value.region for value in position.regions or ()] == list(
            find_regions(position.grid, pieces)
        )
    assert reached == set(range(len(tree.positions)))


@pytest.mark.parametrize("most", [1, 5, 60, 300])
def test_a_tree_is_cut_where_it_would_be_too_large(most: int) -> None:
    grid = Grid.of_size(4, 4)
    tree = game_tree(grid, Solver.for_boards([grid]), most=most)
    assert 1 <= len(tree.positions) <= most
    assert not tree.is_whole
    assert all(position.outcome is not None for position in tree.positions)
    goes_on = [position.moves is not None for position in tree.positions]
    assert goes_on[0] == (most > 22)  # an empty 4×4 board has 22 moves up to symmetry


def test_no_time_gives_no_outcome() -> None:
    grid = Grid.of_size(10, 10)
    tree = game_tree(grid, Solver.for_boards([grid]), Limits.of(seconds=0))
    [position] = tree.positions
    assert (position.outcome, position.moves) == (None, None)


def test_winning_moves_are_followed_first() -> None:
    grid = Grid.of_size(4, 4)
    tree = game_tree(grid, Solver.for_boards([grid]), most=60)
    first = tree.positions[0].moves
    assert first is not None
    assert tree.positions[first[0].to].outcome == "P"
    goes_on = [tree.positions[move.to].moves is not None for move in first]
    assert goes_on[0]
    assert not all(goes_on)
