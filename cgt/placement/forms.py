"""Game forms: a game as the set of its options' forms.

Written as in the seed: `0` is the game without moves, `{0}` the one whose only move ends it.
Unreduced, such a set of sets is the seed's OIS. Forms are interned in a store, so equal forms of
one store are the same object; the product of two is the game of both side by side.

>>> forms = Forms()
>>> two = forms.parse("{{0}, 0}")
>>> two is forms.heap(2)
True
>>> print(two * two)
{{{{0}, 0}, {{0}}, {0}}, {{0}, 0}}
>>> two.outcome("misere"), two.nimber, two.genus
('N', 2, '2^20')
>>> print((forms.heap(2) * forms.heap(1)).canonical())
*3
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakValueDictionary

from cgt import _native
from cgt.common.errors import FileError, Location
from cgt.common.limits import DEFAULT_MEMORY
from cgt.placement.game import Outcome, Play

_PRODUCT_SIGNS = "×*+·"
_TOKEN = re.compile(r"\s*(?P<token>\S?)")
_HEAP = re.compile(r"\*(?P<size>[0-9]{0,4})")


class Forms:
    """A store of forms, and of the products made in it. Dropping it drops them all.

    A canonical store reduces every form to its misère canonical form as soon as it is made.
    """

    def __init__(self, *, canonical: bool = False, memory: int = DEFAULT_MEMORY) -> None:
        """Forms that take more than `memory` bytes raise MemoryError."""
        kind = _native.FormKind.CANONICAL if canonical else _native.FormKind.PLAIN
        self._set(_native.FormStore(kind, memory))

    @classmethod
    def over(cls, store: _native.FormStore) -> Forms:
        """The forms of a native store, as the solver has."""
        forms = object.__new__(cls)
        forms._set(store)
        return forms

    def _set(self, store: _native.FormStore) -> None:
        self._store = store
        self._made: WeakValueDictionary[int, Form] = WeakValueDictionary()

    @property
    def is_canonical(self) -> bool:
        return self._store.kind == _native.FormKind.CANONICAL

    @cached_property
    def canonical_forms(self) -> Forms:
        """The store in which canonical forms of this store's forms are made."""
        return self if self.is_canonical else Forms(canonical=True)

    def __len__(self) -> int:
        """How many different forms have been made."""
        return len(self._store)

    def form(self, number: int) -> Form:
        """The form with a number in the native store."""
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = Form(self, number)
        return made

    def of(self, options: Iterable[Form]) -> Form:
        """The form with these options of the same store."""
        return self.form(self._store.intern([self._number(option) for option in options]))

    def _number(self, form: Form) -> int:
        if form.store is not self:
            raise ValueError("forms of different stores cannot be put together")
        return form.number

    @property
    def zero(self) -> Form:
        return self.form(0)

    def heap(self, size: int) -> Form:
        """A nim heap."""
        smaller: list[int] = []
        for _ in range(size):
            smaller.append(self._store.intern(smaller))
        return self.form(self._store.intern(smaller))

    def parse(self, text: str, source: str = "form") -> Form:
        """Reads what `str` writes; also `*n` for nim heaps, and products with `×`, `*` or `+`.

        Raises FileError with the column of a mistake.
        """
        return _Parser(self, text, source).run()


@dataclass(frozen=True, eq=False, repr=False)
class Form:
    """A form of a store. Equal forms of one store are the same object."""

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
        return len(self.store._store.followers(self.number))

    @property
    def nimber(self) -> int:
        """Its value in normal play."""
        return self.store._store.nimber(self.number)

    @property
    def misere_nimber(self) -> int:
        """The size of the heap beside which it is a P-position in misère play."""
        return self.store._store.misere_nimber(self.number)

    @property
    def genus(self) -> str:
        """The nimber, `^`, and misère nimbers beside 0, 1, 2, … heaps of two, the last two of which
        repeat for ever. Values above 9 stand in parentheses."""
        superscript = self.store._store.genus_superscript(self.number)
        return f"{_digit(self.nimber)}^{''.join(map(_digit, superscript))}"

    def outcome(self, play: Play = "misere") -> Outcome:
        """`N` if the player to move wins, `P` if the other does (the seed's is_winable)."""
        wins = self.store._store.misere_win(self.number) if play == "misere" else self.nimber != 0
        return "N" if wins else "P"

    def __mul__(self, other: Form) -> Form:
        """The product: both games side by side."""
        store = self.store._store
        return self.store.form(store.product(self.number, self.store._number(other)))

    def canonical(self) -> Form:
        """The misère canonical form, in the store's canonical store."""
        target = self.store.canonical_forms
        if target is self.store:
            return self
        reduced: dict[int, int] = {}
        for number in self.store._store.followers(self.number):  # options come first
            options = self.store._store.options(number)
            reduced[number] = target._store.intern([reduced[option] for option in options])
        return target.form(reduced[self.number])

    @property
    def heap_size(self) -> int | None:
        """Its size if it is a nim heap, else None."""
        heap = self.nimber
        return heap if self.birthday == heap and self.store.heap(heap) is self else None

    def text(self, limit: int | None = None, *, heaps: bool = False) -> str:
        """The form in the seed's notation, nim heaps as `*n` if `heaps`.

        What would take more than `limit` characters is shortened by `…`.
        """
        return _Printer(self, heaps).text(limit)

    def __str__(self) -> str:
        return self.text(heaps=self.store.is_canonical)

    def __repr__(self) -> str:
        return f"Form({self.text(60, heaps=self.store.is_canonical)})"


def _digit(value: int) -> str:
    return str(value) if value < 10 else f"({value})"


