"""SVG: drawings made of a few kinds of marks and written as text.

All pictures come from here. So all are well-formed, have a title for people who cannot see them,
and load nothing: no script, no font. Colours are attributes, which a page's style sheet can
override by the marks' classes.

>>> drawing = Drawing(20, 10, "a cell")
>>> drawing.rectangle(0, 0, 10, 10, fill="#606060")
>>> print(drawing.content())
<g><rect x="0" y="0" width="10" height="10" fill="#606060" /></g>
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import hypot
from unicodedata import east_asian_width
from xml.etree import ElementTree as Tree

from cgt.draw.palette import INK, PAPER

NAMESPACE = "http://www.w3.org/2000/svg"
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"

# The widths of characters, in font sizes; the fonts above are wide ones.
_WIDTH, _CAPITAL_WIDTH, _WIDEST = 0.62, 0.74, 1.05
_WIDE_CHARACTERS = "WMmw@%—"
_BOLD = 1.12

Value = str | float
Point = tuple[float, float]


class Drawing:
    """A picture with a width and a height; marks are added from back to front."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width = width
        self.height = height
        self.title = title
        self._content = Tree.Element("g")
        self._group = self._content
        self._definitions: dict[str, Tree.Element] = {}

    # marks

    def mark(self, tag: str, text: str | None = None, /, **attributes: Value | None) -> None:
        """Adds any element. In attribute names, underscores become hyphens and one at the end is
        dropped; attributes that are None are left out."""
        element = Tree.SubElement(self._group, tag, _attributes(attributes))
        element.text = None if text is None else legal(text)

    def rectangle(
        self, x: float, y: float, width: float, height: float, **attributes: Value | None
    ) -> None:
        self.mark("rect", x=x, y=y, width=width, height=height, **attributes)

    def line(self, start: Point, end: Point, **attributes: Value | None) -> None:
        (x1, y1), (x2, y2) = start, end
        self.mark("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: Value | None) -> None:
        self.mark("circle", cx=x, cy=y, r=radius, **attributes)

    def path(self, data: str, **attributes: Value | None) -> None:
        self.mark("path", d=data, **attributes)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        fill: str = INK,
        **attributes: Value | None,
    ) -> None:
        """Adds text whose baseline begins at a point, or is centred on it or ends there with
        text_anchor."""
        self.mark("text", text, x=x, y=y, font_size=size, font_family=FONT, fill=fill, **attributes)

    def arrow(self, points: Sequence[Point], colour: str = INK, width: float = 1.6) -> None:
        """Adds a line through points with an arrow head at its end."""
        (x0, y0), (x1, y1) = points[-2:]
        length = hypot(x1 - x0, y1 - y0) or 1.0
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        long, broad = 3.6 * width + 2, 1.6 * width + 1.2
        neck = (x1 - dx * long * 0.8, y1 - dy * long * 0.8)
        line = [*points[:-1], neck]
        self.path(
            "M" + " L".join(f"{_number(x)} {_number(y)}" for x, y in line),
            fill="none",
            stroke=colour,
            stroke_width=width,
            stroke_linejoin="round",
            class_="arrow",
        )
        back = (x1 - dx * long, y1 - dy * long)
        corners = (
            (x1, y1),
            (back[0] - dy * broad, back[1] + dx * broad),
            (back[0] + dy * broad, back[1] - dx * broad),
        )
        self.path(
            "M" + " L".join(f"{_number(x)} {_number(y)}" for x, y in corners) + " Z",
            fill=colour,
            class_="arrowhead",
        )

    @contextmanager
    def group(self, **attributes: Value | None) -> Iterator[None]:
        """Groups everything that is drawn inside the `with` block."""
        outer = self._group
        self._group = Tree.SubElement(outer, "g", _attributes(attributes))
        yield
        self._group = outer

    def define_pattern(self, name: str, side: float, data: str, **attributes: Value | None) -> None:
        """Defines a path repeated in squares; marks are filled with it by `url(#name)`."""
        square: dict[str, Value | None] = {
            "id": name,
            "width": side,
            "height": side,
            "patternUnits": "userSpaceOnUse",
        }
        pattern = Tree.Element("pattern", _attributes(square))
        Tree.SubElement(pattern, "path", _attributes({"d": data, **attributes}))
        self._definitions[name] = pattern

    def put(self, other: Drawing, x: float, y: float) -> None:
        """Puts another drawing on this one, its upper left corner at a point."""
        self._definitions |= other._definitions
        group = Tree.SubElement(
            self._group, "g", {"transform": f"translate({_number(x)} {_number(y)})"}
        )
        group.append(copy.deepcopy(other._content))

    # text

    def content(self) -> str:
        """The marks as text, without the `svg` element around them."""
        return Tree.tostring(self._content, encoding="unicode")

    def __str__(self) -> str:
        """The drawing as SVG."""
        return self.styled()

    def styled(self, style: str | None = None) -> str:
        """The drawing as SVG, with a style sheet for `.cgt-drawing` if there is one."""
        root = Tree.Element(
            "svg",
            _attributes(
                {
                    "xmlns": NAMESPACE,
                    "class": None if style is None else "cgt-drawing",
                    "width": self.width,
                    "height": self.height,
                    "viewBox": f"0 0 {_number(self.width)} {_number(self.height)}",
                    "role": "img",
                }
            ),
        )
        Tree.SubElement(root, "title").text = legal(self.title)
        if style is not None:
            Tree.SubElement(root, "style").text = style
        if self._definitions:
            Tree.SubElement(root, "defs").extend(self._definitions.values())
        root.append(self._content)
        return Tree.tostring(root, encoding="unicode") + "\n"

    def _repr_svg_(self) -> str:
        return str(self)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text is; the exact width depends on the font of the program that shows
    it."""
    return sum(map(_character_width, text)) * size * (_BOLD if bold else 1.0)


def _character_width(character: str) -> float:
    if is_wide(character) or character in _WIDE_CHARACTERS:
        return _WIDEST
    return _CAPITAL_WIDTH if character.isupper() else _WIDTH


def is_wide(character: str) -> bool:
    """Whether a character is as wide as it is high, like Chinese, Japanese and Korean ones."""
    return east_asian_width(character) in "WF"


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """A text as lines of at most this width; a word that is wider gets cut."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size, bold=bold) <= width:
            lines[-1] += f" {word}"
            continue
        lines.append("")
        for character in word:
            if lines[-1] and text_width(lines[-1] + character, size, bold=bold) > width:
                lines.append("")
            lines[-1] += character
    return lines


