"""The well, its holes, lanes and strips."""

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.board.grid import Grid
from cgt.common.errors import CgtError, SizeError
from cgt.duel.well import Well


@given(wells(max_width=16, max_height=40))
def test_a_well_reads_what_it_writes(well: Well) -> None:
    assert Well(str(well)) == well
    assert eval(repr(well)) == well
    assert Well.from_grid(well.grid(40)) == well


@given(wells())
def test_heights_and_cells_are_those_of_the_picture(well: Well) -> None:
    rows = rows_of_well(well, 8)
    assert list(well.column_heights) == [
        oracles.column_height(rows, column) for column in range(well.width)
    ]
    assert all(
        well[7 - row, column] == rows[row][column]
        for row in range(8)
        for column in range(well.width)
    )
    assert well.stack_height == max(well.column_heights)


@given(wells())
def test_holes_are_those_of_the_plain_version(well: Well) -> None:
    # One row above the stack, too, because a hole may be as high as the stack.
    counts = tuple(len(holes) for holes in (well.big_holes, well.middle_holes, well.small_holes))
    assert counts == oracles.hole_counts(rows_of_well(well, 9))
    assert not well.big_holes & (well.middle_holes | well.small_holes)


def test_the_three_kinds_of_hole_as_drawn() -> None:
    well = Well("###...|#.#.#.|#.###.|.##.##")
    assert well.big_holes == {(2, 1), (0, 3)}
    assert well.middle_holes == {(0, 0)}  # the wall does not count as a filled side
    assert well.small_holes == {(1, 1), (2, 3)}


def test_lanes_are_flat_bumpy_or_neither() -> None:
    well = Well("#.....|####..|####..|##....")
    assert [well.lane_height(lane) for lane in range(3)] == [4, 3, 0]
    assert [well.is_flat(lane) for lane in range(3)] == [False, False, True]
    assert [well.is_bumpy(lane) for lane in range(3)] == [True, False, False]
    with pytest.raises(CgtError, match="lanes 0 to 2"):
        well.lane(3)


def test_an_odd_column_belongs_to_no_lane() -> None:
    assert Well("##.##|##.##").lanes == 2
    assert Well("##.##").segments(0) == ("##", ".#")


def test_immune_strips() -> None:
    well = Well("#.##|.#..|..#.")
    assert [well.is_immune(row, "S") for row in range(3)] == [False, True, False]
    assert [well.is_immune(row, "Z") for row in range(3)] == [True, False, False]
    with pytest.raises(CgtError, match="S or to Z"):
        well.is_immune(0, "L")
    with pytest.raises(CgtError, match="even width"):
        Well("...").is_immune(0, "S")


@pytest.mark.parametrize("width", [1, 41])
def test_wells_have_two_to_forty_columns(width: int) -> None:
    with pytest.raises(SizeError, match="2 to 40"):
        Well.empty(width)


def test_columns_that_are_out_of_range_are_refused() -> None:
    for column in (-1, 2**48):
        with pytest.raises(SizeError, match="a column is a number"):
            Well.of([0, column])


def test_wells_have_up_to_forty_rows() -> None:
    assert Well.from_grid(Grid.of_size(4, 40, [(0, 0)])).stack_height == 40
    highest = Well.of([2**48 - 1, 0])  # the highest stack that a game of 40 rows can end with
    assert eval(repr(highest)) == highest
    assert highest.middle_holes == frozenset()
    with pytest.raises(SizeError, match="no stack is 49 rows high"):
        Well.from_grid(Grid.of_size(4, 49))
    with pytest.raises(SizeError, match="more than 1"):
        Well("#.|#.").grid(1)


@given(st.integers(-3, 3), st.integers(-3, 12))
def test_cells_outside_are_refused(row: int, column: int) -> None:
    well = Well.empty(10)
    if row >= 0 and 0 <= column < 10:
        assert not well[row, column]
    else:
        with pytest.raises(CgtError, match="no cell"):
            well[row, column]
