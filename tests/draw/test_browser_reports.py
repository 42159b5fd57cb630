"""Reports as a reader uses them, in a browser."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from browser import Browser

from cgt.draw.describe.games import describe_game
from cgt.draw.diagram import strategy_drawing
from cgt.draw.pictures.games import game_page
from cgt.draw.reports.atlas import atlas_page
from cgt.draw.reports.game import strategy_page, trace_page
from cgt.duel.exact.atlas import Atlas
from cgt.duel.exact.atlas_cells import Cell, Place
from cgt.duel.exact.solve import solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.well import Well

LEFT, RIGHT, DOWN = "\ue012", "\ue014", "\ue015"
HOME, END, ENTER, TAB, BACKSPACE = "\ue011", "\ue010", "\ue007", "\ue004", "\ue003"
STATUS = "[role=status]"

Show = Callable[[str], Browser]


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Show]:
    """Opens a page; at the end it must have logged and requested nothing."""

    def shown(html: str) -> Browser:
        path = tmp_path / "report.html"
        path.write_text(html)
        browser.open(path)
        return browser

    yield shown
    browser.assert_quiet()


def cycle_page() -> str:
    setting = Setting(Rules("OL"), good="minmax:kravec-2", bad="minmax:kravec-2", depth=2)
    game = Game(setting, keeps_trace=True)
    game.advance()
    return game_page(game, describe_game(game))


def good_page(preview: int = 0) -> str:
    if not preview:
        return strategy_page(Strategy.read("certificates/ot-4.txt"))
    strategy = solve_duel(Rules("LJ", width=4, height=4), preview=preview).strategy
    assert strategy is not None
    return strategy_page(strategy)


def bad_page() -> str:
    strategy = solve_duel(Rules("SZ", width=4, height=4)).strategy
    assert strategy is not None
    return strategy_page(strategy)


def board(browser: Browser) -> str:
    """The places and colours of everything on the board."""
    return str(browser.run(
        "return [...document.querySelectorAll('svg.well rect')].map("
        "(r) => ['class', 'x', 'y', 'fill'].map((a) => r.getAttribute(a)).join()).join(';')"
    ))  # fmt: skip


def piece_number(browser: Browser) -> int:
    """Which piece of a trace is shown; 0 at the start."""
    found = re.match(r"Piece (\d+),", browser.text(STATUS))
    return int(found[1]) if found else 0


def fact(browser: Browser, name: str) -> str:
    """What a table of facts says now."""
    return str(browser.run(
        "return [...document.querySelectorAll('.facts th')].find("
        "(th) => th.textContent === arguments[0]).nextSibling.textContent", name,
    ))  # fmt: skip


# traces


def test_stepping_through_a_trace_changes_the_board(show: Show) -> None:
    browser = show(cycle_page())
    browser.press(HOME)
    assert browser.text(STATUS) == "The start."
    first = board(browser)
    browser.click("button.forward")
    second = board(browser)
    assert second != first
    assert browser.text(STATUS) == "Piece 1, O: column 8."
    browser.click("button.back")
    assert board(browser) == first
    browser.press(RIGHT)
    assert board(browser) == second
    browser.press(LEFT)
    assert board(browser) == first
    browser.press(END)
    assert "Piece 55" in browser.text(STATUS)
    assert fact(browser, "lines so far") == "11"
    browser.press(HOME)
    assert board(browser) == first


def test_a_game_opens_on_its_end_and_plays_from_its_start(show: Show) -> None:
    game = Game(Setting(Rules("O", width=5), bad="constant:O"), keeps_trace=True)
    game.advance()
    browser = show(game_page(game, describe_game(game)))
    assert f"Piece {game.placed}, " in browser.text(STATUS)
    assert browser.text(STATUS).endswith("The game is over.")
    drawn = browser.run("return document.querySelectorAll('svg.well .settled').length")
    assert drawn == sum(line.count("#") for line in game.well.grid().rows())
    assert browser.run("return document.querySelector('.position').value") == browser.run(
        "return document.querySelector('.position').max"
    )
    said = browser.record(STATUS)
    browser.press("+", "+", "+", "+", "+", " ")
    browser.wait(lambda: any(each.startswith("Piece 2,") for each in said()))


def test_a_game_that_repeats_opens_on_the_round_that_comes_again(show: Show) -> None:
    browser = show(cycle_page())
    assert browser.text(STATUS).startswith("Piece 51,")
    assert browser.find("svg.well .band").is_displayed()
    assert fact(browser, "cycle").startswith("round 1")


def test_a_game_without_a_piece_opens_on_its_start(show: Show) -> None:
    game = Game(Setting(Rules("O", width=4), max_pieces=0), keeps_trace=True)
    browser = show(trace_page(game.trace()))
    assert browser.text(STATUS) == "The start."


def test_a_trace_plays_pauses_and_has_speeds(show: Show) -> None:
    browser = show(cycle_page())
    browser.press(HOME)
    assert "2 a second" in browser.text(".speeds")
    browser.press("+", "+", "+", "+", "+")
    assert "30 a second" in browser.text(".speeds")
    browser.press(" ")
    assert browser.text("button.play") == "Pause"
    browser.wait(lambda: piece_number(browser) >= 3)
    browser.press(" ")
    assert browser.text("button.play") == "Play"
    assert browser.run("return document.querySelector('[role=status]').ariaLive") == "polite"
    browser.press("-")
    assert "16 a second" in browser.text(".speeds")


def test_a_cycle_repeats_for_ever(show: Show) -> None:
    browser = show(cycle_page())
    assert "from piece 46 on, every 5 pieces" in browser.text(".note")
    browser.run("document.querySelector('.side button').click()")
    assert browser.text(STATUS).startswith("Piece 51,")
    seen = []
    for _ in range(14):
        seen.append(browser.text(STATUS))
        browser.press(RIGHT)
    assert seen[0] in seen[1:]
    browser.click(".repeat input")
    browser.run("document.activeElement.blur()")  # the box has keys of its own
    browser.press(END)
    assert "The end of the trace." in browser.text(STATUS)
    end = board(browser)
    browser.press(RIGHT)
    assert board(browser) == end
    said = browser.record(STATUS)
    browser.press("+", "+", "+", "+", " ")  # from the end it plays from the start
    browser.wait(lambda: any(each.startswith("Piece 2,") for each in said()))


def test_a_note_stands_where_pieces_are_missing(show: Show) -> None:
    game = Game(Setting(Rules("IO", width=4), max_pieces=100), keeps_trace=True)
    game.advance()
    browser = show(trace_page(game.trace(), most=30))
    browser.press(HOME, RIGHT)
    while piece_number(browser):
        browser.press(RIGHT)
    assert "What came before piece 91 is not in this file." in browser.text(STATUS)
    assert fact(browser, "piece").startswith("91 of 100")


def test_the_slider_moves_through_the_game(show: Show) -> None:
    browser = show(cycle_page())
    browser.run(
        "const s = document.querySelector('.position'); s.value = 10; "
        "s.dispatchEvent(new Event('input'))"
    )
    assert browser.text(STATUS) != "The start."
    assert browser.find("svg.well").get_attribute("aria-label") == browser.text(STATUS)


# strategies


def test_a_reader_plays_bad(show: Show) -> None:
    browser = show(good_page())
    assert "You are Bad" in browser.text(STATUS)
    browser.click("button[data-piece=T]")
    assert "Good puts T in column 1" in browser.text(STATUS)
    assert browser.find("g.placed").get_attribute("data-piece") == "T"
    browser.press(RIGHT)
    assert "You are Bad" in browser.text(STATUS)
    assert fact(browser, "pieces placed") == "1"
    browser.press("o")
    assert "Good puts O in column 0" in browser.text(STATUS)
    assert "2 of 84" in fact(browser, "instructions used")
    browser.press(LEFT, LEFT, LEFT)
    assert fact(browser, "pieces placed") == "0"


def test_automatic_play_uses_every_instruction(show: Show) -> None:
    browser = show(good_page())
    browser.run("document.querySelector('.speed').value = 6")
    browser.click("button.play")
    browser.wait(lambda: int(fact(browser, "pieces placed")) > 2)
    browser.click("button.play")
    # As many steps as it takes, without waiting for them.
    browser.run(
        "const on = document.querySelector('.forward');"
        "const used = () => document.querySelector('progress').value;"
        "for (let i = 0; i < 1000 && used() < 84; i++) on.click()"
    )
    assert "84 of 84 (100 %)" in fact(browser, "instructions used")


def test_a_preview_is_chosen_first_and_shown(show: Show) -> None:
    browser = show(good_page(1))
    assert "Choose 1 piece for Good to see" in browser.text(STATUS)
    browser.press("l")
    assert fact(browser, "Good sees") == "L"
    browser.press("j")
    assert "Good puts L" in browser.text(STATUS)
    assert fact(browser, "Good sees") == "LJ"


def test_a_well_can_be_chosen_by_its_number(show: Show) -> None:
    browser = show(good_page())
    browser.run(
        "const n = document.querySelector('.well-number'); n.value = 7; "
        "n.dispatchEvent(new Event('change'))"
    )
    assert "rect" in str(browser.run("return document.querySelector('.filled').tagName"))
    browser.press("t")
    assert "Good puts T" in browser.text(STATUS)


def test_leaving_the_file_is_said(show: Show) -> None:
    browser = show(strategy_page(Strategy.read("certificates/ot-4.txt"), most=2))
    browser.press("o", RIGHT, "o")
    assert "not in this file, which has 2 of 84 instructions" in browser.text(STATUS)


def test_a_reader_plays_good_and_loses(show: Show) -> None:
    browser = show(bad_page())
    assert "You are Good" in browser.text(STATUS)
    rank = int(fact(browser, "rank"))
    before = board(browser)
    browser.press(RIGHT)
    assert board(browser) != before
    assert "in column" in browser.text(STATUS)
    browser.press(ENTER)
    assert int(fact(browser, "rank")) < rank
    browser.press(BACKSPACE)
    assert int(fact(browser, "rank")) == rank
    browser.click("[data-place='1']")
    assert fact(browser, "pieces placed") == "1"
    for _ in range(rank):
        browser.press(ENTER)
    assert "Bad has won" in browser.text(STATUS)


def longest_game(strategy: Strategy) -> int:
    """How many pieces Good can place against Bad's strategy, by trying everything."""
    rules = strategy.rules

    @cache
    def lasts(well: Well) -> int:
        sent = strategy.sent_in(well, ())
        assert sent is not None
        placed = [rules.place(well, p) for p in rules.placements(well, sent.visible[0])]
        return 1 + max((lasts(one.well) for one in placed if not one.over), default=0)

    return lasts(strategy.first_well)


