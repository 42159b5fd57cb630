"""One shape for all JSON: every command says what it is, of which version, and on what its answer
depends."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_lines import QUICK, commands, is_built
from conftest import Ran

import cgt

Run = Callable[..., Ran]

WITHOUT_JSON = {"play tetris", "edit"} | (set() if is_built() else {"page"})
SLOW = {"bench duel", "bench placement", "bench tetris"}
WITH_JSON = sorted(set(dict(commands())) - WITHOUT_JSON - SLOW)


def answer(run_cgt: Run, command: str, folder: Path) -> dict[str, Any]:
    (folder / "one.csv").write_text("name,score\nAda,1\n")
    given = [word.replace("{folder}", str(folder)) for word in QUICK[command]]
    if command == "play nim":
        given += ["--match", "easy", "--against", "easy", "--games", "2"]
    if command == "rank remove":
        run_cgt("rank", "add", "Ada", "1", "--table", given[-1])
    ran = run_cgt(*command.split(), *given, "--json")
    assert ran.code == 0, ran.err
    found: dict[str, Any] = ran.json()
    return found


@pytest.mark.parametrize("command", WITH_JSON)
def test_every_answer_begins_alike(run_cgt: Run, tmp_path: Path, command: str) -> None:
    found = answer(run_cgt, command, tmp_path)
    assert list(found)[:4] == ["cgt", "format", "command", "setting"]
    assert (found["cgt"], found["format"]) == (cgt.__version__, 1)
    assert found["command"] == command
    assert isinstance(found["setting"], dict)
    assert len(found) > 4


@pytest.mark.parametrize("command", ["analyse", "solve", "ois", "regions"])
def test_the_keys_of_the_only_board_stand_at_the_top_as_well(run_cgt: Run, command: str) -> None:
    found = run_cgt(command, "....|..##", "--json").json()
    [board] = found["boards"]
    assert {key: found[key] for key in board} == board
    several = run_cgt(command, "....", "....|..##", "--json").json()
    assert len(several["boards"]) == 2
    assert "outcome" not in several
    assert "regions" not in several


def test_the_setting_has_what_the_answer_depends_on(run_cgt: Run) -> None:
    solved = run_cgt("solve", "--size", "4x4", "--time-limit", "90s", "--memory", "64M", "--json")
    setting = solved.json()["setting"]
    assert setting["limits"] == {"seconds": 90.0, "memory": 2**26}
    assert (setting["pieces"], setting["play"]) == ("tetromino", "misere")
    mixed = run_cgt("solve", "boards/cram.txt", "....", "--json").json()["setting"]
    assert (mixed["pieces"], mixed["play"]) == (None, None)
    played = run_cgt("simulate", "--rules", "sogang", "--games", "1", "--max-pieces", "9", "--json")
    setting = played.json()["setting"]
    assert (setting["width"], setting["height"], setting["moves"]) == (10, 22, "spin")
    assert (setting["ending"], setting["preview"], setting["scoring"]) == ("spawn", 2, "sogang")
    assert (setting["seed"], setting["max_pieces"], setting["bad"]) == (1, 9, "uniform")


def test_each_of_many_games_can_be_played_again_alone(run_cgt: Run) -> None:
    asked = ["simulate", "--width", "6", "--height", "8", "--max-pieces", "500"]
    games = run_cgt(*asked, "--games", "3", "--json").json()["games"]
    assert len({game["seed"] for game in games}) == 3
    for game in games:
        alone = run_cgt(*asked, "--seed", str(game["seed"]), "--json").json()
        assert {key: alone[key] for key in game if key != "seed"} == {
            key: game[key] for key in game if key != "seed"
        }


def test_a_setting_has_what_was_played_not_what_was_left_out(run_cgt: Run) -> None:
    match = ["play", "nim", "4x4", "--match", "easy", "--against", "easy", "--games", "2"]
    setting = run_cgt(*match, "--json").json()["setting"]
    assert (setting["pieces"], setting["play"]) == ("tetromino", "misere")
    assert isinstance(setting["seed"], int)
    setting = run_cgt("recommend", "6x9", "--next", "T", "--json").json()["setting"]
    assert (setting["width"], setting["height"]) == (6, 9)


def test_tables_of_other_commands_are_for_other_programs_too(run_cgt: Run, tmp_path: Path) -> None:
    atlas = ["atlas", "duel", "--widths", "2", "--heights", "1", "--preview", "0"]
    atlas += ["--show", "heights", "--out", str(tmp_path / "atlas")]
    assert run_cgt(*atlas, "--csv").out.splitlines()[:2] == ["pieces,2", "I,>1"]
    assert "I & $>$1 \\\\" in run_cgt(*atlas, "--latex").out
    bench = ["bench", "regions", "--boards", "1", "--side", "1", "--repeat", "1"]
    assert run_cgt(*bench, "--csv").out.startswith("work,contender,seconds,")
    assert "\\toprule" in run_cgt(*bench, "--latex").out
    many = run_cgt("simulate", "--games", "2", "--max-pieces", "9", "--csv").out.splitlines()
    assert many[0] == "seed,result,placed,lines,score"
    assert [row.split(",")[1:3] for row in many[1:]] == [["limit", "9"]] * 2
    assert run_cgt("simulate", "--csv").code == 2
