"""Nim tetris on the page: played to its end, against every level."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import ROOT

from cgt import Grid, Solver
from cgt.placement.levels import LEVELS

if TYPE_CHECKING:
    from page.conftest import Page

BOARD = "....|....|...."  # 4×3 is won by the player who begins


def wait_for_turn(page: Page) -> str:
    return str(
        page.browser.wait(lambda: page.data("turn") in ("person", "over") and page.data("turn"))
    )


def play_anywhere(page: Page, cells: int) -> None:
    """Plays the first placement that fits, until the game is over."""
    while wait_for_turn(page) == "person":
        moves = len(page.browser.driver.find_elements("css selector", "#nim-history li"))
        for cell in range(cells):
            page.focus(cell)
            page.browser.press("\ue007")
            if page.data("turn") != "person":
                break
        page.browser.wait(
            lambda before=moves: (
                len(  # type: ignore[misc]
                    page.browser.driver.find_elements("css selector", "#nim-history li")
                )
                > before
            )
        )


def start(page: Page, level: str, begins: str) -> None:
    rows = BOARD.replace("|", "_")
    page.go(f"#nim?b={rows}&with={level}&begins={begins}&seed=3")


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_a_game_is_played_to_its_end(page: Page, level: str) -> None:
    assert Solver(largest_side=4).outcome(Grid(BOARD)) == "N"
    start(page, level, "program")
    play_anywhere(page, 12)
    said = page.browser.text("#nim-status")
    assert said.startswith(("You win", "You lose"))
    if level in ("medium", "hard", "perfect"):  # which know all of so small a board
        assert said == "You lose: you placed last."


def test_a_game_is_shared_and_taken_back(page: Page) -> None:
    start(page, "friend", "you")
    wait_for_turn(page)
    page.focus(0)
    page.browser.press("\ue007")
    page.browser.wait(lambda: "Player 2" in page.browser.text("#nim-status"))
    link = page.copied("#nim-link")
    page.browser.driver.get("about:blank")
    page.browser.driver.get(link)
    page.browser.wait(lambda: "Player 2" in page.browser.text("#nim-status"))
    assert page.browser.text("#nim-history") == "player 1: I"
    page.click("#nim-back")
    page.browser.wait(lambda: "Player 1" in page.browser.text("#nim-status"))
    assert page.browser.text("#nim-history") == ""


def test_a_proof_in_a_file_answers_everything(page: Page) -> None:
    page.go("#nim")
    wait_for_turn(page)
    page.choose("#nim-opponent", "proof")
    page.browser.wait(lambda: "nim-tetris-6x6 holds" in page.browser.text("#proof-said"))
    proof = ROOT / "certificates" / "proofs" / "nim-tetris-5x6.gz"
    page.browser.find("#proof-file").send_keys(str(proof))
    page.browser.wait(lambda: "nim-tetris-5x6.gz holds" in page.browser.text("#proof-said"))
    wait_for_turn(page)
    assert "with=perfect&begins=program" in page.copied("#nim-link")  # whose reader has no file
    play_anywhere(page, 30)
    assert page.browser.text("#nim-status") == "You lose: you placed last."


def test_a_proof_that_does_not_hold_is_refused(page: Page, tmp_path: Path) -> None:
    text = gzip.decompress((ROOT / "certificates/proofs/nim-tetris-5x6.gz").read_bytes()).decode()
    head, _, lines = text.partition("positions: ")
    changed = tmp_path / "changed.txt"
    changed.write_text(f"{head}positions: 1\n" + lines.splitlines()[1] + "\n")
    page.go("#nim?with=proof&proof=nim-tetris-4x5&b=....")
    page.browser.wait(lambda: "nim-tetris-4x5 holds" in page.browser.text("#proof-said"))
    page.browser.find("#proof-file").send_keys(str(changed))
    page.browser.wait(lambda: "changed.txt cannot be played" in page.browser.text("#proof-said"))


def test_hints_and_who_is_winning(page: Page) -> None:
    start(page, "perfect", "you")
    wait_for_turn(page)
    page.click("#nim-says")
    page.browser.wait(lambda: page.browser.text("#nim-who") == "You are winning.")
    page.click("#nim-hint")
    page.browser.wait(lambda: page.browser.text("#nim-advice").endswith("this move wins."))
    assert page.browser.driver.find_elements("css selector", ".board .hint")


def test_a_link_that_is_no_game_is_told(page: Page) -> None:
    page.go("#nim?b=...._....&with=friend&m=0.1.2.7")
    page.browser.wait(lambda: "not a game" in page.browser.text("#toast"))
    wait_for_turn(page)
    assert page.browser.text("#nim-history") == ""


def tap(page: Page, cell: int) -> None:
    """Touches a cell with a finger."""
    page.browser.run(
        """
        const cell = document.querySelector(`#main [data-cell="${arguments[0]}"]`);
        const { x, y, width, height } = cell.getBoundingClientRect();
        const [clientX, clientY] = [x + width / 2, y + height / 2];
        for (const name of ["pointerdown", "pointerup"])
          cell.dispatchEvent(new PointerEvent(name, {
            bubbles: true, button: 0, pointerType: "touch", clientX, clientY,
          }));
        """,
        cell,
    )


def shown(page: Page) -> str:
    return str(page.browser.run("return document.querySelector('.board .shown')?.outerHTML ?? ''"))


def test_a_finger_shows_turns_and_places(page: Page) -> None:
    start(page, "friend", "you")
    wait_for_turn(page)
    tap(page, 5)
    first = shown(page)
    tap(page, 5)
    assert first
    assert shown(page) not in ("", first)
    assert page.browser.text("#nim-history") == ""
    page.click("#nim-place")
    page.browser.wait(lambda: "Player 2" in page.browser.text("#nim-status"))
