"""The report about boards, used in a browser."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from browser import Browser
from conftest import ROOT

from cgt.board.boardfile import read_boards
from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.draw.describe.words import Description, Sentence
from cgt.draw.reports.board import BoardStory, board_page
from cgt.placement.analysis import analyse
from cgt.placement.game import PlacementGame, Play
from cgt.placement.solver import Solver
from cgt.placement.tree import GameTree, game_tree

PIECES = piece_set("tetromino")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    [given] = read_boards(ROOT / "boards" / "midgame.txt")
    stories = []
    boards: list[tuple[str, Grid, Play]] = [
        ("first", given.grid, "misere"),
        ("small", Grid("....|...."), "misere"),
        ("normal", Grid("....|...."), "normal"),
        ("full", Grid("##|##"), "misere"),
    ]
    for name, grid, play in boards:
        solver = Solver.for_boards([grid], PlacementGame(PIECES, play))
        tree = game_tree(grid, solver, most=2000)
        analysis = analyse(grid, solver)
        description = Description(name, (Sentence("board", "Four regions."),))
        stories.append(BoardStory(analysis, description, tree))
    stories.append(undecided_story())
    path = tmp_path_factory.mktemp("reports") / "boards.html"
    path.write_text(board_page(stories))
    return path


def undecided_story() -> BoardStory:
    """A board on which a few moves are known to win and the others are not known."""
    grid = Grid("....|....")
    solver = Solver.for_boards([grid])
    tree = game_tree(grid, solver)
    positions = [
        replace(position, outcome=None) if position.outcome == "N" else position
        for position in tree.positions
    ]
    analysis = replace(analyse(grid, solver), moves=None, outcome=None)
    return BoardStory(analysis, Description("undecided"), GameTree(positions))


@pytest.fixture
def page(browser: Browser, report: Path) -> Iterator[Browser]:
    browser.open(report)
    yield browser
    browser.assert_quiet()


def choose(page: Browser, board: int) -> None:
    page.run(
        "const s = document.getElementById('board'); s.value = arguments[0]; "
        "s.dispatchEvent(new Event('change'))",
        board,
    )


def lit(page: Browser) -> list[str]:
    script = "return [...document.querySelectorAll('#picture .lit')].map(e => e.dataset.region)"
    return list(page.run(script))


def pieces_on_board(page: Browser) -> list[str]:
    script = "return [...document.querySelectorAll('#picture .move')].map(e => e.dataset.piece)"
    return list(page.run(script))


def verdict(page: Browser) -> str:
    return page.text("#verdict")


def test_a_region_lights_up_with_its_value_when_it_is_pointed_at(page: Browser) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    assert lit(page) == []
    assert "Point at a region" in page.text("#pointed")
    region = page.find("#picture .region[data-region=D] rect")
    ActionChains(page.driver, duration=0).move_to_element(region).perform()
    page.wait(lambda: lit(page) == ["D"])
    assert page.text("#pointed").startswith("D: 7 cells, alone P, the player to move loses; genus")
    assert page.run("return document.querySelector('tr[data-region=D]').className") == "lit"
    ActionChains(page.driver, duration=0).move_to_element(page.find("#title")).perform()
    page.wait(lambda: lit(page) == [])


def test_a_row_of_the_table_lights_its_region_by_keyboard(page: Browser) -> None:
    page.run("document.querySelector('tr[data-region=B]').focus()")
    assert lit(page) == ["B"]
    dimmed = page.run("return document.querySelector('#picture [data-region=A]').style.opacity")
    assert float(dimmed) < 1


def test_the_winning_move_is_played_and_taken_back_by_keys(page: Browser) -> None:
    assert verdict(page).startswith("N: the first player is to move and wins")
    assert pieces_on_board(page) == ["I"]  # the winning move is shown
    assert page.text("#shown") == "1 of 1: I at row 8, column 2"
    page.press("\ue007")  # Enter
    assert verdict(page).startswith("P: the second player is to move and loses")
    assert "1. I at row 8, column 2" in page.text("#way")
    assert page.text("#shown") == "there is none"
    page.press("\ue003")  # Backspace
    assert verdict(page).startswith("N: the first player")


def test_the_tree_is_followed_level_by_level_and_back_to_the_start(page: Browser) -> None:
    page.click("#moves [data-outcome=P] button")
    page.wait(lambda: "P: the second" in verdict(page))
    page.click("#moves [data-outcome=N] button")
    assert verdict(page).startswith("N: the first player")
    assert len(pieces_on_board(page)) >= 2
    page.press("\ue011")  # Home
    assert page.text("#way") == "the board as it was given"
    assert page.run("return document.querySelector('#back').disabled") is True


def test_a_move_is_shown_on_the_board_before_it_is_chosen(page: Browser) -> None:
    page.run("document.querySelector('[data-outcome=N]').open = true")
    page.run("document.querySelector('[data-outcome=N] button').focus()")
    placement = page.run("return document.activeElement.dataset.placement")
    shown = page.run("return pageData().boards[0].placements[arguments[0]][0]", int(placement))
    assert pieces_on_board(page) == [shown]


def test_a_game_is_played_to_its_end(page: Browser) -> None:
    choose(page, 1)
    assert page.text("#title") == "small"
    for _ in range(3):
        if page.run("return document.querySelectorAll('#moves button').length") == 0:
            break
        page.run("document.querySelector('#moves button').click()")
    assert page.text("#moves") == "No piece fits: the game is over."
    assert "has won (the last to place loses)" in verdict(page)


def test_winning_moves_are_stepped_through_and_go_round(page: Browser) -> None:
    choose(page, 1)
    seen = [page.text("#shown")]
    for _ in range(3):
        page.press("\ue014")  # right
        seen.append(page.text("#shown"))
    assert [text.split(":")[0] for text in seen] == ["1 of 3", "2 of 3", "3 of 3", "1 of 3"]
    assert len(set(seen)) == 3
    page.press("\ue012")  # left
    assert page.text("#shown") == seen[2]


def test_beyond_the_tree_the_report_says_so(page: Browser) -> None:
    for _ in range(12):
        found = page.run(
            "const b = [...document.querySelectorAll('#moves button')]; "
            "if (b.length) b[b.length - 1].click(); return b.length"
        )
        if not found:
            break
    assert page.text("#moves") in (
        "The report ends here. Who wins from here is known.",
        "No piece fits: the game is over.",
    )


@pytest.mark.parametrize("width", [360, 700, 1100])
def test_it_fits_on_any_screen(page: Browser, width: int) -> None:
    page.resize(width, 800)
    page.run("for (const d of document.querySelectorAll('details')) d.open = true")
    page.assert_fits()


def test_light_and_dark(page: Browser) -> None:
    colour = "return getComputedStyle(document.body).backgroundColor"
    before = page.run(colour)
    page.click("#theme")
    assert page.run(colour) != before
    page.click("#theme")
    assert page.run(colour) == before


def test_in_normal_play_the_last_to_place_wins(page: Browser) -> None:
    choose(page, 2)
    assert verdict(page).endswith("(the last to place wins).")
    for _ in range(3):
        page.run("const b = document.querySelector('#moves button'); if (b) b.click()")
    assert "cannot move and has lost (the last to place wins)" in verdict(page)


def test_a_full_board_is_over(page: Browser) -> None:
    choose(page, 3)
    assert verdict(page).startswith("The game is over: the first player cannot move and has won")
    assert page.run("return document.getElementById('winning').hidden") is True


def test_what_is_not_known_is_not_claimed(page: Browser) -> None:
    choose(page, 4)
    assert verdict(page).startswith("Who wins is not known")
    assert page.text("#shown").startswith("1 of 3 that are known: ")
    assert "4 not known" in page.text("#moves [data-outcome=unknown] summary")
    page.run("document.querySelector('#moves [data-outcome=unknown] button').click()")
    assert verdict(page).startswith("Who wins is not known")


def test_enter_opens_a_list_and_plays_nothing(page: Browser) -> None:
    page.run("document.querySelector('[data-outcome=N] summary').focus()")
    page.press("\ue007")
    assert page.run("return document.querySelector('[data-outcome=N]').open") is True
    assert page.text("#way") == "the board as it was given"
    page.run("document.querySelector('tr[data-region=B]').focus()")
    page.press("\ue007")
    assert page.text("#way") == "the board as it was given"


def test_the_keyboard_still_works_after_a_move(page: Browser) -> None:
    page.run("document.querySelector('#moves button').focus()")
    page.press("\ue007")
    assert page.text("#way") != "the board as it was given"
    assert page.run("return document.activeElement.id") == "verdict"
