"""cgt atlas: who wins, for many games at once."""

from __future__ import annotations

import click

from cgt.cli.support import options, units
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import echo, progress, show_described, show_json
from cgt.common.limits import Allowed


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
@options.processes
@options.cluster
@options.limits_of_each("game", default="10s")
@picture_options(
    page="Write an interactive report: choose a well, click a set to see who wins, and how."
)
@options.as_json
@options.example("cgt atlas duel --widths 2 --heights 1-2 --preview 0 --out atlas.sqlite")
def duel(
    widths: tuple[int, int],
    heights: tuple[int, int],
    previews: tuple[int, int],
    out: str,
    processes: int,
    cluster: str | None,
    allowed: Allowed,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """The least height at which Good wins the duel, for all 127 sets of tetrominoes.

    A number is that height. ≤5: Good wins at 5, and lower heights were not tried. >8: Bad wins up
    to height 8. ≥6?: not known from height 6 on. Games that follow from others are not computed
    again.
    """
    from cgt.draw.atlas import atlas_drawing
    from cgt.draw.describe.duels import atlas_data, describe_atlas
    from cgt.draw.reports.atlas import atlas_page
    from cgt.duel.exact.atlas import Atlas, markdown

    ranges = [range(low, high + 1) for low, high in (widths, heights, previews)]
    kept = Atlas(out)
    try:
        with progress() as tell:
            kept.fill(
                *ranges,
                seconds=allowed.time,
                memory=allowed.memory,
                processes=processes,
                cluster=cluster,
                progress=lambda cell: tell(f"{cell.place}: {cell.winner}"),
            )
        if as_json:
            show_json(atlas_data(kept, ranges[0], ranges[2]))
        else:
            echo(f"{markdown(kept, ranges[0], ranges[2])}\n")
            show_described(describe_atlas(kept, out))
        pictures.write(lambda: atlas_drawing(kept, ranges[0], ranges[2]), lambda: atlas_page(kept))
    finally:
        kept.close()
