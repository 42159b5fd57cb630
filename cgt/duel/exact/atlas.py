"""The atlas: who wins the duel, for every set of the seven tetrominoes and many wells.

It is kept in one SQLite file, and filling it can be resumed at any time. A cell that follows from
other cells or from an argument is not computed; its reason is kept with it. On small wells it is
computed all the same, as a check.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from cgt.common.errors import CgtError
from cgt.common.limits import UNLIMITED, Limits
from cgt.common.parallel import run_jobs
from cgt.duel.exact.atlas_cells import (
    SETS,
    Cell,
    LeastHeight,
    Place,
    argued,
    computed,
    following,
    in_a_mirror,
    least_height_in,
    mirrored,
    origin,
)
from cgt.duel.exact.atlas_file import open_atlas, read_cells, read_certificate, write_cell
from cgt.duel.exact.certificate import Report, verify
from cgt.duel.exact.solve import DEFAULT_MEMORY, decide
from cgt.duel.exact.strategy import Strategy

_FILLING = "filling the atlas"
_CHEAP = 12  # cells: for wells this small, inferred answers are computed, too, as a check


class Atlas:
    """Who wins the duel, for every set of tetrominoes: a table in a file."""

    def __init__(self, path: str | Path, limits: Limits = UNLIMITED) -> None:
        """Opens a file, and makes it if it does not exist. Raises CgtError if it is no atlas, or
        says what cannot be, and LimitError if it takes more memory than allowed."""
        self._path = path
        self._database = open_atlas(path)
        try:
            self._known = read_cells(self._database, path, limits.bytes())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def __len__(self) -> int:
        return len(self._known)

    def get(self, place: Place) -> Cell | None:
        """What is known of a game; None if nothing is."""
        return self._known.get(place)

    def cells(self) -> Iterator[Cell]:
        """All cells that are known."""
        yield from self._known.values()

    def add(self, cell: Cell) -> None:
        """Keeps a cell and writes it to the file at once."""
        write_cell(self._database, self._path, cell)
        self._known[cell.place] = cell

    def infer(self, place: Place) -> Cell | None:
        """What follows for a game from an argument or from the cells of other games; None if
        nothing does. A small game is computed as well: raises CgtError if the two differ."""
        known = self._known.values()
        cell = argued(place) or next(filter(None, (following(one, place) for one in known)), None)
        if cell is not None and place.width * place.height <= _CHEAP:
            winner = decide(place.rules(), place.preview)
            if winner != cell.winner:
                raise CgtError(f"{place}: {winner} by computation, but {cell.winner} {cell.how}")
            cell = replace(cell, verified=True)
        return cell

    def fill(
        self,
        widths: range,
        heights: range,
        previews: range,
        *,
        seconds: float,
        memory: int = DEFAULT_MEMORY,
        processes: int | None = 1,
        cluster: str | None = None,
        limits: Limits = UNLIMITED,
        progress: Callable[[Cell], object] = lambda _: None,
    ) -> None:
        """Fills in what is not known, with this many seconds and bytes for each game. Narrow wells
        come first, then short previews, then low wells, then few pieces. Raises LimitError if the
        time for all games is up; what is known by then is kept."""
        job = partial(computed, seconds=seconds, memory=memory, limits=limits)
        for width, preview, height in itertools.product(widths, previews, heights):
            for _, group in itertools.groupby(SETS, key=len):
                missing: list[Place] = []
                for pieces in group:
                    limits.check(_FILLING)
                    place = Place(pieces, width, height, preview)
                    known = self.get(place)
                    if known is not None and known.winner != "unknown":
                        continue
                    cell = self.infer(place)
                    if cell is not None:
                        self.add(cell)
                        progress(cell)
                    elif _is_worth_trying(known, seconds, memory) and not any(
                        mirrored(pieces) == other.pieces for other in missing
                    ):
                        missing.append(place)
                for cell in run_jobs(job, missing, processes, cluster):
                    if cell.winner == "unknown":  # because its own time was up, or that for all?
                        limits.check(_FILLING)
                    self.add(cell)
                    progress(cell)
                    image = in_a_mirror(cell)
                    if image.place != cell.place:
                        self.add(image)

    def certificate(self, place: Place) -> str | None:
        """The text of the winner's strategy, if one is kept for this very game; raises CgtError."""
        return read_certificate(self._database, self._path, place)

    def strategy(self, place: Place, limits: Limits = UNLIMITED) -> Strategy | None:
        """The same as a strategy. Raises CgtError if what is kept is no strategy, or is one for
        another game; LimitError if the limits did not suffice."""
        text = self.certificate(place)
        if text is None:
            return None
        strategy = Strategy.parse(text, f"{self._path}, {place}", limits)
        cell = self._known.get(place)
        if cell is None or not _is_for(strategy, cell):
            raise CgtError(f"{self._path}: the strategy kept for {place} is for another game")
        return strategy

    def recheck(self, limits: Limits = UNLIMITED) -> Iterator[tuple[Cell, Report]]:
        """The checker's report on each strategy that is kept. Raises CgtError and LimitError."""
        for cell in list(self.cells()):
            strategy = self.strategy(cell.place, limits)
            if strategy is not None:
                yield cell, verify(strategy, limits)

    def origin(self, cell: Cell) -> tuple[Cell, bool]:
        """The cell at the end of the chain of inferences that led to a cell, or the cell itself if
        it was not inferred; and whether it must be mirrored. Its strategy serves here, too."""
        in_mirror, seen = False, {cell.place}
        while found := origin(cell):
            place, mirror = found
            known = self.get(place)
            if known is None or place in seen:
                break
            seen.add(place)
            cell, in_mirror = known, in_mirror != mirror
        return cell, in_mirror

    def least(self, width: int, preview: int) -> dict[str, LeastHeight]:
        """For each set of pieces what is known about the least height at which Good wins."""
        cells: dict[str, list[Cell]] = {}
        for place, cell in self._known.items():
            if (place.width, place.preview) == (width, preview):
                cells.setdefault(place.pieces, []).append(cell)
        return {pieces: least_height_in(cells[pieces]) for pieces in SETS if pieces in cells}

    def least_heights(self, width: int, preview: int) -> dict[str, str]:
        """For each set of pieces the least height at which Good wins, as text: ≤ if no lower height
        was tried, > if Bad wins at all known heights, ? if some height is not decided."""
        return {pieces: str(least) for pieces, least in self.least(width, preview).items()}


def _is_for(strategy: Strategy, cell: Cell) -> bool:
    """Whether a strategy is one for the winner of a cell's game."""
    place = cell.place
    return (
        strategy.player == cell.winner
        and strategy.rules == place.rules()
        and strategy.preview == place.preview
        and not any(strategy.first_well.columns)
    )


def _is_worth_trying(known: Cell | None, seconds: float, memory: int) -> bool:
    """Whether a game is new, or was given up with less time or memory than now."""
    if known is None or known.allowed_seconds is None or known.allowed_memory is None:
        return True
    return known.allowed_seconds < seconds or known.allowed_memory < memory
