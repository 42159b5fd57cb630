"""Colours that can be told apart, in grey too."""

from itertools import combinations

import pytest

from cgt.draw.palette import FILLED_COLOUR, REGION_COLOURS, piece_colour
from cgt.draw.svg import INK, PAPER

PIECES = "IJLOSTZ"


def luminance(colour: str) -> float:
    """How bright a colour is, by the definition of the web's guidelines on contrast."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


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
