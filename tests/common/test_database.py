"""Databases that a stranger made: each is refused with one line that names it."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cgt.common.database import (
    SMALL,
    Column,
    Schema,
    check_database,
    checked_rows,
    database_errors,
    open_database,
)
from cgt.common.errors import CgtError

SCHEMA = Schema(
    "atlas",
    [
        "CREATE TABLE cells (name TEXT NOT NULL, size INTEGER, more REAL)",
        "CREATE INDEX by_name ON cells (name)",
    ],
    earlier=[["CREATE TABLE cells (name TEXT)"]],
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.sqlite"


def make(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def format_of(path: Path, schema: Schema = SCHEMA) -> int | None:
    with closing(open_database(path, schema.what, patience=0.1)) as database:
        return check_database(database, path, schema)


def test_formats_are_told_apart(path: Path) -> None:
    path.touch()
    assert format_of(path) is None
    make(path, *SCHEMA.statements, "INSERT INTO cells VALUES ('a', 1, 0.5)")
    assert format_of(path) == 0
    path.unlink()
    make(path, "create table IF NOT EXISTS\ncells (name   TEXT)".replace("create", "CREATE"))
    assert format_of(path) == 1


TABLE, INDEX = SCHEMA.statements


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE other (name TEXT)"],
        ["CREATE TABLE real (name TEXT)", "CREATE VIEW cells AS SELECT name FROM real"],
        [TABLE, INDEX, "CREATE TRIGGER t AFTER INSERT ON cells BEGIN DELETE FROM cells; END"],
        [TABLE, INDEX, "CREATE VIEW v AS SELECT * FROM cells"],
        ["CREATE TABLE cells (name TEXT CHECK (length(randomblob(1000000000))))"],
        ["CREATE TABLE cells (name TEXT AS ('x'), size INTEGER)"],
        ["CREATE VIRTUAL TABLE cells USING fts5(name)"],
        ["CREATE TABLE cells (name INTEGER NOT NULL, size INTEGER, more REAL)", INDEX],
        [TABLE],  # without its index
        ["PRAGMA application_id = 5", TABLE, INDEX],
    ],
)
def test_a_database_with_anything_but_our_tables_is_refused(
    path: Path, statements: list[str]
) -> None:
    make(path, *statements)
    with pytest.raises(CgtError, match=r"some\.sqlite: this is a database, but not an atlas"):
        format_of(path)


def test_another_version_is_named(path: Path) -> None:
    make(path, "PRAGMA user_version = 7", *SCHEMA.statements)
    with pytest.raises(CgtError, match="this atlas has format 7, and this program uses format 0"):
        format_of(path)


def test_a_damaged_file_is_refused(path: Path) -> None:
    make(path, *SCHEMA.statements, "PRAGMA writable_schema = ON",
         "UPDATE sqlite_master SET rootpage = 2 WHERE name = 'by_name'")  # fmt: skip
    with pytest.raises(CgtError, match=r"some\.sqlite: this (atlas is damaged|cannot be used)"):
        format_of(path)


def test_a_tree_that_leads_to_one_page_many_times_ends_at_once(path: Path) -> None:
    make(path, *SCHEMA.statements)
    with closing(sqlite3.connect(path)) as database:
        database.executemany(
            "INSERT INTO cells (name) VALUES (?)", ((f"{i:0500}",) for i in range(9000))
        )
        database.commit()
        [size] = database.execute("PRAGMA page_size").fetchone()
        [root] = database.execute("SELECT rootpage FROM sqlite_master LIMIT 1").fetchone()
    data = bytearray(path.read_bytes())
    page = memoryview(data)[(root - 1) * size : root * size]
    assert page[0] == 5  # an inner page: let all its children be the same
    cells = [int.from_bytes(page[i : i + 2], "big") for i in range(12, 12 + 2 * page[4], 2)]
    for cell in cells[1:]:
        page[cell : cell + 4] = page[cells[0] : cells[0] + 4]
    path.write_bytes(data)
    assert len(data) > SMALL
    with pytest.raises(CgtError, match=r"some\.sqlite: this atlas is damaged"):
        format_of(path)


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (lambda path: path.write_text("no database " * 40), "file is not a database"),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "file is not a database"),
        (lambda path: path.mkdir(), "this is a directory, not a file"),
        (os.mkfifo, "this is a device or a pipe, not an atlas"),
        (lambda path: path.symlink_to(path), "Too many levels of symbolic links"),
        (lambda path: path.symlink_to("/dev/zero"), "this is a device or a pipe"),
        (lambda path: make(path, "PRAGMA journal_mode = WAL", TABLE), "but not an atlas"),
        (lambda path: make(path, "PRAGMA encoding = 'UTF-16'", TABLE), "but not an atlas"),
        (lambda path: None, "there is no such file"),
        (lambda path: (path.touch(), os.truncate(path, 2**32)), "too long to read"),
    ],
)
def test_what_is_no_database_is_not_even_opened(
    path: Path, prepare: Callable[[Path], object], message: str
) -> None:
    prepare(path)
    with pytest.raises(CgtError, match=rf"some\.sqlite: .*{message}"):
        format_of(path)


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(CgtError, match=r"File name too long|no file can have this name"):
        open_database(tmp_path / name, "atlas", "rwc")


def test_a_locked_file_is_told_apart(path: Path) -> None:
    make(path, *SCHEMA.statements)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(CgtError, match="locked: another program is using it"):
            format_of(path)


def test_a_file_that_may_not_be_written_can_be_read(path: Path) -> None:
    make(path, *SCHEMA.statements)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        assert format_of(path) == 0
    finally:
        path.parent.chmod(0o755)


COLUMNS = (
    Column("name", str, 1, 3),
    Column("size", int, 0, 9, optional=True),
    Column("more", float, -1, 1),
)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (("abc", 9, -1.0), None),
        (("é", None, 1.0), None),
        ((None, 1, 0.0), "name is None, not a text"),
        (("", 1, 0.0), "name has 0 characters, not 1 to 3"),
        (("abcd", 1, 0.0), "name has 4 characters, not 1 to 3"),
        ((b"ab", 1, 0.0), "name is 2 bytes of data, not a text"),
        (("a", "many\x1b", 0.0), r"size is 'many\x1b', not a whole number"),
        (("a", 10, 0.0), "size is 10, not 0 to 9"),
        (("a", 0.5, 0.0), "size is 0.5, not a whole number"),
        (("a", 1, None), "more is None, not a number"),
        (("a", 1, float("inf")), "more is inf, not -1 to 1"),
        (("a", 1, "x" * 99), f"more is '{'x' * 39}…, not a number"),
    ],
)
def test_each_value_is_checked_against_its_column(
    row: tuple[object, ...], fault: str | None
) -> None:
    if fault is None:
        assert list(checked_rows([row], COLUMNS, "f", "atlas")) == [row]
        return
    with pytest.raises(CgtError) as refused:
        list(checked_rows([row], COLUMNS, "f", "atlas"))
    assert str(refused.value) == f"f: this atlas has a row that cannot be: {fault}"


def test_a_name_that_is_not_utf_8_is_told_without_showing_it(path: Path) -> None:
    make(path, *SCHEMA.statements)
    path.write_bytes(path.read_bytes().replace(b"by_name ON", b"by_name \xd5X"))
    with pytest.raises(CgtError, match=r"some\.sqlite: .*an atlas: a text in it is not UTF-8$"):
        format_of(path)


def test_a_text_that_is_not_utf_8_is_told_without_showing_it(path: Path) -> None:
    make(path, *SCHEMA.statements, "INSERT INTO cells (name) VALUES (CAST(x'611bff' AS TEXT))")
    with (
        pytest.raises(CgtError, match=r"some\.sqlite: .*an atlas: a text in it is not UTF-8$"),
        closing(open_database(path, "atlas")) as database,
        database_errors(path, "atlas"),
    ):
        database.execute("SELECT name FROM cells").fetchall()
