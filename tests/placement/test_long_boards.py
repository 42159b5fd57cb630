"""Boards that are much longer than wide, up to 256 cells: the same answers, however they lie."""

from functools import cache
from pathlib import Path

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rows_of

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.symmetry import Symmetry
from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError, SizeError
from cgt.placement.boxes import MOST_CELLS, Box, boxes_for
from cgt.placement.forms import Forms
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver

# The most empty cells on which the oracle can still try every move.
FEW_CELLS = {"tetromino": 16, "domino": 10, "tromino": 12, "L": 16, "S": 14, "I": 20, "omino:1": 7}


@cache
def solver(name: str, play: str, box: Box) -> Solver:
    return Solver(PlacementGame(name, play), box=box, memory=2**24)


@st.composite
def long_boards(draw: st.DrawFn) -> tuple[Grid, str]:
    """Boards of 1 to 5 rows, or columns, with few empty cells, and a piece set."""
    name, most = draw(st.sampled_from(list(FEW_CELLS.items())))
    height = draw(st.integers(1, 5))
    width = draw(st.sampled_from([17, 20, 21, 25, 32, 42, 51, 64, 65, 85, 128, 200, 256]))
    width = min(width, MOST_CELLS // height)
    cells = {(draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1)))}
    for _ in range(draw(st.integers(0, most - 1))):
        row, column = draw(st.sampled_from(sorted(cells)))
        step = draw(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0), (0, 2), (0, 60)]))
        cell = (row + step[0], column + step[1])
        if 0 <= cell[0] < height and 0 <= cell[1] < width:
            cells.add(cell)
    return Grid.of_size(width, height, cells).inverted(), name


@settings(max_examples=150)
@given(long_boards(), st.booleans())
def test_random_long_boards_agree_with_trying_every_move(
    board: tuple[Grid, str], tall: bool
) -> None:
    lying, name = board
    grid = lying.transform(Symmetry.ROTATE_90) if tall else lying
    shapes = tuple(frozenset(cells) for cells in piece_set(name).shapes)
    empty = oracles.empty_cells(rows_of(grid))
    nimber, box = oracles.nimber(empty, shapes), Box.around([grid])
    for play in ("misere", "normal"):
        expected = "N" if oracles.wins(empty, shapes, play) else "P"
        assert solver(name, play, box).outcome(grid) == expected
    assert solver(name, "normal", box).nimber(grid) == nimber
    form = solver(name, "misere", box).canonical(grid)
    assert form is not None
    assert form.nimber == nimber
    assert form.outcome() == ("N" if oracles.wins(empty, shapes, "misere") else "P")


@settings(max_examples=40)
@given(long_boards(), st.sampled_from(Symmetry))
def test_a_long_board_has_one_value_however_it_is_turned(
    board: tuple[Grid, str], symmetry: Symmetry
) -> None:
    grid, name = board
    if name in ("L", "S"):
        return  # mirror images of these are other pieces
    asked = solver(name, "misere", Box.around([grid]))
    assert asked.canonical(grid) is asked.canonical(grid.transform(symmetry))


# Dawson's Kayles, the octal game .07 (Guy and Smith 1956; Winning Ways, chapter 4): its nimbers
# from no cells on, and their period.
DAWSONS_KAYLES = "0011203110332240522330113021104527401120311033224455233011302110453748"


def test_rows_of_dominoes_are_dawsons_kayles() -> None:
    asked = Solver(PlacementGame("domino", "normal"), box=(256, 1))
    found = [0] + [asked.nimber(Grid.of_size(n, 1)) for n in range(1, 257)]
    assert found[: len(DAWSONS_KAYLES)] == [int(nimber) for nimber in DAWSONS_KAYLES]
    assert all(found[n] == found[n + 34] for n in range(53, 257 - 34))
    assert found[52] != found[52 + 34]


