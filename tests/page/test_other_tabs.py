"""Being Bad, the laboratory and the lessons: what they show is what the program says."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import ROOT

from cgt import Game, Rules, Setting, Weights
from cgt.literature.hatetris import ENCODINGS, Encoding, encode

if TYPE_CHECKING:
    from page.conftest import Page

STEPS = "LL" + "D" * 19 + "URR" + "D" * 18 + "D" * 17  # lands two pieces, and a third if it is S


def test_a_proved_strategy_stands_everything(page: Page) -> None:
    page.go("#bad")
    page.browser.wait(lambda: page.data("placed") == "0")
    page.browser.wait(lambda: "Send O" in page.browser.run("return document.body.innerHTML"))
    for number in range(20):
        page.browser.run(
            "document.querySelector(`[data-piece=${arguments[0]}]`).click()", "OT"[number % 3 % 2]
        )
    page.browser.wait(lambda: page.data("placed") == "20")
    said = page.browser.text("#bad-status")
    assert said.startswith("20 pieces")
    assert int(said.split("higher than ")[1].split()[0]) <= 5


def test_kravecs_game_is_the_programs(page: Page) -> None:
    page.go("#lab")
    page.browser.wait(lambda: page.browser.driver.find_elements("css selector", "#lab-run"))
    page.click("#lab-run")
    page.browser.wait(lambda: page.data("done") == "true")
    rules = Rules("OL", width=10, height=20, moves="slide")
    game = Game(Setting(rules, "minmax:kravec-2", "minmax:kravec-2", max_pieces=20_000))
    game.advance()
    assert game.cycle is not None
    said = page.browser.text("#lab-result")
    assert f"from piece {game.cycle.start} on, every {game.cycle.length} pieces" in said


def test_the_map_is_that_of_the_docs(page: Page) -> None:
    page.go("#lab")
    page.browser.wait(lambda: page.table("#atlas-answer"))
    [row] = page.table("#atlas-answer")
    lines = (ROOT / "docs" / "duel-atlas.md").read_text().splitlines()
    [known] = [line for line in lines if line.startswith("| OT |")]
    assert row == [cell.strip() for cell in known.strip("|").split("|")]
    page.browser.run("document.querySelector('#atlas-I').click()")
    assert page.table("#atlas-answer")[0][0] == "IOT"


def test_genes_evolve_and_are_taken_away(page: Page, tmp_path: Path) -> None:
    page.go("#lab")
    page.browser.wait(lambda: page.browser.driver.find_elements("css selector", "#evolution-run"))
    page.browser.run("document.querySelector('#evolution-run').click()")
    page.browser.wait(lambda: "Generation 2" in page.browser.text("#evolution-status"))
    page.browser.run("document.querySelector('#evolution-stop').click()")
    file = tmp_path / "evolved.weights"
    file.write_text(page.copied("#evolution-copy"))
    weights = Weights.named(str(file))
    assert not weights.lowest_is_best
    assert math.isclose(math.hypot(*weights.by_feature.values()), 1, rel_tol=1e-6)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_replay_is_watched(page: Page, encoding: Encoding) -> None:
    page.go("#duel?bad=hatetris")
    page.browser.wait(lambda: page.data("placed") == "0")
    page.choose("#duel-speed", "0.05")
    page.browser.run("document.querySelector('#replays').open = true")
    text = encode(STEPS, encoding)
    page.browser.run("document.querySelector('#replay-text').value = arguments[0]", text)
    page.browser.run("document.querySelector('#replay-use').click()")
    page.browser.wait(lambda: int(page.data("placed")) >= 2)
    assert page.copied("#duel-replay")[:20] == encode(STEPS, "hex")[:20]


def test_lessons_can_be_touched(page: Page) -> None:
    page.go("#learn")
    verdict = "#main .columns .verdict"
    page.browser.wait(lambda: "genus 2^20" in page.browser.text(verdict))
    page.click('#main [data-cell="0"]')
    page.browser.wait(lambda: "genus 2^20" not in page.browser.text(verdict))
    page.choose("#lesson-play", "normal")
    page.browser.wait(
        lambda: page.browser.run(
            "return [...document.querySelectorAll('#main .verdict')].at(-1).textContent"
        ).startswith("The player to move loses.")
    )
