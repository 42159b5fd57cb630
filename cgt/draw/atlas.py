"""The atlas of the duel as a table of colours: a row for each set of pieces, a column for each
width and preview, and in it the least height at which Good wins.

The colours get darker with the height, so that the table can be read in grey and by colour-blind
people. Cells where Bad wins, and cells that are not known, also have a texture, and every cell has
its height in figures.
"""

from __future__ import annotations

from collections.abc import Sequence

from cgt.draw.describe.atlases import Extract
from cgt.draw.palette import (
    BAD_COLOUR,
    BAD_INK,
    FAINT_INK,
    FAINT_LINE,
    FAINTEST_INK,
    FILLED_COLOUR,
    INK,
    PAPER,
)
from cgt.draw.svg import Drawing, text_width
from cgt.duel.exact.atlas_cells import LETTERS, SETS, LeastHeight

UNKNOWN_COLOUR, UNKNOWN_INK = PAPER, FILLED_COLOUR
_SCALE = ("#f3f4c4", "#a9d9b6", "#4fb0c4", "#2a6fb0", "#143a7a")  # from light to dark
_BRIGHTEST_FOR_WHITE_INK = 0.179  # the brightness at which black and white can be read equally well
_BLOCKS = ((1, 2), (3,), (4,), (5, 6, 7))  # sizes of sets, about equally many in each block
_SIZES = (
    "one piece", "two pieces", "three pieces", "four pieces", "five pieces", "six pieces",
    "all seven",
)  # fmt: skip

_CELL, _ROW, _SLOT = 34.0, 17.0, 10.0
_LABEL = _SLOT * len(LETTERS) + 8
_BETWEEN_WIDTHS, _BETWEEN_BLOCKS = 6.0, 30.0
_TITLE, _HEAD, _HEADING, _LEGEND = 54.0, 40.0, 22.0, 66.0

Columns = list[tuple[float, int, int, dict[str, LeastHeight]]]  # where, width, preview, what


def atlas_drawing(shown: Extract) -> Drawing:
    """The atlas as a table of colours, with a legend."""
    columns = _columns(shown)
    known = [least for *_, found in columns for least in found.values()]
    highest = max((least.good for least in known if least.good is not None), default=0)
    wide = (columns[-1][0] if columns else _LABEL) + _CELL
    rows = max(_block_height(sizes) for sizes in _BLOCKS)
    drawing = Drawing(
        max(len(_BLOCKS) * (wide + _BETWEEN_BLOCKS) - _BETWEEN_BLOCKS, 560),
        _TITLE + _HEAD + rows + _LEGEND,
        "The atlas of the duel: the least height at which Good wins",
    )
    define_textures(drawing)
    drawing.text(0, 20, "The least height at which Good wins the duel", 18, font_weight="bold")
    told = f"By {shown.moves}; the game ends when the stack is higher than the well after clearing."
    drawing.text(0, 40, told, 11, FAINT_INK)
    for number, sizes in enumerate(_BLOCKS):
        with drawing.group(
            transform=f"translate({number * (wide + _BETWEEN_BLOCKS):g} {_TITLE:g})"
        ):
            _draw_head(drawing, columns)
            _draw_block(drawing, sizes, columns, highest)
    _draw_legend(drawing, _TITLE + _HEAD + rows + 30, known, highest)
    return drawing


