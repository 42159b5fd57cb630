"""The table of scores: names and scores, the best first, in one SQLite file.

A higher score has a better rank; of equal scores, the one entered earlier. Ranks are counted and
not stored, so there is never a gap to close. Each operation opens the file, does its work in one
transaction and closes it again: several processes can use a table at once, and one that is killed
leaves it whole. A table may come from a stranger: each entry that is read is checked like one that
is entered, and in a small table all of them are checked at every operation.
"""

from __future__ import annotations

import csv
import io
import os
import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

from cgt.common.database import (
    MOST,
    Column,
    Schema,
    check_database,
    checked_rows,
    database_errors,
    is_small,
    number_in,
    open_database,
)
from cgt.common.errors import CgtError, FileError, Location
from cgt.common.files import read_text, source_name, write_atomically

LONGEST_NAME = 40
LONGEST_SETTING = 200
CSV_COLUMNS = ("name", "score", "pieces", "lines", "setting", "when")

_APPLICATION = 0x63677473  # "cgts": tells our files from other databases
_VERSION = 1
_TABLE = (
    "CREATE TABLE entries (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL, "
    "pieces INTEGER, lines INTEGER, setting TEXT NOT NULL, entered TEXT NOT NULL)",
    "CREATE INDEX entries_by_score ON entries (score DESC)",  # then by id, as always in SQLite
    "CREATE INDEX entries_by_name ON entries (name)",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {_VERSION}",
)
_TIME = len("2025-01-31T12:00:00+00:00")
_SCHEMA = Schema("table of scores", _TABLE, _APPLICATION, _VERSION)
_STORED = (
    Column("name", str, 1, LONGEST_NAME),
    Column("score", int, -MOST),
    Column("pieces", int, optional=True),
    Column("lines", int, optional=True),
    Column("setting", str, 0, LONGEST_SETTING),
    Column("entered", str, _TIME, _TIME),
)
_COLUMNS = ", ".join(column.name for column in _STORED)
_ORDER = "ORDER BY score DESC, id"  # a later entry has a greater id
_INSERT = f"INSERT INTO entries ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
_CONTROL = {
    "Cc",
    "Cf",
    "Cs",
    "Zl",
    "Zp",
}  # characters that break or turn a line, or are not characters at all
_LONGEST_FILE = 2**28

_Row = tuple[str, int, int | None, int | None, str, str]


class Entry(NamedTuple):
    """A score with its rank at the time it was looked up; `when` is in UTC."""

    rank: int
    name: str
    score: int
    pieces: int | None
    lines: int | None
    setting: str
    when: str


Entries = list[Entry]