def on_paper(drawing: Drawing, margin: float = 16) -> Drawing:
    """The drawing on white paper with a margin, as it is written to a file."""
    paper = Drawing(drawing.width + 2 * margin, drawing.height + 2 * margin, drawing.title)
    paper.rectangle(0, 0, paper.width, paper.height, fill=PAPER, class_="paper")
    paper.put(drawing, margin, margin)
    return paper


def stacked(drawings: Sequence[Drawing], title: str, gap: float = 28) -> Drawing:
    """Drawings one under the other."""
    height = sum(drawing.height for drawing in drawings) + gap * max(0, len(drawings) - 1)
    whole = Drawing(max((drawing.width for drawing in drawings), default=0), height, title)
    y = 0.0
    for drawing in drawings:
        whole.put(drawing, 0, y)
        y += drawing.height + gap
    return whole


def _attributes(attributes: dict[str, Value | None]) -> dict[str, str]:
    return {
        key.rstrip("_").replace("_", "-"): legal(value)
        if isinstance(value, str)
        else _number(value)
        for key, value in attributes.items()
        if value is not None
    }


def _number(value: float) -> str:
    """A number in as few characters as possible."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def legal(text: str) -> str:
    """The text, with characters that XML or UTF-8 cannot hold replaced."""
    return "".join(
        c if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
        else "\N{REPLACEMENT CHARACTER}"
        for c in text
    )  # fmt: skip
