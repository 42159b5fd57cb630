"""Reading drawings back: what a test finds in an SVG."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree as Tree

SVG = "{http://www.w3.org/2000/svg}"
CELL_SIDE = 28.0  # of a board or a well, unless told otherwise


def parsed(svg: str | bytes) -> Tree.Element:
    """An SVG that is well-formed and says how large it is."""
    root = Tree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert root.attrib["viewBox"].split() == ["0", "0", root.attrib["width"], root.attrib["height"]]
    assert width > 0
    assert height > 0
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text
    return root


def texts(root: Tree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def of_class(root: Tree.Element, name: str) -> list[Tree.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def squares(element: Tree.Element, side: float) -> Counter[tuple[int, int]]:
    """The (row, column) of each square of a size, and how often it is drawn."""
    found: Counter[tuple[int, int]] = Counter()
    for rect in element.iter(f"{SVG}rect"):
        if float(rect.attrib["width"]) == float(rect.attrib["height"]) == side:
            place = (float(rect.attrib["y"]) / side, float(rect.attrib["x"]) / side)
            assert place == (int(place[0]), int(place[1]))
            found[int(place[0]), int(place[1])] += 1
    return found


def colours(root: Tree.Element) -> set[str]:
    return set(re.findall(r'fill="(#[0-9a-f]{6})"', Tree.tostring(root, encoding="unicode")))


def luminance(colour: str) -> float:
    """How bright a colour is, by the definition of the web's guidelines on contrast."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)
