"""Bad players: they choose the pieces and want the game to end.

>>> print(Constant("S"), Sequence("SZ"), Uniform())
constant:S sequence:SZ uniform
"""

from __future__ import annotations

from collections.abc import Sequence as Series
from dataclasses import dataclass, replace

from cgt import _native
from cgt.common.errors import CgtError
from cgt.duel.evaluate.weights import Weights
from cgt.duel.players.request import Request, name_with


@dataclass(frozen=True)
class Constant:
    """Sends one piece for ever."""

    piece: str

    def native_bad(self, request: Request) -> _native.Bad:
        return Sequence([self.piece]).native_bad(request)

    def __str__(self) -> str:
        return f"constant:{self.piece}"


@dataclass(frozen=True)
class Sequence:
    """Sends a sequence of pieces over and over: a text such as SZLJ, or a list of names."""

    pieces: Series[str]

    def __post_init__(self) -> None:
        if not self.pieces:
            raise CgtError("a sequence has at least one piece")

    def native_bad(self, request: Request) -> _native.Bad:
        numbers = [request.rules.number(request.rules.pieces.like(piece)) for piece in self.pieces]
        return _native.bad_sequence(request.rules.native, numbers)

    def __str__(self) -> str:
        return f"sequence:{''.join(self.pieces)}"


@dataclass(frozen=True)
class KnownSequence:
    """Sends a sequence that has a name."""

    name: str
    pieces: str

    def native_bad(self, request: Request) -> _native.Bad:
        return _native.bad_sequence(request.rules.native, request.numbers(self.name, self.pieces))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Uniform:
    """Sends any piece by chance, all with the same probability; before that, once, the `first`
    ones."""

    seed: int | None = None
    first: Series[str] = ()

    def native_bad(self, request: Request) -> _native.Bad:
        rules = request.rules
        first = [rules.number(rules.pieces.like(piece)) for piece in self.first]
        return _native.bad_uniform(rules.native, request.chance(self.seed), first)

    def __str__(self) -> str:
        return "uniform"


@dataclass(frozen=True)
class Bastet:
    """Sorts the pieces by how bad their best placement is. Sends the worst in 80 of 100 cases, the
    second worst in 12, the third in 6, the fourth in 2. Without weights, it takes the best known
    for the game."""

    weights: Weights | str | None = None
    seed: int | None = None

    def in_game(self, request: Request) -> Bastet:
        """This player with the weights that it takes in a game."""
        return replace(self, weights=request.weights(self.weights))

    def native_bad(self, request: Request) -> _native.Bad:
        native = request.weights(self.weights).native
        return _native.bad_bastet(request.rules.native, native, request.chance(self.seed))

    def __str__(self) -> str:
        return name_with("bastet", self.weights)


@dataclass(frozen=True)
class Brzustowski:
    """Sends S until the well repeats, then Z until it repeats, and so on. With a preview, Good sees
    the change one piece ahead."""

    def native_bad(self, request: Request) -> _native.Bad:
        s, z = request.numbers("brzustowski", "SZ")
        return _native.bad_brzustowski(request.rules.native, s, z)

    def __str__(self) -> str:
        return "brzustowski"
