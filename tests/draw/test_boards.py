"""Boards as drawings."""

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids, rows_of
from svgs import SVG, of_class, parsed, squares, texts

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.regions import find_regions, label_regions
from cgt.draw.boards import CELL, Placed, board_drawing, grid_drawing, outline
from cgt.draw.labels import inner_cell
from cgt.draw.palette import region_colour, region_name


@given(grids(max_width=12, max_height=12))
def test_every_filled_cell_and_every_region_is_drawn(grid: Grid) -> None:
    labels, count = label_regions(grid, piece_set("tetromino"))
    root = parsed(str(board_drawing(grid, labels)))
    filled = {at for element in of_class(root, "filled") for at in _place(element.attrib)}
    assert filled == oracles.filled_cells(rows_of(grid))
    regions = of_class(root, "region")
    assert [region.get("data-region") for region in regions] == [
        region_name(number) for number in range(1, count + 1)
    ]
    for number, region in enumerate(regions, 1):
        cells = {(int(r), int(c)) for r, c in zip(*np.nonzero(labels == number), strict=True)}
        assert set(squares(region, CELL)) == cells
        first = next(region.iter(f"{SVG}rect"))
        assert first.attrib["fill"] == region_colour(number)
        assert texts(region) == [region_name(number)]


def _place(attributes: dict[str, str]) -> list[tuple[int, int]]:
    return [(int(float(attributes["y"]) // CELL), int(float(attributes["x"]) // CELL))]


def test_neighbouring_regions_differ_in_colour_and_in_texture() -> None:
    """Each of seven in a row has another colour and texture than the one before."""
    labels = np.repeat(np.arange(1, 9, dtype=np.int32)[None], 4, axis=0)
    root = parsed(str(board_drawing(Grid.of_size(8, 4), labels)))
    fills = [
        tuple(dict.fromkeys(rect.attrib["fill"] for rect in region.iter(f"{SVG}rect")))
        for region in of_class(root, "region")
    ]
    assert len(set(fills)) == 8
    assert len({fill[1:] for fill in fills[:7]}) == 7
    used = {fill[5:-1] for pair in fills for fill in pair[1:]}
    assert used == {pattern.attrib["id"] for pattern in root.iter(f"{SVG}pattern")}


def test_moves_are_drawn_with_their_letter_and_an_outline() -> None:
    grid = Grid("....|....")
    move = Placed("I", [(1, 0), (1, 1), (1, 2), (1, 3)])
    labels, _ = label_regions(grid, piece_set("tetromino"))
    root = parsed(str(board_drawing(grid, labels, [move])))
    [group] = of_class(root, "move")
    assert set(squares(group, CELL)) == set(move.cells)
    assert texts(group) == ["I"]
    [letter] = [text for text in root.iter(f"{SVG}text") if text.text == "A"]
    assert float(letter.attrib["y"]) < CELL  # the region's letter keeps out of the move


def test_rows_and_columns_are_numbered() -> None:
    root = parsed(str(grid_drawing(Grid.of_size(3, 2))))
    assert texts(root) == ["0", "1", "2", "0", "1"]
    assert texts(parsed(str(grid_drawing(Grid.of_size(60, 2))))) == []  # too small to be read


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1))
def test_an_outline_has_an_edge_for_each_neighbour_that_is_not_there(
    cells: set[tuple[int, int]],
) -> None:
    missing = sum(
        (row + i, column + j) not in cells
        for row, column in cells
        for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )
    assert outline(cells, 10).count("M") == missing


@pytest.mark.parametrize(
    ("cells", "taken", "inner"),
    [
        ([(0, 0)], [], (0, 0)),
        ([(r, c) for r in range(3) for c in range(3)], [], (1, 1)),
        ([(r, c) for r in range(3) for c in range(3)], [(1, 1)], (0, 1)),
        ([(0, 0)], [(0, 0)], (0, 0)),  # nowhere else to go
    ],
)
def test_a_letter_goes_to_the_middle(
    cells: list[tuple[int, int]], taken: list[tuple[int, int]], inner: tuple[int, int]
) -> None:
    assert inner_cell(cells, taken) == inner


def test_a_notebook_shows_grids_and_regions() -> None:
    grid = Grid("....#|....#|###..|...##")
    assert len(of_class(parsed(grid._repr_svg_()), "filled")) == grid.filled
    [region, *_] = find_regions(grid, piece_set("tetromino"))
    [drawn] = of_class(parsed(region._repr_svg_()), "region")
    assert set(squares(drawn, CELL)) == set(region.cells)


def test_a_huge_grid_only_says_how_large_it_is() -> None:
    drawn = Grid.of_size(1000, 1000, [(0, 0)])._repr_svg_()
    assert texts(parsed(drawn)) == ["A grid of 1000×1000, too large to draw"]
