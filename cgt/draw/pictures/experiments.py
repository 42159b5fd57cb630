"""Published simulations run again, as a picture: how several runs got better by generation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cgt.draw.charts import Chart, Curve, runs_chart
from cgt.literature.experiment import Row


def experiment_chart(rows: Sequence[Row]) -> Chart:
    """The best gene and the mean of the pool in each run; raises CgtError if no generation is
    finished."""
    generations: list[Any] = [row.more for row in rows if "generation" in row.more]
    runs = len(generations[0]["best_of_runs"]) if generations else 0
    curves = [
        Curve(f"{name}, median of {runs} runs", [more[key] for more in generations])
        for name, key in (("best gene", "best_of_runs"), ("mean of the pool", "mean_of_runs"))
    ]
    title = f"{runs} genetic runs: their medians, every run, and their range"
    return runs_chart(curves, title, "lines a game")
