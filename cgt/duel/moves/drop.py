"""Straight drops: a piece is turned and moved above the well only."""

from cgt.duel.moves.model import MoveModel

MODEL = MoveModel(
    "drop",
    "straight down",
    "it is turned and moved above the well, then falls straight down",
    inside="falls",
    turns=("clockwise",),
)
