"""The pages with the atlas of the duel, worked out by the program itself. Run by `make atlas`.

What was computed is kept in duel-atlas.jsonl, one game a line, and is not computed again: the work
can be stopped at any time and resumed. `--anew` begins without it, `--seconds` is the time for each
game; games that were given up are tried again if it is longer than before. A game that rests on the
search alone, because its strategy was not checked, is computed again with `--check-again`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from itertools import groupby, product
from pathlib import Path
from tempfile import TemporaryDirectory

from cgt.common.files import write_atomically
from cgt.draw.atlas_map import map_drawing
from cgt.draw.describe.atlases import Extract, heights_table, previews_table, winners_table
from cgt.draw.formats import picture_file
from cgt.duel.exact.atlas import Atlas
from cgt.duel.exact.atlas_cells import (
    COMPUTED,
    IN_LANES,
    SETS,
    Cell,
    Place,
    computed,
    mirrored,
)

HERE = Path(__file__).parent
KEPT = HERE / "duel-atlas.jsonl"
SECONDS = 60.0  # for each game, if nothing else is asked for
_FIRST_IMAGES = [pieces for pieces in SETS if pieces <= mirrored(pieces)]


@dataclass(frozen=True)
class Part:
    """Games that are filled in together, and the part of the time for a game that each has."""

    widths: Sequence[int]
    heights: Sequence[int]
    previews: Sequence[int]
    moves: str = "drop"
    share: float = 1.0

    def places(self) -> Iterator[Place]:
        for width, height in product(self.widths, self.heights):
            for preview, pieces in product(self.previews, SETS):
                yield Place(pieces, width, height, preview, self.moves)


NARROW = Part(range(2, 7), range(9), range(2))
WIDER = Part(range(7, 11), range(9), range(2), share=1 / 20)
LONG_PREVIEWS = Part(range(2, 7), [8], range(4), share=1 / 6)
WELLS = Part((8, 10, 12), [20], range(4), share=1 / 10)
OTHER_MOVES = [Part((8, 10, 12), [20], range(2), moves, share=0.01) for moves in ("slide", "srs")]
PARTS = [NARROW, WELLS, *OTHER_MOVES, WIDER, LONG_PREVIEWS]

ATLAS = """# The atlas of the duel

For every set of tetrominoes the least height at which Good wins, by straight drops, worked out by
`make atlas`. A number is that height; `>8`: Bad wins up to height 8; `≥6?`: Bad wins below height
6, and from there on it is not known; `≥6? ≤8`: but Good wins at height 8. Columns are widths; with
a preview of one, Good sees the next piece, too. [Wider wells](duel-map.md) have a page of their
own.

{counts}

{table}

## What is not known

{blanks}
"""

MAP = """# The duel in the usual well

Who wins in a well 10 wide and 20 high, by straight drops, for all 127 sets of tetrominoes, and why.
Worked out by `make atlas`, in the way of `cgt atlas duel --widths 10 --heights 20 --preview 0-1`.

![The map: who wins on 10×20, for every set](images/duel-map.svg)

A *pattern* is one strategy for many widths at once, a *strategy in lanes* puts each piece into one
pair of columns, and a *strategy found* is one that a search of a whole well has found. All were
checked, and serve in all higher wells. An *argument*
shows that Bad wins at every height, however long the preview is.

{wells}

## Other moves

Where the game ends by height, Good's strategies for drops serve with `slide`, `spin` and `srs`:
above the stack pieces turn and move freely, so they get to every place that a drop leads to. Bad's
wins do not carry over, since Good may slide a piece under an overhang: the argument by lanes needs
drops. With the ending `spawn` nothing carries over: a piece needs room to come in and to turn.

{moves}

## What a preview is worth

The least preview with which Good wins, at height 8 on widths 2 to 6 and at height 20 on widths 8,
10 and 12. `>3`: Bad wins also with a preview of 3; `≥2?`: Bad wins with less, and from there on it
is not known; `0–1?`: Good wins with a preview of 1, and without it is not known; `never`: an
argument shows that no preview helps, because the pieces that Bad sends do not depend on what Good
does. Sets for which it is `never` everywhere are left out, and of mirror images only one is named.

{previews}

## Least heights on wider wells

