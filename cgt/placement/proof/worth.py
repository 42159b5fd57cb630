"""What small positions are worth, for the plain checker: in normal play a nim heap, in misère play
a canonical form. Values are numbers; 0 is the game without moves.

>>> nimbers, forms = Nimbers(), Forms()
>>> nimbers.add(2, 3), nimbers.text(nimbers.of([0, 1, 3]))
(1, '*2')
>>> two = forms.heap(2)
>>> forms.text(forms.add(two, forms.heap(1))), forms.text(forms.add(two, two))
('*3', '{*2, *3}')
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Protocol

from cgt.placement.proof.terms import Term


class Values(Protocol):
    """The values of a play convention."""

    has_mirror_play: bool  # whether whoever can copy every move wins by that

    def of(self, options: Iterable[int]) -> int: ...
    def add(self, one: int, other: int) -> int: ...
    def of_term(self, term: Term) -> int: ...
    def options(self, value: int) -> Iterable[int]: ...
    def is_lost(self, value: int) -> bool: ...
    def text(self, value: int) -> str: ...


class Nimbers:
    """Normal play: every game is worth a nim heap."""

    has_mirror_play = True

    def of(self, options: Iterable[int]) -> int:
        """The least number that is not among the options."""
        present = set(options)
        return next(n for n in count() if n not in present)

    def add(self, one: int, other: int) -> int:
        return one ^ other

    def of_term(self, term: Term) -> int:
        """The value of a heap or a form."""
        return term if isinstance(term, int) else self.of(of_sum(self, one) for one in term)

    def options(self, value: int) -> range:
        return range(value)

    def is_lost(self, value: int) -> bool:
        return value == 0

    def text(self, value: int) -> str:
        return f"*{value}" if value else "0"


class Forms:
    """Misère play: a value is the number of a canonical form, the set of its options."""

    has_mirror_play = False

    def __init__(self) -> None:
        self._options: list[frozenset[int]] = [frozenset()]
        self._number = {frozenset[int](): 0}
        self._is_lost = [False]  # whoever cannot move has won
        self._heaps = [0]
        self._sums: dict[tuple[int, int], int] = {}

    def of(self, options: Iterable[int]) -> int:
        """The canonical form of the game with these options, which are canonical themselves.

        Conway's rule: G is worth the same as an option K of one of its options if every option of K
        is one of G, if from every other option of G one can go back to K, and, where K has no
        options, if G has an option that is lost.
        """
        given = frozenset(options)
        if given in self._number:
            return self._number[given]
        for option in given:
            for k in self._options[option]:
                inside = self._options[k]
                others = given - inside
                if (
                    inside <= given
                    and all(k in self._options[other] for other in others)
                    and (k != 0 or any(self._is_lost[other] for other in given))
                ):
                    return k
        self._number[given] = len(self._options)
        self._options.append(given)
        self._is_lost.append(not any(self._is_lost[option] for option in given))
        return self._number[given]

    def add(self, one: int, other: int) -> int:
        """Two games side by side: a move is a move in one of them."""
        if one == 0 or other == 0:
            return one + other
        key = min(one, other), max(one, other)
        if key not in self._sums:
            moves = [self.add(option, other) for option in self._options[one]]
            moves += [self.add(one, option) for option in self._options[other]]
            self._sums[key] = self.of(moves)
        return self._sums[key]

    def heap(self, size: int) -> int:
        """A nim heap, whose options are all smaller ones."""
        while len(self._heaps) <= size:
            self._heaps.append(self.of(self._heaps))
        return self._heaps[size]

    def of_term(self, term: Term) -> int:
        """The value of a heap or a form."""
        return self.heap(term) if isinstance(term, int) else self.of(of_sum(self, s) for s in term)

    def options(self, value: int) -> frozenset[int]:
        return self._options[value]

    def is_lost(self, value: int) -> bool:
        return self._is_lost[value]

    def text(self, value: int, depth: int = 3) -> str:
        options = self._options[value]
        if value == self.heap(len(options)):
            return f"*{len(options)}" if options else "0"
        inside = sorted(self.text(option, depth - 1) for option in options) if depth else "…"
        return "{" + ", ".join(inside) + "}"


def of_sum(values: Values, terms: Iterable[Term]) -> int:
    """The value of an option of a form."""
    value = 0
    for term in terms:
        value = values.add(value, values.of_term(term))
    return value
