"""The edited file: what saving changes in it, and what it keeps."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids

from cgt.board.boardfile import Board, format_boards, parse_boards, read_boards
from cgt.board.grid import Grid
from cgt.common.errors import CgtError
from cgt.play.edit.document import Document, check_ordinary, text_with

FILE = """\
; The first line.
pieces: domino

; About a.
name: a
IIII
; between
#.##

; About b.
Name:  b{blanks}
play: misère
..
..
; the end
""".replace("{blanks}", "  ")


def changed(text: str, number: int, **said: object) -> str:
    boards = parse_boards(text)
    boards[number] = replace(boards[number], **said)
    new = text_with(text, boards)
    assert parse_boards(new) == boards
    return new


@pytest.mark.parametrize(
    ("number", "said", "old", "new"),
    [
        (0, {"grid": Grid("#.##|####")}, "IIII\n; between\n#.##", "I.II\n####\n; between"),
        (0, {"grid": Grid("###|#.#|..#")}, "IIII\n; between\n#.##", "III\n#.#\n..#\n; between"),
        (0, {"grid": Grid("#")}, "IIII\n; between\n#.##", "I\n; between"),
        (0, {"name": "c"}, "name: a\n", "name: c\n"),
        (0, {"name": None}, "name: a\n", ""),
        (0, {"play": "normal"}, "IIII", "play: normal\nIIII"),
        (0, {"pieces": "LJ"}, "IIII", "pieces: LJ\nIIII"),
        (1, {"name": "c"}, "Name:  b  \n", "name: c\n"),
        (1, {"play": "normal"}, "play: misère\n", "play: normal\n"),
        (1, {"grid": Grid(".#|#.")}, "..\n..\n", ".#\n#.\n"),
    ],
)
def test_only_what_must_change_does(
    number: int, said: dict[str, object], old: str, new: str
) -> None:
    assert FILE.count(old) == 1
    assert changed(FILE, number, **said) == FILE.replace(old, new)
    windows = FILE.replace("\n", "\r\n")
    expected = FILE.replace(old, new).replace("\n", "\r\n")
    assert changed(windows, number, **said) == expected


def test_nothing_changes_if_nothing_was_changed() -> None:
    assert text_with(FILE, parse_boards(FILE)) == FILE


def test_cells_with_blanks_between_are_written_without() -> None:
    assert changed("; x\n. . #\n# . .\n", 0, grid=Grid("...|##.")) == "; x\n...\n##.\n"


names = st.sampled_from([None, "a", "two words", "name: odd"])
plays = st.sampled_from([None, "misere", "normal"])
pieces = st.sampled_from([None, "domino", "LJ"])
boards = st.builds(Board, grids(6, 6), names, plays, pieces)


@given(st.lists(st.tuples(boards, boards), min_size=1, max_size=4), st.booleans())
def test_what_is_saved_is_what_was_drawn(pairs: list[tuple[Board, Board]], shared: bool) -> None:
    text = format_boards(old for old, _ in pairs)
    if shared:
        text = f"pieces: omino:2\nplay: normal\n\n; a comment\n{text}"
    old = parse_boards(text)
    wanted = [
        replace(new, **{k: getattr(was, k) for k in ("name", "play", "pieces")
                        if getattr(new, k) is None and shared})
        for was, (_, new) in zip(old, pairs, strict=True)
    ]  # fmt: skip
    assert parse_boards(text_with(text, wanted)) == wanted


# files


def test_a_document_is_saved_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(FILE)
    document = Document.read(str(file))
    drawn = [document.boards[0], replace(document.boards[1], grid=Grid("#."))]
    saved = document.saved(str(file), drawn)
    assert read_boards(file) == drawn == list(saved.boards)
    assert "; the end" in file.read_text()
    assert saved.boards[1].where.line == 13
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_overwriting_something_else_is_noticed(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.txt", tmp_path / "other.txt"
    mine.write_text("..\n")
    other.write_text("##\n")
    document = Document.read(str(mine))
    assert not document.would_overwrite(str(mine))
    assert not document.would_overwrite(str(tmp_path / "new.txt"))
    assert document.would_overwrite(str(other))
    (tmp_path / "link.txt").symlink_to(mine)
    assert not document.would_overwrite(str(tmp_path / "link.txt"))
    mine.write_text(".#\n")  # by another program
    assert document.would_overwrite(str(mine))
    assert Document((Board(Grid("..")),), str(other)).would_overwrite(str(other))
    example = Document.read("example:full")
    assert not example.would_overwrite(str(tmp_path / "full.txt"))
    with pytest.raises(CgtError, match="come with the program"):
        example.saved("example:full", example.boards)


def test_pieces_in_a_file_are_found_from_wherever_the_board_is_saved(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    (tmp_path / "here" / "shapes.txt").write_text("##\n")
    board = tmp_path / "here" / "board.txt"
    board.write_text("pieces: shapes.txt\n....\n")
    document = Document.read(str(board))
    assert len(document.pieces_of(document.boards[0])) == 1
    moved = document.saved(str(tmp_path / "there" / "board.txt"), document.boards)
    assert moved.boards[0].pieces == "../here/shapes.txt"
    assert len(moved.pieces_of(moved.boards[0])) == 1
    assert document.saved(str(tmp_path / "here" / "b.txt"), document.boards).text == document.text
    named = replace(document.boards[0], pieces="LJ")
    assert document.saved(str(tmp_path / "there" / "c.txt"), [named]).boards == (named,)


def test_only_ordinary_files_are_edited(tmp_path: Path) -> None:
    for path in ("-", "/dev/null", str(tmp_path)):
        with pytest.raises(CgtError, match="not an ordinary file"):
            check_ordinary(path)
        with pytest.raises(CgtError, match="not an ordinary file"):
            Document.read(path)
