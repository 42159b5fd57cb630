"""Who wins the duel in one well, for all 127 sets of tetrominoes, as a map.

Rows are sets of the pieces that a mirror changes, columns sets of the others, so a set's neighbours
have a piece more or less, and where Good wins is one land. Colours tell who wins, and a texture
tells it again, for those who see no colours. A cell where Good wins has the least height for which
that is known. Cells with a frame have a strategy or an argument of their own; the others follow.
"""

from __future__ import annotations

import itertools

from cgt.draw.atlas import UNKNOWN_COLOUR, UNKNOWN_INK, define_textures, ink_on
from cgt.draw.describe.atlases import Extract
from cgt.draw.palette import BAD_COLOUR, BAD_INK, FAINT_INK, INK
from cgt.draw.svg import Drawing, text_width
from cgt.duel.exact.atlas_cells import Place
from cgt.duel.exact.atlas_reasons import Reason

SYMMETRIC, SIDED = "IOT", "JLSZ"  # pieces that a mirror leaves as they are, and those it changes
_GOOD = {"pattern": "#143a7a", "lanes": "#2a6fb0", "found": "#9fd0c4"}
_CELL, _ROW, _LABEL = 42.0, 19.0, 46.0
_TITLE, _HEAD, _LEGEND, _BETWEEN = 50.0, 44.0, 64.0, 34.0
_IN_A_ROW = 2  # panels


def map_drawing(shown: Extract) -> Drawing:
    """The map of the games at the greatest height, a panel for each width and preview."""
    wide, high = _LABEL + _CELL * len(_columns()), _HEAD + _ROW * len(_rows())
    panels = shown.columns
    across = min(_IN_A_ROW, max(1, len(shown.previews)))
    down = -(-len(panels) // across)
    height = max(shown.heights)
    wells = " and ".join(f"{width}×{height}" for width in shown.widths)
    drawing = Drawing(
        max(across * (wide + _BETWEEN) - _BETWEEN, 640),
        _TITLE + down * (high + _BETWEEN) + _LEGEND,
        f"Who wins the duel on {wells}, for every set of tetrominoes",
    )
    define_textures(drawing)
    drawing.text(0, 20, f"Who wins the duel on {wells}?", 18, font_weight="bold")
    told = (
        "Bad chooses each piece from a set, Good places it: the set is the row's letters with the "
        "column's."
    )
    drawing.text(0, 40, told, 11, FAINT_INK)
    for number, (width, preview) in enumerate(panels):
        x, y = number % across * (wide + _BETWEEN), number // across * (high + _BETWEEN)
        with drawing.group(transform=f"translate({x:g} {_TITLE + y:g})"):
            _draw_panel(drawing, shown, width, preview)
    _draw_legend(drawing, _TITLE + down * (high + _BETWEEN))
    return drawing


def _subsets(letters: str) -> list[str]:
    return [
        "".join(chosen)
        for size in range(len(letters) + 1)
        for chosen in itertools.combinations(letters, size)
    ]


def _columns() -> list[str]:
    return _subsets(SYMMETRIC)


def _rows() -> list[str]:
    return _subsets(SIDED)


def _draw_panel(drawing: Drawing, shown: Extract, width: int, preview: int) -> None:
    sees = f"Good sees {preview} more" if preview else "without a preview"
    well = f"{width}×{max(shown.heights)}, by {shown.moves}, {sees}"
    drawing.text(_LABEL, 14, well, 12, font_weight="bold")
    for column, pieces in enumerate(_columns()):
        x = _LABEL + (column + 0.5) * _CELL
        drawing.text(x, _HEAD - 8, pieces or "–", 11, INK, text_anchor="middle")
    for row, sided in enumerate(_rows()):
        y = _HEAD + row * _ROW
        drawing.text(_LABEL - 8, y + 13.5, sided or "–", 11, INK, text_anchor="end")
        for column, symmetric in enumerate(_columns()):
            pieces = "".join(sorted(sided + symmetric))
            if not pieces:
                continue
            place = Place(pieces, width, max(shown.heights), preview, shown.moves)
            cell = shown.atlas.get(place)
            if cell is not None:
                reason = shown.atlas.reason(cell)
                lowest = shown.atlas.lowest_good(place)
                with drawing.group(data_game=f"{pieces}/{width}/{preview}"):
                    drawing.mark("title", f"{pieces}: {cell.winner}, {reason}")
                    _draw_cell(drawing, _LABEL + column * _CELL, y, cell.winner, reason, lowest)


def _draw_cell(
    drawing: Drawing, x: float, y: float, winner: str, reason: Reason, height: int | None
) -> None:
    place = (x + 1, y + 1, _CELL - 2, _ROW - 2)
    colour, ink, texture, text = UNKNOWN_COLOUR, UNKNOWN_INK, "url(#unknown)", "?"
    if winner == "good":
        colour = _GOOD[reason.kind]
        ink, texture, text = ink_on(colour), "", str(height)
    elif winner == "bad":
        colour, ink, texture = BAD_COLOUR, BAD_INK, "url(#bad)"
        text = "∞" if reason.kind == "argued" else ""
    drawing.rectangle(*place, fill=colour)
    if texture:
        drawing.rectangle(*place, fill=texture)
    if winner != "unknown" and not reason.follows:
        drawing.rectangle(*place, fill="none", stroke=INK, stroke_width=1.2)
    drawing.text(x + _CELL / 2, y + 13.5, text, 10.5, ink, text_anchor="middle")


def _draw_legend(drawing: Drawing, y: float) -> None:
    samples = (
        ("good", Reason("pattern", False, ""), 5, "Good wins from that height on, on many widths"),
        ("good", Reason("lanes", False, ""), 5, "… inside lanes"),
        ("good", Reason("found", False, ""), 5, "… by another strategy"),
        ("bad", Reason("argued", False, ""), None, "Bad wins at every height"),
        ("unknown", Reason("open", False, ""), None, "open"),
        ("good", Reason("pattern", True, ""), 5, "no frame: follows from another set"),
    )
    x = 0.0
    for winner, reason, height, text in samples:
        wide = _CELL + 24 + text_width(text, 11)
        if x + wide > drawing.width:
            x, y = 0.0, y + 26
        _draw_cell(drawing, x, y, winner, reason, height)
        drawing.text(x + _CELL + 7, y + 13.5, text, 11)
        x += wide
