"""Forms: what there is to say of one, in words for people and as data for scripts.

>>> from cgt.placement.forms import Forms
>>> form = Forms().parse("*2 + *1")
>>> dict(form_facts(Formed(form, form.canonical())))["misère nimber"]
3
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cgt.board.boardfile import Board
from cgt.placement.forms import Form

Fact = tuple[str, object]  # what it is called, and its value; None if that is not known

LONGEST_WHOLE = 2**26  # characters of a form that is wanted whole, however long it is
_NOT_KNOWN = "not known within the limits"


@dataclass(frozen=True)
class Heap:
    """A heap of an octal game, and its nimber, which is known also where its form is not."""

    code: str
    size: int
    nimber: int


@dataclass(frozen=True)
class Formed:
    """A form before and after reduction; either may be unknown. `board` is the form's board, or
    `heap` its heap, if it has one."""

    plain: Form | None
    canonical: Form | None
    board: Board | None = None
    heap: Heap | None = None

    @property
    def whole(self) -> Form | None:
        """The form before it was reduced, if that is known."""
        return self.plain or self.canonical


def form_facts(formed: Formed, longest: int | None = None) -> list[Fact]:
    """The facts about a form. Texts are cut at `longest` characters."""
    plain, canonical, whole, heap = formed.plain, formed.canonical, formed.whole, formed.heap
    wild = canonical and canonical.wild_follower
    return [
        ("name", None if formed.board is None else formed.board.name),
        *([] if heap is None else [("octal", heap.code), ("heap", heap.size)]),
        ("ois", plain and plain.text(longest)),
        ("canonical", canonical and canonical.text(longest, heaps=True)),
        ("outcome", canonical.outcome() if canonical else "unknown"),
        ("nimber", canonical.nimber if canonical else heap and heap.nimber),
        ("misère nimber", canonical and canonical.misere_nimber),
        ("genus", canonical and canonical.genus),
        ("tame", canonical and ("no" if wild else "yes")),
        ("wild follower", wild and f"{wild.text(longest, heaps=True)}, genus {wild.genus}"),
        ("birthday", whole and whole.birthday),
        ("options", whole and len(whole.options)),
        ("followers", whole and whole.followers),
        ("ois note", None if plain else _NOT_KNOWN),
        *([] if canonical else [("canonical note", _NOT_KNOWN)]),
    ]


def form_data(formed: Formed, longest: int | None = None) -> dict[str, Any]:
    """The same for scripts: a name only where there is a board, notes only where there is something
    to note."""
    said = {name.replace(" ", "_").replace("è", "e"): v for name, v in form_facts(formed, longest)}
    wild = formed.canonical and formed.canonical.wild_follower
    said["tame"] = None if formed.canonical is None else wild is None
    said["wild_follower"] = wild and {
        "canonical": wild.text(longest, heaps=True),
        "genus": wild.genus,
    }
    left_out = {key for key, value in said.items() if key.endswith("_note") and value is None}
    if formed.board is None:
        left_out.add("name")
    place = {} if formed.board is None else place_data(formed.board)
    return place | {key: value for key, value in said.items() if key not in left_out}


def place_data(board: Board) -> dict[str, Any]:
    """Which board something is said of, for scripts; a board that is in no file has no line."""
    return {
        "file": board.file,
        "line": None if board.file is None else board.where.line,
        "width": board.grid.width,
        "height": board.grid.height,
    }
