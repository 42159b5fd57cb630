"""Pictures in text."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from strategies import wells

from cgt.board.grid import Grid
from cgt.draw.palette import FILLED_ON_TERMINAL, piece_colour, region_name
from cgt.draw.terminal.pictures import (
    board_picture,
    cell_width_for,
    region_style,
    well_picture,
)
from cgt.duel.well import Well


def test_every_cell_is_drawn_with_its_region() -> None:
    labels = np.array([[1, 0], [0, 2]], dtype=np.int32)
    picture = board_picture(Grid(".#|.."), labels)
    assert picture.plain == "A ##\n. B "
    styles = {picture.plain[span.start : span.end].strip(): span.style for span in picture.spans}
    assert styles["A"] == region_style(1)
    assert styles["B"] == region_style(2)
    assert styles["A"] != styles["B"]
    assert styles["##"] != styles["."]


def test_filled_cells_are_solid_blocks_in_colour() -> None:
    picture = board_picture(Grid("#"), np.zeros((1, 1), dtype=np.int32))
    [span] = picture.spans
    assert span.style.color == span.style.bgcolor  # type: ignore[union-attr]


def test_names_go_on_after_z_and_cells_widen_with_them() -> None:
    assert len({region_name(n) for n in range(1, 20000)}) == 19999
    picture = board_picture(Grid(".#"), np.array([[703, 0]], dtype=np.int32))
    assert picture.plain == "AAA###"


def test_a_board_too_wide_for_two_characters_a_cell_gets_one() -> None:
    labels = np.array([[1] * 38 + [0, 0] + [26] * 2], dtype=np.int32)
    grid = Grid("." * 38 + "#" + "." * 3)
    picture = board_picture(grid, labels, [(0, 1)], cell_width=1)
    assert picture.plain == "A@" + "A" * 36 + "#.ZZ"
    assert {columns: cell_width_for(grid, 26, columns) for columns in (84, 83, 42, 41)} == {
        84: 2, 83: 1, 42: 1, 41: 1,
    }  # fmt: skip
    assert cell_width_for(grid, 27, 83) == 2  # a name of two letters has no room in one


def test_cells_of_a_well_have_their_pieces_letters_and_colours() -> None:
    pieces = {(0, 0): "T", (0, 1): "F'", (1, 0): "hook"}
    picture = well_picture(Well("#..|###"), 3, pieces=pieces)
    assert picture.plain == " 2| . . .|\n 1|ho . .|\n 0| TF'##|\n  +------+\n    0 1 2"
    styles = {picture.plain[span.start : span.end]: span.style for span in picture.spans}
    for text, name in ((" T", "T"), ("F'", "F'"), ("ho", "hook")):
        colour = styles[text].bgcolor  # type: ignore[union-attr]
        assert colour.name == piece_colour(name)
    assert styles["##"].bgcolor.name == FILLED_ON_TERMINAL  # type: ignore[union-attr]


def test_a_name_cannot_command_the_terminal_or_widen_a_cell() -> None:
    for name in ("\x1b[2J", "漢字", "漢", "\n"):
        picture = well_picture(Well("#."), 1, pieces={(0, 0): name})
        assert "\x1b" not in picture.plain
        assert cell_len(picture.plain.splitlines()[0]) == 8


@given(wells(max_height=6), st.sampled_from("IJLOSTZ"))
def test_what_a_picture_of_a_well_shows_is_the_well(well: Well, piece: str) -> None:
    known = {(row, 0): piece for row in range(6) if well[row, 0]}
    lines = well_picture(well, 6, pieces=known).plain.splitlines()[:-2]
    assert [int(line[:2]) for line in lines] == list(reversed(range(len(lines))))
    for row, line in enumerate(reversed(lines)):
        cells = [line[3 + 2 * column : 5 + 2 * column] for column in range(well.width)]
        assert cells == [
            (f" {piece}" if column == 0 else "##") if well[row, column] else " ."
            for column in range(well.width)
        ]
