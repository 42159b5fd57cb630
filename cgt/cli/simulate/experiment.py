"""Published simulations, run again by cgt simulate and compared with what was published."""

from __future__ import annotations

from cgt.cli.support.show import echo, progress, show_json, show_text
from cgt.draw.describe.experiments import experiment_data, how_many_agree
from cgt.draw.terminal.experiments import experiment_table
from cgt.literature.tetris import EXPERIMENTS


def show_experiment(name: str, processes: int, as_json: bool) -> None:
    """Runs an experiment and shows its rows."""
    experiment = EXPERIMENTS[name]
    rows = []
    with progress() as tell:
        for row in experiment.rows(processes):
            rows.append(row)
            tell(row.setting)
    if as_json:
        show_json(experiment_data(rows))
        return
    show_text([experiment_table(experiment, rows)])
    if agreement := how_many_agree(rows):
        echo(agreement)
