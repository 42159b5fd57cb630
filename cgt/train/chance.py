"""Everything random in training, derived from the one seed of a run.

Nothing here has a state: what a step draws depends only on the seed and on the step's number. So a
resumed run draws what it would have drawn anyway.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cgt.common.chance import derived_seed


class Use(IntEnum):
    """What random numbers are used for; each use has a sequence of its own."""

    CANDIDATES = 0
    ACCEPTANCE = 1
    GAMES = 2
    HELD_OUT = 3


def generator(seed: int, use: Use, step: int) -> np.random.Generator:
    """The random numbers of one step."""
    return np.random.default_rng(_stream(seed, use, step))


def game_seeds(seed: int, step: int, games: int) -> list[int]:
    """The seeds of a step's games: odd numbers, different in every step, so that the weights do not
    fit a few games only."""
    stream = _stream(seed, Use.GAMES, step)
    return [derived_seed(stream, game) | 1 for game in range(games)]


def held_out_seeds(seed: int, games: int) -> list[int]:
    """The seeds of games that no training ever plays: even numbers."""
    stream = _stream(seed, Use.HELD_OUT, 0)
    return [derived_seed(stream, game) & ~1 for game in range(games)]


def _stream(seed: int, use: Use, step: int) -> int:
    return derived_seed(derived_seed(seed, use), step)
