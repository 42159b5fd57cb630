"""cgt recommend, cgt train, and cgt simulate with the rules of one-player Tetris."""

import io
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from checkpoints import STRANGERS_KEY, content_of, write_resealed
from conftest import ROOT, Ran, child_process
from patience import PATIENCE, wait_until
from rich.console import Console

from cgt.duel.evaluate.weights import Weights

Run = Callable[..., Ran]
TUCK = "boards/tetris-tuck.txt"


# recommend


@pytest.mark.parametrize(
    ("weights", "visible"), [("sogang", "TL"), ("dt-10", "TLI"), ("cgt-sogang", "TLI")]
)
def test_the_tuck_is_found(run_cgt: Run, weights: str, visible: str) -> None:
    """Under the roof, where no piece that drops straight down can come."""
    arguments = ("recommend", TUCK, "--next", visible, "--weights", weights)
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


def test_the_best_placements_come_with_their_values(run_cgt: Run) -> None:
    for visible in ("T", "TL", "TLI"):
        question = ("recommend", TUCK, "--next", visible, "--beam", "8")
        plain = run_cgt(*question, "--json").json()
        found = run_cgt(*question, "--top", "4", "--json").json()
        assert found["placement"] == plain["placement"] == found["placements"][0]
        assert found["value"] == plain["value"] == found["placement"]["value"]
        values = [placement["value"] for placement in found["placements"]]
        assert len(values) == 4
        assert values == sorted(values, reverse=True)  # the highest is best
        assert "placements" not in plain
        lines = run_cgt(*question, "--top", "4").out.splitlines()
        assert f"Values by cgt-20, after {visible}; the highest is best." in lines
        assert lines[-1] == "36 more placements are not shown; --top 40 shows all."
        for place, (line, value) in enumerate(zip(lines[-5:-1], values, strict=True), 1):
            assert line.split()[0] == str(place)
            assert f" {value:,.2f}" in line
    every = run_cgt("recommend", TUCK, "--next", "T", "--top", "99", "--json").json()
    assert len(every["placements"]) == 40
    assert "not shown" not in run_cgt("recommend", TUCK, "--next", "T", "--top", "40").out


def test_what_the_evaluation_sees_adds_up(run_cgt: Run) -> None:
    weights = ("--weights", "holes=-4,landing-height=-1,lines=2")
    question = ("recommend", TUCK, "--next", "T", *weights)
    found = run_cgt(*question, "--explain", "--json").json()
    seen = found["placement"]["features"]
    assert seen == {"holes": 2.0, "landing-height": 1.5, "lines": 1.0}
    assert found["weights"] == {"holes": -4.0, "landing-height": -1.0, "lines": 2.0}
    assert found["contributions"] == {"holes": -8.0, "landing-height": -1.5, "lines": 2.0}
    assert found["value"] == sum(found["contributions"].values())
    plain = run_cgt(*question, "--json").json()
    assert plain["placement"] == found["placement"]
    assert "weights" not in plain
    lines = run_cgt(*question, "--explain").out.splitlines()
    assert [line.split() for line in lines[-4:]] == [
        ["holes", "-4", "2", "-8.00"],
        ["landing-height", "-1", "1.5", "-1.50"],
        ["lines", "2", "1", "2.00"],
        ["sum", "-7.50"],
    ]
    beside = run_cgt(*question, "--explain", "--rate", "2,5 2,6 2,7 3,6").out.splitlines()
    assert beside[-1].split() == ["sum", "-7.50", "-26.50"]


def test_a_given_placement_is_rated(run_cgt: Run) -> None:
    question = ("recommend", TUCK, "--next", "TL")
    every = run_cgt(*question, "--top", "99", "--json").json()["placements"]
    for rank in (1, 2, 17, 40):
        placement = every[rank - 1]
        cells = " ".join(f"{row},{column}" for row, column in reversed(placement["cells"]))
        found = run_cgt(*question, "--rate", cells, "--json").json()
        assert found["placement"] == every[0]
        behind = every[0]["value"] - placement["value"]
        assert found["rated"] == placement | {"rank": rank, "of": 40, "behind": behind}
        told = run_cgt(*question, "--rate", cells).out.splitlines()[1]
        assert f": place {rank} of 40, value {placement['value']:,.2f}, " in told
        assert told.endswith("the best" if rank == 1 else f" {behind:,.2f} worse than the best")


