"""Strategies of the duel as arrow diagrams.

`excerpt` says which wells and arrows are shown, `layout` with `layers` and `sweeps` where they go,
`labels`, `notes` and `arguments` what is written, and `drawing` draws it all.
"""

from cgt.draw.diagram.drawing import MOST_WELLS, Diagram, strategy_drawing

__all__ = ["MOST_WELLS", "Diagram", "strategy_drawing"]
