"""cgt rank."""

import io
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran
from rich.cells import cell_len

Run = Callable[..., Ran]

KEYS = ["rank", "name", "score", "pieces", "lines", "setting", "when", "game"]


@pytest.fixture
def rank(run_cgt: Run, tmp_path: Path) -> Run:
    """Runs `cgt rank` with a table of the test's own."""

    def run(command: str, *arguments: str) -> Ran:
        return run_cgt("rank", command, "--table", str(tmp_path / "scores"), *arguments)

    return run


@pytest.fixture
def three(rank: Run) -> Run:
    rank("add", "Ada", "12840", "--pieces-placed", "512", "--lines", "203")
    rank("add", "Zoë", "9120", "--setting", "10×20, bag")
    rank("add", "Ada", "9120")
    return rank


def names(ran: Ran) -> list[tuple[int, str]]:
    return [(entry["rank"], entry["name"]) for entry in ran.json()["entries"]]


def test_every_command_has_the_promised_json(three: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "file.csv")
    assert names(three("add", "Bo", "10000", "--json")) == [(2, "Bo")]
    assert names(three("list", "--json")) == [(1, "Ada"), (2, "Bo"), (3, "Zoë"), (4, "Ada")]
    assert names(three("find", "Ada", "--json")) == [(1, "Ada"), (4, "Ada")]
    assert names(three("remove", "2", "--json")) == [(2, "Bo")]
    assert names(three("export", file, "--json")) == [(1, "Ada"), (2, "Zoë"), (3, "Ada")]
    assert names(three("import", file, "--json")) == [(2, "Ada"), (5, "Zoë"), (6, "Ada")]
    first, second, *_ = three("list", "--json").json()["entries"]
    assert list(first) == KEYS
    assert list(first.values())[:-2] == [1, "Ada", 12840, 512, 203, ""]
    assert first["game"] == "other"
    assert second == {**first, "rank": 2}


def test_entries_are_shown_as_a_table(three: Run) -> None:
    heading, line, *entries, last = three("list").out.splitlines()
    assert heading.split() == [
        "rank",
        "name",
        "score",
        "pieces",
        "lines",
        "setting",
        "when",
        "(UTC)",
    ]
    assert set(line) == {"─"}
    assert entries[0].split()[:5] == ["1", "Ada", "12,840", "512", "203"]
    assert entries[1].split()[:5] == ["2", "Zoë", "9,120", "10×20,", "bag"]
    assert last == "3 of 3 entries"
    heading, _, entry = three("find", "Zoë").out.splitlines()
    assert heading.split() == ["rank", "name", "score", "setting", "when", "(UTC)"]
    assert entry.split()[:3] == ["2", "Zoë", "9,120"]
    assert three("remove", "3").out.splitlines()[2].split()[:3] == ["3", "Ada", "9,120"]


def test_a_table_has_80_columns_and_loses_nothing(rank: Run) -> None:
    great = "9223372036854775807"
    rank("add", "李" * 40, great, "--lines", great, "--pieces-placed", great)
    rank("add", "[red]:smile:", "0", "--setting", "x" * 200)
    out = rank("list").out
    assert max(map(cell_len, out.splitlines())) == 80
    assert out.count("李") == 40
    assert out.count("x") == 200
    digits = [sum(c.isdigit() for c in line) for line in out.splitlines()]
    assert sum(digits) == 3 * len(great) + 2 * 12 + len("1") + len("2") + len("0") + len("22")
    assert "[red]" in out


def test_ranks_from_one_to_another(rank: Run, tmp_path: Path) -> None:
    file = tmp_path / "many.csv"
    file.write_text("name,score\n" + "".join(f"n{i},{100 - i}\n" for i in range(1, 26)))
    assert rank("import", str(file)).out == f"25 entries imported into {tmp_path / 'scores'}\n"

    def ranks(*arguments: str) -> list[int]:
        ran = rank("list", "--json", *arguments)
        assert ran.json()["total"] == 25
        return [entry["rank"] for entry in ran.json()["entries"]]

    assert ranks() == list(range(1, 11))
    assert ranks("--to", "3") == [1, 2, 3]
    assert ranks("--from", "14") == list(range(14, 24))
    assert ranks("--from", "24", "--to", "30") == [24, 25]
    assert ranks("--from", "26") == []
    assert rank("list", "--from", "26").out == "no entry of these ranks\n0 of 25 entries\n"


