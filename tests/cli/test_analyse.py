"""cgt analyse and cgt regions: what they print about boards, for people and for scripts."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, Ran, peak_memory
from patience import at_most

Run = Callable[..., Ran]

BOARD_FILES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "boards").glob("*.txt"))


def test_the_picture_shows_regions_filled_and_unreachable_cells(run_cgt: Run) -> None:
    ran = run_cgt("analyse", "boards/midgame.txt")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:5] == [
        "boards/midgame.txt:3  mid-game  10×10, tetromino",
        "",
        "A A A ######B B B B      region   cells   outcome   genus   canonical form",
        "A A ####. ########B     ───────────────────────────────────────────────────",
        "A A ######. ####B B       A           9   N         2^20    *2",
    ]
    assert lines[13:17] == [
        "4 regions with 43 of 48 empty cells; no piece reaches the others.",
        "N: the player to move wins (the last to place loses, genus 5^57).",
        "1 winning move, marked @@: I on (8, 2) (8, 3) (8, 4) (8, 5).",
        "Cells are (row, column), counted from 0 at the top left.",
    ]
    assert lines[10] == "####@@@@@@@@####D D"


@pytest.mark.parametrize("command", [("analyse", "--time-limit", "0.5s"), ("regions",)])
def test_every_board_fits_on_80_columns_without_colour_codes(
    run_cgt: Run, command: tuple[str, ...]
) -> None:
    ran = run_cgt(*command, *BOARD_FILES)
    assert ran.code in ((0,) if command == ("regions",) else (0, 3))
    assert "\x1b" not in ran.out
    for line in ran.out.splitlines():
        assert len(line) <= 80
        assert line == line.rstrip()


def test_a_terminal_gets_colours(run_cgt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    ran = run_cgt("analyse", "boards/one-block.txt")
    assert "\x1b[1;38;2;0;0;0;48;2;86;180;233mA " in ran.out


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("full", "The board is full."),
        ("nothing-fits", "No piece fits on the 32 empty cells."),
        ("two-areas", "2 regions with all 16 empty cells."),
    ],
)
def test_a_sentence_sums_up(run_cgt: Run, file: str, sentence: str) -> None:
    assert f"\n{sentence}\n" in run_cgt("analyse", f"boards/{file}.txt").out
    assert f"\n{sentence}\n" in run_cgt("regions", f"boards/{file}.txt").out


def test_json_says_the_same(run_cgt: Run) -> None:
    ran = run_cgt("analyse", "boards/two-areas.txt", "boards/one-block.txt", "--json")
    assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1)
    boards = ran.json()["boards"]
    assert [board["name"] for board in boards][:2] == [
        "two areas of eight cells",
        "exactly one block, a square",
    ]
    first = boards[0]
    regions, moves = first.pop("regions"), first.pop("moves")
    assert [move["outcome"] for move in moves] == ["N"] * 21
    assert first == {
        "file": "boards/two-areas.txt",
        "line": 4,
        "name": "two areas of eight cells",
        "pieces": "tetromino",
        "width": 10,
        "height": 7,
        "board": "##########|#....#####|#....#####|##########|#####....#|#####....#|##########",
        "empty": 16,
        "play": "misere",
        "outcome": "P",
        "nimber": 0,
        "genus": "0^02",
        "winning_moves": [],
    }
    assert regions[1].pop("cells") == [[row, column] for row in (4, 5) for column in range(5, 9)]
    assert regions[1] == {
        "size": 8,
        "ois": "{{0}, 0}",
        "canonical": "*2",
        "nimber": 2,
        "genus": "2^20",
        "tame": True,
        "outcome": "N",
    }


def test_winning_moves_are_listed_with_the_boards_they_leave(run_cgt: Run) -> None:
    [board] = run_cgt("analyse", "boards/one-or-two-blocks.txt", "--json").json()["boards"]
    assert board["outcome"] == "N"
    assert {move["piece"] for move in board["winning_moves"]} == {"I", "J", "O"}
    first = board["winning_moves"][0]
    assert first["leaves"].count(".") == 4
    assert first["images"] == 2


def test_moves_are_listed_with_what_they_leave(run_cgt: Run) -> None:
    lines = run_cgt("analyse", "boards/midgame.txt", "--moves", "3").out.splitlines()
    assert lines[-6:] == [
        "move                              images  result  nimber left  genus left",
        "─────────────────────────────────────────────────────────────────────────",
        "I on (8, 2) (8, 3) (8, 4) (8, 5)       1  wins    0            0^02",
        "I on (0, 6) (0, 7) (0, 8) (0, 9)       1  loses   6            6^64",
        "I on (9, 2) (9, 3) (9, 4) (9, 5)       1  loses   2            2^20",
        "82 more moves up to symmetry are not shown; --moves 85 shows them all.",
    ]
    assert "not shown" not in run_cgt("analyse", "boards/midgame.txt", "--moves", "85").out
    ran = run_cgt("analyse", "boards/midgame.txt", "--moves", "-1")
    assert ran.code == 2


def test_a_list_of_moves_does_not_crowd_the_screen(run_cgt: Run) -> None:
    def rows(*arguments: str) -> int:
        out = run_cgt("analyse", *arguments).out
        assert ("nimber left" in out) == ("  wins " in out or "  loses " in out)
        return sum(out.count(f"  {result} ") for result in ("wins", "loses"))

    assert rows("boards/midgame.txt") == 3
    assert rows("boards/midgame.txt", "--moves", "0") == 0
    assert rows("boards/two-areas.txt") == 0  # it is lost
    assert rows("boards/two-areas.txt", "--moves", "2") == 2
    assert rows("boards/midgame.txt", "boards/one-or-two-blocks.txt") == 0
    assert "85 moves" not in run_cgt("analyse", "boards/midgame.txt", "--moves", "0").out
    many = run_cgt("analyse", "boards/midgame.txt", "boards/full.txt").out
    assert "\n85 moves up to symmetry; --moves 85 shows them all.\n" in many
    assert many.count("up to symmetry") == 1


def test_moves_in_json_have_their_values_and_leave_winning_moves_as_they_are(run_cgt: Run) -> None:
    [board] = run_cgt("analyse", "boards/one-or-two-blocks.txt", "--json").json()["boards"]
    moves = board["moves"]
    assert len(moves) == 7
    keys = ["piece", "cells", "leaves", "images", "outcome", "nimber", "genus"]
    assert all(list(move) == keys for move in moves)
    winning = [{key: move[key] for key in keys[:4]} for move in moves if move["outcome"] == "P"]
    assert winning == board["winning_moves"]
    assert [move["outcome"] for move in moves] == ["P"] * 3 + ["N"] * 4
    assert {move["genus"] for move in moves[:3]} == {"1^031"}
    few = run_cgt("analyse", "boards/one-or-two-blocks.txt", "--json", "--moves", "2")
    [board] = few.json()["boards"]
    assert board["moves"] == moves[:2]
    assert len(board["winning_moves"]) == 3


def test_the_verdict_quotes_the_value_under_the_play_at_hand(run_cgt: Run) -> None:
    file = "boards/two-areas.txt"
    assert "(the last to place loses, genus 0^02)." in run_cgt("analyse", file).out
    normal = run_cgt("analyse", file, "--play", "normal").out
    assert "(the last to place wins, nimber 0)." in normal
    [board] = run_cgt("analyse", file, "--play", "normal", "--json").json()["boards"]
    assert (board["nimber"], board["genus"]) == (0, "0^02")


def test_a_verdict_does_without_a_value_that_is_not_known(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgt.placement.solver.Solver.canonical", lambda *_: None)
    ran = run_cgt("analyse", "boards/two-areas.txt", "--moves", "1")
    assert "P: the player to move loses (the last to place loses).\n" in ran.out
    assert "  loses   ?            ?\n" in ran.out
    [board] = run_cgt("analyse", "boards/two-areas.txt", "--json").json()["boards"]
    assert (board["outcome"], board["nimber"], board["genus"]) == ("P", None, None)
    assert {(move["outcome"], move["genus"]) for move in board["moves"]} == {("N", None)}


def test_the_play_convention_is_the_options_then_the_files(run_cgt: Run) -> None:
    def outcomes(*options: str) -> list[str]:
        boards = run_cgt("analyse", "boards/cram.txt", "--json", *options).json()["boards"]
        return [board["outcome"] for board in boards]

    assert outcomes() == ["N", "P", "N"]
    assert outcomes("--play", "misere") == ["N", "N", "N"]


def test_what_is_not_known_in_time_is_said(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(("." * 12 + "\n") * 12)
    ran = run_cgt("analyse", str(board), "--time-limit", "0.2s", "--json")
    assert ran.code == 3
    assert ran.err == "cgt: who wins is not known within the limits on 1 of the boards\n"
    [found] = ran.json()["boards"]
    assert (found["outcome"], found["nimber"], found["winning_moves"]) == ("unknown", None, None)
    [region] = found["regions"]
    assert (region["ois"], region["canonical"], region["outcome"]) == (None, None, "unknown")
    assert region["ois_note"] == region["canonical_note"]


def test_a_form_that_is_too_long_is_left_out_with_a_note(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(".....\n" * 5)
    [found] = run_cgt("analyse", str(board), "--json").json()["boards"]
    [region] = found["regions"]
    assert region["ois"] is None
    assert "--full" in region["ois_note"]
    [found] = run_cgt("analyse", str(board), "--json", "--full").json()["boards"]
    assert found["regions"][0]["ois"].startswith("{{")


def test_the_option_overrides_the_file(run_cgt: Run) -> None:
    by_file = run_cgt("analyse", "boards/holes.txt", "--json").json()["boards"]
    assert [board["pieces"] for board in by_file] == ["tetromino", "O"]
    by_option = run_cgt("analyse", "boards/holes.txt", "--pieces", "I", "--json").json()["boards"]
    assert [board["pieces"] for board in by_option] == ["I", "I"]


def test_pieces_in_a_file_beside_the_board(run_cgt: Run, tmp_path: Path) -> None:
    (tmp_path / "shapes.txt").write_text("##\n")
    board = tmp_path / "board.txt"
    board.write_text("pieces: shapes.txt\n..#.\n")
    [found] = run_cgt("analyse", str(board), "--json").json()["boards"]
    assert [region["size"] for region in found["regions"]] == [2]


def test_unknown_pieces_in_a_file_are_named_with_their_place(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("pieces: hexagons\n..#.\n")
    ran = run_cgt("analyse", str(board))
    assert ran.code == 2
    assert ran.err.startswith(f"cgt: {board}:1:9: no piece set 'hexagons'")


def test_analyse_takes_boards_of_up_to_256_cells(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(("....".ljust(16, "#") + "\n") * 16)
    assert run_cgt("analyse", str(board), "--time-limit", "0.1s").code in (0, 3)
    for rows, columns in ((86, 3), (16, 17)):
        board.write_text(("." * columns + "\n") * rows)
        ran = run_cgt("analyse", str(board))
        assert ran.code == 2
        assert f"{board}:1:1: this board is {columns}×{rows}, " in ran.err
        assert "placement games take boards of up to 256 cells" in ran.err


def test_a_name_cannot_control_the_terminal(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("name: [red]a\u202eb\n..\n")
    ran = run_cgt("analyse", str(board))
    assert "[red]a\\u202eb" in ran.out
    board.write_text("; \x1b\nname: a\x1b[2Jb\n..\n")
    ran = run_cgt("analyse", str(board))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"cgt: {board}:2:8: a control character '\\x1b'\n"


def test_regions_of_a_board_of_any_size(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(("..#" * 100 + "\n") * 200)
    ran = run_cgt("regions", str(board), "--pieces", "domino")
    assert ran.code == 0
    assert "(No picture: it needs 600 columns.)" in ran.out
    assert "100 regions with all 40000 empty cells." in ran.out


def test_a_long_board_has_a_picture_of_one_character_a_cell(run_cgt: Run) -> None:
    ran = run_cgt("analyse", "." * 41, "--pieces", "I")
    assert ran.code == 0
    [picture] = [line for line in ran.out.split("\n") if "@@@@" in line]
    assert (len(picture), picture.count("@"), set(picture)) == (41, 4, {"A", "@"})
    assert "@@@@@@@@" in run_cgt("analyse", "." * 40, "--pieces", "I").out
    assert "(No picture: it needs 81 columns.)" in run_cgt("regions", "." * 81).out


def test_only_the_first_of_many_regions_are_listed(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(".#" * 150 + "\n")
    ran = run_cgt("regions", str(board), "--pieces", "omino:1")
    assert "The table shows 100 of the regions; --json lists all." in ran.out
    [found] = run_cgt("regions", str(board), "--pieces", "omino:1", "--json").json()["boards"]
    assert len(found["regions"]) == 150


def test_labels_are_written_as_a_numpy_file(run_cgt: Run, tmp_path: Path) -> None:
    path = tmp_path / "labels.npy"
    ran = run_cgt("regions", "boards/two-areas.txt", "--labels", str(path))
    assert ran.code == 0
    labels = np.load(path)
    assert labels.shape == (7, 10)
    assert [np.count_nonzero(labels == n) for n in (0, 1, 2)] == [54, 8, 8]


def test_labels_are_for_one_board(run_cgt: Run, tmp_path: Path) -> None:
    path = tmp_path / "labels.npy"
    ran = run_cgt("regions", "boards/empty.txt", "--labels", str(path))
    assert ran.code == 2
    assert "--labels: takes one board, and there are 3" in ran.err
    assert not path.exists()
    assert "name a file" in run_cgt("regions", "boards/full.txt", "--labels", "-").err
    ran = run_cgt("regions", "boards/full.txt", "--labels", str(tmp_path / "no" / "labels.npy"))
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be written" in ran.err


# limits


def test_a_limit_is_for_all_boards_together_and_what_is_known_is_told(
    run_cgt: Run, tmp_path: Path
) -> None:
    path = tmp_path / "boards.txt"
    large = ("." * 12 + "\n") * 12
    path.write_text(f"....\n....\n\n{large}\n{large}\n{large}\n....\n....\n")
    with at_most(4):
        ran = run_cgt("analyse", str(path), "--time-limit", "1s")
    assert ran.code == 3
    assert "on 3 of the boards" in ran.err
    assert ran.out.count("N: the player to move wins") == 2
    ran = run_cgt("analyse", str(path), "--time-limit", "1s", "--json")
    assert ran.code == 3
    outcomes = [board["outcome"] for board in ran.json()["boards"]]
    assert outcomes == ["N", "unknown", "unknown", "unknown", "N"]


def test_a_report_shares_the_limit(run_cgt: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(("." * 8 + "\n") * 8)
    page = tmp_path / "page.html"
    with at_most(4):
        ran = run_cgt("analyse", str(path), "--time-limit", "1s", "--html", str(page))
    assert ran.code == 3
    assert "Who wins is not known" in ran.out


def test_a_board_that_takes_too_much_memory_is_refused(run_cgt: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(("." * 300 + "\n") * 300)
    for form in ([], ["--json"]):
        ran = run_cgt("regions", str(path), "--memory", "1M", *form)
        assert (ran.code, ran.out) == (3, "")
        assert ran.err.startswith(f"cgt: {path}:1:1: this takes ")
        assert ran.err.count("\n") == 1
        assert run_cgt("regions", str(path), "--memory", "8M", *form).code == 0


@pytest.mark.parametrize("command", ["regions", "analyse", "solve", "ois"])
def test_a_file_of_too_many_boards_is_refused(run_cgt: Run, tmp_path: Path, command: str) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(".\n\n" * 10_000)
    ran = run_cgt(command, str(path), "--memory", "1M")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith(f"cgt: {path}: reading these boards takes ")


@pytest.mark.long
@pytest.mark.parametrize("rows", ["." * 4000 + "\n", ".#" * 2000 + "\n"])
def test_a_board_of_sixteen_million_cells_stays_within_the_memory(
    tmp_path: Path, rows: str
) -> None:
    path = tmp_path / "board.txt"
    path.write_text(rows * 4000)
    command = ["regions", str(path), "--pieces", "omino:1", "--json", "--time-limit", "10m"]
    assert peak_memory(*command) < 2**30


def test_a_picture_has_a_thousand_rows_at_most(run_cgt: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("..\n" * 1001)
    assert "(No picture: it needs 1001 rows.)" in run_cgt("regions", str(path)).out
