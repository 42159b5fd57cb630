"""The players of a duel, by name.

A player is named as on the command line: `minmax`, `greedy:kravec-1`, `constant:S`. What a name
means stands in `good.GOOD_PLAYERS` and `bad.BAD_PLAYERS`, one small function each; playing itself
is native.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

from cgt import _native
from cgt.common.errors import CgtError
from cgt.duel.evaluate.weights import Weights
from cgt.duel.rules import Rules
from cgt.duel.well import Well

if TYPE_CHECKING:
    from cgt.duel.exact.strategy import Strategy

Ties = Literal["first", "last", "random"]
TIES: tuple[Ties, ...] = get_args(Ties)

DEFAULT_WEIGHTS = "kravec-2"

_Player = TypeVar("_Player")


@dataclass(frozen=True)
class Request:
    """What a player is made from: the game, what stands after the colon, and how it should play."""

    rules: Rules
    detail: str = ""
    depth: int = 1
    ties: Ties = "first"
    seed: int = 0
    preview: int = 0
    beam: int = 32
    garbage: int = 0
    start: Well | None = None

    def weights(self) -> Weights:
        """The weights named after the colon, or the usual ones."""
        return Weights.named(self.detail or DEFAULT_WEIGHTS)

    def native_ties(self) -> _native.Ties:
        return _native.Ties[self.ties.upper()]

    def no_detail(self, name: str) -> None:
        """Raises CgtError if something stands after the colon where nothing should."""
        if self.detail:
            raise CgtError(f"the player {name!r} takes nothing after its name")


_Advice = list[tuple[tuple[int, ...], list[int], tuple[int, int, int]]]


def load_strategy(request: Request, player: Literal["good", "bad"], *, checked: bool) -> Strategy:
    """The strategy of a file; raises CgtError if it is of another game or player, or if it is to be
    checked and does not hold."""
    from cgt.duel.exact.certificate import verify
    from cgt.duel.exact.strategy import Strategy

    if not request.detail:
        raise CgtError("this player needs a strategy file: strategy:FILE")
    strategy = Strategy.read(request.detail)
    if strategy.player != player:
        raise CgtError(f"{request.detail}: this is a strategy for {strategy.player}")
    for what in ("width", "moves"):
        theirs, ours = getattr(strategy.rules, what), getattr(request.rules, what)
        if theirs != ours:
            raise CgtError(f"{request.detail}: a strategy with {what} {theirs}, but this is {ours}")
    if checked:
        _check_fits(request, strategy)
        report = verify(strategy)
        if not report.valid:
            raise CgtError(f"{request.detail}: the strategy does not hold: {report.reason}")
    return strategy


def advice_of(strategy: Strategy, request: Request) -> _Advice:
    """A strategy's instructions as the native players take them; raises CgtError if there are
    none."""
    if not strategy.instructions:
        raise CgtError(f"{request.detail}: this strategy has no instructions")
    advice: _Advice = []
    for instruction in strategy.instructions:
        pieces = [request.rules.number(name) for name in instruction.visible]
        _, *place = instruction.placement or (None, 0, 0, 0)
        rotation, column, row = place
        advice.append((instruction.well.columns, pieces, (rotation, column, row)))
    return advice


def _check_fits(request: Request, strategy: Strategy) -> None:
    """Raises CgtError if a strategy proves nothing for this game."""
    ours, theirs = request.rules, strategy.rules
    good = strategy.player == "good"
    fewer, more = (ours, theirs) if good else (theirs, ours)
    lower, higher = (theirs, ours) if good else (ours, theirs)
    first = Well.empty(ours.width) if request.start is None else request.start
    for fits, what in (
        (request.garbage == 0, "game, with garbage"),
        (ours.ending == theirs.ending, "ending"),
        (strategy.argument is not None or request.preview == strategy.preview, "preview"),
        (first == strategy.first_well, "start"),
        (set(fewer.pieces) <= set(more.pieces), "pieces"),
        (lower.height <= higher.height, "height"),
    ):
        if not fits:
            raise CgtError(f"{request.detail}: this strategy proves nothing here: another {what}")


def named_player(
    kind: str, players: Mapping[str, Callable[[Request], _Player]], text: str, request: Request
) -> _Player:
    """The player of a name such as `greedy:kravec-1` or `constant:S`; raises CgtError."""
    name, _, detail = text.partition(":")
    if name not in players:
        raise CgtError(f"there is no {kind} player {name!r}; there are {', '.join(players)}")
    return players[name](replace(request, detail=detail))
