"""cgt recommend: the best placement for the coming pieces."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import click

from cgt.cli.support import options
from cgt.cli.support.moves import moves_option
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.duel.moves import GENERAL

if TYPE_CHECKING:
    from cgt.draw.svg import Drawing
    from cgt.duel.evaluate.recommend import Recommendation
    from cgt.duel.rules import Rules
    from cgt.duel.well import Well


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(allow_dash=True))
@click.option(
    "--next",
    "visible",
    metavar="PIECES",
    required=True,
    help="The pieces that are visible, by their letters: the one to place, then those to come.",
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
@click.option("--height", type=int, help="Rows of the well: those of the file, and 20 at least.")
@picture_options()
@options.as_json
@options.example("cgt recommend boards/tetris-tuck.txt --next TLI")
def recommend(
    file: str,
    visible: str,
    weights: str,
    beam: int,
    moves: str,
    height: int | None,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """The best placement of a piece in a well, which is the first board of a file.

    All places that the piece can come to are looked at, under overhangs, too, and all pieces that
    are visible. Rows and columns count from 0, rows from the floor up.
    """
    from cgt.cli.support.load import load_well
    from cgt.cli.support.show import show_json
    from cgt.duel.evaluate.recommend import recommend as find
    from cgt.duel.evaluate.weights import Weights
    from cgt.duel.rules import Rules

    well = load_well(file)
    rows = max(20, well.stack_height) if height is None else height
    rules = Rules(width=well.width, height=rows, moves=moves)
    found = find(rules, well, visible, Weights.named(weights), beam)
    if as_json:
        show_json(_result(rules, found))
    else:
        _show(rules, well, visible, found)
    pictures.write(lambda: _drawing(rules, well, visible, found))


def _result(rules: Rules, found: Recommendation | None) -> dict[str, object]:
    if found is None:
        return {"placement": None, "value": None}
    piece, rotation, column, row = found.placement
    cells = [list(cell) for cell in rules.cells(found.placement)]
    return {
        "placement": {
            "piece": piece,
            "rotation": rotation,
            "column": column,
            "row": row,
            "cells": cells,
        },
        "value": found.value if isfinite(found.value) else None,  # None: the game is over
    }


def _sentence(rules: Rules, well: Well, visible: str, found: Recommendation | None) -> str:
    if found is None:
        return f"{visible[0]} has no room to come in."
    piece, rotation, column, row = found.placement
    lines = rules.place(well, found.placement).lines
    cleared = f", which clears {lines} row{'s' if lines > 1 else ''}" if lines else ""
    over = "" if isfinite(found.value) else "; the game is over wherever it goes"
    return f"{piece}: rotation {rotation}, column {column}, row {row}{cleared}{over}"


def _show(rules: Rules, well: Well, visible: str, found: Recommendation | None) -> None:
    from cgt.cli.support.show import show_text
    from cgt.draw.text import well_picture

    click.echo(_sentence(rules, well, visible, found))
    if found is not None:
        show_text([well_picture(well, rules.height, rules.cells(found.placement))])


def _drawing(rules: Rules, well: Well, visible: str, found: Recommendation | None) -> Drawing:
    from cgt.draw.boards import Placed
    from cgt.draw.figures import figure
    from cgt.draw.wells import well_drawing

    placed = None
    if found is not None:
        placed = Placed(found.placement.piece, rules.cells(found.placement))
    rows = min(rules.height, well.stack_height + 4)  # an empty upper half says nothing
    picture = well_drawing(well, rows, placed)
    heading = f"The best placement of {visible[0]}, {visible} visible"
    return figure(heading, picture, None, [_sentence(rules, well, visible, found)])
