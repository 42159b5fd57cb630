"""Limits of time and memory as one value, passed down to everything that may take long.

A limit of time is a moment, not a duration: all functions that get the same `Limits` stop at the
same moment, however deep they are called, and none starts a clock of its own. `Allowed` is for work
on many boards or moves: it makes the limits of each when its turn comes.

>>> Limits().left() is None
True
>>> limits = Limits.of(seconds=60, memory=2**20)
>>> 0 < limits.share(0.1).left() <= 6
True
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from cgt.common.errors import LimitError

DEFAULT_MEMORY = 2**30
_MOMENT = 0.4  # seconds: a command takes at most one more than its limit, from start to end


@dataclass(frozen=True)
class Limits:
    """How long work may take, as a moment of `time.monotonic`, and how many bytes.

    None means no limit of time; for memory it means the default of whoever does the work.
    """

    end: float | None = None
    memory: int | None = None

    def __reduce__(self) -> tuple[partial[Limits], tuple[()]]:
        """Limits travel to other processes and machines, whose clocks differ, as the time left."""
        return partial(Limits.of, seconds=self.left(), memory=self.memory), ()

    @classmethod
    def of(cls, *, seconds: float | None = None, memory: int | None = None) -> Limits:
        """Limits that end `seconds` from now, with `memory` bytes."""
        return cls(None if seconds is None else time.monotonic() + seconds, memory)

    def left(self) -> float | None:
        """The seconds left, at least 0; None if there is no limit."""
        return None if self.end is None else max(0.0, self.end - time.monotonic())

    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.left() == 0

    def check(self, what: str) -> None:
        """Raises LimitError if the time is up; `what` says what is left undone."""
        if self.is_over():
            raise time_is_up(what)

    def within(self, seconds: float) -> Limits:
        """These limits, but with at most `seconds` from now."""
        end = time.monotonic() + seconds
        return self if self.end is not None and self.end <= end else replace(self, end=end)

    def before_files(self) -> Limits:
        """The limits of a search whose result is drawn or written within these limits: a tenth of
        the time is kept for that, of a short time more."""
        left = self.left()
        return self if left is None else self.within(max(0.7 * left, min(left - 1, 0.9 * left)))

    def at_the_end(self) -> Limits:
        """These limits and a moment more, for writing and drawing what is known when they end."""
        return self if self.end is None else replace(self, end=self.end + _MOMENT)

    def share(self, part: float) -> Limits:
        """These limits, but with only a part of the time that is left."""
        left = self.left()
        return self if left is None else self.within(part * left)

    def bytes(self, default: int = DEFAULT_MEMORY) -> int:
        """The bytes of memory allowed."""
        return default if self.memory is None else self.memory


def time_is_up(what: str) -> LimitError:
    """The error that says what did not finish in time."""
    return LimitError(f"{what} did not finish within the time allowed")


UNLIMITED: Final[Limits] = Limits()
"""No limit of time, and as much memory as usual."""


@dataclass(frozen=True)
class Allowed:
    """The bytes and the time for several things, such as boards: so many seconds for each, or a
    moment by which all of them must be done.

    >>> Allowed(5.0).from_now().left() <= 5
    True
    >>> Allowed.together(60.0).from_now(of=3).left() <= 20
    True
    """

    seconds: float | None = None
    memory: int = DEFAULT_MEMORY
    end: float | None = None

    @classmethod
    def together(cls, seconds: float | None = None, memory: int = DEFAULT_MEMORY) -> Allowed:
        """For all things together `seconds` from now."""
        return cls(None, memory, Limits.of(seconds=seconds).end)

    @property
    def whole(self) -> Limits:
        """The limits of all things together."""
        return Limits(self.end, self.memory)

    @property
    def time(self) -> float:
        """The seconds for each; only for work that always has such a limit."""
        assert self.seconds is not None
        return self.seconds

    def before_files(self) -> Allowed:
        """The same for the search alone, if the results are drawn at the end."""
        return replace(self, end=self.whole.before_files().end)

    def from_now(self, of: int = 1) -> Limits:
        """The limits for the next of so many things that are left: its time begins now. Of the time
        for all things together it gets an equal share."""
        limits = self.whole.share(1 / of)
        return limits if self.seconds is None else limits.within(self.seconds)
