"""Proofs that are written: of true claims they hold, of false ones there are none."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import Piece, PieceSet, Polyomino
from cgt.common.errors import CgtError
from cgt.common.limits import Limits
from cgt.placement.game import PlacementGame, Play
from cgt.placement.proof.verify import verify_proof
from cgt.placement.proof.write import write_proof
from cgt.placement.solver import Solver

OWN = PieceSet("own", [Piece.of("hook", Polyomino("#.|##")), Piece.of("bar", Polyomino("##"))])
SETS = ["domino", "tromino", "tetromino", "pentomino:PX", "LJ", "SZ", "omino:1", OWN]


@st.composite
def open_boards(draw: st.DrawFn) -> Grid:
    """Boards with few filled cells, which have large regions."""
    width, height = draw(st.integers(4, 6)), draw(st.integers(4, 5))
    filled = draw(st.sets(st.integers(0, width * height - 1), max_size=4))
    cells = "".join("#" if i in filled else "." for i in range(width * height))
    return Grid("|".join(cells[i : i + width] for i in range(0, len(cells), width)))


def game_of(pieces: str | PieceSet, play: Play) -> PlacementGame:
    return PlacementGame(piece_set(pieces) if isinstance(pieces, str) else pieces, play)


@settings(max_examples=60)
@given(
    grids(max_width=5, max_height=5) | open_boards(),
    st.sampled_from(SETS),
    st.sampled_from(["misere", "normal"]),
    st.booleans(),
)
def test_proofs_of_answers_hold(
    tmp_path_factory: pytest.TempPathFactory,
    grid: Grid,
    pieces: str | PieceSet,
    play: Play,
    fewest: bool,
) -> None:
    file = tmp_path_factory.mktemp("proof") / "proof.txt"
    solver = Solver.for_boards([grid], game_of(pieces, play))
    claims = [solver.outcome(grid)]
    if play == "normal":
        claims.append(solver.nimber(grid))
    for claim in claims:
        assert claim is not None
        written = write_proof(file, grid, solver, claim, fewest=fewest)
        assert written is not None
        assert written.positions == len(file.read_text().split("positions: ")[1].split("\n")) - 2
        report = verify_proof(file, checker="native")
        assert (report.valid, report.reason) == (True, "")
        assert report.positions <= written.positions  # some may be the same to a checker


@pytest.mark.parametrize(
    ("rows", "pieces", "play"),
    [
        ("....|....|....|....", "domino", "misere"),
        (".....|.....|.....|.....", "domino", "misere"),
        ("....|....|....|....|....", "domino", "normal"),
        (".....|..#..|.....|.....|.....", "domino", "misere"),
        (".....|.....|.....|...##", "tromino", "misere"),
        ("......|......|......|......", "LJ", "misere"),
    ],
)
def test_the_plain_checker_believes_them_too(
    tmp_path: Path, rows: str, pieces: str, play: Play
) -> None:
    file, grid = tmp_path / "proof.txt", Grid(rows)
    solver = Solver.for_boards([grid], game_of(pieces, play))
    claim = solver.outcome(grid) if play == "misere" else solver.nimber(grid)
    assert claim is not None
    written = write_proof(file, grid, solver, claim)
    assert written is not None
    assert written.positions > 0
    plain = verify_proof(file, checker="plain")
    native = verify_proof(file, checker="native")
    assert plain.valid
    assert (plain.positions, plain.moves) == (native.positions, native.moves)


@pytest.mark.parametrize("play", ["misere", "normal"])
def test_single_cells_are_all_small(tmp_path: Path, play: Play) -> None:
    """Nothing joins them, however many there are beside each other."""
    grid = Grid.of_size(6, 5)
    solver = Solver.for_boards([grid], game_of("omino:1", play))
    claim = solver.outcome(grid)
    assert claim == ("N" if play == "misere" else "P")
    written = write_proof(tmp_path / "proof.txt", grid, solver, claim)
    assert written is not None
    assert written.positions == 0
    assert verify_proof(tmp_path / "proof.txt", checker="plain").valid


@pytest.mark.parametrize("play", ["misere", "normal"])
@pytest.mark.parametrize("rows", ["....|....|....|....", ".....|.....|.....|.....", "..|.."])
def test_a_false_claim_has_no_proof(tmp_path: Path, rows: str, play: Play) -> None:
    """A search that says something false would ask for the same."""
    file, grid = tmp_path / "proof.txt", Grid(rows)
    file.write_text("before")
    solver = Solver.for_boards([grid], game_of("domino", play))
    claims = ["N" if solver.outcome(grid) == "P" else "P"]
    if play == "normal":
        nimber = solver.nimber(grid)
        assert nimber is not None
        claims += [nimber + 1, nimber + 2, max(nimber - 1, 0) if nimber else 5]
    for claim in claims:
        with pytest.raises(CgtError, match="no proof"):
            write_proof(file, grid, solver, claim)
    assert file.read_text() == "before"


def test_only_normal_play_has_nimbers(tmp_path: Path) -> None:
    grid = Grid.of_size(2, 2)
    with pytest.raises(CgtError, match="only in normal play"):
        write_proof(tmp_path / "proof", grid, Solver.for_boards([grid]), 1)


def test_without_time_there_is_no_file(tmp_path: Path) -> None:
    grid = Grid.of_size(6, 6)
    solver = Solver.for_boards([grid])
    assert solver.outcome(grid) == "P"
    file = tmp_path / "proof.gz"
    assert write_proof(file, grid, solver, "P", Limits.of(seconds=0)) is None
    assert list(tmp_path.iterdir()) == []


def test_without_memory_there_is_no_file(tmp_path: Path) -> None:
    grid = Grid.of_size(6, 6)
    solver = Solver.for_boards([grid], memory=2**10)
    assert write_proof(tmp_path / "proof", grid, solver, "P") is None
    assert list(tmp_path.iterdir()) == []


def test_the_same_proof_is_the_same_file(tmp_path: Path) -> None:
    grid = Grid.of_size(6, 6)
    for name in ("a.gz", "b.gz", "c.txt"):
        solver = Solver.for_boards([grid])
        assert solver.outcome(grid) == "P"
        assert write_proof(tmp_path / name, grid, solver, "P") is not None
    first, second, plain = ((tmp_path / n).read_bytes() for n in ("a.gz", "b.gz", "c.txt"))
    assert first == second
    assert gzip.decompress(first) == plain
    assert plain.startswith(b"cgt proof 1\npieces: tetromino\nplay: misere\nboard: ......|")


def test_few_positions_are_fewer(tmp_path: Path) -> None:
    grid = Grid.of_size(6, 5)
    counts = []
    for fewest in (False, True):
        solver = Solver.for_boards([grid], game_of("domino", "misere"))
        written = write_proof(tmp_path / "proof", grid, solver, "N", fewest=fewest)
        assert written is not None
        assert verify_proof(tmp_path / "proof").valid
        counts.append(written.positions)
    assert counts[1] < counts[0] / 2


@pytest.mark.parametrize("part", [0.0, 1e-5])
def test_a_proof_that_cannot_be_shortened_in_time_is_written_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: float
) -> None:
    grid, counts = Grid.of_size(6, 5), []
    for share in (1.0, part):
        monkeypatch.setattr("cgt.placement.solver._TO_SHORTEN", share)
        solver = Solver.for_boards([grid], game_of("domino", "misere"))
        assert solver.outcome(grid) == "N"
        limits = Limits.of(seconds=600)
        written = write_proof(tmp_path / "proof", grid, solver, "N", limits, fewest=True)
        assert written is not None
        assert verify_proof(tmp_path / "proof").valid
        counts.append(written.positions)
    assert counts[1] > counts[0]


def test_how_far_it_is_is_told(tmp_path: Path) -> None:
    grid, told = Grid.of_size(7, 5), list[int]()
    solver = Solver.for_boards([grid], game_of("domino", "misere"))
    written = write_proof(tmp_path / "proof", grid, solver, "N", tell=told.append)
    assert written is not None
    assert told[-1] == written.positions
