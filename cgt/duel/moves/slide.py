"""Slides: a piece may be pushed under an overhang, but not turned there (M. Kravec's thesis)."""

from cgt.duel.moves.model import MoveModel

MODEL = MoveModel(
    "slide",
    "sideways through the well, too",
    "it is turned above the well, then moved left, right and down through it",
    inside="slides",
    turns=("clockwise",),
)
