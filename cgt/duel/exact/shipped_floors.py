"""Bad's strategies by floors that come with the program, one file for each set of pieces, width and
preview. `docs/make_arguments.py` finds them; the checker checks them like anybody else's."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cgt.common.limits import UNLIMITED
from cgt.duel.exact.instruction import Instruction
from cgt.duel.exact.strategy_text import Head, parse_strategy_text
from cgt.duel.rules import Rules

FOLDER = Path(__file__).parent / "shipped"


def file_name(pieces: str, width: int, preview: int) -> str:
    """What the file for a game is called."""
    return f"{pieces}-width-{width}-preview-{preview}.txt"


def shipped_floors(rules: Rules, preview: int) -> tuple[Instruction, ...]:
    """The instructions for this game, or for one with fewer pieces; none if there are none."""
    if not rules.only_drops:
        return ()
    ours = set(rules.pieces)
    for head, instructions in _shipped(rules.width, preview):
        if set(head.rules.pieces) <= ours:
            return instructions
    return ()


@cache
def _shipped(width: int, preview: int) -> list[tuple[Head, tuple[Instruction, ...]]]:
    """All that there are for a width and a preview, those for the fewest pieces first."""
    found = []
    for path in sorted(FOLDER.glob(file_name("*", width, preview))):
        text = path.read_text(encoding="utf-8")
        head, instructions = parse_strategy_text(text, path.name, UNLIMITED)
        found.append((head, tuple(instructions)))
    return sorted(found, key=lambda one: (len(one[0].rules.names), len(one[1])))