@pytest.mark.parametrize("pieces", ["SZ", "OT"])
def test_automatic_good_lasts_as_long_as_possible(show: Show, pieces: str) -> None:
    strategy = solve_duel(Rules(pieces, width=4, height=4)).strategy
    assert strategy is not None
    lasts = longest_game(strategy)
    assert lasts > 2
    browser = show(strategy_page(strategy))
    for _ in range(2 * lasts):
        browser.click(".forward")
    assert f"over after {lasts} pieces" in browser.text(STATUS)


def bag_page(height: int, preview: int = 0) -> str:
    answer = solve_duel(Rules("SZ", width=4, height=height), preview=preview, bag=True)
    assert answer.strategy is not None
    return strategy_page(answer.strategy)


@pytest.mark.parametrize("preview", [0, 1])
def test_a_reader_plays_bad_and_deals_bags(show: Show, preview: int) -> None:
    browser = show(bag_page(4, preview))
    assert fact(browser, "left in the bag") == "SZ"
    browser.press("s")
    assert fact(browser, "left in the bag") == "Z"
    browser.press("s")
    assert "S has already come out of this bag" in browser.text(STATUS)
    browser.press("z")
    assert fact(browser, "left in the bag") == "SZ"
    assert "Good puts" in browser.text(STATUS)
    for _ in range(20):  # by itself it sends only what is left
        browser.click(".forward")
        assert "no instruction" not in browser.text(STATUS)