@pytest.mark.parametrize(
    ("cells", "moves", "message"),
    [
        ("1,2 2,1 2,2 2,3", "drop", "T cannot get there: moves are drop"),
        ("0,0 0,1 0,2 1,1", "spin", "(0, 0) is not empty"),
        ("2,8 2,9 2,10 3,9", "spin", "(2, 10) is outside the well, which has 10 columns"),
        ("2,5 2,6 3,5 3,6", "spin", "T has another shape, however it is turned"),
        ("2,5 2,6 2,7", "spin", "T has another shape, however it is turned"),
        ("8,5 8,6 8,7 9,6", "spin", "T would float there: nothing is right below it"),
        ("2 5", "spin", "'2 5' is not cells by row and column, such as '0,3 0,4 1,3'"),
        ("", "spin", "'' is not cells by row and column"),
        ("-1,5", "spin", "'-1,5' is not cells by row and column"),
    ],
)
def test_an_impossible_placement_is_refused_in_one_line(
    run_cgt: Run, cells: str, moves: str, message: str
) -> None:
    ran = run_cgt("recommend", TUCK, "--next", "T", "--moves", moves, "--rate", cells)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert "--rate" in ran.err
    assert ran.err.count("\n") == 1


def test_placements_after_which_the_game_ends_come_last(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "low"
    question = ("recommend", str(file), "--next", "OO", "--top", "9")
    file.write_text("##..#\n##..#\n")  # one O fits, and then none
    ranked = run_cgt(*question, "--height", "3", "--json").json()["placements"]
    assert [placement["placed"] for placement in ranked] == [2, 0, 0, 0]
    assert [placement["value"] is None for placement in ranked] == [False, True, True, True]
    assert [placement["features"] is None for placement in ranked] == [False, True, True, True]
    assert run_cgt(*question, "--height", "3").out.count("the game is over\n") == 3
    rated = ("--rate", "2,0 2,1 3,0 3,1")
    found = run_cgt(*question, "--height", "3", *rated, "--json").json()["rated"]
    assert (found["value"], found["behind"], found["of"]) == (None, None, 4)
    text = run_cgt(*question, "--height", "3", *rated, "--explain").out
    assert f": place {found['rank']} of 4; the game is over then\n" in text
    assert text.splitlines()[-1].split()[-1] == "over"


def test_placements_after_which_fewer_pieces_fit_have_no_comparable_value(
    run_cgt: Run, tmp_path: Path
) -> None:
    """An I in the gap clears rows; one that lies across it leaves room for no other."""
    file = tmp_path / "low"
    file.write_text("##.##\n" * 3)
    question = ("recommend", str(file), "--next", "II", "--height", "4", "--top", "99")
    ranked = run_cgt(*question, "--json").json()["placements"]
    counts = [placement["placed"] for placement in ranked]
    assert counts == [2, 1, 1, 0, 0, 0, 0]
    ends = "the game is over after 1 of 2 pieces"
    assert run_cgt(*question).out.count(ends) == counts.count(1)
    cells = " ".join(f"{row},{column}" for row, column in ranked[counts.index(1)]["cells"])
    rated = run_cgt(*question, "--rate", cells)
    assert f"; {ends}\n" in rated.out


# simulate


def test_rules_by_name_can_be_changed_one_by_one(run_cgt: Run) -> None:
    arguments = ("simulate", "--rules", "sogang", "--max-pieces", "40", "--json")
    found = run_cgt(*arguments)
    assert found.code == 0
    assert found.json()["placed"] == 40
    assert found.json()["score"] > 40 * 10
    other = run_cgt(*arguments, "--scoring", "lines").json()
    assert other["score"] == other["lines"]
    text = run_cgt("simulate", "--rules", "simplified", "--height", "10", "--max-pieces", "9").out
    assert text.startswith("greedy:cgt-10 against uniform, 10×10, tetromino, drop\n")


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
    told = run_cgt(*arguments, "--rank", "Bo").out
    assert f"rank 2 of sogang 10x22 uniform in {table}" in told
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
    "report": ("anneal", "--steps", "6", "--games", "2"),
    "program": ("anneal", "--schedule", "program", "--steps", "6", "--games", "2"),
    "genetic": ("genetic", "--steps", "3", "--population", "10", "--games", "2"),
    "cma": ("cma", "--steps", "3", "--games", "2", "--start", "genetic-4"),
}
GAME = ("--rules", "simplified", "--height", "7", "--max-pieces", "200", "--held-out", "4")


@pytest.mark.parametrize("trainer", QUICK)
def test_training_ends_in_a_weight_file_and_a_plot(
    run_cgt: Run, trainer: str, tmp_path: Path
) -> None:
    arguments = ("train", *QUICK[trainer], *GAME, "--out", str(tmp_path / "found"))
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


