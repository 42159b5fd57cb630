"""Being Bad, the laboratory and the lessons: what they show is what the program says."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import ROOT

from cgt import Game, Rules, Setting, Weights, Well, solve_duel
from cgt.duel.trace import read_trace, write_trace
from cgt.literature.hatetris import ENCODINGS, decode, encode, play

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
    assert said.startswith("Pieces: 20,")
    assert int(said.split("higher than ")[1].split()[0]) <= 5


def test_the_diagram_follows_the_game(page: Page) -> None:
    page.go("#bad")
    page.browser.wait(lambda: page.data("placed") == "0")
    page.choose("#bad-strategy", "1")  # I and T: all of its wells are drawn
    here = "return document.querySelector('.diagram .here')?.dataset.well ?? ''"
    page.browser.wait(lambda: page.browser.run(here) == "....")
    strategy = solve_duel(Rules("IT", width=4, height=2)).strategy
    assert strategy is not None
    answers = {(each.well, *each.visible): each.placement for each in strategy.instructions}
    well = Well.empty(4)
    for piece in "TTITITTTI":
        page.browser.run("document.querySelector(`[data-piece=${arguments[0]}]`).click()", piece)
        placement = answers[well, piece]
        assert placement is not None
        well = strategy.rules.place(well, placement).well
        rows = "|".join(well.grid().rows())
        page.browser.wait(lambda rows=rows: page.browser.run(here) == rows)  # type: ignore[misc]


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
    assert f"length {game.cycle.length}, from piece {game.cycle.start} on" in said


def test_the_map_is_that_of_the_docs(page: Page) -> None:
    page.go("#lab")
    page.browser.wait(lambda: page.table("#atlas-answer"))
    [row] = page.table("#atlas-answer")
    lines = (ROOT / "docs" / "duel-atlas.md").read_text().splitlines()
    [known] = [line for line in lines if line.startswith("| OT |")]
    assert row == [cell.strip() for cell in known.strip("|").split("|")]
    page.browser.run("document.querySelector('#atlas-I').click()")
    assert page.table("#atlas-answer")[0][0] == "IOT"


def reached(page: Page, status: str) -> int:
    """The number of the generation or step that a status speaks of: they follow fast."""
    return int("0" + "".join(re.findall(r"^\D*(\d+)", page.browser.text(status))))


def test_weights_evolve_and_are_annealed_and_taken_away(page: Page, tmp_path: Path) -> None:
    page.go("#lab")
    page.browser.wait(lambda: page.browser.driver.find_elements("css selector", "#evolution-run"))
    page.browser.run("document.querySelector('#evolution-run').click()")
    page.browser.wait(lambda: reached(page, "#evolution-status") >= 2)
    page.browser.wait(lambda: reached(page, "#annealing-status") >= 3)
    page.browser.run("document.querySelector('#evolution-stop').click()")
    assert page.browser.driver.find_elements("css selector", ".population svg")
    assert page.browser.run("return document.querySelectorAll('.curve path').length") == 3
    found = {}
    for name in ("evolution", "annealing"):
        file = tmp_path / f"{name}.weights"
        file.write_text(page.copied(f"#{name}-copy"))
        found[name] = Weights.named(str(file))
        assert not found[name].lowest_is_best
    assert math.isclose(math.hypot(*found["evolution"].by_feature.values()), 1, rel_tol=1e-6)
    assert found["evolution"].by_feature.keys() == found["annealing"].by_feature.keys()


def watch(page: Page, text: str) -> None:
    """Loads a game on the tab of the duel."""
    page.choose("#duel-speed", "0.05")
    page.browser.run("document.querySelector('#replays').open = true")
    page.browser.run("document.querySelector('#replay-text').value = arguments[0]", text)
    page.browser.run("document.querySelector('#replay-use').click()")


def test_a_replay_is_watched(page: Page) -> None:
    page.go("#duel?bad=hatetris")
    for encoding in ENCODINGS:
        page.click("#duel-new")
        page.browser.wait(lambda: page.data("placed") == "0")
        watch(page, encode(STEPS, encoding))
        page.browser.wait(lambda: int(page.data("placed")) >= 2)
        assert page.copied("#duel-replay")[:20] == encode(STEPS, "hex")[:20]


def test_the_example_replays_can_be_watched(page: Page) -> None:
    page.go("#duel?bad=hatetris")
    page.browser.wait(lambda: page.data("placed") == "0")
    page.choose("#replay-examples", "0")
    text = page.browser.run("return document.querySelector('#replay-text').value")
    assert play(decode(text)).score == 11
    watch(page, "; a comment\nenemy: hatetris\nscore: 11\n" + text)
    page.browser.wait(lambda: int(page.data("placed")) >= 2)
    watch(page, "enemy: brzustowski\n" + text)
    page.browser.wait(lambda: "not against brzustowski" in page.browser.text("#toast"))


@pytest.mark.parametrize("start", ["", "##..|###."])
def test_a_trace_is_watched_and_copied(page: Page, tmp_path: Path, start: str) -> None:
    rules = Rules("LSZ", width=4, height=8, moves="slide")
    begins = Well(start) if start else None
    setting = Setting(rules, "greedy:kravec-2", "uniform", max_pieces=5, seed=3, start=begins)
    game = Game(setting, keeps_trace=True)
    game.advance()
    file = tmp_path / "some.trace"
    write_trace(file, game.trace())
    page.go("#duel?bad=hatetris")
    page.browser.wait(lambda: page.data("placed") == "0")
    watch(page, file.read_text())
    page.browser.wait(lambda: page.data("placed") == str(len(game.trace().placements)))
    file.write_text(page.copied("#duel-replay"))
    assert read_trace(file) == game.trace()
    cells = sum(column.bit_count() for column in game.well.columns)
    filled = page.browser.run(
        "return document.querySelectorAll('.well rect:not(.empty):not(.ghost)').length"
    )
    assert filled == cells + (0 if page.data("over") == "true" else 4)


def test_a_trace_against_the_rules_is_refused(page: Page) -> None:
    page.go("#duel?bad=hatetris")
    page.browser.wait(lambda: page.data("placed") == "0")
    head = "cgt trace 1\npieces: O\nwidth: 4\nheight: 4\nmoves: drop\nending: height\n"
    watch(page, head + "O 0 0 1\n")
    page.browser.wait(lambda: "cannot land there" in page.browser.text("#toast"))
    watch(page, head.replace("drop", "fly") + "O 0 0 0\n")
    page.browser.wait(lambda: "does not know the rules" in page.browser.text("#toast"))


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
