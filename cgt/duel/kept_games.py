"""How many games a beam over whole games may keep: each takes memory, for its well, for all that
its copy of Bad remembers, and for the placements that are looked at."""

from __future__ import annotations

from cgt.common.errors import LimitError
from cgt.common.limits import Limits
from cgt.duel.evaluate.recommend import check_beam

_BYTES_OF_GAME = 6 * 2**10  # measured


def most_games(limits: Limits) -> int:
    """How many games fit in the memory, at least one."""
    return max(1, limits.bytes() // _BYTES_OF_GAME)


def check_width(beam: int, limits: Limits) -> None:
    """Raises CgtError if no beam keeps this many games, LimitError if they do not fit in the
    memory. A beam of 0, which keeps all, is stopped when they are too many."""
    check_beam(beam)
    if beam > most_games(limits):
        needed = beam * _BYTES_OF_GAME / 2**20
        raise LimitError(f"a beam of {beam:,} needs {needed:,.0f} MiB: --memory allows it")
