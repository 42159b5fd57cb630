"""Grids are values: they read, print, pack, turn and crop without losing a cell."""

import pickle

import numpy as np
import pytest
from bitarray import bitarray, frozenbitarray
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids, rows_of

from cgt.board.grid import Grid, bounding_box, words_for
from cgt.board.symmetry import Symmetry
from cgt.common.errors import CgtError, SizeError


@given(grids())
def test_every_form_of_a_grid_gives_it_back(grid: Grid) -> None:
    assert Grid(str(grid)) == grid
    assert eval(repr(grid)) == grid
    assert Grid.from_array(grid.to_array()) == grid
    assert Grid.from_words(grid.width, grid.height, grid.words()) == grid
    assert Grid.from_int(grid.width, grid.height, int(grid)) == grid
    assert Grid.of_size(grid.width, grid.height, grid.filled_cells()) == grid
    assert pickle.loads(pickle.dumps(grid)) == grid


@given(grids())
def test_cells_are_where_the_text_shows_them(grid: Grid) -> None:
    rows = rows_of(grid)
    assert [[grid[r, c] for c in range(grid.width)] for r in range(grid.height)] == rows
    assert grid.to_array().tolist() == rows
    assert list(grid.filled_cells()) == [
        (r, c) for r in range(grid.height) for c in range(grid.width) if rows[r][c]
    ]
    assert grid.filled == sum(map(sum, rows))
    assert sorted([*grid.filled_cells(), *grid.empty_cells()]) == [
        (r, c) for r in range(grid.height) for c in range(grid.width)
    ]


@given(grids())
def test_words_hold_cell_i_in_bit_i(grid: Grid) -> None:
    words = grid.words()
    assert words.dtype == np.uint64
    assert len(words) == words_for(grid.width * grid.height)
    as_one = sum(int(word) << (64 * i) for i, word in enumerate(words))
    assert as_one == sum(1 << (r * grid.width + c) for r, c in grid.filled_cells())


@given(grids(), st.sampled_from(Symmetry), st.sampled_from(Symmetry))
def test_transforms_form_a_group(grid: Grid, first: Symmetry, second: Symmetry) -> None:
    assert grid.transform(first).transform(second) == grid.transform(second * first)
    assert grid.transform(first).transform(first.inverse) == grid


@given(grids(), st.sampled_from(Symmetry))
def test_transforms_move_cells_as_the_symmetry_says(grid: Grid, symmetry: Symmetry) -> None:
    image = grid.transform(symmetry)
    for row, column in [*grid.filled_cells(), *grid.empty_cells()]:
        assert image[symmetry.of_cell(row, column, grid.height, grid.width)] == grid[row, column]


@given(grids(), st.sampled_from(Symmetry))
def test_symmetric_grids_have_one_canonical_image(grid: Grid, symmetry: Symmetry) -> None:
    assert grid.canonical() == grid.transform(symmetry).canonical()
    assert grid.canonical() in grid.images()


@given(grids(), st.data())
def test_cropping_keeps_the_cells_inside(grid: Grid, data: st.DataObject) -> None:
    row = data.draw(st.integers(0, grid.height - 1))
    column = data.draw(st.integers(0, grid.width - 1))
    height = data.draw(st.integers(1, grid.height - row))
    width = data.draw(st.integers(1, grid.width - column))
    part = grid.crop(row, column, height, width)
    assert rows_of(part) == [r[column : column + width] for r in rows_of(grid)[row : row + height]]


@given(grids())
def test_cropping_to_the_empty_cells_cuts_off_full_sides_only(grid: Grid) -> None:
    part = grid.cropped_to_empty()
    assert part.empty == grid.empty
    if grid.empty:
        cells = list(part.empty_cells())
        assert bounding_box(cells) == (0, 0, part.height, part.width)
    else:
        assert part == grid


@given(grids())
def test_inverting_exchanges_filled_and_empty(grid: Grid) -> None:
    assert list(grid.inverted().filled_cells()) == list(grid.empty_cells())


def test_hashes_tell_grids_apart() -> None:
    assert len({hash(Grid.from_int(4, 4, cells)) for cells in range(1000)}) > 900


def test_text_may_have_line_ends_around_it() -> None:
    assert Grid("\n..\n##\n") == Grid("..|##")


def test_rows_must_be_rows() -> None:
    for rows in ([], ["..", "."], ["..", ".", "..."], ["a"], [""]):
        with pytest.raises((ValueError, SizeError)):
            Grid.from_rows(rows)


def test_equal_grids_have_equal_hashes_and_shape_counts() -> None:
    assert hash(Grid(".#|..")) == hash(Grid(".#|.."))
    assert Grid("....") != Grid("..|..")
    assert Grid("..") != ".."


def test_a_grid_cannot_be_changed() -> None:
    source = bitarray("0110")
    grid = Grid.from_bits(2, 2, source)
    source[0] = 1
    assert grid == Grid(".#|#.")
    assert isinstance(grid.bits, frozenbitarray)
    with pytest.raises(AttributeError):
        grid.width = 3  # type: ignore[misc]
    array = grid.to_array()
    array[0, 0] = True
    assert not grid[0, 0]


def test_filling_cells_gives_a_new_grid() -> None:
    grid = Grid.of_size(3, 2)
    assert grid.with_filled([(1, 2)]) == Grid("...|..#")
    assert grid.empty == 6


def test_every_character_of_a_board_file_is_a_cell() -> None:
    assert Grid(".0-_|#1X@|IJLO|STZ#") == Grid("....|####|####|####")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (".#|.", "row 2 of the grid: this row has 1 cells, the first row of the board has 2"),
        (".#|.a", "row 2 of the grid: 'a' is not a cell"),
    ],
)
def test_bad_text_is_named(text: str, problem: str) -> None:
    with pytest.raises(CgtError, match=problem):
        Grid(text)


def test_impossible_grids_are_refused() -> None:
    with pytest.raises(SizeError, match="0×3"):
        Grid.of_size(0, 3)
    with pytest.raises(SizeError, match="takes 4 bits, not 3"):
        Grid.from_bits(2, 2, bitarray("010"))
    with pytest.raises(SizeError, match="does not fit"):
        Grid.from_int(2, 2, 16)
    with pytest.raises(SizeError, match="does not fit"):
        Grid.from_int(2, 2, -1)
    with pytest.raises(SizeError, match="two dimensions, not 1"):
        Grid.from_array([1, 0])
    with pytest.raises(SizeError, match="no common cells"):
        Grid.of_size(2, 3) | Grid.of_size(3, 2)


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (2, 0), (0, 3)])
def test_cells_outside_are_refused(cell: tuple[int, int]) -> None:
    grid = Grid.of_size(3, 2)
    with pytest.raises(IndexError):
        grid[cell]
    with pytest.raises(IndexError):
        grid.with_filled([cell])
    with pytest.raises(IndexError):
        grid.crop(*cell, 1, 1)
