"""The atlas as a picture and as a page."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pages import Page
from strategies import for_every_well

from cgt.draw.atlas import BAD_COLOUR, atlas_drawing, height_colour, ink_on
from cgt.draw.atlas_map import map_drawing
from cgt.draw.describe.atlases import Extract, winners_table
from cgt.draw.reports.atlas import atlas_page
from cgt.duel.exact.atlas import Atlas
from cgt.duel.exact.atlas_cells import SETS, Place
from cgt.duel.exact.strategy import Strategy

SVG = "{http://www.w3.org/2000/svg}"
WIDTHS, PREVIEWS = range(2, 4), range(2)  # of the atlas in conftest.py
WINNERS = ("good", "bad", "unknown")


def drawn_cells(text: str) -> dict[str, tuple[str, str]]:
    """Colour and text of every cell of a picture, by its game."""
    found = {}
    for group in ElementTree.fromstring(text).iter(f"{SVG}g"):
        game = group.get("data-game")
        if game is not None:
            [colour, *_] = [rectangle.get("fill", "") for rectangle in group.iter(f"{SVG}rect")]
            found[game] = (colour, "".join(t.text or "" for t in group.iter(f"{SVG}text")))
    return found


def test_every_cell_of_the_picture_says_what_is_known(atlas: Atlas) -> None:
    cells = drawn_cells(str(atlas_drawing(Extract(atlas, WIDTHS, [4], PREVIEWS))))
    assert len(cells) == len(SETS) * len(WIDTHS) * len(PREVIEWS)
    highest = max(int(text) for _, text in cells.values() if text.isdecimal())
    for width in WIDTHS:
        for preview in PREVIEWS:
            for pieces, said in atlas.least_heights(width, preview).items():
                colour, text = cells[f"{pieces}/{width}/{preview}"]
                assert text == said
                assert (colour == BAD_COLOUR) == said.startswith(">")
                if said.isdecimal():
                    assert colour == height_colour(int(said), highest)
    assert cells["IJLOSTZ/3/1"][1] == "≥3?"


def test_the_scale_has_the_colours_of_the_cells(atlas: Atlas) -> None:
    text = str(atlas_drawing(Extract(atlas, WIDTHS, [4], PREVIEWS)))
    [scale] = [g for g in ElementTree.fromstring(text).iter(f"{SVG}g") if g.get("class") == "scale"]
    colours = [rectangle.get("fill") for rectangle in scale.iter(f"{SVG}rect")]
    heights = [t.text for t in scale.iter(f"{SVG}text")]
    meaning = dict(zip(heights, colours, strict=True))
    cells = [cell for cell in drawn_cells(text).values() if cell[1].isdecimal()]
    assert cells
    assert all(meaning[height] == colour for colour, height in cells)


def test_games_that_were_not_tried_are_empty(atlas: Atlas) -> None:
    cells = drawn_cells(str(atlas_drawing(Extract(atlas, [2, 7], [4], [0]))))
    assert cells["IO/7/0"] == ("none", "")
    assert cells["O/2/0"][1] == "0"


def test_colours_get_darker_and_their_ink_can_be_read() -> None:
    def brightness(colour: str) -> float:
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
                  for c in (red, green, blue)]  # fmt: skip
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for highest in (0, 1, 8, 20):
        colours = [height_colour(height, highest) for height in range(highest + 1)]
        bright = [brightness(colour) for colour in colours]
        assert bright == sorted(bright, reverse=True)
        assert len(set(colours)) == len(colours)
        for colour in colours:
            light, dark = sorted((brightness(colour), brightness(ink_on(colour))), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5


# the page


@pytest.fixture(scope="module")
def page(atlas: Atlas) -> Page:
    return Page(atlas_page(atlas))


def test_the_page_has_every_game(atlas: Atlas, page: Page) -> None:
    data = page.data
    found = {}
    for number, width, height, preview, winner, how, states, seconds, verified, *_ in data["cells"]:
        place = Place(data["sets"][number], width, height, preview)
        found[place] = (WINNERS[winner], data["texts"][how], states, seconds, bool(verified))
    assert found == {
        cell.place: (cell.winner, cell.how, cell.states, cell.seconds, cell.verified)
        for cell in atlas.cells()
    }


def test_the_table_has_every_set_once(page: Page) -> None:
    data = page.data
    there = [number for row in data["table"] for number in row]
    assert sorted(there) == [-1, *range(len(SETS))]
    for down, row in zip(data["down"], data["table"], strict=True):
        for across, number in zip(data["across"], row, strict=True):
            assert ("".join(sorted(down + across)) or None) == (
                None if number < 0 else data["sets"][number]
            )


def test_least_heights_of_the_page_are_those_of_the_atlas(atlas: Atlas, page: Page) -> None:
    for width in WIDTHS:
        for preview in PREVIEWS:
            found = page.data["least"][f"{width}/{preview}"]
            texts = {SETS[int(number)]: text for number, (text, *_) in found.items()}
            assert texts == atlas.least_heights(width, preview)
            for number, (text, winner, height) in found.items():
                assert int(re.findall(r"\d+", text)[0]) == height  # the game that shows it
                cell = atlas.get(Place(SETS[int(number)], width, height, preview))
                assert cell is not None
                assert cell.winner == winner


def test_every_game_has_a_strategy_for_its_winner(atlas: Atlas, page: Page) -> None:
    data = page.data
    for number, width, height, preview, winner, how, *more in data["cells"]:
        place = Place(data["sets"][number], width, height, preview)
        proof = more[5:]
        if WINNERS[winner] == "unknown":
            assert proof == []
        elif isinstance(proof[0], list):
            assert data["texts"][proof[0][0]].startswith(("Bad sends", "Bad follows"))
        else:
            strategy = data["strategies"][proof[0]]
            text = atlas.certificate(place)
            if data["texts"][how] == "computed" and text is not None:
                assert strategy["place"] == str(place)
                kept = Strategy.parse(text)
                whole = for_every_well(kept) if kept.has_ground else kept
                assert strategy["data"]["all"] == len(whole.instructions)
            assert strategy["data"]["player"] == WINNERS[winner]
            assert strategy["data"]["game"]["width"] == width


def test_a_mirror_is_mentioned_where_there_is_one(atlas: Atlas, page: Page) -> None:
    mirrored = 0
    for number, width, height, preview, *more in page.data["cells"]:
        proof = more[7:]
        cell = atlas.get(Place(SETS[number], width, height, preview))
        assert cell is not None
        if len(proof) == 2:
            assert proof[1] == cell.how.count("in a mirror") or "inferred" in cell.how
            mirrored += proof[1]
            origin = page.data["strategies"][proof[0]]["place"].split(",")[0]
            ours = set(SETS[number].translate(str.maketrans("JLSZ", "LJZS")) if proof[1]
                       else SETS[number])  # fmt: skip
            # Good's strategy is for more pieces, Bad's for fewer.
            assert ours <= set(origin) if cell.winner == "good" else ours >= set(origin)
    assert mirrored


def test_strategies_that_do_not_fit_are_left_out_with_a_note(atlas: Atlas) -> None:
    page = Page(atlas_page(atlas, most=20_000))
    left_out = [s for s in page.data["strategies"] if s["why"] == "left out"]
    kept = [s for s in page.data["strategies"] if "data" in s]
    assert left_out
    assert kept
    assert not any("data" in strategy for strategy in left_out)
    assert f"the {len(left_out)} largest of {len(left_out) + len(kept)} strategies" in page.text
    assert "left out" not in Page(atlas_page(atlas)).text


def test_an_empty_atlas_is_a_page_and_a_picture(tmp_path: Path) -> None:
    empty = Atlas(tmp_path / "atlas")
    data: Any = Page(atlas_page(empty)).data
    assert data["cells"] == []
    assert re.search("Good wins", str(atlas_drawing(Extract(empty, [2], [4], [0]))))
    assert atlas_drawing(Extract(empty, [], [4], [])).width > 0


def test_the_map_says_who_wins_each_game(atlas: Atlas) -> None:
    shown = Extract(atlas, WIDTHS, range(1, 4), PREVIEWS)
    cells = drawn_cells(str(map_drawing(shown)))
    assert len(cells) == len(SETS) * len(WIDTHS) * len(PREVIEWS)
    for row in winners_table(shown).rows:
        names = [f"{row[0]}/{width}/{preview}" for width in WIDTHS for preview in PREVIEWS]
        for name, winner, why in zip(names, row[1::2], row[2::2], strict=True):
            colour, text = cells[name]
            assert (colour == BAD_COLOUR) == (winner == "Bad")
            assert (text == "?") == (winner == "open") == (why == "not known")
            assert text.isdecimal() == (winner == "Good")
            assert (text == "∞") == ("argued by" in str(why))
