"""The page about duels in which Bad deals bags, worked out by the program itself. Run by
`make bags`, after `make atlas`, whose page has the heights without bags."""

from __future__ import annotations

import time
from pathlib import Path

from cgt.common.limits import Limits
from cgt.draw.tables import Table
from cgt.duel.exact.atlas_cells import SETS
from cgt.duel.exact.solve import decide, solve_duel
from cgt.duel.rules import Rules

WIDTHS, HIGHEST = range(2, 5), 8
SECONDS = 20.0  # for each game
BEYOND = f">{HIGHEST}"
_HERE = Path(__file__).parent
_MIRRORED = str.maketrans("LJSZ", "JLZS")

PAGE = """# The duel with bags

For every set of tetrominoes the least height at which Good wins, by straight drops and without a
preview: where Bad may send any piece at any time, and where Bad deals bags, each piece once in an
order that Bad chooses, then a new bag. Worked out by `make bags`; the heights without bags are
those of [the atlas](duel-atlas.md). `>{highest}`: Bad wins up to height {highest}; `≥N`: Bad wins
below height N, and {seconds:.0f} seconds did not suffice for that height. Mirror images are the
same game, so sets are named once.

{counts}

{table}
"""


def main() -> None:
    begin = time.perf_counter()
    free = _without_bags()
    sets = [pieces for pieces in SETS if pieces == _first_image(pieces)]
    found = {(p, w): _least_height(p, w) for p in sets for w in WIDTHS}
    verified = sum(is_verified for _, is_verified in found.values())
    won = [key for key, (height, _) in found.items() if height.isdigit()]
    saved = [key for key in won if free[key] == BEYOND]
    lower = [key for key in won if free[key].isdigit() and int(found[key][0]) < int(free[key])]
    counts = (
        f"Of these {len(found)} games Good wins {len(won)} with bags, {verified} of them with a "
        f"strategy that the checker went through. {len(saved)} of them are lost at every height up "
        f"to {HIGHEST} without bags; {len(lower)} more are won in a lower well than without. That "
        f"took {time.perf_counter() - begin:.0f} seconds on one core."
    )
    names = [name for width in WIDTHS for name in (f"{width}", f"{width}, bags")]
    rows = [(p, *(h for w in WIDTHS for h in (free[p, w], found[p, w][0]))) for p in sets]
    table = Table(("pieces", *names), rows).markdown().rstrip()
    page = PAGE.format(highest=HIGHEST, seconds=SECONDS, counts=counts, table=table)
    (_HERE / "duel-bags.md").write_text(page)


def _without_bags() -> dict[tuple[str, int], str]:
    """The heights without bags and without a preview, from the page with the atlas."""
    lines = (_HERE / "duel-atlas.md").read_text().splitlines()
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]
    return {
        ("".join(sorted(row[0])), width): row[head.index(str(width))]
        for row in rows
        for width in WIDTHS
    }


def _first_image(pieces: str) -> str:
    """Of a set and its mirror image, the one that comes first."""
    return min(pieces, "".join(sorted(pieces.translate(_MIRRORED))))


def _least_height(pieces: str, width: int) -> tuple[str, bool]:
    """The least height at which Good wins, and whether the checker has confirmed that."""
    for height in range(HIGHEST + 1):
        rules = Rules(pieces, width=width, height=height)
        winner = decide(rules, limits=Limits.of(seconds=SECONDS), bag=True)
        if winner == "unknown":
            return f"≥{height}", False
        if winner == "good":
            answer = solve_duel(rules, bag=True, limits=Limits.of(seconds=SECONDS))
            return str(height), answer.is_verified
    return BEYOND, False


if __name__ == "__main__":
    main()
