"""Which placement covers given cells, and why none does, against dropping shapes cell by cell."""

import itertools

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.common.errors import CgtError
from cgt.duel.covering import placement_covering
from cgt.duel.rules import Rules
from cgt.duel.well import Well

HIGH = 14


@given(wells(max_width=5, max_height=5), st.sampled_from("IJLO"))
@settings(max_examples=40, deadline=None)
def test_every_place_of_every_shape_is_known_or_refused(well: Well, piece: str) -> None:
    rules, rows = Rules("IJLO", width=well.width, height=HIGH), rows_of_well(well, HIGH)
    turns = set(oracles.four_turns(oracles.FLAT_TETROMINOES[piece]))
    landed = {cells for shape in turns for cells in oracles.drops(rows, shape)}
    found = {p: rules.cells(p) for p in rules.placements(well, piece)}
    for shape, down, right in itertools.product(turns, range(2, HIGH), range(-1, well.width)):
        cells = {(row + down, column + right) for row, column in shape}
        if max(row for row, _ in cells) >= HIGH:
            continue
        from_floor = [(HIGH - 1 - row, column) for row, column in cells]
        if cells in landed:
            placement = placement_covering(rules, well, piece, from_floor)
            assert found[placement] == sorted(from_floor)
            continue
        inside = {(row, column) for row, column in cells if 0 <= column < well.width}
        if any(rows[row][column] for row, column in inside):
            why = "is not empty|outside the well" if inside != cells else "is not empty"
        elif inside != cells:
            why = "outside the well"
        elif oracles.has_room(rows, frozenset((row + 1, column) for row, column in cells)):
            why = "would float there"
        else:
            why = "cannot get there: moves are drop"
        with pytest.raises(CgtError, match=why):
            placement_covering(rules, well, piece, from_floor)


@pytest.mark.parametrize(
    "cells", [[], [(0, 0)], [(0, 0), (0, 1), (1, 0), (5, 5)], [(0, 0), (0, 1), (0, 2), (0, 3)]]
)
def test_cells_that_are_not_the_piece_are_refused(cells: list[tuple[int, int]]) -> None:
    with pytest.raises(CgtError, match="T has another shape, however it is turned"):
        placement_covering(Rules(width=6, height=8), Well.empty(6), "T", cells)


def test_the_order_of_the_cells_does_not_matter() -> None:
    rules, cells = Rules(width=6, height=8), [(0, 3), (1, 2), (0, 2), (1, 3)]
    found = {
        placement_covering(rules, Well.empty(6), "O", p) for p in itertools.permutations(cells)
    }
    assert len(found) == 1
