"""The rules of placement games against trying every cell."""

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, rows_of

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import Piece, PieceSet, Placement, Polyomino, boards_after, placements
from cgt.board.regions import find_regions
from cgt.board.symmetry import ROTATIONS, Symmetry
from cgt.common.errors import CgtError, PieceError
from cgt.placement.game import IllegalMoveError, Move, PlacementGame

SETS = st.sampled_from(["tetromino", "tromino", "domino", "L", "LJ"])


def shapes_of(game: PlacementGame) -> tuple[oracles.Cells, ...]:
    return tuple(frozenset(cells) for cells in game.pieces.shapes)


@settings(max_examples=60)
@given(grids(5, 5), SETS)
def test_moves_are_all_placements_up_to_symmetry(grid: Grid, name: str) -> None:
    game = PlacementGame(name)
    empty = oracles.empty_cells(rows_of(grid))
    every = oracles.placements(empty, shapes_of(game))
    assert {frozenset(p.cells) for p in game.placements(grid)} == set(every)
    moves = game.moves(grid)
    assert sum(move.images for move in moves) == len(every)
    symmetries = tuple(Symmetry) if game.pieces.has_mirror_images else ROTATIONS
    same_shape = [s for s in symmetries if grid.width == grid.height or not s.swaps_sides]
    kinds = [min(str(move.leaves.transform(s)) for s in same_shape) for move in moves]
    assert len(set(kinds)) == len(kinds)
    left = [grid.with_filled(p.cells) for p in game.placements(grid)]
    assert {min(str(board.transform(s)) for s in same_shape) for board in left} == set(kinds)


def test_mirror_images_are_one_move_only_if_the_piece_set_has_mirror_images() -> None:
    """Of the eight Ls that fit here, two leave boards that are mirror images of each other. No two
    leave boards that are rotations of each other."""
    grid = Grid(".#..|....|.#..|...#")
    assert len(PlacementGame("L").moves(grid)) == 8
    for name, symmetries in (("L", ROTATIONS), ("LJ", tuple(Symmetry))):
        leaves = [
            grid.with_filled(placement.cells) for placement in placements(grid, piece_set(name))
        ]
        kinds = {min(str(board.transform(s)) for s in symmetries) for board in leaves}
        assert len(PlacementGame(name).moves(grid)) == len(kinds)


@given(grids(6, 6), SETS)
def test_a_move_fills_its_cells_and_a_game_is_over_without_moves(grid: Grid, name: str) -> None:
    game = PlacementGame(name)
    moves = game.moves(grid)
    assert game.is_over(grid) == (not moves)
    assert game.regions(grid) == find_regions(grid, game.pieces)
    for move in moves:
        left = oracles.empty_cells(rows_of(grid)) - frozenset(move.placement.cells)
        assert game.after(grid, move) == game.after(grid, move.placement) == move.leaves
        assert oracles.empty_cells(rows_of(move.leaves)) == left


@given(grids(6, 6))
def test_many_placements_at_once_leave_the_boards_of_each_one(grid: Grid) -> None:
    found = placements(grid, piece_set("tromino"))
    boards = boards_after(grid, found)
    assert boards.shape == (len(found), grid.height, grid.width)
    for board, placement in zip(boards, found, strict=True):
        assert np.array_equal(board, grid.with_filled(placement.cells).to_array())


def test_a_placement_that_does_not_fit_is_refused() -> None:
    game, grid = PlacementGame("O"), Grid("...|..#")
    [square] = game.pieces
    domino = piece_set("domino").pieces[0]
    assert game.fits(grid, Placement(square, 0, 0, 0))
    for placement in (
        Placement(square, 0, 0, 1),  # on a filled cell
        Placement(square, 0, 1, 0),  # below the board
        Placement(square, 0, 0, -1),  # beside it
        Placement(domino, 0, 0, 0),  # a piece of another game
    ):
        assert not game.fits(grid, placement)
        for move in (placement, Move(placement, grid)):
            with pytest.raises(IllegalMoveError, match="does not fit there"):
                game.after(grid, move)


def test_games_are_values() -> None:
    assert PlacementGame() == PlacementGame("tetromino", "misère") == PlacementGame(play="misere")
    assert len({PlacementGame(), PlacementGame(piece_set("tetromino")), PlacementGame("LJ")}) == 2
    assert PlacementGame("domino", "normal") != PlacementGame("domino")
    assert str(PlacementGame("domino", "normal")) == "domino, normal play"
    game = PlacementGame("LJ", "normal")
    assert eval(repr(game)) == game
    with pytest.raises(AttributeError):
        game.play = "misere"  # type: ignore[misc]


def test_piece_sets_with_equal_names_but_different_pieces_make_different_games() -> None:
    bar, hook = Piece.of("1", Polyomino("##")), Piece.of("1", Polyomino("##|#."))
    one, other = (PlacementGame(PieceSet("mine", [piece])) for piece in (bar, hook))
    assert one != other
    assert one == PlacementGame(PieceSet("mine", [bar]))


def test_who_has_won_when_no_piece_fits() -> None:
    """In misère play the one who placed last has lost."""
    assert PlacementGame().outcome_when_over == "N"
    assert PlacementGame(play="normal").outcome_when_over == "P"


def test_unknown_pieces_and_plays_are_errors() -> None:
    with pytest.raises(PieceError, match="no piece set 'hexagon'"):
        PlacementGame("hexagon")
    with pytest.raises(CgtError, match="play is 'misere' or 'normal', not 'fair'"):
        PlacementGame(play="fair")
