"""Boards of placement games: their regions, an analysis, a solution.

>>> from cgt.draw.describe.words import in_figure
>>> from cgt.placement.analysis import analyse
>>> described = describe_analysis(analyse(Grid("....|....")))
>>> described.heading
'4×2, tetromino, misère play'
>>> described.texts(in_figure, "verdict", "how")[1]
'8 winning moves, 3 kinds by symmetry; one is drawn: I on (0, 0) (0, 1) (0, 2) (0, 3).'
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cgt.board.boardfile import Board
from cgt.board.grid import Grid
from cgt.board.polyomino import PieceSet
from cgt.board.regions import Region, cells_by_region, label_regions, regions_from_labels
from cgt.draw.describe.counting import CELLS_OF_BOARD, counting
from cgt.draw.describe.forms import LONGEST_WHOLE, place_data
from cgt.draw.describe.moves import move_data, move_text, moves_data
from cgt.draw.describe.names import placement_game_words
from cgt.draw.describe.words import (
    Description,
    MarkedMove,
    Sentence,
    counted,
    trust_sentences,
)
from cgt.placement.analysis import Analysis, RegionValue
from cgt.placement.answer import Solved
from cgt.placement.forms import Form
from cgt.placement.game import PLAY_WORDS, PlacementGame

_NOT_KNOWN = "not known within the time and memory allowed"
_LONGEST_FORM = 2000
_SHOWN_FORM = 24
_CELLS_AT_ONCE = 2**16


def _heading(grid: Grid, game: PlacementGame, board: Board | None) -> str:
    """The board's name or file if it has one, its size, and the game."""
    return _named(grid, board, f"{_size(grid)}, {game}")


def _title(grid: Grid, game: PlacementGame, board: Board | None) -> str:
    """The same in words."""
    return _named(grid, board, board_words(grid, game))


def board_words(grid: Grid, game: PlacementGame) -> str:
    """A game and the size of its board in words."""
    return f"{placement_game_words(game)} on {_size(grid)}, {PLAY_WORDS[game.play]}"


def _named(grid: Grid, board: Board | None, told: str) -> str:
    if board is None:
        return told
    name = board.name or _place(board)
    return told if name.replace("x", "×") in ("", _size(grid)) else f"{name}: {told}"


@dataclass(frozen=True)
class BoardTitle:
    """A board's title in its parts, for a medium that sets them apart."""

    place: str
    name: str
    about: str


def board_title(board: Board, pieces: PieceSet) -> BoardTitle:
    """Where a board is from, its name, its size and the pieces."""
    return BoardTitle(_place(board), board.name or "", f"{_size(board.grid)}, {pieces.name}")


def _place(board: Board) -> str:
    """The file and the line of a board; empty if it is in no file."""
    return "" if board.file is None else f"{board.file}:{board.where.line}"


def _size(grid: Grid) -> str:
    return f"{grid.width}×{grid.height}"


def _board_data(board: Board, pieces: PieceSet) -> dict[str, Any]:
    return {**place_data(board), "name": board.name, "pieces": pieces.name}


# regions


@dataclass(frozen=True)
class Labelled:
    """A board with the regions found on it, of any size."""

    board: Board
    pieces: PieceSet
    labels: NDArray[np.int32]
    count: int

    @classmethod
    def of(cls, board: Board, pieces: PieceSet) -> Labelled:
        """Labels a board; raises CgtError."""
        return cls(board, pieces, *label_regions(board.grid, pieces))

    def regions(self, most: int | None = None) -> Sequence[Region]:
        """The regions, or the first `most` of them."""
        count = self.count if most is None else min(most, self.count)
        return regions_from_labels(self.labels, count)


def regions_sentence(grid: Grid, labels: NDArray[np.int32], count: int) -> Sentence:
    """How many regions there are, and how many cells no piece reaches."""
    empty, live = grid.empty, int(np.count_nonzero(labels))
    regions = counted(count, "region")
    if empty == 0:
        said = "The board is full."
    elif live == 0:
        said = f"No piece fits on the {counted(empty, 'empty cell')}."
    elif live == empty:
        said = f"{regions} with all {counted(empty, 'empty cell')}."
    else:
        said = f"{regions} with {live} of {empty} empty cells; no piece reaches the others."
    return Sentence("board", said)


