"""The atlas: who wins the duel, for every set of the seven tetrominoes and many wells.

It is kept in one SQLite file and can be resumed at any time. What follows from what is known
is not computed again, and is marked as inferred, with its reason: a larger set is no easier for
Good, a greater height is no harder, more preview is no harder, and a game in a mirror is the same
game. Where one of the `arguments` holds, that is what the cell says. On small wells all of this is
computed as well.
"""

from __future__ import annotations

import itertools
import re
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from cgt import __version__
from cgt.common.errors import CgtError
from cgt.common.limits import Limits
from cgt.common.parallel import run_jobs
from cgt.duel.exact.arguments import argue
from cgt.duel.exact.solve import DEFAULT_MEMORY, Winner, decide, solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.rules import Rules

LETTERS = "IJLOSTZ"
SETS = tuple(
    "".join(chosen)
    for size in range(1, len(LETTERS) + 1)
    for chosen in itertools.combinations(LETTERS, size)
)
_MIRROR = str.maketrans("JLSZ", "LJZS")

_TABLE = """
CREATE TABLE IF NOT EXISTS cells (
    pieces TEXT, width INTEGER, height INTEGER, preview INTEGER,
    winner TEXT NOT NULL, how TEXT NOT NULL, states INTEGER, seconds REAL, version TEXT NOT NULL,
    certificate TEXT, verified INTEGER, made TEXT, allowed_seconds REAL, allowed_memory INTEGER,
    PRIMARY KEY (pieces, width, height, preview)
)
"""
_LATER_COLUMNS = {  # that files of earlier versions do not have
    "verified": "INTEGER",
    "made": "TEXT",
    "allowed_seconds": "REAL",
    "allowed_memory": "INTEGER",
}
_INFERRED = re.compile(r"inferred from (\w+)( in a mirror)?, height (\d+)(?:, preview (\d+))?")
_MOST_CHECKED = 50_000  # instructions
_MOST_KEPT = 5_000
_CHEAP = 12  # cells of a well: what follows for these is computed, too


@dataclass(frozen=True)
class Place:
    """A game of the atlas: drops, ending by height."""

    pieces: str
    width: int
    height: int
    preview: int

    def __str__(self) -> str:
        seen = f", preview {self.preview}" if self.preview else ""
        return f"{self.pieces}, {self.width}×{self.height}{seen}"

    def rules(self) -> Rules:
        return Rules(self.pieces, width=self.width, height=self.height)


@dataclass(frozen=True)
class Cell:
    """What is known of a game: who wins, and how that was found out: computed, argued, or why it
    follows. It is verified if the checker went through the winner's strategy, or if what was argued
    or follows was computed as well. What is not known has the limits that did not suffice."""

    place: Place
    winner: Winner
    how: str
    states: int | None = None
    seconds: float | None = None
    certificate: str | None = None
    verified: bool = False
    allowed_seconds: float | None = None
    allowed_memory: int | None = None


@dataclass(frozen=True)
class LeastHeight:
    """The least height at which Good is known to win, whether Bad wins below it, the least height
    below it that is not known, and the greatest that was looked at."""

    good: int | None
    exact: bool
    unknown: int | None
    highest: int

    def __str__(self) -> str:
        if self.unknown is not None:
            return f"≥{self.unknown}?" + ("" if self.good is None else f" ≤{self.good}")
        if self.good is None:
            return f">{self.highest}"
        return f"{self.good}" if self.exact else f"≤{self.good}"


