"""Databases: tables of scores and atlases, changed as bytes and by SQL."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import ClassVar

from stress.kind import Kind, LieError
from stress.mutate import CONCEAL, TITLE

_VALUES = (
    None, 0, 1, -1, 2**63 - 1, -(2**63), 1.5, 1e308, float("inf"), "", "x", "7", CONCEAL + "x",
    TITLE, "a\nb", "\u202e", "é" * 50, "x" * 100_000, b"", b"\xff\xfe", b"\0" * 1000, "IJLOSTZ",
    "good", "bad", "unknown", "by computation",
)  # fmt: skip


class Database(Kind):
    """A kind of database with one table."""

    suffix = ".sqlite"
    generated = 0.7
    table: ClassVar[str]

    def generate(self, random: Random) -> bytes:
        path = Path("edited.sqlite")
        path.write_bytes(random.choice(self.examples))
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA writable_schema = ON")
            for _ in range(random.choice((1, 1, 2, 5))):
                with suppress(sqlite3.Error, OverflowError):
                    self._edit(random, database)
        return path.read_bytes()

    def _edit(self, random: Random, database: sqlite3.Connection) -> None:
        """One change by SQL: of a value, of a row, or of what the file declares."""
        table = self.table
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")] or ["name"]
        column, value = random.choice(columns), random.choice(_VALUES)
        some = random.choice(("1", "rowid = 1", "rowid % 2", "random() % 3 = 0"))
        match random.randrange(12):
            case 0 | 1 | 2:
                database.execute(
                    f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {some}", (value,)
                )
            case 3:
                text = f"CAST(x'{random.randbytes(6).hex()}' AS TEXT)"
                database.execute(f"UPDATE OR IGNORE {table} SET {column} = {text} WHERE {some}")
            case 4:
                marks = ", ".join("?" * len(columns))
                row = [random.choice(_VALUES) for _ in columns]
                database.execute(f"INSERT INTO {table} VALUES ({marks})", row)
            case 5:
                database.execute(f"ALTER TABLE {table} RENAME TO hidden")
                what = random.choice(("VIEW", "TABLE"))
                source = random.choice(("hidden", f"{table}", "(SELECT 1)"))
                database.execute(f"CREATE {what} {table} AS SELECT * FROM {source}")
            case 6:
                when = random.choice(("INSERT", "DELETE", "UPDATE"))
                does = random.choice(
                    (f"DELETE FROM {table}", f"INSERT INTO {table} DEFAULT VALUES")
                )
                database.execute(f"CREATE TRIGGER t AFTER {when} ON {table} BEGIN {does}; END")
            case 7:
                database.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
            case 8:
                pragma = random.choice(("application_id", "user_version"))
                database.execute(f"PRAGMA {pragma} = {random.choice((0, 1, 2, 77, -1))}")
            case 9:
                pages = random.choice((0, 1, 2, 3, 4, 99, 2**31 - 1))
                database.execute(f"UPDATE sqlite_master SET rootpage = {pages} WHERE {some}")
            case 10:
                database.execute("DELETE FROM sqlite_master WHERE random() % 2")
            case _:
                database.execute(
                    random.choice((f"DROP TABLE {table}", "PRAGMA journal_mode = WAL"))
                )

    def make(self, random: Random) -> bytes:
        for beside in ("-wal", "-shm", "-journal"):
            Path(f"edited.sqlite{beside}").unlink(missing_ok=True)
        return super().make(random)


class ScoreDatabases(Database):
    name = "table of scores"
    table = "entries"

    def make_examples(self) -> Sequence[bytes]:
        from cgt.play.ranking import Ranking

        made: list[bytes] = []
        for count in (1, 40):
            path = Path(f"example{count}.sqlite")
            ranking = Ranking(path)
            for i in range(count):
                game = ("other", "sogang 10x22 uniform")[i % 2]
                ranking.add(f"name {i % 7}", i * 10, pieces=i, setting="person", game=game)
            made.append(path.read_bytes())
        return [*made, self._of_format_1()]

    def _of_format_1(self) -> bytes:
        """A table of the time when entries had no game, which is still read."""
        from cgt.play.ranking.formats import OLD_STATEMENTS

        path = Path("old.sqlite")
        path.unlink(missing_ok=True)
        database = sqlite3.connect(path)
        for statement in OLD_STATEMENTS:
            database.execute(statement)
        for i in range(20):
            database.execute(
                "INSERT INTO entries VALUES (?, ?, ?, ?, NULL, ?, '2025-01-31T12:00:00+00:00')",
                (i, f"name {i % 7}", i * 10, i, "person against uniform, 10×22"[: 40 * (i % 3)]),
            )
        database.commit()
        database.close()
        return path.read_bytes()

    def read(self, path: Path) -> None:
        from cgt.play.ranking import Ranking, csv_text

        ranking = Ranking(path, patience=1)
        entries = ranking.everything()
        if len(entries) != len(ranking):
            raise LieError("the list has another length than the table")
        for game in ranking.games():
            scores = [entry.score for entry in ranking.list(game=game.game)]
            if scores != sorted(scores, reverse=True) or len(scores) != game.entries:
                raise LieError("the list is not in order")
        csv_text(entries)
        ranking.find("name 1")

    def command(self, random: Random, path: Path) -> list[str]:
        table = ["--table", str(path)]
        return random.choice(
            (
                ["rank", "list", *table],
                ["rank", "list", "--json", "--to", "50", *table],
                ["rank", "find", "name 1", *table],
                ["rank", "export", "-", *table],
                ["rank", "add", "Ada", "7", *table],
                ["rank", "remove", "1", *table],
                ["rank", "remove", "1", "--game", "other", *table],
            )
        )


class Atlases(Database):
    name = "atlas"
    table = "cells"

    def make_examples(self) -> Sequence[bytes]:
        from stress.trial import run_command

        result = run_command([*self._command("example.sqlite"), "--time-limit", "60s"])
        assert result.code == 0, result
        return [Path("example.sqlite").read_bytes()]

    def _command(self, file: str) -> list[str]:
        return [
            "atlas",
            "duel",
            "--widths",
            "2",
            "--heights",
            "1-2",
            "--preview",
            "0",
            "--out",
            file,
        ]

    def read(self, path: Path) -> None:
        from cgt.duel.exact.atlas import Atlas

        atlas = Atlas(path)
        try:
            for cell in atlas.cells():
                atlas.origin(cell)
                atlas.certificate(cell.place)
        finally:
            atlas.close()

    def command(self, random: Random, path: Path) -> list[str]:
        more = random.choice(([], ["--json"], ["--html", "atlas.html"]))
        return [*self._command(str(path)), "--time-limit", "1s", *more]

    def check_output(self, path: Path, arguments: list[str], code: int, output: str) -> None:
        if code == 0 and "--json" in arguments:
            json.loads(output)
