"""One instruction of a strategy, for either player."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cgt.duel.rules import WellPlacement
from cgt.duel.well import Well

Player = Literal["good", "bad"]
PLAYERS: tuple[Player, ...] = ("good", "bad")
Kind = Literal["sums", "lanes", "floors"]  # of Bad's arguments that hold at every height
KINDS: tuple[Kind, ...] = ("sums", "lanes", "floors")
MOST_PREVIEW = 3
Left = tuple[str, ...]  # pieces in a bag, never none; () where Bad deals no bags


def room_for_instructions(memory: int, width: int) -> int:
    """How many instructions for wells of a width fit in this many bytes, each with its two wells
    and its entry in the checker's table. Measured."""
    return memory // (800 + 100 * width)


def room_in_native_list(memory: int, width: int, height: int) -> int:
    """The same where both the instructions and the checker are native, for wells of a height: there
    are up to three tables of wells as rows, and each instruction has two wells as columns.
    Measured: 10.9 million on 6×8 in 0.73 GB at most, with all that was needed to find them."""
    rows = (width + 7) // 8 * height
    columns = width * ((height + 7) // 8)
    return memory // (60 + 3 * rows + 2 * columns)


class Instruction(NamedTuple):
    """What to do in a well when these pieces are visible, of which Bad chose the last.

    Good's instruction says where to place the first piece, and what that leaves. Bad's says to
    choose the last piece, and has a rank. Where Bad deals bags, `left` are the pieces left in the
    bag after the last visible one, in the order of the set: all if the next bag begins. `falls` is
    a second number beside the rank, for strategies by floors only.
    """

    well: Well
    visible: tuple[str, ...]
    placement: WellPlacement | None = None
    after: Well | None = None
    rank: int = 0
    left: Left = ()
    falls: int = 0


def told(well: Well, pieces: tuple[str, ...], left: frozenset[str] = frozenset()) -> str:
    """A state in words, as checkers tell where a strategy is wrong."""
    bag = f", {' '.join(sorted(left))} left in the bag" if left else ""
    return f"{'|'.join(well.grid().rows())} with {' '.join(pieces) or 'no piece'}{bag}"
