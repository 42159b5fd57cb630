"""Files of proofs: what they may look like, and how mistakes in them are told."""

from __future__ import annotations

import gzip
import runpy
from io import BytesIO
from pathlib import Path

import pytest
from conftest import ROOT

from cgt.board.piecesets import piece_set
from cgt.common.errors import FileError, LimitError
from cgt.common.files import OpenedFile
from cgt.common.limits import Limits
from cgt.placement.proof.file import ProofFile, is_proof
from cgt.placement.proof.shapes import shapes_of
from cgt.placement.proof.verify import ProofReport, verify_opened, verify_proof, verify_proof_text

CHECKERS = ("plain", "native")
HEAD = """cgt proof 1
pieces: domino
play: misere
board: ....|....|....|....
claim: P
positions: 1
"""
PROOF = HEAD + "....|....|....|....\n"


def check(data: str | bytes, checker: str = "plain", limits: Limits | None = None) -> ProofReport:
    raw = data.encode() if isinstance(data, str) else data
    file = ProofFile(OpenedFile(BytesIO(raw), "p"))
    return verify_opened(file, limits or Limits(), checker=checker)  # type: ignore[arg-type]


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize(
    "data",
    [
        PROOF,
        PROOF.removesuffix("\n"),
        PROOF.replace("\n", "\r\n"),
        "\ufeff" + PROOF,
        "; what it is\n" + PROOF.replace("claim", "  ; more: said\n\nclaim") + " \t\n; the end",
        PROOF.replace("domino\n", "mine\nshape a b: ##\n"),
        PROOF.replace("pieces", "Pieces").replace("....|....|....|....\n; ", "x"),
        HEAD.replace("1\n", "1\n").replace("positions: 1", "positions: 2")
        + "  ....|....|....|....+0\n *2 +*3+ *1\t+ {}\n",
        gzip.compress(PROOF.encode(), mtime=0),
        gzip.compress(HEAD.encode(), mtime=0) + gzip.compress(b"....|....|....|....\n", mtime=0),
    ],
)
def test_a_proof_may_be_written_in_several_ways(data: str | bytes, checker: str) -> None:
    report = check(data, checker)
    assert report.valid, report.reason
    assert report.head.claim_text == "P"


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        ("cgt proof 1", "cgt proof 2", "1:1", "of version 2, not 1"),
        ("cgt proof 1", "cgt strategy 1", "1:1", "a proof begins with"),
        ("pieces: domino\n", "", "1:1", "no line 'pieces: …'"),
        ("domino", "dominoes", "2:9", "a known name, or its shapes follow"),
        ("domino\n", "domino\nshape x: #\n", "2:9", "'domino' has a meaning already"),
        ("domino\n", "Domino\nshape x: #\n", "2:9", "'Domino' has a meaning already"),
        ("domino\n", "my\nshape x: #.|.#\n", "3:10", "connected"),
        ("domino\n", "my\nshape x: ##|#\n", "3:10", "equally long rows"),
        ("domino\n", "my\nshape x: ...\n", "3:10", "equally long rows"),
        ("misere", "nice", "3:7", "play is 'misere' or 'normal'"),
        ("board: ....", "board: ...", "4:8", "board is equally long rows"),
        ("board: ....", "board: ..x.", "4:8", "board is equally long rows"),
        ("board: ....", "board: " + "." * 300, "4:8", "board is equally long rows"),
        ("board: ....|....|....|....", "board: " + "." * 257, "4:8", "at most 256 cells"),
        ("claim: P", "claim: W", "5:8", "claim is 'N', 'P' or 'nimber K', not 'W'"),
        ("claim: P", "claim: nimber 2", "5:8", "of normal play only"),
        ("positions: 1", "positions: -1", "6:12", "a number from 0 to"),
        ("positions: 1", "positions: 1\nplay: normal", "7:1", "'play' is given twice"),
        ("positions: 1", "positions: 1\nsize: 2", "7:1", "unknown key 'size'"),
        ("positions: 1\n", "positions: 1\n...\x1b[2J\n", "7:4", ""),
        ("positions: 1\n", "positions: 1\n..|.\n", "7:1", "not equally long"),
        ("positions: 1\n", "positions: 1\n.||.\n", "7:1", "not equally long"),
        ("positions: 1\n", "positions: 1\n.....\n", "7:1", "5×1 does not fit on the board"),
        ("positions: 1\n", "positions: 1\n.. +\n", "7:5", "is not expected here"),
        ("positions: 1\n", "positions: 1\n.. ..\n", "7:4", "is not expected here"),
        ("positions: 1\n", "positions: 1\n+ ..\n", "7:1", "'+' is not expected here"),
        ("positions: 1\n", "positions: 1\n{*1, {0}\n", "7:1", "never closed"),
        ("positions: 1\n", "positions: 1\n{*1,}\n", "7:5", "is not expected here"),
        ("positions: 1\n", "positions: 1\n*1}\n", "7:3", "is not expected here"),
        ("positions: 1\n", "positions: 1\n{..}\n", "7:2", "a form has no pictures"),
        ("positions: 1\n", "positions: 1\n*1234\n", "7:5", "is not expected here"),
        ("positions: 1\n", "positions: 1\n*200 + *100\n", "7:8", "at most 300 cells and moves"),
        ("positions: 1\n", f"positions: 1\n{'{' * 99}{'}' * 99}x\n", "7:199", "'x' is not"),
        ("positions: 1\n", f"positions: 1\n{'{' * 101}{'}' * 101}\n", "7:100", "at most 99"),
        ("positions: 1\n", f"positions: 1\n{' ' * 2**20}.\n", "7:1", "more than 1 MiB"),
    ],
)
def test_both_checkers_tell_a_mistake_at_its_place(
    old: str, new: str, where: str, said: str
) -> None:
    assert old in PROOF
    for checker in CHECKERS:
        with pytest.raises(FileError) as told:
            check(PROOF.replace(old, new, 1), checker)
        assert str(told.value).startswith(f"p:{where}: "), checker
        assert said in str(told.value)


