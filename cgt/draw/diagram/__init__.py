"""Strategies of the duel as arrow diagrams.

`excerpt` chooses the wells and arrows to show. `layout`, with `layers` and `sweeps`, decides where
they go. `labels`, `notes` and `arguments` write the words, and `drawing` draws it all.
"""

from cgt.draw.diagram.drawing import MOST_WELLS, Diagram, strategy_drawing

__all__ = ["MOST_WELLS", "Diagram", "strategy_drawing"]
