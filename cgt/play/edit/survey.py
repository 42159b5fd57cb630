"""What is known about the board that is drawn: its regions at once, their values and who wins as
soon as they are found.

Everything is asked in short rounds, each longer than the one before. So small regions have their
values at once, however hard a large one is, and what is not found in time is not known.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cgt.board.grid import Grid
from cgt.board.regions import Region, label_regions
from cgt.common.limits import Limits
from cgt.placement.analysis import RegionValue, region_value
from cgt.placement.forms import Form
from cgt.placement.game import Outcome, PlacementGame
from cgt.placement.thinking import Thinker
from cgt.play.asking import answer

_FIRST_ROUND = 0.25  # seconds for one question
_LONGER = 4  # times as long is the next round


@dataclass
class Survey:
    """A board and what is known about it so far; None for what is not known yet."""

    grid: Grid
    game: PlacementGame
    regions: tuple[Region, ...] = ()
    labels: NDArray[np.int32] = field(init=False)
    values: list[RegionValue | None] = field(init=False)
    outcome: Outcome | None = None
    whole: Form | None = None  # the canonical form of the whole board
    is_done: bool = False  # nothing more will be found out

    def __post_init__(self) -> None:
        self.labels, _ = label_regions(self.grid, self.game.pieces)
        self.regions = self.game.regions(self.grid)
        self.values = [None] * len(self.regions)

    @property
    def nimber(self) -> int | None:
        """The value of the whole board in normal play."""
        total = 0
        for value in self.values:
            if value is None or value.canonical is None:
                return None
            total ^= value.canonical.nimber
        return total

    @property
    def is_complete(self) -> bool:
        """Whether there is nothing left to ask."""
        return self._all_valued and self.outcome is not None and self.whole is not None

    @property
    def _all_valued(self) -> bool:
        return all(value is not None and value.canonical is not None for value in self.values)

    async def find_out(self, thinker: Thinker, seconds: float) -> AsyncIterator[None]:
        """Asks for everything, up to so many seconds for each thing; yields whenever something is
        new. Whoever stops iterating stops the search."""
        for_each = min(_FIRST_ROUND, seconds)
        while True:
            async for _ in self._round(thinker, for_each):
                yield
            if self.is_complete or for_each >= seconds:
                break
            for_each = min(_LONGER * for_each, seconds)
        self.is_done = True
        yield

    async def _round(self, thinker: Thinker, seconds: float) -> AsyncIterator[None]:
        if self.outcome is None:
            self.outcome = await answer(
                lambda stop: thinker.outcome(self.grid, Limits.of(seconds=seconds), stop)
            )
            yield
        for number, region in enumerate(self.regions):
            known = self.values[number]
            if known is None or known.canonical is None:
                self.values[number] = await self._value(region, thinker, seconds)
                yield
        if self.whole is None and self._all_valued:
            self.whole = await answer(
                lambda stop: thinker.canonical(self.grid, Limits.of(seconds=seconds), stop)
            )
            yield

    async def _value(self, region: Region, thinker: Thinker, seconds: float) -> RegionValue:
        return await answer(
            lambda stop: region_value(region, thinker.until(stop), Limits.of(seconds=seconds))
        )
