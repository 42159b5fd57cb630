"""Game forms: a game as the set of its options' forms.

The notation is that of the Nim tetris paper: `0` is the game without moves, `{0}` the game whose
only move ends it. Unreduced, such a set of sets is what that paper calls the OIS. The product of
two forms is the game of both side by side. The literature calls it their sum, so `+` and `*` mean
the same here.

Forms are interned in a store: equal forms of one store are the same object. Forms of different
stores, and so of different solvers, can be compared, hashed, added and printed together. Two forms
are equal if and only if their sets of options are equal, so a canonical form equals a plain one
only if there was nothing to reduce. The sum of two canonical forms is canonical; the sum with a
plain form is plain.

>>> forms = Forms()
>>> two = forms.parse("{{0}, 0}")
>>> two is forms.heap(2), two == Forms(canonical=True).heap(2)
(True, True)
>>> print(two + two)
{{{{0}, 0}, {{0}}, {0}}, {{0}, 0}}
>>> two + two == Forms().parse("*2 + *2")
True
>>> two.outcome("misere"), two.nimber, two.genus, two.is_tame
('N', 2, '2^20', True)
>>> print((forms.heap(2) + forms.heap(1)).canonical())
*3
>>> print((two + two).canonical())
*2+*2
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakValueDictionary

from cgt import _native
from cgt.common.drawable import Drawable
from cgt.common.limits import DEFAULT_MEMORY
from cgt.placement.form_text import form_text, heap_number, read_form
from cgt.placement.game import Outcome, Play
from cgt.placement.genus import genus_text, wild_followers

_MOST_SHOWN = 100_000  # characters
_COMPARED = 1000  # characters of a text by which forms are put in order


class Forms:
    """A store of forms and their products. Dropping the store drops them all.

    A canonical store reduces every form to its misère canonical form as soon as it is made.
    """

    def __init__(self, *, canonical: bool = False, memory: int = DEFAULT_MEMORY) -> None:
        """Making a form raises MemoryError once the store would need more than `memory` bytes. The
        canonical forms of a plain store's forms may take as much again."""
        kind = _native.FormKind.CANONICAL if canonical else _native.FormKind.PLAIN
        self._set(_native.FormStore(kind, memory), memory)

    @classmethod
    def over(cls, store: _native.FormStore, memory: int = DEFAULT_MEMORY) -> Forms:
        """The forms of a native store, such as a solver's; canonical forms of plain ones have a
        store of their own with `memory` bytes."""
        forms = object.__new__(cls)
        forms._set(store, memory)
        return forms

    def _set(self, store: _native.FormStore, memory: int) -> None:
        self._store = store
        self._memory = memory
        self._made: WeakValueDictionary[int, Form] = WeakValueDictionary()

    @property
    def is_canonical(self) -> bool:
        """Whether forms are reduced as soon as they are made."""
        return self._store.kind == _native.FormKind.CANONICAL

    @cached_property
    def canonical_forms(self) -> Forms:
        """The store that holds the canonical forms of this store's forms."""
        return self if self.is_canonical else Forms(canonical=True, memory=self._memory)

    def __len__(self) -> int:
        """How many different forms have been made."""
        return len(self._store)

    def form(self, number: int) -> Form:
        """The form that has this number in the native store."""
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = Form(self, number)
        return made

    def of(self, options: Iterable[Form]) -> Form:
        """The form with these options. The options may belong to any store."""
        return self.form(self._store.intern([self.adopt(option).number for option in options]))

    def adopt(self, form: Form) -> Form:
        """The form of this store that equals a form of any store; in a canonical store, its
        canonical form."""
        if form.store is self:
            return form
        other = form.store._store
        numbers: dict[int, int] = {}
        for number in other.followers(form.number):  # options come first
            options = other.options(number)
            numbers[number] = self._store.intern([numbers[option] for option in options])
        return self.form(numbers[form.number])

    @property
    def zero(self) -> Form:
        """The form without options."""
        return self.form(0)

    def heap(self, size: int) -> Form:
        """A nim heap."""
        return self.form(heap_number(self._store, size))

    def parse(self, text: str, source: str = "form") -> Form:
        """Reads what `str` writes; also `*n` for nim heaps, and products with `×`, `*` or `+`.

        A canonical store reads the text of a canonical form as that form. A plain store does not
        reduce the sums in it, so there the canonical form of what it reads is that form. Raises
        FileError with the column of a mistake.
        """
        return self.form(read_form(self._store, text, source))


