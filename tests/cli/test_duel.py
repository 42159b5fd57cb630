"""cgt duel and cgt verify."""

import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from checkpoints import STRANGERS_KEY, content_of, write_resealed
from conftest import ROOT, Ran
from patience import at_most

from cgt.common.errors import LimitError
from cgt.common.limits import Limits
from cgt.duel.exact.strategy import Strategy

Run = Callable[..., Ran]


def test_the_least_height_and_its_strategy(run_cgt: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "ot")
    found = run_cgt(
        "duel", "--pieces", "OT", "--width", "4", "--least-height", "--out", file, "--json"
    ).json()
    assert (found["winner"], found["height"], found["verified"]) == ("good", 5, True)
    assert [one["winner"] for one in found["heights"]] == ["bad"] * 5 + ["good"]
    assert found["certificate"] == file
    [checked] = run_cgt("verify", file, "--json").json()["results"]
    assert (checked["valid"], checked["height"], checked["pieces"]) == (True, 5, "OT")
    assert checked["instructions"] == found["instructions"]


def test_a_strangers_checkpoint_is_refused_or_named_in_the_answer(
    run_cgt: Run, tmp_path: Path
) -> None:
    path = tmp_path / "checkpoint"
    game = ("--pieces", "JL", "--width", "4", "--height", "6")  # a search of the whole game
    command = ("duel", *game, "--checkpoint", str(path))
    assert run_cgt(*command, "--json").json()["trusts"] is None
    write_resealed(path, content_of(path), key=STRANGERS_KEY)
    code, out, err = run_cgt(*command)
    assert (code, out) == (2, "")
    assert "--trust-checkpoint" in err
    assert err.count("\n") == 1
    said = f"this rests on the checkpoint {path}, not made with this machine's key"
    assert said in run_cgt(*command, "--trust-checkpoint").out
    assert run_cgt(*command, "--json").json()["trusts"] == str(path)


def test_bad_wins_with_a_certificate(run_cgt: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "sz")
    ran = run_cgt("duel", "--pieces", "SZ", "--width", "4", "--height", "8", "--out", file)
    assert ran.code == 0
    assert "height 8: bad: Bad forces the end" in ran.out
    assert "verified" in ran.out
    assert run_cgt("verify", file).code == 0


def test_json_has_the_promised_keys(run_cgt: Run) -> None:
    found = run_cgt("duel", "--pieces", "O", "--width", "4", "--height", "2", "--json").json()
    assert {
        "winner", "states", "safe_states", "height", "certificate", "seconds"
    } <= set(found)  # fmt: skip
    rows = run_cgt("verify", "--all", "--width", "4", "--json").json()["results"]
    for row in rows:
        assert {
            "name", "valid", "pieces", "width", "height", "preview", "instructions", "reason"
        } <= set(row)  # fmt: skip


def test_a_limit_is_exit_code_3(run_cgt: Run) -> None:
    game = ("--pieces", "IJLOT", "--width", "10", "--height", "8")
    ran = run_cgt("duel", *game, "--time-limit", "0.2s", "--json")
    assert ran.code == 3
    assert ran.json()["winner"] == "unknown"


def test_an_undecided_duel_is_drawn_though_it_has_no_report(run_cgt: Run, tmp_path: Path) -> None:
    game = ("--pieces", "IJLOT", "--width", "10", "--height", "8", "--time-limit", "4s")
    files = {form: tmp_path / f"duel.{form}" for form in ("svg", "png", "html")}
    asked = [word for form, file in files.items() for word in (f"--{form}", str(file))]
    ran = run_cgt("duel", *game, *asked)
    assert ran.code == 3
    assert "Not known within the limits." in files["svg"].read_text()
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    assert not files["html"].exists()
    assert ran.err == (
        "cgt: not known within the limits; more --time-limit or --memory may do; "
        f"{files['html']}: not written, because there is no strategy\n"
    )


_OT = ("duel", "--pieces", "OT", "--width", "4", "--height", "5")


