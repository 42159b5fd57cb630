"""Pictures of values as files: of every value that a notebook shows, in every format."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import ROOT

import cgt
from cgt.draw.formats import PICTURE_FORMATS

RULES = cgt.Rules("OT", width=4, height=5)


def a_game() -> cgt.Game:
    game = cgt.Game(cgt.Setting(RULES, max_pieces=20), keeps_trace=True)
    game.advance()
    return game


VALUES: dict[str, Any] = {
    "Grid": lambda: cgt.Grid("....|.##."),
    "Region": lambda: cgt.find_regions(cgt.Grid("....|.##."), cgt.piece_set("tetromino"))[0],
    "Analysis": lambda: cgt.analyse(cgt.Grid("....|....")),
    "Solved": lambda: cgt.solve(cgt.Grid("....|....")),
    "Well": lambda: cgt.Well("##..|.#.."),
    "DuelAnswer": lambda: cgt.solve_duel(RULES),
    "Strategy": lambda: cgt.Strategy.read(ROOT / "certificates" / "ot-4.txt"),
    "Game": a_game,
    "Trace": lambda: a_game().trace(),
    "Recommendation": lambda: cgt.recommend(RULES, cgt.Well("##.."), "T", cgt.Weights.named("lee")),
}


@pytest.mark.parametrize("name", VALUES)
def test_the_file_shows_what_a_notebook_shows(name: str, tmp_path: Path) -> None:
    value = VALUES[name]()
    assert type(value).__name__ == name
    cgt.write_picture(value, tmp_path / "picture.svg")
    root = ElementTree.fromstring((tmp_path / "picture.svg").read_bytes())
    shown = ElementTree.fromstring(value._repr_svg_())
    title = "{http://www.w3.org/2000/svg}title"
    assert root.findtext(title) == shown.findtext(title) != ""


def test_the_end_of_the_name_decides_the_format(tmp_path: Path) -> None:
    cgt.write_picture(cgt.Grid("...."), tmp_path / "board.PNG")
    assert (tmp_path / "board.PNG").read_bytes().startswith(b"\x89PNG")
    endings = re.escape(", ".join(f".{form}" for form in PICTURE_FORMATS))
    with pytest.raises(cgt.CgtError, match=rf"board\.bmp: .* one of {endings}$"):
        cgt.write_picture(cgt.Grid("...."), tmp_path / "board.bmp")
    assert not (tmp_path / "board.bmp").exists()


def test_a_value_without_a_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(cgt.CgtError, match="there is no picture of a PieceSet"):
        cgt.write_picture(cgt.piece_set("LJ"), tmp_path / "pieces.svg")  # type: ignore[arg-type]
