"""cgt simulate: plays a duel."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran, child_process, work_for
from patience import PATIENCE

from cgt.duel.players.named import BAD_PLAYERS, GOOD_PLAYERS
from cgt.duel.trace import read_trace

Run = Callable[..., Ran]


def test_a_cycle_is_reported(run_cgt: Run) -> None:
    ran = run_cgt(
        "simulate", "--good", "minmax", "--depth", "2", "--bad", "minmax", "--pieces", "OL",
        "--width", "10", "--json",
    )  # fmt: skip
    found = ran.json()
    assert ran.code == 0
    assert found["result"] == "cycle"
    assert found["cycle_length"] > 0
    assert found["placed"] >= found["cycle_start"] + found["cycle_length"]
    low, high = found["cycle_rows"]
    assert 0 <= low <= high < 20


def test_text_says_what_happened(run_cgt: Run) -> None:
    ran = run_cgt("simulate", "--bad", "constant:O", "--pieces", "O", "--width", "4")
    lines = ran.out.splitlines()
    assert lines[0] == "greedy:cgt-10 against constant:O, 4×20, O, drop"
    assert lines[1] == (
        "  cycle: from piece 0 on, every 2 pieces, in rows 0 to 1: Good goes on for ever"
    )
    assert lines[2] == "  Rows count from 0 at the floor, columns from 0 at the left."
    lost = run_cgt("simulate", "--bad", "constant:O", "--pieces", "O", "--width", "5").out
    assert "  topped out: Good has lost\n" in lost
    assert " 4| . O O O O|" in lost
    assert "Rows count" not in lost  # the numbers beside the well say it
    limit = run_cgt("simulate", "--max-pieces", "3")
    assert "  not decided after 3 pieces\n" in limit.out
    assert (limit.code, limit.err) == (0, "")  # it was asked for three pieces
    enemy = run_cgt("simulate", "--bad", "hatetris", "--moves", "hatetris").out
    assert "hatetris remembers every well, so its games cannot repeat" in enemy


def test_a_game_that_nobody_limited_and_nobody_decided_is_exit_code_3(run_cgt: Run) -> None:
    endless = ("--pieces", "O", "--width", "2", "--height", "2", "--good", "random")
    ran = run_cgt("simulate", *endless, "--cycles", "none", "--json")
    assert (ran.code, ran.json()["result"], ran.json()["placed"]) == (3, "limit", 1_000_000)
    assert ran.err == "cgt: the game was not decided within 1,000,000 pieces\n"


def test_json_has_the_promised_keys(run_cgt: Run) -> None:
    one = run_cgt("simulate", "--max-pieces", "20", "--json").json()
    assert {
        "result", "placed", "lines", "score", "cycle_start", "cycle_length", "cycle_rows"
    } <= set(one)  # fmt: skip
    assert (one["result"], one["placed"], one["cycle_start"]) == ("limit", 20, None)
    many = run_cgt("simulate", "--games", "3", "--max-pieces", "50", "--json").json()
    assert {"games", "mean_lines", "mean_score", "standard_error", "seconds"} <= set(many)
    assert [list(game) for game in many["games"]] == [
        ["seed", "result", "placed", "lines", "score"]
    ] * 3


def test_games_are_reproducible_and_independent_of_processes(run_cgt: Run) -> None:
    def games(*more: str) -> dict[str, object]:
        short = ("--height", "8", "--games", "6", "--seed", "7", "--json")
        found = run_cgt("simulate", *short, *more).json()
        return {key: found[key] for key in found if key != "seconds"}

    assert games() == games("--processes", "2")
    assert games() != games("--seed", "8")


def test_a_trace_is_written(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "trace"
    found = run_cgt(
        "simulate", "--max-pieces", "25", "--start", "boards/two-areas.txt", "--trace", str(file),
        "--width", "10", "--json",
    )  # fmt: skip
    if found.code == 2:  # that board is not as wide
        pytest.fail(found.err)
    trace = read_trace(file)
    assert len(trace.placements) == found.json()["placed"]
    assert sum(placed.lines for placed in trace.play()) == found.json()["lines"]


def test_the_experiment_agrees_with_the_thesis(run_cgt: Run) -> None:
    """All 41 games of the six simulations in Kravec's thesis."""
    rows = run_cgt("simulate", "--experiment", "kravec", "--json").json()["rows"]
    assert len(rows) == 41
    assert all(row["agrees"] for row in rows)
    assert {row["published"] for row in rows} == {"cycle", "topped-out"}
    placed = {row["setting"]: row["placed"] for row in rows}
    for piece in "JT":  # "but later than in 1"
        setting = f"run {{}}: {piece}, width 10, depth 1"
        assert placed[setting.format(2)] > placed[setting.format(1)]


