"""Good players: they place pieces and want the game to go on for ever.

>>> print(Beam("dt-20", keeps=4), Random())
beam:dt-20 random
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cgt import _native
from cgt.common.errors import CgtError
from cgt.duel.evaluate.best import BEST_FOR_HUNTS
from cgt.duel.evaluate.recommend import check_beam
from cgt.duel.evaluate.weights import Weights
from cgt.duel.kept_games import check_width, most_games
from cgt.duel.players.minmax import MinMax
from cgt.duel.players.request import Request, Ties, name_with
from cgt.duel.trace import Trace, read_trace


@dataclass(frozen=True)
class Greedy:
    """Takes the placement that leaves the best well, and looks no further. Without weights, it
    takes the best known for the game."""

    weights: Weights | str | None = None
    ties: Ties | None = None
    seed: int | None = None

    def in_game(self, request: Request) -> Greedy:
        """This player with the weights that it takes in a game."""
        return replace(self, weights=request.weights(self.weights))

    def native_good(self, request: Request) -> _native.Good:
        return MinMax(self.weights, 1, self.ties, self.seed).native_good(request)

    def __str__(self) -> str:
        return name_with("greedy", self.weights)


@dataclass(frozen=True)
class Beam:
    """Looks ahead over all visible pieces, and keeps only the best `keeps` wells after each one:
    the setting's `beam` if `keeps` is None, all wells if it is 0. Without weights, it takes the
    best known for the game.

    If what Bad sends can be computed, it looks so many pieces ahead as the setting says, as a hunt
    does, plays the first half of the best game, and looks again."""

    weights: Weights | str | None = None
    keeps: int | None = None

    def __post_init__(self) -> None:
        if self.keeps is not None:
            check_beam(self.keeps)

    def in_game(self, request: Request) -> Beam:
        """This player with the weights that it takes in a game."""
        return replace(self, weights=self._weights(request))

    def native_good(self, request: Request) -> _native.Good:
        keeps = request.beam if self.keeps is None else self.keeps
        rules, weights = request.rules.native, self._weights(request).native
        if request.foreseen is None:
            return _native.good_beam(rules, weights, keeps)
        check_width(keeps, request.limits)
        most = most_games(request.limits)
        bad = request.foreseen()
        return _native.good_foreseeing(rules, weights, bad, keeps, request.ahead, most)

    def _weights(self, request: Request) -> Weights:
        if self.weights is None and request.foreseen is not None:
            return Weights.named(BEST_FOR_HUNTS)
        return request.weights(self.weights, seen=1 + request.preview)

    def __str__(self) -> str:
        return name_with("beam", self.weights)


@dataclass(frozen=True)
class Best:
    """The strongest player known for the game: `Beam` if Good sees coming pieces, else `Greedy`,
    with the best known weights."""

    def in_game(self, request: Request) -> Beam | Greedy:
        """The player that it is in a game."""
        return (Beam() if request.preview else Greedy()).in_game(request)

    def native_good(self, request: Request) -> _native.Good:
        return self.in_game(request).native_good(request)

    def __str__(self) -> str:
        return "best"


@dataclass(frozen=True)
class Random:
    """Takes any placement by chance."""

    seed: int | None = None

    def native_good(self, request: Request) -> _native.Good:
        return _native.good_random(request.chance(self.seed))

    def __str__(self) -> str:
        return "random"


@dataclass(frozen=True)
class Replay:
    """Places pieces as in a trace. After the end of the trace, it takes the first placement.

    `name` is what messages call the trace.
    """

    trace: Trace
    name: str = "trace"

    def native_good(self, request: Request) -> _native.Good:
        for what in ("width", "height", "moves", "ending"):
            theirs, ours = getattr(self.trace.rules, what), getattr(request.rules, what)
            if theirs != ours:
                raise CgtError(f"{self.name}: a trace with {what} {theirs}, but this is {ours}")
        if self.trace.rules.model != request.rules.model:
            raise CgtError(f"{self.name}: a trace with another model {request.rules.moves}")
        return _native.good_scripted([placement[1:] for placement in self.trace.placements])

    def __str__(self) -> str:
        return f"replay:{self.name}"


@dataclass(frozen=True)
class ReplayFile:
    """The same for a file, which is read when a game begins, within the limits of that."""

    path: str

    def native_good(self, request: Request) -> _native.Good:
        return Replay(read_trace(self.path, request.limits), self.path).native_good(request)

    def __str__(self) -> str:
        return f"replay:{self.path}"
