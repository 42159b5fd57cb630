"""Option values with a form of their own: sizes (512M), times (30s), boards (7x7), cells (0,3)."""

from __future__ import annotations

import re

import click

_SIZE_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_TIME_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0}


def size(text: str) -> int:
    """A number of bytes: 512M, 4G, or plain bytes.

    >>> size("4G")
    4294967296
    """
    match = re.fullmatch(r"(\d{1,15})([KMGT]?)i?B?", text, re.IGNORECASE | re.ASCII)
    if not match or not int(match[1]):
        raise click.BadParameter(f"{text!r} is not a size such as 512M or 4G")
    return int(match[1]) * _SIZE_UNITS[match[2].upper()]


def seconds(text: str) -> float:
    """A length of time: 30s, 10m, 2h, or plain seconds.

    >>> seconds("1.5m")
    90.0
    """
    match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)([smh]?)", text, re.IGNORECASE | re.ASCII)
    if not match:
        raise click.BadParameter(f"{text!r} is not a time such as 30s or 10m")
    return float(match[1]) * _TIME_UNITS[match[2].lower()]


def board_size(text: str) -> tuple[int, int]:
    """Columns and rows of a board.

    >>> board_size("10x4")
    (10, 4)
    """
    match = re.fullmatch(r"(\d{1,3})[xX×](\d{1,3})", text, re.ASCII)
    if not match or not int(match[1]) or not int(match[2]):
        raise click.BadParameter(f"{text!r} is not a size such as 7x7")
    return int(match[1]), int(match[2])


def number_range(text: str) -> tuple[int, int]:
    """A number, or all from one to another.

    >>> number_range("4"), number_range("2-40")
    ((4, 4), (2, 40))
    """
    return _range(text, 3, "2-40")


def heap_range(text: str) -> tuple[int, int]:
    """The same for sizes of heaps, which may be larger.

    >>> heap_range("0-1000")
    (0, 1000)
    """
    return _range(text, 5, "0-60")


def _range(text: str, digits: int, example: str) -> tuple[int, int]:
    number = rf"(\d{{1,{digits}}})"
    match = re.fullmatch(rf"{number}(?:-{number})?", text, re.ASCII)
    if not match or int(match[2] or match[1]) < int(match[1]):
        raise click.BadParameter(f"{text!r} is not a number or a range such as {example}")
    return int(match[1]), int(match[2] or match[1])


def size_ranges(text: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Two ranges of sides of boards.

    >>> size_ranges("1-4x8")
    ((1, 4), (8, 8))
    """
    sides = re.split("[x×]", text)
    if len(sides) != 2:
        raise click.BadParameter(f"{text!r} is not a range of sizes such as 1-8x1-16")
    first, second = map(number_range, sides)
    if not first[0] or not second[0]:
        raise click.BadParameter(f"{text!r} has boards without cells")
    return first, second


def cells(text: str) -> list[tuple[int, int]]:
    """Cells by row and column.

    >>> cells("0,3 0,4")
    [(0, 3), (0, 4)]
    """
    if not re.fullmatch(r"\s*\d{1,3},\d{1,3}(\s+\d{1,3},\d{1,3})*\s*", text, re.ASCII):
        raise click.BadParameter(f"{text!r} is not cells by row and column, such as '0,3 0,4 1,3'")
    return [(int(row), int(column)) for row, column in re.findall(r"(\d+),(\d+)", text)]


def size_text(size: int) -> str:
    """A number of bytes as text, such as 13.6 MB."""
    for unit, of in ("GB", 10**9), ("MB", 10**6), ("kB", 10**3):
        if size >= of:
            return f"{size / of:.1f} {unit}"
    return f"{size} bytes"