def test_the_experiment_as_text_fits_a_terminal(run_cgt: Run) -> None:
    out = run_cgt("simulate", "--experiment", "kravec").out
    assert max(len(line) for line in out.splitlines()) <= 80
    assert out.endswith("41 of 41 agree.\n")
    assert "…" not in out


def test_help_names_every_player(run_cgt: Run) -> None:
    text = " ".join(run_cgt("simulate", "--help").out.split())
    for name in (*GOOD_PLAYERS, *BAD_PLAYERS):
        assert name in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--good", "nobody"], "there is no Good player 'nobody'"),
        (["--bad", "constant:X"], "no piece 'X'"),
        (["--width", "41"], "a well has 2 to 40 columns, not 41"),
        (["--height", "41"], "a well has 0 to 40 rows, not 41"),
        (["--max-pieces", "99999999999999999999"], "--max-pieces"),
        (["--experiment", "kravec", "--good", "random"], "--experiment has its own --good"),
        (["--pieces", "Q"], "--pieces: no piece set 'Q'"),
        (["--start", "missing.txt"], "missing.txt:1:1: there is no such file"),
        (["--start", "boards/full.txt", "--width", "9"], "wide, but 9"),
        (["--games", "0"], "--games"),
        (["--games", "2", "--trace", "x"], "--trace is for one game"),
        (["--moves", "fly"], "--moves"),
        (["--trace", "/no/such/folder/x", "--max-pieces", "1"], "cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    run_cgt: Run, arguments: list[str], message: str
) -> None:
    ran = run_cgt("simulate", *arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1


OWN_PLAYERS = """
import time

class Low:
    def place(self, state):
        return min(state.placements(), key=lambda p: (p.row, p.column))

class Turns:
    def __init__(self):
        self.next = 0

    def choose(self, state):
        self.next = 1 - self.next
        return "OI"[self.next]

    def memory(self):
        return self.next

class Chance:
    def begin(self, rules, seed):
        self.seed, self.pieces = seed, rules.names

    def choose(self, state):
        self.seed = self.seed * 6364136223846793005 % 2**64
        return self.pieces[(self.seed >> 60) % len(self.pieces)]

class Fails:
    def choose(self, state):
        raise RuntimeError("out of\\nideas")

class Sleeps:
    def choose(self, state):
        print("thinks", flush=True)
        time.sleep(60)
"""


@pytest.fixture
def own_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module with players, which Python finds."""
    (tmp_path / "cli_players.py").write_text(OWN_PLAYERS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return "cli_players"


def test_a_users_own_players_play(run_cgt: Run, own_players: str, tmp_path: Path) -> None:
    good, bad = f"{own_players}:Low", f"{own_players}:Turns"
    players = ["--good", "greedy", "--bad", bad, "--pieces", "OI", "--width", "4"]
    page, trace = tmp_path / "game.html", tmp_path / "game.trace"
    ran = run_cgt("simulate", *players, "--html", str(page), "--trace", str(trace))
    assert ran.code == 0
    assert f"greedy:cgt-10 against {bad}, 4×" in ran.out
    assert "cycle: from piece" in ran.out
    assert f"bad: {bad}" in trace.read_text()
    assert bad in page.read_text()
    players[1] = good
    ran = run_cgt("simulate", *players, "--max-pieces", "40")
    assert f"{good} does not say what it remembers, so no cycle can be found" in ran.out
    assert ran.code == 0


def test_a_users_own_players_play_many_games(run_cgt: Run, own_players: str) -> None:
    players = ["--good", f"{own_players}:Low", "--bad", f"{own_players}:Chance"]
    short = ["--width", "6", "--max-pieces", "50", "--games", "4", "--json"]
    results = []
    for processes in ("1", "2"):
        ran = run_cgt("simulate", *players, *short, "--processes", processes)
        assert ran.code == 0
        results.append({**ran.json(), "seconds": 0})
    assert results[0] == results[1]
    assert len(results[0]["games"]) == 4


def test_a_player_that_fails_is_one_line(run_cgt: Run, own_players: str) -> None:
    ran = run_cgt("simulate", "--bad", f"{own_players}:Fails")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    told = "cli_players:Fails cannot choose a piece: RuntimeError: out of ideas (cli_players.py:"
    assert told in ran.err


def test_ctrl_c_reaches_a_player_that_sleeps(own_players: str) -> None:
    command = [sys.executable, "-m", "cgt", "simulate", "--bad", f"{own_players}:Sleeps"]
    with child_process(command) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "thinks\n"
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=PATIENCE)
    assert "not decided (interrupted)" in out


def interrupted(command: list[str]) -> tuple[str, subprocess.Popen[str]]:
    """What a command prints if it gets Ctrl-C after a second of work."""
    with child_process(command) as child:
        work_for(child, 1)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=PATIENCE)
    return out, child


@pytest.mark.parametrize(
    "more",
    [
        ["--good", "minmax", "--depth", "9"],
        ["--bad", "minmax", "--depth", "9"],
        ["--bad", "minmax", "--preview", "9"],
    ],
)
def test_ctrl_c_ends_deep_thoughts(more: list[str]) -> None:
    out, child = interrupted([sys.executable, "-m", "cgt", "simulate", *more])
    assert child.returncode == 130
    assert "not decided (interrupted)" in out


def test_a_bad_file_is_named_with_any_number_of_processes(run_cgt: Run, tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("30 beauty")
    for processes in ("1", "2"):
        player = f"greedy:{tmp_path / 'bad'}"
        ran = run_cgt("simulate", "--good", player, "--games", "4", "--processes", processes)
        assert ran.code == 2
        assert "no feature 'beauty'" in ran.err


def test_one_game_has_no_interval(run_cgt: Run) -> None:
    assert "confidence" not in run_cgt("simulate", "--games", "1").out


@pytest.mark.parametrize("more", [[], ["--games", "1000", "--processes", "2"]])
def test_ctrl_c_shows_the_game_so_far(more: list[str]) -> None:
    command = [
        sys.executable, "-m", "cgt", "simulate", "--pieces", "O", "--width", "2", "--bad",
        "constant:O", "--cycles", "none", "--max-pieces", "1000000000000", "--json", *more,
    ]  # fmt: skip
    out, child = interrupted(command)
    found = json.loads(out)
    assert child.returncode == 130
    assert found["interrupted"] is True
    if not more:
        assert found["placed"] > 0
        assert found["lines"] == 2 * found["placed"]


SHORT = ("simulate", "--width", "4", "--height", "4", "--good", "greedy:dt-10")


def test_splitting_tells_how_long_games_last(run_cgt: Run) -> None:
    text = run_cgt(*SHORT, "--splitting", "2").out.splitlines()
    assert text[0] == "greedy:dt-10 against uniform: 2 estimates by splitting"
    assert text[1].startswith("  lines ")
    assert text[1].endswith(" with 95 % confidence)")
    found = run_cgt(*SHORT, "--splitting", "2", "--json").json()
    assert [set(each) for each in found["estimates"]] == [{"ends", "lines", "placed", "least"}] * 2
    mean = sum(each["ends"] for each in found["estimates"]) / 2
    assert found["pieces_in_a_game"]["mean"] == pytest.approx(1 / mean, rel=1e-4)
    assert found["lines"]["low"] < found["lines"]["mean"] < found["pieces_in_a_game"]["mean"]
    table = run_cgt(*SHORT, "--splitting", "2", "--csv").out.splitlines()
    assert table[0] == "ends_for_each_piece,lines_for_each_piece,placed"
    assert [int(row.split(",")[2]) for row in table[1:]] == [
        each["placed"] for each in found["estimates"]
    ]
    assert "confidence" not in run_cgt(*SHORT, "--splitting", "1").out
    fewer = run_cgt(*SHORT, "--splitting", "2", "--trials", "50", "--json").json()
    assert fewer["placed"] < found["placed"] / 10


def test_games_cut_off_tell_what_whole_ones_would_come_to(run_cgt: Run) -> None:
    cut = ("--games", "20", "--max-pieces", "12")
    found = run_cgt(*SHORT, *cut, "--json").json()
    ended = found["results"]["topped-out"]
    assert 0 < ended < 20
    lines = sum(game["lines"] for game in found["games"])
    assert found["whole_lines"]["mean"] == pytest.approx(lines / ended, rel=1e-4)
    assert (
        "  played to their end, if their lengths are exponential: lines "
        in run_cgt(*SHORT, *cut).out
    )
    for others in (["--games", "3", "--max-pieces", "2"], ["--games", "3"]):  # none ended; all did
        assert "exponential" not in run_cgt(*SHORT, *others).out
    assert run_cgt(*SHORT, "--games", "3", "--json").json()["whole_lines"] is None


@pytest.mark.parametrize("option", ["--games", "--splitting"])
def test_games_and_estimates_are_resumed(run_cgt: Run, tmp_path: Path, option: str) -> None:
    file = str(tmp_path / "kept")

    def found(number: str, *more: str) -> object:
        answer = run_cgt(*SHORT, option, number, "--json", *more).json()
        return answer["games" if option == "--games" else "estimates"]

    assert found("2", "--checkpoint", file) == found("2")
    assert found("3", "--checkpoint", file) == found("3")
    assert found("1", "--checkpoint", file) == found("1")  # more are kept than asked for
    if option == "--splitting":
        fewer = run_cgt(*SHORT, option, "3", "--trials", "50", "--checkpoint", file)
        assert "its trials is 1000, not 50" in fewer.err
    other = run_cgt(*SHORT, option, "3", "--seed", "9", "--checkpoint", file)
    assert (other.code, other.out) == (2, "")
    assert "its seed is 1, not 9" in other.err


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["--splitting", "2", "--games", "2"], "give one"),
        (["--splitting", "2", "--svg", "x.svg"], "--splitting has no picture"),
        (["--splitting", "2", "--trace", "x"], "--trace is for one game, not for --splitting"),
        (["--checkpoint", "x"], "--checkpoint needs --games or --splitting"),
        (["--splitting", "2", "--bad", "bag"], "splitting is for pieces of --bad uniform"),
        (["--splitting", "0"], "--splitting"),
        (["--games", "2", "--trials", "50"], "--trials needs --splitting"),
    ],
)
def test_what_splitting_cannot_do_is_said(run_cgt: Run, more: list[str], why: str) -> None:
    ran = run_cgt("simulate", *more)
    assert (ran.code, ran.out) == (2, "")
    assert why in ran.err


def test_estimates_that_are_made_when_the_time_is_up_are_told(run_cgt: Run) -> None:
    ran = run_cgt("simulate", "--splitting", "100000", "--processes", "1", "--time-limit", "1s")
    assert ran.code == 3
    assert "estimates by splitting" in ran.out
    assert "interrupted" in ran.out
