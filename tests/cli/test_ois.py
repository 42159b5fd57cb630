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
        "canonical": "*2+*2",
        "outcome": "P",
        "nimber": 0,
        "misere_nimber": 0,
        "genus": "0^02",
        "tame": True,
        "wild_follower": None,
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


# A public golden value.
def test_the_canonical_form_of_a_board_names_sums(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(".........\n##.######\n")
    found = run_cgt("ois", str(board), "--pieces", "domino", "--json").json()
    assert (found["canonical"], found["nimber"]) == ("{*2+*2, *3, *2, *1}", 4)
    for text in ("{*2+*2, *3, *2, *1}", "{{*3, *2}, *3, *2, *1}"):
        assert run_cgt("ois", "--eval", text, "--json").json()["canonical"] == found["canonical"]


def test_a_wild_follower_is_named_with_its_genus(run_cgt: Run) -> None:
    text = "{{*2+*2, *3, *2, *1}, *5}"
    found = run_cgt("ois", "--eval", text, "--json").json()
    assert found["tame"] is False
    assert found["wild_follower"] == {"canonical": "{*2+*2, *3, *2, *1}", "genus": "4^146"}
    lines = run_cgt("ois", "--eval", text).out.splitlines()
    assert "tame           no" in lines
    assert "wild follower  {*2+*2, *3, *2, *1}, genus 4^146" in lines
    assert "tame           yes" in run_cgt("ois", "--eval", "*2+*2").out.splitlines()


# Kayles; the genus is in Winning Ways, chapter 13, and in the tests of CGSuite.
def test_the_form_of_a_heap(run_cgt: Run) -> None:
    found = run_cgt("ois", "--octal", ".77", "--heap", "5", "--json").json()
    assert (found["octal"], found["heap"]) == ("0.77", 5)
    assert (found["canonical"], found["nimber"], found["genus"], found["tame"]) == (
        "{*2+*2, *3, *2, *1}",
        4,
        "4^146",
        False,
    )
    [again] = run_cgt("ois", "--eval", found["ois"], "--json").json()["boards"]
    assert {key: found[key] for key in again} == again
    lines = run_cgt("ois", "--octal", ".77", "--heap", "5").out.splitlines()
    assert lines[:2] == ["octal          0.77", "heap           5"]


# Dawson's Kayles, as in the tests of CGSuite.
def test_a_table_of_heaps(run_cgt: Run) -> None:
    found = run_cgt("ois", "--octal", "0.07", "--heaps", "9-12", "--json").json()
    assert found["octal"] == "0.07"
    assert found["heaps"] == [
        {"heap": 9, "nimber": 0, "genus": "0^120", "tame": True},
        {"heap": 10, "nimber": 3, "genus": "3^1431", "tame": False},
        {"heap": 11, "nimber": 3, "genus": "3^31", "tame": True},
        {"heap": 12, "nimber": 2, "genus": "2^0520", "tame": False},
    ]
    period = found["nimber_period"]
    assert (period["period"], period["from"], period["proved"]) == (34, 53, True)
    assert found["genus_period"] is None
    out = run_cgt("ois", "--octal", "0.07", "--heaps", "9-12").out
    assert [line.split() for line in out.splitlines()[4:8]] == [
        ["9", "0", "0^120", "yes"],
        ["10", "3", "3^1431", "no"],
        ["11", "3", "3^31", "yes"],
        ["12", "2", "2^0520", "no"],
    ]
    assert "Nimbers: period 34 from heap 53 on, proved; " in out


def test_a_table_of_heaps_as_csv_and_latex(run_cgt: Run) -> None:
    asked = ("ois", "--octal", "0.07", "--heaps", "9-10")
    assert run_cgt(*asked, "--csv").out == (
        "heap,nimber,genus,tame\n9,0,0^120,yes\n10,3,3^1431,no\n"
    )
    assert "10 & 3 & $3^{1431}$ & no \\\\\n" in run_cgt(*asked, "--latex").out
    assert "| 10 | 3 | 3^1431 | no |\n" in run_cgt(*asked, "--markdown").out


def test_without_a_range_there_are_heaps_to_twenty(run_cgt: Run) -> None:
    found = run_cgt("ois", "--octal", "0.3", "--json").json()
    assert [row["heap"] for row in found["heaps"]] == list(range(21))
    assert found["genus_period"] == {"period": 2, "from": 0, "proved": False, "exceptions": []}
    assert "period 2 from heap 0 on, it seems" in run_cgt("ois", "--octal", "0.3").out


@pytest.mark.parametrize("limit", [("--time-limit", "1s"), ("--memory", "2M")])
def test_heaps_whose_forms_are_not_known_still_have_nimbers(
    run_cgt: Run, limit: tuple[str, str]
) -> None:
    ran = run_cgt("ois", "--octal", "0.77", "--heaps", "0-100", *limit, "--json")
    assert ran.code == 3
    assert ran.err.startswith("cgt: the genus is not known within the limits for ")
    heaps = ran.json()["heaps"]
    assert (heaps[5]["genus"], heaps[100]["genus"], heaps[100]["tame"]) == ("4^146", None, None)
    assert heaps[100]["nimber"] == heaps[88]["nimber"]
    ran = run_cgt("ois", "--octal", "0.77", "--heap", "100", *limit, "--json")
    assert (ran.code, ran.err) == (3, "cgt: the form is not known within the limits\n")
    found = ran.json()
    assert (found["nimber"], found["outcome"], found["canonical"], found["tame"]) == (
        heaps[88]["nimber"],
        "unknown",
        None,
        None,
    )


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
        ([], "cgt: give one of boards, --eval and --octal\n"),
        (["boards/full.txt", "--eval", "0"], "cgt: give one of boards, --eval and --octal\n"),
        (["--eval", "0", "--octal", "0.7"], "cgt: give one of boards, --eval and --octal\n"),
        (
            ["--eval", "0", "--csv"],
            "cgt: --csv is for a table of heaps, with --octal and --heaps\n",
        ),
        (["--octal", "0.7", "--csv", "--json"], "cgt: give only one of --csv and --json\n"),
        (["--eval", "0", "--pieces", "domino"], "cgt: --pieces is for boards\n"),
        (["--octal", "0.7", "--pieces", "domino"], "cgt: --pieces is for boards\n"),
        (["--eval", "0", "--heap", "3"], "cgt: --heap and --heaps need --octal\n"),
        (["boards/full.txt", "--heaps", "0-9"], "cgt: --heap and --heaps need --octal\n"),
        (["--octal", "0.7", "--heap", "3", "--heaps", "1-2"], "give either --heap or --heaps\n"),
        (["--octal", "0.8"], "cgt: '0.8' is not an octal code: its digits are 0 to 7\n"),
        (["--octal", "\x1b"], "cgt: '\\x1b' is not an octal code such as 0.77 or 4.07\n"),
        (["--octal", "0.7", "--heaps", "9-3"], "'9-3' is not a number or a range such as 0-60\n"),
        (["--octal", "0.7", "--heap", "20001"], "cgt: a heap has 0 to 20000 tokens, not 20001\n"),
        (["--octal", "0.7", "--heaps", "0-99999"], "has 0 to 20000 tokens, not 99999\n"),
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
    assert first.splitlines()[1:] == third.strip().splitlines()[1:]  # after the headings
    assert [part.splitlines()[0] for part in (first, third)] == [
        f"{board}:{line}: 4×2, tetromino, misère play" for line in (1, 15)
    ]
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
