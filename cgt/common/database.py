"""SQLite files, read as what they are: files that a stranger may have made.

SQLite accepts any type in any column, views and triggers in place of tables, and trees that lead in
circles. Here a file is opened only if it is an ordinary file of a bearable size, its schema is
exactly one that this program makes, and its trees are sound; each value that is read is checked
against its column. Whatever is wrong becomes one line that names the file.
"""

from __future__ import annotations

import math
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from cgt.common.errors import CgtError

MOST = 2**63 - 1  # of any number that SQLite can count
SMALL = 2**21  # bytes: up to here it costs nothing to check a file as a whole whenever it is opened
_LARGEST = 2**31
_LONGEST_VALUE = 2**26
_HEADER = 100
_MAGIC = b"SQLite format 3\0"
_NO_WAL, _UTF_8 = b"\1\1", (0, 1)  # an encoding of 0: no table was made so far
_KINDS = {int: "a whole number", float: "a number", str: "a text"}

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Column:
    """What the values of a column may be: numbers from `least` to `most`, or texts of such a
    length; NULL only if it is optional."""

    name: str
    kind: type[int] | type[float] | type[str]
    least: float = 0
    most: float = MOST
    optional: bool = False

    def fault(self, value: object) -> str | None:
        """What is wrong with a value; None if nothing is."""
        if value is None and self.optional:
            return None
        if type(value) is not self.kind and not (self.kind is float and type(value) is int):
            return f"{self.name} is {_shown(value)}, not {_KINDS[self.kind]}"
        size = len(value) if isinstance(value, str) else value
        assert isinstance(size, int | float)
        if math.isfinite(size) and self.least <= size <= self.most:
            return None
        has = f"has {size:,} characters" if self.kind is str else f"is {size}"
        return f"{self.name} {has}, not {self.least} to {self.most}"


@dataclass(frozen=True)
class Schema:
    """The statements that make an empty file of some kind, and what such a file is called.

    `application` and `version` are written into it by those statements, if at all. `earlier` are
    the statements of formats that are still read.
    """

    what: str
    statements: Sequence[str]
    application: int = 0
    version: int = 0
    earlier: Sequence[Sequence[str]] = ()


