"""Figures: a picture with a heading, a table beside it and sentences below, as in a paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cgt.draw.boards import swatch
from cgt.draw.describe.words import Description, in_figure
from cgt.draw.palette import FAINT_INK, INK
from cgt.draw.svg import Drawing, text_width, wrapped

_HEADING = 15.0
_BODY = 12.5
_GAP = 28.0
_LINE = 1.45  # in font sizes
_NARROWEST = 430.0  # so that sentences under a small picture are not broken into many lines
_ROW = 24.0


@dataclass(frozen=True)
class RegionRow:
    """A line of the table of regions: the region's number, which gives it colour and name, and the
    facts about it."""

    number: int
    texts: Sequence[str]


def region_table(headings: Sequence[str], rows: Sequence[RegionRow]) -> Drawing:
    """Regions with what is known of them; the first column is their colour and name."""
    widths = [
        max(text_width(text, _BODY) for text in column) + 16
        for column in zip(headings, *(("", *row.texts) for row in rows), strict=True)
    ]
    drawing = Drawing(sum(widths), _ROW * (len(rows) + 1) + 6, "regions")
    y = _ROW * 0.6
    for x, heading in zip(_starts(widths), headings, strict=True):
        drawing.text(x, y, heading, _BODY - 1, FAINT_INK)
    drawing.line((0, _ROW), (drawing.width, _ROW), stroke=INK, stroke_width=0.8, class_="frame")
    for index, row in enumerate(rows, 1):
        y = index * _ROW + 4
        with drawing.group(class_="swatch"):
            swatch(drawing, row.number, 0, y, _ROW - 6)
        for x, text in zip(_starts(widths)[1:], row.texts, strict=True):
            drawing.text(x, y + _ROW * 0.55, text, _BODY)
    return drawing


def figure(
    heading: str, picture: Drawing, side: Drawing | None = None, sentences: Sequence[str] = ()
) -> Drawing:
    """A picture with a heading, something beside it, and sentences below. The first sentence is the
    most important one."""
    beside = 0.0 if side is None else _GAP + side.width
    width = max(picture.width + beside, _NARROWEST)
    heads = wrapped(heading, _HEADING, width, bold=True)
    below = [
        (number == 0, line)
        for number, text in enumerate(sentences)
        for line in wrapped(text, _BODY, width, bold=number == 0)
    ]
    top = len(heads) * _HEADING * _LINE + 8
    middle = max(picture.height, 0.0 if side is None else side.height)
    bottom = (len(below) * _BODY * _LINE + 14) if below else 0.0
    drawing = Drawing(width, top + middle + bottom, heading or picture.title)
    for number, line in enumerate(heads):
        drawing.text(0, (number + 0.8) * _HEADING * _LINE, line, _HEADING, font_weight="bold")
    drawing.put(picture, 0, top)
    if side is not None:
        drawing.put(side, picture.width + _GAP, top)
    for number, (is_first, line) in enumerate(below):
        y = top + middle + 14 + (number + 0.75) * _BODY * _LINE
        drawing.text(0, y, line, _BODY, font_weight="bold" if is_first else None)
    return drawing


def described_figure(
    description: Description, picture: Drawing, side: Drawing | None = None
) -> Drawing:
    """A picture with its description: first who wins, then how, then everything else."""
    first = description.texts(in_figure, "verdict", "how", "counting")
    others = description.texts(in_figure, "board", "note", "cost")
    return figure(description.title, picture, side, [*first, *others])


def _starts(widths: Sequence[float]) -> list[float]:
    return [sum(widths[:i]) for i in range(len(widths))]
