"""The patterns that come with the program, as the atlas uses them: each is checked once, and then
says that Good wins on every width that it holds for.

>>> dict(patterns_for(10))["every-even-oj"].height
5
>>> "every-even-oj" in dict(patterns_for(9))
False
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from cgt.common.examples import examples
from cgt.duel.exact.pattern import KIND, Pattern
from cgt.duel.exact.pattern_check import verify_pattern


def patterns_for(width: int) -> Iterator[tuple[str, Pattern]]:
    """The patterns that hold for a width, with their names. Each is read and checked when its turn
    comes: all of them together take a second."""
    for known in examples():
        if known.kind == KIND:
            pattern = _read(known.name)
            if pattern.holds_for(width) and _is_valid(known.name):
                yield known.name, pattern


@cache
def _read(name: str) -> Pattern:
    return Pattern.read(f"example:{name}")


@cache
def _is_valid(name: str) -> bool:
    return verify_pattern(_read(name)).valid