class _Printer:
    """Text of a form and of all below it, in an order that depends on nothing but their structure:
    later birthdays first, then more options first, then by the options."""

    def __init__(self, form: Form, heaps: bool) -> None:
        self._number = form.number
        self._store = form.store._store
        self._followers = self._store.followers(form.number)
        self._heap_sizes = self._find_heaps() if heaps else {}
        self._options = self._ordered_options()
        self._lengths: dict[int, int] = {}
        for number in self._followers:
            short = self._short_text(number)
            braces_and_commas = 2 * max(1, len(self._options[number]))
            self._lengths[number] = (
                len(short)
                if short is not None
                else braces_and_commas + sum(self._lengths[o] for o in self._options[number])
            )

    def _find_heaps(self) -> dict[int, int]:
        """The numbers of those that are nim heaps, with their sizes."""
        sizes: dict[int, int] = {}
        for number in self._followers:
            options = self._store.options(number)
            if {sizes.get(option) for option in options} == set(range(len(options))):
                sizes[number] = len(options)
        return sizes

    def _ordered_options(self) -> dict[int, list[int]]:
        ordered: dict[int, list[int]] = {}
        ranks: dict[int, int] = {}
        by_birthday: dict[int, list[int]] = {}
        for number in self._followers:
            by_birthday.setdefault(self._store.birthday(number), []).append(number)
        for birthday in sorted(by_birthday):
            keys: dict[int, tuple[int, list[int]]] = {}
            for number in by_birthday[birthday]:
                options = sorted(self._store.options(number), key=ranks.__getitem__, reverse=True)
                ordered[number] = options
                keys[number] = (len(options), [ranks[option] for option in options])
            for number in sorted(keys, key=keys.__getitem__):
                ranks[number] = len(ranks)
        return ordered

    def _short_text(self, number: int) -> str | None:
        """The short text of 0 and of heaps."""
        if number == 0:
            return "0"
        return f"*{self._heap_sizes[number]}" if number in self._heap_sizes else None

    def text(self, limit: int | None) -> str:
        if limit is None or self._lengths[self._number] <= limit:
            return self._whole(self._number)
        shown: list[str] = []
        room = limit
        for option in self._options[self._number]:
            if self._lengths[option] + 2 <= room:
                shown.append(self._whole(option))
                room -= self._lengths[option] + 2
        left_out = len(self._options[self._number]) - len(shown)
        return "{" + ", ".join([*shown, f"… {left_out} more"]) + "}"

    def _whole(self, number: int) -> str:
        """Without recursion: forms may be nested deeply."""
        parts: list[str] = []
        waiting: list[int | str] = [number]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                parts.append(item)
                continue
            short = self._short_text(item)
            if short is not None:
                parts.append(short)
                continue
            waiting.append("}")
            for place, option in enumerate(reversed(self._options[item])):
                if place:
                    waiting.append(", ")
                waiting.append(option)
            parts.append("{")
        return "".join(parts)


@dataclass
class _Level:
    """An open brace or parenthesis, or the whole text, and what has been read inside."""

    sign: str
    at: int
    members: list[Form]
    value: Form | None = None  # of the product read so far
    expects_form: bool = True


class _Parser:
    """Reads forms, with a stack of its own: they may be nested as deeply as they like."""

    def __init__(self, forms: Forms, text: str, source: str) -> None:
        self._forms = forms
        self._text = text
        self._source = source
        self._levels = [_Level("", 0, [])]

    def run(self) -> Form:
        place = 0
        while True:
            token = _TOKEN.match(self._text, place)
            assert token is not None  # it matches one character of any kind, or the end
            at, place = token.start("token"), token.end()
            if not token["token"]:
                return self._finish(at)
            level = self._levels[-1]
            if level.expects_form:
                heap = _HEAP.match(self._text, at)
                place = heap.end() if heap else place
                self._read_form(level, token["token"], at, heap)
            else:
                self._read_sign(level, token["token"], at)

    def _fail(self, at: int, problem: str) -> FileError:
        return FileError(Location(self._source, 1, at + 1), problem)

    def _finish(self, at: int) -> Form:
        level = self._levels[-1]
        if level.sign:
            raise self._fail(level.at, f"this {level.sign!r} is never closed")
        if level.value is None or level.expects_form:
            raise self._fail(at, "a form is expected here, not the end")
        return level.value

    def _read_form(self, level: _Level, token: str, at: int, heap: re.Match[str] | None) -> None:
        if heap:
            self._take(level, self._forms.heap(int(heap["size"] or 1)))
        elif token in "0∅":
            self._take(level, self._forms.zero)
        elif token in "{(":
            self._levels.append(_Level(token, at, []))
        elif token == "}" and level.sign == "{" and not level.members and level.value is None:
            self._close()  # the empty set
        else:
            raise self._fail(at, f"a form is expected here, not {token!r}")

    def _read_sign(self, level: _Level, token: str, at: int) -> None:
        if token in _PRODUCT_SIGNS:
            level.expects_form = True
        elif token == "," and level.sign == "{":
            self._end_member(level)
        elif level.sign + token in ("{}", "()"):
            self._end_member(level)
            self._close()
        else:
            raise self._fail(at, f"{token!r} is not expected here")

    @staticmethod
    def _take(level: _Level, form: Form) -> None:
        level.value = form if level.value is None else level.value * form
        level.expects_form = False

    @staticmethod
    def _end_member(level: _Level) -> None:
        assert level.value is not None
        level.members.append(level.value)
        level.value, level.expects_form = None, True

    def _close(self) -> None:
        level = self._levels.pop()
        form = self._forms.of(level.members) if level.sign == "{" else level.members[0]
        self._take(self._levels[-1], form)
