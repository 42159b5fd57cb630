"""Bad's arguments for every set of tetrominoes: the strategies by floors that are shipped, and the
page with the table. Run by `make arguments`."""

from __future__ import annotations

from pathlib import Path

from cgt.board.piecesets import piece_set
from cgt.draw.tables import Table
from cgt.duel.exact.arguments import argue
from cgt.duel.exact.atlas_cells import SETS, mirrored
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.floors_search import find_floors
from cgt.duel.exact.shipped_floors import FOLDER, file_name
from cgt.duel.exact.solve import argued_strategy
from cgt.duel.exact.strategy import Strategy
from cgt.duel.exact.weights_search import find_cover, find_weights, is_even
from cgt.duel.rules import Rules

WIDTHS = range(2, 13)
WITH_FLOORS, PREVIEWS = (2,), range(4)
LARGEST_SET, MOST_ROWS = 3, 4  # for which floors are looked for
HEIGHT = 20  # what the files say; they hold for every height
PAGE = """# Bad's arguments

For every set of tetrominoes and widths 2 to 12 the argument by which Bad wins at every height, by
straight drops and where Bad may send any piece at any time. The three kinds are explained
[here](strategies.md#bads-wins-at-every-height). Worked out by `make arguments`; each argument was
checked as the file that `--out` writes. Sums and lanes hold for every preview. Sums hold for all
moves, lanes and floors where pieces drop. Mirror images are the same game, so sets are named once.
Where there is none, nothing is said of who wins.

{counts}

{table}

## The smallest sets

Every set with one of these in it, or with its mirror image, is lost for Good at every height.

{smallest}

## Bags

Where Bad deals bags he has to send all pieces in turn, and only sums can do. Sets of O, S and Z
only have weights on all odd widths, and so have the sets below. Every other set has an even cover
on widths 2 to 12, which was found and checked: no weights exist for it.

{bags}
"""


def main() -> None:
    find_all_floors()
    sets = [pieces for pieces in SETS if pieces <= mirrored(pieces)]
    games = [(width, preview) for width in WIDTHS for preview in (0, 1)]
    found = {(p, *game): _kind(p, *game) for p in SETS for game in games}
    names = [f"{w}, preview 1" if k else f"{w}" for w, k in _shown(games, found)]
    rows = [(p, *(found[p, w, k] for w, k in _shown(games, found))) for p in sets]
    table = Table(("pieces", *names), rows).markdown().rstrip()
    page = PAGE.format(
        counts=_counts(found), table=table, smallest=_smallest(found), bags=_bags(sets)
    )
    Path(__file__).with_name("duel-arguments.md").write_text(page)


def find_all_floors() -> None:
    """Writes a file for every set of pieces that Bad wins with, unless a smaller set will do."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for width in WITH_FLOORS:
        for preview in PREVIEWS:
            found: list[set[str]] = []
            for pieces in SETS:
                if len(pieces) > LARGEST_SET or any(smaller <= set(pieces) for smaller in found):
                    continue
                rules = Rules(pieces, width=width, height=HEIGHT)
                instructions = find_floors(rules, preview, most_rows=MOST_ROWS)
                if instructions:
                    found.append(set(pieces))
                    strategy = Strategy(rules, "bad", instructions, preview, argument="floors")
                    strategy.write(FOLDER / file_name(pieces, width, preview))


def _kind(pieces: str, width: int, preview: int) -> str:
    """The kind of the argument for a game, which the checker has accepted; nothing if there is
    none."""
    rules = Rules(pieces, width=width, height=HEIGHT)
    argument = argue(rules, preview=preview)
    if not argument.valid:
        return ""
    report = verify(Strategy.parse(str(argued_strategy(rules, argument, preview))))
    assert report.valid, report.reason
    return argument.kind


def _shown(
    games: list[tuple[int, int]], found: dict[tuple[str, int, int], str]
) -> list[tuple[int, int]]:
    """The games with a column of their own: with a preview only where it makes a difference."""
    return [
        (width, preview)
        for width, preview in games
        if preview == 0 or any(found[p, width, 0] != found[p, width, 1] for p in SETS)
    ]


def _counts(found: dict[tuple[str, int, int], str]) -> str:
    kinds = [found[p, w, 0] for p in SETS for w in WIDTHS]
    counted = ", ".join(f"{kinds.count(kind):,} by {kind}" for kind in ("sums", "lanes", "floors"))
    return (
        f"Of {len(kinds):,} games without a preview, mirror images counted, {counted}; "
        f"{kinds.count(''):,} have no argument."
    )


def _smallest(found: dict[tuple[str, int, int], str]) -> str:
    rows = []
    for width in WIDTHS:
        for preview in (0, 1):
            lost = [p for p in SETS if found[p, width, preview]]
            smallest = [
                p for p in lost if p <= mirrored(p) and not any(set(q) < set(p) for q in lost)
            ]
            rows.append((f"{width}", f"{preview}", ", ".join(smallest)))
    return Table(("width", "preview", "sets"), rows).markdown().rstrip()


def _bags(sets: list[str]) -> str:
    rows = []
    for width in WIDTHS:
        found = []
        for pieces in sets:
            shapes = piece_set(pieces).pieces
            if find_weights(width, shapes) is not None:
                found.append(pieces)
            else:
                cover = find_cover(width, shapes)
                assert cover is not None
                assert is_even(cover, width, shapes)
        others = [pieces for pieces in found if not set(pieces) <= set("OSZ")]
        if width % 2:
            rows.append((f"{width}", ", ".join(others) or "none"))
    return Table(("width", "sets"), rows).markdown().rstrip()


if __name__ == "__main__":
    main()
