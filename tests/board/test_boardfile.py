"""Board files: what is accepted, what it means, and where each error is."""

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids

from cgt.board import boardfile
from cgt.board.boardfile import Board, format_boards, parse_boards, read_boards, write_boards
from cgt.board.grid import Grid
from cgt.common.errors import CgtError, FileError
from cgt.common.files import decode_text

NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc"], exclude_characters="\ufffe\uffff"),
    min_size=1,
).filter(lambda text: text == text.strip())


@st.composite
def boards(draw: st.DrawFn) -> Board:
    return Board(
        draw(grids(12, 12)),
        name=draw(st.none() | NAMES),
        play=draw(st.none() | st.sampled_from(["misere", "normal"])),
        pieces=draw(st.none() | st.sampled_from(["domino", "LJ", "omino:3"])),
    )


@given(st.lists(boards(), min_size=1, max_size=4))
def test_what_is_written_is_read_back(written: list[Board]) -> None:
    assert parse_boards(format_boards(written)) == written


@given(st.lists(boards(), min_size=1, max_size=3), st.sampled_from(["\n", "\r\n"]))
def test_line_ends_marks_comments_and_blanks_change_nothing(written: list[Board], end: str) -> None:
    lines = format_boards(written).split("\n")
    spoilt = end.join(part for line in lines for part in ("; comment", f"{line} \t"))
    data = b"\xef\xbb\xbf" + spoilt.encode()
    assert parse_boards(decode_text(data, "file")) == written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".#\n..", [Board(Grid(".#|.."))]),
        ("\n\n.#\n\n\n\n..\n\n", [Board(Grid(".#")), Board(Grid(".."))]),
        ("; only\n.#\n; in between\n..\n", [Board(Grid(".#|.."))]),
        ("name: a b \nPlay : Misère\n.\n", [Board(Grid("."), name="a b", play="misere")]),
        ("pieces: LJ\n\n.\n\n#\n", [Board(Grid(c), pieces="LJ") for c in ".#"]),
        (
            "pieces: LJ\n\npieces: O\n.\n\n#\n",
            [Board(Grid("."), pieces="O"), Board(Grid("#"), pieces="LJ")],
        ),
        ("name: shape: a\n.", [Board(Grid("."), name="shape: a")]),
        ("0-_.\n1X@#\nIJLO\nSTZ#", [Board(Grid("....|####|####|####"))]),
    ],
)
def test_a_text_means(text: str, expected: list[Board]) -> None:
    assert parse_boards(text) == expected


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "no board"),
        ("; nothing\n\n", 1, 1, "no board"),
        ("..\r..\r", 1, 3, "a carriage return inside a line"),
        ("..\n..\r\r\n", 2, 3, "a carriage return inside a line"),
        ("name: a\n\nplay: normal\n\n..\n", 3, 1, "no board below it"),
        ("  colour: red\n..\n", 1, 3, "unknown key 'colour'"),
        ("name: \xa0\n..\n", 1, 8, "has no value"),
        ("name: x\n\n", 1, 1, "no board"),
        ("..\n...\n", 2, 3, "this row has 3 cells, the first row of the board has 2"),
        ("...\n..\n", 2, 3, "this row has 2 cells"),
        ("..\n.?\n", 2, 2, "'?' is not a cell"),
        ("..\n é.\n", 2, 1, "' ' is not a cell"),
        (".é\n", 1, 2, "'é' is not a cell"),
        ("..\n. .\n", 2, 2, "' ' is not a cell"),
        (".w\n", 1, 2, "'w' is not a cell"),
        (".\x1b[2J", 1, 2, r"a control character '\x1b'"),
        ("..\nname: late\n", 2, 1, "metadata goes above"),
        ("..\n\nname: alone\n", 3, 1, "no board below it"),
        ("colour: red\n..\n", 1, 1, "unknown key 'colour'"),
        ("name: a\nname: b\n..\n", 2, 1, "given twice"),
        ("  name:\n..\n", 1, 8, "has no value"),
        ("; c\nplay: fair\n..\n", 2, 7, "play is 'misere' or 'normal', not 'fair'"),
    ],
)
def test_an_error_names_the_place(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(FileError) as caught:
        parse_boards(text, "a.txt")
    assert str(caught.value).startswith(f"a.txt:{line}:{column}: ")
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "place", "problem"),
    [
        (b"..\n.\xe9\n", "2:2", "byte 0xe9 is not UTF-8"),
        ("; é\n".encode() + b"\xe9", "2:1", "byte 0xe9 is not UTF-8"),
        ("éé".encode() + b"\xe9", "1:3", "byte 0xe9 is not UTF-8"),
        (b"\x7fELF\0\0", "1:5", "binary"),
        (b"\xff\xfe.\0#\0", "1:1", "UTF-16"),
        (b"\xfe\xff\0.\0#", "1:1", "UTF-16"),
        (b"\xff\xfe\0\0.\0\0\0", "1:1", "UTF-32"),
        (b"", "1:1", "no board"),
    ],
)
def test_bytes_that_are_not_text_are_named(
    tmp_path: Path, data: bytes, place: str, problem: str
) -> None:
    path = tmp_path / "bad.txt"
    path.write_bytes(data)
    with pytest.raises(FileError) as caught:
        read_boards(path)
    assert str(caught.value).startswith(f"{path}:{place}: ")
    assert problem in str(caught.value)


