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

_NOT_KNOWN = "not known within the limits"


@dataclass(frozen=True)
class Formed:
    """A form before and after reduction; the form before may be unknown. `board` is the form's
    board, if it has one."""

    plain: Form | None
    canonical: Form
    board: Board | None = None

    @property
    def whole(self) -> Form:
        """The form before it was reduced, if that is known."""
        return self.plain or self.canonical


def form_facts(formed: Formed, longest: int | None = None) -> list[Fact]:
    """The facts about a form. Texts are cut at `longest` characters."""
    plain, canonical, whole = formed.plain, formed.canonical, formed.whole
    return [
        ("name", None if formed.board is None else formed.board.name),
        ("ois", None if plain is None else plain.text(longest)),
        ("canonical", canonical.text(longest, heaps=True)),
        ("outcome", canonical.outcome()),
        ("nimber", canonical.nimber),
        ("misère nimber", canonical.misere_nimber),
        ("genus", canonical.genus),
        ("birthday", whole.birthday),
        ("options", len(whole.options)),
        ("followers", whole.followers),
        ("ois note", _NOT_KNOWN if plain is None else None),
    ]


def form_data(formed: Formed, longest: int | None = None) -> dict[str, Any]:
    """The same for scripts."""
    plain, canonical, whole = formed.plain, formed.canonical, formed.whole
    name = {} if formed.board is None else {"name": formed.board.name}
    note = {"ois_note": _NOT_KNOWN} if plain is None else {}
    return {
        **name,
        "ois": None if plain is None else plain.text(longest),
        "canonical": canonical.text(longest, heaps=True),
        "outcome": canonical.outcome(),
        "nimber": canonical.nimber,
        "misere_nimber": canonical.misere_nimber,
        "genus": canonical.genus,
        "birthday": whole.birthday,
        "options": len(whole.options),
        "followers": whole.followers,
        **note,
    }
