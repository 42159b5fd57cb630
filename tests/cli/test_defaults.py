"""What commands take that the user does not name: players, weights, threads and processes."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Ran

from cgt.common import parallel
from cgt.duel.exact.atlas import Atlas
from cgt.placement.solver import Solver

Run = Callable[..., Ran]

_ROW = re.compile(r"\| `(?P<options>--[^`]+)` \| `(?P<taken>[a-z]+:[a-z0-9-]+)` \|")
_TABLE = (
    (ROOT / "docs" / "tetris-results.md").read_text().partition("## The weights that are taken")[2]
)
TAKEN = [(row["options"], row["taken"]) for row in _ROW.finditer(_TABLE)]


def test_the_table_in_the_docs_is_read() -> None:
    assert len(TAKEN) > 10


@pytest.mark.parametrize(("options", "taken"), TAKEN)
def test_weights_are_taken_as_the_docs_say(run_cgt: Run, options: str, taken: str) -> None:
    asked = ["simulate", *shlex.split(options), "--max-pieces", "2"]
    assert run_cgt(*asked).out.startswith(f"{taken} against ")
    assert run_cgt(*asked, "--json").json()["setting"]["good"] == taken
    assert run_cgt(*asked, "--games", "2").out.startswith(f"{taken} against ")


@pytest.mark.parametrize(
    ("arguments", "players"),
    [
        (["--good", "greedy"], "greedy:cgt-20 against uniform"),
        (["--good", "beam", "--bad", "bag"], "beam:cgt-20 against bag"),
        (["--good", "minmax", "--depth", "2", "--bad", "minmax"],
         "minmax:dt-10 against minmax:dt-10"),
        (["--good", "greedy:lee", "--bad", "bastet:lee"], "greedy:lee against bastet:lee"),
        (["--rules", "sogang", "--good", "beam:dt-10"], "beam:dt-10 against uniform"),
        (["--rules", "sogang", "--good", "greedy"], "greedy:cgt-sogang-1 against uniform"),
        (["--rules", "bag"], "greedy:cgt-20 against bag"),
        (["--rules", "bag", "--preview", "1"], "beam:cgt-20 against bag"),
        (["--good", "random", "--width", "4", "--bad", "minmax"], "random against minmax:bcts"),
    ],
)  # fmt: skip
def test_named_weights_stay_and_others_are_told(
    run_cgt: Run, arguments: list[str], players: str, tmp_path: Path
) -> None:
    trace = tmp_path / "trace"
    ran = run_cgt("simulate", *arguments, "--max-pieces", "2", "--trace", str(trace))
    assert ran.out.startswith(f"{players}, ")
    good, _, bad = players.partition(" against ")
    assert {f"good: {good}", f"bad: {bad}"} <= set(trace.read_text().splitlines())


def test_best_takes_no_weights(run_cgt: Run) -> None:
    code, out, err = run_cgt("simulate", "--good", "best:dt-20")
    assert (code, out) == (2, "")
    assert err == "cgt: the player 'best' takes nothing after its name\n"


@pytest.mark.parametrize(
    ("arguments", "weights"),
    [
        (["--next", "TLI"], "cgt-20"),
        (["--next", "T", "--height", "9"], "cgt-10"),
        (["--next", "TLI", "--weights", "lee"], "lee"),
    ],
)
def test_recommend_says_by_which_weights(run_cgt: Run, arguments: list[str], weights: str) -> None:
    asked = ("recommend", "boards/tetris-tuck.txt", *arguments)
    assert f"\njudged by {weights}\n" in run_cgt(*asked).out
    found = run_cgt(*asked, "--json").json()
    assert found["setting"]["weights"] == weights
    named = run_cgt(*asked, "--weights", weights, "--json").json()
    assert (found["placement"], found["value"]) == (named["placement"], named["value"])


# threads


@pytest.fixture
def threads_used(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many threads each solver that was made has."""
    used = []
    make = Solver.__init__

    def noting(self: Solver, *arguments: Any, **others: Any) -> None:
        used.append(others.get("threads", 1))
        make(self, *arguments, **others)

    monkeypatch.setattr(Solver, "__init__", noting)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1, 2}, raising=False)
    return used


@pytest.mark.parametrize(
    "arguments",
    [("solve", "--size", "4x4"), ("analyse", "boards/one-block.txt")],
)
def test_a_search_has_a_thread_for_each_core(
    run_cgt: Run, threads_used: list[int], arguments: tuple[str, ...]
) -> None:
    assert run_cgt(*arguments).code == 0
    assert run_cgt(*arguments, "--threads", "1").code == 0
    assert threads_used == [3, 1]
    assert "[default: (the cores there are)" in " ".join(
        run_cgt(arguments[0], "--help").out.split()
    )


def test_a_match_has_one_thread_so_that_a_seed_repeats_it(
    run_cgt: Run, threads_used: list[int]
) -> None:
    match = ("play", "nim", "--match", "hard", "--against", "easy", "--games", "2", "--size", "4x4")
    seed = ("--seed", "1", "--json")
    first, second = (run_cgt(*match, *seed).json() for _ in range(2))
    assert threads_used == [1, 1]
    assert first | {"seconds": 0} == second | {"seconds": 0}
    assert run_cgt(*match, *seed, "--threads", "2").code == 0
    assert threads_used == [1, 1, 2]


