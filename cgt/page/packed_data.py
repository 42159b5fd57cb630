"""What the page needs only now and then, and is large: it is packed, and unpacked when it is asked
for.

Arrow diagrams of the strategies, rules by which traces are replayed, and proofs to play against.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from cgt.common.errors import CgtError
from cgt.common.examples import examples
from cgt.draw.diagram import strategy_drawing
from cgt.duel.moves import MODELS
from cgt.duel.rules import ENDINGS, Ending, Rules
from cgt.duel.rulesets import RULE_SETS
from cgt.page import duel_data

_WIDTHS = range(2, 21)
_ANY_HEIGHT = "*"
_MOST_BYTES_OF_PROOF = 4000  # the page is small; others are loaded from files


def packed_data() -> dict[str, Any]:
    """All of it, ready to be written as JSON."""
    return {"diagrams": diagrams(), "rules": trace_rules(), "proofs": proofs()}


def diagrams() -> list[str]:
    """The arrow diagram of each strategy that the page's user can play against."""
    return [str(strategy_drawing(strategy)) for strategy in duel_data.proved_strategies()]


def trace_rules() -> dict[str, dict[str, Any]]:
    """Rules by model, ending, width and height, as the core reads them: how pieces move inside, and
    each piece. Many are the same for every height; of the others, those of the rule sets."""
    sizes = {(each.width, each.height) for each in RULE_SETS.values()}
    found = {}
    for moves, ending in product(MODELS, ENDINGS):
        for width in _WIDTHS:
            if words := _for_every_height(width, moves, ending):
                found[f"{moves} {ending} {width} {_ANY_HEIGHT}"] = words
        for width, height in sorted(sizes):
            if f"{moves} {ending} {width} {_ANY_HEIGHT}" not in found:
                rules = Rules(width=width, height=height, moves=moves, ending=ending)
                found[f"{moves} {ending} {width} {height}"] = duel_data.words_by_piece(rules)
    return found


def _for_every_height(width: int, moves: str, ending: Ending) -> dict[str, Any] | None:
    """The words of rules, if the height does not matter to them."""
    try:
        low, high = (Rules(width=width, height=h, moves=moves, ending=ending) for h in (12, 20))
    except CgtError:  # the model wants a wider well
        return None
    words = duel_data.words_by_piece(low)
    return words if words == duel_data.words_by_piece(high) else None


def proofs() -> list[dict[str, str]]:
    """The shorter example proofs, as they are written."""
    short = [
        example
        for example in examples()
        if example.kind == "proof" and example.file.stat().st_size <= _MOST_BYTES_OF_PROOF
    ]
    return [{"name": example.name, "text": example.text()} for example in short]
