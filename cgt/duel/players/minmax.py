"""Min-max: looking some pieces ahead, as Good or as Bad.

>>> print(MinMax("kravec-1", depth=2))
minmax:kravec-1
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cgt import _native
from cgt.duel.evaluate.weights import Weights
from cgt.duel.players.request import Request, Ties, check_depth, check_ties, name_with


@dataclass(frozen=True)
class MinMax:
    """As Good, takes the placement whose worst case is best; as Bad, sends the piece whose best
    placement is worst. Where a value is None, the setting's value counts; without weights, it takes
    the best known for the game."""

    weights: Weights | str | None = None
    depth: int | None = None
    ties: Ties | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.depth is not None:
            check_depth(self.depth)
        if self.ties is not None:
            check_ties(self.ties)

    def in_game(self, request: Request) -> MinMax:
        """This player with the weights that it takes in a game."""
        return replace(self, weights=self._weights(request))

    def native_good(self, request: Request) -> _native.Good:
        return _native.good_minmax(*self._arguments(request))

    def native_bad(self, request: Request) -> _native.Bad:
        return _native.bad_minmax(*self._arguments(request))

    def _arguments(
        self, request: Request
    ) -> tuple[_native.DuelRules, _native.Evaluation, int, _native.Ties, int]:
        return (
            request.rules.native,
            self._weights(request).native,
            self._depth(request),
            request.native_ties(self.ties),
            request.chance(self.seed),
        )

    def _depth(self, request: Request) -> int:
        return request.depth if self.depth is None else self.depth

    def _weights(self, request: Request) -> Weights:
        return request.weights(self.weights, depth=self._depth(request))

    def __str__(self) -> str:
        return name_with("minmax", self.weights)
