"""The atlas: who wins the duel, for every set of the seven tetrominoes and many wells.

It is kept in one SQLite file, and filling it can be resumed at any time. A cell that follows from
other cells or from an argument is not computed; its reason is kept with it. On small wells it is
computed all the same, as a check. How it is filled is told in `atlas_filling`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from cgt.common.errors import CgtError
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.atlas_cells import (
    DROP,
    SETS,
    Cell,
    LeastHeight,
    Place,
    argued,
    has_argument,
    in_a_mirror,
    least_height_in,
    no_preview_helps,
    origin,
    strategy_of_pattern,
)
from cgt.duel.exact.atlas_file import (
    open_atlas,
    read_cells,
    read_certificate,
    write_cell,
    writing_at_once,
)
from cgt.duel.exact.atlas_filling import Filling, Jobs
from cgt.duel.exact.atlas_known import Known
from cgt.duel.exact.atlas_reasons import LeastPreview, Reason, least_preview, reason_of
from cgt.duel.exact.certificate import Report, verify
from cgt.duel.exact.solve import DEFAULT_MEMORY, decide
from cgt.duel.exact.strategy import Strategy

_CHEAP = 12  # cells: for wells this small, inferred answers are computed, too, as a check


class Atlas:
    """Who wins the duel, for every set of tetrominoes: a table in a file."""

    def __init__(self, path: str | Path, limits: Limits = UNLIMITED) -> None:
        """Opens a file, and makes it if it does not exist. Raises CgtError if it is no atlas, or
        says what cannot be, and LimitError if it takes more memory than allowed."""
        self._path = path
        self._database = open_atlas(path)
        try:
            self._cells = read_cells(self._database, path, limits.bytes())
            self._known = Known()
            for cell in self._cells.values():
                self._take_into_account(cell)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def __len__(self) -> int:
        return len(self._cells)

    def get(self, place: Place) -> Cell | None:
        """What is known of a game; None if nothing is."""
        return self._cells.get(place)

    def cells(self) -> Iterator[Cell]:
        """All cells that are known."""
        yield from self._cells.values()

    def add(self, cell: Cell) -> None:
        """Keeps a cell and writes it to the file at once. Raises CgtError if it contradicts others:
        for Good, fewer pieces, a greater height and a longer preview are never worse."""
        self._take_into_account(cell)
        write_cell(self._database, self._path, cell)
        self._cells[cell.place] = cell

    @contextmanager
    def written_at_once(self) -> Iterator[None]:
        """Cells that are added here are written to the file together, which is faster."""
        with writing_at_once(self._database, self._path):
            yield

    def add_with_image(self, cell: Cell) -> None:
        """Keeps a cell and that of the mirrored game. Raises CgtError."""
        self.add(cell)
        image = in_a_mirror(cell)
        if image.place != cell.place:
            self.add(image)

    def _take_into_account(self, cell: Cell) -> None:
        try:
            self._known.add(cell)
        except CgtError as error:
            raise CgtError(f"{self._path}: this atlas cannot be: {error}") from None

    def is_settled(self, place: Place) -> bool:
        """Whether it is known who wins a game, or follows from what is known."""
        return self._known.follows(place) is not None or has_argument(place)

    def lowest_good(self, place: Place) -> int | None:
        """The least height at which Good is known to win a game like this, or at which that follows
        from other games; None if there is none."""
        return self._known.lowest_good(place)

    def infer(self, place: Place, *, by_arguments: bool = True) -> Cell | None:
        """What follows for a game from the cells of other games, or from an argument unless that
        would take too long; None if nothing does. A small game is computed as well: raises CgtError
        if the two differ."""
        cell = self._known.follows(place) or (argued(place) if by_arguments else None)
        if cell is not None and place.width * place.height <= _CHEAP:
            winner = decide(place.rules(), place.preview)
            if winner != cell.winner:
                raise CgtError(f"{place}: {winner} by computation, but {cell.winner} {cell.how}")
            cell = replace(cell, verified=True)
        return cell

    def fill(
        self,
        widths: Sequence[int],
        heights: Sequence[int],
        previews: Sequence[int],
        *,
        moves: str = DROP,
        seconds: float,
        memory: int = DEFAULT_MEMORY,
        processes: int | None = 1,
        cluster: str | None = None,
        limits: Limits = UNLIMITED,
        progress: Callable[[Cell], object] = lambda _: None,
    ) -> None:
        """Fills in what is not known, with this many seconds and bytes for each game, one width
        after the other. Raises LimitError if the time for all games is up; what is known by then is
        kept."""
        jobs = Jobs(seconds, memory, processes, cluster, limits)
        for width in widths:
            Filling(self, jobs, progress, width, heights, previews, moves).run()

    def conclude(
        self,
        widths: Sequence[int],
        heights: Sequence[int],
        previews: Sequence[int],
        *,
        moves: str = DROP,
        progress: Callable[[Cell], object] = lambda _: None,
    ) -> None:
        """Fills in what follows from what is known, without computing other games."""
        jobs = Jobs(0, 0, 1, None, UNLIMITED)
        for width in widths:
            filling = Filling(self, jobs, progress, width, heights, previews, moves)
            filling.write_what_follows()

    def certificate(self, place: Place) -> str | None:
        """The text of the winner's strategy, if one is kept for this very game, or if a pattern has
        one that is not too large; raises CgtError."""
        text = read_certificate(self._database, self._path, place)
        cell = self._cells.get(place)
        return strategy_of_pattern(cell) if text is None and cell is not None else text

    def strategy(self, place: Place, limits: Limits = UNLIMITED) -> Strategy | None:
        """The same as a strategy. Raises CgtError if what is kept is no strategy, or is one for
        another game; LimitError if the limits did not suffice."""
        text = self.certificate(place)
        if text is None:
            return None
        strategy = Strategy.parse(text, f"{self._path}, {place}", limits)
        cell = self._cells.get(place)
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

    def reason(self, cell: Cell) -> Reason:
        """Why a game is won by who wins it."""
        return reason_of(cell, self.origin(cell)[0])

    def least_previews(
        self, width: int, height: int, previews: Sequence[int], moves: str = DROP
    ) -> dict[str, LeastPreview]:
        """For each set of pieces what is known about the least of these previews with which Good
        wins."""
        found = {}
        for pieces in SETS:
            places = [Place(pieces, width, height, preview, moves) for preview in previews]
            cells = [cell for cell in map(self.get, places) if cell is not None]
            if cells:
                winners = {cell.place.preview: cell.winner for cell in cells}
                found[pieces] = least_preview(winners, no_preview_helps(places[0]))
        return found

    def least(self, width: int, preview: int, moves: str = DROP) -> dict[str, LeastHeight]:
        """For each set of pieces what is known about the least height at which Good wins."""
        cells: dict[str, list[Cell]] = {}
        for place, cell in self._cells.items():
            if (place.width, place.preview, place.moves) == (width, preview, moves):
                cells.setdefault(place.pieces, []).append(cell)
        return {pieces: least_height_in(cells[pieces]) for pieces in SETS if pieces in cells}

    def least_heights(self, width: int, preview: int, moves: str = DROP) -> dict[str, str]:
        """For each set of pieces the least height at which Good wins, as text: ≤ if no lower height
        was tried, > if Bad wins at all known heights, ? if some height is not decided."""
        return {pieces: str(least) for pieces, least in self.least(width, preview, moves).items()}


def _is_for(strategy: Strategy, cell: Cell) -> bool:
    """Whether a strategy is one for the winner of a cell's game."""
    place = cell.place
    return (
        strategy.player == cell.winner
        and strategy.rules == place.rules()
        and strategy.preview == place.preview
        and not any(strategy.first_well.columns)
    )
