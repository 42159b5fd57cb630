"""The board tab: what it says is what the program says."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from cgt import Grid, PlacementGame, Solver, analyse

if TYPE_CHECKING:
    from page.conftest import Page

OUTCOMES = {"N: to move wins": "N", "P: to move loses": "P"}
VERDICTS = {"N": "The player to move wins.", "P": "The player to move loses."}
GAMES = [("tetromino", "misere"), ("tetromino", "normal"), ("domino", "misere"), ("SZ", "misere")]


def some_boards(count: int, seed: int) -> list[str]:
    """Boards of many shapes, with cells filled by chance."""
    chance = Random(seed)
    boards = []
    for _ in range(count):
        width, height = chance.choice([(4, 4), (5, 3), (9, 2), (12, 1), (3, 6), (6, 3)])
        rows = ["".join(chance.choices(".#", (4, 1), k=width)) for _ in range(height)]
        boards.append("|".join(rows))
    return boards


@pytest.mark.parametrize(("pieces", "play"), GAMES)
def test_values_are_those_of_the_program(page: Page, pieces: str, play: str) -> None:
    for rows in some_boards(8, seed=len(pieces)):
        page.board(rows, pieces, play)
        known = analyse(Grid(rows), Solver(PlacementGame(pieces, play), largest_side=12))
        assert known.outcome is not None
        values = f"(genus {known.genus}, nimber {known.nimber})"
        assert page.verdict().endswith(f"{VERDICTS[known.outcome]} {values}"), rows
        shown = page.table("#regions")
        assert len(shown) == len(known.regions), rows
        for row, value in zip(shown, known.regions, strict=True):
            assert value.canonical is not None
            assert int(row[1]) == value.region.size
            assert OUTCOMES[row[2]] == value.outcome
            assert (row[3], int(row[4])) == (value.canonical.genus, value.canonical.nimber)
            assert row[5] == str(value.canonical), rows
        winning = sum(row[2] == "wins" for row in page.table("#moves"))
        assert winning == len(known.winning_moves or ()), rows


def test_cells_are_painted_and_taken_back(page: Page) -> None:
    page.board("....|....")
    assert "wins" in page.verdict()
    page.click('[data-cell="1"]')
    page.wait_for_values()
    assert page.browser.run("return location.hash").startswith("#board?b=.X.._....")
    known = analyse(Grid(".#..|...."))
    assert f"genus {known.genus}" in page.verdict()
    page.click("#undo")
    page.wait_for_values()
    assert page.browser.run("return location.hash").startswith("#board?b=...._....")
    page.click("#redo")
    page.choose("#symmetry", "both")
    page.click('[data-cell="0"]')
    page.wait_for_values()
    assert page.browser.run("return location.hash").startswith("#board?b=XX.X_X..X")


def test_keys_alone_are_enough(page: Page) -> None:
    page.board("....|....")
    page.focus(0)
    page.browser.press("\ue014", "\ue015", " ")  # right, down, paint
    page.wait_for_values()
    assert page.browser.run("return location.hash").startswith("#board?b=...._.X..")
    label = page.browser.run("return document.activeElement.getAttribute('aria-label')")
    assert label == "row 2, column 2: filled"
    page.browser.press("z")
    page.wait_for_values()
    assert page.browser.run("return location.hash").startswith("#board?b=...._....")


def test_everything_is_reached_by_the_tab_key(page: Page) -> None:
    page.board("....|....")
    page.browser.run("document.activeElement.blur()")
    focused = "const at = document.activeElement; return at.id || at.dataset.cell || at.textContent"
    reached = []
    for _ in range(40):
        page.browser.press("\ue004")
        reached.append(page.browser.run(focused))
        if reached[-1] == "play-this":
            break
    for name in (
        "tab-board",
        "language",
        "columns",
        "pieces",
        "examples",
        "0",
        "symmetry",
        "draws",
    ):
        assert name in reached, name
    page.browser.run("document.querySelector('#tab-board').focus()")
    page.browser.press("\ue014")  # right: the next tab
    assert page.browser.run("return document.activeElement.id") == "tab-nim"
    assert page.browser.run("return location.hash").startswith("#nim")


def test_a_board_is_copied_in_every_form(page: Page) -> None:
    page.board("....#....|....#....")
    assert page.copied("#copy-text") == ("pieces: tetromino\nplay: misere\n....#....\n....#....\n")
    assert page.copied("#copy-command") == "cgt analyse '....#....|....#....'"
    assert page.copied("#copy-link").endswith(
        "#board?b=....X...._....X....&pieces=tetromino&play=misere"
    )
    assert page.copied("#copy-svg").count("<rect") == 18
    assert page.copied("#copy-png") == "image/png"
    assert page.copied("#copy-latex").count("\\fill") == 2


def test_a_link_shares_the_board(page: Page, page_file: Path) -> None:
    page.board(".#..|....|....", "domino", "normal")
    link = page.copied("#copy-link")
    said = page.verdict()
    page.browser.driver.get("about:blank")
    page.browser.driver.get(link)
    page.wait_for_values()
    assert page.verdict() == said
    assert (
        page.copied("#copy-command") == "cgt analyse '.#..|....|....' --pieces domino --play normal"
    )


def test_a_board_file_is_pasted(page: Page) -> None:
    page.browser.run("document.querySelector('#pasting').open = true")
    text = "; a comment\nname: mine\npieces: domino\nplay: normal\n.@\n0-\n"
    page.browser.run("document.querySelector('#paste').value = arguments[0]", text)
    page.click("#use")
    page.wait_for_values()
    assert page.browser.run("return location.hash") == "#board?b=.X_..&pieces=domino&play=normal"
    for text, says in (
        ("□ ■ t\n. . .", ""),
        ("..\n.", "one row a line"),
        ("..?", "“?” is no cell"),
        ("pieces: omino:7\n..", "does not know the pieces omino:7"),
    ):
        page.browser.run("document.querySelector('#paste').value = arguments[0]", text)
        page.click("#use")
        assert says in page.browser.text("#toast")
    assert page.browser.run("return location.hash").startswith("#board?b=.XX_...&")


def test_a_long_search_is_stopped(page: Page) -> None:
    page.go("#board?b=" + "_".join(["." * 10] * 10))
    page.browser.wait(lambda: "positions searched" in page.verdict())
    page.click("#stop")
    page.browser.wait(lambda: page.verdict() == "Stopped: not known yet.")
    page.board("....|....")
    assert "wins" in page.verdict()


def test_the_page_works_offline_and_fits_and_says_nothing(page: Page, page_file: Path) -> None:
    assert page_file.stat().st_size < 1_500_000
    with page.offline():
        for tab in ("board", "nim", "duel", "bad", "lab", "learn"):
            page.go(f"#{tab}")
            page.browser.wait(
                lambda tab=tab: (
                    page.browser.run(  # type: ignore[misc]
                        "return document.querySelector('[aria-selected=true]').id"
                    )
                    == f"tab-{tab}"
                )
            )
            for width in (360, 3840):
                page.browser.resize(width, 900)
                page.browser.assert_fits()
        page.board("....|....")
        assert "wins" in page.verdict()
    page.assert_quiet()
