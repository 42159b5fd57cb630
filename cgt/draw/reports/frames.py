"""Games as the frames that a report's player shows.

The scripts of a report know no rule: this module works out where pieces land, which rows are
cleared and what is left. The data are small. A row of a well is text: `.` for an empty cell, `#`
for one that was filled before the game, otherwise a character for the cell's piece. Equal rows are
kept once, and a well is the list of its rows' numbers, from the floor up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from cgt.board.grid import Cell
from cgt.common.errors import CgtError
from cgt.draw.labels import MARK_SIZE, piece_label
from cgt.draw.palette import piece_colour
from cgt.draw.svg import Point
from cgt.draw.wells import arrow_way
from cgt.duel.cycles import Cycle
from cgt.duel.game import scores
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import MOST_PREVIEW, SCORINGS
from cgt.duel.settled import Settled
from cgt.duel.trace import Trace
from cgt.duel.well import Well

MOST_PIECES = 3_000  # in one file; of longer games it has the beginning and the end
_AT_EACH_END = 1_000
_MOST_SHOWN = 24  # rows of a well that is far higher than its stack ever gets
_EMPTY, _FILLED = ".", "#"
_FIRST_MARK = ord("0")  # the first character for pieces, after both characters above

Data = dict[str, Any]


class RowTable:
    """The different rows of many wells, by number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def numbers(self, rows: Iterable[str]) -> list[int]:
        """The numbers of rows, from the floor up."""
        return [self._numbers.setdefault(row, len(self._numbers)) for row in rows]

    def rows(self) -> list[str]:
        return list(self._numbers)


def _row_texts(settled: Settled, rules: Rules) -> list[str]:
    marks: dict[str | None, str] = {None: _EMPTY, "": _FILLED}
    marks |= {name: chr(_FIRST_MARK + number) for number, name in enumerate(rules.names)}
    return ["".join(marks[piece] for piece in row) for row in settled.rows()]


def well_rows(well: Well) -> list[str]:
    """The rows of a well whose pieces are not known, from the floor up."""
    return well.grid().rows()[::-1] if well.stack_height else []


def bent_way(rules: Rules, well: Well, cells: Collection[Cell]) -> list[Point]:
    """The path of a piece down to its place, if it has bends. Empty if the piece falls straight:
    `game_data` has that path for each rotation."""
    if rules.model.inside == "falls" or all(not well.columns[c] >> r for r, c in cells):
        return []
    return arrow_way(well, cells)


def game_data(rules: Rules, highest: int) -> Data:
    """What every frame needs: the well, with room for cells up to a height, and the pieces."""
    return {
        "width": rules.width,
        "height": rules.height,
        "rows": max(highest, min(rules.height, _MOST_SHOWN)),
        "pieces": [
            {
                "name": piece.name,
                "colour": piece_colour(piece.name),
                "mark": piece_label(piece.name, [(0, 0)], MARK_SIZE),
                "shapes": [_shape_data(rules, piece.name, i) for i in range(len(piece.rotations))],
            }
            for piece in rules.pieces
        ],
    }


def _shape_data(rules: Rules, piece: str, rotation: int) -> Data:
    """The cells of a piece from its lower left corner, its label, and where an arrow from straight
    above ends."""
    cells = rules.cells(WellPlacement(piece, rotation, 0, 0))
    fits = max(column for _, column in cells) < rules.width  # if not, it never comes up
    tip = arrow_way(Well.empty(rules.width), cells)[-1] if fits else (0.0, 0.0)
    return {"cells": cells, "label": piece_label(piece, cells), "tip": tip}


# traces


