"""Heap games by their octal code, such as Kayles, 0.77: nimbers, forms and periods of heaps.

A move takes some tokens from a heap. The digit of the code for a number of tokens says what may be
left then: 1 nothing, 2 one heap, 4 two heaps, or a sum of these. The digit before the point is for
taking none: 4 if a heap may be split as it is, else 0. A row of n cells on which dominoes are put
is a heap of n in 0.07: a domino takes two cells and leaves none, one or two rows.

>>> kayles = HeapGame("0.77")
>>> [kayles.nimber(size) for size in range(8)], kayles.genus(5)
([0, 1, 2, 3, 1, 4, 3, 2], '4^146')
>>> print(kayles.form(5))
{*2+*2, *3, *2, *1}
>>> period = kayles.period()
>>> period.length, period.start, period.is_proved
(12, 71, True)
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cgt.common.errors import CgtError
from cgt.common.limits import DEFAULT_MEMORY
from cgt.placement.forms import Form, Forms
from cgt.placement.periods import Period, find_period

_CODE = re.compile(r"(?P<splits>[0-9])?[.·](?P<digits>[0-9]{1,1000})", re.ASCII)
_FAR_ENOUGH = 2000  # heaps, for the periods of most games that are known to have one
LARGEST_HEAP = 20_000
"""The largest heap whose nimber is computed."""


class HeapGame:
    """A game with heaps, by its octal code. Nimbers and forms are kept once they are computed."""

    def __init__(self, code: str, *, memory: int = DEFAULT_MEMORY) -> None:
        """Raises CgtError if the code is not an octal code such as 0.77 or 4.07. The forms of heaps
        may take `memory` bytes, and those before they are reduced as much again."""
        self._digits = _read_code(code)
        self._nimbers = np.zeros(1, dtype=np.int64)
        self._known_nimbers = 1
        self._plain = _HeapForms(self, Forms(memory=memory))
        self._canonical = _HeapForms(self, Forms(canonical=True, memory=memory))

    @property
    def code(self) -> str:
        """The code, with a digit before the point and without zeros at its end."""
        return f"{self._digits[0]}.{''.join(map(str, self._digits[1:])) or '0'}"

    def __repr__(self) -> str:
        return f"HeapGame({self.code!r})"

    def moves(self, size: int) -> Iterator[tuple[int, ...]]:
        """What a move in a heap may leave: no heap, one heap, or two, the smaller one first."""
        for taken, digit in enumerate(self._digits[: size + 1]):
            left = size - taken
            if digit & 1 and left == 0:
                yield ()
            if digit & 2 and left > 0:
                yield (left,)
            if digit & 4:
                for smaller in range(1, left // 2 + 1):
                    yield smaller, left - smaller

    def nimber(self, size: int) -> int:
        """The value of a heap in normal play. Raises CgtError for a heap above LARGEST_HEAP."""
        if not 0 <= size <= LARGEST_HEAP:
            raise CgtError(f"a heap has 0 to {LARGEST_HEAP} tokens, not {size}")
        while self._known_nimbers <= size:
            self._find_next_nimber()
        return int(self._nimbers[size])

    def nimbers(self, largest: int) -> list[int]:
        """The nimbers of the heaps from 0 up to the largest one."""
        self.nimber(largest)
        return [int(nimber) for nimber in self._nimbers[: largest + 1]]

    def form(self, size: int) -> Form:
        """The misère canonical form of a heap. Raises MemoryError beyond the memory allowed."""
        return self._canonical.of(size)

    def ois(self, size: int) -> Form:
        """The form of a heap before it is reduced."""
        return self._plain.of(size)

    def genus(self, size: int) -> str:
        """The genus of a heap, for which its canonical form is computed."""
        return self.form(size).genus

    def period(self, largest: int = _FAR_ENOUGH) -> Period | None:
        """The period of the nimbers, looked for in heaps up to the largest one; proved if that is
        far enough to be sure. None if there is none to be seen."""
        may_split = any(digit & 4 for digit in self._digits)
        first = 1 if may_split else 0  # the heap without tokens is no part of a heap that is split
        return find_period(self.nimbers(largest), len(self._digits) - 1, first)

    def _find_next_nimber(self) -> None:
        """The least nimber that no move leads to."""
        size = self._known_nimbers
        if size == len(self._nimbers):
            self._nimbers = np.resize(self._nimbers, 2 * size)
        reached: list[NDArray[np.int64]] = []
        for taken, digit in enumerate(self._digits[: size + 1]):
            left = size - taken
            if digit & (1 if left == 0 else 2):
                reached.append(self._nimbers[left : left + 1])
            if digit & 4:
                heaps = self._nimbers[1:left]
                reached.append((heaps ^ heaps[::-1])[: left // 2])
        is_reached = np.zeros(sum(map(len, reached)) + 1, dtype=bool)
        for nimbers in reached:
            is_reached[nimbers[nimbers < len(is_reached)]] = True
        self._nimbers[size] = int(np.argmin(is_reached))
        self._known_nimbers += 1


class _HeapForms:
    """The forms of a game's heaps in one store, by their numbers there."""

    def __init__(self, game: HeapGame, forms: Forms) -> None:
        self._game = game
        self._forms = forms
        self._numbers = [forms.zero.number]

    def of(self, size: int) -> Form:
        if not 0 <= size <= LARGEST_HEAP:
            raise CgtError(f"a heap has 0 to {LARGEST_HEAP} tokens, not {size}")
        while len(self._numbers) <= size:
            options = [self._number(left) for left in self._game.moves(len(self._numbers))]
            self._numbers.append(self._forms._store.intern(options))
        return self._forms.form(self._numbers[size])

    def _number(self, heaps: tuple[int, ...]) -> int:
        if len(heaps) == 2:
            return self._forms._store.product(*(self._numbers[heap] for heap in heaps))
        return self._numbers[heaps[0] if heaps else 0]


def _read_code(code: str) -> list[int]:
    """The digits of a code, the one before the point first, without zeros at the end."""
    match = _CODE.fullmatch(code.strip())
    if not match:
        raise CgtError(f"{code!r} is not an octal code such as 0.77 or 4.07")
    digits = [int(match["splits"] or 0), *map(int, match["digits"])]
    if max(digits) > 7:
        raise CgtError(f"{code!r} is not an octal code: its digits are 0 to 7")
    if digits[0] not in (0, 4):
        raise CgtError(f"{code!r} is no game: the digit before the point must be 0 or 4")
    while len(digits) > 1 and digits[-1] == 0:
        digits.pop()
    return digits