@pytest.mark.parametrize("preview", [0, 1])
def test_a_reader_plays_good_against_bags_and_loses(show: Show, preview: int) -> None:
    browser = show(bag_page(2, preview))
    rank = int(fact(browser, "rank"))
    for _ in range(rank):
        browser.press(ENTER)
        assert "no instruction" not in browser.text(STATUS)
    assert "Bad has won" in browser.text(STATUS)


def test_a_click_where_nothing_is_known_does_nothing(show: Show) -> None:
    strategy = solve_duel(Rules("SZ", width=4, height=4)).strategy
    assert strategy is not None
    browser = show(strategy_page(strategy, most=1))
    browser.press(ENTER)
    browser.click("svg.well")
    assert "not in this file" in browser.text(STATUS)
    assert browser.text(".choice h2") == "Not here"


def test_a_click_on_a_cell_aims_at_it(show: Show) -> None:
    browser = show(bad_page())
    browser.click("svg.well .placed rect")
    assert "in column" in browser.text(STATUS)
    assert browser.run("return document.querySelectorAll('[aria-pressed=true]').length") == 1


def test_an_argument_shows_a_game(show: Show) -> None:
    strategy = Strategy(Rules("SZ", width=6, height=8), "bad", [], argument="lanes")
    browser = show(strategy_page(strategy))
    browser.press(END)
    assert "The game is over." in browser.text(STATUS)


