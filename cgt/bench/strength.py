"""Play strength: how often the solver's best move beats another way to choose one.

Both players prove what they can in the same time. They differ in what they do where nothing is
proven: one takes the likeliest move, the other any, by chance.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from cgt.board.grid import Grid
from cgt.board.polyomino import PieceSet
from cgt.placement.forms import Play
from cgt.placement.solver import Deadline, Move, Solver

Player = Callable[[Grid], Move | None]

_OPENING_MOVES = 2  # by chance, so that games differ


@dataclass(frozen=True)
class Match:
    """How many of the games the first player won."""

    games: int
    won: int

    @property
    def share(self) -> float:
        return self.won / self.games

    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 % confidence (Wilson's interval)."""
        z = 1.96
        middle = (self.share + z * z / (2 * self.games)) / (1 + z * z / self.games)
        half = (
            z
            / (1 + z * z / self.games)
            * math.sqrt(self.share * (1 - self.share) / self.games + (z / (2 * self.games)) ** 2)
        )
        return middle - half, middle + half


def play_match(
    grid: Grid,
    pieces: PieceSet,
    play: Play,
    games: int,
    seconds: float | None,
    seed: int,
    progress: Callable[[str], None],
) -> Match:
    """The solver's best moves against moves by chance where nothing is proven.

    Each opening is played twice, so that each player begins once.
    """
    won = 0
    for game in range(games):
        chance = random.Random(f"{seed} {game // 2}")
        opening = _opening(grid, pieces, chance)
        solvers = [Solver.for_boards([grid], pieces, play=play) for _ in range(2)]
        players: list[Player] = [
            partial(solvers[0].best_move, seconds=seconds),
            partial(_by_chance, solvers[1], seconds, chance),
        ]
        first = game % 2
        won += _winner([players[first], players[1 - first]], opening, play) == first
        progress(f"{game + 1} of {games} games, {won} won")
    return Match(games, won)


def _opening(grid: Grid, pieces: PieceSet, chance: random.Random) -> Grid:
    solver = Solver.for_boards([grid], pieces)
    for _ in range(_OPENING_MOVES):
        moves = solver.moves(grid)
        if moves:
            grid = chance.choice(moves).leaves
    return grid


def _winner(players: list[Player], grid: Grid, play: Play) -> int:
    """Which of two players wins, the first of whom begins."""
    to_move = 0
    while (move := players[to_move](grid)) is not None:
        grid = move.leaves
        to_move = 1 - to_move
    return to_move if play == "misere" else 1 - to_move


def _by_chance(
    solver: Solver, seconds: float | None, chance: random.Random, grid: Grid
) -> Move | None:
    """A move that wins if that is proven in the time, else any."""
    deadline = Deadline(seconds)
    if solver.outcome(grid, deadline.share(0.7)) == "N":
        return solver.best_move(grid, deadline.left())
    moves = solver.moves(grid)
    return chance.choice(moves) if moves else None
