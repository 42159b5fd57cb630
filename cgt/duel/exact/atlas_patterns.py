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
    """The patterns that hold for a width, with their names."""
    return ((name, found) for name, found in _patterns().items() if found.holds_for(width))


@cache
def _patterns() -> dict[str, Pattern]:
    names = [known.name for known in examples() if known.kind == KIND]
    read = {name: Pattern.read(f"example:{name}") for name in names}
    return {name: pattern for name, pattern in read.items() if verify_pattern(pattern).valid}
