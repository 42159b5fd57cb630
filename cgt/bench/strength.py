"""Play strength: how often the solver's best move beats another way to choose one.

Both players prove what they can in the same time. They differ where nothing is proven: one takes
the move most likely to win, the other a random one.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from cgt.board.grid import Grid
from cgt.common.limits import Limits
from cgt.placement.choice import best_move, winning_or_any_move
from cgt.placement.game import Move, PlacementGame
from cgt.placement.solver import Solver

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
        """The 95 % confidence interval of the share (Wilson's)."""
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
    game: PlacementGame,
    games: int,
    seconds: float | None,
    seed: int,
    progress: Callable[[str], None],
) -> Match:
    """The solver's best moves against random moves where nothing is proven.

    Each opening is played twice, so that each player begins once.
    """
    won = 0
    for number in range(games):
        chance = random.Random(f"{seed} {number // 2}")
        opening = _opening(grid, game, chance)
        players = _players(grid, game, seconds, chance)
        first = number % 2
        won += _winner([players[first], players[1 - first]], opening, game) == first
        progress(f"{number + 1} of {games} games, {won} won")
    return Match(games, won)


def _players(
    grid: Grid, game: PlacementGame, seconds: float | None, chance: random.Random
) -> tuple[Player, Player]:
    """The player of best moves and the player of random moves; each has a solver of its own."""
    ours, theirs = (Solver.for_boards([grid], game) for _ in range(2))
    return (
        lambda board: best_move(board, ours, Limits.of(seconds=seconds)),
        lambda board: winning_or_any_move(board, theirs, chance, Limits.of(seconds=seconds)),
    )


def _opening(grid: Grid, game: PlacementGame, chance: random.Random) -> Grid:
    for _ in range(_OPENING_MOVES):
        moves = game.moves(grid)
        if moves:
            grid = chance.choice(moves).leaves
    return grid


def _winner(players: list[Player], grid: Grid, game: PlacementGame) -> int:
    """Which of two players wins if the first one begins."""
    to_move = 0
    while (move := players[to_move](grid)) is not None:
        grid = move.leaves
        to_move = 1 - to_move
    return to_move if game.outcome_when_over == "N" else 1 - to_move
