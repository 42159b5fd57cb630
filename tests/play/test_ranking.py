"""The table of scores, against a plain sorted list, and with several processes at once."""

import sqlite3
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from conftest import child_process
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.common.database import MOST
from cgt.common.errors import CgtError, FileError
from cgt.play.ranking import Entry, Ranking

NAMES = ["Ada", "Grace H.", "李, 明", 'the "Fox"', "Zoë", "'; DROP TABLE entries; --", ","]


@pytest.fixture
def ranking(tmp_path: Path) -> Ranking:
    return Ranking(tmp_path / "scores")


def shown(entries: list[Entry]) -> list[tuple[int, str, int]]:
    return [(entry.rank, entry.name, entry.score) for entry in entries]


# ranks

GAMES = ["other", "sogang 10x22 uniform"]  # in their order
games = st.sampled_from(GAMES)
scores = st.integers(-2, 3) | st.just(MOST)
operations = st.lists(
    st.one_of(
        st.tuples(
            st.just("add"), st.sampled_from(NAMES), st.integers(-2, 3) | st.just(MOST), games
        ),
        st.tuples(st.just("remove"), st.integers(0, 8), st.none(), games),
        st.tuples(
            st.just("list"), st.integers(1, 8) | st.none(), st.integers(0, 8) | st.none(), games
        ),
        st.tuples(st.just("find"), st.sampled_from(NAMES), st.none(), st.none()),
    ),
    max_size=25,
)


class PlainTable:
    """What a table of scores does, by sorting all of it every time: for each game apart."""

    def __init__(self) -> None:
        self.entered: list[tuple[str, int, str]] = []

    def ranks(self, game: str) -> list[tuple[int, str, int]]:
        mine = [entry[:2] for entry in self.entered if entry[2] == game]
        best_first = sorted(mine, key=lambda entry: -entry[1])  # sorting is stable
        return [(rank, *entry) for rank, entry in enumerate(best_first, start=1)]

    def remove(self, rank: int, game: str) -> None:
        _, name, score = self.ranks(game)[rank - 1]
        same_before = [entry[1:] for entry in self.ranks(game)[: rank - 1]].count((name, score))
        places = [i for i, entry in enumerate(self.entered) if entry == (name, score, game)]
        del self.entered[places[same_before]]

    def games(self) -> list[tuple[str, int, int]]:
        """The games, the one that was entered to last first, with how many scores and the best."""
        last_first = dict.fromkeys(game for *_, game in reversed(self.entered))
        ranks = {game: self.ranks(game) for game in last_first}
        return [(game, len(ranks[game]), ranks[game][0][2]) for game in last_first]


