"""Text files with a header: their lines, the places of these, and `key: value` at the top.

Boards, shapes, weights, traces, strategies, saved games and replays are all such files, and this is
the one place that knows what they have in common. A line that begins with `;` is a comment. Spaces
at the end of a line and Windows line ends are ignored. Control characters stand in comments only,
so that no name can hold what a terminal obeys. In most formats the first line names the format and
its version. The header is the `key: value` lines at the top; what follows is up to each format.
Every error names the line and the column.

>>> lines = text_lines("cgt sample 1\\nsize:  7\\n; a comment\\n#..\\n", "sample.txt")
>>> start_of_file(lines, "sample.txt", "cgt sample 1", "a sample")
Location(source='sample.txt', line=1, column=1)
>>> header, body = split_header(lines, Location("sample.txt"), ("size", "colour"))
>>> size = header.require("size")
>>> size.number(1, 9), str(size.where), [line.text for line in body]
(7, 'sample.txt:2:8', ['#..'])
>>> header.require("colour")
Traceback (most recent call last):
cgt.common.errors.FileError: sample.txt:1:1: there is no line 'colour: …'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from cgt.common.errors import CgtError, FileError, Location
from cgt.common.names import named

_KEY = re.compile(r"[A-Za-z][\w-]*")
_DIGITS = re.compile(r"\d{1,20}", re.ASCII)
# No name has any of these: terminals obey them, or XML cannot hold them. A tab is a space.
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\ufffe\uffff]")
_LONGEST_QUOTED = 40
_SHAPE = "shape "
_Choice = TypeVar("_Choice", bound=str)


class Line(NamedTuple):
    """A line of a text, without spaces at its end, and its place."""

    text: str
    number: int
    source: str

    def at(self, index: int = 0) -> Location:
        """The place of a character of the line."""
        return Location(self.source, self.number, index + 1)


@dataclass(frozen=True)
class Value:
    """The value after a key, and the places of both."""

    key: str
    text: str
    where: Location
    key_where: Location

    def number(self, least: int, most: int) -> int:
        """The value as a whole number within bounds; raises FileError."""
        if not _DIGITS.fullmatch(self.text) or not least <= int(self.text) <= most:
            raise self.error(f"{self.key} is a number from {least} to {most}")
        return int(self.text)

    def choice(self, choices: Sequence[_Choice]) -> _Choice:
        """The value as one of the choices, in any case; raises FileError."""
        choice = named(self.text, choices)
        if choice is not None:
            return choice
        *others, last = (f"'{choice}'" for choice in choices)
        words = f"{', '.join(others)} or {last}" if others else last
        raise self.error(f"{self.key} is {words}")

    def error(self, problem: str) -> FileError:
        """An error that says what the value should be, and quotes what it is."""
        text = self.text
        quoted = text if len(text) <= _LONGEST_QUOTED else f"{text[: _LONGEST_QUOTED - 1]}…"
        return FileError(self.where, f"{problem}, not {quoted!r}")


@dataclass(frozen=True)
class Header:
    """The values of a header by their keys; those of lines `shape NAME: …` by the name. Errors
    about missing keys name the place `where`."""

    where: Location
    values: Mapping[str, Value] = field(default_factory=dict)
    shapes: Mapping[str, Value] = field(default_factory=dict)

    def require(self, key: str) -> Value:
        """The value of a key that must be there; raises FileError."""
        if key not in self.values:
            raise FileError(self.where, f"there is no line '{key}: …'")
        return self.values[key]

    def get(self, key: str) -> Value | None:
        """The value of a key; None if there is none."""
        return self.values.get(key)

    def text(self, key: str, default: str = "") -> str:
        """The text of a key's value; the default if there is none."""
        return self.values[key].text if key in self.values else default

    def others(self, keys: Iterable[str]) -> dict[str, str]:
        """The texts of all other values."""
        return {key: value.text for key, value in self.values.items() if key not in set(keys)}


# reading


def text_lines(text: str, source: str) -> Iterator[Line]:
    """The lines of a text without comments but with blank lines; raises FileError."""
    for number, line in enumerate(_split(text), 1):
        if "\r" in line:
            where = Location(source, number, line.index("\r") + 1)
            raise FileError(where, "a carriage return inside a line")
        stripped = line.rstrip(" \t")
        if stripped.lstrip(" \t").startswith(";"):
            continue
        if control := _CONTROL.search(stripped):
            where = Location(source, number, control.start() + 1)
            raise FileError(where, f"a control character {control[0]!a}")
        yield Line(stripped, number, source)


