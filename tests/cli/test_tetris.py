"""cgt recommend, cgt train, and cgt simulate with the rules of one-player Tetris."""

import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from checkpoints import STRANGERS_KEY, content_of, write_resealed
from conftest import Ran, child_process

from cgt.duel.evaluate.weights import Weights

Run = Callable[..., Ran]
TUCK = "boards/tetris-tuck.txt"


# recommend


@pytest.mark.parametrize("weights", ["sogang", "dt-10", "cgt-sogang"])
def test_the_tuck_is_found(run_cgt: Run, weights: str) -> None:
    """Under the roof, where no piece that drops straight down can come."""
    arguments = ("recommend", TUCK, "--next", "TLI", "--weights", weights)
    found = run_cgt(*arguments, "--json").json()
    assert sorted(map(tuple, found["placement"]["cells"])) == [(1, 2), (2, 1), (2, 2), (2, 3)]
    assert (found["placement"]["piece"], found["placement"]["column"]) == ("T", 1)
    shown = run_cgt(*arguments)
    assert shown.code == 0
    assert "T: rotation" in shown.out
    assert "which clears 1 row\n" in shown.out
    assert shown.out.count("@@") == 4
    dropped = run_cgt(*arguments, "--moves", "drop", "--json").json()
    assert dropped["placement"]["cells"] != found["placement"]["cells"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.txt", "--next", "T"], "missing.txt:1:1: there is no such file"),
        ([TUCK], "Missing option '--next'"),
        ([TUCK, "--next", "X"], "no piece 'X'"),
        ([TUCK, "--next", "T", "--weights", "nobodys"], "there are no weights 'nobodys'"),
        ([TUCK, "--next", "T", "--weights", "holes=much"], "'holes=much' is no weight"),
        ([TUCK, "--next", "T", "--height", "3"], "the stack does not fit"),
        ([TUCK, "--next", "T", "--beam", "-1"], "a beam keeps 1 to 1,000,000 wells"),
    ],
)
def test_bad_questions_are_refused(run_cgt: Run, arguments: list[str], message: str) -> None:
    code, out, err = run_cgt("recommend", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_where_every_placement_loses_there_is_no_value(run_cgt: Run, tmp_path: Path) -> None:
    (tmp_path / "full").write_text("##..\n##.#\n")
    arguments = ("recommend", str(tmp_path / "full"), "--next", "SS", "--height", "2")
    assert run_cgt(*arguments, "--json").json()["value"] is None
    assert "the game is over wherever it goes" in run_cgt(*arguments).out


# simulate


def test_rules_by_name_can_be_changed_one_by_one(run_cgt: Run) -> None:
    arguments = ("simulate", "--rules", "sogang", "--max-pieces", "40", "--json")
    found = run_cgt(*arguments)
    assert found.code == 3
    assert found.json()["placed"] == 40
    assert found.json()["score"] > 40 * 10
    other = run_cgt(*arguments, "--scoring", "lines").json()
    assert other["score"] == other["lines"]
    text = run_cgt("simulate", "--rules", "simplified", "--height", "10", "--max-pieces", "9").out
    assert text.startswith("greedy:dt-20 against uniform, 10×10, tetromino, drop\n")


def test_garbage_comes_from_below(run_cgt: Run) -> None:
    found = run_cgt(
        "simulate", "--rules", "sogang", "--max-pieces", "4", "--garbage", "4", "--json"
    ).json()
    assert found["well"][-1].count(".") == 1


def test_a_score_is_ranked(run_cgt: Run, tmp_path: Path) -> None:
    table = str(tmp_path / "scores")
    arguments = ("simulate", "--rules", "sogang", "--max-pieces", "20", "--table", table)
    first = run_cgt(*arguments, "--rank", "Ada", "--json").json()
    assert first["rank"] == 1
    assert f"rank 2 in {table}" in run_cgt(*arguments, "--rank", "Bo").out
    entries = run_cgt("rank", "list", "--table", table, "--json").json()["entries"]
    assert [(entry["name"], entry["score"]) for entry in entries] == [
        ("Ada", first["score"]),
        ("Bo", first["score"]),
    ]
    assert entries[0]["pieces"] == 20
    code, _, err = run_cgt(*arguments, "--rank", "")
    assert code == 2
    assert "name" in err
    assert run_cgt(*arguments, "--rank", "Ada", "--games", "2").code == 2
    ran = run_cgt(*arguments[:-1], "boards/full.txt", "--rank", "Ada")
    assert (ran.code, ran.out) == (2, "")
    ran = run_cgt(*arguments, "--garbage", "3", "--trace", str(tmp_path / "trace"))
    assert (ran.code, ran.out) == (2, "")


# train

QUICK = {
    "anneal": ("--steps", "6", "--games", "2"),
    "genetic": ("--generations", "3", "--population", "10", "--games", "2"),
    "cma": ("--steps", "3", "--games", "2", "--start", "genetic-4"),
}
GAME = ("--rules", "simplified", "--height", "7", "--max-pieces", "200", "--held-out", "4")


@pytest.mark.parametrize("trainer", QUICK)
def test_training_ends_in_a_weight_file_and_a_plot(
    run_cgt: Run, trainer: str, tmp_path: Path
) -> None:
    arguments = ("train", trainer, *QUICK[trainer], *GAME, "--out", str(tmp_path / "found"))
    ran = run_cgt(*arguments, "--svg", str(tmp_path / "run.svg"), "--json")
    assert ran.code == 0
    found = ran.json()
    weights = Weights.read(tmp_path / "found")
    assert dict(weights.by_feature) == found["best"]
    assert not weights.lowest_is_best
    assert found["held_out"]["games"] == 4
    assert [record["step"] for record in found["history"]] == list(
        range(1, len(found["history"]) + 1)
    )
    assert (tmp_path / "run.svg").read_text().startswith("<?xml")
    two = run_cgt(*arguments, "--processes", "2", "--json").json()
    assert two == found
    text = run_cgt(*arguments).out
    assert "in 4 games that were not trained on" in text
    assert max(map(len, text.splitlines())) <= 80
    other = run_cgt(*arguments, "--seed", "2", "--json").json()
    assert other["best"] != found["best"]


def _steps_in(checkpoint: Path) -> int:
    lines = checkpoint.read_text().splitlines() if checkpoint.exists() else []
    return len(json.loads(lines[1])["state"]["history"]) if len(lines) > 1 else 0


def test_a_killed_run_is_resumed_where_it_was(run_cgt: Run, tmp_path: Path) -> None:
    arguments = (
        "train", "cma", "--steps", "25", "--games", "5", "--start", "dt-10", "--features", "dt",
        *GAME, "--json",
    )  # fmt: skip
    checkpoint = tmp_path / "checkpoint"
    whole = run_cgt(*arguments).json()
    command = [sys.executable, "-m", "cgt", *arguments, "--checkpoint", str(checkpoint)]
    with child_process(command) as child:
        begin = time.monotonic()
        while _steps_in(checkpoint) < 3:
            assert child.poll() is None, "it ended before it could be killed"
            assert time.monotonic() - begin < 60
            time.sleep(0.005)
        child.send_signal(signal.SIGKILL)
        child.wait()
    again = run_cgt(*arguments, "--checkpoint", str(checkpoint)).json()
    assert again == whole
    code, _, err = run_cgt(*arguments, "--checkpoint", str(checkpoint), "--seed", "9")
    assert code == 2
    assert str(checkpoint) in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cma", "--features", "nonsense"], "there is no feature 'nonsense'"),
        (["cma", "--fix", "holes"], "'holes' is not FEATURE=WEIGHT"),
        (["genetic", "--generations", "0"], "--generations"),
        (["anneal", "--start", "nobodys"], "there are no weights 'nobodys'"),
        (["cma", *GAME, "--png", "missing/run.png"], "missing/run.png: cannot be written"),
        (["cma", *GAME, "--out", "missing/weights"], "missing/weights: cannot be written"),
        (["cma", *GAME, "--fix", "holes=1", "--fix", "holes=2"], "holes is fixed twice"),
    ],
)
def test_bad_training_is_refused(run_cgt: Run, arguments: list[str], message: str) -> None:
    code, out, err = run_cgt("train", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_a_preview_of_0_is_another_game_than_the_rules_preview() -> None:
    from cgt.train.tetris import Task

    features = ("holes", "lines")
    games = [Task("sogang", features), Task("sogang", features, preview=0)]
    assert games[0].problem().about != games[1].problem().about


def test_weights_are_kept_when_the_last_games_are_interrupted(tmp_path: Path) -> None:
    arguments = ("train", "anneal", "--steps", "1", "--games", "1", *GAME[:-1], "1000000")
    command = [sys.executable, "-m", "cgt", *arguments, "--out", str(tmp_path / "found")]
    command += ["--checkpoint", str(tmp_path / "checkpoint")]
    with child_process(command) as child:
        begin = time.monotonic()
        while _steps_in(tmp_path / "checkpoint") < 1:
            assert time.monotonic() - begin < 60
            time.sleep(0.01)
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate()
    assert child.returncode == 130
    assert "interrupted" in out
    assert Weights.read(tmp_path / "found").by_feature


@pytest.mark.parametrize("processes", [1, 2])
def test_sigterm_saves_and_ends_all_processes(tmp_path: Path, processes: int) -> None:
    checkpoint = tmp_path / "checkpoint"
    arguments = ("train", "anneal", "--steps", "100000", "--games", "2", *GAME)
    command = [sys.executable, "-m", "cgt", *arguments, "--checkpoint", str(checkpoint)]
    with child_process([*command, "--processes", str(processes)]) as child:
        children = Path(f"/proc/{child.pid}/task/{child.pid}/children")
        begin, workers = time.monotonic(), list[str]()
        while _steps_in(checkpoint) < 2 or (processes > 1 and not workers and children.exists()):
            assert child.poll() is None
            assert time.monotonic() - begin < 60
            time.sleep(0.02)
            workers = children.read_text().split() if children.exists() else []
        child.send_signal(signal.SIGTERM)
        out, _ = child.communicate(timeout=60)
    assert child.returncode == 143
    assert "interrupted" in out
    assert _steps_in(checkpoint) >= 2
    assert processes > 1 or not workers
    end = time.monotonic() + 20
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_trained_weights_say_whom_they_trust(run_cgt: Run, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    arguments = (
        "train",
        "anneal",
        "--steps",
        "2",
        "--games",
        "1",
        *GAME,
        "--checkpoint",
        str(path),
    )
    assert run_cgt(*arguments, "--json").json()["trusts"] is None
    write_resealed(path, content_of(path), key=STRANGERS_KEY)
    code, out, err = run_cgt(*arguments)
    assert (code, out) == (2, "")
    assert "--trust-checkpoint" in err
    said = f"this rests on the checkpoint {path}, not made with this machine's key"
    assert said in run_cgt(*arguments, "--trust-checkpoint").out
    assert run_cgt(*arguments, "--json").json()["trusts"] == str(path)


# experiments


def test_the_tables_of_park(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from cgt.literature import tetris as tetris_experiments

    monkeypatch.setattr(tetris_experiments, "SOGANG", tetris_experiments.SOGANG[:1])
    rows = run_cgt("simulate", "--experiment", "sogang", "--json").json()["rows"]
    assert [row["setting"] for row in rows] == ["1 visible, 32 kept"]
    assert rows[0]["published"]["score"] == 99470
    assert 0 < rows[0]["ours"]["score"] < 200_000
    assert rows[0]["ours"]["seconds"] > 0
    text = run_cgt("simulate", "--experiment", "sogang").out
    assert "99,470±11,317" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


def test_the_run_of_jang_and_kim(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from cgt.literature import tetris as tetris_experiments

    for name, value in (("GENERATIONS", 2), ("_GENETIC_GAMES", 1), ("_GENETIC_PIECES", 200),
                        ("_LAST_GAMES", 1), ("_PUBLISHED_LINES", 80)):  # fmt: skip
        monkeypatch.setattr(tetris_experiments, name, value)
    rows = run_cgt("simulate", "--experiment", "genetic", "--json").json()["rows"]
    assert [row["setting"] for row in rows] == [
        "generation 0", "generation 1", "published weights", "weights found here",
    ]  # fmt: skip
    assert rows[0]["ours"]["best"] <= rows[1]["ours"]["best"]
    assert rows[2]["published"] == 80