KILLED = """
import os, signal
import cgt.cli
from cgt.common.checkpoint import Checkpoint

save, saves = Checkpoint.save, []

def save_and_die(self):
    save(self)
    saves.append(self)
    if len(saves) == 3:
        os.kill(os.getpid(), signal.SIGKILL)

Checkpoint.save = save_and_die
cgt.cli.main()
"""


def test_a_killed_run_is_resumed_where_it_was(run_cgt: Run, tmp_path: Path) -> None:
    arguments = (
        "train", "cma", "--steps", "25", "--games", "5", "--start", "dt-10", "--features", "dt",
        *GAME, "--json",
    )  # fmt: skip
    checkpoint = tmp_path / "checkpoint"
    whole = run_cgt(*arguments).json()
    command = [sys.executable, "-c", KILLED, *arguments, "--checkpoint", str(checkpoint)]
    assert subprocess.run(command, cwd=ROOT).returncode == -signal.SIGKILL
    assert _steps_in(checkpoint) == 3
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
        (["genetic", "--steps", "0"], "--steps"),
        (["anneal", "--start", "nobodys"], "there are no weights 'nobodys'"),
        (["genetic", "--genes", "long"], "'long' is not one of 'unit', 'free'"),
        (["anneal", "--schedule", "slow"], "'slow' is not one of 'report', 'program'"),
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
        wait_until(lambda: _steps_in(tmp_path / "checkpoint") >= 1)
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
        workers = list[str]()
        while _steps_in(checkpoint) < 2 or (processes > 1 and not workers and children.exists()):
            assert child.poll() is None
            time.sleep(0.02)
            workers = children.read_text().split() if children.exists() else []
        child.send_signal(signal.SIGTERM)
        out, _ = child.communicate(timeout=PATIENCE)
    assert child.returncode == 143
    assert "interrupted" in out
    assert _steps_in(checkpoint) >= 2
    assert processes > 1 or not workers
    wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


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


@pytest.mark.long
def test_the_tables_of_park(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from cgt.literature import tetris as tetris_experiments

    monkeypatch.setattr(tetris_experiments, "SOGANG", tetris_experiments.SOGANG[:1])
    rows = run_cgt("simulate", "--experiment", "sogang", "--json").json()["rows"]
    assert [row["setting"] for row in rows] == ["1 visible, 32 kept"]
    assert rows[0]["published"]["score"] == 99470
    assert 0 < rows[0]["ours"]["score"] < 200_000
    assert rows[0]["ours"]["seconds"] > 0
    off = rows[0]["score_by_the_seeds_weights"] / 99470 - 1
    assert rows[0]["agrees"] is True
    assert rows[0]["games"] == 240
    assert 0 < rows[0]["games_ended_by_the_seeds_weights"] <= 240
    assert rows[0]["points_by_the_seeds_weights"] < rows[0]["score_by_the_seeds_weights"]
    assert abs(off) <= 0.07
    monkeypatch.setattr(tetris_experiments, "AGREES_WITHIN", abs(off) / 2)
    text = run_cgt("simulate", "--experiment", "sogang").out
    assert f"{100 * off:+.1f}" in text
    assert "0 of 1 agree." in text
    assert "99,470±11,317" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


def test_genes_have_length_1_unless_weights_are_fixed(run_cgt: Run) -> None:
    small = ("train", "genetic", "--steps", "2", "--population", "5", "--games", "1", *GAME)
    lengths = {}
    for options in ((), ("--genes", "free"), ("--fix", "holes=-1"),
                    ("--fix", "holes=-1", "--genes", "unit")):  # fmt: skip
        weights = run_cgt(*small, *options, "--json", "--held-out", "0").json()["best"]
        if "--fix" in options:
            assert weights.pop("holes") == -1
        lengths[options] = sum(weight**2 for weight in weights.values()) ** 0.5
    assert [length == pytest.approx(1) for length in lengths.values()] == [True, False, False, True]


def test_the_widest_lines_of_parks_tables_fit_into_80_columns() -> None:
    from cgt.draw.terminal.experiments import experiment_table
    from cgt.literature import tetris as tetris_experiments

    experiment = tetris_experiments.EXPERIMENTS["sogang"]
    theirs, ours = (
        tetris_experiments._Measured((mean - 10_494.0, mean + 10_494.0), (1, 1), 0, 1.776, 8)
        for mean in (125_000, 137_035)
    )
    rows = [
        tetris_experiments._sogang_row(one, theirs, ours)
        for one in tetris_experiments.SOGANG
        if one.visible == 3
    ]
    console = Console(width=200, record=True, file=io.StringIO())
    console.print(experiment_table(experiment, rows))
    assert max(len(line.rstrip()) for line in console.export_text().splitlines()) <= 80