def test_a_huge_file_is_refused_without_being_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.write(b".#\n" * 10)
        file.truncate(2 * 2**30)  # sparse: takes no room
    with pytest.raises(FileError, match=r"huge.txt:11:\d+: the file is longer than 64 MiB"):
        read_boards(path)


def test_a_file_of_the_longest_length_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boardfile, "LONGEST_FILE", 6)
    path = tmp_path / "long.txt"
    path.write_text("..\n##\n")
    assert read_boards(path) == [Board(Grid("..|##"))]
    path.write_text("..\n##\n#")
    with pytest.raises(FileError, match=r"long.txt:3:1: "):
        read_boards(path)


def test_a_path_that_is_not_a_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r":1:1: this is a directory"):
        read_boards(tmp_path)
    with pytest.raises(FileError, match=r"missing.txt:1:1: there is no such file"):
        read_boards(tmp_path / "missing.txt")
    with pytest.raises(FileError, match="cannot be read"):
        read_boards("bad\0name")
    with pytest.raises(FileError, match="cannot be read: Not a directory"):
        read_boards(Path(__file__) / "below")


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b".#\n.\n")))
    with pytest.raises(FileError, match=r"<stdin>:2:2: "):
        read_boards("-")


def test_standard_input_has_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boardfile, "LONGEST_FILE", 5)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"..\n##\n")))
    with pytest.raises(FileError, match=r"<stdin>:2:3: the file is longer"):
        read_boards("-")


def test_closed_standard_input_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(FileError, match=r"<stdin>:1:1: standard input is closed"):
        read_boards("-")


@pytest.mark.parametrize(
    "board",
    [
        Board(Grid("."), name="a\rb"),
        Board(Grid("."), name="a\0b"),
        Board(Grid("."), name="a "),
        Board(Grid("."), name=""),
        Board(Grid("."), name="\ud800"),
        Board(Grid("."), pieces="a\nb"),
        Board(Grid("."), play="fair"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(board: Board) -> None:
    with pytest.raises(CgtError):
        format_boards([board])


def test_a_file_without_boards_is_not_written() -> None:
    with pytest.raises(CgtError, match="at least one board"):
        format_boards([])


def test_a_board_knows_where_it_stands() -> None:
    first, second = parse_boards("; c\n..\n\nname: x\npieces:  LJ\n##\n", "a.txt")
    assert str(first.where) == "a.txt:2:1"
    assert str(second.where) == "a.txt:6:1"
    assert str(second.pieces_where) == "a.txt:5:10"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    write_boards(path, [Board(Grid(".#"))])
    before = path.read_bytes()
    with pytest.raises(CgtError, match="cannot be written on one line"):
        write_boards(path, [Board(Grid(".#")), Board(Grid("."), name="a\nb")])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
