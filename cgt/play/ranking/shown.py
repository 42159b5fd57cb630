"""Entries of the table of scores, as text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from cgt.common.shown import printable
from cgt.draw.terminal.tables import plain_table
from cgt.play.ranking.entries import Entry, GameScores


def entries_table(entries: Sequence[Entry]) -> Table:
    """A table of entries, without columns that would be empty. The game is told if there are
    several."""
    several = len({entry.game for entry in entries}) > 1
    columns = {
        "rank": [f"{entry.rank:,}" for entry in entries],
        "name": [printable(entry.name) for entry in entries],
        "score": [f"{entry.score:,}" for entry in entries],
        "pieces": [_number(entry.pieces) for entry in entries],
        "lines": [_number(entry.lines) for entry in entries],
        "game": [printable(entry.game) if several else "" for entry in entries],
        "setting": [printable(entry.setting) for entry in entries],
        "when (UTC)": [_moment(entry.when) for entry in entries],
    }
    shown = {heading: cells for heading, cells in columns.items() if any(cells)}
    table = plain_table(tight=True)
    for heading in shown:
        is_text = heading in ("name", "game", "setting", "when (UTC)")
        # A number without room continues on the next line: a cut one would be wrong.
        table.add_column(heading, justify="left" if is_text else "right", overflow="fold")
    for cells in zip(*shown.values(), strict=True):
        table.add_row(*cells)
    return table


def games_table(games: Sequence[GameScores]) -> Table:
    """A table of games with the best score of each."""
    table = plain_table(tight=True)
    for heading in ("game", "entries", "best", "by", "last played (UTC)"):
        is_number = heading in ("entries", "best")
        table.add_column(heading, justify="right" if is_number else "left", overflow="fold")
    for game, entries, best, when in games:
        by = printable(best.name)
        table.add_row(printable(game), f"{entries:,}", f"{best.score:,}", by, _moment(when))
    return table


def _moment(when: str) -> str:
    return printable(when)[:16].replace("T", " ")


def _number(number: int | None) -> str:
    return "" if number is None else f"{number:,}"
