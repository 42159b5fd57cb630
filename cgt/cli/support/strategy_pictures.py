"""What `cgt duel` and `cgt verify` draw: strategies as arrow diagrams, and a page to play against
one."""

from __future__ import annotations

from collections.abc import Sequence

from cgt.draw.diagram import strategy_drawing
from cgt.draw.figures import figure
from cgt.draw.reports.game import strategy_page
from cgt.draw.svg import Drawing, stacked
from cgt.duel.exact.strategy import Strategy


def strategies_drawing(checked: Sequence[tuple[Strategy, str]]) -> Drawing:
    """Strategies one under the other, each with what is said of it."""
    figures = [figure("", strategy_drawing(strategy), None, [said]) for strategy, said in checked]
    return stacked(figures, "strategies of the duel", gap=48)


def strategy_report(strategy: Strategy, said: str) -> str:
    """The page of one strategy, with what is said of it."""
    return strategy_page(strategy, verdict=said, diagram=strategy_drawing(strategy))
