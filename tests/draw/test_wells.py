"""Wells as drawings, and the path that a piece came by."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import wells
from svgs import CELL_SIDE, of_class, parsed, squares, texts

from cgt.draw.boards import Placed
from cgt.draw.palette import FILLED_COLOUR, piece_colour
from cgt.draw.wells import way_down, well_drawing
from cgt.duel.rules import Rules
from cgt.duel.well import Well


@given(wells(max_height=6))
def test_the_cells_are_those_of_the_well_upside_down(well: Well) -> None:
    rows = 8
    root = parsed(str(well_drawing(well, rows)))
    drawn = {at for e in of_class(root, "filled") for at in squares_of(e)}
    assert drawn == {
        (rows - 1 - row, column)
        for row in range(rows)
        for column in range(well.width)
        if well[row, column]
    }


def squares_of(element: object) -> set[tuple[int, int]]:
    from xml.etree.ElementTree import Element

    assert isinstance(element, Element)
    holder = Element("g")
    holder.append(element)
    return set(squares(holder, CELL_SIDE))


def test_a_piece_is_drawn_in_its_colour_with_an_arrow() -> None:
    well = Well("#...|##..")
    placed = Placed("L", [(0, 2), (0, 3), (1, 3)])
    root = parsed(str(well_drawing(well, 4, placed)))
    [group] = of_class(root, "move")
    assert {element.get("fill") for element in of_class(group, "placed")} == {piece_colour("L")}
    assert set(squares(group, CELL_SIDE)) == {(3, 2), (3, 3), (2, 3)}
    assert len(of_class(root, "arrowhead")) == 1
    assert not of_class(parsed(str(well_drawing(well, 4, placed, arrow=False))), "arrowhead")


def test_settled_cells_may_have_their_pieces_colours() -> None:
    well = Well("#.|##")
    root = parsed(str(well_drawing(well, 2, pieces={(0, 0): "T", (0, 1): "S"})))
    fills = [element.attrib["fill"] for element in of_class(root, "filled")]
    assert sorted(fills) == sorted([piece_colour("T"), piece_colour("S"), FILLED_COLOUR])
    assert [mark.text for mark in of_class(root, "mark")] == ["T", "S"]  # to be read in grey


def test_the_limit_is_drawn_only_inside_the_picture() -> None:
    assert len(of_class(parsed(str(well_drawing(Well.empty(4), 6, limit=4))), "limit")) == 1
    assert not of_class(parsed(str(well_drawing(Well.empty(4), 4, limit=4))), "limit")


def test_a_band_is_framed_from_its_first_to_its_last_row() -> None:
    [band] = of_class(parsed(str(well_drawing(Well.empty(4), 6, band=(1, 2)))), "band")
    assert float(band.attrib["y"]) == 3 * CELL_SIDE
    assert float(band.attrib["height"]) == 2 * CELL_SIDE


def test_a_band_above_the_stack_is_inside_the_picture() -> None:
    [band] = of_class(parsed(str(well_drawing(Well.empty(4), 2, band=(3, 5)))), "band")
    assert float(band.attrib["y"]) == 0


def test_columns_and_rows_are_numbered_from_the_floor() -> None:
    assert texts(parsed(str(well_drawing(Well.empty(3), 2)))) == ["0", "1", "2", "0", "1"]
    assert not texts(parsed(str(well_drawing(Well.empty(3), 2, numbered=False))))


# the way down


def test_a_piece_that_dropped_came_straight_down() -> None:
    assert way_down(Well("#...|##.."), [(0, 2), (0, 3), (1, 2), (1, 3)]) == [(3, 2.5), (1, 2.5)]


def test_a_piece_under_an_overhang_came_round_the_corner() -> None:
    well = Well(".##.|....|....")
    assert way_down(well, [(0, 1), (0, 2)])[0][0] >= 2
    bends = way_down(well, [(0, 1)])
    assert bends == [(3, 0), (0, 0), (0, 1)]


def test_the_path_of_a_piece_that_turned_is_that_of_one_cell() -> None:
    # Neither whole way is open: the T was turned under the roof.
    well = Well("###.......|#.........|#.........|##.#######|#########.")
    way = way_down(well, [(2, 1), (2, 2), (2, 3), (1, 2)])
    assert way[-1] in {(2, 2.0), (2, 3)}


def test_a_walled_in_piece_has_no_path() -> None:
    assert way_down(Well("####|#..#|####"), [(1, 1), (1, 2)]) == []


@given(
    wells(max_width=6, max_height=6), st.sampled_from("IJLOSTZ"), st.sampled_from(["drop", "slide"])
)
def test_the_path_of_a_piece_that_never_turns_is_free(well: Well, piece: str, moves: str) -> None:
    """By drop and slide a piece comes as it is, so the whole of it can be followed: from above the
    stack, down and sideways, never up, never through a block."""
    if well.width < 4:
        return
    rules = Rules(piece, width=well.width, height=20, moves=moves)  # type: ignore[arg-type]
    for placement in rules.placements(well, piece):
        cells = rules.cells(placement)
        way = way_down(well, cells)
        end = way[-1]
        if moves == "drop":
            assert len(way) == 2
        assert way[0][0] - end[0] + min(row for row, _ in cells) >= well.stack_height
        for (row, column), (to_row, to_column) in pairwise(way):
            assert to_row <= row
            assert row == to_row or column == to_column
            steps = int(abs(row - to_row) + abs(column - to_column))
            for step in range(steps + 1):
                part = step / steps if steps else 0
                up = round(row + (to_row - row) * part - end[0])
                right = round(column + (to_column - column) * part - end[1])
                assert all(
                    0 <= c + right < well.width and not well[r + up, c + right] for r, c in cells
                )


@pytest.mark.parametrize("height", [0, 3])
def test_a_stack_above_the_well_is_drawn_whole(height: int) -> None:
    root = parsed(str(well_drawing(Well("#.|#.|#.|#."), height)))
    assert len(of_class(root, "filled")) == 4
