"""Problems with known answers for trainers: hills that lie in a slightly different place in every
game."""

from __future__ import annotations

import time

import numpy as np

from cgt.train import Problem

FEATURES = ("a", "b", "c", "d", "e", "f")
TOP = (0.5, -0.3, 0.8, -0.6, 0.1, 0.4)
NOISE = 0.1  # how far a game's hill is from the mean one, in each direction
HEIGHT = 10.0


def hill(weights: tuple[float, ...], seed: int) -> float:
    """The square of the distance to this game's top, taken from the height: the mean over all games
    is highest exactly at TOP."""
    top = np.array(TOP) + NOISE * np.random.default_rng(seed).standard_normal(len(TOP))
    return HEIGHT - float(((np.array(weights) - top) ** 2).sum())


def sunken_hill(weights: tuple[float, ...], seed: int) -> float:
    """The same, below zero throughout."""
    return hill(weights, seed) - 1000


def slow_hill(weights: tuple[float, ...], seed: int) -> float:
    time.sleep(0.002)
    return hill(weights, seed)


def distance(weights: tuple[float, ...] | None) -> float:
    """From the top."""
    assert weights is not None
    return float(np.linalg.norm(np.array(weights) - TOP))


HILL = Problem(FEATURES, hill)
