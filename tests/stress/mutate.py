"""Changes of valid files: of their bits, lines, numbers and headers, cut and joined."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

# The program itself never prints these, so on its output they came from a file.
CONCEAL, TITLE = "\x1b[8m", "\x1b]0;title\x07"
NUMBERS = (
    "0", "1", "2", "3", "7", "16", "17", "31", "32", "63", "64", "65", "99", "100", "255", "256",
    "32767", "65536", "2147483647", "2147483648", "4294967296", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "1" + "0" * 30, "9" * 5000, "-1", "-0", "1e3",
    "1e400", "nan", "inf", "0x10", "1_000", "٣", "²", "+5", "1.5", "",
)  # fmt: skip
WORDS = (
    CONCEAL, TITLE, "\x9b31m", "\x07", "\x08", "\x7f", "\0", "\r", "\v", "\f", "\x85", "\u2028",
    "\u202e", "\ufeff", "\u200b", "\ud7ff", "\U0010ffff", "é", "𝟘", "한", "😀", "tetromino",
    "pentomino", "omino:6", "omino:7", "omino:8", "omino:9", "domino", "LJ", "IJLOSTZ", "pieces: ",
    "play: normal", "name: x", "shape A: ##", "|", ":", ";", "; note", "#", ".", "..", "/dev/zero",
    "-", "../..", "%s%n", "$(id)", "'", '"', "\\", "{", "}", "[[", "NaN", "null", "true",
)  # fmt: skip
_BYTES = (0, 1, 9, 10, 13, 27, 32, 35, 46, 48, 58, 127, 128, 192, 254, 255)
_NUMBER = re.compile(rb"\d+")
_VALUE = re.compile(rb"(?m)^([\w -]{1,20}:[ \t]*)([^\n]*)$")

Change = Callable[[Random, bytes, Sequence[bytes]], bytes]


def changed(random: Random, examples: Sequence[bytes]) -> bytes:
    """A valid example with one to eight changes."""
    data = random.choice(examples)
    for _ in range(min(int(random.expovariate(0.5)) + 1, 8)):
        data = random.choice(CHANGES)(random, data, examples)
    return data


def word(random: Random) -> str:
    """Something that a text seldom has."""
    return random.choice(NUMBERS) if random.random() < 0.4 else random.choice(WORDS)


def _slice(random: Random, data: bytes) -> slice:
    start = random.randint(0, len(data))
    return slice(start, start + min(int(random.expovariate(0.1)) + 1, len(data) - start))


def flip_a_bit(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    if not data:
        return data
    changed_data = bytearray(data)
    changed_data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(changed_data)


def set_a_byte(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + bytes([random.choice(_BYTES)]) + data[at + random.randint(0, 1) :]


def delete(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    part = _slice(random, data)
    return data[: part.start] + data[part.stop :]


def repeat(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    part = _slice(random, data)
    times = random.choice((1, 1, 2, 10, 300))
    return data[: part.stop] + data[part] * times + data[part.stop :]


def insert_a_word(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + word(random).encode() + data[at:]


def cut_off(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: random.randint(0, len(data))]


def splice(random: Random, data: bytes, examples: Sequence[bytes]) -> bytes:
    other = random.choice(examples)
    return data[: random.randint(0, len(data))] + other[random.randint(0, len(other)) :]


def change_lines(random: Random, data: bytes, examples: Sequence[bytes]) -> bytes:
    """Swaps, deletes, repeats, joins or borrows a line."""
    lines = data.split(b"\n")
    one, two = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            lines[one], lines[two] = lines[two], lines[one]
        case 1:
            del lines[one]
        case 2:
            lines.insert(two, lines[one])
        case 3:
            lines[one] += lines.pop(two) if one < two else b""
        case 4:
            lines.insert(one, random.choice(random.choice(examples).split(b"\n")))
        case _:
            lines.insert(one, b"")
    return b"\n".join(lines)


def change_a_number(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return data
    start, end = random.choice(found).span()
    return data[:start] + random.choice(NUMBERS).encode() + data[end:]


def change_a_value(random: Random, data: bytes, examples: Sequence[bytes]) -> bytes:
    """Gives a `key: value` line another value, perhaps one of another file."""
    found = list(_VALUE.finditer(data[:10_000]))
    if not found:
        return data
    start, end = random.choice(found).span(2)
    others = [match[2] for match in _VALUE.finditer(random.choice(examples)[:10_000])]
    other = random.choice(others) if others and random.random() < 0.5 else word(random).encode()
    return data[:start] + other + data[end:]


def change_the_encoding(random: Random, data: bytes, _: Sequence[bytes]) -> bytes:
    text = data.decode(errors="replace")
    match random.randrange(5):
        case 0:
            return text.encode("utf-16")
        case 1:
            return text.encode("utf-8-sig")
        case 2:
            return data.replace(b"\n", b"\r\n")
        case 3:
            return text.encode("latin-1", errors="replace")
        case _:
            return text.swapcase().encode()


CHANGES: tuple[Change, ...] = (
    flip_a_bit,
    set_a_byte,
    delete,
    repeat,
    insert_a_word,
    cut_off,
    splice,
    change_lines,
    change_lines,
    change_a_number,
    change_a_value,
    change_a_value,
    change_the_encoding,
)
