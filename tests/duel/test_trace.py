"""Trace files."""

import re
from pathlib import Path

import pytest

from cgt.board.piecesets import piece_set
from cgt.common.errors import CgtError, FileError
from cgt.duel.game import Game
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.trace import Trace, read_trace, write_trace
from cgt.duel.well import Well


@pytest.fixture
def trace() -> Trace:
    rules = Rules("LJ", width=6, height=12, moves="slide")
    game = Game(Setting(rules, max_pieces=10, start=Well("##...#")), keeps_trace=True)
    game.advance()
    return game.trace()


def test_a_trace_is_read_as_it_was_written(trace: Trace, tmp_path: Path) -> None:
    write_trace(tmp_path / "game", trace)
    again = read_trace(tmp_path / "game")
    assert again.placements == trace.placements
    assert again.start == trace.start
    assert again.about == trace.about
    for name in ("names", "width", "height", "moves", "ending"):
        assert getattr(again.rules, name) == getattr(trace.rules, name)
    assert list(again.play()) == list(trace.play())


HEAD = "cgt trace 1\npieces: LJ\nwidth: 6\nheight: 12\nmoves: drop\nending: height\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: a trace begins with a line 'cgt trace 1'"),
        ("cgt trace 2\n", "this is a trace of version 2, not 1"),
        ("cgt trace 1\npieces: LJ\n", "no line 'width: …'"),
        (HEAD.replace("6", "six"), "width is a number"),
        (HEAD.replace("drop", "fly"), "moves is 'drop'"),
        (HEAD.replace("LJ", "??"), "2:9: .*piece"),
        (HEAD + "L 0 0\n", "7:1: a line has a piece"),
        (HEAD + "L 0 0 x\n", "7:1: a line has a piece"),
        (HEAD + "L 0 3 999\n", "7:1: a line has a piece"),
        (HEAD + f"L 0 3 {5000 * '9'}\n", "7:1: a line has a piece"),
        (HEAD.replace("6", 5000 * "9"), "width is a number"),
        (HEAD + "start: ##..\n", "7:8: the start is 4 wide, but the well 6"),
        (HEAD + "T 0 0 0\n", "7:1: there is no piece 'T'"),
    ],
)
def test_bad_traces_are_refused_with_the_place(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "game").write_text(text)
    with pytest.raises(FileError, match=message):
        read_trace(tmp_path / "game")


def test_names_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    (tmp_path / "shapes").write_text("name: my piece\n##\n##\n")
    game = Game(Setting(Rules(piece_set(str(tmp_path / "shapes"))), max_pieces=1), keeps_trace=True)
    game.advance()
    with pytest.raises(CgtError, match="the name 'my piece' cannot be written"):
        write_trace(tmp_path / "game", game.trace())
    assert not (tmp_path / "game").exists()


def test_bytes_and_missing_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="UTF-16"):
        read_trace(tmp_path / "game")
    with pytest.raises(CgtError, match="no such file"):
        read_trace(tmp_path / "none")


def test_pieces_without_a_known_name_are_written_with_their_shapes(tmp_path: Path) -> None:
    (tmp_path / "shapes").write_text("name: a\n##\n#.\n\nname: T\n#..\n###\n#..\n")
    rules = Rules(piece_set(str(tmp_path / "shapes")), width=6, height=8)
    game = Game(Setting(rules, "random", max_pieces=5), keeps_trace=True)
    game.advance()
    write_trace(tmp_path / "game", game.trace())
    (tmp_path / "shapes").unlink()
    again = read_trace(tmp_path / "game")
    assert list(again.rules.pieces) == list(rules.pieces)
    assert again.placements == game.trace().placements
    text = (tmp_path / "game").read_text()
    assert "shape a: ##|#.\n" in text
    for told in ("LJ", "omino:3"):
        (tmp_path / "game").write_text(re.sub("pieces: .*", f"pieces: {told}", text))
        with pytest.raises(FileError, match=f"{told} has other shapes than these"):
            read_trace(tmp_path / "game")
    (tmp_path / "game").write_text(text.replace("##|#.", "#.|.#"))
    with pytest.raises(FileError, match=r"3:10: .*connected"):
        read_trace(tmp_path / "game")


def test_a_game_with_garbage_cannot_be_written(tmp_path: Path) -> None:
    game = Game(Setting(max_pieces=5, garbage=2), keeps_trace=True)
    game.advance()
    with pytest.raises(CgtError, match="a game with garbage rows"):
        write_trace(tmp_path / "game", game.trace())
    assert not (tmp_path / "game").exists()
