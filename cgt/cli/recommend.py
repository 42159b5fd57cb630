"""cgt recommend: the best placement for the coming pieces."""

from __future__ import annotations

import click

from cgt.cli.support import options
from cgt.cli.support.boards import size_option
from cgt.cli.support.moves import moves_option
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import show_json, show_sentences
from cgt.common.alarm import ended_by
from cgt.common.limits import Limits
from cgt.duel.moves import GENERAL


@click.command()
@click.argument("file", required=False, metavar="[BOARD]", type=click.Path(allow_dash=True))
@size_option(several=False, help_text="An empty well of this size.")
@click.option(
    "--next",
    "visible",
    metavar="PIECES",
    required=True,
    help="The visible pieces by their letters: the one to place, then the coming ones.",
)
@click.option(
    "--weights",
    default="cgt-sogang",
    metavar="WEIGHTS",
    help="How wells and moves are judged: weights by name, or a weight file.",
    show_default=True,
)
@options.beam
@moves_option("spin", GENERAL)
@click.option("--height", type=int, help="Rows of the well; by default the file's, at least 20.")
@options.bounded("1m")
@picture_options()
@options.as_json
@options.example("cgt recommend boards/tetris-tuck.txt --next TLI")
def recommend(
    file: str | None,
    size: tuple[int, int] | None,
    visible: str,
    weights: str,
    beam: int,
    moves: str,
    height: int | None,
    limits: Limits,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Show the best placement of a piece in a well.

    BOARD is a board file, of which the first board counts, or a board itself, such as '....|..##'.
    The search covers all places that the piece can reach, also under overhangs, and all visible
    pieces. Rows and columns count from 0, rows from the floor up.
    """
    from cgt.cli.support.load import load_well_or_size
    from cgt.draw.describe.games import (
        describe_no_room,
        describe_recommendation,
        recommendation_data,
    )
    from cgt.draw.pictures.games import no_room_drawing, recommendation_drawing
    from cgt.draw.terminal.pictures import well_picture
    from cgt.duel.evaluate.recommend import recommend as find
    from cgt.duel.evaluate.weights import Weights
    from cgt.duel.rules import Rules

    well, usual_rows = load_well_or_size(file, size)
    rows = usual_rows if height is None else height
    rules = Rules(width=well.width, height=rows, moves=moves)
    with ended_by(limits, "looking for a placement"):
        found = find(rules, well, visible, Weights.named(weights), beam)
    if as_json:
        show_json(recommendation_data(found))
    elif found is None:
        show_sentences(describe_no_room(visible))
    else:
        show_sentences(
            describe_recommendation(found),
            well_picture(well, rows, rules.cells(found.placement)),
        )
    pictures.write(
        lambda: (
            no_room_drawing(rules, well, visible)
            if found is None
            else recommendation_drawing(found)
        ),
        limits=limits,
    )
