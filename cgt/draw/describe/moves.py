"""Moves of placement games, and what they leave.

>>> from cgt.board.grid import Grid
>>> from cgt.placement.solver import Solver
>>> from cgt.placement.worth import moves_worth
>>> worths = moves_worth(Grid("....|...."), Solver(largest_side=4))
>>> move_facts(worths[0])
('I on (0, 0) (0, 1) (0, 2) (0, 3)', '2', 'wins', '1', '1^031')
>>> moves_left_out(worths, 5)
'2 more moves up to symmetry are not shown.'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cgt.draw.describe.words import counted
from cgt.placement.game import Move
from cgt.placement.worth import MoveWorth

MOVE_HEADINGS = ("move", "images", "result", "nimber left", "genus left")
_RESULTS = {True: "wins", False: "loses", None: "?"}


def move_text(move: Move) -> str:
    """A move in words: its piece and its cells, row before column."""
    cells = " ".join(f"({row}, {column})" for row, column in move.placement.cells)
    return f"{move.placement.piece.name} on {cells}"


def move_data(move: Move) -> dict[str, Any]:
    """A move for scripts."""
    return {
        "piece": move.placement.piece.name,
        "cells": move.placement.cells,
        "leaves": "|".join(move.leaves.rows()),
        "images": move.images,
    }


def move_facts(worth: MoveWorth) -> tuple[str, str, str, str, str]:
    """A move's row in the table of moves."""
    return (
        move_text(worth.move),
        str(worth.move.images),
        _RESULTS[worth.wins],
        "?" if worth.nimber is None else str(worth.nimber),
        worth.genus or "?",
    )


def moves_left_out(worths: Sequence[MoveWorth], most: int, in_full: str = "") -> str | None:
    """How many moves a table of the best `most` leaves out, if any; it ends with `in_full`, how to
    get them."""
    left = len(worths) - most
    if left <= 0:
        return None
    if not most:
        return f"{counted(left, 'move')} up to symmetry{in_full}."
    are = "is" if left == 1 else "are"
    return f"{counted(left, 'more move')} up to symmetry {are} not shown{in_full}."


def moves_data(
    worths: Sequence[MoveWorth] | None, most: int | None = None
) -> list[dict[str, Any]] | None:
    """The best `most` moves, or all, with what they leave, for scripts; None if they could not be
    listed."""
    if worths is None:
        return None
    return [
        move_data(worth.move)
        | {"outcome": worth.outcome or "unknown", "nimber": worth.nimber, "genus": worth.genus}
        for worth in worths[:most]
    ]
