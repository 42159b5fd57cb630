"""Rows and columns have the same numbers in text, JSON, pictures and pages of the same result, and
each output that names them says once how they count."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest
from browser import Browser, chromium
from conftest import Ran
from pages import Page
from svgs import CELL_SIDE, of_class, parsed, squares, texts

Run = Callable[..., Ran]
Cells = set[tuple[int, int]]

CYCLE = ("simulate", "--good", "minmax", "--depth", "2", "--bad", "minmax", "--pieces", "OL")
TUCK = ("recommend", "boards/tetris-tuck.txt", "--next", "TLI")
WELL = "Rows count from 0 at the floor, columns from 0 at the left."
BOARD = "Cells are (row, column), counted from 0 at the top left."
BOARD_ROWS = "Rows and columns count from 0 at the top left."


def flat(text: str) -> str:
    """A text whatever its line ends."""
    return " ".join(text.split())


def rows_beside(root: Tree.Element, top: float, bottom: float) -> list[int]:
    """The numbers that a picture of a well has at its left between two heights."""
    numbers = of_class(root, "row")
    return [int(mark.text or "") for mark in numbers if top < float(mark.attrib["y"]) < bottom]


def test_the_band_of_a_cycle_has_the_same_rows_everywhere(run_cgt: Run, tmp_path: Path) -> None:
    svg, page = tmp_path / "game.svg", tmp_path / "game.html"
    text = run_cgt(*CYCLE, "--svg", str(svg), "--html", str(page)).out
    first, last = run_cgt(*CYCLE, "--json").json()["cycle_rows"]
    assert f"in rows {first} to {last}:" in text
    assert text.count(WELL) == 1
    root = parsed(svg.read_text())
    said = flat(" ".join(texts(root)))
    assert f"in the framed rows {first} to {last}:" in said
    assert said.count(WELL) == 1
    [band] = of_class(root, "band")
    top = float(band.attrib["y"])
    beside = rows_beside(root, top, top + float(band.attrib["height"]))
    assert beside == list(range(first, last + 1))
    report = Page(page.read_text())
    assert f"in the framed rows {first} to {last}:" in report.text
    assert report.text.count(WELL) == 1
    assert report.data["cycle"]["band"] == [first, last]


def test_the_rows_of_a_cycle_are_those_beside_the_well_in_text(run_cgt: Run) -> None:
    """The highest row of the band has something in it, and the one above it nothing."""
    text = run_cgt(*CYCLE).out
    last = run_cgt(*CYCLE, "--json").json()["cycle_rows"][1]
    rows = {int(row): cells for row, cells in re.findall(r"^ ?(\d+)\|(.*)\|$", text, re.MULTILINE)}
    assert "O" in rows[last]
    assert set(rows[last + 1]) == {" ", "."}
    assert min(rows) == 0
    assert text.splitlines()[-1].split() == [str(column) for column in range(10)]


def test_a_recommended_placement_has_the_same_cells_everywhere(
    run_cgt: Run, tmp_path: Path
) -> None:
    svg = tmp_path / "well.svg"
    text = run_cgt(*TUCK, "--svg", str(svg)).out
    found = run_cgt(*TUCK, "--json").json()["placement"]
    cells = {(row, column) for row, column in found["cells"]}
    assert (found["row"], found["column"]) == (min(r for r, _ in cells), min(c for _, c in cells))
    assert f"column {found['column']}, row {found['row']}" in text
    assert text.count(WELL) == 1
    marked = {
        (int(row), column)
        for row, line in re.findall(r"^ ?(\d+)\|(.*)\|$", text, re.MULTILINE)
        for column in range(len(line) // 2)
        if line[2 * column : 2 * column + 2] == "@@"
    }
    assert marked == cells
    root = parsed(svg.read_text())
    [move] = of_class(root, "move")
    assert numbered(root, set(squares(move, CELL_SIDE))) == cells


def numbered(root: Tree.Element, drawn: Cells) -> Cells:
    """Squares by the numbers that a picture has for their rows and columns."""
    rows = {number_at(mark, "y"): int(mark.text or "") for mark in of_class(root, "row")}
    columns = {number_at(mark, "x"): int(mark.text or "") for mark in of_class(root, "column")}
    first_row, first_column = min(rows), min(columns)
    return {(rows[first_row + row], columns[first_column + column]) for row, column in drawn}


def number_at(mark: Tree.Element, axis: str) -> int:
    """Which row or column of squares a number stands beside."""
    return int(float(mark.attrib[axis]) // CELL_SIDE)


@pytest.mark.parametrize("command", ["analyse", "solve"])
def test_a_winning_move_has_the_same_cells_everywhere(
    run_cgt: Run, tmp_path: Path, command: str
) -> None:
    svg = tmp_path / "board.svg"
    asked = (command, "boards/midgame.txt")
    text = run_cgt(*asked, "--svg", str(svg)).out
    [data] = run_cgt(*asked, "--json").json()["boards"]
    move = data["winning_moves"][0] if command == "analyse" else data["best_move"]
    cells = {(row, column) for row, column in move["cells"]}
    told = f"{move['piece']} on {' '.join(f'({row}, {column})' for row, column in sorted(cells))}"
    assert told in text
    assert text.count(BOARD) == 1
    root = parsed(svg.read_text())
    said = flat(" ".join(texts(root)))
    assert told in said
    assert BOARD in said
    [drawn] = of_class(root, "move")
    assert numbered(root, set(squares(drawn, CELL_SIDE))) == cells


def test_a_page_names_the_move_by_the_numbers_of_its_picture(run_cgt: Run, tmp_path: Path) -> None:
    page = tmp_path / "board.html"
    found = run_cgt("analyse", "boards/midgame.txt", "--html", str(page), "--json").json()
    [move] = found["boards"][0]["winning_moves"]
    row, column = (min(axis) for axis in zip(*move["cells"], strict=True))
    assert Page(page.read_text()).text.count(BOARD_ROWS) == 1
    with chromium() as driver:
        browser = Browser(driver)
        browser.open(page)
        assert browser.text("#shown").endswith(f"{move['piece']} at row {row}, column {column}")
        beside = browser.run(
            "const box = (e) => e.getBoundingClientRect();"
            "const piece = box(document.querySelector('#picture .move path'));"
            "const near = (kind, side, low, high) => [...document.querySelectorAll("
            "`#picture .number.${kind}`)].filter((e) => box(e)[side] + 4 > piece[low] && "
            "box(e)[side] + 4 < piece[high]).map((e) => Number(e.textContent));"
            "return [near('row', 'top', 'top', 'bottom'), near('column', 'left', 'left', 'right')]"
        )
    assert (min(beside[0]), min(beside[1])) == (row, column)


@pytest.mark.parametrize(
    ("command", "said"), [("analyse", BOARD), ("solve", BOARD), ("regions", BOARD_ROWS)]
)
def test_many_boards_say_once_how_their_cells_count(
    run_cgt: Run, tmp_path: Path, command: str, said: str
) -> None:
    boards = tmp_path / "boards"
    boards.write_text("....\n....\n\n.....\n.....\n\n......\n......\n")
    text = run_cgt(command, str(boards)).out
    assert text.count(said) == 1
    assert text.count("on (" if command != "regions" else "at row") > 1


def test_an_output_without_such_numbers_does_not_speak_of_them(
    run_cgt: Run, tmp_path: Path
) -> None:
    full = tmp_path / "full"
    full.write_text("##\n##\n")
    for command in ("analyse", "solve", "regions"):
        assert "from 0" not in run_cgt(command, str(full)).out
