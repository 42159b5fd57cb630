"""Piece sets in headers: by name where that is enough, otherwise with their shapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.board.piecesets import piece_set
from cgt.board.piecetext import pieces_lines, read_pieces
from cgt.board.polyomino import Piece, PieceSet, Polyomino
from cgt.common.errors import CgtError, FileError, Location
from cgt.common.headers import split_header, text_lines

SHAPES = ("##", "#.|##", ".#.|###", "#.#|###", "##|##", "####")


def read(lines: list[str]) -> PieceSet:
    found = text_lines("\n".join(lines), "a.txt")
    header, body = split_header(found, Location("a.txt"), ("pieces",), shapes=True)
    assert not body
    return read_pieces(header)


@pytest.mark.parametrize("name", ["tetromino", "LJ", "pentomino:FX", "omino:6"])
def test_known_sets_are_written_by_name(name: str) -> None:
    assert pieces_lines(piece_set(name)) == [f"pieces: {name}"]
    assert read([f"pieces: {name}"]).pieces == piece_set(name).pieces


@given(
    st.lists(
        st.tuples(st.text("ab: ;()'é", min_size=1, max_size=4).map(str.strip).filter(bool)),
        min_size=1,
        max_size=len(SHAPES),
        unique=True,
    ),
    st.sampled_from(["mine", "LJ", "a/b c.txt", "folder/own.txt", "<stdin>", "omino:99"]),
)
def test_a_users_own_shapes_are_read_as_they_were_written(
    names: list[tuple[str]], called: str
) -> None:
    shapes = zip(names, SHAPES, strict=False)
    own = PieceSet(called, [Piece.of(name, Polyomino(shape)) for (name,), shape in shapes])
    assert read(pieces_lines(own)).pieces == own.pieces


@pytest.mark.parametrize(
    ("lines", "place", "problem"),
    [
        ([], "1:1", "no line 'pieces: …'"),
        (["pieces: mine"], "1:9", "no piece set 'mine', and the shapes"),
        (["pieces: omino:99"], "1:9", "can be listed, not of 99"),
        (["pieces: mine", "shape a: #.#"], "2:10", "not connected"),
        (["pieces: mine", "shape a: #?"], "2:10", "cell"),
        (["pieces: mine", "shape a: ##", "shape b: #|#"], "1:9", "twice"),
        (["pieces: LJ", "shape L: ##"], "1:9", "LJ has other shapes than these"),
    ],
)
def test_what_is_wrong_is_named(lines: list[str], place: str, problem: str) -> None:
    with pytest.raises(FileError) as caught:
        read(lines)
    assert str(caught.value).startswith(f"a.txt:{place}: ")
    assert problem in str(caught.value)


def test_a_name_that_does_not_fit_on_a_line_is_not_written() -> None:
    with pytest.raises(CgtError, match="cannot be written on one line"):
        pieces_lines(PieceSet("mine", [Piece.of("a\nb", Polyomino("##"))]))
