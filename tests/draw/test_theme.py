"""Pictures are light or dark as the reader prefers, and can be read both ways."""

import re
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from conftest import Ran
from svgs import contrast

from cgt.draw.palette import (
    BAD_COLOUR,
    BAD_INK,
    EMPTY_COLOUR,
    FAINT_INK,
    FILLED_COLOUR,
    INK,
    INK_ON_COLOUR,
    PAPER,
)
from cgt.draw.theme import DARK

Run = Callable[..., Ran]

PICTURES = {
    "analysis": ("analyse", "boards/midgame.txt"),
    "solution": ("solve", "--size", "4x4", "--pieces", "domino"),
    "strategy": ("verify", "certificates/ot-4.txt"),
    "bad strategy": ("duel", "--pieces", "SZ", "--width", "4", "--height", "4"),
    "argument": ("duel", "--pieces", "O", "--width", "5", "--height", "12"),
    "game": ("simulate", "--pieces", "OL", "--good", "minmax", "--depth", "2", "--bad", "minmax"),
    "placement": ("recommend", "boards/tetris-tuck.txt", "--next", "TLI"),
    "chart": ("simulate", "--max-pieces", "30", "--games", "20"),
}
# What each text lies on by its own and others' colours is too much to follow: texts on colours have
# an ink of their own, all others are on paper.
MARKS = """
const style = (e) => getComputedStyle(e);
return [...document.querySelectorAll('text')].map((e) => [
  e.textContent, style(e).fill, e.getAttribute('fill'),
]);
"""
PAPER_FILL = "return getComputedStyle(document.querySelector(arguments[0])).fill"


def hexadecimal(colour: str) -> str:
    """A computed colour as six digits."""
    numbers = re.findall(r"\d+", colour)[:3]
    return "#" + "".join(f"{int(number):02x}" for number in numbers)


@pytest.fixture
def themed(browser: Browser) -> Iterator[Browser]:
    yield browser
    browser.prefer("light")


@pytest.fixture(params=PICTURES)
def picture(request: pytest.FixtureRequest, run_cgt: Run, tmp_path: Path) -> Path:
    path = tmp_path / "picture.svg"
    run_cgt(*PICTURES[request.param], "--svg", str(path))
    return path


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_file_follows_the_system(themed: Browser, picture: Path, theme: str) -> None:
    themed.prefer(theme)
    themed.open(picture)
    is_chart = "matplotlib" in picture.read_text()
    paper = hexadecimal(themed.run(PAPER_FILL, "#patch_1 path" if is_chart else "rect"))
    assert paper == (PAPER if theme == "light" else DARK[PAPER])
    texts: list[Any] = themed.run(MARKS)
    assert texts
    for text, shown, written in texts:
        if written != INK_ON_COLOUR:
            assert contrast(hexadecimal(shown), paper) >= 4.5, text
        else:
            assert hexadecimal(shown) == INK_ON_COLOUR, text
    themed.assert_quiet()


def test_the_diagram_in_a_page_follows_the_system_and_the_button(
    themed: Browser, run_cgt: Run, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    run_cgt("verify", "certificates/ot-4.txt", "--html", str(page))

    def colours() -> tuple[str, str, str]:
        behind = themed.run("return getComputedStyle(document.body).backgroundColor")
        paper = themed.run(PAPER_FILL, ".themed .paper")
        ink = themed.run(PAPER_FILL, ".themed .title")
        return hexadecimal(behind), hexadecimal(paper), hexadecimal(ink)

    light, dark = (PAPER, PAPER, INK), (DARK[PAPER], DARK[PAPER], DARK[INK])
    for theme, first, second in (("light", light, dark), ("dark", dark, light)):
        themed.prefer(theme)
        themed.open(page)
        assert colours() == first
        themed.click("#theme")
        assert colours() == second
        themed.click("#theme")
        assert colours() == first
    themed.assert_quiet()


def test_drawings_and_pages_have_the_same_dark_colours() -> None:
    style = (resources.files("cgt.draw.reports") / "assets" / "page.css").read_text()
    [dark] = re.findall(r':root\[data-theme="dark"\] \{(.*?)\}', style, re.DOTALL)
    found = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", dark))
    pairs = {
        "paper": PAPER, "ink": INK, "faint": FAINT_INK, "empty": EMPTY_COLOUR,
        "filled": FILLED_COLOUR, "bad-cell": BAD_COLOUR, "bad-cell-ink": BAD_INK,
    }  # fmt: skip
    assert {name: found[name] for name in pairs} == {name: DARK[c] for name, c in pairs.items()}


def test_a_notebook_and_a_png_stay_light(run_cgt: Run, tmp_path: Path) -> None:
    """A notebook's paper is the notebook's, whose theme the system does not know."""
    from cgt.board.grid import Grid

    assert "prefers-color-scheme" not in (Grid("..")._repr_svg_() or "")
    path = tmp_path / "picture.png"
    run_cgt("solve", "--size", "2x2", "--png", str(path))
    from matplotlib.image import imread

    assert list(imread(path)[0, 0][:3]) == [1.0, 1.0, 1.0]
