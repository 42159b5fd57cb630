"""The table of scores: the games that scores are of, older tables, and where the table is."""

import sqlite3
from pathlib import Path

import pytest
from play.test_ranking import assert_refused, edit, shown

from cgt.common.errors import CgtError
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.duel.well import Well
from cgt.play.ranking import Ranking
from cgt.play.ranking.games import game_like, game_of

# tables of format 1, in which entries had no game

OLD = (
    "CREATE TABLE entries (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score INTEGER NOT NULL, "
    "pieces INTEGER, lines INTEGER, setting TEXT NOT NULL, entered TEXT NOT NULL)",
    "CREATE INDEX entries_by_score ON entries (score DESC)",
    "CREATE INDEX entries_by_name ON entries (name)",
    f"PRAGMA application_id = {0x63677473}",
    "PRAGMA user_version = 1",
)
THEN = "2025-01-31T12:00:00+00:00"
PERSON = "person against uniform, 10×22"
OLD_ROWS = [
    ("a", 5, 1, 2, PERSON),
    ("b", 9, None, None, "on the train"),
    ("c", 7, 1, 2, PERSON),
    ("d", 7, 1, 2, "person, 3 pieces automatic (cgt-sogang-fast) against uniform, 10×22"),
    ("e", 1, 1, 2, "person against hatetris, 10×20"),
    ("f", 2, 1, 2, "greedy:dt-20 against bag, 8×20"),
    ("g", 2, None, None, ""),
]


@pytest.fixture
def old(tmp_path: Path) -> Ranking:
    edit(tmp_path / "scores", *OLD)
    database = sqlite3.connect(tmp_path / "scores")
    names = "name, score, pieces, lines, setting, entered"
    for row in OLD_ROWS:
        insert = f"INSERT INTO entries ({names}) VALUES (?, ?, ?, ?, ?, ?)"
        database.execute(insert, (*row, THEN))
    database.commit()
    database.close()
    return Ranking(tmp_path / "scores")


def test_an_old_table_is_read_by_the_games_that_its_settings_tell(
    old: Ranking, tmp_path: Path
) -> None:
    before = (tmp_path / "scores").read_bytes()
    assert len(old) == len(OLD_ROWS)
    sogang = old.list(game="sogang 10x22 uniform")
    assert shown(sogang) == [(1, "c", 7), (2, "d", 7), (3, "a", 5)]
    assert sogang[2][3:] == (1, 2, PERSON, THEN, "sogang 10x22 uniform")
    assert shown(old.list(game="hatetris 10x20 hatetris")) == [(1, "e", 1)]
    assert shown(old.list(game="8x20 bag")) == [(1, "f", 2)]
    assert shown(old.list()) == [(1, "b", 9), (2, "g", 2)]
    assert old.games()[0].game == "other"
    assert shown(old.find("d")) == [(2, "d", 7)]
    assert (tmp_path / "scores").read_bytes() == before  # looking changes nothing


def test_an_old_table_becomes_a_new_one_with_the_first_change(old: Ranking) -> None:
    before = old.everything()
    assert old.add("new", 7, game="sogang 10x22 uniform").rank == 3
    assert old.remove(3, game="sogang 10x22 uniform").name == "new"
    assert old.everything() == before
    database = sqlite3.connect(old.path)
    assert database.execute("PRAGMA user_version").fetchone() == (2,)
    database.close()


def test_an_old_table_that_may_not_be_written_is_read(old: Ranking) -> None:
    old.path.chmod(0o400)
    assert shown(old.list(game="8x20 bag")) == [(1, "f", 2)]


def test_a_damaged_old_table_is_refused_and_not_changed(old: Ranking) -> None:
    edit(old.path, "UPDATE entries SET score = 'many' WHERE id = 2")
    before = old.path.read_bytes()
    assert_refused(old, "scores: this .*table of scores.*score is 'many', not a whole number")
    assert old.path.read_bytes() == before
    edit(old.path, "UPDATE entries SET score = 1", "DROP INDEX entries_by_score")
    assert_refused(old, "scores: this is a database, but not a table of scores: its tables")


# where it is


def test_without_a_file_the_table_is_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert Ranking().games() == Ranking().list() == []
    assert not list(tmp_path.iterdir())
    Ranking().add("a", 1)
    assert Ranking().path == tmp_path / "data" / "cgt" / "scores.sqlite"
    assert shown(Ranking(Ranking().path).list()) == [(1, "a", 1)]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data" / "cgt" / "scores.sqlite"))
    with pytest.raises(CgtError, match=r"scores\.sqlite/cgt/scores\.sqlite: cannot be written"):
        Ranking().add("a", 1)


# games


@pytest.mark.parametrize(
    ("setting", "game"),
    [
        (RULE_SETS["sogang"].setting(seed=7, good="person"), "sogang 10x22 uniform"),
        (RULE_SETS["sogang"].setting(bad="constant:S", height=8), "sogang 10x8 constant:S"),
        (
            RULE_SETS["sogang"].setting(preview=1),
            "spin-spawn preview-1 sogang-points 10x22 uniform",
        ),
        (RULE_SETS["bag"].setting(), "bag 10x20 bag"),
        (RULE_SETS["bag"].setting(bad="uniform"), "drop 10x20 uniform"),
        (RULE_SETS["simplified"].setting(height=10), "simplified 10x10 uniform"),
        (RULE_SETS["hatetris"].setting(bad="brzustowski"), "hatetris 10x20 brzustowski"),
        (RULE_SETS["hatetris"].setting(pieces="SZ"), "hatetris SZ 10x20 hatetris"),
        (
            Setting(bad="minmax:bcts", depth=3, garbage=4),
            "drop 10x20 minmax:bcts depth-3 garbage-4",
        ),
        (Setting(start=Well("#.........")), "drop 10x20 uniform own-start"),
    ],
)
def test_the_game_of_a_setting(setting: Setting, game: str) -> None:
    assert game_of(setting) == game


THREE_GAMES = ["sogang 10x22 uniform", "hatetris 10x20 hatetris", "hatetris 10x20 hatetris-mild"]


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("Sogang 10×22 UNIFORM", 0),
        ("sogang", 0),
        ("10x22", 0),
        ("hatetris-mild", 2),
        ("Mild", 2),
        ("mild 10x22", None),
        ("hatetris 10x20 hatetris", 1),
        ("hatetris", None),
        ("", None),
    ],
)
def test_a_game_is_told_by_words_that_only_it_has(text: str, game: int | None) -> None:
    if game is not None:
        assert game_like(text, THREE_GAMES) == THREE_GAMES[game]
        return
    with pytest.raises(CgtError, match="game"):
        game_like(text, THREE_GAMES)
