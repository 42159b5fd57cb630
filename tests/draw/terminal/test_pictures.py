"""Pictures in text."""

import numpy as np

from cgt.board.grid import Grid
from cgt.draw.palette import region_name
from cgt.draw.terminal.pictures import board_picture, cell_width_for, region_style


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
