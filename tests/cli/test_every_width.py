"""cgt duel --every-width and cgt verify --every-width."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

from cgt.duel.exact.pattern import Pattern, known_patterns

Run = Callable[..., Ran]


def test_a_pattern_is_found_written_and_checked(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "ol.txt"
    arguments = ("duel", "--pieces", "OL", "--every-width", "--least-height", "--out", str(file))
    ran = run_cgt(*arguments)
    assert ran.code == 0
    assert ran.err == ""
    lines = ran.out.splitlines()
    assert lines[0] == "OL, every width"
    assert lines[5:7] == [
        "  height 4: no pattern in lanes of 2",
        "  height 5: good: Good goes on for ever on every even width",
    ]
    assert lines[-1].endswith(f"instructions, verified, in {file}")
    [result] = run_cgt("verify", str(file), "--json").json()["results"]
    assert (result["kind"], result["valid"], result["widths"]) == (
        "pattern",
        True,
        "every even width",
    )
    assert (result["pieces"], result["height"], result["first_width"]) == ("OL", 5, 2)
    assert Pattern.read(file).height == 5


def test_what_comes_with_the_program_is_not_searched_for(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "il.txt"
    ran = run_cgt("duel", "--pieces", "IL", "--every-width", "--preview", "1", "--out", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[1:3] == [
        "  height 20: good: Good goes on for ever on every even width",
        "  it comes with the program",
    ]
    assert Pattern.read(file).height == 7
    lower = run_cgt("duel", "--pieces", "I", "--every-width", "--height", "3")
    assert "no pattern in lanes of 2" in lower.out


def test_the_answer_for_scripts(run_cgt: Run) -> None:
    found = run_cgt("duel", "--pieces", "O", "--every-width", "--height", "2", "--json").json()
    assert (found["winner"], found["height"], found["widths"]) == ("good", 2, "every even width")
    assert (found["verified"], found["complete"], found["setting"]["width"]) == (True, True, None)
    ran = run_cgt("duel", "--pieces", "O", "--every-width", "--height", "1", "--json")
    found = ran.json()
    assert (ran.code, found["winner"], found["complete"]) == (0, "unknown", True)
    assert (found["widths"], found["instructions"]) == (None, None)


def test_odd_widths_have_one_lane_of_three(run_cgt: Run) -> None:
    ran = run_cgt("duel", "--pieces", "L", "--every-width", "--lanes", "2+3", "--height", "4")
    assert ran.code == 0
    assert "good: Good goes on for ever on every odd width" in ran.out


def test_limits_end_the_search_with_exit_code_3(run_cgt: Run, tmp_path: Path) -> None:
    out = tmp_path / "st.txt"
    ran = run_cgt(
        "duel", "--pieces", "OT", "--every-width", "--height", "9", "--time-limit", "0.6s",
        "--out", str(out),
    )  # fmt: skip
    assert ran.code == 3
    assert "no pattern found within the limits" in ran.out
    assert not out.exists()
    assert "not written" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("duel --pieces O --every-width --width 4", "--every-width goes without --width"),
        ("duel --pieces O --every-width --bag", "--every-width goes without --bag"),
        ("duel --pieces O --every-width --moves slide", "patterns are for --moves drop"),
        ("duel --pieces O --every-width --lanes two", "--lanes is a width"),
        ("duel --pieces O --every-width --lanes 2+2", "lanes are 1 to 8 wide"),
        ("duel --pieces O --every-width --svg a.svg", "a pattern is drawn in its own text"),
        ("verify example:ot-4 --every-width", "example:ot-4 is no pattern"),
        ("verify --every-width", "give strategy files or --all"),
        ("verify example:every-even-o --svg a.svg", "its text is its picture"),
        ("analyse example:every-even-o", "this is a pattern, not a board"),
        (
            "simulate --good exact:example:every-even-o --pieces O --width 5",
            "the pattern is for every even width, not for 5",
        ),
    ],
)
def test_bad_questions_are_one_line(run_cgt: Run, arguments: str, said: str) -> None:
    ran = run_cgt(*arguments.split())
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_all_patterns_that_come_with_the_program_hold(run_cgt: Run) -> None:
    ran = run_cgt("verify", "--all", "--every-width", "--json")
    results = ran.json()["results"]
    assert ran.code == 0
    assert len(results) == len(known_patterns())
    assert all(one["valid"] for one in results)


def test_a_changed_pattern_is_refused_with_exit_code_1(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "s.txt"
    text = str(Pattern.read("example:every-even-s"))
    file.write_text(text.replace("height: 4", "height: 3"))
    ran = run_cgt("verify", str(file))
    assert ran.code == 1
    assert "NOT VALID: the stack is too high" in ran.out
