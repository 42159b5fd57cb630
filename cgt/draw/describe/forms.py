"""Forms: what there is to say of one, as facts by name, the same for people and for scripts."""

from __future__ import annotations

from typing import Any

from cgt.placement.forms import Form


def form_facts(plain: Form | None, canonical: Form, longest: int | None) -> dict[str, Any]:
    """A form with its canonical form; the unreduced one may be unknown. Texts are cut at `longest`
    characters."""
    whole = plain or canonical
    return {
        "ois": None if plain is None else plain.text(longest),
        "canonical": canonical.text(longest, heaps=True),
        "outcome": canonical.outcome(),
        "nimber": canonical.nimber,
        "misere_nimber": canonical.misere_nimber,
        "genus": canonical.genus,
        "birthday": whole.birthday,
        "options": len(whole.options),
        "followers": whole.followers,
    }