@pytest.mark.parametrize(
    "question",
    [
        ("--size", "5x6"),
        ("--size", "6x5", "--play", "normal"),
        ("--size", "4x7", "--pieces", "domino", "--nimber"),
        ("boards/midgame.txt",),
    ],
)
def test_the_answer_does_not_depend_on_threads(run_cgt: Run, question: tuple[str, ...]) -> None:
    answers = {
        json.dumps([(board["outcome"], board["nimber"]) for board in found["boards"]])
        for threads in ("1", "2", "4")
        for found in [run_cgt("solve", *question, "--threads", threads, "--json").json()]
    }
    assert len(answers) == 1


# processes


@pytest.fixture
def many_cores(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Three cores, and work that is large at once; the processes that were started."""
    started: list[int] = []
    workers = parallel._worker_processes

    def noting(processes: int, fresh: bool) -> Any:
        started.append(processes)
        return workers(processes, fresh)

    monkeypatch.setattr(parallel, "usable_cores", lambda: 3)
    monkeypatch.setattr(parallel, "_SECONDS_ALONE", 0)
    monkeypatch.setattr(parallel, "_worker_processes", noting)
    return started


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--height", "6", "--games", "12"),
        ("simulate", "--experiment", "kravec"),
        ("train", "cma", "--rules", "simplified", "--height", "6", "--steps", "2", "--games", "2",
         "--held-out", "4", "--max-pieces", "300"),
    ],
)  # fmt: skip
def test_large_work_has_a_process_for_each_core(
    run_cgt: Run, many_cores: list[int], arguments: tuple[str, ...]
) -> None:
    found = run_cgt(*arguments, "--json").json()
    assert set(many_cores) == {3}
    many_cores.clear()
    alone = run_cgt(*arguments, "--processes", "1", "--json").json()
    assert not many_cores
    assert found | {"seconds": 0} == alone | {"seconds": 0}


def test_small_work_has_one_process(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "usable_cores", lambda: 3)
    monkeypatch.setattr(parallel, "_SECONDS_ALONE", 60)
    monkeypatch.setattr(parallel, "_worker_processes", None)
    assert run_cgt("simulate", "--height", "6", "--games", "12").code == 0


def test_players_of_ones_own_and_files_stay_in_one_process(
    run_cgt: Run, many_cores: list[int]
) -> None:
    game = ("--pieces", "OT", "--width", "4", "--height", "5", "--games", "3", "--max-pieces", "30")
    for good in ("exact:certificates/ot-4.txt", "strategy:certificates/ot-4.txt"):
        assert run_cgt("simulate", "--good", good, *game).code == 0
    assert not many_cores
    with_two = run_cgt("simulate", "--good", good, *game, "--processes", "2")
    assert (with_two.code, many_cores) == (0, [2])


def test_processes_share_the_memory(run_cgt: Run) -> None:
    asked = ("simulate", "--good", "exact:certificates/ot-4.txt", "--pieces", "OT", "--width", "4",
             "--height", "5", "--games", "4", "--max-pieces", "30")  # fmt: skip
    assert run_cgt(*asked, "--memory", "1M").code == 0
    ran = run_cgt(*asked, "--memory", "1M", "--processes", "256")
    assert (ran.code, ran.err.count("\n")) == (3, 1)


def test_an_atlas_is_the_same_with_any_number_of_processes(
    run_cgt: Run, many_cores: list[int], tmp_path: Path
) -> None:
    small = ("atlas", "duel", "--widths", "2", "--heights", "1-2", "--preview", "0", "--json")
    found = run_cgt(*small, "--out", str(tmp_path / "two")).json()
    assert max(many_cores) == 3
    alone = run_cgt(*small, "--processes", "1", "--out", str(tmp_path / "one")).json()
    assert found | {"seconds": 0} == alone | {"seconds": 0}


@pytest.mark.parametrize(
    ("arguments", "memory"),
    [([], 2**18), (["--processes", "2"], 2**19), (["--cluster", "x"], 2**20)],
)
def test_the_games_of_an_atlas_share_the_memory(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], memory: int
) -> None:
    given = []
    monkeypatch.setattr("cgt.cli.atlas.usable_cores", lambda: 4)
    monkeypatch.setattr(Atlas, "fill", lambda *_, **others: given.append(others["memory"]))
    out = ("--out", str(tmp_path / "atlas"), "--memory", "1M")
    assert run_cgt("atlas", "duel", *out, *arguments).code == 0
    assert given == [memory]


@pytest.mark.parametrize(("arguments", "threads"), [([], 3), (["--threads", "2"], 2)])
def test_the_program_thinks_with_all_cores_in_a_game_with_a_person(
    run_cgt: Run,
    threads_used: list[int],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    threads: int,
) -> None:
    monkeypatch.setattr("cgt.cli.support.screen.is_terminal", lambda: True)
    monkeypatch.setattr("cgt.play.nim.app.NimApp.run", lambda _: None)
    assert run_cgt("play", "nim", "--size", "4x4", *arguments).code == 0
    assert threads_used == [threads]
