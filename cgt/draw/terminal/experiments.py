"""Published simulations run again, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from cgt.draw.terminal.tables import plain_table
from cgt.literature.experiment import Experiment, Row


def experiment_table(experiment: Experiment, rows: Sequence[Row]) -> Table:
    """A row for each of the experiment's."""
    table = plain_table(tight=True)
    for heading in experiment.headings:
        table.add_column(heading, no_wrap=True)
    for row in rows:
        table.add_row(*row.columns)
    return table
