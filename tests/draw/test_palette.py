"""Colours that can be told apart, in grey too."""

from itertools import combinations

import pytest
from svgs import contrast

from cgt.draw.palette import FILLED_COLOUR, INK, PAPER, REGION_COLOURS, piece_colour

PIECES = "IJLOSTZ"


@pytest.mark.parametrize("colour", [*REGION_COLOURS, *map(piece_colour, PIECES)])
def test_large_letters_can_be_read_on_a_colour(colour: str) -> None:
    assert contrast(colour, INK) >= 3


@pytest.mark.parametrize("colour", REGION_COLOURS)
def test_regions_differ_from_filled_cells_in_grey(colour: str) -> None:
    assert contrast(colour, FILLED_COLOUR) >= 2
    assert contrast(FILLED_COLOUR, PAPER) >= 4.5


def test_pieces_have_colours_of_their_own() -> None:
    for a, b in combinations(PIECES, 2):
        assert piece_colour(a) != piece_colour(b)
    assert piece_colour("hook") == piece_colour("hook") in REGION_COLOURS