def test_rows_of_straight_tetrominoes_are_an_octal_game() -> None:
    """The octal game .0007, worked out from its rule; its genus for 4 to 8 is published."""
    asked, forms = Solver(PlacementGame("I"), box=(40, 1)), Forms(canonical=True)
    heaps = [forms.zero] * 4
    for n in range(4, 41):
        heaps.append(forms.of(heaps[left] * heaps[n - 4 - left] for left in range(n - 3)))
        found = asked.canonical(Grid.of_size(n, 1))
        assert found is not None
        assert str(found) == str(heaps[n])
    genus = [asked.canonical(Grid.of_size(1, n)).genus for n in range(4, 9)]
    assert genus == ["1^031"] * 4 + ["2^20"]


# Normal Cram on three rows: Schneider 2009; Lemoine and Viennot.
@pytest.mark.parametrize(
    ("width", "nimber"),
    [(11, 0), (12, 1), (13, 2), (14, 3), (15, 1), pytest.param(16, 4, marks=pytest.mark.long)],
)
def test_published_nimbers_of_cram_on_three_rows(width: int, nimber: int) -> None:
    grid = Grid.of_size(3, width)
    assert Solver.for_boards([grid], PlacementGame("domino", "normal")).nimber(grid) == nimber


@pytest.mark.parametrize("size", [(2, 26), (50, 2), (128, 2), (6, 42), (4, 64), (10, 24)])
def test_the_half_turn_answers_every_move_on_long_even_boards(size: tuple[int, int]) -> None:
    grid = Grid.of_size(*size)
    asked = Solver.for_boards([grid], PlacementGame("domino", "normal"))
    assert asked.outcome(grid) == "P"
    assert asked.nodes <= 1


@pytest.mark.parametrize("size", [(3, 20), (51, 2), (5, 50), (85, 2)])
def test_the_middle_wins_on_long_boards_of_which_one_side_is_odd(size: tuple[int, int]) -> None:
    grid = Grid.of_size(*size)
    asked = Solver.for_boards([grid], PlacementGame("domino", "normal"))
    assert asked.outcome(grid) == "N"
    assert asked.nodes <= 1


def test_a_box_of_256_cells_of_any_shape_is_the_limit() -> None:
    for size in ((256, 1), (1, 256), (85, 3), (16, 16), (17, 15)):
        grid = Grid.of_size(*size).inverted()
        assert Solver.for_boards([grid]).outcome(grid) == "N"
    for size in ((257, 1), (17, 16), (3, 86)):
        with pytest.raises(SizeError, match="1 to 256 cells"):
            Solver.for_boards([Grid.of_size(*size)])
    with pytest.raises(SizeError, match="fit in 20×3, not 4×4"):
        Solver(box=(3, 20)).outcome(Grid.of_size(4, 4))


@given(st.lists(st.tuples(st.integers(1, 256), st.integers(1, 16)), min_size=1, max_size=8))
def test_every_board_gets_a_box_that_a_solver_takes(sizes: list[tuple[int, int]]) -> None:
    grids = [Grid.of_size(w, h) for w, h in sizes if w * h <= MOST_CELLS]
    boxes = boxes_for(grids)
    assert len(boxes) == len(grids)
    assert all(box.holds(grid) for box, grid in zip(boxes, grids, strict=True))
    assert all(box.cells <= MOST_CELLS for box in boxes)
    if all(max(grid.width, grid.height) <= 16 for grid in grids):
        assert len(set(boxes)) <= 1


def test_checkpoints_tell_boxes_apart(tmp_path: Path) -> None:
    path = str(tmp_path / "kept")
    first = Solver(PlacementGame("domino"), box=(20, 3))
    with Checkpoint(path).keeping(first):
        outcome = first.outcome(Grid.of_size(11, 3))
    again = Solver(PlacementGame("domino"), box=(20, 3))
    with Checkpoint(path).keeping(again):
        assert again.outcome(Grid.of_size(3, 11)) == outcome
    assert again.nodes == 0
    for box in ((21, 3), (20, 4), (19, 3), (8, 8)):
        other = Solver(PlacementGame("domino"), box=box)
        with pytest.raises(CgtError, match="another game"), Checkpoint(path).keeping(other):
            pass
