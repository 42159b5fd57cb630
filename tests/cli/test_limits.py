"""Every command that can take long, or reads a stranger's file, keeps to limits and tells what it
has by then; and a file that was asked for and not made is an error after the answer."""

import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click
import pytest
from command_lines import commands
from conftest import Ran
from patience import PATIENCE

Run = Callable[..., Ran]


def _within(begin: float) -> bool:
    """Whether it ended in time; what ignores a limit never ends."""
    return time.monotonic() - begin < PATIENCE


def test_a_game_that_goes_on_is_shown_as_far_as_it_got(run_cgt: Run) -> None:
    begin = time.monotonic()
    game = ("--pieces", "O", "--width", "4", "--max-pieces", str(10**12), "--cycles", "none")
    ran = run_cgt("simulate", *game, "--time-limit", "2s", "--json")
    assert (ran.code, _within(begin)) == (3, True)
    assert ran.json()["placed"] > 0
    assert ran.json()["interrupted"]
    assert ran.err == "cgt: the game did not finish within the time allowed\n"


def test_a_player_that_thinks_for_long_is_stopped(run_cgt: Run) -> None:
    begin = time.monotonic()
    ran = run_cgt("simulate", "--good", "minmax", "--depth", "9", "--time-limit", "0.3s")
    assert (ran.code, _within(begin)) == (3, True)
    assert "not decided (interrupted)" in ran.out


@pytest.mark.parametrize("processes", ["1", "2"])
def test_games_that_are_finished_in_time_are_counted(run_cgt: Run, processes: str) -> None:
    begin = time.monotonic()
    many = ("simulate", "--good", "random", "--games", "100000000", "--processes", processes)
    ran = run_cgt(*many, "--time-limit", "2s", "--json")
    assert (ran.code, _within(begin)) == (3, True)
    assert len(ran.json()["games"]) > 0
    assert ran.err == "cgt: playing 100,000,000 games did not finish within the time allowed\n"


def test_a_published_experiment_is_shown_as_far_as_it_got(run_cgt: Run) -> None:
    ran = run_cgt("simulate", "--experiment", "kravec", "--time-limit", "0.1s", "--json")
    assert ran.code == 3
    assert isinstance(ran.json()["rows"], list)


def test_training_ends_with_what_it_found(run_cgt: Run, tmp_path: Path) -> None:
    begin = time.monotonic()
    weights = tmp_path / "weights"
    training = ("train", "anneal", "--rules", "simplified", "--height", "6", "--games", "1")
    ran = run_cgt(*training, "--steps", "100000", "--time-limit", "2s", "--out", str(weights))
    assert (ran.code, _within(begin)) == (3, True)
    assert "training did not finish within the time allowed" in ran.err
    assert weights.exists()
    ran = run_cgt(*training, "--steps", "100000", "--time-limit", "0s")
    assert (ran.code, ran.out) == (3, "")


def test_a_search_for_a_placement_ends(run_cgt: Run) -> None:
    begin = time.monotonic()
    game = ("recommend", "boards/tetris-tuck.txt", "--next", "TLIJOSZTLIJOSZT", "--beam", "5000")
    ran = run_cgt(*game, "--time-limit", "0.1s")
    assert (ran.code, ran.out, _within(begin)) == (3, "", True)
    assert ran.err.count("\n") == 1


def test_a_replay_has_a_time_limit(run_cgt: Run) -> None:
    ran = run_cgt("replay", "replays/tim-232.txt", "--time-limit", "0s")
    assert (ran.code, ran.out) == (3, "")


def test_an_atlas_is_shown_as_far_as_it_got_and_checked_again(run_cgt: Run, tmp_path: Path) -> None:
    begin = time.monotonic()
    file = str(tmp_path / "atlas")
    atlas = ("atlas", "duel", "--widths", "2-9", "--heights", "1-9", "--preview", "0")
    ran = run_cgt(*atlas, "--out", file, "--time-limit", "2s", "--json")
    assert (ran.code, _within(begin)) == (3, True)
    assert ran.json()["good"] + ran.json()["bad"] > 0
    assert ran.err == "cgt: filling the atlas did not finish within the time allowed\n"
    small = ("atlas", "duel", "--widths", "2", "--heights", "1-2", "--preview", "0", "--verify")
    path = tmp_path / "small"
    ran = run_cgt(*small, "--out", str(path))
    assert ran.code == 0
    assert "recorded as verified" in ran.out
    assert "strategies checked again" in ran.out
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "UPDATE cells SET certificate = replace(certificate, 'rank 1', 'rank 2') "
            "WHERE winner = 'bad'"
        )
    ran = run_cgt(*small, "--out", str(path))
    assert ran.code == 1
    assert ran.err.startswith("cgt: not valid: ")


