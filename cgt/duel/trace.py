"""Traces: games written down, to be replayed, checked and drawn.

A trace file is plain text. The first line names the format. `key: value` lines follow, with the
rules, the players and, if it was not empty, the well that the game began with. Then there is one
line for each piece: its name, rotation, column and row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cgt.board.grid import Cell
from cgt.common.drawable import Drawable
from cgt.common.errors import CgtError, FileError
from cgt.common.files import read_within, source_name, write_atomically
from cgt.common.headers import Line, header_line, split_header, start_of_file, text_lines
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.gametext import (
    RULES_KEYS,
    check_writable,
    read_rules,
    read_start,
    rules_lines,
    start_line,
)
from cgt.duel.rules import Placed, Rules, WellPlacement
from cgt.duel.settled import Settled
from cgt.duel.well import Well

FORMAT = "cgt trace 1"
_BYTES_OF_LINE = 500  # measured, with the placement that is made of it
_NUMBER = re.compile(r"\d{1,2}", re.ASCII)


@dataclass(frozen=True)
class Trace(Drawable):
    """A game: its rules, every placement, the well it began with, and what else its file says."""

    rules: Rules
    placements: list[WellPlacement]
    start: Well
    about: dict[str, str] = field(default_factory=dict)

    def play(self) -> Iterator[Placed]:
        """What each placement leaves; raises CgtError where one is against the rules."""
        well = self.start
        for number, placement in enumerate(self.placements, 1):
            if placement not in self.rules.placements(well, placement.piece):
                raise CgtError(f"piece {number}, {placement.piece}, cannot land there")
            placed = self.rules.place(well, placement)
            yield placed
            well = placed.well

    def settled_pieces(self) -> dict[Cell, str]:
        """The filled cells at the end, by row from the floor and column, each with its piece; cells
        that were filled at the start are left out. Raises CgtError where `play` does."""
        settled = Settled(self.start)
        for placement, placed in zip(self.placements, self.play(), strict=True):
            settled.put(self.rules.cells(placement), placement.piece)
            settled.clear(placed.cleared)
        return {cell: piece for cell, piece in settled.cells().items() if piece}


def write_trace(path: str | Path, trace: Trace) -> None:
    """Writes a trace file, whole or not at all. Raises CgtError if that fails, if a piece has a
    name that cannot be written, if the move model is one's own, or if the game had garbage, which
    a trace cannot hold."""
    rules = trace.rules
    check_writable(path, rules)
    if trace.about.get("garbage", "0") != "0":
        raise CgtError(f"{path}: a trace cannot hold a game with garbage rows")
    lines = [FORMAT, *rules_lines(rules)]
    lines += [header_line(key, value) for key, value in trace.about.items()]
    if any(trace.start.columns):
        lines.append(start_line(trace.start))
    lines += [" ".join(map(str, placement)) for placement in trace.placements]
    text = "\n".join(lines) + "\n"
    write_atomically(path, lambda file: file.write(text.encode()))


def read_trace(path: str | Path, limits: Limits = UNLIMITED) -> Trace:
    """The trace in a file; raises FileError, and LimitError if it takes more memory than
    allowed."""
    source = source_name(path)
    text = read_within(path, limits, _BYTES_OF_LINE)
    lines = text_lines(text, source)
    where = start_of_file(lines, source, FORMAT, "a trace")
    header, body = split_header(lines, where, None, shapes=True)
    rules = read_rules(header)
    start = read_start(header, rules) or Well.empty(rules.width)
    placements = [_placement(line, rules) for line in body]
    return Trace(rules, placements, start, header.others((*RULES_KEYS, "start")))


def _placement(line: Line, rules: Rules) -> WellPlacement:
    words = line.text.split()
    if len(words) != 4 or not all(_NUMBER.fullmatch(word) for word in words[1:]):
        raise FileError(line.at(), "a line has a piece, its rotation, column and row: L 0 3 0")
    if words[0] not in rules.names:
        raise FileError(line.at(), f"there is no piece {words[0]!r}")
    return WellPlacement(words[0], *map(int, words[1:]))
