"""Cycles: how a game is recognised that goes on for ever.

A game goes on for ever if its whole state (the well, the visible pieces and both players' memory)
comes again. There are three ways to look for that:

- `all`: remember every state.
- `checkpoints`: remember one state, taken at steps c, 2c, 4c, …, and compare each new state with it
  (M. Kravec's thesis, 4.2). The memory is constant. A cycle of length n that begins at step m is
  found by step 4·max(n, m, c).
- `values`: remember ten values of the evaluation instead of a state (the same thesis, 2.3).
  Different wells can have equal values, so this way is there only for comparison.

Each of them only claims a cycle. To confirm the claim, the game is played once more round the
cycle: if it comes back to the same state, the claim holds; if not, it is counted as false. Then a
second game finds out where the cycle begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from cgt.duel.well import bits_of

CycleSearch = Literal["checkpoints", "all", "values", "none"]
CYCLE_SEARCHES: tuple[CycleSearch, ...] = get_args(CycleSearch)

FIRST_CHECKPOINT = 25  # c in M. Kravec's thesis
VALUED_BY = "kravec-2"  # the weights of the evaluation whose values are remembered


@dataclass(frozen=True)
class Cycle:
    """How a game repeats: from piece `start` on, every `length` pieces.

    `rows` is its band, the lowest and the highest row in which anything happens, counted from 0 at
    the floor.
    """

    start: int
    length: int
    rows: tuple[int, int]

    @classmethod
    def of(cls, found: tuple[int, int, int]) -> Cycle:
        """The cycle that the native core reports."""
        start, length, rows = found
        bits = bits_of(rows)
        return cls(start, length, (bits[0], bits[-1]))
