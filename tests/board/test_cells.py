"""Cells as characters: what a person may write for a board, and what it means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids

from cgt.board.boardfile import parse_boards
from cgt.board.cells import NoCellError, bits_of_cells, cells_for, cells_of_rows
from cgt.board.grid import Grid
from cgt.common.errors import FileError

EMPTY = ".0-_□"
FILLED = "#1X@x■IJLOSTZijlostz"
ONLY_PENTOMINO = "FNPUVWYfnpuvwy"


@given(grids(8, 8), st.data())
def test_any_way_of_writing_the_cells_gives_the_same_board(grid: Grid, data: st.DataObject) -> None:
    gap = data.draw(st.sampled_from(["", " ", "\t"]))
    rows = [
        gap.join(data.draw(st.sampled_from(FILLED if cell == "#" else EMPTY)) for cell in row)
        for row in grid.rows()
    ]
    [board] = parse_boards("\n".join(rows))
    assert board.grid == grid
    assert Grid("|".join(rows)) == grid


def test_every_character_means_what_it_should() -> None:
    assert set(bits_of_cells(EMPTY)) == {"0"}
    assert set(bits_of_cells(FILLED + ONLY_PENTOMINO)) == {"1"}


@pytest.mark.parametrize("pieces", ["pentomino", "pentomino:FX", "Pentomino"])
def test_letters_of_pentominoes_are_cells_where_they_are_played_with(pieces: str) -> None:
    assert cells_of_rows([f".{ONLY_PENTOMINO}"], cells_for(pieces)) == [f".{ONLY_PENTOMINO}"]
    [board] = parse_boards(f"pieces: {pieces}\n.{ONLY_PENTOMINO}\n")
    assert board.grid.empty == 1
    assert parse_boards(f".{ONLY_PENTOMINO}", pieces=pieces)[0].grid.empty == 1


@pytest.mark.parametrize("letter", ONLY_PENTOMINO)
@pytest.mark.parametrize("pieces", ["tetromino", "LJ", "domino", ""])
def test_elsewhere_they_are_none(letter: str, pieces: str) -> None:
    with pytest.raises(NoCellError, match=f"'{letter}' is not a cell") as caught:
        cells_of_rows(["...", f".{letter}."], cells_for(pieces))
    assert (caught.value.row, caught.value.index) == (1, 1)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("# . #\n#.. #\n", 2, 2),  # no blank between two cells
        ("# . #\n#   #\n", 2, 3),  # a blank where a cell should be
        ("...\n. .\n", 2, 2),  # blanks in one row only
        ("# . #\n# .\n", 2, 5),  # a cell too few
        ("# . #\n# . # .\n", 2, 7),  # a cell too many
        (" . .\n", 1, 1),  # before the first cell
        ("# ? #\n", 1, 3),
    ],
)
def test_blanks_that_may_be_cells_are_refused(text: str, line: int, column: int) -> None:
    with pytest.raises(FileError) as caught:
        parse_boards(text)
    assert (caught.value.where.line, caught.value.where.column) == (line, column)
