"""Games of the duel as figures and pages: one game, the spread of many, a replay, a recommended
placement."""

from __future__ import annotations

from collections.abc import Sequence

from cgt.draw.boards import Placed
from cgt.draw.charts import Chart, distribution_chart
from cgt.draw.describe.games import describe_replay
from cgt.draw.describe.names import players_words
from cgt.draw.describe.recommendations import describe_no_room, describe_recommendation
from cgt.draw.describe.words import Description, on_page
from cgt.draw.figures import described_figure
from cgt.draw.reports.game import trace_page
from cgt.draw.svg import Drawing
from cgt.draw.wells import well_drawing
from cgt.duel.evaluate.recommend import Recommendation
from cgt.duel.game import Game
from cgt.duel.many import ManyGames
from cgt.duel.rules import Rules
from cgt.duel.trace import Trace
from cgt.duel.well import Well
from cgt.literature.hatetris import Replayed

_LEAST_ROWS = 6  # rows of a well: an empty upper half says nothing


def game_drawing(game: Game, description: Description) -> Drawing:
    """The well at the end of a game, with the game's description."""
    height = game.setting.rules.height
    rows = _rows_shown(game.well.stack_height, height)
    band = None if game.cycle is None else game.cycle.rows
    picture = well_drawing(game.well, rows, limit=height, band=band, pieces=game.settled_pieces())
    return described_figure(description, picture)


def game_page(game: Game, description: Description) -> str:
    """A page on which the reader can step through the game."""
    return trace_page(
        game.trace(), result="; ".join(description.texts(on_page, "verdict")), cycle=game.cycle
    )


def games_chart(games: ManyGames) -> Chart:
    """How lines, or scores where points are counted, spread over many games."""
    setting = games.setting
    counts_lines = setting.scoring == "lines"
    values = [game.lines if counts_lines else game.score for game in games.finished]
    title = players_words(setting.good_name, setting.bad_name)
    return distribution_chart(values, title, "lines" if counts_lines else "points")


def trace_drawing(trace: Trace) -> Drawing:
    """The well that a trace leaves, with its pieces in their colours."""
    well = trace.start
    for placed in trace.play():
        well = placed.well
    rows = _rows_shown(well.stack_height, trace.rules.height)
    return well_drawing(well, rows, limit=trace.rules.height, pieces=trace.settled_pieces())


def replay_drawing(played: Replayed) -> Drawing:
    """The well at the end of a replay, with the score it reaches."""
    height = played.trace.rules.height
    picture = well_drawing(played.well, height, pieces=played.trace.settled_pieces())
    return described_figure(describe_replay(played), picture)


def replay_page(played: Replayed) -> str:
    """A page on which the reader can step through a replay."""
    return trace_page(played.trace, result="; ".join(describe_replay(played).texts(on_page)))


def no_room_drawing(rules: Rules, well: Well, visible: Sequence[str]) -> Drawing:
    """The well where there is no room for the piece."""
    picture = well_drawing(well, _rows_around(rules, well))
    return described_figure(describe_no_room(visible), picture)


def recommendation_drawing(found: Recommendation) -> Drawing:
    """The well with the piece in its place, and the path to it."""
    placed = Placed(found.placement.piece, found.rules.cells(found.placement))
    picture = well_drawing(found.well, _rows_around(found.rules, found.well), placed)
    return described_figure(describe_recommendation(found), picture)


def _rows_shown(stack_height: int, height: int) -> int:
    return min(height, max(stack_height + 2, _LEAST_ROWS))


def _rows_around(rules: Rules, well: Well) -> int:
    return min(rules.height, well.stack_height + 4)