def open_database(
    path: str | Path, what: str, mode: Literal["rw", "rwc"] = "rw", *, patience: float = 30.0
) -> sqlite3.Connection:
    """Opens a file, in mode `rwc` also one that does not exist yet; a file that may not be written
    can still be read. Call check_database before anything else is done with it.

    It commits each statement at once unless there was a BEGIN, and waits up to `patience` seconds
    for other programs. Raises CgtError.
    """
    with database_errors(path, what):
        _check_file(path, what, must_exist=mode == "rw")
        database = sqlite3.connect(
            f"{Path(path).absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=patience,
            isolation_level=None,
        )
        try:
            for limit, most in (
                (sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE),
                (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
                (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 0),
            ):
                database.setlimit(limit, most)
            database.execute("PRAGMA trusted_schema = OFF")
            database.execute("PRAGMA cell_size_check = ON")
        except BaseException:
            database.close()
            raise
        return database


def check_database(database: sqlite3.Connection, path: str | Path, schema: Schema) -> int | None:
    """Which format a file has: 0 for the schema's own, then its earlier ones; None if it is empty,
    as after a process was killed that was about to make it.

    Raises CgtError if it is anything else or damaged. It is best called inside a transaction, so
    that nobody changes the file between this and the reading.
    """
    with database_errors(path, schema.what):
        application = number_in(database, "PRAGMA application_id")
        version = number_in(database, "PRAGMA user_version")
        found = _structure(database)
        if not found and (application, version) == (0, 0):
            return None
        if application != schema.application:
            raise CgtError(f"{path}: this is a database, but not {_a(schema.what)}")
        if version != schema.version:
            raise CgtError(
                f"{path}: this {schema.what} has format {version}, and this program uses "
                f"format {schema.version}"
            )
        formats = [schema.statements, *schema.earlier]
        known = [index for index, made in enumerate(formats) if found == _structure_by(made)]
        if not known:
            raise CgtError(
                f"{path}: this is a database, but not {_a(schema.what)}: "
                "its tables are not those that this program makes"
            )
        check = "integrity_check" if is_small(path) else "quick_check"
        [fault] = database.execute(f"PRAGMA {check}(1)").fetchone()
        if fault != "ok":
            raise CgtError(f"{path}: this {schema.what} is damaged: {fault}")
        return known[0]


def is_small(path: str | Path) -> bool:
    """Whether a file is so small that it costs nothing to check all of it."""
    return os.stat(path).st_size <= SMALL


def checked_rows(
    rows: Iterable[Row], columns: Sequence[Column], path: str | Path, what: str
) -> Iterator[Row]:
    """The rows of a query that asked for these columns; raises CgtError at the first value that
    cannot be in its column."""
    with database_errors(path, what):
        for row in rows:
            for column, value in zip(columns, row, strict=True):
                if fault := column.fault(value):
                    raise CgtError(f"{path}: this {what} has a row that cannot be: {fault}")
            yield row


def number_in(database: sqlite3.Connection, query: str, *values: object) -> int:
    """The only number that a query asks for."""
    [number] = database.execute(query, values).fetchone()
    return int(number)


@contextmanager
def database_errors(path: str | Path, what: str) -> Iterator[None]:
    """Turns the errors of SQLite into a CgtError that names the file."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise CgtError(f"{path}: this cannot be used as {_a(what)}: {_reason(error)}") from None


def _check_file(path: str | Path, what: str, *, must_exist: bool) -> None:
    """Refuses what SQLite would wait for, or take for an empty file, or fill memory with."""
    if not str(path):
        raise CgtError("a file has a name, not ''")
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise CgtError(f"{path}: this is a directory, not a file")
        if not stat.S_ISREG(status.st_mode):
            raise CgtError(f"{path}: this is a device or a pipe, not {_a(what)}")
        if status.st_size > _LARGEST:
            raise CgtError(f"{path}: this is longer than {_LARGEST // 2**20} MiB, too long to read")
        with open(path, "rb") as file:
            header = file.read(_HEADER)
    except FileNotFoundError:
        if must_exist:
            raise CgtError(f"{path}: there is no such file") from None
        return
    except OSError as error:
        raise CgtError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:  # a NUL byte
        raise CgtError(f"{path}: no file can have this name") from None
    if header and (len(header) < _HEADER or not header.startswith(_MAGIC)):
        raise sqlite3.DatabaseError("file is not a database")
    if header and (header[18:20] != _NO_WAL or int.from_bytes(header[56:60], "big") not in _UTF_8):
        raise CgtError(f"{path}: this is a database, but not {_a(what)}")


def _structure(database: sqlite3.Connection) -> set[Row]:
    """All that a file declares: tables, indexes, views and triggers, each with its statement."""
    declared = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return {
        (*names, " ".join(sql.split()) if isinstance(sql, str) else sql) for *names, sql in declared
    }


def _structure_by(statements: Iterable[str]) -> set[Row]:
    with closing(sqlite3.connect(":memory:")) as database:
        for statement in statements:
            database.execute(statement)
        return _structure(database)


def _reason(error: sqlite3.Error | UnicodeDecodeError) -> str:
    text = str(error)
    # What follows is the text itself; a message of SQLite may quote such a text, too.
    if isinstance(error, UnicodeDecodeError) or text.startswith("Could not decode"):
        return "a text in it is not UTF-8"
    if "locked" in text:
        return f"{text}: another program is using it"
    return text


def _shown(value: object) -> str:
    if isinstance(value, bytes):
        return f"{len(value):,} bytes of data"
    text = ascii(value)
    return f"{text[:40]}…" if len(text) > 40 else text


def _a(what: str) -> str:
    return f"an {what}" if what[0] in "aeiou" else f"a {what}"
