"""Pictures in text."""

import numpy as np

from cgt.board.grid import Grid
from cgt.draw.palette import region_name
from cgt.draw.terminal.pictures import board_picture, region_style


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