def _split(text: str) -> Iterator[str]:
    """The lines of a text, one at a time: all at once, many short ones take several times the
    memory of the text."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start : end - 1 if text.startswith("\r", end - 1, end) else end]
        start = end + 1
    yield text[start:]


def start_of_file(lines: Iterator[Line], source: str, first: str, called: str) -> Location:
    """Takes the first line, which must be `first`, such as `cgt trace 1`; raises FileError, which
    calls the file `called`, such as `a trace`. Returns the line's place, for errors about missing
    keys."""
    line = next(lines, Line("", 1, source))
    if line.text.strip() == first:
        return line.at()
    kind, _, version = first.rpartition(" ")
    name, _, other = line.text.strip().rpartition(" ")
    if name == kind and _DIGITS.fullmatch(other):
        raise FileError(line.at(), f"this is {called} of version {other}, not {version}: {first!r}")
    raise FileError(line.at(), f"{called} begins with a line {first!r}")


def paragraphs(lines: Iterable[Line], most: int | None = None) -> Iterator[list[Line]]:
    """The groups of lines between blank lines. Raises FileError if one has more than `most` lines:
    what is known to be short is not collected for long."""
    found: list[Line] = []
    for line in lines:
        if line.text:
            found.append(line)
            if most is not None and len(found) > most:
                raise FileError(line.at(), f"more than {most:,} lines without a blank one")
        elif found:
            yield found
            found = []
    if found:
        yield found


def split_header(
    lines: Iterable[Line],
    where: Location,
    keys: Sequence[str] | None,
    *,
    shapes: bool = False,
) -> tuple[Header, list[Line]]:
    """The header at the top of some lines, and the lines after it, without blank lines.

    With `keys`, no other keys are allowed, and capital letters in a key do not matter. With
    `shapes`, there may be lines `shape NAME: …` as well. Raises FileError for other keys, for a key
    given twice, and for a key without a value.
    """
    values: dict[str, Value] = {}
    named: dict[str, Value] = {}
    body: list[Line] = []
    for line in lines:
        if not line.text:
            continue
        value = None if body else _value(line, shapes)
        if value is None:
            body.append(line)
        elif value.key.startswith(_SHAPE):
            _add(named, value.key.removeprefix(_SHAPE), value)
        elif keys is not None and value.key not in keys:
            known = [*keys, "shape NAME"] if shapes else keys
            raise FileError(
                value.key_where, f"unknown key {value.key!r}; the known keys are {', '.join(known)}"
            )
        else:
            _add(values, value.key, value)
    return Header(where, values, named), body


def is_key_line(line: Line) -> bool:
    """Whether a line looks like one of a header."""
    key, colon, _ = line.text.partition(":")
    return bool(colon and _KEY.fullmatch(key.strip()))


def _value(line: Line, shapes: bool) -> Value | None:
    """The value of a header line; None if it is no header line. Raises FileError if it has no
    value."""
    text = line.text
    start = len(text) - len(text.lstrip())
    if shapes and text.startswith(_SHAPE, start) and ":" in text:
        colon = text.rindex(":")  # names may contain colons, shapes do not
        key = _SHAPE + text[start + len(_SHAPE) : colon].strip()
    elif is_key_line(line):
        colon = text.index(":")
        key = text[start:colon].strip().lower()
    else:
        return None
    value = text[colon + 1 :].strip()
    if not value:
        raise FileError(line.at(len(text)), f"{key!r} has no value")
    return Value(key, value, line.at(text.index(value, colon + 1)), line.at(start))


def _add(values: dict[str, Value], key: str, value: Value) -> None:
    if key in values:
        raise FileError(value.key_where, f"{value.key!r} is given twice")
    values[key] = value


# writing


def header_line(key: str, value: str) -> str:
    """A line of a header; raises CgtError if its value could not be read back from it."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:  # half of a character
        fits = False
    else:
        fits = bool(value) and value == value.strip() and not _CONTROL.search(value)
    if not fits:
        raise CgtError(f"the {key} {value!r} cannot be written on one line of a file")
    return f"{key}: {value}"


def shape_line(name: str, value: str) -> str:
    """A line `shape NAME: …`; raises CgtError if it could not be read back."""
    header_line("name of a shape", name)
    return header_line(f"{_SHAPE}{name}", value)
