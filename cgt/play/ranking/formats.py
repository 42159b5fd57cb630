"""The formats of the table of scores: the present one, and how an older table becomes one.

In format 1 an entry had no game, only a free text, the setting. What this program wrote there says
who played against whom in which well; the game is read from that as far as it goes.
"""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from cgt.common.database import (
    MOST,
    Column,
    Schema,
    check_database,
    checked_rows,
    number_in,
)
from cgt.play.ranking.entries import LONGEST_GAME, LONGEST_NAME, LONGEST_SETTING, OTHER

WHAT = "table of scores"
_APPLICATION = 0x63677473  # "cgts": tells our files from other databases
_TIME = len("2025-01-31T12:00:00+00:00")

OLD_STATEMENTS = (
    "CREATE TABLE entries (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL, "
    "pieces INTEGER, lines INTEGER, setting TEXT NOT NULL, entered TEXT NOT NULL)",
    "CREATE INDEX entries_by_score ON entries (score DESC)",
    "CREATE INDEX entries_by_name ON entries (name)",
    f"PRAGMA application_id = {_APPLICATION}",
    "PRAGMA user_version = 1",
)
STATEMENTS = (
    "CREATE TABLE entries (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL, "
    "pieces INTEGER, lines INTEGER, setting TEXT NOT NULL, entered TEXT NOT NULL, "
    "game TEXT NOT NULL)",
    # Then by id, as always in SQLite.
    "CREATE INDEX entries_by_game ON entries (game, score DESC)",
    "CREATE INDEX entries_by_name ON entries (name)",
    f"PRAGMA application_id = {_APPLICATION}",
    "PRAGMA user_version = 2",
)
_SCHEMA = Schema(WHAT, STATEMENTS, _APPLICATION, 2)
_OLD_SCHEMA = Schema(WHAT, OLD_STATEMENTS, _APPLICATION, 1)

_OLD_STORED = (
    Column("name", str, 1, LONGEST_NAME),
    Column("score", int, -MOST),
    Column("pieces", int, optional=True),
    Column("lines", int, optional=True),
    Column("setting", str, 0, LONGEST_SETTING),
    Column("entered", str, _TIME, _TIME),
)
STORED = (*_OLD_STORED, Column("game", str, 1, LONGEST_GAME))
COLUMNS = ", ".join(column.name for column in STORED)
_OLD_COLUMNS = ", ".join(column.name for column in _OLD_STORED)
INSERT = f"INSERT INTO entries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"

_OLD_SETTING = re.compile(r".* against (?P<enemy>[^,]+), (?P<size>\d+×\d+)", re.ASCII)
_OLD_RULES = {  # what cgt play tetris plays against anybody, and against the players of HATETRIS
    "10x22": "sogang",
    "10x20 hatetris": "hatetris",
    "10x20 hatetris-mild": "hatetris",
}


def table_format(database: sqlite3.Connection, path: Path) -> int | None:
    """The format of a table, 1 or 2; None if the file is empty. Raises CgtError if it is anything
    else or damaged."""
    is_old = number_in(database, "PRAGMA user_version") == _OLD_SCHEMA.version
    schema = _OLD_SCHEMA if is_old else _SCHEMA
    found = check_database(database, path, schema)
    return None if found is None else schema.version


def make_table(database: sqlite3.Connection) -> None:
    """Makes a table in an empty file."""
    for statement in STATEMENTS:
        database.execute(statement)


def renew_table(database: sqlite3.Connection, path: Path) -> None:
    """Turns a table of format 1 into one of today, with the same entries in the same order. Raises
    CgtError if a row of it cannot be."""
    rows = database.execute(f"SELECT {_OLD_COLUMNS} FROM entries ORDER BY id").fetchall()
    old = list(checked_rows(rows, _OLD_STORED, path, WHAT))
    database.execute("DROP TABLE entries")
    make_table(database)
    database.executemany(INSERT, ((*row, old_game(row[4])) for row in old))


def old_game(setting: str) -> str:
    """The game that a setting of format 1 tells.

    >>> old_game("person against uniform, 10×22"), old_game("greedy against bag, 8×20")
    ('sogang 10x22 uniform', '8x20 bag')
    >>> old_game("on the train")
    'other'
    """
    told = _OLD_SETTING.fullmatch(setting)
    if told is None:
        return OTHER
    size = told["size"].replace("×", "x")
    game = f"{size} {told['enemy']}"
    rules = _OLD_RULES.get(game) or _OLD_RULES.get(size)
    return game if rules is None else f"{rules} {game}"