@dataclass(frozen=True, eq=False, repr=False)
class Form(Drawable):
    """A game as the set of forms that its moves lead to, kept in a store."""

    store: Forms
    number: int

    @property
    def options(self) -> tuple[Form, ...]:
        """The forms that a move leads to."""
        return tuple(self.store.form(n) for n in self.store._store.options(self.number))

    @property
    def birthday(self) -> int:
        """The greatest number of moves that can be made."""
        return self.store._store.birthday(self.number)

    @property
    def followers(self) -> int:
        """How many forms play can reach, this one included."""
        return self.store._store.count_followers(self.number)

    @property
    def nimber(self) -> int:
        """Its value in normal play."""
        return self.store._store.nimber(self.number)

    @property
    def misere_nimber(self) -> int:
        """The size of the nim heap that makes it a P-position in misère play when put beside it."""
        return self.store._store.misere_nimber(self.number)

    @property
    def genus(self) -> str:
        """The nimber, `^`, and the misère nimbers of the form beside 0, 1, 2, … heaps of size two.
        The last two of them repeat for ever. If one has more than one digit, they stand in
        parentheses, with commas: `6^(1,9,10,8)`."""
        return genus_text(self.nimber, self.store._store.genus_superscript(self.number))

    @property
    def is_tame(self) -> bool:
        """Whether it and every form that play can reach from it have the genus of a nim position.
        Sums of such forms are won and lost as the same sums of nim positions. The canonical form
        may be tame where the form is not, because it can lead to less."""
        return not wild_followers(self.store._store, self.number)

    @property
    def wild_follower(self) -> Form | None:
        """If the form is not tame, a smallest form that play can reach and whose genus no nim
        position has, possibly the form itself: one that lasts the fewest moves, then one with the
        fewest options, then the first one by its text."""
        found = wild_followers(self.store._store, self.number)
        smallest = [self.store.form(number) for number in found]
        if len(smallest) > 1:
            smallest.sort(key=lambda form: form.text(_COMPARED))
        return smallest[0] if smallest else None

    def outcome(self, play: Play = "misere") -> Outcome:
        """`N` if the player to move wins, `P` if the other does."""
        wins = self.store._store.misere_win(self.number) if play == "misere" else self.nimber != 0
        return "N" if wins else "P"

    def __add__(self, other: Form) -> Form:
        """Both games side by side: the literature's sum, the Nim tetris paper's product. If one of
        the two is plain, so is the sum, and it is in the store of the first plain one."""
        if not isinstance(other, Form):
            return NotImplemented
        home = other.store if self.store.is_canonical > other.store.is_canonical else self.store
        store = home._store
        return home.form(store.product(home.adopt(self).number, home.adopt(other).number))

    def __mul__(self, other: Form) -> Form:
        """The same as `+`."""
        return self + other if isinstance(other, Form) else NotImplemented

    def __eq__(self, other: object) -> bool:
        """Whether both have equal sets of options, whatever their stores."""
        if not isinstance(other, Form):
            return NotImplemented
        if self.store is other.store:
            return self.number == other.number
        return hash(self) == hash(other) and _are_same_sets(self, other)

    def __hash__(self) -> int:
        return hash(self.store._store.structure_hash(self.number))

    def canonical(self) -> Form:
        """The misère canonical form, in the store's canonical store."""
        return self.store.canonical_forms.adopt(self)

    @property
    def heap_size(self) -> int | None:
        """Its size if it is a nim heap, else None."""
        heap = self.nimber
        return heap if self.birthday == heap and self.store.heap(heap) is self else None

    def text(self, limit: int | None = None, *, heaps: bool = False) -> str:
        """The form in the notation of the Nim tetris paper. With `heaps` nim heaps are written as
        `*n`, and sums that are found as `*2+*2`, where that is shorter than their options.

        A text of more than `limit` characters is shortened with `…`. Without a limit the whole text
        is made; that of a large board may be longer than there is memory.
        """
        return form_text(self.store._store, self.number, limit, heaps=heaps)

    def __str__(self) -> str:
        """The text, shortened if it has more than 100,000 characters."""
        return self.text(_MOST_SHOWN, heaps=self.store.is_canonical)

    def __repr__(self) -> str:
        return f"Form({self.text(60, heaps=self.store.is_canonical)})"


def _are_same_sets(a: Form, b: Form) -> bool:
    """Whether two forms of different stores are the same set of sets.

    Every form that `a` can lead to gets a name, by its set of options. Then every form that `b` can
    lead to must have one of these names.
    """
    names: dict[frozenset[int], int] = {}
    name_in_a: dict[int, int] = {}
    for number in a.store._store.followers(a.number):  # options come first
        options = frozenset(name_in_a[option] for option in a.store._store.options(number))
        name_in_a[number] = names.setdefault(options, len(names))
    name_in_b: dict[int, int] = {}
    for number in b.store._store.followers(b.number):
        name = names.get(frozenset(name_in_b[option] for option in b.store._store.options(number)))
        if name is None:
            return False
        name_in_b[number] = name
    return name_in_a[a.number] == name_in_b[b.number]
