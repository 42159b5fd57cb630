"""Which forms are nim heaps or sums, so that a text can name them instead of listing their options.

A sum is found by its options: G is A + B if the options of G are A' + B for the options A' of A,
and A + B' for the options B' of B. All of these are forms that play can reach from G, so nothing
new is ever made. In a store of canonical forms a game and a heap of one beside it are *mates*: the
mate of a mate is the game again, because two heaps of one are worth nothing. That is the only way
in which sums of canonical forms get simpler, and the only one that is looked for.

The parts that are tried are those of which one can be ended in one move, as a nim heap can, and two
equal parts. The search takes a bounded number of steps, small forms first. What it does not get to
is written with its options, which is longer but as right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from cgt import _native

_ZERO = 0  # the number of the form without options, in every store
_MOST_STEPS = 2**18  # looking for sums, in all forms of a text together
_MOST_MOVES = 256  # that a form may last to be taken apart


def heap_sizes(store: _native.FormStore, numbers: Sequence[int]) -> dict[int, int]:
    """The numbers of the forms that are nim heaps, with their sizes; of all forms that play can
    reach, options first."""
    sizes: dict[int, int] = {}
    for number in numbers:
        options = store.options(number)
        if {sizes.get(option) for option in options} == set(range(len(options))):
            sizes[number] = len(options)
    return sizes


class Sums:
    """The sums among forms, of which it gets all that play can reach: each with its options, in an
    order in which options come first and that depends on their structure alone."""

    def __init__(self, store: _native.FormStore, options: Mapping[int, Sequence[int]]) -> None:
        self._options = options
        self._steps = _MOST_STEPS
        self._birthdays = {number: store.birthday(number) for number in options}
        self._nimbers = {number: store.nimber(number) for number in options}
        self._lasts = {n: self._bits_of_birthdays(inside) for n, inside in options.items()}
        self._by_options = {frozenset(inside): number for number, inside in options.items()}
        self._known: dict[tuple[int, int], int | None] = {}
        self._short_parts: dict[tuple[int, int], list[int]] = {}  # those that one move can end
        self._halves: dict[tuple[int, int], list[int]] = {}
        self._repeats: dict[tuple[int, int], list[tuple[int, int]]] = {}  # a sum, and its part
        self._evens: dict[int, int] = {}  # of a form with a heap of one in it, the form without
        self._odds: dict[int, int] = {}  # the other way round
        is_canonical = store.kind == _native.FormKind.CANONICAL
        for number in options:
            if not is_canonical or not self._find_mate(number):
                birthday = self._birthdays[number]
                self._halves.setdefault((birthday, self._lasts[number]), []).append(number)
                if _ZERO in options[number]:
                    value = birthday, self._nimbers[number]
                    self._short_parts.setdefault(value, []).append(number)

    def _bits_of_birthdays(self, forms: Sequence[int]) -> int:
        """How long forms can last, as a set of bits."""
        bits = 0
        for form in forms:
            if self._birthdays[form] <= _MOST_MOVES:
                bits |= 1 << self._birthdays[form]
        return bits

    def parts(self, number: int) -> Iterator[tuple[int, int]]:
        """The pairs of forms found that a form is the sum of."""
        even = self._evens.get(number)
        if even is None:
            yield from self._even_parts(number)
            return
        yield even, self._odds[_ZERO]
        for one, other in self._even_parts(even):
            for a, b in ((one, other), (other, one)):
                if a in self._odds:
                    yield self._odds[a], b

    def _even_parts(self, number: int) -> Iterator[tuple[int, int]]:
        birthday, nimber = self._birthdays[number], self._nimbers[number]
        if birthday > _MOST_MOVES:
            return
        for pair in chain(self._short_sums(number), self._repeated_sums(number)):
            if self._steps <= 0:
                return
            if self._is_sum(number, *pair):
                yield pair
                part = pair[1]
                if _ZERO not in self._options[part]:
                    value = birthday + self._birthdays[part], nimber ^ self._nimbers[part]
                    self._repeats.setdefault(value, []).append((number, part))

    def _short_sums(self, number: int) -> Iterator[tuple[int, int]]:
        """Sums with a part that one move can end, which this form may be: then what is left is one
        of its options."""
        birthday, nimber = self._birthdays[number], self._nimbers[number]
        for one in self._options[number]:
            if one != _ZERO and one not in self._evens:
                value = birthday - self._birthdays[one], nimber ^ self._nimbers[one]
                for other in self._short_parts.get(value, ()):
                    yield one, other

    def _repeated_sums(self, number: int) -> Iterator[tuple[int, int]]:
        """Sums of a part that one move cannot end, repeated, which this form may be."""
        birthday, nimber = self._birthdays[number], self._nimbers[number]
        yield from self._repeats.get((birthday, nimber), ())
        if nimber == 0 and birthday % 2 == 0:
            half = birthday // 2
            for part in self._halves.get((half, self._lasts[number] >> half), ()):
                if _ZERO not in self._options[part]:
                    yield part, part

    def _is_sum(self, number: int, one: int, other: int) -> bool:
        """Whether a form is a sum. What can last longest is compared first, before and after a move
        in one of the parts: that tells most of those apart that are none."""
        self._steps -= 1
        after_one = self._lasts[one] << self._birthdays[other]
        after_other = self._lasts[other] << self._birthdays[one]
        if self._lasts[number] != after_one | after_other:
            return False
        return self._sum(one, other) == number

    def _find_mate(self, number: int) -> bool:
        """Finds the form that this one is with a heap of one beside it, if there is any."""
        options = self._options[number]
        inside = frozenset(options)
        for even in options:
            if (
                self._birthdays[even] == self._birthdays[number] - 1
                and self._nimbers[even] == self._nimbers[number] ^ 1
                and even not in self._evens
                and len(options) <= len(self._options[even]) + 1
                and all(self._mate(option) in inside for option in self._options[even])
                and len({even, *map(self._mate, self._options[even])}) == len(inside)
            ):
                self._evens[number], self._odds[even] = even, number
                return True
        return False

    def _mate(self, number: int) -> int | None:
        even = self._evens.get(number)
        return self._odds.get(number) if even is None else even

    def _sum(self, one: int, other: int) -> int | None:
        """The number of a sum, if that is one of the forms; None also once all steps are made."""
        a, b = self._evens.get(one, one), self._evens.get(other, other)
        pair = (a, b) if a < b else (b, a)
        if pair not in self._known:
            self._known[pair] = self._even_sum(*pair)
        found = self._known[pair]
        has_one = (a != one) != (b != other)
        return self._mate(found) if found is not None and has_one else found

    def _even_sum(self, a: int, b: int) -> int | None:
        if a == _ZERO:
            return b
        options: set[int] = set()
        for x, y in chain(((x, b) for x in self._options[a]), ((a, x) for x in self._options[b])):
            self._steps -= 1
            option = self._sum(x, y) if self._steps > 0 else None
            if option is None:
                return None
            options.add(option)
        return self._by_options.get(frozenset(options))
