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

_MOVES = ("drop", "slide", "spin", "srs")
_TABLES = ("heights", "winners", "previews")


@click.group()
def atlas() -> None:
    """Tables of who wins, kept in a file."""


@atlas.command()
@click.option("--widths", type=units.number_range, default="2-4", show_default=True)
@click.option("--heights", type=units.number_range, default="0-8", show_default=True)
@click.option("--preview", "previews", type=units.number_range, default="0-1", show_default=True)
@click.option(
    "--moves",
    type=click.Choice(_MOVES),
    default=_MOVES[0],
    help="How pieces move; the game ends by height.",
    show_default=True,
)
@click.option(
    "--show",
    type=click.Choice(_TABLES),
    help="The least heights at which Good wins, or who wins at the greatest height and why, or the "
    "least preview with which Good wins there.  [default: winners if there is only one height, "
    "else heights]",
)
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
    moves: str,
    show: str | None,
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
    """Who wins the duel, for all 127 sets of tetrominoes.

    Heights: a number is the least height at which Good wins. ≤5: Good wins at 5, and lower heights
    were not tried. >8: Bad wins up to height 8. ≥6?: not known from height 6 on. Previews: a number
    is the least preview with which Good wins. >1: Bad wins up to preview 1. never: Bad wins with
    any. Games that follow from others are not computed again. If the time for the whole command is
    up before all games were tried, what is known is shown, and the exit code is 3.
    """
    from cgt.draw.atlas import atlas_drawing
    from cgt.draw.atlas_map import map_drawing
    from cgt.draw.describe import atlases
    from cgt.draw.reports.atlas import atlas_page
    from cgt.duel.exact.atlas import Atlas

    ranges = [range(low, high + 1) for low, high in (widths, heights, previews)]
    limits, unmade, rechecked = allowed.whole, Unmade(), None
    workers = processes or usable_cores()  # they share the memory
    with closing(Atlas(out, limits)) as kept:
        shown = atlases.Extract(kept, ranges[0], ranges[1], ranges[2], moves)
        table = show or ("winners" if len(shown.heights) == 1 else "heights")
        with progress() as tell, unmade.kept():
            kept.fill(
                *ranges,
                moves=moves,
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
            show_json(atlases.atlas_data(shown, rechecked))
        else:
            make = {
                "heights": atlases.heights_table,
                "winners": atlases.winners_table,
                "previews": atlases.previews_table,
            }[table]
            show_table(make(shown), form or "text")
            if form is None:
                echo("")
                show_described(atlases.describe_atlas(shown, out, rechecked))
        with unmade.kept():
            draw = map_drawing if table == "winners" else atlas_drawing
            pictures.write(lambda: draw(shown), lambda: atlas_page(kept, moves), limits)
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
