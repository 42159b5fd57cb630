"""The page with the atlas of the duel, worked out by the program itself. Run by `make atlas`."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from cgt.draw.describe.duels import atlas_table
from cgt.duel.exact.atlas import Atlas

WIDTHS, HEIGHTS, PREVIEWS = range(2, 5), range(9), range(2)
SECONDS = 120.0  # for each game

PAGE = """# The atlas of the duel

For every set of tetrominoes the least height at which Good wins, by straight drops, worked out by
`make atlas`. A number is that height; `>8`: Bad wins up to height 8. Columns are widths; with a
preview of one, Good sees the next piece, too.

{counts}

{table}
"""


def main() -> None:
    begin = time.perf_counter()
    with TemporaryDirectory() as folder:
        atlas = Atlas(Path(folder) / "atlas")
        atlas.fill(WIDTHS, HEIGHTS, PREVIEWS, seconds=SECONDS)
        cells = list(atlas.cells())
        computed = sum(cell.how == "computed" for cell in cells)
        verified = sum(cell.verified for cell in cells if cell.how == "computed")
        unknown = sum(cell.winner == "unknown" for cell in cells)
        counts = (
            f"{len(cells):,} games, of which {computed:,} were computed, {verified:,} of them with "
            "a strategy that the checker went through. The others follow from them or from an "
            f"argument. {unknown:,} are not known. That took {time.perf_counter() - begin:.0f} "
            "seconds on one core."
        )
        page = PAGE.format(
            counts=counts, table=atlas_table(atlas, WIDTHS, PREVIEWS).markdown().rstrip()
        )
        atlas.close()
    (Path(__file__).parent / "duel-atlas.md").write_text(page)


if __name__ == "__main__":
    main()
