"""The players of a duel, by name.

A player is named as on the command line: `minmax`, `greedy:kravec-1`, `constant:S`. What a name
means stands in `good.GOOD_PLAYERS` and `bad.BAD_PLAYERS`, one small function each; playing itself
is native.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from cgt import _native
from cgt.duel.moves import Rules
from cgt.errors import CgtError
from cgt.evaluate import Evaluation, evaluation_named

Ties = Literal["first", "last", "random"]
TIES: tuple[Ties, ...] = get_args(Ties)

DEFAULT_EVALUATION = "kravec-2"


@dataclass(frozen=True)
class Request:
    """What a player is made from: the game, what stands after the colon, and how it should play."""

    rules: Rules
    detail: str = ""
    depth: int = 1
    ties: Ties = "first"
    seed: int = 0

    def evaluation(self) -> Evaluation:
        """The evaluation named after the colon, or the usual one."""
        return evaluation_named(self.detail or DEFAULT_EVALUATION)

    def native_ties(self) -> _native.Ties:
        return _native.Ties[self.ties.upper()]

    def no_detail(self, name: str) -> None:
        """Raises CgtError if something stands after the colon where nothing should."""
        if self.detail:
            raise CgtError(f"the player {name!r} takes nothing after its name")


def split_name(text: str) -> tuple[str, str]:
    """A player's name and what stands after the colon."""
    name, _, detail = text.partition(":")
    return name, detail
