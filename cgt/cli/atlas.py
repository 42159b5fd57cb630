"""cgt atlas: who wins, for many games at once."""

from __future__ import annotations

import click

from cgt.cli import options, units
from cgt.cli.pictures import Pictures, picture_options


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
    help="Where the atlas is kept; it is gone on with if there is one.",
    show_default=True,
)
@options.processes
@options.cluster
@options.memory
@options.time_limit(default="10s", per="game")
@picture_options(html="Write a report: choose a well, click a set to see who wins, and how.")
@options.as_json
@options.example("cgt atlas duel --widths 2 --heights 1-2 --preview 0 --out atlas.sqlite")
def duel(
    widths: tuple[int, int],
    heights: tuple[int, int],
    previews: tuple[int, int],
    out: str,
    processes: int,
    cluster: str | None,
    memory: int,
    time_limit: float,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """The least height at which Good wins the duel, for all 127 sets of tetrominoes.

    A number is that height; ≤5: Good wins at 5, and less was not looked at; >8: Bad wins up to
    height 8; ≥6?: not known from height 6 on. What follows from another game is not computed again.
    """
    from cgt.cli.show import progress, show_json
    from cgt.draw.atlas import atlas_drawing
    from cgt.draw.atlas_report import atlas_page
    from cgt.duel.atlas import Atlas, markdown

    ranges = [range(low, high + 1) for low, high in (widths, heights, previews)]
    kept = Atlas(out)
    try:
        with progress() as tell:
            kept.fill(
                *ranges,
                seconds=time_limit,
                memory=memory,
                processes=processes,
                cluster=cluster,
                progress=lambda cell: tell(f"{cell.place}: {cell.winner}"),
            )
        pictures.write(lambda: atlas_drawing(kept, ranges[0], ranges[2]), lambda: atlas_page(kept))
        cells = list(kept.cells())
        counts = {w: sum(cell.winner == w for cell in cells) for w in ("good", "bad", "unknown")}
        computed = sum(cell.how == "computed" for cell in cells)
        verified = sum(cell.verified for cell in cells if cell.how == "computed")
        if as_json:
            heights_found = {
                f"{width}, preview {preview}": kept.least_heights(width, preview)
                for width in ranges[0]
                for preview in ranges[2]
            }
            show_json(
                {
                    "least_heights": heights_found,
                    "computed": computed,
                    "verified": verified,
                    **counts,
                }
            )
            return
        click.echo(markdown(kept, ranges[0], ranges[2]))
        click.echo(
            f"\n{len(cells):,} games in {out}: {computed:,} computed, {verified:,} of them "
            f"verified, the others argued or inferred; {counts['unknown']:,} not known"
        )
    finally:
        kept.close()