As in [the atlas](duel-atlas.md), as far as it is known: a search of a whole well of more than 60
cells is not tried. Sets of which nothing is known but that Bad wins at the least heights are left
out. With O and L (or J) on width 10 five rows are enough, and needed: with four Bad wins.

{wider}
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--memory", type=float, default=4.0, help="for each game, in GiB")
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--check-again", action="store_true")
    parser.add_argument("--take", nargs="*", default=[], help="atlases whose cells are taken, too")
    parser.add_argument("--pages-only", action="store_true", help="compute nothing")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, closing(Atlas(Path(folder) / "atlas")) as atlas:
        if not asked.anew:
            take_kept(atlas)
        for path in asked.take:
            with closing(Atlas(path)) as other:
                take(atlas, other.cells())
        memory = int(asked.memory * 2**30)
        if asked.check_again:
            check_again(atlas, asked.seconds, memory)
        for part in PARTS:
            if asked.pages_only:
                conclude(atlas, part)
            else:
                fill(atlas, part, asked.seconds, memory)
        keep(atlas)
        write_pages(atlas)


def fill(atlas: Atlas, part: Part, seconds: float, memory: int) -> None:
    """Fills a part in; what was computed is kept after each width, and if the work is stopped."""
    for width in part.widths:
        try:
            atlas.fill(
                [width],
                part.heights,
                part.previews,
                moves=part.moves,
                seconds=seconds * part.share,
                memory=memory,
                progress=lambda cell: print(cell.place, cell.winner, flush=True),
            )
        finally:
            keep(atlas)


def check_again(atlas: Atlas, seconds: float, memory: int) -> None:
    """Computes the games again whose winner is known from the search alone, with a strategy to be
    checked. Atlas.add raises CgtError if the winner is another one."""
    unchecked = [
        cell
        for cell in atlas.cells()
        if cell.how == COMPUTED and cell.winner != "unknown" and not cell.verified
    ]
    try:
        for cell in unchecked:
            again = computed(cell.place, seconds=seconds, memory=memory)
            print(again.place, again.winner, "checked" if again.verified else "", flush=True)
            if again.winner != "unknown":
                atlas.add_with_image(again)
    finally:
        keep(atlas)


def conclude(atlas: Atlas, part: Part) -> None:
    """Fills in what follows from what is known; the other games are not known."""
    atlas.conclude(part.widths, part.heights, part.previews, moves=part.moves)
    with atlas.written_at_once():
        for place in part.places():
            if atlas.get(place) is None:
                atlas.add(Cell(place, "unknown", COMPUTED))


# what is kept


def take_kept(atlas: Atlas) -> None:
    """Takes the cells that are kept."""
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    take(atlas, (cell_of(json.loads(line)) for line in lines))


def cell_of(row: dict[str, object]) -> Cell:
    place = {name: row.pop(name) for name in ("pieces", "width", "height", "preview", "moves")}
    return Cell(Place(**place), **row)  # type: ignore[arg-type]


def take(atlas: Atlas, cells: Iterable[Cell]) -> None:
    """Takes computed cells; a known one is not replaced by one that is not."""
    with atlas.written_at_once():
        for cell in cells:
            known = atlas.get(cell.place)
            better = known is None or (known.winner == "unknown" and cell.winner != "unknown")
            if better and cell.how in (COMPUTED, IN_LANES):
                atlas.add_with_image(cell)


def keep(atlas: Atlas) -> None:
    """Keeps the cells that were computed, without strategies."""
    lines = []
    cells = [cell for cell in atlas.cells() if cell.how in (COMPUTED, IN_LANES)]
    for cell in sorted(cells, key=lambda cell: tuple(asdict(cell.place).values())):
        if cell.winner == "unknown" and (
            cell.allowed_seconds is None or cell.place.pieces not in _FIRST_IMAGES
        ):
            continue
        row = asdict(replace(cell, certificate=None))
        row = {**row.pop("place"), **row}
        lines.append(json.dumps({name: value for name, value in row.items() if value is not None}))
    write_atomically(KEPT, lambda file: file.write("".join(f"{x}\n" for x in lines).encode()))


# pages


