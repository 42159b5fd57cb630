"""The atlas: who wins the duel, for every set of the seven tetrominoes and many wells.

It is kept in one SQLite file, and filling it can be resumed at any time. A cell that follows from
other cells or from an argument is not computed; its reason is kept with it. On small wells it is
computed all the same, as a check.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from cgt import __version__
from cgt.common.errors import CgtError
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
from cgt.duel.exact.solve import DEFAULT_MEMORY, decide

_TABLE = """
CREATE TABLE IF NOT EXISTS cells (
    pieces TEXT, width INTEGER, height INTEGER, preview INTEGER,
    winner TEXT NOT NULL, how TEXT NOT NULL, states INTEGER, seconds REAL, version TEXT NOT NULL,
    certificate TEXT, verified INTEGER, made TEXT, allowed_seconds REAL, allowed_memory INTEGER,
    PRIMARY KEY (pieces, width, height, preview)
)
"""
_LATER_COLUMNS = {  # files of earlier versions do not have these
    "verified": "INTEGER",
    "made": "TEXT",
    "allowed_seconds": "REAL",
    "allowed_memory": "INTEGER",
}
_CHEAP = 12  # cells: for wells this small, inferred answers are computed, too, as a check


class Atlas:
    """Who wins the duel, for every set of tetrominoes: a table in a file."""

    def __init__(self, path: str | Path) -> None:
        """Opens a file, and makes it if it does not exist; raises CgtError."""
        try:
            self._database = sqlite3.connect(path, timeout=30)
            self._database.execute(_TABLE)
            there = {row[1] for row in self._database.execute("PRAGMA table_info(cells)")}
            for column, kind in _LATER_COLUMNS.items():
                if column not in there:
                    self._database.execute(f"ALTER TABLE cells ADD COLUMN {column} {kind}")
            rows = self._database.execute(
                "SELECT pieces, width, height, preview, winner, how, states, seconds, "
                "verified, allowed_seconds, allowed_memory FROM cells"
            ).fetchall()
        except sqlite3.Error as error:
            raise CgtError(f"{path}: this cannot be used as an atlas: {error}") from None
        self._known = {
            Place(*place): Cell(
                Place(*place),
                winner,
                how,
                states,
                seconds,
                verified=bool(verified),
                allowed_seconds=allowed_seconds,
                allowed_memory=allowed_memory,
            )
            for (
                *place,
                winner,
                how,
                states,
                seconds,
                verified,
                allowed_seconds,
                allowed_memory,
            ) in rows
        }

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
        place = cell.place
        try:
            self._write(cell, place)
        except sqlite3.Error as error:
            raise CgtError(f"the atlas cannot be written: {error}") from None
        self._known[place] = cell

    def _write(self, cell: Cell, place: Place) -> None:
        made = datetime.now(UTC).isoformat(timespec="seconds")
        values = (
            place.pieces, place.width, place.height, place.preview, cell.winner, cell.how,
            cell.states, cell.seconds, __version__, cell.certificate, cell.verified, made,
            cell.allowed_seconds, cell.allowed_memory,
        )  # fmt: skip
        marks = ", ".join("?" * len(values))
        self._database.execute(f"INSERT OR REPLACE INTO cells VALUES ({marks})", values)
        self._database.commit()

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
        processes: int = 1,
        cluster: str | None = None,
        progress: Callable[[Cell], object] = lambda _: None,
    ) -> None:
        """Fills in what is not known, with this many seconds and bytes for each game. Narrow wells
        come first, then short previews, then low wells, then few pieces."""
        job = partial(computed, seconds=seconds, memory=memory)
        for width, preview, height in itertools.product(widths, previews, heights):
            for _, group in itertools.groupby(SETS, key=len):
                missing: list[Place] = []
                for pieces in group:
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
                    self.add(cell)
                    progress(cell)
                    image = in_a_mirror(cell)
                    if image.place != cell.place:
                        self.add(image)

    def certificate(self, place: Place) -> str | None:
        """The text of the winner's strategy, if one is kept for this very game; raises CgtError."""
        names = ("pieces", "width", "height", "preview")
        asked = "SELECT certificate FROM cells WHERE " + " AND ".join(f"{n} = ?" for n in names)
        try:
            row = self._database.execute(asked, [getattr(place, n) for n in names]).fetchone()
        except sqlite3.Error as error:
            raise CgtError(f"the atlas cannot be read: {error}") from None
        return None if row is None else row[0]

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


def _is_worth_trying(known: Cell | None, seconds: float, memory: int) -> bool:
    """Whether a game is new, or was given up with less time or memory than now."""
    if known is None or known.allowed_seconds is None or known.allowed_memory is None:
        return True
    return known.allowed_seconds < seconds or known.allowed_memory < memory


def markdown(atlas: Atlas, widths: range, previews: range) -> str:
    """The least heights as a Markdown table: a row for each set of pieces, a column for each width
    and preview."""
    columns = [(width, preview) for width in widths for preview in previews]
    heights = {column: atlas.least_heights(*column) for column in columns}
    names = [f"{w}, preview {p}" if p else f"{w}" for w, p in columns]
    lines = ["| pieces | " + " | ".join(names) + " |", "|---|" + "---|" * len(columns)]
    for pieces in SETS:
        cells = [heights[column].get(pieces, "") for column in columns]
        if any(cells):
            lines.append(f"| {pieces} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
