"""Bad players that deal bags: each piece once, then each again, and so on.

>>> print(Bag(), Bag(of=Hatetris()))
bag bag:hatetris
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cgt import _native
from cgt.common.errors import CgtError
from cgt.duel.players.bad import Bastet, Uniform
from cgt.duel.players.hatetris import Hatetris
from cgt.duel.players.minmax import MinMax
from cgt.duel.players.request import Request

InBags = Uniform | MinMax | Bastet | Hatetris
IN_BAGS = (Uniform, MinMax, Bastet, Hatetris)


@dataclass(frozen=True)
class Bag:
    """Sends all pieces in a random order, then all again in another, and so on. With `of`, another
    player chooses the order: it takes the best piece for itself of those still in the bag, and one
    that looks ahead knows what can come after that."""

    seed: int | None = None
    of: InBags | None = None

    def __post_init__(self) -> None:
        if self.of is not None and not isinstance(self.of, IN_BAGS):
            raise CgtError(f"{type(self.of).__name__} cannot be restricted to a bag")

    def in_game(self, request: Request) -> Bag:
        """This player with the weights that it takes in a game, if it names none."""
        if isinstance(self.of, MinMax | Bastet) and self.of.weights is None:
            return replace(self, of=self.of.in_game(request))
        return self

    def native_bad(self, request: Request) -> _native.Bad:
        if self.of is None or isinstance(self.of, Uniform):
            seed = self.of.seed if self.of is not None and self.seed is None else self.seed
            return _native.bad_bag(request.rules.native, request.chance(seed))
        of = self.of
        if self.seed is not None and not isinstance(of, Hatetris) and of.seed is None:
            of = replace(of, seed=self.seed)
        try:
            return _native.bad_bag_of(of.native_bad(request))
        except ValueError as error:
            raise CgtError(f"{self}: {error}") from None

    def __str__(self) -> str:
        return "bag" if self.of is None else f"bag:{self.of}"