@pytest.mark.parametrize("player", ["strategy", "exact"])
def test_the_file_of_a_player_stays_within_the_memory(run_cgt: Run, player: str) -> None:
    game = ("simulate", "--pieces", "OT", "--width", "4", "--height", "5", "--max-pieces", "20")
    named = f"{player}:certificates/ot-4.txt"
    assert "topped-out" not in run_cgt(*game, "--good", named).out
    ran = run_cgt(*game, "--good", named, "--memory", "50K")
    assert (ran.code, ran.out) == (3, "")
    assert "take more memory than allowed" in ran.err


def test_the_trace_of_a_player_stays_within_the_memory(run_cgt: Run, tmp_path: Path) -> None:
    trace = str(tmp_path / "trace")
    game = ("simulate", "--good", "random", "--max-pieces", "100", "--width", "6")
    run_cgt(*game, "--trace", trace)
    again = ("simulate", "--good", f"replay:{trace}", "--width", "6", "--max-pieces", "5")
    assert run_cgt(*again).code == 0  # as many pieces as were asked for
    ran = run_cgt(*again, "--memory", "2K")
    assert (ran.code, ran.out) == (3, "")
    assert "takes more memory than allowed" in ran.err


def test_a_well_is_read_no_further_than_it_can_be(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "well"
    for text, told in (
        ("....\n" * 200_000, "more than 1,000 lines without a blank one"),
        ("." * 2_000_000, "2 to 40 columns"),
    ):
        file.write_text(text)
        ran = run_cgt("recommend", str(file), "--next", "T")
        assert (ran.code, told in ran.err, ran.err.count("\n")) == (2, True, 1)
    file.write_text(
        "....\n.##.\n\n" + "..\n" * 10 + "not a board\n"
    )  # what comes after is not read
    assert run_cgt("recommend", str(file), "--next", "T").code == 0


def test_a_shape_and_a_set_of_shapes_are_not_endless(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "shapes"
    file.write_text("#" * 20_000)
    ran = run_cgt("duel", "--pieces", str(file))
    assert (ran.code, "at most 10,000 cells" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["simulate", "--good", "random", "--bad", "constant:S", "--trace"], "pieces"),
        (["simulate", "--good", "random", "--bad", "constant:S", "--svg"], "pieces"),
        (["simulate", "--good", "random", "--games", "2", "--svg"], "lines"),
        (["replay", "replays/atypical-11.txt", "--trace"], "score"),
        (["replay", "replays/atypical-11.txt", "--html"], "score"),
        (["recommend", "boards/tetris-tuck.txt", "--next", "T", "--svg"], "T"),
        (["solve", "--size", "4x4", "--svg"], "wins"),
        (["analyse", "boards/two-areas.txt", "--html"], "regions"),
        (["regions", "boards/two-areas.txt", "--labels"], "region"),
        (["verify", "certificates/ot-4.txt", "--graphml"], "valid"),
        (["verify", "certificates/ot-4.txt", "--html"], "valid"),
        (["train", "anneal", "--rules", "simplified", "--height", "6", "--games", "1", "--steps",
          "1", "--held-out", "0", "--out"], "best"),
    ],
)  # fmt: skip
def test_a_full_disk_is_told_after_the_answer(
    run_cgt: Run, arguments: list[str], told: str
) -> None:
    ran = run_cgt(*arguments, "/dev/full")
    assert ran.code == 2
    assert told in ran.out
    assert ran.err == "cgt: /dev/full: cannot be written: No space left on device\n"


# A game in the terminal lasts as long as the player likes; a benchmark's file is a program.
_WITHOUT_LIMITS = {"play tetris", "bench duel", "bench placement", "bench regions", "page"}


def test_every_command_that_reads_a_file_has_both_limits() -> None:
    for name, command in commands():
        names = {parameter.name for parameter in command.params}
        if any(isinstance(parameter.type, click.Path) for parameter in command.params):
            assert name in _WITHOUT_LIMITS or names >= {"memory", "time_limit"}, name


@pytest.mark.skipif(sys.platform != "linux", reason="Linux only has such a limit")
def test_a_reader_that_takes_more_memory_than_allowed_is_ended(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgt.play.ranking.Ranking.games", lambda *_: bytes(2**30))
    ran = run_cgt("rank", "list", "--table", "none.sqlite", "--memory", "100M")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "cgt: the memory allowed did not suffice\n"
