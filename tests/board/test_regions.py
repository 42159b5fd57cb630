"""Regions of a board against plain flood fill."""

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage
from strategies import grids, rows_of

from cgt.board.grid import Grid
from cgt.board.labelling import label
from cgt.board.piecesets import piece_set
from cgt.board.regions import Region, find_regions, regions_from_labels

SETS = ["tetromino", "domino", "tromino", "pentomino", "omino:1", "LJ", "SZ", "O", "I"]


@settings(max_examples=200)
@given(grids(14, 14), st.sampled_from(SETS))
def test_regions_agree_with_the_oracle(grid: Grid, name: str) -> None:
    pieces = piece_set(name)
    found = find_regions(grid, pieces)
    shapes = [frozenset(cells) for cells in pieces.shapes]
    expected = oracles.regions(oracles.empty_cells(rows_of(grid)), shapes)
    assert [frozenset(region.cells) for region in found] == expected
    for region in found:
        assert region.size == len(region.cells)
        assert list(region.cells) == sorted(region.cells)
        top, left, height, width = region.box
        assert (region.grid.height, region.grid.width) == (height, width)
        assert {(r + top, c + left) for r, c in region.grid.empty_cells()} == set(region.cells)


def test_parts_that_only_dead_cells_connect_are_separate() -> None:
    grid = Grid("..#..|.....|..#..")
    assert [r.size for r in find_regions(grid, piece_set("O"))] == [6, 6]
    assert [r.size for r in find_regions(grid, piece_set("tetromino"))] == [13]


def test_under_all_tetrominoes_a_part_of_four_cells_or_more_is_all_live() -> None:
    random = np.random.default_rng(8)
    for _ in range(50):
        grid = Grid.from_array(random.random((10, 10)) < 0.55)
        parts = oracles.components(oracles.empty_cells(rows_of(grid)))
        regions = find_regions(grid, piece_set("tetromino"))
        assert [r.size for r in regions] == [len(part) for part in parts if len(part) >= 4]


def test_regions_are_values() -> None:
    grid = Grid("....#....")
    first, second = find_regions(grid, piece_set("I"))
    assert first == find_regions(grid, piece_set("I"))[0]
    assert len({first, second, find_regions(grid, piece_set("I"))[0]}) == 2
    assert first != "A"
    [upper], [lower] = (find_regions(Grid(text), piece_set("I")) for text in ("....", "....|####"))
    assert upper != lower
    with pytest.raises(ValueError, match="read-only"):
        first.indices[0] = 5
    assert isinstance(first, Region)


def test_the_first_regions_can_be_asked_for_alone() -> None:
    labels, count = label(np.random.default_rng(2).random((30, 30)) < 0.4)
    regions = regions_from_labels(labels, count)
    assert len(regions) == count
    assert regions_from_labels(labels, 3) == regions[:3]
    assert regions_from_labels(labels, 0) == ()


def test_a_large_board_has_regions_too() -> None:
    grid = Grid.from_array(np.random.default_rng(9).random((300, 500)) < 0.6)
    regions = find_regions(grid, piece_set("omino:1"))
    assert len(regions) == ndimage.label(~grid.to_array())[1]
    assert sum(region.size for region in regions) == grid.empty