@settings(max_examples=60)
@given(operations)
def test_a_table_does_what_a_plain_sorted_list_does(done: list[tuple[str, Any, Any, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ranking, plain = Ranking(Path(folder, "scores")), PlainTable()
        for what, one, two, game in done:
            if what == "add":
                plain.entered.append((one, two, game))
                rank = sum(score >= two for _, score, other in plain.entered if other == game)
                assert shown([ranking.add(one, two, game=game)]) == [(rank, one, two)]
            elif what == "find":
                expected = [e for game in GAMES for e in plain.ranks(game) if e[1] == one]
                assert shown(ranking.find(one)) == expected
            elif what == "list":
                first, last = one or 1, len(plain.entered) if two is None else two
                expected = [entry for entry in plain.ranks(game) if first <= entry[0] <= last]
                assert shown(ranking.list(one, two, game=game)) == expected
            elif 1 <= one <= len(plain.ranks(game)):
                expected = [plain.ranks(game)[one - 1]]
                plain.remove(one, game)
                assert shown([ranking.remove(one, game=game)]) == expected
            else:
                with pytest.raises(CgtError, match=f"there is no rank {one}: the table"):
                    ranking.remove(one, game=game)
            assert len(ranking) == len(plain.entered)
            for game in GAMES:
                assert shown(ranking.list(game=game)) == plain.ranks(game)
            everything = [entry for game in GAMES for entry in plain.ranks(game)]
            assert shown(ranking.everything()) == everything
            found = [(scores.game, scores.entries, scores.best.score) for scores in ranking.games()]
            assert found == plain.games()


def test_an_entry_has_everything_that_was_entered(ranking: Ranking) -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    entry = ranking.add("  Ada ", 7, pieces=20, lines=3, setting=" 10×20, bag ")
    assert entry[:-2] == (1, "Ada", 7, 20, 3, "10×20, bag")
    assert entry.game == "other"
    assert before <= datetime.fromisoformat(entry.when) <= datetime.now(UTC)
    assert entry.when.endswith("+00:00")
    assert ranking.list() == ranking.find("Ada ") == [entry]
    assert ranking.remove(1) == entry


def test_of_equal_scores_the_earlier_has_the_better_rank_whatever_was_removed(
    ranking: Ranking,
) -> None:
    for name in "abc":
        ranking.add(name, 5)
    assert ranking.remove(3).name == "c"
    assert ranking.remove(1).name == "a"
    assert ranking.add("d", 5).rank == 2
    assert shown(ranking.list()) == [(1, "b", 5), (2, "d", 5)]


def test_a_range_of_ranks_is_read_from_the_index(ranking: Ranking, tmp_path: Path) -> None:
    ranking.add("a", 1)
    database = sqlite3.connect(tmp_path / "scores")
    asked: list[str] = []
    database.set_trace_callback(asked.append)
    ranking._range_of_ranks(database, "other", 500_000, 500_009)
    database.set_trace_callback(None)
    [[*_, plan]] = database.execute(f"EXPLAIN QUERY PLAN {asked[0]}").fetchall()
    database.close()
    assert plan.endswith("USING INDEX entries_by_game (game=?)")  # and nothing is sorted


def test_ranks_far_beyond_the_table_are_not_an_error(ranking: Ranking) -> None:
    ranking.add("a", 1)
    assert len(ranking.list(1, 10**30)) == 1
    assert ranking.list(10**30) == ranking.list(2, 1) == ranking.list(10**30, 10**31) == []
    with pytest.raises(CgtError, match="there is no rank 1000"):
        ranking.remove(10**30)


# what cannot be entered


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "a name has 1 to 40 characters, not 0"),
        (" \t ", "a name has 1 to 40 characters, not 0"),
        ("x" * 41, "a name has 1 to 40 characters, not 41"),
        ("a\nb", r"a name has no control characters such as '\\n'"),
        ("a\x1b[2J", r"such as '\\x1b'"),
        ("a\0b", r"such as '\\x00'"),
        ("a\u202eb", r"such as '\\u202e'"),
        ("a\udcff", r"such as '\\udcff'"),
    ],
)
def test_text_that_cannot_be_a_name_is_refused(
    ranking: Ranking, tmp_path: Path, name: str, message: str
) -> None:
    with pytest.raises(CgtError, match=message) as refused:
        ranking.add(name, 1)
    assert "\n" not in str(refused.value)
    with pytest.raises(CgtError, match=message):
        ranking.find(name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"score": 2**63}, "a score is a whole number from -9223372036854775807 to 92233720368"),
        ({"score": -(2**63)}, "a score is a whole number"),
        ({"score": 10**5000}, "a score is a whole number"),
        ({"score": 1.5}, "a score is a whole number"),
        ({"pieces": -1}, "a number of pieces is a whole number from 0 to"),
        ({"lines": 2**63}, "a number of lines is a whole number from 0 to"),
        ({"setting": "x" * 201}, "a setting has 0 to 200 characters, not 201"),
        ({"setting": "a\rb"}, "a setting has no control characters"),
        ({"game": " "}, "a game has 1 to 200 characters, not 0"),
        ({"game": "x" * 201}, "a game has 1 to 200 characters, not 201"),
        ({"game": "a\x1bb"}, "a game has no control characters"),
    ],
)
def test_values_without_a_meaning_are_refused(
    ranking: Ranking, values: dict[str, Any], message: str
) -> None:
    with pytest.raises(CgtError, match=message):
        ranking.add("a", **{"score": 1, **values})
    assert len(ranking) == 0


