"""The file of an atlas is read as what it may be: a stranger's."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import Limits
from cgt.duel.exact.atlas import Atlas
from cgt.duel.exact.atlas_cells import Cell, Place

_ROW = (
    "INSERT INTO cells (pieces, width, height, preview, winner, how, moves, version, verified) "
    "VALUES ({!r}, {}, {}, {}, {!r}, {!r}, 'drop', '0', 1)"
)


def _changed(path: Path, *statements: str) -> Path:
    atlas = Atlas(path)
    atlas.add(Cell(Place("IJLOSTZ", 4, 4, 1), "good", "computed"))
    atlas.close()
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)
    return path


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE cells SET width = 'four'", "width is 'four', not a whole number"),
        ("UPDATE cells SET height = x'00'", "height is 1 bytes of data, not a whole number"),
        ("UPDATE cells SET height = -1", "height is -1, not 0 to"),
        ("UPDATE cells SET pieces = NULL", "pieces is None, not a text"),
        ("UPDATE cells SET how = CAST(x'ff' AS TEXT)", "a text in it is not UTF-8"),
        ("UPDATE cells SET pieces = 'JI'", "there is no set of pieces 'JI'"),
        ("UPDATE cells SET moves = 'hatetris'", "it has no games by 'hatetris'"),
        ("UPDATE cells SET winner = 'nobody'", "'nobody' is no winner"),
        ("UPDATE cells SET how = 'guessed'", "cannot be good, 'guessed'"),
        ("UPDATE cells SET how = 'argued by lanes'", "cannot be good, 'argued by lanes'"),
        ("UPDATE cells SET how = 'inferred from T, height 3'", "cannot be good, 'inferred from T"),
        ("UPDATE cells SET how = 'inferred from X, height 3'", "cannot be good, 'inferred from X"),
        ("UPDATE cells SET verified = 7", "verified is 7, not 0 to 1"),
        (_ROW.format("IJLOSTZ", 4, 5, 1, "bad", "computed"), "but bad wins IJLOSTZ, 4×5"),
        (_ROW.format("IJ", 4, 4, 1, "bad", "computed"), "but bad wins IJ, 4×4"),
        (_ROW.format("IJLOSTZ", 4, 4, 3, "bad", "computed"), "but bad wins IJLOSTZ, 4×4"),
        ("ALTER TABLE cells RENAME TO others", "not an atlas"),
        ("CREATE TRIGGER t AFTER INSERT ON cells BEGIN DELETE FROM cells; END", "not an atlas"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, statement: str, told: str) -> None:
    path = _changed(tmp_path / "atlas", statement)
    with pytest.raises(CgtError) as caught:
        Atlas(path)
    assert told in str(caught.value)
    assert str(path) in str(caught.value)
    assert caught.value.exit_code == 2


def test_an_atlas_stays_within_the_memory(tmp_path: Path) -> None:
    path = _changed(tmp_path / "atlas", _ROW.format("IJ", 4, 5, 1, "good", "computed"))
    with pytest.raises(LimitError, match="takes more memory than allowed"):
        Atlas(path, Limits(memory=1500))
    Atlas(path, Limits(memory=2500)).close()


def test_a_declaration_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = _changed(tmp_path / "atlas")
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE cells", b"CREATE \xd9ABLE cells"))
    with pytest.raises(CgtError, match="cannot be used as an atlas"):
        Atlas(path)


def test_a_view_is_no_table(tmp_path: Path) -> None:
    renamed = "ALTER TABLE cells RENAME TO others"
    path = _changed(tmp_path / "atlas", renamed, "CREATE VIEW cells AS SELECT * FROM others")
    with pytest.raises(CgtError, match="not an atlas"):
        Atlas(path)


def test_what_can_be_is_read(tmp_path: Path) -> None:
    others = [
        ("IJLOSTZ", 4, 3, 1, "bad", "computed"),  # lower
        ("IJLOSTZ", 4, 4, 0, "bad", "computed"),  # without a preview
        ("IJLOSTZ", 3, 4, 1, "bad", "computed"),  # narrower
        ("L", 4, 2, 2, "bad", "computed"),  # lower, with fewer pieces
        ("SZ", 4, 4, 0, "bad", "argued by lanes"),
        ("IJ", 4, 5, 2, "good", "inferred from IJLOSTZ in a mirror, height 4, preview 1"),
        ("J", 5, 9, 0, "unknown", "inferred from L in a mirror, height 9"),
    ]
    statements = [_ROW.format(*row) for row in others]
    atlas = Atlas(_changed(tmp_path / "atlas", *statements))
    assert len(atlas) == 1 + len(others)
    atlas.close()
