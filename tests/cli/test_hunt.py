"""cgt hunt: games against an enemy that is computed ahead."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran
from patience import PATIENCE, at_most, wait_until

from cgt.literature.hatetris import read_replay

Run = Callable[..., Ran]


def test_json_has_the_promised_keys_and_the_replay_reaches_the_score(
    run_cgt: Run, tmp_path: Path
) -> None:
    ran = run_cgt("hunt", "--beam", "20", "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json()
    assert {"score", "pieces", "replay", "seconds"} <= set(found)
    assert found["score"] >= 5
    assert (found["beam"], found["finished"]) == (20, True)
    (tmp_path / "replay").write_text(found["replay"])
    asked = ["--enemy", "hatetris", "--score", str(found["score"]), "--json"]
    played = run_cgt("replay", str(tmp_path / "replay"), *asked)
    assert played.code == 0
    assert played.json()["pieces"] == found["pieces"]


@pytest.mark.parametrize("bad", ["hatetris", "hatetris-mild", "brzustowski", "minmax"])
def test_the_replay_written_is_the_best_game(run_cgt: Run, tmp_path: Path, bad: str) -> None:
    file = tmp_path / "game.txt"
    ran = run_cgt(
        "hunt", "--bad", bad, "--beam", "10", "--max-pieces", "60", "--out", str(file), "--threads",
        "2",
    )  # fmt: skip
    assert ran.code == 0
    said = re.search(r"score (\d+), (\d+) pieces, \d+ moves, confirmed by its replay", ran.out)
    assert said is not None
    assert f"replay written to {file}" in ran.out
    loaded = read_replay(file)
    assert loaded.enemy is not None
    assert loaded.enemy.partition(":")[0] == bad
    assert loaded.score == int(said[1])
    played = run_cgt("replay", str(file), "--json").json()
    assert (played["score"], played["pieces"]) == (int(said[1]), int(said[2]))


def test_a_weight_file_of_cgt_train_is_used(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.weights"
    trained = run_cgt(
        "train", "cma", "--rules", "hatetris", "--player", "hunt", "--beam", "4", "--games", "2",
        "--noise", "0.1",
        "--steps", "1", "--population", "4", "--held-out", "1", "--fitness", "score", "--features",
        "landing-height,holes,rows-with-holes", "--out", str(file),
    )  # fmt: skip
    assert trained.code == 0, trained.err
    found = run_cgt("hunt", "--weights", str(file), "--beam", "4", "--json").json()
    assert found["setting"]["weights"] == "cma-hatetris"
    best = run_cgt("hunt", "--beam", "4", "--json").json()
    assert best["replay"] != found["replay"]


def test_no_row_is_told(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ran = run_cgt("hunt", "--beam", "2", "--max-pieces", "2", "--out", str(file))
    assert ran.code == 0
    assert "score 0: no row was cleared" in ran.out
    assert not file.exists()
    found = run_cgt("hunt", "--beam", "2", "--max-pieces", "2", "--json").json()
    assert (found["score"], found["pieces"], found["replay"]) == (0, 0, None)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--bad", "uniform", "--beam", "2"], 2, "what uniform sends cannot be computed ahead"),
        (["--bad", "hatetri", "--beam", "2"], 2, "no Bad player 'hatetri' (did you mean hatetris"),
        (["--beam", "-1"], 2, "a beam keeps 1 to"),
        (["--weights", "no-such", "--beam", "2"], 2, "no-such"),
        (["--beam", "100000", "--memory", "8M"], 3, "a beam of 100,000 needs 586 MiB"),
        (["--beam", "2", "--out", "no/such/folder/game"], 2, "no/such/folder/game"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    run_cgt: Run, arguments: list[str], code: int, message: str
) -> None:
    ran = run_cgt("hunt", *arguments)
    assert ran.code == code
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_the_time_limit_holds_and_the_best_game_is_told(run_cgt: Run) -> None:
    with at_most(6):
        ran = run_cgt("hunt", "--time-limit", "2s", "--json")
    assert ran.code == 0
    assert not ran.json()["finished"]


def test_ctrl_c_ends_with_the_best_game_so_far(tmp_path: Path) -> None:
    file, kept = tmp_path / "game.txt", tmp_path / "checkpoint"
    command = [sys.executable, "-m", "cgt", "hunt", "--out", str(file), "--checkpoint"]
    child = subprocess.Popen([*command, str(kept)], stdout=subprocess.PIPE, text=True)
    try:
        wait_until(file.exists)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=PATIENCE)
    finally:
        child.kill()
    assert child.returncode == 130
    assert "interrupted" in out
    score = read_replay(file).score
    assert f"score {score}," in out
    assert kept.stat().st_size > 0


def test_several_hunts_and_noise(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ran = run_cgt("hunt", "--hunts", "3", "--beam", "5", "--seed", "4", "--out", str(file))
    assert ran.code == 0
    told = re.search(r"3 hunts finished, the best with seed (\d)\n", ran.out)
    assert told is not None
    score = read_replay(file).score
    again = ["--beam", "5", "--seed", told[1], "--noise", "0.02", "--json"]
    found = run_cgt("hunt", *again).json()
    assert (found["score"], found["hunts"], found["seed"]) == (score, 1, int(told[1]))
    assert found["setting"]["noise"] == 0.02
    wrong = run_cgt("hunt", "--noise", "3", "--beam", "2")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)
    assert "noise is a share" in wrong.err


def test_all_games_are_kept_only_as_far_as_the_memory_allows(run_cgt: Run) -> None:
    ran = run_cgt("hunt", "--beam", "0", "--memory", "8M")
    assert ran.code == 3
    assert "there are too many games to keep all: use a beam" in ran.err
    assert ran.err.count("\n") == 1


def test_a_cluster_that_is_none_is_one_line(run_cgt: Run) -> None:
    for arguments in (["hunt"], ["simulate", "--games", "2"]):
        ran = run_cgt(*arguments, "--cluster", "nowhere")
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "the cluster nowhere cannot be reached" in ran.err
    ran = run_cgt("simulate", "--cluster", "nowhere")
    assert ran.code == 2
    assert "--cluster needs --games" in ran.err