def regions_json(labelled: Labelled) -> Iterator[str]:
    """A board and its regions for scripts: the parts of the text of a JSON object. There may be
    millions of regions or cells, which would take too much memory as Python objects."""
    about = _board_data(labelled.board, labelled.pieces) | {"empty": labelled.board.grid.empty}
    yield f'{json.dumps(about)[:-1]}, "regions": ['
    indices, ends = cells_by_region(labelled.labels, labelled.count)
    starts, sizes = ends[:-1], np.diff(ends)
    for first in range(0, len(indices), _CELLS_AT_ONCE):
        last = min(first + _CELLS_AT_ONCE, len(indices))
        rows, columns = np.divmod(indices[first:last], labelled.board.grid.width)
        before = [", "] * (last - first)
        begun = slice(*np.searchsorted(starts, (first, last)))
        for start, size in zip(starts[begun].tolist(), sizes[begun].tolist(), strict=True):
            end_of_last = "]}, " if start else ""
            before[start - first] = f'{end_of_last}{{"size": {size}, "cells": ['
        cells = zip(before, rows.tolist(), columns.tolist(), strict=True)
        yield "".join([f"{sign}[{row}, {column}]" for sign, row, column in cells])
    yield "]}]}" if len(indices) else "]}"


# analyses

REGION_HEADINGS = ("region", "cells", "outcome", "genus", "canonical form")


def region_facts(value: RegionValue, longest: int = _SHOWN_FORM) -> tuple[str, str, str, str]:
    """A region's row in the table of regions, after its name; forms are cut at `longest`."""
    canonical = value.canonical
    return (
        str(value.region.size),
        value.outcome or "?",
        canonical.genus if canonical else "?",
        canonical.text(longest, heaps=True) if canonical else "?",
    )


def describe_analysis(analysis: Analysis, board: Board | None = None) -> Description:
    """Who wins on a board, and how; `board` has the board's name and file, if there are any."""
    labels, count = label_regions(analysis.grid, analysis.game.pieces)
    return Description(
        _heading(analysis.grid, analysis.game, board),
        (regions_sentence(analysis.grid, labels, count), *_conclusion(analysis)),
        _title(analysis.grid, analysis.game, board),
    )


def _conclusion(analysis: Analysis) -> Iterator[Sentence]:
    if analysis.outcome is None:
        yield Sentence("verdict", f"Who wins is {_NOT_KNOWN}.")
        return
    wins = "wins" if analysis.outcome == "N" else "loses"
    last = "loses" if analysis.game.play == "misere" else "wins"
    known = value_text(analysis)
    value = "" if known is None else f", {known}"
    who = f"{analysis.outcome}: the player to move {wins} (the last to place {last}{value})."
    yield Sentence("verdict", who)
    moves = analysis.winning_moves_found
    are_all = analysis.winning_moves is not None
    if moves:
        placements = sum(move.images for move in moves)
        told = counted(placements, "winning move")
        if len(moves) < placements:
            told += f", {counted(len(moves), 'kind')} by symmetry"
        if not are_all:
            told += ", and moves that are not decided"
        shown = MarkedMove(is_only=are_all and placements == 1)
        yield Sentence("how", told, shown, f" {move_text(moves[0])}.")
        yield counting(CELLS_OF_BOARD)
    elif not are_all:
        yield Sentence("how", f"The winning moves are {_NOT_KNOWN}.")


def value_text(analysis: Analysis) -> str | None:
    """The value of the whole board under its own play, if it is known: a nimber says nothing of who
    wins in misère play."""
    if analysis.game.play == "misere":
        return None if analysis.genus is None else f"genus {analysis.genus}"
    return None if analysis.nimber is None else f"nimber {analysis.nimber}"


def analysis_data(
    analysis: Analysis,
    board: Board,
    *,
    full: bool = False,
    in_full: str = "",
    most: int | None = None,
) -> dict[str, Any]:
    """The same for scripts, with the best `most` moves or all; long forms only if they are wanted
    in full, else a note, which ends with `in_full`, how to get them."""
    moves = analysis.winning_moves
    return _board_data(board, analysis.game.pieces) | {
        "board": board_text(board),
        "empty": analysis.grid.empty,
        "regions": [_region_data(value, full, in_full) for value in analysis.regions],
        "play": analysis.game.play,
        "outcome": analysis.outcome or "unknown",
        "nimber": analysis.nimber,
        "genus": analysis.genus,
        "winning_moves": None if moves is None else [move_data(move) for move in moves],
        "moves": moves_data(analysis.moves, most),
    }


