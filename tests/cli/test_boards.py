"""Boards on the command line: in files, written out, by their size."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

from cgt.common.errors import LimitError

Run = Callable[..., Ran]

TWO_SQUARES = "..#..|..#.."


@pytest.mark.parametrize("command", ["analyse", "solve", "ois", "regions"])
@pytest.mark.parametrize("text", [TWO_SQUARES, "□ □ ■ □ □|□ □ ■ □ □", "..t..\n..t.."])
def test_a_board_can_be_typed_in_place_of_a_file(
    run_cgt: Run, tmp_path: Path, command: str, text: str
) -> None:
    file = tmp_path / "board.txt"
    file.write_text("..#..\n..#..\n")
    typed, read = (
        run_cgt(command, given, "--json").json()["boards"] for given in (text, str(file))
    )
    for board in (*typed, *read):
        for key in ("file", "line", "name", "seconds"):
            board.pop(key, None)
    assert typed == read


@pytest.mark.parametrize("command", ["analyse", "solve", "ois", "regions"])
def test_files_typed_boards_and_sizes_come_in_order(run_cgt: Run, command: str) -> None:
    ran = run_cgt(
        command, "....", "boards/full.txt", "..|..", "--size", "2x3", "--size", "3x2", "--json"
    )
    assert ran.code == 0
    boards = ran.json()["boards"]
    assert len(boards) == 5
    if command != "ois":
        sizes = [(board["width"], board["height"]) for board in boards]
        assert (sizes[0], sizes[2:]) == ((4, 1), [(2, 2), (2, 3), (3, 2)])


@pytest.mark.parametrize("command", ["analyse", "solve", "ois", "regions"])
def test_no_board_at_all_is_refused(run_cgt: Run, command: str) -> None:
    ran = run_cgt(command)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("cgt: give ")
    assert ran.err.count("\n") == 1


def test_a_mistake_in_a_typed_board_is_named(run_cgt: Run) -> None:
    ran = run_cgt("analyse", "...|.?.")
    assert ran.code == 2
    assert ran.err.startswith("cgt: board:2:2: '?' is not a cell")


def test_letters_of_pentominoes_are_read_where_they_are_played_with(run_cgt: Run) -> None:
    found = run_cgt("regions", "W....|WW...", "--pieces", "pentomino", "--json").json()
    assert found["empty"] == 7
    assert run_cgt("regions", "W....|WW...", "--json").code == 2


def test_a_file_that_exists_is_meant_as_a_file(
    run_cgt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cgt.cli.support.boards import is_written_out

    monkeypatch.chdir(tmp_path)
    assert is_written_out("LOST")
    assert is_written_out("a|b")
    for name in ("LOST", "a|b"):
        (tmp_path / name).write_text("....\n")
        assert not is_written_out(name)


def test_a_typed_board_can_be_drawn(run_cgt: Run, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    long = "|".join(["." * 16] * 16)  # longer than any name of a file
    assert run_cgt("regions", long).code == 0
    assert run_cgt("analyse", TWO_SQUARES, "--svg", str(picture)).code == 0
    assert picture.read_text().startswith("<svg")


def test_a_well_can_be_typed_or_be_empty(run_cgt: Run) -> None:
    for where in ([".....|##.##"], ["--size", "5x8"]):
        found = run_cgt("recommend", *where, "--next", "I", "--json").json()
        assert found["placement"]["piece"] == "I"
    assert (found["setting"]["width"], found["setting"]["height"]) == (5, 8)
    deep = run_cgt("simulate", "--width", "5", "--start", "##.##", "--max-pieces", "1", "--json")
    assert deep.json()["setting"]["start"] == ["##.##"]


def test_recommend_needs_one_well(run_cgt: Run) -> None:
    for where in ([], ["....", "--size", "4x8"]):
        ran = run_cgt("recommend", *where, "--next", "I")
        assert (ran.code, ran.out) == (2, "")
        assert "--size 10x20" in ran.err


def test_nim_is_played_on_a_typed_board(run_cgt: Run) -> None:
    ran = run_cgt(
        "play", "nim", TWO_SQUARES, "--match", "easy", "--against", "easy", "--games", "2", "--json"
    )
    assert ran.code == 0
    assert ran.json()["games"] == 2


def test_what_was_found_is_kept_when_a_later_board_is_stopped(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cgt.placement.solver import Solver

    outcome = Solver.outcome

    def stopped(self: Solver, grid: object, *limits: object) -> object:
        if getattr(grid, "width", 0) == 5:
            raise KeyboardInterrupt
        return outcome(self, grid, *limits)  # type: ignore[arg-type]

    monkeypatch.setattr(Solver, "outcome", stopped)
    canonical = Solver.canonical

    def stopped_form(self: Solver, grid: object, *limits: object) -> object:
        if getattr(grid, "width", 0) == 5:
            raise KeyboardInterrupt
        return canonical(self, grid, *limits)  # type: ignore[arg-type]

    monkeypatch.setattr(Solver, "canonical", stopped_form)
    for command in ("solve", "analyse", "ois"):
        ran = run_cgt(command, "--size", "4x4", "--size", "5x5", "--json")
        assert ran.code == 130
        found = json.loads(ran.out)
        assert [board["width"] for board in found["boards"]] == [4]
        assert found["stopped"]
        assert "outcome" not in found  # it is not the only board
        ran = run_cgt(command, "--size", "4x4", "--size", "5x5")
        assert ran.code == 130
        assert "4×4" in ran.out
        assert ("outcome        N" if command == "ois" else "N: the player to move") in ran.out
        assert "5×5" in ran.out  # which board it was at


@pytest.mark.parametrize("size", ["50x1", "1x50", "26x2", "3x17"])
def test_long_boards_are_solved_whichever_way_they_lie(run_cgt: Run, size: str) -> None:
    ran = run_cgt("solve", "--size", size, "--json")
    assert (ran.code, ran.json()["boards"][0]["outcome"]) == (0, "N")


def test_boards_too_different_for_one_box_are_solved_one_after_the_other(
    run_cgt: Run, tmp_path: Path
) -> None:
    sizes = ("--size", "6x6", "--size", "1x256", "--size", "2x2", "--pieces", "domino")
    ran = run_cgt("solve", *sizes, "--play", "normal", "--json")
    assert [board["outcome"] for board in ran.json()["boards"]] == ["P", "N", "P"]
    kept = run_cgt("solve", *sizes, "--play", "normal", "--checkpoint", str(tmp_path / "kept"))
    assert kept.code == 2
    assert "for boards that one solver takes" in kept.err
    report = tmp_path / "report.html"
    assert run_cgt("analyse", "....", "--size", "1x20", "--html", str(report)).code == 0
    assert report.exists()


def test_a_size_can_be_given_in_place_of_a_file(run_cgt: Run) -> None:
    for command in ("solve", "analyse", "regions"):
        found = run_cgt(command, "4x5", "..|..", "5×4", "--json").json()["boards"]
        assert [(board["width"], board["height"]) for board in found] == [(4, 5), (2, 2), (5, 4)]
    assert run_cgt("recommend", "6X9", "--next", "O", "--json").json()["placement"]["row"] == 0


def test_a_missing_file_with_the_name_of_an_example_is_told(run_cgt: Run) -> None:
    for command, name in (("analyse", "Midgame"), ("replay", "tim-232"), ("verify", "ot-4")):
        ran = run_cgt(command, name)
        assert (ran.code, ran.out) == (2, "")
        assert f"there is no such file (did you mean example:{name.lower()}?)\n" in ran.err
    assert "did you mean" not in run_cgt("analyse", "missing.txt").err


def test_letters_of_pieces_may_have_commas_and_blanks_between_them(run_cgt: Run) -> None:
    asked = ("recommend", "10x20", "--json", "--next")
    found = [run_cgt(*asked, visible).json() for visible in ("TLI", "t,l,i", "T L I")]
    assert found[0]["placement"] == found[1]["placement"] == found[2]["placement"]
    duel = ("duel", "--width", "4", "--height", "5", "--json", "--pieces")
    assert [run_cgt(*duel, pieces).json()["winner"] for pieces in ("OT", "O,T")] == ["good"] * 2


def test_recommend_needs_a_piece(run_cgt: Run) -> None:
    for visible in ("", " ", ","):
        ran = run_cgt("recommend", "10x20", "--next", visible)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == "cgt: Invalid value for --next: name the piece to place, such as T\n"


def test_a_board_that_the_end_of_the_command_interrupts_is_told_as_unknown(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(*_: object, **__: object) -> None:
        raise LimitError("the time allowed did not suffice")

    monkeypatch.setattr("cgt.placement.answer.solve", ended)
    ran = run_cgt("solve", "4x4")
    assert (ran.code, ran.out) == (
        3,
        "4×4, tetromino, misère play\n  unknown: not known within the limits\n",
    )


def test_ois_says_which_form_is_whose(run_cgt: Run) -> None:
    out = run_cgt("ois", "....", "..|..", "--size", "4x4").out
    headings = ["4×1, tetromino", "2×2, tetromino", "4×4, tetromino"]
    assert [line.partition(", misère")[0] for line in out.splitlines() if "×" in line] == headings
    assert "×" not in run_cgt("ois", "....").out
    found = run_cgt("ois", "....", "boards/full.txt", "--json").json()["boards"]
    assert [(one["file"], one["width"]) for one in found] == [(None, 4), ("boards/full.txt", 5)]


def test_a_form_in_place_of_a_board_is_told(run_cgt: Run) -> None:
    ran = run_cgt("ois", "*2+*2")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "cgt: '*2+*2' is no file; for a form say --eval '*2+*2'\n"


def test_json_has_the_board_itself(run_cgt: Run) -> None:
    for command in ("solve", "analyse"):
        assert run_cgt(command, "..t|...", "--json").json()["board"] == "..#|..."