def test_a_mistake_in_any_line_counts_more_than_a_position_that_does_not_hold() -> None:
    for checker in CHECKERS:
        with pytest.raises(FileError, match="p:8:1"):
            check(HEAD + "...|...|...\nx\n", checker)


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_wrong_count_is_told_on_its_line(checker: str) -> None:
    for count, lines in ((0, "1"), (2, "1")):
        report = check(PROOF.replace("positions: 1", f"positions: {count}"), checker)
        assert (report.valid, report.line) == (False, 6)
        assert f"{count} positions are announced, there is {lines}" in report.reason


@pytest.mark.parametrize("checker", CHECKERS)
def test_what_has_no_answer_is_shown_with_its_line(checker: str) -> None:
    report = check(PROOF.replace("positions: 1", "positions: 2") + "....|....|....|...#\n", checker)
    assert (report.valid, report.line, report.positions) == (False, 8, 2)
    picture = report.reason.partition("but the move ")[2].partition(" has no answer")[0]
    assert picture.count("@") == 2
    assert picture.count(".") == 13
    report = check(HEAD + "*2 + *1\n", checker)
    assert report.reason == "*3 is listed as lost, but the player to move wins"
    report = check(PROOF.replace("claim: P", "claim: N"), checker)
    assert report.line == 5
    assert report.reason.startswith("N is claimed, but no move")


@pytest.mark.parametrize("cut", [5, 30, -8, -1])
def test_compressed_data_that_end_early_are_told(cut: int) -> None:
    for checker in CHECKERS:
        with pytest.raises(FileError, match="the compressed data end early"):
            check(gzip.compress(PROOF.encode())[:cut], checker)


def test_damaged_compressed_data_are_told() -> None:
    data = bytearray(gzip.compress((PROOF * 50).encode()))
    data[25] ^= 0x55
    for checker in CHECKERS:
        with pytest.raises(FileError, match="compressed data are damaged"):
            check(bytes(data), checker)


def test_a_proof_is_told_by_its_content(tmp_path: Path) -> None:
    for data, expected in (
        (PROOF.encode(), True),
        (b"\xef\xbb\xbf; hello\n\t; more\n" + PROOF.encode(), True),
        (gzip.compress(b"anything", mtime=0), True),
        (b"cgt proofs 1", False),
        (b"cgt strategy 1", False),
        (b"", False),
    ):
        file = OpenedFile(BytesIO(data), "p")
        assert is_proof(file) == expected
        assert file.read_all(2**20) == data


@pytest.mark.parametrize(
    "name",
    [
        "domino",
        "tromino",
        "tetromino",
        "pentomino",
        "omino:1",
        "omino:3",
        "omino:6",
        "I",
        "O",
        "T",
        "S",
        "Z",
        "L",
        "J",
        "LJ",
        "SZ",
        "IOTSZLJ",
        "pentomino:F",
        "pentomino:FX",
        "pentomino:FILNPTUVWXYZ",
    ],
)
def test_named_pieces_have_the_shapes_that_the_game_has(name: str) -> None:
    assert shapes_of(name) == {frozenset(shape) for shape in piece_set(name).shapes}


def test_names_that_no_set_has_are_unknown() -> None:
    for name in ("", "omino:11", "omino:0", "omino:", "pentomino:", "pentomino:A", "Q", "LJ:"):
        assert shapes_of(name) is None


def test_large_heaps_end_at_the_limits() -> None:
    text = HEAD + "*90 + *89 + *88\n"
    for checker in CHECKERS:
        with pytest.raises(LimitError):
            check(text, checker, Limits.of(seconds=0.2))
    with pytest.raises(LimitError, match="memory"):
        check(text, "native", Limits.of(memory=2**20))


def test_progress_is_told_and_the_smaller_files_go_to_the_plain_checker(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    file = tmp_path / "proof.txt"
    file.write_text(PROOF)
    report = verify_proof(file, tell=lambda done, of: told.append((done, of)))
    assert (report.checker, report.valid) == ("plain", True)
    assert told[-1] == (0, 1)
    wide = PROOF.replace("board: ....|....|....|....", "board: ......|......|......|......|......")
    assert verify_proof_text(wide).checker == "native"


def test_the_page_prints_the_checker_as_it_is() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_checker_page.py"))
    page = made["PAGE"].read_text()
    assert made["page_with_sources"](page) == page, "run docs/make_checker_page.py"
    assert page.count("```python\n") == 2
