"""Min-max: looking some pieces ahead, as Good or as Bad.

>>> print(MinMax("kravec-1", depth=2))
minmax:kravec-1
"""

from __future__ import annotations

from dataclasses import dataclass

from cgt import _native
from cgt.duel.evaluate.weights import Weights
from cgt.duel.players.request import (
    DEFAULT_WEIGHTS,
    Request,
    Ties,
    check_depth,
    check_ties,
    name_with,
    weights_of,
)


@dataclass(frozen=True)
class MinMax:
    """As Good, takes the placement whose worst case is best; as Bad, sends the piece whose best
    placement is worst. Where a value is None, the setting's value counts."""

    weights: Weights | str = DEFAULT_WEIGHTS
    depth: int | None = None
    ties: Ties | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.depth is not None:
            check_depth(self.depth)
        if self.ties is not None:
            check_ties(self.ties)

    def native_good(self, request: Request) -> _native.Good:
        return _native.good_minmax(*self._arguments(request))

    def native_bad(self, request: Request) -> _native.Bad:
        return _native.bad_minmax(*self._arguments(request))

    def _arguments(
        self, request: Request
    ) -> tuple[_native.DuelRules, _native.Evaluation, int, _native.Ties, int]:
        return (
            request.rules.native,
            weights_of(self.weights).native,
            request.depth if self.depth is None else self.depth,
            request.native_ties(self.ties),
            request.chance(self.seed),
        )

    def __str__(self) -> str:
        return name_with("minmax", self.weights)