def height_colour(height: int, highest: int) -> str:
    """The colour for a height at which Good wins, on a scale that ends at `highest`."""
    place = (len(_SCALE) - 1) * height / max(highest, 1)
    index = min(int(place), len(_SCALE) - 2)
    mixed = (
        round(a + (b - a) * (place - index))
        for a, b in zip(_channels(_SCALE[index]), _channels(_SCALE[index + 1]), strict=True)
    )
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def ink_on(colour: str) -> str:
    """Black or white, whichever can be read on a colour."""
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in _channels(colour))
    ]
    bright = sum(part * c for part, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return "#ffffff" if bright < _BRIGHTEST_FOR_WHITE_INK else "#000000"


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _columns(shown: Extract) -> Columns:
    columns: Columns = []
    x = _LABEL
    for width in shown.widths:
        for preview in shown.previews:
            found = shown.atlas.least(width, preview, shown.moves)
            columns.append((x, width, preview, found))
            x += _CELL
        x += _BETWEEN_WIDTHS
    return columns


def _sets(size: int) -> list[str]:
    return [pieces for pieces in SETS if len(pieces) == size]


def _block_height(sizes: Sequence[int]) -> float:
    return sum(_HEADING + _ROW * len(_sets(size)) for size in sizes)


def _draw_head(drawing: Drawing, columns: Columns) -> None:
    drawing.text(_LABEL - 6, 12, "width", 10, FAINT_INK, text_anchor="end")
    drawing.text(_LABEL - 6, 28, "preview", 10, FAINT_INK, text_anchor="end")
    for width in dict.fromkeys(width for _, width, *_ in columns):
        xs = [x for x, other, *_ in columns if other == width]
        middle = (xs[0] + xs[-1] + _CELL) / 2
        drawing.text(middle, 12, str(width), 12, font_weight="bold", text_anchor="middle")
        drawing.line((xs[0] + 1, 16), (xs[-1] + _CELL - 1, 16), stroke=INK, stroke_width=0.8)
    for x, _, preview, _ in columns:
        drawing.text(x + _CELL / 2, 28, str(preview), 10, FAINT_INK, text_anchor="middle")


def _draw_block(drawing: Drawing, sizes: Sequence[int], columns: Columns, highest: int) -> None:
    y = _HEAD
    for size in sizes:
        drawing.text(0, y + _HEADING - 8, _SIZES[size - 1], 11, font_weight="bold")
        y += _HEADING
        for pieces in _sets(size):
            for slot, letter in enumerate(LETTERS):
                _draw_letter(drawing, letter, letter in pieces, slot, y)
            for x, width, preview, found in columns:
                with drawing.group(data_game=f"{pieces}/{width}/{preview}"):
                    _draw_cell(drawing, x, y, found.get(pieces), highest)
            y += _ROW


def _draw_letter(drawing: Drawing, letter: str, there: bool, slot: int, y: float) -> None:
    """A letter in its own slot, or a dot, so that sets can be compared at a glance."""
    drawing.text(
        (slot + 0.5) * _SLOT, y + 12.5, letter if there else "·", 10.5,
        INK if there else FAINTEST_INK, text_anchor="middle",
    )  # fmt: skip


def _draw_cell(
    drawing: Drawing, x: float, y: float, least: LeastHeight | None, highest: int
) -> None:
    place = (x + 0.5, y + 0.5, _CELL - 1, _ROW - 1)
    if least is None:
        drawing.rectangle(*place, fill="none", stroke=FAINT_LINE, stroke_width=0.6)
        return
    colour, ink, texture = _look(least, highest)
    drawing.rectangle(*place, fill=colour)
    if texture:
        drawing.rectangle(*place, fill=texture, stroke=ink, stroke_opacity=0.3, stroke_width=0.6)
    text = str(least)
    size = min(10.5, 10.5 * (_CELL - 4) / text_width(text, 10.5))
    weight = "bold" if least.good is not None and least.unknown is None else None
    drawing.text(x + _CELL / 2, y + _ROW / 2 + size * 0.36, text, size, ink,
                 text_anchor="middle", font_weight=weight)  # fmt: skip


def _look(least: LeastHeight, highest: int) -> tuple[str, str, str]:
    """Colour, ink and texture."""
    if least.unknown is not None:
        return UNKNOWN_COLOUR, UNKNOWN_INK, "url(#unknown)"
    if least.good is None:
        return BAD_COLOUR, BAD_INK, "url(#bad)"
    colour = height_colour(least.good, highest)
    return colour, ink_on(colour), ""


def define_textures(drawing: Drawing) -> None:
    """The textures of cells where Bad wins, and of those that are not known."""
    for name, data, colour, width in (
        ("bad", "M-1 1L1 -1M0 7L7 0M6 8L8 6", "#d88a68", 0.9),
        ("unknown", "M0 0L6 6M0 6L6 0", "#b9b9b9", 0.7),
    ):
        drawing.define_pattern(
            name, 7 if name == "bad" else 6, data,
            stroke=colour, stroke_width=width, stroke_opacity=0.55, fill="none",
        )  # fmt: skip


def _draw_legend(drawing: Drawing, y: float, known: Sequence[LeastHeight], highest: int) -> None:
    """What the colours and signs mean; only those that the table has."""
    drawing.text(0, y + 12.5, "Good wins from height", 11)
    x = 142.0
    with drawing.group(class_="scale"):
        for height in range(highest + 1):
            _draw_cell(drawing, x, y, LeastHeight(height, True, None, height), highest)
            x += _CELL
    samples = {
        "Bad wins at all heights tried": [
            least for least in known if least.good is None and least.unknown is None
        ],
        "not known from that height on": [least for least in known if least.unknown is not None],
        "lower heights were not tried": [
            least for least in known if least.unknown is None and least.good and not least.exact
        ],
    }
    x = 0.0
    for text, found in samples.items():
        if found:
            _draw_cell(drawing, x, y + 24, found[0], highest)
            drawing.text(x + _CELL + 8, y + 36.5, text, 11)
            x += _CELL + 30 + text_width(text, 11)
