"""Polyominoes, their counts, pieces and placements, against plain enumeration."""

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, rows_of

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import (
    Piece,
    PieceSet,
    Polyomino,
    fixed_polyominoes,
    free_polyominoes,
    live_cells,
    placements,
)
from cgt.board.symmetry import Symmetry
from cgt.common.errors import PieceError

SETS = ["tetromino", "domino", "tromino", "pentomino", "omino:1", "LJ", "SZ", "O", "IOT"]


# Counts: OEIS A001168 (fixed), A000105 (free).
@pytest.mark.parametrize(
    ("size", "fixed", "free"),
    [
        (1, 1, 1),
        (2, 2, 1),
        (3, 6, 2),
        (4, 19, 5),
        (5, 63, 12),
        (6, 216, 35),
        (7, 760, 108),
        (8, 2725, 369),
    ],
)
def test_counts_are_the_published_ones(size: int, fixed: int, free: int) -> None:
    assert len(fixed_polyominoes(size)) == fixed
    assert len(free_polyominoes(size)) == free


def as_class(shapes: tuple[Polyomino, ...]) -> frozenset[oracles.Cells]:
    return frozenset(frozenset(shape.cells) for shape in shapes)


@pytest.mark.parametrize("size", range(1, 8))
def test_generation_agrees_with_plain_enumeration(size: int) -> None:
    expected = oracles.fixed_polyominoes(size)
    found = [frozenset(p.cells) for p in fixed_polyominoes(size)]
    assert len(set(found)) == len(found)
    assert set(found) == expected
    one_sided = {as_class(p.rotations()) for p in fixed_polyominoes(size)}
    assert one_sided == oracles.classes(expected, with_mirror_images=False)
    free = {as_class(p.orientations()) for p in free_polyominoes(size)}
    assert free == oracles.classes(expected, with_mirror_images=True)


@pytest.mark.parametrize("size", [0, -1, 11])
def test_sizes_that_are_not_listed_are_refused(size: int) -> None:
    with pytest.raises(PieceError, match="1 to 10 cells"):
        fixed_polyominoes(size)


def test_a_polyomino_is_connected_and_moved_to_the_corner() -> None:
    assert Polyomino.of([(5, 7), (5, 8)]) == Polyomino.of([(0, 0), (0, 1)])
    with pytest.raises(PieceError, match="not connected"):
        Polyomino.of([(0, 0), (1, 1)])
    with pytest.raises(PieceError, match="at least one cell"):
        Polyomino.of([])


@given(st.sampled_from(fixed_polyominoes(5)), st.sampled_from(Symmetry))
def test_a_transformed_polyomino_is_its_transformed_grid(
    shape: Polyomino, symmetry: Symmetry
) -> None:
    image = shape.transform(symmetry)
    assert image.grid() == shape.grid().transform(symmetry)
    assert image == Polyomino.of(image.cells)
    assert Polyomino(str(image)) == image == eval(repr(image))


def test_a_set_refuses_a_name_or_a_shape_twice() -> None:
    bar, square = Polyomino("##"), Polyomino("##|##")
    with pytest.raises(PieceError, match="name of a twice"):
        PieceSet("x", [Piece.of("a", bar), Piece.of("a", square)])
    with pytest.raises(PieceError, match="shape of a twice"):
        PieceSet("x", [Piece.of("a", bar), Piece.of("b", Polyomino("#|#"))])
    with pytest.raises(PieceError, match="no piece"):
        PieceSet("x", [])


def shapes_of(pieces: PieceSet) -> list[oracles.Cells]:
    return [frozenset(cells) for cells in pieces.shapes]


@settings(max_examples=200)
@given(grids(12, 12), st.sampled_from(SETS))
def test_placements_agree_with_plain_enumeration(grid: Grid, name: str) -> None:
    pieces = piece_set(name)
    found = placements(grid, pieces)
    empty = oracles.empty_cells(rows_of(grid))
    covered = [frozenset(placement.cells) for placement in found]
    assert len(set(covered)) == len(covered)
    assert set(covered) == oracles.placements(empty, shapes_of(pieces))
    for placement in found:
        mask = Grid.from_int(grid.width, grid.height, placement.mask(grid.width))
        assert tuple(mask.filled_cells()) == placement.cells
        shape = placement.piece.rotations[placement.rotation]
        assert Polyomino.of(placement.cells) == shape
    live = {cell for placement in covered for cell in placement}
    assert set(live_cells(grid, pieces).filled_cells()) == live


def test_placements_come_by_piece_then_rotation_then_place() -> None:
    found = placements(Grid.of_size(4, 3), piece_set("LJ"))
    keys = [("LJ".index(p.piece.name), p.rotation, p.row, p.column) for p in found]
    assert keys == sorted(keys)
    assert str(found[0]) == "Placement('L' at row 0, column 0)"
    assert "turned 3" in str(found[-1])


def test_placements_on_a_board_of_many_words() -> None:
    grid = Grid.of_size(200, 3, [(1, column) for column in range(200)])
    found = placements(grid, piece_set("IO"))
    assert len(found) == 2 * 197


def test_pieces_wider_than_the_board_do_not_wrap_around() -> None:
    assert placements(Grid.of_size(2, 5), piece_set("I"))[0].cells == (
        (0, 0),
        (1, 0),
        (2, 0),
        (3, 0),
    )
    assert len(placements(Grid.of_size(2, 5), piece_set("I"))) == 4
    assert np.count_nonzero(live_cells(Grid.of_size(3, 3), piece_set("I")).to_array()) == 0