def test_a_winner_whose_strategy_was_not_checked_in_time_is_told_as_such(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_time(strategy: Strategy, limits: Limits) -> NoReturn:
        raise LimitError("the check did not finish")

    monkeypatch.setattr("cgt.duel.exact.solve.verify", no_time)
    file = tmp_path / "ot"
    ran = run_cgt(*_OT, "--out", str(file))
    assert ran.code == 0
    assert "height 5: good: Good goes on for ever" in ran.out
    said = "not verified within the time allowed: the winner is known from the search alone"
    assert f"84 instructions, {said}, in {file}" in ran.out
    found = run_cgt(*_OT, "--json").json()
    assert (found["winner"], found["verified"], found["not_verified"]) == ("good", False, said)
    monkeypatch.undo()
    assert run_cgt("verify", str(file)).code == 0
    assert run_cgt(*_OT, "--json").json()["not_verified"] is None


def test_the_winner_is_told_before_the_strategy_is_checked(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(strategy: Strategy, limits: Limits) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("cgt.duel.exact.solve.verify", interrupted)
    ran = run_cgt("duel", "--pieces", "OT", "--width", "4", "--least-height")
    assert ran.code == 130
    heights = [f"  height {height}: bad: Bad forces the end" for height in range(5)]
    assert ran.out.splitlines() == [
        "OT, width 4", *heights, "  height 5: good: Good goes on for ever"
    ]  # fmt: skip


@pytest.mark.parametrize("given", ["--out", "--html"])
def test_a_file_that_is_not_made_is_an_error_after_the_answer(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: str
) -> None:
    monkeypatch.setattr("cgt.duel.exact.solve.room_for_instructions", lambda *_: 10)
    file = tmp_path / "file"
    ran = run_cgt(*_OT, given, str(file))
    assert ran.code == 3
    assert "height 5: good: Good goes on for ever" in ran.out
    assert ran.err.startswith(f"cgt: {file}: not written, because ")
    assert ran.err.count("\n") == 1
    assert not file.exists()
    found = run_cgt(*_OT, given, str(file), "--json")
    assert (found.code, found.json()["winner"], found.json()["certificate"]) == (3, "good", None)
    assert run_cgt(*_OT).code == 0  # nothing was asked for that could not be made


def test_a_file_that_cannot_be_written_is_an_error_after_the_answer(run_cgt: Run) -> None:
    ran = run_cgt(*_OT, "--out", "/dev/full")
    assert ran.code == 2
    assert "height 5: good" in ran.out
    assert "84 instructions, verified" in ran.out
    assert ran.err == "cgt: /dev/full: cannot be written: No space left on device\n"
    checked = run_cgt("verify", "certificates/ot-4.txt", "--dot", "/dev/full")
    assert (checked.code, "valid" in checked.out) == (2, True)


@pytest.mark.parametrize(
    "arguments",
    [
        [*_OT, "--out"],
        ["verify", "certificates/ot-4.txt", "--dot"],
        ["verify", "certificates/ot-4.txt", "--graphml"],
        ["regions", "boards/two-areas.txt", "--labels"],
        ["simulate", "--max-pieces", "5", "--trace"],
        ["replay", "replays/tim-232.txt", "--trace"],
        ["train", "anneal", "--steps", "1", "--out"],
    ],
)
def test_a_file_that_cannot_be_written_is_found_out_before_the_work(
    run_cgt: Run, arguments: list[str], tmp_path: Path
) -> None:
    ran = run_cgt(*arguments, str(tmp_path / "missing" / "file"))
    assert (ran.code, ran.out) == (2, "")
    assert "missing/file: cannot be written" in ran.err


def test_time_bounds_the_strategy_the_check_and_the_picture(run_cgt: Run, tmp_path: Path) -> None:
    files = {form: tmp_path / form for form in ("out", "svg", "html")}
    asked = [word for form, file in files.items() for word in (f"--{form}", str(file))]
    game = ("--pieces", "LJ", "--width", "8", "--height", "6", "--preview", "1")
    with at_most(10):
        ran = run_cgt("duel", *game, "--time-limit", "1s", *asked)
    assert ran.code in (0, 3)
    assert (ran.code == 0) == all(file.exists() for file in files.values())


# strategies of strangers


_HEAD = "cgt strategy 1\nplayer: good\npieces: {}\nwidth: 10\nheight: 20\n"
_RULES = "preview: {}\nmoves: drop\nending: height\n"


def test_a_short_file_with_many_queues_costs_little(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(_HEAD.format("omino:6") + _RULES.format(3))  # 60 pieces: 216,000 queues
    tracemalloc.start()
    try:
        ran = run_cgt("verify", str(file), "--html", str(tmp_path / "page"))
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()
    assert ran.code == 1
    assert "no instruction for" in ran.out


def test_verify_keeps_to_its_limits(run_cgt: Run, tmp_path: Path) -> None:
    ran = run_cgt("verify", "certificates/ot-4.txt", "--memory", "20K")
    assert ran.code == 3
    assert ran.err == "cgt: certificates/ot-4.txt: this file takes more memory than allowed\n"
    ran = run_cgt("verify", "certificates/ot-4.txt", "--memory", "50K", "--json")
    assert (ran.code, ran.json()["results"]) == (3, [])
    assert "so many instructions take more memory than allowed" in ran.err
    ran = run_cgt("verify", "certificates/ot-4.txt", "--time-limit", "0s")
    assert ran.code == 3
    assert "did not finish within the time allowed" in ran.err
    ran = run_cgt("verify", "--all", "--width", "4", "--time-limit", "0s")
    assert ran.code == 3
    long = tmp_path / "long"
    long.write_text(_HEAD.format("mine") + "shape a: #\n" * 20_000)
    ran = run_cgt("verify", str(long))
    assert (ran.code, "lines without a blank one" in ran.err) == (2, True)


def test_reading_a_certificate_reserves_little_memory() -> None:
    """The limit is on address space, which had once been reserved for the longest of files."""
    program = Path(sys.executable).with_name("cgt")
    command = f"ulimit -v 3000000; exec {program} verify certificates/ot-4.txt"
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    ran = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


def test_the_built_in_strategies_are_compared_with_what_was_published(run_cgt: Run) -> None:
    ran = run_cgt("verify", "--all", "--width", "9-10")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert len(lines) == 4 + 13
    assert (
        "T, width 10              valid, height 4, 15 instructions (published: 4, 15; same)"
        in lines
    )
    assert any(line.startswith("LJ, width 10, preview 1") and "lower" in line for line in lines)


def test_a_strategy_that_does_not_hold_is_exit_code_1(run_cgt: Run, tmp_path: Path) -> None:
    text = Path("certificates/ot-4.txt").read_text().split("\n\n")
    (tmp_path / "part").write_text("\n\n".join(text[:-1]))
    ran = run_cgt("verify", str(tmp_path / "part"))
    assert ran.code == 1
    assert "NOT VALID: no instruction for" in ran.out
    assert ran.err.count("\n") == 1


def test_graphs_are_written(run_cgt: Run, tmp_path: Path) -> None:
    import networkx as nx

    dot, graphml = str(tmp_path / "dot"), str(tmp_path / "graphml")
    ran = run_cgt("verify", "certificates/ot-4.txt", "--dot", dot, "--graphml", graphml)
    assert ran.code == 0
    graph = nx.read_graphml(graphml)
    assert graph.number_of_edges() == 84
    assert Path(dot).read_text().count("->") == 84


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["verify"], "strategy files or --all"),
        (["verify", "--all", "x"], "strategy files or --all"),
        (["verify", "--all", "--width", "4-2"], "not a number or a range"),
        (["verify", "--all", "--width", "41"], "2 to 40 columns"),
        (["verify", "--all", "--dot", "x"], "take one strategy file"),
        (["verify", "missing.txt"], "missing.txt:1:1: there is no such file"),
        (["verify", "boards/full.txt"], "a strategy begins with"),
        (["duel", "--pieces", "Q"], "--pieces: no piece set"),
        (["duel", "--preview", "4"], "preview of 0 to 3"),
        (["duel", "--least-height", "--start", "boards/full.txt"], "begins with an empty well"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    run_cgt: Run, arguments: list[str], message: str
) -> None:
    ran = run_cgt(*arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1


# bags


def test_bad_deals_bags(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "sz.txt"
    game = ("duel", "--pieces", "SZ", "--width", "4", "--least-height", "--bag")
    ran = run_cgt(*game, "--out", str(file))
    assert ran.code == 0
    assert ran.out.startswith("SZ, width 4, Bad deals bags\n")
    assert "height 4: good: Good goes on for ever" in ran.out
    found = run_cgt(*game, "--json").json()
    assert found["setting"]["bag"] is True
    assert (found["winner"], found["height"], found["verified"]) == ("good", 4, True)
    assert "bag: yes" in file.read_text().splitlines()
    below = tmp_path / "sz.below.txt"
    checked = run_cgt("verify", str(file), str(below), "--json").json()["results"]
    assert [(one["valid"], one["bag"], one["player"]) for one in checked] == [
        (True, True, "good"),
        (True, True, "bad"),
    ]
    free = run_cgt("duel", "--pieces", "SZ", "--width", "4", "--height", "4", "--json").json()
    assert (free["winner"], free["setting"]["bag"]) == ("bad", False)


def test_a_strategy_for_bags_that_leaves_out_a_bag_does_not_hold(
    run_cgt: Run, tmp_path: Path
) -> None:
    file = tmp_path / "sz.txt"
    game = ("duel", "--pieces", "SZ", "--width", "4", "--height", "4", "--bag")
    run_cgt(*game, "--out", str(file))
    head, *instructions = file.read_text().split("\n\n")
    file.write_text("\n\n".join([head, *instructions[1:]]) + "\n")
    ran = run_cgt("verify", str(file))
    assert ran.code == 1
    assert "left in the bag" in ran.out
    file.write_text("\n\n".join([head, instructions[0].replace(", left", ", lift")]) + "\n")
    code, _, err = run_cgt("verify", str(file))
    assert code == 2
    assert "with bags, ', left' and the pieces left are expected" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("height", "preview"), [(4, 0), (3, 0), (3, 1), (4, 1)])
def test_strategies_for_bags_are_drawn_and_played(
    run_cgt: Run, tmp_path: Path, height: int, preview: int
) -> None:
    figure, page = tmp_path / "figure.svg", tmp_path / "page.html"
    ran = run_cgt(
        "duel", "--pieces", "SZ", "--width", "4", "--height", str(height), "--bag",
        "--preview", str(preview), "--svg", str(figure), "--html", str(page),
    )  # fmt: skip
    assert ran.code == 0
    assert "Bad deals bags" in figure.read_text()
    assert "each piece once, in an order that Bad chooses" in page.read_text()


def test_simulations_take_players_in_bags(run_cgt: Run) -> None:
    game = ("simulate", "--width", "6", "--height", "10", "--max-pieces", "50")
    found = run_cgt(*game, "--bad", "bag:hatetris", "--json").json()
    assert found["setting"]["bad"] == "bag:hatetris"
    code, _, err = run_cgt(*game, "--bad", "bag:brzustowski")
    assert code == 2
    assert "'brzustowski' cannot be restricted to a bag" in err