def test_a_name_is_text_never_a_script(show: Show) -> None:
    strategy = Strategy.read("certificates/ot-4.txt")
    name = "</script><script>document.title = 'gone'</script><b>"
    named = Strategy(strategy.rules, "good", strategy.instructions, about={"name": name})
    browser = show(strategy_page(named))
    assert name in browser.text("h1")
    assert browser.driver.title.startswith(name[:20])
    assert "You are Bad" in browser.text(STATUS)


# the atlas


@pytest.fixture(scope="module")
def atlas_html(atlas: Atlas) -> str:
    return atlas_page(atlas)


def test_a_game_of_the_atlas_shows_its_strategy(show: Show, atlas_html: str) -> None:
    browser = show(atlas_html)
    browser.click("#width option[value='2']")
    assert browser.text("[data-set=OT]") == "2"
    browser.click("[data-set=OT]")
    assert browser.text("#panel h2") == "OT, 2×2"
    assert fact(browser, "winner") == "Good wins"
    assert fact(browser, "verified") == "recorded as verified"
    browser.click("#panel button[data-piece=O]")
    assert "Good puts O" in browser.text(f"#panel {STATUS}")
    browser.press("t")
    assert "Good puts T" in browser.text(f"#panel {STATUS}")
    browser.click(".heights button:first-of-type")
    assert browser.text("#panel h2") == "OT, 2×0"
    assert fact(browser, "winner") == "Bad wins"


def test_the_atlas_shows_a_height_and_an_argument(show: Show, atlas_html: str) -> None:
    browser = show(atlas_html)
    browser.click("#width option[value='3']")
    browser.click("#height option[value='2']")
    assert browser.text("[data-set=O]") == "B"
    assert browser.text("[data-set=J]") == "G"
    browser.click("[data-set=JO]")
    assert "Bad sends O" in browser.text("#panel")
    browser.click("#preview option[value='1']")
    browser.click("#height option[value='3']")
    assert browser.text("[data-set=IJLOSTZ]") == "?"
    browser.click("[data-set=IJLOSTZ]")
    assert fact(browser, "winner") == "not known"


def test_the_atlas_works_by_keyboard(show: Show, atlas_html: str) -> None:
    browser = show(atlas_html)
    browser.press("w")
    assert browser.find("#width").get_attribute("value") == "3"
    browser.press("h", "p")
    assert browser.find("#height").get_attribute("value") == "0"
    assert browser.find("#preview").get_attribute("value") == "1"
    browser.press(TAB, TAB, TAB, TAB, TAB)  # the theme, three choices, the table
    focused = "return document.activeElement.dataset.set"
    assert browser.run(focused) == "I"
    browser.press(RIGHT, DOWN)
    assert browser.run(focused) == "JO"
    browser.press(ENTER)
    assert browser.text("#panel h2") == "JO, 3×0, preview 1"
    browser.press(TAB)
    assert browser.run("return document.activeElement.closest('#panel') !== null")


# all of them


@pytest.fixture(scope="module")
def pages(atlas_html: str) -> dict[str, str]:
    return {"trace": cycle_page(), "good": good_page(), "bad": bad_page(), "atlas": atlas_html}


@pytest.mark.parametrize("name", ["trace", "good", "bad", "atlas"])
def test_light_and_dark_wide_and_narrow(show: Show, pages: dict[str, str], name: str) -> None:
    browser = show(pages[name])
    paper = "return getComputedStyle(document.body).backgroundColor"
    light = browser.run(paper)
    browser.click("#theme")
    assert browser.run(paper) != light
    browser.click("#theme")
    assert browser.run(paper) == light
    if name == "atlas":
        browser.click("[data-set=SZ]")
    for width in (1100, 768, 360):
        browser.resize(width, 740)
        browser.assert_fits()


