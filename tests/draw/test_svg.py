"""Drawings: well-formed, with a title, whatever is drawn."""

import struct
import sys
from xml.etree import ElementTree as Tree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from svgs import SVG, of_class, parsed, texts

from cgt.common.errors import CgtError
from cgt.draw.png import png
from cgt.draw.svg import Drawing, on_paper, stacked, text_width, wrapped


@given(st.text(), st.text())
def test_any_text_can_be_drawn_and_is_read_back(title: str, text: str) -> None:
    drawing = Drawing(10, 10, title or "x")
    drawing.text(0, 0, text)
    root = Tree.fromstring(str(drawing))
    [read] = root.iter(f"{SVG}text")
    legal = [c for c in text if c >= " " or c in "\t\n"]
    kept = [c for c in (read.text or "") if c != "\N{REPLACEMENT CHARACTER}"]
    assert kept == [c for c in legal if c not in "\ufffd\ufffe\uffff"]


@pytest.mark.parametrize("odd", ["\x01", "\ufffe", "\uffff", "\udcff"])
def test_what_xml_cannot_hold_is_replaced_everywhere(odd: str) -> None:
    drawing = Drawing(10, 10, f"a{odd}")
    drawing.rectangle(0, 0, 1, 1, class_=f"b{odd}")
    drawing.text(0, 0, f"c{odd}")
    root = Tree.fromstring(str(drawing).encode())
    found = [next(root.iter(f"{SVG}title")).text, next(root.iter(f"{SVG}rect")).get("class")]
    assert [*found, *texts(root)] == ["a\ufffd", "b\ufffd", "c\ufffd"]


def test_wrapped_lines_are_narrow_enough_and_lose_nothing() -> None:
    text = f"short words and {'long' * 30} and 漢字 {'W' * 40}"
    lines = wrapped(text, 12, 200, bold=True)
    assert all(text_width(line, 12, bold=True) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert wrapped("", 12, 200) == []


def test_patterns_are_defined_once_wherever_they_are_used() -> None:
    small = Drawing(5, 5, "small")
    small.define_pattern("stripes", 7, "M0 0h7", stroke="#000000")
    whole = stacked([small, small], "both")
    whole.define_pattern("stripes", 7, "M0 0h7", stroke="#000000")
    [pattern] = parsed(str(on_paper(whole))).iter(f"{SVG}pattern")
    assert pattern.get("id") == "stripes"


def test_attributes_have_hyphens_and_short_numbers_and_none_is_left_out() -> None:
    drawing = Drawing(10, 10, "a line")
    drawing.line((0, 1 / 3), (2.50001, 4), stroke_width=2.0, class_="x", fill=None)
    [line] = parsed(str(drawing)).iter(f"{SVG}line")
    assert line.attrib == {
        "x1": "0", "y1": "0.33", "x2": "2.5", "y2": "4", "stroke-width": "2", "class": "x",
    }  # fmt: skip


def test_an_arrow_ends_where_it_points_to() -> None:
    drawing = Drawing(100, 100, "an arrow")
    drawing.arrow([(10, 10), (10, 50), (80, 50)])
    root = parsed(str(drawing))
    [head] = of_class(root, "arrowhead")
    [line] = of_class(root, "arrow")
    assert head.attrib["d"].startswith("M80 50 L")
    assert line.attrib["d"].startswith("M10 10 L10 50 L")


def test_a_group_holds_only_what_was_drawn_inside_it() -> None:
    drawing = Drawing(10, 10, "groups")
    with drawing.group(class_="inner"):
        drawing.circle(1, 1, 1)
    drawing.circle(2, 2, 2)
    root = parsed(str(drawing))
    [inner] = of_class(root, "inner")
    assert [circle.attrib["r"] for circle in inner] == ["1"]
    assert len(list(root.iter(f"{SVG}circle"))) == 2


def test_drawings_are_stacked_and_the_whole_is_as_large_as_they_need() -> None:
    drawings = [Drawing(30, 10, "a"), Drawing(20, 40, "b")]
    for drawing in drawings:
        drawing.text(0, 5, drawing.title)
    whole = stacked(drawings, "both", gap=5)
    assert (whole.width, whole.height) == (30, 55)
    root = parsed(str(whole))
    assert texts(root) == ["a", "b"]
    places = [group.get("transform") for group in root.iter(f"{SVG}g") if group.get("transform")]
    assert places == ["translate(0 0)", "translate(0 15)"]
    assert texts(Tree.fromstring(str(drawings[0]))) == ["a"]  # a copy was put, not the original


def test_paper_is_under_the_drawing() -> None:
    root = parsed(str(on_paper(Drawing(10, 20, "x"), margin=5)))
    assert root.attrib["width"] == "20"
    first = next(iter(root.iter(f"{SVG}rect")))
    assert (first.attrib["width"], first.attrib["height"]) == ("20", "30")


def test_png_has_two_pixels_for_a_unit() -> None:
    drawing = Drawing(30, 20, "x")
    drawing.rectangle(0, 0, 30, 20, fill="#ff0000")
    data = png(drawing)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (60, 40)


def test_huge_drawings_become_smaller_pngs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgt.draw.png._MOST_PIXELS", 2**16)
    data = png(Drawing(20_000, 10_000, "x"))
    width, height = struct.unpack(">II", data[16:24])
    assert 0.9 * 2**16 <= width * height <= 1.01 * 2**16
    assert width == pytest.approx(2 * height, rel=0.01)


def test_letters_are_really_drawn() -> None:
    empty, written = Drawing(60, 30, "x"), Drawing(60, 30, "x")
    written.text(5, 20, "ABC", 18)
    assert png(written) != png(empty)


@pytest.mark.parametrize("package", ["matplotlib", "resvg_py"])
def test_a_missing_package_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(CgtError, match=f"needs the package {package}"):
        png(Drawing(10, 10, "x"))
