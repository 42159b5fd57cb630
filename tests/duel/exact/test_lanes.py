"""The order of lanes: the core's against the few plain lines of the checker, and by example."""

from hypothesis import given
from strategies import wells

from cgt.duel.exact import certificate
from cgt.duel.exact.strategy import lane_of, sorted_lanes
from cgt.duel.well import NARROWEST, WIDEST, Well


@given(wells(max_width=13))
def test_lanes_are_sorted_as_the_checker_sorts_them(well: Well) -> None:
    assert sorted_lanes(well) == certificate._sorted_lanes(well)


def test_a_column_belongs_to_the_lane_that_the_checker_says() -> None:
    for width in range(NARROWEST, WIDEST + 1):
        lanes = [lane_of(column, width) for column in range(width)]
        assert lanes == [certificate._lane_of(column, width) for column in range(width)]


def test_on_odd_widths_the_last_three_columns_stay_where_they_are() -> None:
    assert [lane_of(column, 7) for column in range(7)] == [0, 0, 1, 1, 2, 2, 2]
    assert sorted_lanes(Well("#......|##.##..")) == Well("..#....|.####..")
