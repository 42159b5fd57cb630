"""The page of a proof, as a reader plays on it, in a browser."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import Browser
from proofs import Game, make

from cgt.draw.reports.proof import proof_page
from cgt.placement.proof.file import ProofFile
from cgt.placement.proof.game import proof_game

Show = Callable[..., Browser]
STATUS = "[role=status]"


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Show]:
    """Opens the page of a game; at the end it must have logged and requested nothing."""

    def shown(pieces: str, play: str, rows: tuple[str, ...], claim: str) -> Browser:
        text = make(Game(pieces, play, rows), pieces, claim, random.Random(1)).text()
        game = proof_game(ProofFile.of_bytes(text.encode(), "proof"))
        path = tmp_path / "report.html"
        path.write_text(proof_page(game, title="A <proof>", verdict="valid"))
        browser.open(path)
        return browser

    yield shown
    browser.assert_quiet()


def play_on(browser: Browser, part: float = 0) -> int:
    """Chooses a cell of those that can be chosen, this part of them from the first, until none is
    left; returns how many."""
    for chosen in range(100):
        free = browser.driver.find_elements("css selector", ".cell:enabled:not(.chosen)")
        if not free:
            return chosen
        free[int(part * len(free))].click()
    raise AssertionError("the game does not end")


def placed(browser: Browser, width: int) -> dict[str, list[tuple[int, int]]]:
    """The cells that have been covered, by the number of the move."""
    found: dict[str, list[tuple[int, int]]] = {}
    cells = browser.driver.find_elements("css selector", "#board .cell")
    for number, cell in enumerate(cells):
        if cell.text:
            found.setdefault(cell.text, []).append(divmod(number, width))
    return found


@pytest.mark.parametrize(
    ("play", "rows", "claim", "end"),
    [
        ("misere", ("....",) * 4, "P", "You have placed last, and in misère play you lose."),
        ("normal", ("....",) * 4, "P", "no piece is left for you to place, and you lose."),
        ("misere", ("...",) * 3, "N", "You have placed last, and in misère play you lose."),
    ],
)
def test_the_reader_loses_whatever_happens(
    show: Show, play: str, rows: tuple[str, ...], claim: str, end: str
) -> None:
    game = Game("domino", play, rows)
    if game.is_lost((game.start, 0)) != (claim == "P"):
        claim = "N" if claim == "P" else "P"
    browser = show("domino", play, rows, claim)
    assert browser.text("h1") == "A <proof>"
    assert browser.text(STATUS) == "Your move."
    begun = len(browser.driver.find_elements("css selector", ".cell.proof"))
    assert begun == (2 if claim == "N" else 0)
    for part in (0, 0.6):
        assert play_on(browser, part) > 0
        assert browser.text(STATUS).endswith(end)
        for cells in placed(browser, len(rows[0])).values():  # turned boards are turned back
            assert len(cells) == 2
            assert sum(abs(a - b) for a, b in zip(*cells, strict=True)) == 1
        if not part:
            browser.click("#restart")
    browser.click("#back")
    browser.click("#restart")
    assert len(browser.driver.find_elements("css selector", ".cell.proof")) == begun
    browser.resize(360, 700)
    browser.assert_fits()


def test_a_heap_can_be_played_too(show: Show) -> None:
    game = Game("domino", "normal", ("....",))
    assert game.nimber > 0
    browser = show("domino", "normal", ("....",), f"nimber {game.nimber}")
    assert f"a heap of {game.nimber}" in browser.text("#heap")
    browser.click("#heap button")
    assert "a heap of" not in browser.text("#heap")
    assert browser.driver.find_elements("css selector", ".cell.proof")


def test_a_small_piece_inside_a_larger_one_is_placed_when_asked(show: Show) -> None:
    game = Game("mixed", "misere", ("..", ".."))
    browser = show("mixed", "misere", ("..", ".."), "P" if game.is_lost((15, 0)) else "N")
    browser.click(".cell:enabled")
    assert browser.text("#place") == "place this piece"
    browser.click("#place")
    assert len(browser.driver.find_elements("css selector", ".cell.reader")) == 1