@pytest.mark.parametrize("name", ["trace", "good", "bad", "atlas"])
def test_the_focus_goes_round_and_can_be_seen(show: Show, pages: dict[str, str], name: str) -> None:
    browser = show(pages[name])
    script = (
        "const e = document.activeElement; if (e === document.body) return null;"
        "return [e.outerHTML.slice(0, 200), getComputedStyle(e).outlineStyle]"
    )
    seen = []
    for _ in range(60):
        browser.press(TAB)
        found = browser.run(script)
        if found is None or found in seen:
            break
        seen.append(found)
    assert 4 < len(seen) < 60
    assert all(outline != "none" for _, outline in seen)


def test_the_rows_of_the_cycle_are_framed(show: Show) -> None:
    browser = show(cycle_page())
    assert "every 5 pieces, in the framed rows 10 to 12: Good goes on for ever" in browser.text(
        ".note"
    )
    script = (
        "const box = (e) => e.getBoundingClientRect(); const well = document.querySelector("
        "'svg.well .empty'); const band = document.querySelector('svg.well .band');"
        "const row = box(well).height / 20; return [(box(well).bottom - box(band).bottom) / row,"
        "(box(well).bottom - box(band).top) / row]"
    )
    assert browser.run(script) == pytest.approx([10, 13], abs=0.2)  # rows 10 to 12 of 0 to 19
    browser.press(END)
    assert fact(browser, "cycle") == "round 2, piece 4 of 5"


def test_space_plays_also_from_the_slider(show: Show) -> None:
    browser = show(cycle_page())
    browser.press(HOME)
    browser.run("document.querySelector('input.position').focus()")
    assert piece_number(browser) == 0
    browser.press(" ")
    assert browser.wait(lambda: piece_number(browser)) > 0
    browser.press(" ")


def test_a_diagram_is_dark_in_the_dark(show: Show) -> None:
    strategy = Strategy.read("certificates/ot-4.txt")
    browser = show(strategy_page(strategy, diagram=strategy_drawing(strategy)))
    colours = (
        "const fill = (s) => getComputedStyle(document.querySelector(s)).fill; "
        "return ['.scrolls .paper', '.scrolls .instruction .letter', "
        "'.scrolls .forward .arrowhead', '.scrolls .back .arrowhead'].map(fill)"
    )
    light = browser.run(colours)
    browser.click("#theme")
    dark = browser.run(colours)
    assert (light[0], dark[0]) == ("rgb(255, 255, 255)", "rgb(22, 24, 27)")
    assert light[1] == light[2] == "rgb(27, 27, 27)"
    assert dark[1] == dark[2] == "rgb(236, 236, 236)"
    # Arrows that lead back are coloured, their heads too.
    assert light[3] != light[2]
    assert dark[3] not in (dark[2], light[3])


def test_games_that_were_not_tried_are_not_counted(show: Show, tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "atlas")
    atlas.fill(range(2, 3), range(4), range(1), seconds=20)
    atlas.fill(range(3, 4), range(2), range(1), seconds=20)
    browser = show(atlas_page(atlas))
    atlas.close()
    assert "Width 2: up to height 3 Good wins" in browser.text("#summary")
    browser.press("w")
    assert "Width 3: up to height 1 Good wins" in browser.text("#summary")
    choose_height = "const s = document.getElementById('height'); s.value = 3; "
    browser.run(choose_height + "s.dispatchEvent(new Event('change'))")
    assert browser.text("#summary") == "3×3 was not tried."


def test_long_names_do_not_make_a_page_wide(show: Show) -> None:
    strategy = Strategy.read("certificates/ot-4.txt")
    named = replace(strategy, about={"name": "x" * 200})
    browser = show(strategy_page(named, verdict="y" * 200))
    browser.resize(360, 800)
    browser.assert_fits()


def test_an_inferred_game_is_as_certain_as_the_one_it_follows_from(
    show: Show, tmp_path: Path
) -> None:
    atlas = Atlas(tmp_path / "atlas")
    base = Cell(Place("O", 4, 2, 0), "good", "computed", 3, 0.1, None, True, None, None)
    atlas.add(base)
    cell = atlas.infer(Place("O", 4, 5, 0))
    assert cell is not None
    assert not cell.verified
    atlas.add(cell)
    browser = show(atlas_page(atlas))
    atlas.close()
    browser.run(
        "const s = document.getElementById('height'); s.value = 5; "
        "s.dispatchEvent(new Event('change'))"
    )
    browser.click("[data-set=O]")
    assert fact(browser, "verified") == "if the game it follows from is"
