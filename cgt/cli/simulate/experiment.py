"""Published simulations, run again by cgt simulate and compared with what was published."""

from __future__ import annotations

from cgt.cli.support.show import echo, progress, show_json, show_text
from cgt.cli.support.tables import show_table
from cgt.cli.support.unmade import Unmade
from cgt.common.alarm import ended_by
from cgt.common.limits import Limits
from cgt.draw.describe.experiments import experiment_data, how_many_agree
from cgt.draw.tables import Table
from cgt.draw.terminal.experiments import experiment_table
from cgt.literature.tetris import EXPERIMENTS

_OF_A_GAME = (
    "good", "bad", "rules", "pieces", "width", "height", "moves", "ending", "preview", "beam",
    "ahead",
    "scoring", "garbage", "start", "depth", "ties", "seed", "max_pieces", "cycles",
)  # fmt: skip


def show_experiment(
    name: str, processes: int | None, limits: Limits, form: str | None, as_json: bool
) -> None:
    """Runs an experiment and shows its rows, when the time is up those that are done by then;
    raises LimitError."""
    experiment, unmade = EXPERIMENTS[name], Unmade()
    rows = []
    with progress() as tell, unmade.kept(), ended_by(limits, f"the experiment {name}"):
        for row in experiment.rows(processes):
            rows.append(row)
            tell(row.setting)
    if as_json:
        own = dict.fromkeys(_OF_A_GAME)  # each row has a setting of its own
        show_json(experiment_data(rows), own | {"experiment": name})
    elif form is not None:
        show_table(Table(experiment.headings, [row.columns for row in rows]), form)
    else:
        show_text([experiment_table(experiment, rows)])
        if agreement := how_many_agree(rows):
            echo(agreement)
    unmade.check()
