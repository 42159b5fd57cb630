"""Labels lie inside their piece, in figures and in pages."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from browser import Browser
from conftest import Ran
from hypothesis import given
from hypothesis import strategies as st
from svgs import CELL_SIDE, of_class, parsed

from cgt.board.grid import Grid
from cgt.draw.boards import Placed, board_drawing
from cgt.draw.labels import PieceLabel, piece_label
from cgt.draw.svg import text_width

Run = Callable[..., Ran]
Cells = set[tuple[int, int]]

cell_sets = st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1)
names = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=30
)


def covered(label: PieceLabel) -> Cells:
    """The cells that a label touches, by its own measure: a row of letters, or a column."""
    half = text_width(label.text, label.size, bold=True) / 2
    along = label.row if label.turned else label.column
    across = label.column if label.turned else label.row
    assert across == int(across)  # in the middle of a row or a column of cells
    assert label.size < 1
    first, last = int(along - half + 0.5), int(along + half + 0.5)
    touched = range(first, last + 1)
    return {(at, int(across)) if label.turned else (int(across), at) for at in touched}


@given(names, cell_sets)
def test_a_label_covers_cells_of_its_piece_only(name: str, cells: Cells) -> None:
    label = piece_label(name, cells)
    assert covered(label) <= cells
    assert 0.25 <= label.size <= 0.55
    assert label.text == name or (label.text[-1] == "…" and name.startswith(label.text[:-1]))


@given(names, cell_sets)
def test_a_name_is_cut_only_where_no_run_has_room_for_it(name: str, cells: Cells) -> None:
    """A run is found here by trying all: every cell, as far as the piece goes."""
    longest = max(
        sum(all(step in cells for step in way[: n + 1]) for n in range(5))
        for row, column in cells
        for way in (
            [(row, column + n) for n in range(5)],
            [(row + n, column) for n in range(5)],
        )
    )
    fits = len(name) == 1 or text_width(name, 0.25, bold=True) <= longest - 0.14
    assert (piece_label(name, cells).text == name) == fits


def test_the_label_of_a_piece_that_stands_runs_upwards() -> None:
    piece = Placed("domino", [(0, 1), (1, 1)])
    labels = np.zeros((2, 3), dtype=np.int32)
    root = parsed(str(board_drawing(Grid.of_size(3, 2), labels, [piece])))
    [text] = of_class(root, "letter")
    assert text.text == "domino"
    assert text.attrib["transform"] == f"rotate(-90 {1.5 * CELL_SIDE:g} {CELL_SIDE:g})"


INSIDE = """
const inside = (inner, outer) => inner.left >= outer.left - 0.5 && inner.top >= outer.top - 0.5
  && inner.right <= outer.right + 0.5 && inner.bottom <= outer.bottom + 0.5;
return [...document.querySelectorAll(arguments[0])].map((group) => {
  const text = group.querySelector('text').getBoundingClientRect();
  return inside(text, group.querySelector('path').getBoundingClientRect());
});
"""


@pytest.mark.parametrize("pieces", ["domino", "pentomino", "own"])
def test_in_a_page_every_name_is_inside_its_piece(
    run_cgt: Run, browser: Browser, tmp_path: Path, pieces: str
) -> None:
    own = tmp_path / "own"
    own.write_text("name: a name that is far too long\n##\n\nname: hook\n##\n#.\n")
    page = tmp_path / "page.html"
    asked = str(own) if pieces == "own" else pieces
    board = tmp_path / "board"
    board.write_text("....\n....\n...#\n")
    assert run_cgt("analyse", str(board), "--pieces", asked, "--html", str(page)).code == 0
    browser.open(page)
    buttons = browser.run("return document.querySelectorAll('.moveButton').length")
    assert buttons > 1
    for number in range(buttons):
        browser.run("document.querySelectorAll('.moveButton')[arguments[0]].focus()", number)
        assert browser.run(INSIDE, "#picture .move") == [True]


def test_in_a_game_every_name_is_inside_its_piece(
    run_cgt: Run, browser: Browser, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    own.write_text("name: a name that is far too long\n###\n\nname: hook\n##\n#.\n")
    page = tmp_path / "page.html"
    asked = ("--pieces", str(own), "--width", "5", "--bad", "uniform", "--max-pieces", "20")
    run_cgt("simulate", *asked, "--html", str(page))
    browser.open(page)
    browser.press("\ue011")
    seen = 0
    for _ in range(20):
        browser.press("\ue014")
        found = browser.run(INSIDE, "svg.well .placed")
        assert all(found)
        seen += len(found)
    assert seen > 5
