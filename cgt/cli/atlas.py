"""cgt atlas: who wins, for many games at once."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options, units
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import echo, progress, show_described, show_json
from cgt.cli.support.tables import show_table, table_forms
from cgt.cli.support.unmade import Unmade
from cgt.common.cores import usable_cores
from cgt.common.limits import Allowed, Limits

if TYPE_CHECKING:
    from cgt.duel.exact.atlas import Atlas


@click.group()
def atlas() -> None:
    """Tables of who wins, kept in a file."""


@atlas.command()
@click.option("--widths", type=units.number_range, default="2-4", show_default=True)
@click.option("--heights", type=units.number_range, default="0-8", show_default=True)
@click.option("--preview", "previews", type=units.number_range, default="0-1", show_default=True)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(),
    default="duel-atlas.sqlite",
    help="The file of the atlas; if it exists, the work is resumed.",
    show_default=True,
)
@options.processes()
@options.cluster
@click.option(
    "--game-time",
    metavar="TIME",
    type=units.seconds,
    default="10s",
    help="The most time for one game, such as 30s or 10m.",
    show_default=True,
)
@click.option(
    "--verify",
    "rechecks",
    is_flag=True,
    help="Check the strategies in the file again, also those that are recorded as verified.",
)
@options.limits()
@picture_options(
    page="Write an interactive report: choose a well, click a set to see who wins, and how."
)
@table_forms
@options.as_json
@options.example("cgt atlas duel --widths 2 --heights 1-2 --preview 0 --out atlas.sqlite")
def duel(
    widths: tuple[int, int],
    heights: tuple[int, int],
    previews: tuple[int, int],
    out: str,
    processes: int | None,
    cluster: str | None,
    game_time: float,
    rechecks: bool,
    allowed: Allowed,
    pictures: Pictures,
    form: str | None,
    as_json: bool,
) -> None:
    """The least height at which Good wins the duel, for all 127 sets of tetrominoes.

    A number is that height. ≤5: Good wins at 5, and lower heights were not tried. >8: Bad wins up
    to height 8. ≥6?: not known from height 6 on. Games that follow from others are not computed
    again. If the time for the whole command is up before all games were tried, what is known is
    shown, and the exit code is 3.
    """
    from cgt.draw.atlas import atlas_drawing
    from cgt.draw.describe.duels import atlas_data, atlas_table, describe_atlas
    from cgt.draw.reports.atlas import atlas_page
    from cgt.duel.exact.atlas import Atlas

    ranges = [range(low, high + 1) for low, high in (widths, heights, previews)]
    limits, unmade, rechecked = allowed.whole, Unmade(), None
    workers = processes or usable_cores()  # they share the memory
    with closing(Atlas(out, limits)) as kept:
        with progress() as tell, unmade.kept():
            kept.fill(
                *ranges,
                seconds=game_time,
                memory=allowed.memory if cluster else allowed.memory // workers,
                processes=processes,
                cluster=cluster,
                limits=limits.before_files() if pictures else limits,
                progress=lambda cell: tell(f"{cell.place}: {cell.winner}"),
            )
        if rechecks:
            rechecked = _recheck(kept, limits, unmade)
        if as_json:
            show_json(atlas_data(kept, ranges[0], ranges[2], rechecked))
        else:
            show_table(atlas_table(kept, ranges[0], ranges[2]), form or "text")
            if form is None:
                echo("")
                show_described(describe_atlas(kept, out, rechecked))
        with unmade.kept():
            pictures.write(
                lambda: atlas_drawing(kept, ranges[0], ranges[2]), lambda: atlas_page(kept), limits
            )
    unmade.check()


def _recheck(kept: Atlas, limits: Limits, unmade: Unmade) -> int:
    """Checks all strategies again; returns how many hold. Keeps NotValidError if one does not."""
    from cgt.common.errors import NotValidError

    held, wrong = 0, []
    with progress() as tell, unmade.kept():
        for cell, report in kept.recheck(limits):
            tell(f"checking {cell.place}")
            held += report.valid
            if not report.valid:
                wrong.append(str(cell.place))
    if wrong:
        unmade.add(NotValidError(f"not valid: {'; '.join(wrong)}"))
    return held