def test_the_longest_texts_and_greatest_numbers_are_entered(ranking: Ranking) -> None:
    for name, score in (("é" * 40, MOST), ("least", -MOST)):
        ranking.add(name, score, pieces=MOST, lines=0, setting="x" * 200)
    assert shown(ranking.list()) == [(1, "é" * 40, MOST), (2, "least", -MOST)]


def test_ranks_begin_with_1(ranking: Ranking) -> None:
    with pytest.raises(CgtError, match="there is no rank 0: ranks begin with 1"):
        ranking.list(0, 3)


# files


def test_reading_creates_no_file(ranking: Ranking, tmp_path: Path) -> None:
    assert ranking.list() == ranking.find("a") == []
    assert len(ranking) == 0
    with pytest.raises(CgtError, match="there is no rank 1: the table has 0 entries"):
        ranking.remove(1)
    assert not list(tmp_path.iterdir())


def test_an_empty_file_is_an_empty_table(ranking: Ranking, tmp_path: Path) -> None:
    (tmp_path / "scores").touch()
    assert ranking.list() == []
    with pytest.raises(CgtError, match="the table has 0 entries"):
        ranking.remove(1)
    assert (tmp_path / "scores").read_bytes() == b""
    assert ranking.add("a", 1).rank == 1


def assert_refused(ranking: Ranking, message: str) -> None:
    """Every operation on the table answers with one line."""
    for use in (
        lambda: ranking.add("a", 1),
        lambda: ranking.list(),
        lambda: ranking.games(),
        lambda: ranking.everything(),
        lambda: ranking.find("a"),
        lambda: ranking.remove(1),
        lambda: len(ranking),
    ):
        with pytest.raises(CgtError, match=message) as refused:
            use()
        assert "\n" not in str(refused.value)


def test_a_file_that_is_not_a_table_of_scores_is_refused_and_named(tmp_path: Path) -> None:
    text, other = tmp_path / "text", tmp_path / "other"
    text.write_text("hello, this is a text and no database at all" * 30)
    assert_refused(Ranking(text), "text: this cannot be used as a table of scores: file is not")
    assert text.read_text().startswith("hello")
    assert_refused(Ranking(tmp_path), "this is a directory, not a file")
    database = sqlite3.connect(other)
    database.execute("CREATE TABLE entries (name TEXT)")
    database.close()
    assert_refused(Ranking(other), "other: this is a database, but not a table of scores")
    with pytest.raises(CgtError, match="missing/scores: this cannot be used as a table of scores"):
        Ranking(tmp_path / "missing" / "scores").add("a", 1)
    with pytest.raises(CgtError, match="missing/scores: there is no such folder"):
        Ranking(tmp_path / "missing" / "scores").list()
    with pytest.raises(CgtError, match="no file can have this name"):
        Ranking("a\0b")


def test_a_damaged_table_is_refused(ranking: Ranking, tmp_path: Path) -> None:
    ranking.add("a", 1)
    edit(tmp_path / "scores", "DROP TABLE entries")
    assert_refused(ranking, "scores: this is a database, but not a table of scores: its tables")


def edit(path: Path, *statements: str) -> None:
    database = sqlite3.connect(path)
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("name = x'ff'", "name is 1 bytes of data, not a text"),
        ("name = CAST(x'61ff' AS TEXT)", "a text in it is not UTF-8"),
        ("name = CAST(x'610062' AS TEXT)", r"a name has no control characters such as '\\x00'"),
        ("name = 'a' || char(27) || '[2J'", r"a name has no control characters such as '\\x1b'"),
        ("name = ' a'", "a text in it is not as it is entered"),
        ("name = ''", "name has 0 characters, not 1 to 40"),
        ("setting = hex(zeroblob(1000000))", "setting has 2,000,000 characters, not 0 to 200"),
        ("score = 'many'", "score is 'many', not a whole number"),
        ("score = 1.5", r"score is 1\.5, not a whole number"),
        ("score = -9223372036854775807 - 1", "score is -9223372036854775808, not "),
        ("lines = -1", "lines is -1, not 0 to"),
        ("pieces = 'x'", "pieces is 'x', not a whole number"),
        ("entered = '2025-13-31T12:00:00+00:00'", "is not a time such as"),
        ("entered = '2025-01-31T12:00:00+01:00'", "a text in it is not as it is entered"),
        ("game = ''", "game has 0 characters, not 1 to 200"),
        ("game = 'a' || char(27)", "a game has no control characters"),
    ],
)
def test_a_row_that_could_not_have_been_entered_is_refused(
    ranking: Ranking, tmp_path: Path, change: str, message: str
) -> None:
    ranking.add("a", 1)
    ranking.add("b", 2)
    edit(tmp_path / "scores", f"UPDATE entries SET {change} WHERE id = 2")
    assert_refused(ranking, rf"scores: this .*table of scores.*: .*{message}")


