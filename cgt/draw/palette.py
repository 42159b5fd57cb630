"""Names and colours that all pictures share, in every medium.

>>> [region_name(n) for n in (1, 26, 27, 702, 703)]
['A', 'Z', 'AA', 'ZZ', 'AAA']
>>> piece_colour("T")
'#a45ad0'
"""

from __future__ import annotations

from string import ascii_uppercase
from zlib import crc32

# Okabe and Ito's colours, which colour-blind people can tell apart, lightest and darkest left out,
# and the green made lighter: in grey it would be lost among filled cells.
REGION_COLOURS = ("#56b4e9", "#e69f00", "#1fb58a", "#f0e442", "#cc79a7", "#d55e00")

# Those that Tetris players know, toned down so that black letters can be read on them.
_PIECE_COLOURS = {
    "I": "#3fc5d8",
    "J": "#5b8def",
    "L": "#f09a3e",
    "O": "#f2d13e",
    "S": "#63c05a",
    "T": "#a45ad0",
    "Z": "#e5605c",
}

PAPER = "#ffffff"  # also the lines between cells
INK = "#1b1b1b"
FAINT_INK = "#6b6b6b"
FAINTEST_INK = "#b5b5b0"
FAINT_LINE = "#d6d6d0"
INK_ON_COLOUR = "#111111"  # on regions and pieces, whose colours are the same in the dark
EMPTY_COLOUR = "#f4f4f1"
WARNING_COLOUR = "#b00020"  # of a well's limit, and of the band of a cycle
FILLED_COLOUR = "#4a4a4a"  # on paper
FILLED_ON_TERMINAL = "#6a6a6a"  # which is mostly dark

# For arrows that close cycles: those that lead to the same well share a colour.
BACK_COLOURS = ("#b3541e", "#1f6fb2", "#8a3fa0", "#2f7d32", "#b01e52", "#0d7f86")
WEIGHT_COLOURS = {-1: "#fbe0d3", 0: EMPTY_COLOUR, 1: "#d7e8f8"}  # by a weight's sign
BAD_COLOUR, BAD_INK = "#fbe6dc", "#8a3a1c"  # where Bad wins, in the atlas


def region_name(number: int) -> str:
    """The name of region `number`, counted from 1, as spreadsheets name columns."""
    name = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        name = ascii_uppercase[letter] + name
    return name


def region_colour(number: int) -> str:
    """The colour of region `number`, counted from 1."""
    return REGION_COLOURS[(number - 1) % len(REGION_COLOURS)]


def piece_colour(name: str) -> str:
    """The colour of a piece: the usual one for a tetromino, otherwise one that depends only on the
    name."""
    known = _PIECE_COLOURS.get(name)
    return known or REGION_COLOURS[crc32(name.encode()) % len(REGION_COLOURS)]
