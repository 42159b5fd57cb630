"""How the atlas is filled: first what follows, then what is found quickly, then the rest.

For each width there are three steps. Patterns, arguments and other cells settle what they can. Then
Good's strategies inside lanes are looked for: those searches are small, also in wells as wide and
high as the usual one, and as a strategy for a low well serves in a higher one, low wells are tried,
too. So are strategies that cover few cells, in wells that are not too large. Last, whole games are
searched, with a small part of the time for each game first. In what order is the frontier's choice
(`atlas_frontier`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from cgt.common.limits import Limits
from cgt.common.parallel import run_jobs
from cgt.duel.exact.atlas_cells import COMPUTED, SETS, Cell, Place, by_patterns, computed
from cgt.duel.exact.atlas_frontier import SMALL_SETS_FIRST, STEEP, Costs, Frontier, Game
from cgt.duel.exact.solve import COVERING_FEW, LANES, GoodPlays

_FILLING = "filling the atlas"
_AT_A_TIME = 4  # games, whatever the number of processes, so that it never changes the atlas
_RESTRICTED = (*LANES, *COVERING_FEW)
# Where wells are too high to be searched, many low ones are tried instead, and that takes long.
_SLOW_IN_TALL_WELLS = (GoodPlays.COVERING_THREE,)
# Strategies of a restricted kind are found quickly or hardly at all: a part of the time for a game,
# at most so many seconds.
_PART_FOR_RESTRICTED, _SECONDS_FOR_RESTRICTED = 1 / 5, 10.0
_LOW = range(13)  # heights at which strategies for wells higher than these are looked for
_LARGEST_SEARCHED = 60  # cells: no search of a whole well larger than this is likely to end
_PARTS = (1 / 64, 1 / 8, 1)  # of the time for a game, tried one after the other


class Cells(Protocol):
    """What is filled: an atlas."""

    def get(self, place: Place) -> Cell | None: ...
    def infer(self, place: Place, *, by_arguments: bool = True) -> Cell | None: ...
    def is_settled(self, place: Place) -> bool: ...
    def add(self, cell: Cell) -> None: ...
    def add_with_image(self, cell: Cell) -> None: ...
    def written_at_once(self) -> AbstractContextManager[None]: ...


@dataclass(frozen=True)
class Jobs:
    """How games are computed: in so many seconds and bytes for each, in this process or in
    others."""

    seconds: float
    memory: int
    processes: int | None
    cluster: str | None
    limits: Limits

    def run(self, places: Sequence[Place], seconds: float, way: GoodPlays) -> Iterator[Cell]:
        """Who wins these games. Raises LimitError if the time for all games is up."""
        self.limits.check(_FILLING)
        job = partial(computed, seconds=seconds, memory=self.memory, way=way, limits=self.limits)
        for cell in run_jobs(job, places, self.processes, self.cluster):
            if cell.winner == "unknown":  # because its own time was up, or that for all?
                self.limits.check(_FILLING)
            yield cell


@dataclass(frozen=True)
class Filling:
    """The games of one width to be filled in."""

    atlas: Cells
    jobs: Jobs
    progress: Callable[[Cell], object]
    width: int
    heights: Sequence[int]
    previews: Sequence[int]
    moves: str

    def run(self) -> None:
        """Fills the games in. Raises LimitError if the time is up; what is known is kept."""
        try:
            self.write_what_follows()
            self.jobs.limits.check(_FILLING)
            for way in _RESTRICTED:
                if way not in _SLOW_IN_TALL_WELLS or not self._is_tall():
                    self._find_strategies(way)
            for part in _PARTS:
                self._search(part * self.jobs.seconds)
        finally:
            self.write_what_follows()
        self._write_what_was_given_up()

    def _find_strategies(self, way: GoodPlays) -> None:
        """Finds Good's strategies of a restricted kind by drops, which serve with all moves, and in
        all higher wells."""
        seconds = min(_SECONDS_FOR_RESTRICTED, _PART_FOR_RESTRICTED * self.jobs.seconds)
        heights = self._with_low_heights() if way in LANES else self._searched_heights()
        frontier = self._frontier(heights, seconds, SMALL_SETS_FIRST)
        while games := frontier.next_games(_AT_A_TIME):
            places = [Place(pieces, self.width, h, preview) for pieces, h, preview in games]
            for game, cell in zip(games, self.jobs.run(places, seconds, way), strict=True):
                if cell.winner == "good":
                    frontier.settle("good", game)
                    self._found(cell)
                elif cell.seconds is not None and cell.seconds < seconds:
                    frontier.settle("bad", game)  # there is none, so there is none for harder games
                else:
                    frontier.leave_out_larger(game)

    def _search(self, seconds: float) -> None:
        """Searches whole games, so many seconds each."""
        heights = self._searched_heights()
        is_tall = self._is_tall()
        frontier = self._frontier(heights, seconds, STEEP)
        while games := frontier.next_games(_AT_A_TIME):
            places = [self._place(game) for game in games]
            cells = self.jobs.run(places, seconds, GoodPlays.ANYWHERE)
            for game, cell in zip(games, cells, strict=True):
                if cell.winner != "unknown":
                    frontier.settle(cell.winner, game)
                elif is_tall:  # only low wells are searched, and only Good's strategies serve
                    frontier.leave_out_larger(game)
                else:
                    frontier.leave_out(game)
                self._found(cell)

    def _with_low_heights(self) -> list[int]:
        """The heights to fill in, and in wells too high to be searched lower ones, too, because
        Good's strategies for those serve there."""
        return sorted({*self.heights, *(_LOW if max(self.heights) > max(_LOW) else ())})

    def _searched_heights(self) -> list[int]:
        """Those of them that are low enough for searches outside lanes."""
        return [h for h in self._with_low_heights() if h * self.width <= _LARGEST_SEARCHED]

    def _is_tall(self) -> bool:
        """Whether some wells are too high to be searched, so that low ones are instead."""
        return self._searched_heights() != list(self.heights)

    def _places(self) -> Iterator[Place]:
        """The games to fill in. What Bad wins with a long preview in a high well comes first,
        because the same follows for the others."""
        for preview in reversed(self.previews):
            for height in reversed(self.heights):
                for pieces in SETS:
                    yield self._place((pieces, height, preview))

    def _place(self, game: Game) -> Place:
        pieces, height, preview = game
        return Place(pieces, self.width, height, preview, self.moves)

    def write_what_follows(self) -> None:
        """Writes down what follows from a pattern, from an argument or from other games; once the
        time is up only the last, which takes none."""
        limits = self.jobs.limits
        for won in by_patterns(self.width):
            if limits.is_over():
                break
            place = won.place
            needed = place.height <= max(self.heights) and place.preview <= max(self.previews)
            if needed and not self.atlas.is_settled(place):
                self._found(won)
        with self.atlas.written_at_once():
            for place in self._places():
                known = self.atlas.get(place)
                if known is None or known.winner == "unknown":
                    cell = self.atlas.infer(place, by_arguments=not limits.is_over())
                    if cell is not None:
                        self.atlas.add(cell)
                        self.progress(cell)

    def _write_what_was_given_up(self) -> None:
        """Writes down with which limits the games were given up that are still not known."""
        seconds, memory = self.jobs.seconds, self.jobs.memory
        with self.atlas.written_at_once():
            for place in self._places():
                known = self.atlas.get(place)
                if known is None or (
                    known.winner == "unknown" and self._is_worth_trying(known, seconds)
                ):
                    cell = Cell(place, "unknown", COMPUTED)
                    self.atlas.add(replace(cell, allowed_seconds=seconds, allowed_memory=memory))

    def _found(self, cell: Cell) -> None:
        self.atlas.add_with_image(cell)
        self.progress(cell)

    def _frontier(self, heights: Sequence[int], seconds: float, costs: Costs) -> Frontier:
        """A frontier of the games that are not settled, if one with the same pieces and preview is
        to be filled in, without those that were given up with as much time and memory as now."""
        asked = [place for place in self._places() if not self.atlas.is_settled(place)]
        wanted = {(place.pieces, place.preview) for place in asked}

        def is_open(game: Game) -> bool:
            pieces, _, preview = game
            return (pieces, preview) in wanted and not self.atlas.is_settled(self._place(game))

        frontier = Frontier(heights, self.previews, costs, self.width, is_open)
        for place in asked:
            known = self.atlas.get(place)
            if known is not None and not self._is_worth_trying(known, seconds):
                frontier.leave_out((place.pieces, place.height, place.preview))
        return frontier

    def _is_worth_trying(self, known: Cell, seconds: float) -> bool:
        """Whether a game that is not known was given up with less time or memory than now."""
        if known.allowed_seconds is None or known.allowed_memory is None:
            return True
        return known.allowed_seconds < seconds or known.allowed_memory < self.jobs.memory
