"""Periods of sequences, such as the values of the heaps of an octal game.

>>> find_period([0, 3, 1, 2, 1, 2, 1, 2, 1, 2])
Period(length=2, start=2, is_proved=False, exceptions=(0, 1))
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_LEAST_REPEATS = 3


@dataclass(frozen=True)
class Period:
    """From `start` on, a sequence repeats itself every `length` values, as far as it was seen; for
    ever, if that is proved. `exceptions` are the places before `start` whose values are not those
    that the period continued to the left would have."""

    length: int
    start: int
    is_proved: bool
    exceptions: tuple[int, ...]


def find_period(
    values: Sequence[Hashable], digits: int | None = None, first: int = 0
) -> Period | None:
    """The least period of a sequence, from `first` on or later; None if none is to be seen.

    With `digits`, the values are the nimbers of an octal game whose code has so many digits after
    the point. Then a period is proved if it holds for all n from `start` to below
    2·start + length + digits (Guy and Smith, "The G-values of various games", 1956). Otherwise it
    has to be there three times, and in half of the values.
    """
    names: dict[Hashable, int] = {}
    sequence = np.array([names.setdefault(value, len(names)) for value in values], dtype=np.int64)
    seen = None
    for length in range(1, len(sequence) // 2 + 1):
        start = max(_start(sequence, length), first)
        if digits is not None and 2 * start + 2 * length + digits <= len(sequence):
            return _period(sequence, length, start, is_proved=True)
        is_seen = start + max(_LEAST_REPEATS * length, start) <= len(sequence)
        if seen is None and is_seen:
            seen = _period(sequence, length, start, is_proved=False)
    return seen


def _start(sequence: NDArray[np.int64], length: int) -> int:
    """Where a period begins that lasts to the end of the sequence."""
    differ = np.flatnonzero(sequence[:-length] != sequence[length:])
    return int(differ[-1]) + 1 if len(differ) else 0


def _period(sequence: NDArray[np.int64], length: int, start: int, *, is_proved: bool) -> Period:
    before = np.arange(start)
    continued = sequence[start + (before - start) % length]
    exceptions = np.flatnonzero(sequence[:start] != continued)
    return Period(length, start, is_proved, tuple(map(int, exceptions)))