def test_a_table_that_does_not_exist_is_empty_and_is_not_made(rank: Run, tmp_path: Path) -> None:
    assert rank("list") == (0, "the table is empty\n", "")
    assert rank("find", "Ada") == (0, "no entry of that name\n", "")
    nothing = {"entries": [], "total": 0, "game": None, "games": []}
    assert rank("list", "--json").json().items() >= nothing.items()
    assert rank("find", "Ada", "--json").json()["entries"] == []
    assert rank("remove", "1") == (2, "", "cgt: there is no rank 1: the table has 0 entries\n")
    assert rank("export", "-") == (0, "name,score,pieces,lines,setting,when,game\n", "")
    assert not list(tmp_path.iterdir())


def test_the_table_is_in_the_data_folder_by_default(
    run_cgt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    help_text = " ".join(run_cgt("rank", "list", "--help").out.split())
    assert "[default: (scores.sqlite in your data folder)]" in help_text
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run_cgt("rank", "list") == (0, "the table is empty\n", "")
    assert not list(tmp_path.iterdir())
    run_cgt("rank", "add", "Ada", "5")
    [entry] = run_cgt("rank", "list", "--json").json()["entries"]
    assert entry["name"] == "Ada"
    table = tmp_path / "cgt" / "scores.sqlite"
    assert run_cgt("rank", "find", "Ada", "--table", str(table), "--json").json()["entries"] == [
        entry
    ]
    game = ("simulate", "--max-pieces", "5", "--rank", "Bo")
    assert f"rank 1 of drop 10x20 uniform in {table}" in run_cgt(*game).out
    assert not (ROOT / "cgt-scores.sqlite").exists()


# games

SOGANG, MILD = "sogang 10x22 uniform", "hatetris 10x20 hatetris-mild"


@pytest.fixture
def games(rank: Run) -> Run:
    rank("add", "Ada", "100", "--game", SOGANG)
    rank("add", "Bo", "7", "--game", MILD)
    rank("add", "Cy", "3")
    rank("add", "Bo", "50", "--game", SOGANG.upper())
    return rank


def test_ranks_count_within_one_game(games: Run) -> None:
    assert names(games("list", "--game", SOGANG, "--json")) == [(1, "Ada"), (2, "Bo")]
    assert names(games("list", "--game", "Mild", "--json")) == [(1, "Bo")]
    assert names(games("list", "--game", "hatetris-MILD", "--json")) == [(1, "Bo")]
    assert names(games("list", "--game", "other", "--json")) == [(1, "Cy")]
    found = games("find", "Bo", "--json").json()["entries"]
    assert [(e["rank"], e["game"]) for e in found] == [(1, MILD), (2, SOGANG)]
    assert games("find", "Bo").out.splitlines()[0].split()[3] == "game"


def test_the_game_that_was_last_played_is_listed_and_the_others_are_named(games: Run) -> None:
    found = games("list", "--json").json()
    assert (found["game"], found["total"]) == (SOGANG, 2)
    assert [entry["name"] for entry in found["entries"]] == ["Ada", "Bo"]
    told = [(game["game"], game["entries"], game["best"]) for game in found["games"]]
    assert told == [
        (SOGANG, 2, {"name": "Ada", "score": 100}),
        ("other", 1, {"name": "Cy", "score": 3}),
        (MILD, 1, {"name": "Bo", "score": 7}),
    ]
    out = games("list").out.splitlines()
    assert out[0] == SOGANG
    assert "2 of 2 entries" in out
    assert out[-1].split()[:5] == [*MILD.split(), "1", "7"]
    assert "other games, shown by --game:" in out


def test_one_is_removed_from_one_game(games: Run) -> None:
    ran = games("remove", "1")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"cgt: --game says which game: there are {SOGANG}, other, {MILD}\n"
    assert games("remove", "3", "--game", "sogang").err == (
        f"cgt: there is no rank 3: the table of {SOGANG} has 2 entries\n"
    )
    assert names(games("remove", "1", "--game", "sogang", "--json")) == [(1, "Ada")]
    assert names(games("list", "--game", "sogang", "--json")) == [(1, "Bo")]
    assert len(games("export", "-").out.splitlines()) == 4


def test_a_game_that_is_not_there_is_named_with_the_nearest(games: Run) -> None:
    ran = games("list", "--game", "sognag 10x22 uniform")
    assert (ran.code, ran.out) == (2, "")
    assert f"(did you mean {SOGANG}?)" in ran.err


def test_a_table_of_the_first_format_is_read(games: Run, tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "scores")
    for statement in (
        "DROP TABLE entries",
        "CREATE TABLE entries (id INTEGER PRIMARY KEY, name TEXT NOT NULL, "
        "score INTEGER NOT NULL, pieces INTEGER, lines INTEGER, setting TEXT NOT NULL, "
        "entered TEXT NOT NULL)",
        "CREATE INDEX entries_by_score ON entries (score DESC)",
        "CREATE INDEX entries_by_name ON entries (name)",
        "INSERT INTO entries VALUES (1, 'Old', 9, 2, 1, 'person against uniform, 10×22', "
        "'2025-01-31T12:00:00+00:00')",
        "PRAGMA user_version = 1",
    ):
        database.execute(statement)
    database.commit()
    database.close()
    assert names(games("list", "--game", SOGANG, "--json")) == [(1, "Old")]
    assert names(games("add", "New", "8", "--game", SOGANG, "--json")) == [(2, "New")]
    assert names(games("list", "--game", SOGANG, "--json")) == [(1, "Old"), (2, "New")]


def test_standard_input_and_output(
    three: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_cgt: Run
) -> None:
    text = three("export", "-").out
    assert text.startswith("name,score,pieces,lines,setting,when,game\nAda,12840,512,203,,")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    other = ("--table", str(tmp_path / "other"))
    assert run_cgt("rank", "import", "-", *other).out.startswith("3 entries imported into ")
    assert run_cgt("rank", "list", "--json", *other).json() == three("list", "--json").json()
    file = str(tmp_path / "file.csv")
    assert three("export", file).out == f"3 entries written to {file}\n"
    assert Path(file).read_text() == text


def test_a_score_below_zero(three: Run) -> None:
    [entry] = three("add", "--json", "Bo", "--", "-5").json()["entries"]
    assert (entry["rank"], entry["score"]) == (4, -5)


def test_text_from_another_program_cannot_control_the_terminal(three: Run, tmp_path: Path) -> None:
    csv = tmp_path / "one.csv"
    csv.write_text("name,score\nBo,5\n")
    database = sqlite3.connect(tmp_path / "scores")
    database.execute("UPDATE entries SET name = ?, entered = ?", ("a\x1b[2J", "\x1b[2J"))
    database.commit()
    database.close()
    for command in (
        ["list"],
        ["export", "-"],
        ["find", "Ada"],
        ["add", "Bo", "5"],
        ["remove", "1"],
        ["import", str(csv)],
        ["export", str(tmp_path / "out.csv")],
    ):
        ran = three(*command)
        assert (ran.code, ran.out) == (2, "")
        assert "\x1b" not in ran.err
        assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["add", " ", "5"], "a name has 1 to 40 characters, not 0"),
        (["add", "a\x1bb", "5"], r"a name has no control characters such as '\x1b'"),
        (["add", "Ada", "many"], "'many' is not a valid integer"),
        (["add", "Ada", "9" * 20], "a score is a whole number from"),
        (["add", "Ada", "5", "--lines", "-1"], "a number of lines is a whole number from 0"),
        (["add", "Ada"], "Missing argument 'SCORE'"),
        (["list", "--from", "0"], "--from"),
        (["list", "--from", "5", "--to", "4"], "--from 5 is after --to 4"),
        (["find", "x" * 41], "a name has 1 to 40 characters, not 41"),
        (["remove", "4"], "there is no rank 4: the table has 3 entries"),
        (["remove", "0"], "there is no rank 0: the table has 3 entries"),
        (["import", "missing.csv"], "missing.csv:1:1: there is no such file"),
        (["import", "boards/full.txt"], "boards/full.txt:1:1: the first line names the columns"),
        (["export", "missing/file"], "missing/file: cannot be written"),
        (["export", "-", "--json"], "cannot both go to standard output"),
        (["list", "--table", "README.md"], "README.md: this cannot be used as a table of scores"),
        (["add", "Ada", "5", "--table", "boards"], "boards: this is a directory, not a file"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    three: Run, arguments: list[str], message: str
) -> None:
    ran = three(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert three("list", "--json").json()["total"] == 3