def test_a_column_without_a_value_is_refused(ranking: Ranking, tmp_path: Path) -> None:
    ranking.add("a", 1)
    nullable = "REPLACE(sql, 'score INTEGER NOT NULL', 'score INTEGER')"
    back = "REPLACE(sql, 'score INTEGER', 'score INTEGER NOT NULL')"
    for change in (nullable, back):
        edit(
            tmp_path / "scores",
            "PRAGMA writable_schema = ON",
            f"UPDATE sqlite_master SET sql = {change} WHERE name = 'entries'",
        )
        if change is nullable:
            edit(tmp_path / "scores", "UPDATE entries SET score = NULL")
    assert_refused(ranking, "scores: this table of scores is damaged: NULL value in entries.score")


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END"],
        ["ALTER TABLE entries RENAME TO kept", "CREATE VIEW entries AS SELECT * FROM kept"],
        ["ALTER TABLE entries ADD COLUMN more TEXT"],
        ["DROP INDEX entries_by_game"],
    ],
)
def test_tables_that_are_not_ours_are_refused(
    ranking: Ranking, tmp_path: Path, statements: list[str]
) -> None:
    ranking.add("a", 1)
    edit(tmp_path / "scores", *statements)
    assert_refused(ranking, "scores: this is a database, but not a table of scores: its tables")


def test_rows_of_a_large_table_are_checked_when_they_are_read(
    ranking: Ranking, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranking.add("a", 1)
    ranking.add("b", 2)
    edit(tmp_path / "scores", "UPDATE entries SET lines = -1 WHERE id = 2")
    monkeypatch.setattr("cgt.common.database.SMALL", 0)
    assert shown(ranking.list(2, 2)) == [(2, "a", 1)]
    for use in (ranking.list, lambda: ranking.find("b"), lambda: ranking.remove(1)):
        with pytest.raises(CgtError, match="lines is -1, not 0 to"):
            use()


def test_nothing_is_removed_that_could_not_be_shown(ranking: Ranking) -> None:
    entry = ranking.add("a", 1)

    def fail(shown: Entry) -> None:
        assert shown == entry
        raise OSError("the screen is gone")

    with pytest.raises(OSError, match="the screen is gone"):
        ranking.remove(1, fail)
    assert ranking.list() == [entry]


def test_a_table_that_another_program_uses_is_told_in_one_line(tmp_path: Path) -> None:
    ranking = Ranking(tmp_path / "scores", patience=0.01)
    ranking.add("a", 1)
    other = sqlite3.connect(tmp_path / "scores", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert_refused(ranking, "scores: this .* database is locked: another program is using it")
    other.close()
    assert len(ranking) == 1


def test_another_format_is_refused(ranking: Ranking, tmp_path: Path) -> None:
    ranking.add("a", 1)
    database = sqlite3.connect(tmp_path / "scores")
    database.execute("PRAGMA user_version = 3")
    database.close()
    assert_refused(ranking, "this table of scores has format 3, and this program uses format 2")


def test_names_that_mean_something_to_sqlite_are_names_of_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "a?mode=ro", "50%41#b"):
        Ranking(name).add("a", 1)
        assert len(Ranking(name)) == 1
        assert (tmp_path / name).is_file()


# several processes

ADD_AND_REMOVE = """
import sys
from cgt.play.ranking import Ranking
path, name = sys.argv[1:]
ranking = Ranking(path)
print("ready", flush=True)
input()
for number in range(30):
    ranking.add(name, 100 * number + int(name))
    if number % 3 == 2:
        print(ranking.remove(1 + number % 2).score)
"""


def test_processes_that_add_and_remove_at_once_lose_nothing(
    ranking: Ranking, tmp_path: Path
) -> None:
    """They begin together, without a file, and no two remove the same entry."""
    with ExitStack() as stack:
        children = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", ADD_AND_REMOVE, str(tmp_path / "scores"), name],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for name in "123"
        ]
        for child in children:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
        for child in children:
            assert child.stdin is not None
            child.stdin.write("\n")
            child.stdin.flush()
        printed = [child.communicate()[0] for child in children]
    assert [child.returncode for child in children] == [0, 0, 0]
    removed = [int(score) for text in printed for score in text.split()]
    left = ranking.list()
    assert len(removed) == 30
    assert [entry.rank for entry in left] == list(range(1, 61))
    added = [100 * number + name for number in range(30) for name in (1, 2, 3)]
    assert sorted(removed + [entry.score for entry in left]) == sorted(added)


