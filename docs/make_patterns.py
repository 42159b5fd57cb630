"""The patterns that come with the program, found by the program itself, and the page about them.
Run by `make patterns`."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from cgt.draw.describe.patterns import CheckedPattern, patterns_table
from cgt.duel.exact.pattern import Pattern
from cgt.duel.exact.pattern_check import verify_pattern
from cgt.duel.exact.pattern_find import find_pattern

_HERE = Path(__file__).parent
_FILES = _HERE.parent / "certificates" / "every-width"

# Pieces, preview, height, width of the lanes, single lanes beside. The heights are the lowest that
# were found; below them there is no such pattern, or none was found in a minute.
WANTED: list[tuple[str, int, int, int, tuple[int, ...]]] = [
    ("O", 0, 2, 2, ()),
    ("I", 0, 4, 2, ()),
    ("S", 0, 4, 2, ()),
    ("Z", 0, 4, 2, ()),
    ("L", 0, 3, 2, ()),
    ("J", 0, 3, 2, ()),
    ("T", 0, 4, 2, ()),
    ("OI", 0, 6, 2, ()),
    ("OJ", 0, 5, 2, ()),
    ("OL", 0, 5, 2, ()),
    ("IL", 0, 7, 2, ()),
    ("IJ", 0, 7, 2, ()),
    ("LJ", 1, 7, 2, ()),
    ("I", 0, 4, 1, ()),
    ("L", 0, 3, 2, (3,)),
    ("J", 0, 3, 2, (3,)),
    ("T", 0, 4, 2, (3,)),
    ("I", 0, 1, 4, ()),
    ("L", 0, 2, 4, ()),
    ("J", 0, 2, 4, ()),
    ("T", 0, 3, 4, ()),
    ("OI", 0, 3, 4, ()),
    ("IL", 0, 3, 4, ()),
    ("IJ", 0, 3, 4, ()),
    ("IT", 0, 4, 4, ()),
]

PAGE = """# Strategies for every width

One strategy of Good for every width: the patterns that come with the program, found and checked by
`make patterns`. What a pattern is says [Strategies and proofs](strategies.md#every-width-at-once).
"Lanes" is how wide the lanes are, + a single one beside them; a state is what Bad can bring about,
with the pieces that Good can see. `cgt verify --all --every-width` checks them again.

{table}
Finding all of them took {seconds:.0f} seconds on one core.

## Least heights, and what was tried

In lanes of two, no pattern for one or two of these pieces is lower: the search for a lower one ends
without any, or one row less is lost inside lanes on width 4 already, for L and J with a preview on
width 6. A preview makes none of O with I, J or L, or I with J or L, lower.

No other pair of pieces survives inside lanes of two on width 4 and in up to 10 rows without a
preview, but for O with S, Z or T. These take higher wells the wider they are: 6 rows on width 4, 8
on width 6. No pattern was found for them, nor for O with I and L or J, which are lost on width 4
inside lanes. With a preview of one, I with T, S or Z survives in lanes on width 4, too, in up to 10
rows, but I with S or Z no longer on width 6; L or J with T is open.

In lanes of four, eight to twelve seconds each did not suffice for I with S (5 rows), I, O and T
(6), I, J and O (6), nor with a preview of one for L with J (5 and 6), I, J and L (6), J with T (6);
nor for I and T with a lane of two (5 to 7 rows) or six (4 and 5) beside lanes of four.
"""


def main() -> None:
    begin = time.perf_counter()
    shutil.rmtree(_FILES, ignore_errors=True)
    _FILES.mkdir()
    checked = []
    for pieces, preview, height, lane, beside in WANTED:
        found = find_pattern(pieces, preview=preview, height=height, lane=lane, beside=beside)
        pattern = found.pattern
        assert pattern is not None, f"there is no such pattern for {pieces}"
        report = verify_pattern(pattern)
        assert report.valid, report.reason
        name = _name(pattern)
        (_FILES / f"{name}.txt").write_text(f"{_comment(pattern)}\n{pattern}\n", encoding="utf-8")
        checked.append(CheckedPattern(name, pattern, report))
        print(name, found.states, f"{found.seconds:.1f} s", flush=True)
    table = patterns_table(checked).markdown()
    page = PAGE.format(table=table, seconds=time.perf_counter() - begin)
    (_HERE / "duel-widths.md").write_text(page, encoding="utf-8")


def _name(pattern: Pattern) -> str:
    """The name of the example: the widths, the pieces, and the preview if there is one."""
    lanes = (pattern.lane, *pattern.beside)
    known = {(1,): "every", (2,): "every-even", (2, 3): "every-odd"}
    widths = known.get(lanes, f"every-{'-'.join(map(str, lanes))}")
    seen = f"-preview-{pattern.preview}" if pattern.preview else ""
    return f"{widths}-{pattern.pieces.name.lower()}{seen}"


def _comment(pattern: Pattern) -> str:
    """The sentence at the top of the file."""
    *others, last = (piece.name for piece in pattern.pieces)
    pieces = f"{', '.join(others)} and {last}" if others else last
    seen = f" and a preview of {pattern.preview}" if pattern.preview else ""
    return (
        f"; A strategy for Good for {pattern.widths}: with {pieces}{seen}, the game never ends and "
        f"never\n; exceeds height {pattern.height}."
    )


if __name__ == "__main__":
    main()
