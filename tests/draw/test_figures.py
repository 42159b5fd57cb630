"""Figures: heading, picture, table, sentences."""

from svgs import SVG, parsed, texts

from cgt.draw.figures import RegionRow, figure, region_table
from cgt.draw.svg import Drawing, text_width


def test_a_figure_has_all_its_parts_and_nothing_lies_outside() -> None:
    picture = Drawing(100, 100, "a picture")
    picture.text(0, 50, "picture")
    table = region_table(("region", "cells"), [RegionRow(1, ("9",)), RegionRow(2, ("16",))])
    long = " ".join(["word"] * 60)
    drawing = figure("A heading", picture, table, ["First.", long])
    root = parsed(str(drawing))
    said = texts(root)
    assert said[:2] == ["A heading", "picture"]
    assert said[2:8] == ["region", "cells", "A", "9", "B", "16"]
    assert said[8] == "First."
    assert " ".join(said[9:]) == long  # in several lines
    assert len(said[9:]) > 1
    assert all(text_width(line, 12.5) <= drawing.width for line in said[9:])
    last = [float(e.attrib["y"]) for e in root.iter(f"{SVG}text") if e.text == said[-1]]
    assert max(last) <= drawing.height


def test_the_first_sentence_stands_out() -> None:
    root = parsed(str(figure("", Drawing(10, 10, "x"), None, ["one", "two"])))
    weights = {e.text: e.get("font-weight") for e in root.iter(f"{SVG}text")}
    assert weights == {"one": "bold", "two": None}
