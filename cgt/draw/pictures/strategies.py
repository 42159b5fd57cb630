"""Strategies of the duel as arrow diagrams, and as a page to play against one, each with its
description."""

from __future__ import annotations

from collections.abc import Sequence

from cgt.draw.describe.duels import Decided, describe_answer, describe_duel
from cgt.draw.describe.words import Description, in_figure, on_page
from cgt.draw.diagram import strategy_drawing
from cgt.draw.figures import figure
from cgt.draw.reports.game import strategy_page
from cgt.draw.svg import Drawing, stacked
from cgt.duel.exact.solve import DuelAnswer
from cgt.duel.exact.strategy import Strategy

MOST_DRAWN = 40  # strategies in one picture

Told = tuple[Strategy, Description]


def strategies_drawing(told: Sequence[Told], total: int | None = None) -> Drawing:
    """Strategies one below the other; `total` is how many there are, if more than these."""
    figures = [
        figure("", strategy_drawing(strategy), None, [_said(description)])
        for strategy, description in told
    ]
    if total is not None and total > len(told):
        note = f"The first {len(told)} of {total} strategies are drawn."
        figures.append(figure("", Drawing(0, 0, ""), None, [note]))
    return stacked(figures, "strategies of the duel", gap=48)


def told_strategy_page(strategy: Strategy, description: Description) -> str:
    """The page of one strategy."""
    said = " ".join([description.heading, *description.texts(on_page)]).strip()
    return strategy_page(strategy, verdict=said, diagram=strategy_drawing(strategy))


def answer_drawing(answer: DuelAnswer) -> Drawing:
    """Who wins, with the winner's strategy if there is one."""
    description = describe_answer(answer)
    if answer.strategy is None:
        game = describe_duel(Decided([answer])).title  # a strategy's drawing names it
        return figure(game, Drawing(0, 0, ""), None, [_said(description)])
    return strategies_drawing([(answer.strategy, description)])


def answer_page(answer: DuelAnswer) -> str:
    """A page to play against the winner's strategy; the answer must have one."""
    assert answer.strategy is not None
    return told_strategy_page(answer.strategy, describe_answer(answer))


def _said(description: Description) -> str:
    return " ".join([description.heading, *description.texts(in_figure)]).strip()
