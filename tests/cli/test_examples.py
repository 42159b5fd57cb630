"""cgt examples, and `example:NAME` as the file of every command that reads one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran

from cgt.common.examples import examples

Run = Callable[..., Ran]
FORBIDDEN = "examples come with the program"


def test_all_are_listed_with_what_they_are(run_cgt: Run) -> None:
    ran = run_cgt("examples")
    assert (ran.code, ran.err) == (0, "")
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    for one in examples():
        [line] = [line for line in ran.out.splitlines() if line.split()[:1] == [one.name]]
        assert line.split()[1] == one.kind


def test_the_list_for_scripts_names_no_paths(run_cgt: Run) -> None:
    ran = run_cgt("examples", "--json")
    found = ran.json()["examples"]
    assert [one["name"] for one in found] == [one.name for one in examples()]
    assert found[0].keys() == {"name", "kind", "description"}
    assert {one["kind"] for one in found} == {"board", "replay", "strategy", "pattern", "proof"}
    assert str(ROOT) not in ran.out


def test_one_is_printed_as_it_is(run_cgt: Run) -> None:
    text = (ROOT / "boards" / "midgame.txt").read_text()
    assert run_cgt("examples", "midgame") == (0, text, "")
    assert run_cgt("examples", "example:midgame").out == text
    [one] = run_cgt("examples", "midgame", "--json").json()["examples"]
    assert (one["name"], one["text"]) == ("midgame", text)


def test_a_wrong_name_is_one_line(run_cgt: Run) -> None:
    said = "cgt: example:mid-game:1:1: there is no such example (did you mean midgame?)\n"
    assert run_cgt("examples", "mid-game") == (2, "", said)
    assert run_cgt("analyse", "example:mid-game") == (2, "", said)


@pytest.mark.parametrize(
    "arguments",
    [
        "analyse example:midgame",
        "solve example:midgame",
        "ois example:one-or-two-blocks",
        "regions example:holes example:midgame",
        "recommend example:tetris-tuck --next T",
        "simulate --start example:tetris-tuck --max-pieces 20 --good greedy",
        "simulate --good exact:example:ot-4 --pieces OT --width 4 --height 5 --bad uniform",
        "play nim example:cram --match easy --against beginner --games 1",
        "replay example:atypical-11",
        "verify example:ot-4",
        "verify example:every-even-ol",
    ],
)
def test_every_command_that_reads_a_file_takes_one(run_cgt: Run, arguments: str) -> None:
    ran = run_cgt(*arguments.split())
    assert ran.code in (0, 3), ran.err  # 3: a game that goes on
    assert "no such" not in ran.err
    assert ran.out


def test_a_first_solve_of_all_plain_boards_ends(run_cgt: Run) -> None:
    files = sorted(str(path) for path in (ROOT / "boards").glob("*.txt"))
    ran = run_cgt("solve", *files, "--time-limit", "5m", "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json()["boards"]
    assert len(found) >= len(files) >= 12
    assert {board["outcome"] for board in found} == {"N", "P"}
    assert sum(board["nodes"] for board in found) < 1_000_000


def test_a_saved_game_is_looked_for_among_them(run_cgt: Run) -> None:
    ran = run_cgt("play", "nim", "--load", "example:cram")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("cgt: example:cram:2:1: a saved game begins with")


def test_an_example_is_never_overwritten(run_cgt: Run, tmp_path: Path) -> None:
    before = (ROOT / "boards" / "midgame.txt").read_bytes()
    ran = run_cgt("analyse", "example:midgame", "--svg", "example:midgame")
    assert (ran.code, ran.out) == (2, "")
    assert FORBIDDEN in ran.err
    ran = run_cgt("analyse", "example:midgame", "--svg", str(ROOT / "boards" / "midgame.txt"))
    assert (ran.code, ran.out) == (2, "")
    assert "already used for something else" in ran.err
    assert (ROOT / "boards" / "midgame.txt").read_bytes() == before