class Ranking:
    """The table of scores in a file.

    A file that does not exist is an empty table; the first entry creates it. All operations raise
    CgtError if the file is not a table of scores or cannot be used.
    """

    def __init__(self, path: str | Path, *, patience: float = 30.0) -> None:
        """A table that waits up to `patience` seconds for another process to finish its work;
        raises CgtError if no file can have this name."""
        if "\0" in str(path):
            raise CgtError(f"{path}: no file can have this name")
        self._path = Path(path)
        self._patience = patience

    def add(
        self,
        name: str,
        score: int,
        *,
        pieces: int | None = None,
        lines: int | None = None,
        setting: str = "",
    ) -> Entry:
        """Enters a score and returns it with its rank; raises CgtError if it cannot be entered."""
        row = _checked_row(name, score, pieces, lines, setting, "")
        with self._making() as database:
            database.execute(_INSERT, row)
            # The newest of equal scores comes last among them.
            rank = number_in(database, "SELECT count(*) FROM entries WHERE score >= ?", score)
        return Entry(rank, *row)

    def list(self, first: int | None = None, last: int | None = None) -> Entries:
        """The entries from one rank to another, as far as there are any; None means from the first,
        or to the last.

        Raises CgtError if the first rank is less than 1.
        """
        first = 1 if first is None else first
        if first < 1:
            raise CgtError(f"there is no rank {first}: ranks begin with 1")
        with self._reading() as database:
            return [] if database is None else self._range_of_ranks(database, first, last)

    def find(self, name: str) -> Entries:
        """All entries of a name, the best first; raises CgtError if it cannot be a name."""
        name = checked_name(name)
        with self._reading() as database:
            return [] if database is None else self._with_ranks(database, "name = ?", name)

    def remove(self, rank: int, show: Callable[[Entry], object] = lambda _: None) -> Entry:
        """Removes the entry of a rank and returns it; raises CgtError if there is none.

        `show` gets the entry before it is gone: if that raises an error, nothing is removed.
        """
        with self._reading("BEGIN IMMEDIATE") as database:
            count = 0 if database is None else _count(database)
            if database is None or not 1 <= rank <= count:
                entries = "1 entry" if count == 1 else f"{count:,} entries"
                raise CgtError(f"there is no rank {rank}: the table has {entries}")
            [entry] = self._range_of_ranks(database, rank, rank)
            one = f"SELECT id FROM entries {_ORDER} LIMIT 1 OFFSET ?"
            database.execute(f"DELETE FROM entries WHERE id = ({one})", (rank - 1,))
            show(entry)
        return entry

    def import_csv(self, path: str | Path) -> Entries:
        """Enters all rows of a CSV file, or of standard input for `-`, and returns them.

        They count as entered now, in their order, whatever their times say. Raises FileError with
        the line that is wrong; then nothing is entered.
        """
        rows = _parse(read_text(path, _LONGEST_FILE), source_name(path))
        if not rows:
            return []
        with self._making() as database:
            newest = number_in(database, "SELECT coalesce(max(id), 0) FROM entries")
            database.executemany(_INSERT, rows)
            return self._with_ranks(database, "id > ?", newest)

    def export_csv(self, path: str | Path) -> Entries:
        """Writes the whole table as a CSV file, in the order of ranks, and returns what it wrote.

        Imported into an empty table, it gives the same table again. Raises CgtError if it cannot
        be written; an old file is then untouched.
        """
        if "\0" not in str(path) and os.path.realpath(path) == os.path.realpath(self._path):
            raise CgtError(f"{path}: this is the table itself")
        entries = self.list()
        write_atomically(path, lambda file: file.write(csv_text(entries)))
        return entries

    def __len__(self) -> int:
        with self._reading() as database:
            return 0 if database is None else _count(database)

    @contextmanager
    def _reading(self, begin: str = "BEGIN") -> Iterator[sqlite3.Connection | None]:
        """A transaction in a table that exists, or None; never creates a file."""
        if _is_missing(self._path):
            yield None
            return
        with self._transaction("rw", begin) as (database, is_made):
            yield database if is_made else None

    @contextmanager
    def _making(self) -> Iterator[sqlite3.Connection]:
        """A transaction that writes; creates the table if it does not exist."""
        with self._transaction("rwc", "BEGIN IMMEDIATE") as (database, is_made):
            if not is_made:
                for statement in _TABLE:
                    database.execute(statement)
            yield database

    @contextmanager
    def _transaction(
        self, mode: Literal["rw", "rwc"], begin: str
    ) -> Iterator[tuple[sqlite3.Connection, bool]]:
        """A transaction, and whether the file has our table or is empty. After an error it is
        undone, because the file is closed without a commit."""
        opened = open_database(self._path, _SCHEMA.what, mode, patience=self._patience)
        with closing(opened) as database, database_errors(self._path, _SCHEMA.what):
            database.execute(begin)
            is_made = check_database(database, self._path, _SCHEMA) is not None
            if is_made and is_small(self._path):
                for _ in self._checked(database.execute(f"SELECT {_COLUMNS} FROM entries")):
                    pass
            yield database, is_made
            database.execute("COMMIT")

    def _checked(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[_Row]:
        """Rows of the file; raises CgtError if one could not have been entered."""
        for row in checked_rows(rows, _STORED, self._path, _SCHEMA.what):
            try:
                entered = _checked_row(*row)
            except CgtError as error:
                fault = str(error)
            else:
                if entered == row:
                    yield row
                    continue
                fault = "a text in it is not as it is entered"
            raise CgtError(f"{self._path}: this {_SCHEMA.what} has a row that cannot be: {fault}")

    def _range_of_ranks(
        self, database: sqlite3.Connection, first: int, last: int | None
    ) -> Entries:
        most = -1 if last is None else min(max(last - first + 1, 0), MOST)  # -1: all there are
        rows = database.execute(
            f"SELECT {_COLUMNS} FROM entries {_ORDER} LIMIT ? OFFSET ?",
            (most, min(first - 1, MOST)),
        )
        return [Entry(rank, *row) for rank, row in enumerate(self._checked(rows), start=first)]

    def _with_ranks(self, database: sqlite3.Connection, condition: str, value: object) -> Entries:
        """The entries that meet a condition, in the order of ranks."""
        where = f"FROM entries WHERE {condition}"
        found = database.execute(f"SELECT id, {_COLUMNS} {where}", (value,)).fetchall()
        checked = self._checked(row[1:] for row in found)
        rows = {number: row for (number, *_), row in zip(found, checked, strict=True)}
        walk = database.execute(  # through one index, however many entries there are to be found
            f"SELECT id FROM entries WHERE score >= (SELECT min(score) {where}) {_ORDER}", (value,)
        )
        ranks = enumerate(walk, start=1)
        return [Entry(rank, *rows[number]) for rank, (number,) in ranks if number in rows]


def csv_text(entries: Entries) -> bytes:
    """Entries as a CSV file, in UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows(entry[1:] for entry in entries)
    return text.getvalue().encode()


# the database


def _is_missing(path: Path) -> bool:
    """Whether there is no such file; raises CgtError if there is not even its folder."""
    try:
        path.stat()
    except FileNotFoundError:
        if not path.parent.exists():
            raise CgtError(f"{path}: there is no such folder") from None
        return True
    except OSError:
        pass  # it may exist; opening it will show
    return False


def _count(database: sqlite3.Connection) -> int:
    return number_in(database, "SELECT count(*) FROM entries")


# what can be entered


def _checked_row(
    name: str, score: int, pieces: int | None, lines: int | None, setting: str, when: str
) -> _Row:
    return (
        checked_name(name),
        _checked_number("a score", score, -MOST),
        None if pieces is None else _checked_number("a number of pieces", pieces, 0),
        None if lines is None else _checked_number("a number of lines", lines, 0),
        _checked_text("a setting", setting, 0, LONGEST_SETTING),
        _checked_time(when),
    )


def checked_name(name: str) -> str:
    """A name without spaces around it; raises CgtError if it cannot be a name."""
    return _checked_text("a name", name, 1, LONGEST_NAME)


def _checked_text(what: str, text: str, least: int, most: int) -> str:
    text = text.strip()
    if not least <= len(text) <= most:
        raise CgtError(f"{what} has {least} to {most} characters, not {len(text):,}")
    for character in text:
        if unicodedata.category(character) in _CONTROL:
            raise CgtError(f"{what} has no control characters such as {character!a}")
    return text


def _checked_number(what: str, number: int, least: int) -> int:
    if not isinstance(number, int) or not least <= number <= MOST:
        raise CgtError(f"{what} is a whole number from {least} to {MOST}")
    return number


def _checked_time(text: str) -> str:
    """A time in UTC: now for an empty text. A time without a zone is taken as UTC."""
    try:
        moment = datetime.fromisoformat(text) if text else datetime.now(UTC)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        raise CgtError(f"{text!r} is not a time such as 2025-01-31T12:00:00+00:00") from None


# CSV files


def _parse(text: str, source: str) -> list[_Row]:
    """The rows of a CSV file; raises FileError with the line at which the wrong one begins."""
    rows: list[_Row] = []
    columns: list[str] | None = None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for fields in reader:
            if columns is None:
                columns = _checked_columns(fields)
            elif len(fields) == len(columns):
                rows.append(_parsed_row(dict(zip(columns, fields, strict=True))))
            elif fields:  # no blank line
                raise CgtError(f"this line has {len(fields)} fields, the first {len(columns)}")
            line = reader.line_num + 1
        if columns is None:
            raise CgtError(f"the first line names the columns: {','.join(CSV_COLUMNS)}")
    except csv.Error as error:
        raise FileError(Location(source, line), f"this is not CSV: {error}") from None
    except CgtError as error:
        raise FileError(Location(source, line), str(error)) from None
    return rows


def _checked_columns(fields: list[str]) -> list[str]:
    columns = [field.strip() for field in fields]
    if not {"name", "score"} <= set(columns) <= set(CSV_COLUMNS):
        raise CgtError(f"the first line names the columns: {','.join(CSV_COLUMNS)}")
    if len(set(columns)) < len(columns):
        raise CgtError("a column is named twice")
    return columns


def _parsed_row(fields: dict[str, str]) -> _Row:
    values: dict[str, Any] = {"pieces": "", "lines": "", "setting": "", "when": "", **fields}
    for column in ("score", "pieces", "lines"):
        values[column] = _parsed_number(column, values[column].strip())
    if values["score"] is None:
        raise CgtError("there is no score")
    values["when"] = values["when"].strip()
    return _checked_row(**values)


def _parsed_number(column: str, text: str) -> int | None:
    if not text:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST))):
        raise CgtError(f"{column}: {text!r} is not a whole number, or it is too large")
    return int(text)
