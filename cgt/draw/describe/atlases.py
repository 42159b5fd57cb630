"""The atlas of the duel in words and tables: least heights, winners and reasons, least previews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cgt.draw.describe.words import Description
from cgt.draw.tables import Table
from cgt.duel.exact.atlas import Atlas
from cgt.duel.exact.atlas_cells import COMPUTED, DROP, IN_LANES, SETS, Place
from cgt.duel.exact.atlas_reasons import LeastPreview

_OPEN = {"good": "Good", "bad": "Bad", "unknown": "open"}


@dataclass(frozen=True)
class Extract:
    """The games of an atlas that are shown."""

    atlas: Atlas
    widths: Sequence[int]
    heights: Sequence[int]
    previews: Sequence[int]
    moves: str = DROP

    @property
    def columns(self) -> list[tuple[int, int]]:
        """The widths and previews."""
        return [(width, preview) for width in self.widths for preview in self.previews]


def describe_atlas(shown: Extract, file: str, rechecked: int | None = None) -> Description:
    """How many games an atlas has, and how their winners are known. That a game was verified is
    what the file says, except for the strategies that were checked again."""
    counts = _counts(shown.atlas)
    again = "" if rechecked is None else f"; {rechecked:,} strategies checked again"
    return Description(
        f"{len(shown.atlas):,} games in {file}: {counts['computed']:,} computed, "
        f"{counts['verified']:,} of them recorded as verified, the others argued or inferred; "
        f"{counts['unknown']:,} not known{again}"
    )


def atlas_data(shown: Extract, rechecked: int | None = None) -> dict[str, Any]:
    """The least heights at which Good wins, the least previews, the winners if there is only one
    height, and the same counts, for scripts."""
    heights = {
        f"{width}, preview {preview}": shown.atlas.least_heights(width, preview, shown.moves)
        for width, preview in shown.columns
    }
    data: dict[str, Any] = {"moves": shown.moves, "least_heights": heights}
    if len(shown.previews) > 1:
        data["least_previews"] = {
            str(width): {pieces: str(least) for pieces, least in found.items()}
            for width, found in _least_previews(shown).items()
        }
    if len(shown.heights) == 1:
        data["games"] = _games(shown)
    return {**data, **_counts(shown.atlas), "rechecked": rechecked}


def heights_table(shown: Extract) -> Table:
    """The least heights as a table: a row for each set of pieces of which something is known, a
    column for each width and preview."""
    heights = [shown.atlas.least_heights(*column, shown.moves) for column in shown.columns]
    rows = [(pieces, *(found.get(pieces, "") for found in heights)) for pieces in SETS]
    names = [_name(*column) for column in shown.columns]
    return Table(("pieces", *names), [row for row in rows if any(row[1:])])


def winners_table(shown: Extract) -> Table:
    """Who wins at the greatest height, and why: a row for each set of pieces, two columns for each
    width and preview."""
    names = [text for column in shown.columns for text in (_name(*column), "why")]
    rows = []
    for pieces in SETS:
        row = [pieces]
        for width, preview in shown.columns:
            cell = shown.atlas.get(_place(shown, pieces, width, preview))
            row += ["", ""] if cell is None else [_OPEN[cell.winner], str(shown.atlas.reason(cell))]
        rows.append(row)
    return Table(("pieces", *names), [row for row in rows if any(row[1:])])


def previews_table(shown: Extract) -> Table:
    """The least preview with which Good wins at the greatest height: a row for each set of pieces,
    a column for each width."""
    found = _least_previews(shown)
    names = [str(width) for width in shown.widths]
    rows = [(p, *(str(found[w].get(p, "")) for w in shown.widths)) for p in SETS]
    return Table(("pieces", *names), [row for row in rows if any(row[1:])])


def _least_previews(shown: Extract) -> dict[int, dict[str, LeastPreview]]:
    height = max(shown.heights)
    return {
        w: shown.atlas.least_previews(w, height, shown.previews, shown.moves) for w in shown.widths
    }


def _games(shown: Extract) -> list[dict[str, Any]]:
    places = [_place(shown, s, w, p) for w, p in shown.columns for s in SETS]
    cells = [cell for cell in map(shown.atlas.get, places) if cell is not None]
    return [
        {
            "pieces": cell.place.pieces,
            "width": cell.place.width,
            "height": cell.place.height,
            "preview": cell.place.preview,
            "winner": cell.winner,
            "why": str(shown.atlas.reason(cell)),
            "verified": shown.atlas.origin(cell)[0].verified,
        }
        for cell in cells
    ]


def _place(shown: Extract, pieces: str, width: int, preview: int) -> Place:
    return Place(pieces, width, max(shown.heights), preview, shown.moves)


def _name(width: int, preview: int) -> str:
    return f"{width}, preview {preview}" if preview else f"{width}"


def _counts(atlas: Atlas) -> dict[str, int]:
    cells = list(atlas.cells())
    computed = [cell for cell in cells if cell.how in (COMPUTED, IN_LANES)]
    winners = {w: sum(cell.winner == w for cell in cells) for w in ("good", "bad", "unknown")}
    return {
        "computed": len(computed),
        "verified": sum(cell.verified for cell in computed),
        **winners,
    }
