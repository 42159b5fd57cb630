"""What the page has to know, as data: everything that the program decides in Python.

Pieces, example boards, the program's levels and how they divide their time, rules and players of
the duel with their weights. The page hands most of it on to the core, in which the rules are; so
nothing is described twice.

>>> levels()[0]
{'name': 'beginner', 'cells': 0, 'traps': False, 'searches': False}
"""

from __future__ import annotations

from typing import Any

from cgt import __version__
from cgt.board.boardfile import parse_boards
from cgt.board.cells import (
    EMPTY_CHARACTERS,
    FILLED_CHARACTERS,
    PENTOMINO_LETTERS,
    TETROMINO_LETTERS,
)
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import PieceSet
from cgt.common.examples import examples
from cgt.draw.palette import REGION_COLOURS, piece_colour
from cgt.duel.evaluate.features import FEATURES
from cgt.page import duel_data
from cgt.placement import time_shares
from cgt.placement.boxes import MOST_CELLS
from cgt.placement.levels import DEFAULT_SECONDS, LEVELS
from cgt.placement.proof.file import small_cells

_PIECE_SETS = ("tetromino", "domino", "tromino", "pentomino")
_LARGEST_PIECE = 5  # of these sets
_OTHER_COLOUR = "#9db4c0"  # of pieces that Tetris does not have


def page_data() -> dict[str, Any]:
    """All of it, ready to be written as JSON."""
    return {
        "version": __version__,
        "mostCells": MOST_CELLS,
        "cells": {"empty": EMPTY_CHARACTERS, "filled": _filled_characters()},
        "pieceSets": {name: _pieces(piece_set(name)) for name in _PIECE_SETS},
        "examples": _boards(),
        "levels": levels(),
        "levelSeconds": DEFAULT_SECONDS,
        "shares": _shares(),
        "smallInProofs": {size: small_cells(size) for size in range(1, _LARGEST_PIECE + 1)},
        "duels": duel_data.duels(),
        "strategies": duel_data.strategies(),
        "replays": duel_data.replays(),
        "base2048": duel_data.base2048(),
        "kravec": duel_data.kravec(),
        "evolution": duel_data.evolution(),
        "atlas": duel_data.atlas(),
        "lessonDuel": duel_data.lesson_duel(),
        "features": _features(),
        "regionColours": REGION_COLOURS,
        "pieceColours": {
            **{piece.name: piece_colour(piece.name) for piece in piece_set("tetromino")},
            "other": _OTHER_COLOUR,
        },
    }


def _filled_characters() -> str:
    letters = TETROMINO_LETTERS + PENTOMINO_LETTERS
    return FILLED_CHARACTERS + letters + letters.lower()


def _pieces(pieces: PieceSet) -> list[dict[str, Any]]:
    return [
        {"name": piece.name, "rotations": [list(shape.cells) for shape in piece.rotations]}
        for piece in pieces
    ]


def _boards() -> list[dict[str, Any]]:
    """The example boards that the page can show, each by its file's name and its own."""
    found = []
    for example in examples():
        if example.kind != "board":
            continue
        boards = parse_boards(example.text(), example.name)
        for number, board in enumerate(boards, 1):
            if board.grid.width * board.grid.height > MOST_CELLS:
                continue
            name = board.name or (example.name if len(boards) == 1 else f"{example.name} {number}")
            found.append(
                {
                    "name": name,
                    "board": "|".join(board.grid.rows()),
                    "pieces": board.pieces or "tetromino",
                    "play": board.play or "misere",
                }
            )
    return [one for one in found if one["pieces"] in _PIECE_SETS]


def levels() -> list[dict[str, Any]]:
    """The program's levels, as the core is told about them."""
    return [
        {
            "name": level.name,
            "cells": level.cells,
            "traps": level.sets_traps,
            "searches": level.searches,
        }
        for level in LEVELS
    ]


def _shares() -> list[float]:
    """How time is divided, in the order in which the core reads it."""
    return [
        time_shares.WHO_WINS,
        time_shares.NEXT_MOVE,
        time_shares.ONE_OF_MANY,
        time_shares.SECONDS_FOR_HARDEST,
        time_shares.SECONDS_TO_LOOK,
        time_shares.SECONDS_FOR_TRAPS,
        time_shares.PATIENCE_WHEN_WON,
        time_shares.AT_LEAST,
    ]


def _features() -> dict[str, str]:
    """What each feature is, in words."""
    return {name: feature.meaning for name, feature in FEATURES.items()}