def trace_data(trace: Trace, cycle: Cycle | None = None, most: int = MOST_PIECES) -> Data:
    """A trace as frames; raises CgtError if it breaks the rules or had garbage.

    A part has the number of pieces before it, the well and the lines up to there, and a step for
    each piece: piece, rotation, column, row, what is left, the cleared rows, and the piece's path
    if it had bends. `scores`, if the game counts something else than lines, has the score before
    each piece and at the end.
    """
    if trace.about.get("garbage", "0") != "0":
        raise CgtError("a trace does not record the rows of garbage")
    parts = _parts(len(trace.placements), cycle, most)
    table = RowTable()
    packed, highest, over = _packed_parts(trace, parts, table)
    highest = max(highest, cycle.rows[1] + 1) if cycle else highest
    scoring = next((s for s in SCORINGS if s == trace.about.get("scoring")), None)
    if scoring is not None and scoring != "lines":
        counted = [0, *scores(trace, scoring)]
        for part, numbers in zip(packed, parts, strict=True):
            part["scores"] = counted[numbers.start : numbers.stop + 1]
    return {
        "game": game_data(trace.rules, highest),
        "placed": len(trace.placements),
        "preview": _preview(trace),
        "over": over,
        "rows": table.rows(),
        "parts": packed,
        "cycle": cycle and _cycle_data(cycle, len(trace.placements), parts),
    }


def _preview(trace: Trace) -> int:
    told = trace.about.get("preview", "0")
    return min(int(told), MOST_PREVIEW) if told.isascii() and told.isdecimal() else 0


def _parts(placed: int, cycle: Cycle | None, most: int) -> list[range]:
    """The pieces in a file: all, or the first, the last, and the last round of a cycle."""
    if placed <= most:
        return [range(placed)]
    ends = min(_AT_EACH_END, most // 3)
    begin = placed - ends
    loop = _last_round(cycle, placed) if cycle else None
    if loop and len(loop) <= most - ends:
        begin = min(begin, loop.start)
    return [range(placed)] if begin <= ends else [range(ends), range(begin, placed)]


def _last_round(cycle: Cycle, placed: int) -> range | None:
    begin = placed - cycle.length
    return range(begin, placed) if begin >= cycle.start else None


def _cycle_data(cycle: Cycle, placed: int, parts: Sequence[range]) -> Data:
    loop = _last_round(cycle, placed)
    whole = loop is not None and any(loop[0] in part and loop[-1] in part for part in parts)
    return {
        "start": cycle.start,
        "length": cycle.length,
        "band": cycle.rows,
        "loop": [loop.start, loop.stop] if loop is not None and whole else None,
    }


def _packed_parts(
    trace: Trace, parts: Sequence[range], table: RowTable
) -> tuple[list[Data], int, bool]:
    """The parts, the highest row that a cell reaches in them, and whether the last piece ended the
    game."""
    rules = trace.rules
    names = [placement.piece for placement in trace.placements]
    preview = _preview(trace)
    settled, well = Settled(trace.start), trace.start
    packed: list[Data] = []
    highest, lines, over = well.stack_height, 0, False
    for part in parts:
        following = [rules.number(name) for name in names[part.stop : part.stop + preview]]
        packed.append({"first": part.start, "next": following, "steps": []})
    for number, placed in enumerate(trace.play()):
        placement = trace.placements[number]
        piece, cells = rules.number(placement.piece), rules.cells(placement)
        inside = next((i for i, part in enumerate(parts) if number in part), None)
        if inside is not None and number == parts[inside].start:
            packed[inside] |= {"before": table.numbers(_row_texts(settled, rules)), "lines": lines}
        settled.put(cells, placement.piece)
        settled.clear(placed.cleared)
        if inside is not None:
            highest = max(highest, well.stack_height, *(row + 1 for row, _ in cells))
            step = [
                piece,
                *placement[1:],
                table.numbers(_row_texts(settled, rules)),
                placed.cleared,
            ]
            way = bent_way(rules, well, cells)
            packed[inside]["steps"].append([*step, way] if way else step)
        well, lines, over = placed.well, lines + placed.lines, placed.over
    if not trace.placements:
        packed[0] |= {"before": table.numbers(_row_texts(settled, rules)), "lines": 0}
    return packed, highest, over
