"""What `cgt simulate` draws: the end of a game, a page that plays it, the spread of many games."""

from __future__ import annotations

from collections.abc import Sequence

from cgt.draw.charts import Chart, distribution_chart
from cgt.draw.figures import figure
from cgt.draw.reports.frames import settled_pieces
from cgt.draw.reports.game import trace_page
from cgt.draw.svg import Drawing
from cgt.draw.wells import well_drawing
from cgt.duel.game import Game
from cgt.duel.many import Finished
from cgt.duel.setting import Setting

_MOST_COLOURED = 20_000  # pieces


def game_drawing(game: Game, told: Sequence[str]) -> Drawing:
    """The well at the end, with what is told of the game."""
    heading, *sentences = told
    height = game.setting.rules.height
    rows = min(height, max(game.well.stack_height + 2, 6))  # an empty upper half says nothing
    # Which piece a cell is of is found by playing the game again: not of very long ones, and not
    # with garbage, of which a trace does not tell.
    is_short = game.placed <= _MOST_COLOURED and not game.setting.garbage
    pieces = settled_pieces(game.trace()) if is_short else None
    cycle = game.cycle
    band = None if cycle is None else (cycle.rows[0] - 1, cycle.rows[1] - 1)
    picture = well_drawing(game.well, rows, limit=height, band=band, pieces=pieces)
    return figure(heading, picture, None, sentences)


def spread_chart(setting: Setting, finished: Sequence[Finished]) -> Chart:
    """How lines, or scores where points are counted, spread over many games."""
    counts_lines = setting.scoring == "lines"
    values = [game.lines if counts_lines else game.score for game in finished]
    title = f"{setting.good_name} against {setting.bad_name}"
    return distribution_chart(values, title, "lines" if counts_lines else "points")


def game_page(game: Game, told: Sequence[str]) -> str:
    """A page that plays the game."""
    return trace_page(game.trace(), result=told[1], cycle=game.cycle)
