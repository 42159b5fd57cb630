"""The table of scores in its file.

A higher score has a better rank among those of its game; of equal scores, the one entered earlier.
Ranks are counted and not stored, so there is never a gap to close. Each operation opens the file,
does its work in one transaction and closes it again: several processes can use a table at once, and
one that is killed leaves it whole. A table may come from a stranger: each entry that is read is
checked like one that is entered, and in a small table all of them are checked at every operation.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from cgt.common.database import (
    MOST,
    checked_rows,
    database_errors,
    is_small,
    number_in,
    open_database,
)
from cgt.common.errors import CgtError
from cgt.common.files import read_text, source_name, write_atomically
from cgt.common.folders import data_folder, make_data_folder
from cgt.play.ranking.csv_file import csv_text, parse_csv
from cgt.play.ranking.entries import (
    OTHER,
    Entries,
    Entry,
    GameScores,
    Row,
    checked_game,
    checked_name,
    checked_row,
)
from cgt.play.ranking.formats import (
    COLUMNS,
    INSERT,
    STORED,
    WHAT,
    make_table,
    renew_table,
    table_format,
)

_FILE = "scores.sqlite"
_BEST_FIRST = "ORDER BY score DESC, id"  # a later entry has a greater id
_LONGEST_FILE = 2**28


class Ranking:
    """The table of scores in a file, or in the user's data folder if no file is named.

    A file that does not exist is an empty table; the first entry creates it. Scores are ranked
    within their game, a short text; those of no particular game are together. All operations raise
    CgtError if the file is not a table of scores or cannot be used.
    """

    def __init__(self, path: str | Path | None = None, *, patience: float = 30.0) -> None:
        """A table that waits up to `patience` seconds for another process to finish its work;
        raises CgtError if no file can have this name."""
        if "\0" in str(path):
            raise CgtError(f"{path}: no file can have this name")
        self._is_users = path is None
        self.path = data_folder() / _FILE if path is None else Path(path)
        self._patience = patience

    def add(
        self,
        name: str,
        score: int,
        *,
        pieces: int | None = None,
        lines: int | None = None,
        setting: str = "",
        game: str = OTHER,
    ) -> Entry:
        """Enters a score and returns it with its rank; raises CgtError if it cannot be entered."""
        row = checked_row(name, score, pieces, lines, setting, "", game)
        with self._making() as database:
            database.execute(INSERT, row)
            # The newest of equal scores comes last among them.
            better = "SELECT count(*) FROM entries WHERE game = ? AND score >= ?"
            rank = number_in(database, better, row[-1], score)
        return Entry(rank, *row)

    def games(self) -> list[GameScores]:
        """The games that have scores, the one with the newest score first."""
        with self._reading() as database:
            if database is None:
                return []
            found = database.execute(
                "SELECT game, count(*), max(id) FROM entries GROUP BY game ORDER BY max(id) DESC"
            ).fetchall()
            return [self._summary(database, *row) for row in found]

    def list(
        self, first: int | None = None, last: int | None = None, *, game: str = OTHER
    ) -> Entries:
        """The entries of a game from one rank to another, as far as there are any; None means from
        the first, or to the last.

        Raises CgtError if the first rank is less than 1.
        """
        first = 1 if first is None else first
        if first < 1:
            raise CgtError(f"there is no rank {first}: ranks begin with 1")
        game = checked_game(game)
        with self._reading() as database:
            return [] if database is None else self._range_of_ranks(database, game, first, last)

    def everything(self) -> Entries:
        """All entries: game by game, in the order of ranks."""
        with self._reading() as database:
            if database is None:
                return []
            rows = database.execute(f"SELECT {COLUMNS} FROM entries ORDER BY game, score DESC, id")
            games = groupby(self._checked(rows), key=lambda row: row[-1])
            return [Entry(rank, *row) for _, of in games for rank, row in enumerate(of, start=1)]

    def find(self, name: str) -> Entries:
        """All entries of a name, game by game, the best first; raises CgtError if it cannot be a
        name."""
        name = checked_name(name)
        with self._reading() as database:
            return [] if database is None else self._with_ranks(database, "name = ?", name)

    def remove(
        self,
        rank: int,
        show: Callable[[Entry], object] = lambda _: None,
        *,
        game: str = OTHER,
    ) -> Entry:
        """Removes the entry of a rank and returns it; raises CgtError if there is none.

        `show` gets the entry before it is gone: if that raises an error, nothing is removed.
        """
        game = checked_game(game)
        with self._reading("BEGIN IMMEDIATE") as database:
            count = 0 if database is None else _count(database, game)
            if database is None or not 1 <= rank <= count:
                entries = "1 entry" if count == 1 else f"{count:,} entries"
                of = "" if game == OTHER else f" of {game}"
                raise CgtError(f"there is no rank {rank}: the table{of} has {entries}")
            [entry] = self._range_of_ranks(database, game, rank, rank)
            one = f"SELECT id FROM entries WHERE game = ? {_BEST_FIRST} LIMIT 1 OFFSET ?"
            database.execute(f"DELETE FROM entries WHERE id = ({one})", (game, rank - 1))
            show(entry)
        return entry

    def import_csv(self, path: str | Path) -> Entries:
        """Enters all rows of a CSV file, or of standard input for `-`, and returns them.

        They count as entered now, in their order, whatever their times say. Raises FileError with
        the line that is wrong; then nothing is entered.
        """
        rows = parse_csv(read_text(path, _LONGEST_FILE), source_name(path))
        if not rows:
            return []
        with self._making() as database:
            newest = number_in(database, "SELECT coalesce(max(id), 0) FROM entries")
            database.executemany(INSERT, rows)
            return self._with_ranks(database, "id > ?", newest)

    def export_csv(self, path: str | Path) -> Entries:
        """Writes the whole table as a CSV file, game by game, in the order of ranks, and returns
        what it wrote.

        Imported into an empty table, it gives the same table again. Raises CgtError if it cannot
        be written; an old file is then untouched.
        """
        if "\0" not in str(path) and os.path.realpath(path) == os.path.realpath(self.path):
            raise CgtError(f"{path}: this is the table itself")
        entries = self.everything()
        write_atomically(path, lambda file: file.write(csv_text(entries)))
        return entries

    def __len__(self) -> int:
        with self._reading() as database:
            return 0 if database is None else number_in(database, "SELECT count(*) FROM entries")

    @contextmanager
    def _reading(
        self, begin: Literal["BEGIN", "BEGIN IMMEDIATE"] = "BEGIN"
    ) -> Iterator[sqlite3.Connection | None]:
        """A transaction in a table that exists, or None; never creates a file."""
        if self._is_missing():
            yield None
            return
        with self._transaction("rw", begin) as (database, is_made):
            yield database if is_made else None

    @contextmanager
    def _making(self) -> Iterator[sqlite3.Connection]:
        """A transaction that writes; creates the table if it does not exist."""
        if self._is_users:
            try:
                make_data_folder()
            except OSError as error:
                raise CgtError(f"{self.path}: cannot be written: {error.strerror}") from None
        with self._transaction("rwc", "BEGIN IMMEDIATE") as (database, is_made):
            if not is_made:
                make_table(database)
            yield database

    @contextmanager
    def _transaction(
        self, mode: Literal["rw", "rwc"], begin: Literal["BEGIN", "BEGIN IMMEDIATE"]
    ) -> Iterator[tuple[sqlite3.Connection, bool]]:
        """A transaction, and whether the file has our table or is empty. After an error it is
        undone, because the file is closed without a commit."""
        opened = open_database(self.path, WHAT, mode, patience=self._patience)
        with closing(opened) as database, database_errors(self.path, WHAT):
            database.execute(begin)
            found = table_format(database, self.path)
            if found == 1 and begin == "BEGIN":
                with closing(self._renewed_copy(database)) as copy:  # what is read stays as it is
                    yield copy, True
                return
            if found == 1:
                renew_table(database, self.path)
            self._check_if_small(database, is_made=found is not None)
            yield database, found is not None
            database.execute("COMMIT")

    def _renewed_copy(self, database: sqlite3.Connection) -> sqlite3.Connection:
        copy = sqlite3.connect(":memory:", isolation_level=None)
        try:
            database.backup(copy)
            renew_table(copy, self.path)
            self._check_if_small(copy, is_made=True)
        except BaseException:
            copy.close()
            raise
        return copy

    def _check_if_small(self, database: sqlite3.Connection, *, is_made: bool) -> None:
        if is_made and is_small(self.path):
            for _ in self._checked(database.execute(f"SELECT {COLUMNS} FROM entries")):
                pass

    def _is_missing(self) -> bool:
        """Whether there is no such file; raises CgtError if there is not even its folder."""
        try:
            self.path.stat()
        except FileNotFoundError:
            if not self._is_users and not self.path.parent.exists():
                raise CgtError(f"{self.path}: there is no such folder") from None
            return True
        except OSError:
            pass  # it may exist; opening it will show
        return False

    def _checked(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[Row]:
        """Rows of the file; raises CgtError if one could not have been entered."""
        for row in checked_rows(rows, STORED, self.path, WHAT):
            try:
                entered = checked_row(*row)
            except CgtError as error:
                fault = str(error)
            else:
                if entered == row:
                    yield row
                    continue
                fault = "a text in it is not as it is entered"
            raise CgtError(f"{self.path}: this {WHAT} has a row that cannot be: {fault}")

    def _summary(
        self, database: sqlite3.Connection, game: str, entries: int, newest: int
    ) -> GameScores:
        [best] = self._range_of_ranks(database, game, 1, 1)
        one = database.execute(f"SELECT {COLUMNS} FROM entries WHERE id = ?", (newest,))
        [*_, when, _] = next(self._checked(one))
        return GameScores(game, entries, best, str(when))

    def _range_of_ranks(
        self, database: sqlite3.Connection, game: str, first: int, last: int | None
    ) -> Entries:
        most = -1 if last is None else min(max(last - first + 1, 0), MOST)  # -1: all there are
        rows = database.execute(
            f"SELECT {COLUMNS} FROM entries WHERE game = ? {_BEST_FIRST} LIMIT ? OFFSET ?",
            (game, most, min(first - 1, MOST)),
        )
        return [Entry(rank, *row) for rank, row in enumerate(self._checked(rows), start=first)]

    def _with_ranks(self, database: sqlite3.Connection, condition: str, value: object) -> Entries:
        """The entries that meet a condition, game by game, in the order of ranks."""
        where = f"FROM entries WHERE {condition}"
        found = database.execute(f"SELECT id, {COLUMNS} {where}", (value,)).fetchall()
        checked = self._checked(row[1:] for row in found)
        rows = {number: row for (number, *_), row in zip(found, checked, strict=True)}
        worst_scores: dict[str, int] = {}
        for _, score, *_, game in rows.values():
            worst_scores[game] = min(score, worst_scores.get(game, score))
        entries: Entries = []
        for game, worst in sorted(worst_scores.items()):
            walk = database.execute(  # through one index, however many entries are to be found
                f"SELECT id FROM entries WHERE game = ? AND score >= ? {_BEST_FIRST}", (game, worst)
            )
            ranks = enumerate(walk, start=1)
            entries += [Entry(rank, *rows[number]) for rank, (number,) in ranks if number in rows]
        return entries


def _count(database: sqlite3.Connection, game: str) -> int:
    return number_in(database, "SELECT count(*) FROM entries WHERE game = ?", game)
