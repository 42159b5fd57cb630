"""HATETRIS replays: reads, writes and plays them.

A replay is a sequence of steps: L, R and D move the piece by one cell, U turns it. It is written in
one of four encodings, which are tried in this order: `raw`, the letters themselves; `hex`, two
steps a digit; `base65536` and `base2048`, runs of up to four equal steps as half bytes in
characters.

>>> encode("DDDRUD", "hex"), encode("DDDRUD", "base65536"), encode("DDDRUD", "base2048")
('A9E', '𤺤', 'ਹԇ')
>>> decode("A9E")
Replay(steps='DDDRUD', encoding='hex')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Literal, get_args

from cgt import _native
from cgt.common.errors import CgtError, FileError, Location
from cgt.common.files import read_text, source_name
from cgt.common.headers import Value, split_header, text_lines
from cgt.common.names import did_you_mean, named
from cgt.duel.players.named import BAD_PLAYERS
from cgt.duel.players.request import Request
from cgt.duel.players.seats import native_bad
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.trace import Trace
from cgt.duel.well import Well

Encoding = Literal["raw", "hex", "base65536", "base2048"]
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)

PIECES = "SZOILJT"  # in the order in which HATETRIS lists them
STEPS = "LRDU"  # each is its number in two bits
FILLER = "L"  # a step that an encoding adds where one is missing
_LONGEST_RUN = 4
# So many characters of Base2048 are hardly ever all ASCII, of which it has few.
_TOO_LONG_FOR_CHANCE = 4
_LONGEST_FILE = 2**22  # a thousand times the longest game that is known
_MOST_SCORE = 10**12
_HEX_DIGITS = "0123456789ABCDEF"

# Base65536: the characters for two bytes, first and last, and that of a last lone byte.
_BASE65536 = (
    (0x3400, 0x4CFF),
    (0x4E00, 0x9EFF),
    (0xA100, 0xA3FF),
    (0xA500, 0xA5FF),
    (0x10600, 0x106FF),
    (0x12000, 0x122FF),
    (0x13000, 0x133FF),
    (0x14400, 0x145FF),
    (0x16800, 0x169FF),
    (0x20000, 0x285FF),
)
_BASE65536_LONE = 0x1500
_BASE2048_BITS = 11
_BASE2048_TAIL_BITS = 3


class ReplayError(CgtError):
    """A text that is not a replay, or a replay that cannot be played."""


@dataclass(frozen=True)
class Replay:
    """The steps of a game and how they were written."""

    steps: str
    encoding: Encoding

    @property
    def tried(self) -> tuple[Encoding, ...]:
        """The encodings that were tried, in this order; the last one is its own."""
        return ENCODINGS[: ENCODINGS.index(self.encoding) + 1]


def decode(text: str) -> Replay:
    """The replay in a text; raises ReplayError."""
    characters = "".join(text.split())
    if not characters.strip("#"):
        raise ReplayError("this replay is empty")
    if set(characters) <= set(STEPS):
        return Replay(characters, "raw")
    if set(characters.upper()) <= set(_HEX_DIGITS + "#"):
        digits = [c for c in characters.upper() if c in _HEX_DIGITS]
        pairs = (divmod(int(digit, 16), len(STEPS)) for digit in digits)
        return Replay("".join(STEPS[a] + STEPS[b] for a, b in pairs), "hex")
    if set(characters.upper()) <= set(STEPS):
        return Replay(characters.upper(), "raw")  # now that it is no hex, where D is a digit
    if characters.isascii() and len(characters) >= _TOO_LONG_FOR_CHANCE:
        raise _odd_symbol(characters)  # otherwise a typing error would be taken for Base2048
    for encoding, table in (("base65536", _base65536()), ("base2048", _base2048())):
        known = {**table[0], **table[1]}
        if all(character in known for character in characters):
            read = _read_base65536 if encoding == "base65536" else _read_base2048
            return Replay(_steps_of(read(characters)), encoding)  # type: ignore[arg-type]
    raise _odd_symbol(characters)


def _odd_symbol(characters: str) -> ReplayError:
    """Names the first character that the likeliest encoding does not have."""
    tables = {"raw": set(STEPS), "hex": set(_HEX_DIGITS + _HEX_DIGITS.lower() + "#")}
    tried = "tried: raw, hex"
    if len(characters) < _TOO_LONG_FOR_CHANCE or not characters.isascii():
        tried = f"tried: {', '.join(ENCODINGS)}"
    if not characters.isascii():
        tables = {
            "base65536": {*_base65536()[0], *_base65536()[1]},
            "base2048": {*_base2048()[0], *_base2048()[1]},
        }
    counts = {name: sum(c in known for c in characters) for name, known in tables.items()}
    likeliest = max(counts, key=lambda name: counts[name])
    if counts[likeliest] == 0:
        return ReplayError(f"this is not a replay in any encoding of HATETRIS ({tried})")
    at = next(i for i, c in enumerate(characters) if c not in tables[likeliest])
    return ReplayError(
        f"character {at + 1} is {characters[at]!r}, which is not in {likeliest} ({tried})"
    )


def encode(steps: str, encoding: Encoding) -> str:
    """The text of a replay; raises ReplayError if these are not steps.

    Encodings that take two steps, or two runs of steps, at a time add an L if one is missing: after
    the end of a game it does nothing.
    """
    if not steps or not set(steps) <= set(STEPS):
        raise ReplayError("a replay has at least one step, and only L, R, D and U")
    if encoding == "raw":
        return steps
    if encoding == "hex":
        numbers = [STEPS.index(step) for step in steps + FILLER * (len(steps) % 2)]
        return "".join(
            _HEX_DIGITS[len(STEPS) * a + b]
            for a, b in zip(numbers[::2], numbers[1::2], strict=True)
        )
    if encoding == "base65536":
        return _write_base65536(_bytes_of(steps))
    return _write_base2048(_bytes_of(steps))


@dataclass(frozen=True)
class ReplayFile:
    """A replay with what its file says about it; None for what the file does not say."""

    replay: Replay
    enemy: str | None = None
    score: int | None = None


def read_replay(path: str | Path) -> ReplayFile:
    """The replay in a file, after lines `enemy: …` and `score: …` if there are any; raises
    FileError."""
    source = source_name(path)
    lines = text_lines(read_text(path, _LONGEST_FILE), source)
    header, body = split_header(lines, Location(source), ("enemy", "score"))
    if not body:
        raise FileError(Location(source), "there is no replay in this file")
    try:
        replay = decode(" ".join(line.text for line in body))
    except ReplayError as error:
        raise FileError(body[0].at(), str(error)) from None
    enemy, score = header.get("enemy"), header.get("score")
    return ReplayFile(
        replay,
        None if enemy is None else _built_in(enemy),
        None if score is None else score.number(0, _MOST_SCORE),
    )


def _built_in(enemy: Value) -> str:
    """The enemy that a file names; raises FileError if it is your own player. That is Python code,
    and which code runs is not for a file to say."""
    name, colon, detail = enemy.text.partition(":")
    known = named(name, BAD_PLAYERS)
    if known is None:
        hint = did_you_mean(name, BAD_PLAYERS)
        raise enemy.error(
            f"the enemy in a file is a built-in player{hint}, and --enemy takes your own, too"
        )
    return f"{known}{colon}{detail}"


# runs of steps as half bytes


def _steps_of(data: bytes) -> str:
    runs = []
    for byte in data:
        for nybble in (byte >> 4, byte & 15):
            runs.append(STEPS[nybble >> 2] * ((nybble & 3) + 1))
    return "".join(runs)


def _bytes_of(steps: str) -> bytes:
    runs = list(_runs(steps))
    if len(runs) % 2:
        # A run of more than one step can be written in two parts.
        at = next((i for i, (_, length) in enumerate(runs) if length > 1), None)
        if at is None:
            runs.append((FILLER, 1))
        else:
            step, length = runs[at]
            runs[at : at + 1] = [(step, length - 1), (step, 1)]
    nybbles = [STEPS.index(step) << 2 | length - 1 for step, length in runs]
    return bytes(a << 4 | b for a, b in zip(nybbles[::2], nybbles[1::2], strict=True))


def _runs(steps: str) -> Iterator[tuple[str, int]]:
    for step, group in groupby(steps):
        length = len(list(group))
        while length > 0:
            yield step, min(length, _LONGEST_RUN)
            length -= _LONGEST_RUN


# bytes as characters


@cache
def _base65536() -> tuple[dict[str, int], dict[str, int]]:
    """The characters for two bytes, and those for a single last byte."""
    blocks = (range(first, last + 1) for first, last in _BASE65536)
    pairs = [chr(point) for block in blocks for point in block]
    lone = {chr(_BASE65536_LONE + byte): byte for byte in range(256)}
    return {character: i for i, character in enumerate(pairs)}, lone


def _read_base65536(characters: str) -> bytes:
    pairs, lone = _base65536()
    data = bytearray()
    for at, character in enumerate(characters):
        if character in pairs:
            data += pairs[character].to_bytes(2, "little")
        elif at + 1 < len(characters):
            raise ReplayError(f"character {at + 1} of this Base65536 text may only be the last one")
        else:
            data.append(lone[character])
    return bytes(data)


def _write_base65536(data: bytes) -> str:
    pairs = list(_base65536()[0])
    text = [pairs[int.from_bytes(data[i : i + 2], "little")] for i in range(0, len(data) - 1, 2)]
    if len(data) % 2:
        text.append(chr(_BASE65536_LONE + data[-1]))
    return "".join(text)


@cache
def _base2048() -> tuple[dict[str, int], dict[str, int]]:
    """The characters for eleven bits, and those for the last three."""
    characters = (resources.files("cgt.literature") / "base2048.txt").read_text(encoding="utf-8")
    return (
        {character: i for i, character in enumerate(characters.strip())},
        {str(i): i for i in range(2**_BASE2048_TAIL_BITS)},
    )


def _read_base2048(characters: str) -> bytes:
    main, tail = _base2048()
    bits = []
    for at, character in enumerate(characters):
        if character in main:
            bits.append(f"{main[character]:0{_BASE2048_BITS}b}")
        elif at + 1 < len(characters):
            raise ReplayError(f"character {at + 1} of this Base2048 text may only be the last one")
        else:
            bits.append(f"{tail[character]:0{_BASE2048_TAIL_BITS}b}")
    all_bits = "".join(bits)
    whole = len(all_bits) // 8 * 8
    if "0" in all_bits[whole:]:
        raise ReplayError("this Base2048 text does not end as one does: it was cut off or changed")
    return bytes(int(all_bits[i : i + 8], 2) for i in range(0, whole, 8))


def _write_base2048(data: bytes) -> str:
    main, tail = (list(table) for table in _base2048())
    bits = "".join(f"{byte:08b}" for byte in data)
    whole = len(bits) // _BASE2048_BITS * _BASE2048_BITS
    text = [main[int(bits[i : i + _BASE2048_BITS], 2)] for i in range(0, whole, _BASE2048_BITS)]
    left = bits[whole:]
    if left:
        short = len(left) <= _BASE2048_TAIL_BITS
        table, size = (tail, _BASE2048_TAIL_BITS) if short else (main, _BASE2048_BITS)
        text.append(table[int(left.ljust(size, "1"), 2)])
    return "".join(text)


# playing


@dataclass(frozen=True)
class Replayed:
    """The result of a replay, its encoding, and the Bad player it was played against."""

    encoding: Encoding
    enemy: str
    score: int
    pieces: int
    moves: int  # that were played; those after the end of the game are not
    ignored: int  # those after the end
    over: bool
    trace: Trace
    well: Well


def play(replay: Replay, enemy: str = "hatetris", *, width: int = 10, height: int = 20) -> Replayed:
    """Plays a replay against a Bad player; raises CgtError if there is no such player or well."""
    rules = Rules(PIECES, width=width, height=height, moves="hatetris")
    steps = bytes(STEPS.index(step) for step in replay.steps)
    lines, pieces, moves, over, columns, trace = _native.play_steps(
        rules.native, native_bad(enemy, Request(rules)), steps
    )
    placements = [WellPlacement(rules.names[piece], *place) for piece, *place in trace]
    about = {"good": "replay", "bad": enemy}
    return Replayed(
        replay.encoding,
        enemy,
        lines,
        pieces,
        moves,
        len(replay.steps) - moves,
        over,
        Trace(rules, placements, Well.empty(width), about),
        Well.of(columns),
    )
