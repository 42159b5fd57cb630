"""What the page has to know, as data: everything that the program decides in Python.

Pieces, example boards, the program's levels and how they divide their time, rules and players of
the duel with their weights. The page hands most of it on to the core, in which the rules are; so
nothing is described twice.

>>> levels()[0]
{'name': 'beginner', 'cells': 0, 'traps': False, 'searches': False}
"""

from __future__ import annotations

from typing import Any

from cgt import __version__, _native
from cgt.board.boardfile import parse_boards
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import PieceSet
from cgt.common.examples import examples
from cgt.draw.palette import REGION_COLOURS, piece_colour
from cgt.duel.evaluate.best import BEST_FOR_HUNTS, best_weights
from cgt.duel.evaluate.features import FEATURES
from cgt.duel.evaluate.weights import Weights
from cgt.duel.moves.model import TurnKind, TurnState
from cgt.duel.rules import Rules, cells_from_floor
from cgt.placement import time_shares
from cgt.placement.boxes import MOST_CELLS
from cgt.placement.levels import DEFAULT_SECONDS, LEVELS

_PIECE_SETS = ("tetromino", "domino", "tromino", "pentomino")
_HATETRIS_ORDER = "SZOILJT"
_WIDTH, _HEIGHT = 10, 20
_OTHER_COLOUR = "#9db4c0"  # of pieces that Tetris does not have
_TURNS: tuple[TurnKind, ...] = ("clockwise", "counterclockwise", "half")  # as the core counts them


def page_data() -> dict[str, Any]:
    """All of it, ready to be written as JSON."""
    return {
        "version": __version__,
        "mostCells": MOST_CELLS,
        "pieceSets": {name: _pieces(piece_set(name)) for name in _PIECE_SETS},
        "examples": _boards(),
        "levels": levels(),
        "levelSeconds": DEFAULT_SECONDS,
        "shares": _shares(),
        "duels": _duels(),
        "lessonDuel": _lesson_duel(),
        "features": _features(),
        "regionColours": REGION_COLOURS,
        "pieceColours": {
            **{piece.name: piece_colour(piece.name) for piece in piece_set("tetromino")},
            "other": _OTHER_COLOUR,
        },
    }


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


# the duel


def _duels() -> dict[str, dict[str, Any]]:
    """Each Bad player with the rules it is played by, as the core reads them. `SEED` stands for a
    number that the page draws."""
    hatetris = Rules(_HATETRIS_ORDER, width=_WIDTH, height=_HEIGHT, moves="hatetris")
    modern = Rules(width=_WIDTH, height=_HEIGHT, moves="srs", ending="spawn")
    order = " ".join(str(hatetris.number(name)) for name in _HATETRIS_ORDER)
    bad_weights = _words_of_weights(best_weights(modern, side="bad"))
    foreseeing = f"beam 40 8 {_words_of_weights(Weights.named(BEST_FOR_HUNTS))}"
    return {
        "hatetris": _duel(hatetris, f"hatetris 1 {len(hatetris.names)} {order}", 0, foreseeing),
        "minmax": _duel(modern, f"minmax 1 {bad_weights}", 0),
        "uniform": _duel(modern, "uniform SEED", 1),
        "bag": _duel(modern, "bag SEED", 2),
    }


def _lesson_duel() -> dict[str, Any]:
    """S and Z in turn, for ever."""
    rules = Rules(width=_WIDTH, height=_HEIGHT)
    return _duel(rules, f"sequence 2 {rules.number('S')} {rules.number('Z')}", 1)


def _duel(rules: Rules, bad: str, preview: int, good: str = "") -> dict[str, Any]:
    weights = best_weights(rules, seen=1 + preview)
    advice = _words_of_weights(weights)
    return {
        "rules": words_of_rules(rules),
        "turns": list(rules.model.turns),
        "weights": advice,
        "weightsName": weights.name,
        "bad": bad,
        "preview": preview,
        "good": good or f"beam 32 0 {advice}",
    }


def _words_of_weights(weights: Weights) -> str:
    """Weights as costs: how many, then names and numbers."""
    sign = 1 if weights.lowest_is_best else -1
    terms = [f"{name} {sign * weight!r}" for name, weight in weights.by_feature.items()]
    return " ".join([str(len(terms)), *terms])


def words_of_rules(rules: Rules) -> str:
    """Rules in the order in which the core reads them; see `read_rules` in the browser's door."""
    bar = rules.model.bar
    pieces = [
        (
            piece.name,
            [cells_from_floor(shape) for shape in piece.rotations],
            [_words_of_state(state) for state in moves.states],
            tuple(moves.above),
            [tuple(spawn) for spawn in moves.spawns],
        )
        for piece, moves in zip(rules.pieces, rules.piece_moves, strict=True)
    ]
    described = (
        rules.width,
        rules.height,
        _native.Inside[rules.model.inside.upper()].value,
        (_native.Ending.BAR if bar else _native.Ending[rules.ending.upper()]).value,
        bar,
        pieces,
    )
    return " ".join(str(word) for word in _flat(described))


def _words_of_state(state: TurnState) -> tuple[object, ...]:
    turns = [
        (_TURNS.index(turn.by), turn.to, [tuple(offset) for offset in turn.tries])
        for turn in state.turns
    ]
    return state.rotation, turns


def _flat(value: object) -> list[object]:
    """A nested list without its brackets, each list after its length; a tuple without."""
    if isinstance(value, list):
        return [len(value), *(word for each in value for word in _flat(each))]
    if isinstance(value, tuple):
        return [word for each in value for word in _flat(each)]
    return [value]


def _features() -> dict[str, str]:
    """What each feature is, in words."""
    return {name: feature.meaning for name, feature in FEATURES.items()}
