"""What `cgt analyse` shows of a board: its regions with their values, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from cgt.cli.support.board_report import BoardReport, counted
from cgt.draw.palette import region_name
from cgt.draw.terminal.pictures import region_style
from cgt.placement.analysis import Analysis, RegionValue
from cgt.placement.forms import Form
from cgt.placement.game import Move

_NOT_KNOWN = "not known within the time and memory allowed"
_LONGEST_FORM = 2000
_SHOWN_FORM = 24


@dataclass(frozen=True)
class AnalysisReport(BoardReport):
    """A board report with values."""

    analysis: Analysis
    play: str
    full: bool

    def as_json(self) -> dict[str, Any]:
        result = super().as_json()
        return result | {
            "play": self.play,
            "regions": [self._region_json(value) for value in self.analysis.regions],
            "outcome": self.analysis.outcome or "unknown",
            "nimber": self.analysis.nimber,
            "winning_moves": None
            if self.analysis.winning_moves is None
            else [_move_json(move) for move in self.analysis.winning_moves],
        }

    def _region_json(self, value: RegionValue) -> dict[str, Any]:
        canonical = value.canonical
        result: dict[str, Any] = {
            "size": value.region.size,
            "cells": value.region.cells,
            "ois": self._text(value.ois),
            "canonical": self._text(canonical, heaps=True),
            "nimber": canonical and canonical.nimber,
            "genus": canonical and canonical.genus,
            "outcome": value.outcome or "unknown",
        }
        for key in ("ois", "canonical"):
            form: Form | None = getattr(value, key)
            if form is None:
                result[f"{key}_note"] = _NOT_KNOWN
            elif result[key] is None:
                result[f"{key}_note"] = f"longer than {_LONGEST_FORM} characters; --full writes it"
        return result

    def _text(self, form: Form | None, *, heaps: bool = False) -> str | None:
        """The form whole, or nothing if it is too long to write."""
        if form is None:
            return None
        text = form.text(None if self.full else _LONGEST_FORM, heaps=heaps)
        return None if "…" in text else text

    def table(self, most: int) -> Table:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
        table.add_column("region")
        table.add_column("cells", justify="right")
        table.add_column("outcome")
        table.add_column("genus")
        table.add_column("canonical form", overflow="fold")
        for number, value in enumerate(self.analysis.regions[:most], 1):
            canonical = value.canonical
            table.add_row(
                Text(f" {region_name(number)} ", region_style(number)),
                str(value.region.size),
                value.outcome or "?",
                canonical.genus if canonical else "?",
                canonical.text(_SHOWN_FORM, heaps=True) if canonical else "?",
            )
        return table

    def marked_cells(self) -> tuple[tuple[int, int], ...]:
        moves = self.analysis.winning_moves
        return moves[0].placement.cells if moves else ()

    def conclusion(self) -> Iterator[Text]:
        """Who wins and how."""
        analysis = self.analysis
        last = "loses" if self.play == "misere" else "wins"
        if analysis.outcome is None:
            yield Text(f"Who wins is {_NOT_KNOWN}.")
            return
        wins = "wins" if analysis.outcome == "N" else "loses"
        nimber = "" if analysis.nimber is None else f", nimber {analysis.nimber}"
        yield Text(
            f"{analysis.outcome}: the player to move {wins} (the last to place {last}{nimber}).",
            style="bold",
        )
        if analysis.winning_moves is None:
            yield Text(f"The winning moves are {_NOT_KNOWN}.")
        elif analysis.winning_moves:
            yield Text(_describe(analysis.winning_moves))


def _describe(moves: Sequence[Move]) -> str:
    placements = sum(move.images for move in moves)
    first = moves[0].placement
    cells = " ".join(f"({row}, {column})" for row, column in first.cells)
    text = f"{counted(placements, 'winning move')}"
    if len(moves) < placements:
        text += f", {counted(len(moves), 'kind')} by symmetry"
    return f"{text}; @@ is one: {first.piece.name} on {cells}."


def _move_json(move: Move) -> dict[str, Any]:
    return {
        "piece": move.placement.piece.name,
        "cells": move.placement.cells,
        "leaves": "|".join(move.leaves.rows()),
        "images": move.images,
    }