def write_pages(atlas: Atlas) -> None:
    narrow = Extract(atlas, NARROW.widths, NARROW.heights, NARROW.previews)
    page = ATLAS.format(
        counts=counts(atlas), table=heights_table(narrow).markdown().rstrip(), blanks=blanks(atlas)
    )
    (HERE / "duel-atlas.md").write_text(page, encoding="utf-8")
    well = Extract(atlas, [10], [20], [0, 1])
    (HERE / "images" / "duel-map.svg").write_bytes(picture_file(map_drawing(well), "svg"))
    page = MAP.format(
        wells=winners_table(well).markdown().rstrip(),
        moves=other_wells(atlas),
        previews=previews(atlas),
        wider=wider(atlas),
    )
    (HERE / "duel-map.md").write_text(page, encoding="utf-8")


def counts(atlas: Atlas) -> str:
    places = list(NARROW.places())
    cells = [cell for place in places if (cell := atlas.get(place)) is not None]
    computed = [c for c in cells if c.how in (COMPUTED, IN_LANES) and c.winner != "unknown"]
    verified = sum(cell.verified for cell in computed)
    unknown = len(places) - len([cell for cell in cells if cell.winner != "unknown"])
    seconds = sum(cell.seconds or 0 for cell in computed)
    return (
        f"{len(places):,} games, of which {len(computed):,} were computed, {verified:,} of them "
        "with a strategy that the checker went through. The others follow from them or from an "
        f"argument. {unknown:,} are not known. The games that were computed took {seconds:,.0f} "
        "seconds on one core of a busy machine."
    )


def blanks(atlas: Atlas) -> str:
    """The sets with games that are not known, and what is known of them."""
    lines = []
    for width in NARROW.widths:
        for preview in NARROW.previews:
            least = atlas.least(width, preview)
            open_sets = [p for p in _FIRST_IMAGES if least[p].unknown is not None]
            for text, sets in groupby(sorted(open_sets, key=lambda p: str(least[p])),
                                      key=lambda p: str(least[p])):  # fmt: skip
                seen = f", preview {preview}" if preview else ""
                lines.append(f"- width {width}{seen}, `{text}`: {', '.join(sets)}")
    mirror = "Of mirror images only one is named.\n\n"
    return mirror + "\n".join(lines) if lines else "Nothing: every game is settled."


def other_wells(atlas: Atlas) -> str:
    """How many sets each player wins in wide wells, by moves."""
    lines = ["| well | moves | preview | Good | Bad | open |", "|---|---|---:|---:|---:|---:|"]
    for moves in ("drop", "slide", "srs"):
        for width in WELLS.widths:
            for preview in (0, 1):
                places = [Place(pieces, width, 20, preview, moves) for pieces in SETS]
                winners = [cell.winner for cell in map(atlas.get, places) if cell is not None]
                good, bad = winners.count("good"), winners.count("bad")
                lines.append(
                    f"| {width}×20 | {moves} | {preview} | {good} | {bad} | "
                    f"{len(SETS) - good - bad} |"
                )
    return "\n".join(lines)


def previews(atlas: Atlas) -> str:
    low = previews_table(Extract(atlas, LONG_PREVIEWS.widths, [8], LONG_PREVIEWS.previews))
    high = {row[0]: row[1:] for row in
            previews_table(Extract(atlas, WELLS.widths, [20], WELLS.previews)).rows}  # fmt: skip
    names = [*low.headings, *(f"{width}×20" for width in WELLS.widths)]
    rows = [(*row, *high.get(row[0], ("",) * len(WELLS.widths))) for row in low.rows]
    lines = [f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
    for row in rows:
        if row[0] in _FIRST_IMAGES and set(row[1:]) != {"never"}:
            lines.append(f"| {' | '.join(map(str, row))} |")
    return "\n".join(lines)


def wider(atlas: Atlas) -> str:
    shown = Extract(atlas, WIDER.widths, WIDER.heights, WIDER.previews)
    table = heights_table(shown)
    won = {
        pieces
        for width, preview in shown.columns
        for pieces, least in atlas.least(width, preview).items()
        if least.good is not None
    }
    lines = [f"| {' | '.join(table.headings)} |", "|---" * len(table.headings) + "|"]
    for row in table.rows:
        if row[0] in won and row[0] in _FIRST_IMAGES:
            lines.append(f"| {' | '.join(map(str, row))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
