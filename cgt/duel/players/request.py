"""What built-in players are made from: the game they play, and values for everything that a player
does not decide itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol, get_args

from cgt import _native
from cgt.common.chance import derived_seed
from cgt.common.errors import CgtError, PieceError
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.evaluate.best import Side, best_weights
from cgt.duel.evaluate.weights import Weights
from cgt.duel.players.player import Reading
from cgt.duel.rules import Rules
from cgt.duel.well import Well

Ties = Literal["first", "last", "random"]
TIES: tuple[Ties, ...] = get_args(Ties)

MOST_DEPTH = 16


@dataclass(frozen=True)
class Request:
    """A game, the seed of the player's chance, the setting's values, and the limits for reading
    files. Good and Bad draw from different streams of chance, so that even equal seeds of their own
    do not make them alike. If what Bad sends can be computed, `foreseen` makes a copy of it for
    Good, who may look `ahead` so many pieces. `bag` says that chance deals them from a bag."""

    rules: Rules
    depth: int = 1
    ties: Ties = "first"
    seed: int = 0
    stream: int = 0
    preview: int = 0
    beam: int = 32
    garbage: int = 0
    scoring: str = "lines"
    start: Well | None = None
    limits: Limits = UNLIMITED
    ahead: int = 0
    foreseen: Callable[[], _native.Bad] | None = field(default=None, compare=False)
    bag: bool = False
    reading: Reading = field(default_factory=Reading, compare=False)

    def chance(self, seed: int | None = None) -> int:
        """The seed of a player's chance, made from the player's own seed if it has one."""
        return self.seed if seed is None else derived_seed(seed, self.stream)

    @property
    def side(self) -> Side:
        """Whose player is made from this."""
        return "bad" if self.stream else "good"

    def weights(self, named: Weights | str | None, *, seen: int = 1, depth: int = 1) -> Weights:
        """The weights themselves, or those with this name; without any, the best known for this
        game and a player that looks at `seen` visible pieces, or `depth` ahead by min-max. Raises
        CgtError."""
        if named is None:
            return best_weights(
                self.rules, seen=seen, depth=depth, scoring=self.scoring, side=self.side,
                bag=self.bag,
            )  # fmt: skip
        return named if isinstance(named, Weights) else Weights.named(named)

    def native_ties(self, ties: Ties | None) -> _native.Ties:
        return _native.Ties[(self.ties if ties is None else ties).upper()]

    def numbers(self, player: str, pieces: str) -> list[int]:
        """The numbers of pieces that a player needs; raises PieceError if one is missing."""
        for piece in pieces:
            if piece not in self.rules.names:
                raise PieceError(f"the player {player!r} needs the piece {piece}")
        return [self.rules.number(piece) for piece in pieces]


class MakesGood(Protocol):
    """A Good player that is played natively."""

    def native_good(self, request: Request) -> _native.Good:
        """The player in this game; raises CgtError if it cannot play it."""


class MakesBad(Protocol):
    """A Bad player that is played natively."""

    def native_bad(self, request: Request) -> _native.Bad:
        """The player in this game; raises CgtError if it cannot play it."""


def check_depth(depth: int) -> None:
    """Raises CgtError if no player looks this far ahead."""
    if not 1 <= depth <= MOST_DEPTH:
        raise CgtError(f"players look 1 to {MOST_DEPTH} pieces ahead, not {depth}")


def check_ties(ties: str) -> None:
    """Raises CgtError if there is no such way to break ties."""
    if ties not in TIES:
        raise CgtError(f"ties are broken by {', '.join(TIES)}, not {ties!r}")


def name_with(player: str, weights: Weights | str | None) -> str:
    """A player's name, followed by that of its weights if it has some."""
    if weights is None:
        return player
    return f"{player}:{weights if isinstance(weights, str) else weights.name}"