def test_changes_are_checked_under_the_lock(
    ranking: Ranking, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise another process could change the table between the check and the change."""
    ranking.add("a", 1)
    (tmp_path / "one.csv").write_text("name,score\nb,2\n")
    locked: list[bool] = []

    def look(*_: object) -> int:
        other = sqlite3.connect(tmp_path / "scores", timeout=0, isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            locked.append(False)
        except sqlite3.OperationalError:
            locked.append(True)
        other.close()
        return 2

    monkeypatch.setattr("cgt.play.ranking.table.table_format", look)
    ranking.add("c", 3)
    ranking.remove(1)
    ranking.import_csv(tmp_path / "one.csv")
    assert locked == [True, True, True]
    ranking.list()
    ranking.find("a")
    assert locked[3:] == [False, False]


HALF_AN_IMPORT = """
import sys, time
from cgt.play.ranking import Ranking
with Ranking(sys.argv[1])._making() as database:
    database.execute("PRAGMA cache_size = 1")  # so that it goes to the file before it is committed
    database.execute("DELETE FROM entries")
    for number in range(5000):
        database.execute(
            "INSERT INTO entries (name, score, setting, entered, game) "
            "VALUES ('half', ?, '', '', '')",
            (number,),
        )
    print("half done", flush=True)
    time.sleep(60)
"""


def test_a_killed_process_leaves_the_table_whole(ranking: Ranking, tmp_path: Path) -> None:
    path = tmp_path / "scores"
    entry = ranking.add("whole", 1)
    before = path.read_bytes()
    with child_process([sys.executable, "-c", HALF_AN_IMPORT, str(path)]) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "half done\n"
        with pytest.raises(CgtError, match="database is locked"):
            Ranking(path, patience=0.01).add("at the same time", 1)
    assert path.read_bytes() != before  # it was killed in the middle of its work
    assert ranking.list() == [entry]
    assert ranking.add("next", 2).rank == 1


# CSV files


def test_a_table_is_the_same_after_export_and_import(ranking: Ranking, tmp_path: Path) -> None:
    for number, name in enumerate(NAMES):
        text = f'"{name}", {number}'
        ranking.add(name, number % 2, pieces=number or None, setting=text, game=f"g {number % 3}")
    ranking.add("far", -MOST, lines=MOST)
    path = tmp_path / "scores.csv"
    assert ranking.export_csv(path) == ranking.everything()
    again = Ranking(tmp_path / "again")
    assert again.import_csv(path) == again.everything() == ranking.everything()
    assert len(again) == len(NAMES) + 1
    again.export_csv(tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_bytes() == path.read_bytes()


def test_the_text_of_a_csv_file(ranking: Ranking, tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    ranking.export_csv(path)
    assert path.read_text() == "name,score,pieces,lines,setting,when,game\n"
    assert [file.name for file in tmp_path.iterdir()] == ["scores.csv"]
    assert ranking.import_csv(path) == []
    when = ranking.add('Zoë, the "Fox"', 5, lines=2, setting="bag").when
    ranking.export_csv(path)
    line = f'"Zoë, the ""Fox""",5,,2,bag,{when},other\n'
    assert path.read_text() == f"name,score,pieces,lines,setting,when,game\n{line}"


def test_imported_rows_are_added_with_their_ranks(ranking: Ranking, tmp_path: Path) -> None:
    ranking.add("old", 5)
    path = tmp_path / "new.csv"
    path.write_bytes(
        b"\xef\xbb\xbfscore, name ,when\r\n 5 , tie ,2001-02-03T04:05:06+02:00\r\n\r\n"
        b"9,best,2001-02-03\r\n1,last,\r\n"
    )
    found = ranking.import_csv(path)
    assert shown(found) == [(1, "best", 9), (3, "tie", 5), (4, "last", 1)]
    assert shown(ranking.list()) == [(1, "best", 9), (2, "old", 5), *shown(found)[1:]]
    assert found[0].when == "2001-02-03T00:00:00+00:00"
    assert found[1].when == "2001-02-03T02:05:06+00:00"
    assert datetime.fromisoformat(found[2].when).year >= 2024


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "the first line names the columns: name,score,pieces,lines,setting,when,game"),
        ("Ada,5\n", 1, "the first line names the columns"),
        ("name\nAda\n", 1, "the first line names the columns"),
        ("name,score,age\n", 1, "the first line names the columns"),
        ("name,score,name\n", 1, "a column is named twice"),
        ("name,score\nAda,5\nBob\n", 3, "this line has 1 fields, the first 2"),
        ("name,score\nAda,5\n\nBob,1,2\n", 4, "this line has 3 fields, the first 2"),
        ("name,score\nAda,five\n", 2, "score: 'five' is not a whole number"),
        ("name,score\nAda,1_000\n", 2, "score: '1_000' is not a whole number"),
        ("name,score\nAda,٣\n", 2, "score: '٣' is not a whole number"),
        ("name,score\nAda,--1\n", 2, "score: '--1' is not a whole number"),
        ("name,score\nAda,\n", 2, "there is no score"),
        ("name,score\nAda,5\n,5\n", 3, "a name has 1 to 40 characters, not 0"),
        ("name,score\nAda,9223372036854775808\n", 2, "a score is a whole number from"),
        (f"name,score\nAda,{'9' * 5000}\n", 2, "or it is too large"),
        ("name,score,lines\nAda,5,-1\n", 2, "a number of lines is a whole number from 0"),
        ("name,score,when\nAda,5,noon\n", 2, "'noon' is not a time such as"),
        ("name,score,when\nAda,5,0001-01-01T00:00+01:00\n", 2, "is not a time such as"),
        ('name,score\nAda,5\n"A\nB",1\nC,2\n', 3, "a name has no control characters"),
        ('name,score\nAda,5\n"Bob,1\nC,2\n', 3, "this is not CSV: unexpected end of data"),
        ('name,score\nAda,5\n"Bob"by,1\n', 3, "this is not CSV: "),
    ],
)
def test_a_damaged_csv_file_leaves_the_table_unchanged(
    ranking: Ranking, tmp_path: Path, text: str, line: int, message: str
) -> None:
    entry = ranking.add("old", 1)
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(FileError, match=message) as refused:
        ranking.import_csv(path)
    assert (refused.value.where.source, refused.value.where.line) == (str(path), line)
    assert ranking.list() == [entry]


def test_a_csv_file_that_cannot_be_read_or_written_is_named(
    ranking: Ranking, tmp_path: Path
) -> None:
    entry = ranking.add("a", 1)
    (tmp_path / "binary").write_bytes(b"name,score\n\xff,1\n")
    with pytest.raises(FileError, match="binary:2:1: byte 0xff is not UTF-8 text"):
        ranking.import_csv(tmp_path / "binary")
    with pytest.raises(FileError, match=r"none\.csv:1:1: there is no such file"):
        ranking.import_csv(tmp_path / "none.csv")
    with pytest.raises(CgtError, match="none/file: cannot be written"):
        ranking.export_csv(tmp_path / "none" / "file")
    with pytest.raises(CgtError, match="cannot be the name of a file"):
        ranking.export_csv("a\0b")
    (tmp_path / "link").symlink_to(tmp_path / "scores")
    for itself in ("scores", "link"):
        with pytest.raises(CgtError, match=f"{itself}: this is the table itself"):
            ranking.export_csv(tmp_path / itself)
    assert ranking.list() == [entry]
