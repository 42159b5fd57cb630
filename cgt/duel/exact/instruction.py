"""One instruction of a strategy, for either player: what strategies and their text are made of."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cgt.duel.rules import WellPlacement
from cgt.duel.well import Well

Player = Literal["good", "bad"]
PLAYERS: tuple[Player, ...] = ("good", "bad")
MOST_PREVIEW = 3


class Instruction(NamedTuple):
    """What to do when these pieces are visible, of which the last has just been chosen.

    Good's has a placement of the first piece and what it leaves; Bad's, which is about the choice
    of the last one, has a rank.
    """

    well: Well
    visible: tuple[str, ...]
    placement: WellPlacement | None = None
    after: Well | None = None
    rank: int = 0
