"""What values look like in a notebook: importing this module registers their pictures, and their
HTML and LaTeX."""

from __future__ import annotations

import numpy as np

from cgt.board.grid import Grid
from cgt.board.regions import Region
from cgt.common.drawable import draws, writes_html, writes_latex
from cgt.draw.boards import board_drawing, grid_drawing
from cgt.draw.describe.games import describe_game
from cgt.draw.diagram import strategy_drawing
from cgt.draw.pictures.boards import analysis_drawing, solved_drawing
from cgt.draw.pictures.games import game_drawing, recommendation_drawing, trace_drawing
from cgt.draw.pictures.strategies import answer_drawing
from cgt.draw.svg import Drawing
from cgt.draw.wells import well_drawing
from cgt.draw.written import (
    html_of_analysis,
    html_of_form,
    html_of_heaps,
    latex_of_analysis,
    latex_of_form,
    latex_of_heaps,
)
from cgt.duel.evaluate.recommend import Recommendation
from cgt.duel.exact.solve import DuelAnswer
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.trace import Trace
from cgt.duel.well import Well
from cgt.placement.analysis import Analysis
from cgt.placement.answer import Solved
from cgt.placement.forms import Form
from cgt.placement.heap_table import HeapTable

draws(Grid)(grid_drawing)
draws(Analysis)(analysis_drawing)
draws(Solved)(solved_drawing)
draws(Strategy)(strategy_drawing)
draws(DuelAnswer)(answer_drawing)
draws(Trace)(trace_drawing)
draws(Recommendation)(recommendation_drawing)
draws(Game)(lambda game: game_drawing(game, describe_game(game)))

writes_html(Form)(html_of_form)
writes_latex(Form)(latex_of_form)
writes_html(Analysis)(html_of_analysis)
writes_latex(Analysis)(latex_of_analysis)
writes_html(HeapTable)(html_of_heaps)
writes_latex(HeapTable)(latex_of_heaps)


@draws(Region)
def region_drawing(region: Region) -> Drawing:
    """The region alone: it does not know the other cells of its board."""
    labels = np.zeros((region.board_height, region.board_width), dtype=np.int32)
    labels.ravel()[region.indices] = 1
    return board_drawing(Grid.of_size(region.board_width, region.board_height), labels)


@draws(Well)
def stack_drawing(well: Well) -> Drawing:
    """The well, drawn as high as its stack."""
    return well_drawing(well, max(well.stack_height, 1))
