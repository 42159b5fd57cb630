"""cgt analyse and cgt regions: what they print of boards, for people and for scripts."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, Ran

Run = Callable[..., Ran]

BOARD_FILES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "boards").glob("*.txt"))


def test_the_picture_shows_regions_filled_and_unreachable_cells(run_cgt: Run) -> None:
    ran = run_cgt("analyse", "boards/midgame.txt")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[:5] == [
        "boards/midgame.txt:3  mid-game  10×10, tetromino",
        "",
        "A A A ######B B B B      region   cells   box",
        "A A ####. ########B     ─────────────────────────────────────────",
        "A A ######. ####B B       A           9   3×4 at row 0, column 0",
    ]
    assert ran.out.endswith("\n4 regions with 43 of 48 empty cells; no piece reaches the rest.\n")


@pytest.mark.parametrize("command", ["analyse", "regions"])
def test_every_board_fits_on_80_columns_without_colour_codes(run_cgt: Run, command: str) -> None:
    ran = run_cgt(command, *BOARD_FILES)
    assert (ran.code, ran.err) == (0, "")
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
    assert run_cgt("analyse", f"boards/{file}.txt").out.endswith(f"\n{sentence}\n")


def test_json_tells_the_same(run_cgt: Run) -> None:
    ran = run_cgt("analyse", "boards/two-areas.txt", "boards/one-block.txt", "--json")
    assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1)
    boards = ran.json()["boards"]
    assert [board["name"] for board in boards][:2] == [
        "two areas of eight cells",
        "exactly one block, a square",
    ]
    first = boards[0]
    regions = first.pop("regions")
    assert first == {
        "file": "boards/two-areas.txt",
        "line": 4,
        "name": "two areas of eight cells",
        "pieces": "tetromino",
        "width": 10,
        "height": 7,
        "empty": 16,
    }
    assert [region["size"] for region in regions] == [8, 8]
    assert regions[1]["cells"] == [[row, column] for row in (4, 5) for column in range(5, 9)]


def test_the_option_goes_before_the_file(run_cgt: Run) -> None:
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


def test_analyse_takes_boards_up_to_16_by_16(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(("." * 16 + "\n") * 16)
    assert run_cgt("analyse", str(board)).code == 0
    for rows, columns in ((17, 3), (3, 17)):
        board.write_text(("." * columns + "\n") * rows)
        ran = run_cgt("analyse", str(board))
        assert ran.code == 2
        assert f"{board}:1:1: this board is {columns}×{rows}; placement games take" in ran.err


def test_a_name_cannot_steer_the_terminal(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("name: [red]a\x1b[2Jb\n..\n")
    ran = run_cgt("analyse", str(board))
    assert "[red]a�[2Jb" in ran.out


def test_regions_of_a_board_of_any_size(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(("..#" * 100 + "\n") * 200)
    ran = run_cgt("regions", str(board), "--pieces", "domino")
    assert ran.code == 0
    assert "(No picture: it needs 600 columns.)" in ran.out
    assert "100 regions with all 40000 empty cells." in ran.out


def test_only_the_first_of_many_regions_are_listed(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(".#" * 150 + "\n")
    ran = run_cgt("regions", str(board), "--pieces", "omino:1")
    assert "The table shows 100 of the regions; --json tells all." in ran.out
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
