"""The report about boards, a page: regions that light up, winning moves, the game tree.

Everything it shows is computed beforehand; the page itself knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cgt.board.grid import Cell
from cgt.board.polyomino import Placement
from cgt.board.regions import label_regions
from cgt.draw.boards import CELL, EDGE, TEXTURES, board_drawing, define_textures
from cgt.draw.describe.boards import value_text
from cgt.draw.describe.counting import ROWS_OF_BOARD
from cgt.draw.describe.words import Description, on_page
from cgt.draw.labels import PieceLabel, piece_label
from cgt.draw.palette import REGION_COLOURS, piece_colour
from cgt.draw.reports.html import page
from cgt.draw.svg import Drawing
from cgt.placement.analysis import Analysis, RegionValue
from cgt.placement.forms import Form
from cgt.placement.tree import GameTree, Position

_LONGEST_FORM = 240
_SHORT_FORM = 40  # in the tree, where there are many


@dataclass(frozen=True)
class BoardStory:
    """What a report says about a board: who wins, its description, and the game from there."""

    analysis: Analysis
    description: Description
    tree: GameTree


def board_page(stories: Sequence[BoardStory]) -> str:
    """A page about boards."""
    titles = [story.description.title for story in stories]
    title = titles[0] if len(titles) == 1 else f"{titles[0]} and {len(titles) - 1} more"
    boards = [_board(story) for story in stories]
    data = {"boards": boards, "textures": _textures(), "textureCount": TEXTURES}
    return page(title, _BODY, data, "board.js")


_BODY = f"""\
<header><h1 id="title"></h1><button id="theme" type="button">Light or dark</button></header>
<p id="choice" hidden><label>board <select id="board"></select></label></p>
<noscript><p>This report needs JavaScript, which is in this file; it loads nothing
else.</p></noscript>
<main class="columns">
<section class="picture" aria-label="the board">
<div id="picture"></div>
<p id="pointed" class="small faint" aria-live="polite"></p>
<nav class="controls" aria-label="the way through the game">
<button id="first" type="button" title="Home">« start</button>
<button id="back" type="button" title="Backspace">‹ back</button>
<span id="way" class="small"></span>
</nav>
</section>
<section class="side">
<p id="verdict" tabindex="-1" aria-live="polite"></p>
<div id="sentences"></div>
<h2>Regions</h2>
<div id="regions" class="scrolls"></div>
<div id="winning">
<h2>Winning moves</h2>
<div class="controls">
<button id="previous" type="button" title="Left arrow" aria-label="previous move">◀</button>
<span id="shown"></span>
<button id="next" type="button" title="Right arrow" aria-label="next move">▶</button>
<button id="play" type="button" title="Enter">play it</button>
</div>
</div>
<h2>The game from here</h2>
<div id="moves"></div>
</section>
</main>
<footer class="small faint">
<kbd>←</kbd> <kbd>→</kbd> winning moves · <kbd>Enter</kbd> play the one shown · <kbd>Backspace</kbd>
back · <kbd>Home</kbd> start · <kbd>Tab</kbd> through regions and moves.
N: the player to move wins; P: the other one does. {ROWS_OF_BOARD} Made by cgt.
</footer>
"""


def _board(story: BoardStory) -> dict[str, Any]:
    grid, analysis, title = story.analysis.grid, story.analysis, story.description.title
    placements: dict[tuple[str, tuple[Cell, ...]], int] = {}

    def number(placement: Placement) -> int:
        key = (placement.piece.name, tuple(placement.cells))
        return placements.setdefault(key, len(placements))

    winning = analysis.winning_moves
    covered = {cell for move in winning or () for cell in move.placement.cells}
    labels, _ = label_regions(grid, analysis.game.pieces)
    picture = board_drawing(grid, labels, title=title, avoid=covered)
    result = {
        "title": title,
        "width": grid.width,
        "height": grid.height,
        "play": analysis.game.play,
        "cell": CELL,
        "edge": EDGE,
        "svg": str(picture),
        # The page has its own verdict and its own list of winning moves.
        "sentences": [*story.description.texts(on_page, "board"), *_value(analysis)],
        "regions": [_region(value, _LONGEST_FORM) for value in analysis.regions],
        "winning": None
        if winning is None
        else [[number(move.placement), move.images] for move in winning],
        "tree": [_position(position, number) for position in story.tree.positions],
    }
    names = {name for name, _ in placements}
    named: dict[PieceLabel, int] = {}
    return result | {
        "placements": [
            [
                name,
                [row * grid.width + column for row, column in cells],
                named.setdefault(_label(name, cells), len(named)),
            ]
            for name, cells in placements
        ],
        "labels": list(named),
        "pieceColours": {name: piece_colour(name) for name in sorted(names)},
        "regionColours": REGION_COLOURS,
    }


def _label(name: str, cells: Sequence[Cell]) -> PieceLabel:
    """The label of a piece, which counts from its upper left corner, as all its placements do."""
    top, left = (min(axis) for axis in zip(*cells, strict=True))
    return piece_label(name, [(row - top, column - left) for row, column in cells])


def _value(analysis: Analysis) -> list[str]:
    value = value_text(analysis)
    return [] if value is None else [f"The whole board: {value}."]


def _position(position: Position, number: Any) -> list[Any]:
    """Who wins, the moves, and the regions with their cells."""
    if position.moves is None:
        return [position.outcome]
    width = position.grid.width
    return [
        position.outcome,
        [[number(move.placement), move.to, move.images] for move in position.moves],
        [
            [
                *_region(value, _SHORT_FORM),
                [row * width + column for row, column in value.region.cells],
            ]
            for value in position.regions or ()
        ],
    ]


def _region(value: RegionValue, longest: int) -> list[Any]:
    canonical = value.canonical
    return [
        value.region.size,
        value.outcome,
        canonical and canonical.genus,
        _text(canonical, longest, heaps=True),
        _text(value.ois, longest),
    ]


def _text(form: Form | None, longest: int, *, heaps: bool = False) -> str | None:
    return None if form is None else form.text(longest, heaps=heaps)


def _textures() -> str:
    """The textures of regions, which the page needs for regions that it draws itself."""
    drawing = Drawing(0, 0, "textures")
    define_textures(drawing)
    return str(drawing)
