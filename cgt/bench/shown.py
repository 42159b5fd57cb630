"""Results of benchmarks, as text for people and as data for scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table

from cgt.bench.duel import Rate
from cgt.bench.harness import OURS, Row
from cgt.bench.strength import Match
from cgt.bench.tetris import Figure
from cgt.draw.tables import Table as Tabled
from cgt.draw.terminal.tables import plain_table


def rows_data(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Times of contenders for scripts."""
    return [asdict(row) for row in rows]


def rows_table(rows: Sequence[Row]) -> Table:
    """A row for each contender; each work is named once. Nodes are shown where some are counted."""
    table = plain_table()
    table.add_column("work")
    table.add_column("contender")
    with_nodes = any(row.nodes is not None for row in rows)
    for heading in ("seconds", "each", *(["nodes"] if with_nodes else []), "MiB", "ratio"):
        table.add_column(heading, justify="right", no_wrap=True)
    previous = None
    for row in rows:
        if previous not in (None, row.work):
            table.add_section()
        table.add_row(
            row.work if row.work != previous else "",
            row.contender,
            f"{row.seconds:.3f}",
            _each(row),
            *(["" if row.nodes is None else f"{row.nodes:,}"] if with_nodes else []),
            "?" if row.peak_bytes is None else f"{row.peak_bytes / 2**20:.0f}",
            f"{row.ratio:.2f}",
        )
        previous = row.work
    return table


def rows_list(rows: Sequence[Row]) -> Tabled:
    """The same for other programs."""
    return Tabled(
        ("work", "contender", "seconds", "nanoseconds each", "bytes", "ratio", "nodes"),
        [
            (
                row.work,
                row.contender,
                round(row.seconds, 6),
                None if row.items == 1 else round(row.nanoseconds, 3),
                row.peak_bytes,
                round(row.ratio, 3),
                row.nodes,
            )
            for row in rows
        ],
    )


def rates_list(rates: Sequence[Rate]) -> Tabled:
    """Speeds for other programs."""
    return Tabled(
        ("work", "unit", "a second"), [(r.work, r.unit, round(r.per_second)) for r in rates]
    )


def figures_list(figures: Sequence[Figure]) -> Tabled:
    """What was measured next to what is published, for other programs."""
    return Tabled(
        ("work", "unit", "ours", "published", "ratio", "source"),
        [
            (one.work, one.unit, round(one.ours, 3), one.public, round(one.ratio, 3), one.source)
            for one in figures
        ],
    )


def _each(row: Row) -> str:
    """The time for one of many things; empty if there is only one thing."""
    if row.items == 1:
        return ""
    time, unit = row.nanoseconds, "ns"
    for larger in ("µs", "ms", "s"):
        if time >= 1000:
            time, unit = time / 1000, larger
    return f"{time:.2f} {unit}" if time < 100 else f"{time:.0f} {unit}"


def rates_text(rates: Sequence[Rate]) -> str:
    """Speeds, a line each."""
    return "\n".join(
        f"{rate.work:32} {rate.per_second:>12,.0f} {rate.unit} a second" for rate in rates
    )


def rates_data(rates: Sequence[Rate]) -> list[dict[str, Any]]:
    """The same for scripts."""
    return [
        {**asdict(rate), "contender": OURS, "ratio": 1.0, "per_second": rate.per_second}
        for rate in rates
    ]


def figures_text(figures: Sequence[Figure]) -> str:
    """What was measured, next to what is published."""
    return "\n".join(
        f"{figure.work}\n  {figure.ours:>12,.0f} {figure.unit}, {figure.ratio:.2f} × "
        f"{figure.public:,.0f} ({figure.source})"
        for figure in figures
    )


def figures_data(figures: Sequence[Figure]) -> list[dict[str, Any]]:
    """The same for scripts."""
    return [
        {
            "work": f"{figure.work}: {figure.unit}",
            "contender": OURS,
            "ours": figure.ours,
            "public": figure.public,
            "source": figure.source,
            "ratio": figure.ratio,
        }
        for figure in figures
    ]


def match_text(match: Match) -> str:
    """How many games were won."""
    low, high = match.interval()
    return (
        f"{match.won} of {match.games} games won: {match.share:.0%} "
        f"({low:.0%} to {high:.0%} with 95 % confidence)"
    )


def match_data(match: Match) -> dict[str, Any]:
    """The same for scripts."""
    return {**asdict(match), "share": match.share, "interval": list(match.interval())}
