"""cgt replay: a HATETRIS replay decoded and played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cgt.cli.support import options
from cgt.cli.support.pictures import Pictures, picture_options

if TYPE_CHECKING:
    from cgt.draw.svg import Drawing
    from cgt.literature.hatetris import Replayed


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(allow_dash=True))
@click.option(
    "--enemy",
    help="The Bad player it was played against; hatetris, unless the file says otherwise.",
)
@click.option(
    "--score", type=click.IntRange(0), help="The score that it should reach; else exit code 1."
)
@click.option(
    "--encode",
    type=click.Choice(["raw", "hex", "base65536", "base2048"]),
    help="Print the replay in this encoding instead.",
)
@click.option("--trace", metavar="FILE", type=click.Path(), help="Write down every placement.")
@picture_options(html="Write a report that plays the game, one file: play, pause, step.")
@options.as_json
@options.example(
    "cgt replay replays/tim-232.txt", "cgt replay replays/atypical-11.txt --encode base2048"
)
def replay(
    file: str,
    enemy: str | None,
    score: int | None,
    encode: str | None,
    trace: str | None,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Decode a HATETRIS replay and play it.

    FILE has the replay in any of HATETRIS's encodings, and before it, if you like, lines such as
    'enemy: hatetris-mild' and 'score: 165'. - is standard input.
    """
    from cgt.cli.support.show import show_json, show_text
    from cgt.common.errors import NotValidError
    from cgt.common.files import source_name
    from cgt.draw.figures import figure
    from cgt.draw.reports.game import trace_page
    from cgt.draw.text import well_picture
    from cgt.duel.trace import write_trace
    from cgt.literature import hatetris

    loaded = hatetris.read_replay(file)
    decoded = loaded.replay
    if encode is not None:
        if pictures or trace is not None:
            raise click.UsageError("--encode plays nothing that could be drawn or written down")
        text = hatetris.encode(decoded.steps, encode)  # type: ignore[arg-type]
        if as_json:
            show_json({"encoding": encode, "moves": len(decoded.steps), "replay": text})
        else:
            click.echo(text)
        return
    against = enemy or loaded.enemy or "hatetris"
    expected = loaded.score if score is None else score
    played = hatetris.play(decoded, against)
    if expected is None:
        hatetris.check_whole(decoded, played, against)
    if trace is not None:
        write_trace(trace, played.trace)
    told = [
        f"{decoded.encoding}, against {against}",
        f"score {played.score}, {played.pieces} pieces, {played.moves} moves",
        "the game is over" if played.over else "the game is not over",
    ]
    height = played.trace.rules.height
    if as_json:
        show_json(
            {
                "enemy": against,
                "encoding": decoded.encoding,
                "score": played.score,
                "pieces": played.pieces,
                "moves": played.moves,
                "over": played.over,
                "well": played.well.grid().rows(),
            }
        )
    else:
        click.echo("\n  ".join(told))
        show_text([well_picture(played.well, height)])
    pictures.write(
        lambda: figure(told[0], _drawing(played), None, told[1:]),
        lambda: trace_page(played.trace, result="; ".join(told[1:])),
    )
    if expected is not None and expected != played.score:
        raise NotValidError(
            f"{source_name(file)}: the replay reaches {played.score}, not {expected}: "
            f"it was cut off, changed, or not played against {against}"
        )


def _drawing(played: Replayed) -> Drawing:
    from cgt.draw.reports.frames import settled_pieces
    from cgt.draw.wells import well_drawing

    height = played.trace.rules.height
    return well_drawing(played.well, height, pieces=settled_pieces(played.trace))
