"""The file of an atlas: an SQLite database, which may come from a stranger.

Reading it takes nothing for granted. Each value must be one that its column can have, each row a
game that the atlas can have; whether the rows agree with each other, `Atlas` finds out. What the
file says was verified is only what it says: `Atlas.recheck` checks it again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

from cgt import __version__
from cgt.common.database import (
    Column,
    Schema,
    check_database,
    checked_rows,
    database_errors,
    number_in,
    open_database,
)
from cgt.common.errors import CgtError, LimitError
from cgt.duel.exact.atlas_cells import (
    DROP,
    EASIER_MOVES,
    LETTERS,
    SETS,
    Cell,
    Place,
    is_possible,
)
from cgt.duel.exact.instruction import MOST_PREVIEW
from cgt.duel.exact.solve import Winner
from cgt.duel.well import HIGHEST, NARROWEST, WIDEST

_WHAT = "atlas"
_TABLE = """
CREATE TABLE cells (
    pieces TEXT, width INTEGER, height INTEGER, preview INTEGER,{moves}
    winner TEXT NOT NULL, how TEXT NOT NULL, states INTEGER, seconds REAL, version TEXT NOT NULL,
    certificate TEXT,{later}
    PRIMARY KEY (pieces, width, height, preview{key})
)
"""
_LATER_COLUMNS = ("verified INTEGER", "made TEXT", "allowed_seconds REAL", "allowed_memory INTEGER")
_ADDITIONS = tuple(f"ALTER TABLE cells ADD COLUMN {column}" for column in _LATER_COLUMNS)
_LATER = "".join(f" {column}," for column in _LATER_COLUMNS)
_FIRST_TABLE = _TABLE.format(moves="", later="", key="")
_SECOND_TABLE = _TABLE.format(moves="", later=_LATER, key="")
_STATEMENTS = [_TABLE.format(moves=" moves TEXT,", later=_LATER, key=", moves")]
_SCHEMA = Schema(
    _WHAT,
    _STATEMENTS,
    earlier=[[_FIRST_TABLE], [_FIRST_TABLE, *_ADDITIONS], [_SECOND_TABLE]],
)
_FIRST_COLUMNS = (
    "pieces, width, height, preview, winner, how, states, seconds, version, certificate"
)
_SECOND_COLUMNS = f"{_FIRST_COLUMNS}, verified, made, allowed_seconds, allowed_memory"
_LONGEST_TEXT = 200
_BYTES_OF_CELL = 1000  # measured
_PLACE = (
    Column("pieces", str, 1, len(LETTERS)),
    Column("width", int, NARROWEST, WIDEST),
    Column("height", int, 0, HIGHEST),
    Column("preview", int, 0, MOST_PREVIEW),
    Column("moves", str, 1, _LONGEST_TEXT),
)
_STORED = (
    *_PLACE,
    Column("winner", str, 1, _LONGEST_TEXT),
    Column("how", str, 1, _LONGEST_TEXT),
    Column("states", int, optional=True),
    Column("seconds", float, optional=True),
    Column("verified", int, 0, 1, optional=True),
    Column("allowed_seconds", float, optional=True),
    Column("allowed_memory", int, optional=True),
)
_CERTIFICATE = Column("certificate", str, 1, optional=True)


def open_atlas(path: str | Path) -> sqlite3.Connection:
    """Opens a file, makes it if it does not exist, and brings one of an earlier version up to date.
    Raises CgtError."""
    database = open_database(path, _WHAT, "rwc")
    try:
        with database_errors(path, _WHAT):
            if check_database(database, path, _SCHEMA) != 0:
                database.execute("BEGIN IMMEDIATE")
                found = check_database(database, path, _SCHEMA)  # another program may have made it
                for statement in _statements_to_update(found):
                    database.execute(statement)
                database.execute("COMMIT")
    except BaseException:
        database.close()
        raise
    return database


def _statements_to_update(found: int | None) -> list[str]:
    """What makes a file of this format one of the present format; None: it is empty."""
    if found == 0:
        return []
    if found is None:
        return _STATEMENTS
    columns = _FIRST_COLUMNS if found == 1 else _SECOND_COLUMNS
    return [
        "ALTER TABLE cells RENAME TO earlier_cells",
        *_STATEMENTS,
        f"INSERT INTO cells ({columns}, moves) SELECT {columns}, '{DROP}' FROM earlier_cells",
        "DROP TABLE earlier_cells",
    ]


def read_cells(database: sqlite3.Connection, path: str | Path, memory: int) -> dict[Place, Cell]:
    """All cells of a file; raises CgtError if one cannot be, and LimitError if they take more than
    `memory` bytes."""
    names = ", ".join(column.name for column in _STORED)
    with database_errors(path, _WHAT):
        if number_in(database, "SELECT count(*) FROM cells") * _BYTES_OF_CELL > memory:
            raise LimitError(f"{path}: this atlas takes more memory than allowed")
        rows = database.execute(f"SELECT {names} FROM cells")
        cells = [_cell(row, path) for row in checked_rows(rows, _STORED, path, _WHAT)]
    return {cell.place: cell for cell in cells}


@contextmanager
def writing_at_once(database: sqlite3.Connection, path: str | Path) -> Iterator[None]:
    """What is written here is written together, also if an exception ends it. Raises CgtError."""
    with database_errors(path, _WHAT):
        database.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        with database_errors(path, _WHAT):
            database.execute("COMMIT")


def write_cell(database: sqlite3.Connection, path: str | Path, cell: Cell) -> None:
    """Adds or replaces a cell; raises CgtError."""
    place = cell.place
    values = {
        "pieces": place.pieces,
        "width": place.width,
        "height": place.height,
        "preview": place.preview,
        "moves": place.moves,
        "winner": cell.winner,
        "how": cell.how,
        "states": cell.states,
        "seconds": cell.seconds,
        "version": __version__,
        "certificate": cell.certificate,
        "verified": cell.verified,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "allowed_seconds": cell.allowed_seconds,
        "allowed_memory": cell.allowed_memory,
    }
    names, marks = ", ".join(values), ", ".join("?" * len(values))
    with database_errors(path, _WHAT):
        database.execute(
            f"INSERT OR REPLACE INTO cells ({names}) VALUES ({marks})", list(values.values())
        )


def read_certificate(database: sqlite3.Connection, path: str | Path, place: Place) -> str | None:
    """The text of the strategy that is kept for a game, if one is; raises CgtError."""
    asked = " AND ".join(f"{column.name} = ?" for column in _PLACE)
    values = [getattr(place, column.name) for column in _PLACE]
    with database_errors(path, _WHAT):
        rows = database.execute(f"SELECT certificate FROM cells WHERE {asked}", values).fetchall()
    for (text,) in checked_rows(rows, [_CERTIFICATE], path, _WHAT):
        return None if text is None else str(text)
    return None


def _cell(row: tuple[Any, ...], path: str | Path) -> Cell:
    """A row as a cell; raises CgtError if no game has such a row."""
    pieces, width, height, preview, moves, winner, how, states, seconds, verified, *allowed = row
    fault = None
    if pieces not in SETS:
        fault = f"there is no set of pieces {pieces!r}"
    elif moves not in EASIER_MOVES:
        fault = f"it has no games by {moves!r}"
    elif winner not in get_args(Winner):
        fault = f"{winner!r} is no winner"
    else:
        place = Place(pieces, width, height, preview, moves)
        cell = Cell(place, winner, how, states, seconds, None, bool(verified), *allowed)
        if is_possible(cell):
            return cell
        fault = f"{place} cannot be {winner}, {how!r}"
    raise CgtError(f"{path}: this atlas has a row that cannot be: {fault}")
