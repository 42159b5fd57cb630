"""Forms as text: written in one notation, read in several.

`0` is the game without moves, `{0}` the game whose only move ends it, and `*n` a nim heap. `×`,
`*`, `+` or `·` between two forms makes their product. The functions here work on the numbers that
forms have in a native store; everybody else uses cgt.placement.forms.

>>> store = _native.FormStore(_native.FormKind.PLAIN, 2**20)
>>> form = read_form(store, "*2 + *1", "example")
>>> form_text(store, form), form_text(store, form, heaps=True)
('{{{0}, 0}, {{0}}, {0}}', '*2+*1')
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cgt import _native
from cgt.common.errors import FileError, Location
from cgt.placement.form_names import Sums, heap_sizes

_PRODUCT_SIGNS = "×*+·"
_TOKEN = re.compile(r"\s*(?P<token>\S?)")
_HEAP = re.compile(r"\*(?P<size>[0-9]{0,4})")
_MOST_FORMS = 2**19  # inside one that is written whole
_MOST_NAMED = 2**12  # inside one whose text may be far shorter, because parts of it have names
_MOST_INSIDE = 2**16  # in all options together of one that is shortened
_MOST_INSIDE_NAMED = 2**14  # the same, if sums are looked for
_ZERO = 0  # the number of the form without options, in every store


def form_text(
    store: _native.FormStore, number: int, limit: int | None = None, *, heaps: bool = False
) -> str:
    """The text of a form; with `heaps`, nim heaps are written as `*n`, and sums as `*2+*2` where
    that is shorter. A text of more than `limit` characters is shortened with `…`, which takes
    little time and memory, however large the form is."""
    if limit is None:
        return _Printer(store, store.followers(number), heaps).whole(number)
    # Each form that play can reach has a character of its own in the text, but for those inside a
    # form with a name.
    most = min(max(limit, min(16 * limit, _MOST_NAMED) if heaps else 0), _MOST_FORMS)
    followers = store.few_followers(number, most)
    if followers is not None:
        printer = _Printer(store, followers, heaps)
        if printer.lengths[number] <= limit:
            return printer.whole(number)
        return _shortened(printer, printer.options[number], 0, limit)
    most_inside = min(16 * most, _MOST_INSIDE_NAMED if heaps else _MOST_INSIDE)
    short: list[int] = []
    inside: set[int] = set()
    options = store.options(number)
    for option in options:
        if len(inside) <= most_inside and (found := store.few_followers(option, most)):
            short.append(option)
            inside.update(found)
    printer = _Printer(store, sorted(inside), heaps)
    return _shortened(printer, printer.in_order(short), len(options) - len(short), limit)


def _shortened(printer: _Printer, options: list[int], others: int, limit: int) -> str:
    """The options that there is room for, and how many there are beside them; `others` have been
    left out before."""
    shown: list[str] = []
    for option in options:
        if printer.lengths[option] + 2 <= limit:
            shown.append(printer.whole(option))
            limit -= printer.lengths[option] + 2
    return "{" + ", ".join([*shown, f"… {len(options) - len(shown) + others} more"]) + "}"


def read_form(store: _native.FormStore, text: str, source: str) -> int:
    """The number of the form that a text describes. Raises FileError, which names the column of the
    mistake and calls the text `source`."""
    return _Parser(store, text, source).run()


def heap_number(store: _native.FormStore, size: int) -> int:
    """The number of a nim heap."""
    smaller: list[int] = []
    for _ in range(size):
        smaller.append(store.intern(smaller))
    return store.intern(smaller)


class _Printer:
    """Writes forms, of which it gets all that play can reach from them, options first. The order of
    options depends on nothing but their structure: later birthdays first, then more options first,
    then the options compared one by one. The parts of a sum stand in the same order."""

    def __init__(self, store: _native.FormStore, numbers: list[int], heaps: bool) -> None:
        self._store = store
        self._numbers = numbers
        self._heap_sizes = heap_sizes(store, numbers) if heaps else {}
        self._ranks: dict[int, int] = {}
        self.options = self._ordered_options()
        self._parts: dict[int, list[int]] = {}
        self.lengths: dict[int, int] = {}
        sums = Sums(store, self.options) if heaps else None
        for number in self.options:
            short = self._short_text(number)
            if short is not None:
                self.lengths[number] = len(short)
                continue
            braces_and_commas = 2 * max(1, len(self.options[number]))
            inside = sum(self.lengths[o] for o in self.options[number])
            self.lengths[number] = braces_and_commas + inside
            if sums is not None:
                self._name(number, sums)

    def _name(self, number: int, sums: Sums) -> None:
        """Writes a form as a sum if that is no longer: as the shortest one, and of several as the
        one with the largest parts."""
        found: list[tuple[int, list[int], list[int]]] = []
        for pair in sums.parts(number):
            parts = self.in_order([p for part in pair for p in self._parts.get(part, [part])])
            length = len(parts) - 1 + sum(self.lengths[part] for part in parts)
            found.append((length, [-self._ranks[part] for part in parts], parts))
        if found and (best := min(found))[0] <= self.lengths[number]:
            self.lengths[number], _, self._parts[number] = best

    def _ordered_options(self) -> dict[int, list[int]]:
        ordered: dict[int, list[int]] = {}
        by_birthday: dict[int, list[int]] = {}
        for number in self._numbers:
            by_birthday.setdefault(self._store.birthday(number), []).append(number)
        for birthday in sorted(by_birthday):
            keys: dict[int, tuple[int, list[int]]] = {}
            in_order = {n: self.in_order(self._store.options(n)) for n in by_birthday[birthday]}
            for number, options in in_order.items():
                keys[number] = (len(options), [self._ranks[option] for option in options])
            for number in sorted(keys, key=keys.__getitem__):
                self._ranks[number] = len(self._ranks)
                ordered[number] = in_order[number]
        return ordered

    def in_order(self, options: list[int]) -> list[int]:
        """Options in the order in which they are written."""
        return sorted(options, key=self._ranks.__getitem__, reverse=True)

    def _short_text(self, number: int) -> str | None:
        """The short text of 0 and of heaps."""
        if number == 0:
            return "0"
        return f"*{self._heap_sizes[number]}" if number in self._heap_sizes else None

    def whole(self, number: int) -> str:
        """The whole text, made without recursion, because forms may be nested deeply."""
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
            summands = self._parts.get(item)
            if summands is None:
                parts.append("{")
                waiting.append("}")
            sign, inside = (", ", self.options[item]) if summands is None else ("+", summands)
            for place, form in enumerate(reversed(inside)):
                if place:
                    waiting.append(sign)
                waiting.append(form)
        return "".join(parts)


@dataclass
class _Level:
    """An open brace or parenthesis, or the whole text, and what was read inside so far."""

    sign: str
    at: int
    members: list[int]
    value: int | None = None  # of the product read so far
    expects_form: bool = True


class _Parser:
    """Reads a form. It keeps its own stack instead of recursing, so that a form may be nested as
    deeply as it likes."""

    def __init__(self, store: _native.FormStore, text: str, source: str) -> None:
        self._store = store
        self._text = text
        self._source = source
        self._levels = [_Level("", 0, [])]

    def run(self) -> int:
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

    def _finish(self, at: int) -> int:
        level = self._levels[-1]
        if level.sign:
            raise self._fail(level.at, f"this {level.sign!r} is never closed")
        if level.value is None or level.expects_form:
            raise self._fail(at, "a form is expected here, not the end")
        return level.value

    def _read_form(self, level: _Level, token: str, at: int, heap: re.Match[str] | None) -> None:
        if heap:
            self._take(level, heap_number(self._store, int(heap["size"] or 1)))
        elif token in "0∅":
            self._take(level, _ZERO)
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

    def _take(self, level: _Level, form: int) -> None:
        level.value = form if level.value is None else self._store.product(level.value, form)
        level.expects_form = False

    @staticmethod
    def _end_member(level: _Level) -> None:
        assert level.value is not None
        level.members.append(level.value)
        level.value, level.expects_form = None, True

    def _close(self) -> None:
        level = self._levels.pop()
        form = self._store.intern(level.members) if level.sign == "{" else level.members[0]
        self._take(self._levels[-1], form)
