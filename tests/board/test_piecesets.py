"""Named piece sets, and piece sets from files."""

import io
import sys
from pathlib import Path

import oracles
import pytest

from cgt.board.piecesets import PENTOMINOES, piece_set, read_piece_set
from cgt.board.polyomino import PieceSet
from cgt.common.errors import FileError, PieceError


def names(pieces: PieceSet) -> list[str]:
    return [piece.name for piece in pieces]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("domino", 2),
        ("tromino", 3),
        ("tetromino", 4),
        ("pentomino", 5),
        *((f"omino:{n}", n) for n in range(1, 8)),
    ],
)
def test_a_full_set_has_every_fixed_polyomino_once(text: str, size: int) -> None:
    shapes = [frozenset(cells) for cells in piece_set(text).shapes]
    assert len(set(shapes)) == len(shapes)
    assert set(shapes) == oracles.fixed_polyominoes(size)


def test_pieces_have_their_usual_names() -> None:
    assert names(piece_set("tetromino")) == list("IJLOSTZ")
    assert names(piece_set("omino:4")) == list("IJLOSTZ")
    assert names(piece_set("tromino")) == ["I", "V"]
    assert " ".join(names(piece_set("pentomino"))) == "F F' I L L' N N' P P' T U V W X Y Y' Z Z'"
    assert names(piece_set("omino:6"))[:3] == ["6.1", "6.2", "6.2'"]
    assert names(piece_set("ZS")) == ["Z", "S"]


@pytest.mark.parametrize(
    ("letter", "rotations"), [("I", 2), ("J", 4), ("L", 4), ("O", 1), ("S", 2), ("T", 4), ("Z", 2)]
)
def test_tetrominoes_have_their_distinct_rotations(letter: str, rotations: int) -> None:
    assert len(piece_set("tetromino")[letter].rotations) == rotations


def test_l_and_j_are_mirror_images_and_s_and_z() -> None:
    pieces = piece_set("tetromino")
    for one, other in ("LJ", "SZ"):
        assert set(pieces[one].rotations[0].mirrored().rotations()) == set(pieces[other].rotations)


# The number of orientations of each pentomino, mirror images included (Golomb).
@pytest.mark.parametrize(
    ("letter", "orientations"),
    list(zip("FILNPTUVWXYZ", [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4], strict=True)),
)
def test_a_pentomino_letter_stands_for_all_its_orientations(letter: str, orientations: int) -> None:
    assert len(piece_set(f"pentomino:{letter}").shapes) == orientations
    assert len(PENTOMINOES) == 12


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no piece set ''"),
        ("hexomino", "no piece set 'hexomino'"),
        ("ljx", "no piece set 'ljx'"),
        ("tetrominoe", "did you mean tetromino"),
        ("LL", "names L twice"),
        ("omino:0", "1 to 10 cells"),
        ("omino:11", "1 to 10 cells"),
        ("omino:x", "takes a number from 1 to 10, not 'x'"),
        ("omino:", "takes a number"),
        ("omino:²", "takes a number"),
        ("omino:" + "9" * 5000, "takes a number"),
        ("a" * 5000, "no piece set"),
        ("a\0b", "no piece set"),
        ("pentomino:", "has no piece"),
        ("pentomino:A", "no piece 'A'"),
    ],
)
def test_sets_that_do_not_exist_are_refused(text: str, problem: str) -> None:
    with pytest.raises(PieceError, match=problem):
        piece_set(text)


def test_a_missing_piece_is_named() -> None:
    with pytest.raises(PieceError, match="'LJ' has no piece 'T'"):
        piece_set("LJ")["T"]


def test_a_file_of_shapes_is_a_piece_set(tmp_path: Path) -> None:
    path = tmp_path / "shapes.txt"
    path.write_text("; two\nname: bar\n#####\n\nname: hook\nmirror: yes\n....\n.##.\n.#..\n.#..\n")
    pieces = piece_set("shapes.txt", tmp_path)
    assert names(pieces) == ["bar", "hook", "hook'"]
    tetrominoes = piece_set("tetromino")
    assert set(pieces["hook"].rotations) == set(tetrominoes["J"].rotations)
    assert set(pieces["hook'"].rotations) == set(tetrominoes["L"].rotations)
    assert names(read_piece_set(path)) == names(pieces)


def test_shapes_without_a_name_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "shapes.txt"
    path.write_text("##\n\n###\n")
    assert names(read_piece_set(path)) == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("##\n\n#.\n.#\n", "3:1", "the cells #.|.# are not connected"),
        ("..\n", "1:1", "at least one cell"),
        ("##\n\n#\n#\n", "3:1", "shape of 1 twice"),
        ("mirror: maybe\n##\n", "1:9", "mirror is 'yes' or 'no', not 'maybe'"),
        ("play: normal\n##\n", "1:1", "unknown key 'play'"),
        ("name: a\n##\n\nname: a\n###\n", "5:1", "name of a twice"),
    ],
)
def test_a_bad_file_of_shapes_is_named(tmp_path: Path, text: str, place: str, problem: str) -> None:
    path = tmp_path / "shapes.txt"
    path.write_text(text)
    with pytest.raises(FileError) as caught:
        piece_set(str(path))
    assert str(caught.value).startswith(f"{path}:{place}: ")
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


def test_shapes_come_from_standard_input_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"name: bar\n###\n")))
    assert names(piece_set("-")) == ["bar"]


def test_a_piece_set_cannot_be_changed() -> None:
    assert isinstance(piece_set("LJ").shapes, tuple)
    assert isinstance(piece_set("LJ").fixed, tuple)


def test_a_folder_is_not_a_piece_set(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="directory"):
        piece_set(str(tmp_path))
