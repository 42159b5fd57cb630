"""cgt ois: forms of boards and of text."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran, peak_memory

Run = Callable[..., Ran]


def test_a_form_is_worked_out(run_cgt: Run) -> None:
    ran = run_cgt("ois", "--eval", "{{0},0} × {{0},0}", "--json")
    assert (ran.code, ran.err) == (0, "")
    [found] = ran.json()["boards"]
    assert found == {
        "ois": "{{{{0}, 0}, {{0}}, {0}}, {{0}, 0}}",
        "canonical": "{*3, *2}",
        "outcome": "P",
        "nimber": 0,
        "misere_nimber": 0,
        "genus": "0^02",
        "birthday": 4,
        "options": 2,
        "followers": 6,
    }


def test_text_says_the_same(run_cgt: Run) -> None:
    lines = run_cgt("ois", "--eval", "*2 + *1").out.splitlines()
    assert lines[0] == "ois            {{{0}, 0}, {{0}}, {0}}"
    assert "canonical      *3" in lines


def test_the_ois_of_a_board(run_cgt: Run) -> None:
    found = run_cgt("ois", "boards/one-or-two-blocks.txt", "--json").json()
    assert (found["name"], found["ois"], found["canonical"]) == (
        "one or two blocks",
        "{{0}, 0}",
        "*2",
    )
    several = run_cgt("ois", "boards/one-block.txt", "--json").json()["boards"]
    assert [board["ois"] for board in several] == ["{0}"] * 3


def test_long_forms_are_shortened_unless_asked_for(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(".....\n" * 5)
    short = run_cgt("ois", str(board), "--json").json()["ois"]
    assert short.endswith(" more}")
    full = run_cgt("ois", str(board), "--json", "--full").json()["ois"]
    assert len(full) > 2000
    assert "…" not in full


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--eval", "{0"], "cgt: --eval:1:1: this '{' is never closed\n"),
        (["--eval", ""], "cgt: --eval:1:1: a form is expected here, not the end\n"),
        ([], "cgt: give either boards or --eval\n"),
        (["boards/full.txt", "--eval", "0"], "cgt: give either boards or --eval\n"),
        (["--eval", "0", "--memory", "x"], "--memory': 'x' is not a size such as 512M or 4G\n"),
        (
            ["--eval", "0", "--time-limit", "x"],
            "--time-limit': 'x' is not a time such as 30s or 10m\n",
        ),
    ],
)
def test_mistakes_are_one_line(run_cgt: Run, arguments: list[str], message: str) -> None:
    code, out, err = run_cgt("ois", *arguments)
    assert (code, out) == (2, "")
    assert err.endswith(message)


def test_what_is_not_known_in_time_is_said(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    large = ("." * 10 + "\n") * 10
    board.write_text(f"....\n....\n\n{large}\n....\n....\n")
    ran = run_cgt("ois", str(board), "--time-limit", "0.5s")
    assert ran.code == 3
    assert ran.err == "cgt: the form is not known within the limits on 1 of the boards\n"
    first, second, third = ran.out.split("\n\n")
    assert first == third.strip()
    assert "canonical      *2" in first
    assert "canonical note  not known within the limits" in second
    ran = run_cgt("ois", str(board), "--time-limit", "0.5s", "--json")
    assert ran.code == 3
    found = ran.json()["boards"]
    assert [board["outcome"] for board in found] == ["N", "unknown", "N"]
    assert (found[1]["canonical"], found[1]["ois"]) == (None, None)
    assert found[1]["canonical_note"] == found[1]["ois_note"] == "not known within the limits"


@pytest.mark.parametrize("limit", [("--time-limit", "0.3s"), ("--memory", "1M")])
def test_a_product_that_takes_too_long_or_too_much_is_ended(
    run_cgt: Run, limit: tuple[str, str]
) -> None:
    ran = run_cgt("ois", "--eval", " + ".join(["{*9, *7, *3}"] * 40), *limit)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.count("\n") == 1


@pytest.mark.long
def test_forms_stay_within_the_memory_allowed(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    command = ["ois", str(board), "--pieces", "domino", "--memory", "64M", "--time-limit", "5m"]
    board.write_text("...\n" * 3)
    start_up = peak_memory(*command)
    board.write_text("......\n" * 6)
    taken = peak_memory(*command)
    assert taken <= start_up + 1.1 * 64 * 2**20
