"""The duel on the page: its enemies choose as the native core's do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cgt.literature.hatetris import decode, play

if TYPE_CHECKING:
    from page.conftest import Page

LEFT, RIGHT, UP = "\ue012", "\ue014", "\ue013"


def drop_pieces(page: Page, count: int) -> None:
    page.browser.wait(lambda: page.data("placed") == "0")
    page.browser.run("document.querySelector('#main .well').focus()")
    for number in range(count):
        page.browser.press(*([UP] * (number % 2) + [LEFT if number % 3 else RIGHT] * (number % 5)))
        page.browser.press(" ")
        page.browser.wait(lambda placed=number + 1: page.data("placed") == str(placed))  # type: ignore[misc]


def test_ten_pieces_against_hatetris_are_the_programs(page: Page) -> None:
    page.go("#duel?bad=hatetris")
    drop_pieces(page, 10)
    replay = page.copied("#duel-replay")
    game = play(decode(replay))
    assert (game.pieces, game.over) == (10, False)
    assert page.browser.text("#duel-status") == f"Lines {game.score}, pieces 10."
    filled = page.browser.run(
        "return document.querySelectorAll('.well rect:not(.empty):not(.ghost)').length"
    )
    cells = sum(column.bit_count() for column in game.well.columns)
    assert filled == cells + 4  # and the piece that is falling


def test_advice_shows_what_the_evaluation_sees(page: Page) -> None:
    page.go("#duel?bad=bag")
    page.browser.wait(lambda: page.data("placed") == "0")
    page.click("#duel-advises")
    page.browser.wait(lambda: page.table("#duel-advice"))
    rows = page.table("#duel-advice")
    cost = sum(float(row[3]) for row in rows)
    assert all(abs(float(row[1]) * float(row[2]) - float(row[3])) < 0.01 for row in rows)
    assert cost > 0
    assert len(page.browser.driver.find_elements("css selector", ".well .advice")) == 4


def test_the_best_player_is_watched(page: Page) -> None:
    page.go("#duel?bad=uniform")
    page.browser.wait(lambda: page.data("placed") == "0")
    page.choose("#duel-speed", "0.05")
    page.click("#duel-watch")
    page.browser.wait(lambda: int(page.data("placed")) >= 5)
    page.click("#duel-watch")
    assert page.data("over") == "false"
