"""One shape for all JSON: every command says what it is, of which version, and on what its answer
depends."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_lines import QUICK, commands
from conftest import Ran

import cgt

Run = Callable[..., Ran]

WITHOUT_JSON = {"play tetris", "edit"}
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
