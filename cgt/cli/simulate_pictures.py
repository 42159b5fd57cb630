"""What `cgt simulate` draws: the end of a game, a page that plays it, the spread of many games."""

from __future__ import annotations

from collections.abc import Sequence

from cgt.draw.charts import Chart, distribution_chart
from cgt.draw.figures import figure
from cgt.draw.game_report import trace_page
from cgt.draw.svg import Drawing
from cgt.draw.wells import well_drawing
from cgt.duel.simulate import Finished, Game, Setting


def game_drawing(game: Game, told: Sequence[str]) -> Drawing:
    """The well at the end, with what is told of the game."""
    heading, *sentences = told
    height = game.setting.rules.height
    rows = min(height, max(game.well.stack_height + 2, 6))  # an empty upper half says nothing
    return figure(heading, well_drawing(game.well, rows, limit=height), None, sentences)


def spread_chart(setting: Setting, finished: Sequence[Finished]) -> Chart:
    """How lines, or scores where points are counted, spread over many games."""
    counts_lines = setting.scoring == "lines"
    values = [game.lines if counts_lines else game.score for game in finished]
    title = f"{setting.good} against {setting.bad}"
    return distribution_chart(values, title, "lines" if counts_lines else "points")


def game_page(game: Game, told: Sequence[str]) -> str:
    """A page that plays the game."""
    return trace_page(game.trace(), result=told[1], cycle=game.cycle)