def _region_data(value: RegionValue, full: bool, in_full: str) -> dict[str, Any]:
    canonical = value.canonical
    result: dict[str, Any] = {
        "size": value.region.size,
        "cells": value.region.cells,
        "ois": _whole_text(value.ois, full),
        "canonical": _whole_text(canonical, full, heaps=True),
        "nimber": canonical and canonical.nimber,
        "genus": canonical and canonical.genus,
        "tame": canonical and canonical.is_tame,
        "outcome": value.outcome or "unknown",
    }
    for key, form in (("ois", value.ois), ("canonical", canonical)):
        if form is None:
            result[f"{key}_note"] = _NOT_KNOWN
        elif result[key] is None:
            note = (
                "too long to write" if full else f"longer than {_LONGEST_FORM} characters{in_full}"
            )
            result[f"{key}_note"] = note
    return result


def _whole_text(form: Form | None, full: bool, *, heaps: bool = False) -> str | None:
    """The whole form; None if it is too long to write."""
    if form is None:
        return None
    text = form.text(LONGEST_WHOLE if full else _LONGEST_FORM, heaps=heaps)
    return None if "…" in text else text


# solutions

_MEANING = {
    "N": "the player to move wins",
    "P": "the player to move loses",
    "unknown": "not known within the limits",
}


def describe_solved(solved: Solved, board: Board | None = None) -> Description:
    """Who wins on a board, and a best move; `board` has the board's name and file, if there are
    any."""
    known = describe_verdict(solved, board)
    cost = Sentence("cost", f"{solved.nodes:,} nodes, {round(solved.seconds, 3)} s")
    return Description(known.heading, (*known.sentences, cost), known.title)


def describe_question(grid: Grid, game: PlacementGame, board: Board | None = None) -> Description:
    """What is asked, for which there is no answer yet: the heading of those that follow."""
    return Description(_heading(grid, game, board), ())


def describe_unknown(grid: Grid, game: PlacementGame, board: Board | None = None) -> Description:
    """The answer where there was no time for one."""
    said = Sentence("verdict", f"unknown: {_MEANING['unknown']}")
    return Description(_heading(grid, game, board), (said,))


def describe_verdict(solved: Solved, board: Board | None = None) -> Description:
    """The first part of that, which may be known long before the rest: who wins, and a best
    move."""
    outcome = solved.outcome or "unknown"
    said = [f"{outcome}: {_MEANING[outcome]}"]
    if solved.nimber is not None:
        said.append(f"nimber {solved.nimber}")
    heading = _heading(solved.grid, solved.game, board)
    verdict = [Sentence("verdict", text) for text in said]
    title = _title(solved.grid, solved.game, board)
    sentences = (*verdict, *trust_sentences(solved.trusts), *_best_move(solved))
    return Description(heading, sentences, title)


def _best_move(solved: Solved) -> Iterator[Sentence]:
    if solved.best_move is not None:
        kind = "a winning move" if solved.outcome == "N" else "the hardest to answer"
        yield Sentence("how", f"{kind}: {move_text(solved.best_move)}")
        yield counting(CELLS_OF_BOARD)


def board_text(board: Board) -> str:
    """A board on one line, as it can be typed."""
    return "|".join(board.grid.rows())


def solved_data(solved: Solved, board: Board, most: int = 0) -> dict[str, Any]:
    """The same for scripts; with the best `most` moves, if moves were asked for."""
    best = solved.best_move
    moves = {"moves": moves_data(solved.moves, most)} if most else {}
    return {
        **_board_data(board, solved.game.pieces),
        "board": board_text(board),
        "play": solved.game.play,
        "outcome": solved.outcome or "unknown",
        "nimber": solved.nimber,
        "best_move": None
        if best is None
        else {"piece": best.placement.piece.name, "cells": best.placement.cells},
        "nodes": solved.nodes,
        "seconds": round(solved.seconds, 3),
        "trusts": solved.trusts,
        **moves,
    }
