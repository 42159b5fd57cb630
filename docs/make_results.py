"""The results page: outcomes and nimbers of empty boards, worked out by the program itself.

Run by `make results`. Each board is solved by a fresh solver, so the times can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cgt.board.grid import Grid
from cgt.common.limits import Limits
from cgt.placement.game import PlacementGame, Play
from cgt.placement.solver import Solver

SECONDS = 20.0  # for each question about the many boards of the tables
LONG_SECONDS = 1200.0  # for each of the few that take longer
LONG_MEMORY = 6 * 2**30
LONG_BOARDS = (
    ("tetromino", 8, 7),
    ("tetromino", 8, 8),
    ("domino", 7, 6),
    ("domino", 9, 5),
    ("domino", 10, 5),
    ("domino", 8, 6),
    ("domino", 7, 7),
)


@dataclass(frozen=True)
class Result:
    """What was found of a board, or None if it took too long."""

    width: int
    height: int
    misere: str | None
    nimber: int | None
    seconds: float


def solve_boards(pieces: str, largest_area: int, seconds: float) -> Iterator[Result]:
    """Every board of up to an area and up to 16×16 that is not higher than wide."""
    for height in range(1, 17):
        for width in range(height, 17):
            if width * height <= largest_area:
                yield _solve(pieces, width, height, seconds)


def _solve(pieces: str, width: int, height: int, seconds: float) -> Result:
    grid = Grid.of_size(width, height)
    start = time.perf_counter()

    def fresh(play: Play) -> Solver:
        return Solver.for_boards([grid], PlacementGame(pieces, play))

    misere = fresh("misere").outcome(grid, Limits.of(seconds=seconds))
    nimber = fresh("normal").nimber(grid, Limits.of(seconds=seconds))
    return Result(width, height, misere, nimber, time.perf_counter() - start)


def table(pieces: str, largest_area: int, seconds: float) -> str:
    """A Markdown table: outcome in misère play, nimber, and the seconds that both took."""
    results = list(solve_boards(pieces, largest_area, seconds))
    widths = sorted({result.width for result in results})
    cells = {(result.height, result.width): _cell(result) for result in results}
    lines = ["| |" + "".join(f" {width} |" for width in widths)]
    lines.append("|---|" + "---|" * len(widths))
    for height in sorted({result.height for result in results}):
        row = "".join(f" {cells.get((height, width), '')} |" for width in widths)
        lines.append(f"| **{height}** |{row}")
    return "\n".join(lines)


def long_table(seconds: float) -> str:
    """A Markdown table of who wins in misère play on boards that take minutes."""
    lines = ["| board | pieces | misère | nodes | seconds |", "|---|---|---|---:|---:|"]
    for pieces, width, height in LONG_BOARDS:
        grid = Grid.of_size(width, height)
        solver = Solver.for_boards([grid], PlacementGame(pieces), memory=LONG_MEMORY)
        start = time.perf_counter()
        outcome = solver.outcome(grid, Limits.of(seconds=seconds)) or "?"
        took = time.perf_counter() - start
        lines.append(f"| {height}×{width} | {pieces} | {outcome} | {solver.nodes:,} | {took:.1f} |")
    return "\n".join(lines)


PAGE = """# Results

Empty boards, worked out by `make results` with one thread. Rows and columns of the tables are the
boards' own. A cell has the outcome in misère play (`N`: the player to move wins, `P`: the other
does), the nimber in normal play, and the seconds that both took together where that was a tenth or
more. `?` is what was not found in {seconds} seconds.

Outcomes and nimbers of Cram up to 5×7 and 6×6 are in the literature (Winning Ways; Lemoine and
Viennot). In misère play, 5×8 and 6×7 have been reported as open.

## Nim tetris: all tetrominoes

{tetromino}

## Cram: dominoes

{domino}

## Boards that take longer

Who wins in misère play, one thread.

{long}
"""


def main() -> None:
    page = PAGE.format(
        seconds=int(SECONDS),
        tetromino=table("tetromino", 49, SECONDS),
        domino=table("domino", 40, SECONDS),
        long=long_table(LONG_SECONDS),
    )
    (Path(__file__).parent / "results.md").write_text(page)


def _cell(result: Result) -> str:
    nimber = "?" if result.nimber is None else str(result.nimber)
    took = f" ({result.seconds:.1f} s)" if result.seconds >= 0.1 else ""
    return f"{result.misere or '?'} {nimber}{took}"


if __name__ == "__main__":
    main()
