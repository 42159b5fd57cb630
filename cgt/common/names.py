"""Names as people type them: in any case, with or without accents; and the nearest name if there is
none like it.

>>> named("Misère", ["misere", "normal"]), named("HATETRIS_mild", ["hatetris-mild"])
('misere', 'hatetris-mild')
>>> named("gredy", ["greedy", "beam"]) is None
True
>>> did_you_mean("gredy", ["greedy", "beam"])
' (did you mean greedy?)'
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeVar

_Name = TypeVar("_Name", bound=str)
_LEAST_START = 2  # letters that tell a name by its beginning


def named(text: str, names: Iterable[_Name]) -> _Name | None:
    """The name that a text means: itself, or the only one that is the same but for case and
    accents. None if there is none."""
    known = list(names)
    for name in known:
        if name == text:
            return name
    alike = [name for name in known if _folded(name) == _folded(text)]
    return alike[0] if len(alike) == 1 else None


def nearest(text: str, names: Iterable[_Name]) -> _Name | None:
    """The name that a text was probably meant to be; None if it is like none of them."""
    wanted = _folded(text)
    by_folded = {_folded(name): name for name in names}
    close = get_close_matches(wanted, by_folded, n=1)
    if not close and len(wanted) >= _LEAST_START:
        close = [name for name in by_folded if name.startswith(wanted)]
    return by_folded[close[0]] if close else None


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """The end of a message about a name that does not exist: the nearest one, or nothing."""
    near = nearest(text, names)
    return "" if near is None else f" (did you mean {near}?)"


@lru_cache(maxsize=1024)  # the same few names are compared whenever a game is made
def _folded(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)  # accents as characters of their own
    plain = "".join(character for character in apart if not unicodedata.combining(character))
    return plain.casefold().replace("_", "-")
