"""Published simulations, run again by cgt simulate and compared with what was published."""

from __future__ import annotations

import click

from cgt.cli.support.pictures import Pictures
from cgt.cli.support.show import progress, show_json, show_sentences, show_text
from cgt.cli.support.tables import show_table
from cgt.cli.support.unmade import Unmade
from cgt.common.alarm import ended_by
from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import Limits
from cgt.draw.charts import check_charts
from cgt.draw.describe.experiments import Told, describe_experiment, experiment_data
from cgt.draw.pictures.experiments import experiment_chart
from cgt.draw.tables import Table
from cgt.draw.terminal.experiments import experiment_table
from cgt.literature.experiment import Row
from cgt.literature.tetris import EXPERIMENTS

_OF_A_GAME = (
    "good", "bad", "rules", "pieces", "width", "height", "moves", "ending", "preview", "beam",
    "ahead",
    "scoring", "garbage", "start", "depth", "ties", "seed", "max_pieces", "cycles",
)  # fmt: skip


def show_experiment(
    name: str,
    processes: int | None,
    checkpoint: Checkpoint,
    pictures: Pictures,
    limits: Limits,
    form: str | None,
    as_json: bool,
) -> None:
    """Runs an experiment, shows its rows and draws its curve; when the time is up or after Ctrl-C,
    what is known by then. Raises CgtError, click.Abort."""
    experiment, unmade = EXPERIMENTS[name], Unmade()
    if checkpoint and not experiment.is_kept:
        raise click.UsageError(f"--experiment {name} is short, and has no --checkpoint")
    if pictures:
        if not experiment.curve:
            raise click.UsageError(f"--experiment {name} has a table only, and no picture")
        check_charts()
    rows: list[Row] = []
    next_row: str | None = None
    interrupted = False
    work = limits.before_files() if pictures else limits
    with progress() as tell:
        tell(f"the experiment {name}")

        def tell_far(said: str) -> None:
            nonlocal next_row
            next_row = said
            tell(said)

        more = (checkpoint, tell_far) if experiment.is_kept else ()
        try:
            with ended_by(work, f"the experiment {name}"):
                for row in experiment.rows(processes, *more):
                    rows.append(row)
                    next_row = None
                    tell(row.setting)
        except KeyboardInterrupt:
            interrupted = True
        except CgtError as error:
            if not rows and not isinstance(error, LimitError):
                raise  # it never began
            unmade.add(error)
    told = Told(rows, next_row, interrupted, checkpoint.trusts)
    if as_json:
        own = dict.fromkeys(_OF_A_GAME)  # each row has a setting of its own
        show_json(experiment_data(told), own | {"experiment": name})
    elif form is not None:
        show_table(Table(experiment.headings, [row.columns for row in rows]), form)
    else:
        if rows:
            show_text([experiment_table(experiment, rows)])
        if (said := describe_experiment(told)).sentences:
            show_sentences(said)
    if rows:
        with unmade.kept():
            pictures.write(lambda: experiment_chart(rows), limits=limits)
    unmade.check()
    if interrupted:
        raise click.Abort