class Atlas:
    """Who wins the duel, for every set of tetrominoes: a table in a file."""

    def __init__(self, path: str | Path) -> None:
        """Opens a file, or makes it; raises CgtError."""
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
        """Everything that is known."""
        yield from self._known.values()

    def add(self, cell: Cell) -> None:
        """Keeps a cell, in the file at once."""
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
        """What follows for a game from an argument, or from what is known of others; raises
        CgtError if it is small enough to be computed, and comes out otherwise."""
        cell = _argued(place) or self._following(place)
        if cell is not None and place.width * place.height <= _CHEAP:
            computed = decide(place.rules(), place.preview)
            if computed != cell.winner:
                raise CgtError(f"{place}: {computed} by computation, but {cell.winner} {cell.how}")
            cell = replace(cell, verified=True)
        return cell

    def _following(self, place: Place) -> Cell | None:
        for other, cell in self._known.items():
            if other.width != place.width or cell.winner == "unknown":
                continue
            for pieces, mirrored in ((other.pieces, ""), (_mirrored(other.pieces), " in a mirror")):
                if cell.winner == "good":
                    follows = (
                        set(pieces) >= set(place.pieces)
                        and other.height <= place.height
                        and other.preview <= place.preview
                    )
                else:
                    follows = (
                        set(pieces) <= set(place.pieces)
                        and other.height >= place.height
                        and other.preview >= place.preview
                    )
                if follows:
                    return Cell(place, cell.winner, _inferred_from(other, mirrored))
        return None

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
        """Fills in what is not known: few pieces first, low wells first, little preview first."""
        job = partial(_compute, seconds=seconds, memory=memory)
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
                        _mirrored(pieces) == other.pieces for other in missing
                    ):
                        missing.append(place)
                for cell in run_jobs(job, missing, processes, cluster):
                    self.add(cell)
                    progress(cell)
                    image = Place(_mirrored(cell.place.pieces), width, height, preview)
                    if image != cell.place:
                        how = _inferred_from(cell.place, " in a mirror")
                        self.add(replace(cell, place=image, how=how, certificate=None))

    def certificate(self, place: Place) -> str | None:
        """The winner's strategy as it is kept for a game itself, as text; raises CgtError."""
        names = ("pieces", "width", "height", "preview")
        asked = "SELECT certificate FROM cells WHERE " + " AND ".join(f"{n} = ?" for n in names)
        try:
            row = self._database.execute(asked, [getattr(place, n) for n in names]).fetchone()
        except sqlite3.Error as error:
            raise CgtError(f"the atlas cannot be read: {error}") from None
        return None if row is None else row[0]

    def origin(self, cell: Cell) -> tuple[Cell, bool]:
        """The cell that a cell was inferred from in the end, whose strategy serves here, too, and
        whether it is to be seen in a mirror. Itself if it was not inferred."""
        mirrored, seen = False, {cell.place}
        while found := _INFERRED.fullmatch(cell.how):
            pieces, mirror, height, preview = found.groups()
            place = Place(pieces, cell.place.width, int(height), int(preview or 0))
            known = self.get(place)
            if known is None or place in seen:
                break
            seen.add(place)
            cell, mirrored = known, mirrored != bool(mirror)
        return cell, mirrored

    def least(self, width: int, preview: int) -> dict[str, LeastHeight]:
        """For each set of pieces what is known of the least height at which Good wins."""
        cells: dict[str, list[Cell]] = {}
        for place, cell in self._known.items():
            if (place.width, place.preview) == (width, preview):
                cells.setdefault(place.pieces, []).append(cell)
        return {pieces: _least(cells[pieces]) for pieces in SETS if pieces in cells}

    def least_heights(self, width: int, preview: int) -> dict[str, str]:
        """For each set of pieces the least height at which Good wins; ≤ where less was not looked
        at, > where Bad wins at all heights that are known, ? where that is not known."""
        return {pieces: str(least) for pieces, least in self.least(width, preview).items()}


def _least(cells: list[Cell]) -> LeastHeight:
    winners = {cell.place.height: cell.winner for cell in cells}
    good = min((height for height, winner in winners.items() if winner == "good"), default=None)
    unknown = min((height for height, w in winners.items() if w == "unknown"), default=None)
    if unknown is not None and good is not None and good < unknown:
        unknown = None
    exact = good == 0 or (good is not None and winners.get(good - 1) == "bad")
    return LeastHeight(good, exact, unknown, max(winners))


def _mirrored(pieces: str) -> str:
    return "".join(sorted(pieces.translate(_MIRROR)))


def _inferred_from(other: Place, mirrored: str) -> str:
    seen = f", preview {other.preview}" if other.preview else ""
    return f"inferred from {other.pieces}{mirrored}, height {other.height}{seen}"


def _argued(place: Place) -> Cell | None:
    rules = place.rules()
    argument = argue(rules)
    if not argument.valid:
        return None
    text = str(Strategy(rules, "bad", [], place.preview, argument=argument.kind))
    return Cell(place, "bad", f"argued by {argument.kind}", certificate=text)


def _is_worth_trying(known: Cell | None, seconds: float, memory: int) -> bool:
    """Whether a game is new, or was given up with less time or memory than there is now."""
    if known is None or known.allowed_seconds is None or known.allowed_memory is None:
        return True
    return known.allowed_seconds < seconds or known.allowed_memory < memory


def _compute(place: Place, *, seconds: float, memory: int) -> Cell:
    answer = solve_duel(
        place.rules(),
        preview=place.preview,
        limits=Limits.of(seconds=seconds, memory=memory),
        most_instructions=_MOST_CHECKED,
    )
    strategy = answer.strategy
    kept = strategy is not None and len(strategy.instructions) <= _MOST_KEPT
    unknown = answer.winner == "unknown"
    return Cell(
        place,
        answer.winner,
        "computed",
        answer.states,
        round(answer.seconds, 3),
        str(strategy) if kept else None,
        verified=answer.is_verified,
        allowed_seconds=seconds if unknown else None,
        allowed_memory=memory if unknown else None,
    )


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
