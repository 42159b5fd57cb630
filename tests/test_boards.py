"""The boards that come with the program are what their files say."""

from pathlib import Path

import oracles
import pytest
from conftest import ROOT
from strategies import rows_of

from cgt.board.boardfile import Board, read_boards
from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.regions import find_regions
from cgt.board.symmetry import Symmetry

FILES = sorted((ROOT / "boards").rglob("*.txt"))
SHAPES = tuple(frozenset(cells) for cells in piece_set("tetromino").shapes)

# Forms in the Nim tetris paper: nothing left, one block, one or two blocks; and a heap of three.
ZERO: frozenset = frozenset()
ONE = frozenset({ZERO})
TWO = frozenset({ZERO, ONE})
THREE = frozenset({ZERO, ONE, TWO})


def boards(name: str) -> list[Board]:
    return read_boards(ROOT / "boards" / f"{name}.txt")


def form(grid: Grid) -> frozenset:
    return oracles.option_sets(oracles.empty_cells(rows_of(grid)), SHAPES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_board_has_a_name_and_a_known_piece_set(path: Path) -> None:
    for board in read_boards(path):
        assert board.name
        assert piece_set(board.pieces or "tetromino", path.parent)
        assert max(board.grid.width, board.grid.height) <= 16


def test_nothing_fits() -> None:
    [board] = boards("nothing-fits")
    assert board.grid.empty > 0
    assert form(board.grid) == ZERO


def test_one_block() -> None:
    found = boards("one-block")
    assert [board.grid.empty for board in found] == [4, 4, 7]
    assert [form(board.grid) for board in found] == [ONE, ONE, ONE]


def test_one_or_two_blocks() -> None:
    [board] = boards("one-or-two-blocks")
    assert form(board.grid) == TWO


def test_two_areas_of_eight_cells() -> None:
    [board] = boards("two-areas")
    regions = find_regions(board.grid, piece_set("tetromino"))
    assert [region.size for region in regions] == [8, 8]
    assert [form(region.grid) for region in regions] == [TWO, TWO]


def test_the_separation_into_heaps_of_one_two_and_three() -> None:
    [board] = boards("separation-1-2-3")
    regions = find_regions(board.grid, piece_set("tetromino"))
    assert {form(region.grid) for region in regions} == {ONE, TWO, THREE}
    assert len(regions) == 3


def test_the_square_in_the_centre_keeps_every_symmetry_and_the_wall_splits() -> None:
    centre, split = boards("centre-or-split")
    assert set(centre.grid.images()) == {centre.grid}
    assert centre.grid.filled == 4
    assert split.grid.transform(Symmetry.IDENTITY).filled == 8
    assert len(find_regions(split.grid, piece_set("tetromino"))) == 2


def test_mid_game_is_a_position_of_the_game() -> None:
    """Its letters can be told apart into tetrominoes, so it was reached by legal moves."""
    text = (ROOT / "boards" / "midgame.txt").read_text().splitlines()[2:]
    for letter in "IJLOSTZ":
        cells = {(r, c) for r, row in enumerate(text) for c, x in enumerate(row) if x == letter}
        pieces = [frozenset(s) for s in piece_set(letter).shapes]
        assert _can_be_tiled(frozenset(cells), pieces)
    [board] = boards("midgame")
    assert (board.grid.width, board.grid.height) == (10, 10)


def _can_be_tiled(cells: oracles.Cells, shapes: list[oracles.Cells]) -> bool:
    if not cells:
        return True
    first = min(cells)
    return any(
        _can_be_tiled(cells - placement, shapes)
        for placement in oracles.placements(cells, shapes)
        if first in placement
    )


def test_full_and_empty_boards() -> None:
    assert [board.grid.empty for board in boards("full")] == [0]
    assert all(board.grid.filled == 0 for board in boards("empty"))


def test_holes_hold_dead_cells_and_regions_inside_regions() -> None:
    rings, rooms = boards("holes")
    assert [r.size for r in find_regions(rings.grid, piece_set("tetromino"))] == [44, 28, 4]
    assert len(find_regions(rooms.grid, piece_set("O"))) == 4
    assert len(find_regions(rooms.grid, piece_set("tetromino"))) == 1
