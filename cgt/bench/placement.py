"""Placement games: the solver compared with another program on the same boards.

The other program is called as `PROGRAM size mis|form rows columns [valued]`, where size is that of
the polyominoes, and prints `win 0` or `win 1`, or `misere_win …` for a form.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from cgt.bench.harness import OURS, Work, ask_program
from cgt.board.grid import Grid
from cgt.common.errors import CgtError
from cgt.common.limits import Limits
from cgt.placement.answer import solve
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver

_MEMORY = 2**30


@dataclass(frozen=True)
class Question:
    """An empty board, and what is asked: who wins in misère play, or the canonical form."""

    pieces: int
    rows: int
    columns: int
    form: bool = False
    valued: int | None = None  # an option of the other program
    alone: bool = False  # whether it is too much for the other program

    def __str__(self) -> str:
        what = "form" if self.form else "misère"
        return f"{self.rows}×{self.columns} {_NAMES[self.pieces]}, {what}"


_NAMES = {2: "dominoes", 4: "tetrominoes"}
QUESTIONS = (
    Question(4, 7, 7),
    Question(4, 6, 6, form=True),
    Question(2, 6, 6, valued=14),
)
LONG_QUESTIONS = (
    Question(2, 5, 8, valued=16),
    Question(2, 6, 7, valued=16),
    Question(4, 7, 8, alone=True),
    Question(4, 8, 8, alone=True),
)


# Cram in normal play: rows, columns.
NIMBERS = ((4, 9), (3, 13), (5, 7), (5, 8))
LONG_NIMBERS = ((4, 11), (5, 9), (6, 7))


@dataclass(frozen=True)
class Winner:
    """Whether the player to move wins, and what it took to find that out, where that is counted."""

    wins: bool
    nodes: int | None = None


@dataclass(frozen=True)
class Found:
    """A nimber, and what it took to find it."""

    nimber: int | None
    nodes: int


def nimber_work(rows: int, columns: int, threads: int) -> Work[Found]:
    """The nimber of an empty board for dominoes, with one thread and with several. No other
    program takes part; they must agree with each other."""

    def run(threads: int) -> Found:
        grid = Grid.of_size(columns, rows)
        game = PlacementGame("domino", "normal")
        solver = Solver.for_boards([grid], game, threads=threads, memory=_MEMORY)
        return Found(solver.nimber(grid), solver.nodes)

    def prepare() -> Mapping[str, Callable[[], Found]]:
        runs: dict[str, Callable[[], Found]] = {OURS: lambda: run(1)}
        if threads > 1:
            runs[f"{OURS}, {threads} threads"] = lambda: run(threads)
        return runs

    return Work(
        f"{rows}×{columns} dominoes, nimber",
        1,
        "board",
        prepare,
        lambda a, b: a.nimber == b.nimber,
        nodes=lambda found: found.nodes,
    )


def work(question: Question, threads: int, baseline: str | None) -> Work[Winner]:
    """A question for cgt with one thread, for cgt with several, and for the other program."""

    def prepare() -> Mapping[str, Callable[[], Winner]]:
        runs: dict[str, Callable[[], Winner]] = {OURS: lambda: _ours(question, 1)}
        if threads > 1:
            runs[f"{OURS}, {threads} threads"] = lambda: _ours(question, threads)
        if baseline is not None and not question.alone:
            runs["baseline"] = lambda: Winner(_theirs(question, baseline))
        return runs

    return Work(
        str(question),
        1,
        "board",
        prepare,
        lambda a, b: a.wins == b.wins,
        nodes=lambda winner: winner.nodes,
    )


def batches(threads: int) -> list[Work[list[str | None]]]:
    """Boards as they come up in games on 10×10, many at a time; for cgt only."""
    made = (
        *((f"regions of {cells} cells", 40, partial(_region, cells)) for cells in (32, 36)),
        ("mid-games, 60 empty cells", 10, partial(_mid_game, 60)),
    )
    outcomes = [
        _batch(f"{count} {what} on 10×10", count, make, threads) for what, count, make in made
    ]
    moves = _batch(
        "10 regions of 36 cells on 10×10, with a best move",
        10,
        partial(_region, 36),
        threads,
        lambda grid, solver: solve(grid, solver).outcome,
    )
    return [*outcomes, moves, _fresh(200)]


def _outcome(grid: Grid, solver: Solver) -> str | None:
    return solver.outcome(grid, Limits.of(seconds=60))


def _batch(
    name: str,
    count: int,
    make: Callable[[random.Random], Grid],
    threads: int,
    ask: Callable[[Grid, Solver], str | None] = _outcome,
) -> Work[list[str | None]]:
    def prepare() -> Mapping[str, Callable[[], list[str | None]]]:
        chance = random.Random(7)
        grids = [make(chance) for _ in range(count)]

        def run() -> list[str | None]:
            solver = Solver.for_boards(grids, threads=threads)
            return [ask(grid, solver) for grid in grids]

        return {OURS: run}

    return Work(name, count, "board", prepare, lambda a, b: a == b)


def _fresh(count: int) -> Work[list[str | None]]:
    """A small board, each time with a solver of its own."""

    def run() -> list[str | None]:
        grid = Grid.of_size(4, 2)
        return [Solver(largest_side=4).outcome(grid) for _ in range(count)]

    return Work(
        "2×4 with a fresh solver each time",
        count,
        "board",
        lambda: {OURS: run},
        lambda a, b: a == b,
    )


def _region(cells: int, chance: random.Random) -> Grid:
    """A connected region that grew at random."""
    grown = {(chance.randrange(10), chance.randrange(10))}
    while len(grown) < cells:
        row, column = chance.choice(sorted(grown))
        down, right = chance.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        if 0 <= row + down < 10 and 0 <= column + right < 10:
            grown.add((row + down, column + right))
    return Grid.of_size(10, 10, grown).inverted()


def _mid_game(empty: int, chance: random.Random) -> Grid:
    """A board after random legal play."""
    grid = Grid.of_size(10, 10)
    game = PlacementGame()
    while grid.empty > empty:
        grid = game.after(grid, chance.choice(game.placements(grid)))
    return grid


def _ours(question: Question, threads: int) -> Winner:
    """Whether the player to move wins. The solver is fresh, so it knows nothing beforehand."""
    grid = Grid.of_size(question.columns, question.rows)
    game = PlacementGame(f"omino:{question.pieces}")
    solver = Solver.for_boards([grid], game, threads=threads, memory=_MEMORY)
    if not question.form:
        return Winner(solver.outcome(grid) == "N", solver.nodes)
    form = solver.canonical(grid)
    if form is None:
        raise CgtError(f"{question}: the form takes more memory than {_MEMORY // 2**20} MiB")
    return Winner(form.outcome() == "N")


def _theirs(question: Question, program: str) -> bool:
    command = [program, str(question.pieces), "form" if question.form else "mis"]
    command += [str(question.rows), str(question.columns)]
    if question.valued is not None:
        command.append(str(question.valued))
    return ask_program(command, r"\b(?:misere_)?win ([01])\b")
