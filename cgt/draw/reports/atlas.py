"""The atlas of the duel as a report: choose a width, a height and a preview, see who wins for every
set of pieces, and walk through the winner's strategy.

The file has the strategies that the atlas keeps. Most games have none of their own: a game whose
winner was inferred is shown with the strategy of the game it was inferred from. The largest
strategies are left out, so that the file stays small enough to send around.
"""

from __future__ import annotations

import itertools
import json
from typing import Any

from cgt.draw.atlas import height_colour, ink_on
from cgt.draw.describe.arguments import argument_text
from cgt.draw.reports.frames import Data
from cgt.draw.reports.game import COUNTING, STRATEGY_SCRIPTS
from cgt.draw.reports.html import page
from cgt.draw.reports.instructions import strategy_data
from cgt.duel.exact.arguments import argue
from cgt.duel.exact.atlas import Atlas
from cgt.duel.exact.atlas_cells import DROP, SETS, Cell, LeastHeight, Place

MOST_CHARACTERS = 4_000_000  # of strategies in one file
_SYMMETRIC, _SIDED = "IOT", "JLSZ"  # pieces that a mirror leaves as they are, and those it changes
_WINNERS = ("good", "bad", "unknown")

_BODY = """<header><h1>The atlas of the duel</h1>
<button type="button" id="theme">Light or dark</button></header>
<p>Bad chooses pieces of a set, Good places them, by {moves}. Good wins if the stack never
grows higher than the well. Choose a well, then a set.</p>
{notes}
<div class="controls" id="choices"></div>
<p role="status" aria-live="polite" id="summary"></p>
<main class="columns">
<div class="picture wide" id="table"></div>
<div class="side" id="legend"></div>
</main>
<section id="panel" aria-label="the chosen game"></section>
{counting}
<noscript><p class="note">The atlas needs JavaScript, which is in this file; it loads nothing
else.</p></noscript>"""


def atlas_page(atlas: Atlas, moves: str = DROP, most: int = MOST_CHARACTERS) -> str:
    """A page with all games of an atlas in which pieces move like that, and with the smallest
    strategies, of at most `most` characters in all."""
    packer = _Packer(atlas, moves)
    left_out = packer.add_strategies(most)
    notes = ""
    if left_out:
        notes = (
            f'<p class="note">To keep this file small, the {left_out:,} largest of '
            f"{packer.kept:,} strategies are left out; their games say so.</p>"
        )
    body = _BODY.format(notes=notes, counting=COUNTING, moves=moves)
    return page("The atlas of the duel", body, packer.data(), *STRATEGY_SCRIPTS, "start.js",
                "atlas.js")  # fmt: skip


class _Packer:
    """The cells of an atlas as lists of numbers, with the texts and strategies they refer to."""

    def __init__(self, atlas: Atlas, moves: str) -> None:
        self.atlas, self.moves = atlas, moves
        self.texts: dict[str, int] = {}
        self.origins: dict[Place, int] = {}  # with a strategy of instructions, by number
        self.strategies: list[Data] = []
        self.kept = 0
        self._arguments: dict[tuple[str, int, int, int], list[int]] = {}
        self.cells = [self._cell(cell) for cell in atlas.cells() if cell.place.moves == moves]

    def add_strategies(self, most: int) -> int:
        """Packs the strategies, smallest first, and returns how many are left out."""
        kept = {place: self.atlas.certificate(place) for place in self.origins}
        self.kept = sum(text is not None for text in kept.values())
        self.strategies = [
            {"place": str(place), "why": "not kept" if text is None else ""}
            for place, text in kept.items()
        ]
        written = left_out = 0
        for place, text in sorted(kept.items(), key=lambda item: len(item[1] or "")):
            strategy = self.strategies[self.origins[place]]
            if text is None:
                continue
            if not left_out:
                found = self.atlas.strategy(place)
                assert found is not None  # it has a text
                packed = strategy_data(found)
                written += len(json.dumps(packed, separators=(",", ":")))
            if left_out or written > most:
                left_out += 1
                strategy["why"] = "left out"
            else:
                strategy["data"] = packed
        return left_out

    def data(self) -> Data:
        places = [cell.place for cell in self.atlas.cells() if cell.place.moves == self.moves]
        axes: dict[str, list[int]] = {
            name: sorted({getattr(place, name) for place in places})
            for name in ("width", "height", "preview")
        }
        return {
            "sets": SETS,
            "across": _subsets(_SYMMETRIC),
            "down": _subsets(_SIDED),
            "table": _table(),
            "axes": axes,
            "cells": self.cells,
            "least": self._least(axes),
            "looks": [_good_look(height, axes) for height in axes["height"]],
            "texts": list(self.texts),
            "strategies": self.strategies,
        }

    def _least(self, axes: dict[str, list[int]]) -> Data:
        """For each width and preview, by the number of a set: the text, the height that gives its
        colour, the height of the game to show, and who wins there."""
        return {
            f"{width}/{preview}": {
                SETS.index(pieces): [str(least), *_decisive(least)]
                for pieces, least in self.atlas.least(width, preview, self.moves).items()
            }
            for width, preview in itertools.product(axes["width"], axes["preview"])
        }

    def _cell(self, cell: Cell) -> list[Any]:
        """Set, width, height, preview, winner, how it was found, states, seconds, whether it was
        verified, the limits; then what proves it: the number of a strategy and whether it is
        mirrored, or the numbers of an argument's paragraphs."""
        place = cell.place
        origin, mirrored = self.atlas.origin(cell)
        proof: list[Any] = []
        if origin.how.startswith("argued"):
            proof = [self._argument(origin.place)]
        elif cell.winner != "unknown":
            proof = [self.origins.setdefault(origin.place, len(self.origins)), int(mirrored)]
        return [
            SETS.index(place.pieces), place.width, place.height, place.preview,
            _WINNERS.index(cell.winner), self._text(cell.how), cell.states, cell.seconds,
            int(cell.verified), cell.allowed_seconds, cell.allowed_memory, *proof,
        ]  # fmt: skip

    def _argument(self, place: Place) -> list[int]:
        """The paragraphs of an argument."""
        game = (place.pieces, place.width, place.height, place.preview)
        if game not in self._arguments:
            rules = place.rules()
            paragraphs = argument_text(argue(rules, preview=place.preview))
            self._arguments[game] = [self._text(paragraph) for paragraph in paragraphs]
        return self._arguments[game]

    def _text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))


def _subsets(letters: str) -> list[str]:
    return [
        "".join(chosen)
        for size in range(len(letters) + 1)
        for chosen in itertools.combinations(letters, size)
    ]


def _table() -> list[list[int]]:
    """The number of the set for each row and column, -1 where there is none. Rows are sets of the
    pieces that a mirror changes, columns sets of the others, so all 127 fit on a small screen."""
    numbers = {pieces: number for number, pieces in enumerate(SETS)}
    return [
        [numbers.get("".join(sorted(down + across)), -1) for across in _subsets(_SYMMETRIC)]
        for down in _subsets(_SIDED)
    ]


def _decisive(least: LeastHeight) -> tuple[str, int]:
    """Who wins, and the height of the game that shows it best."""
    if least.unknown is not None:
        return "unknown", least.unknown
    return ("bad", least.highest) if least.good is None else ("good", least.good)


def _good_look(height: int, axes: dict[str, list[int]]) -> list[str]:
    colour = height_colour(height, axes["height"][-1])
    return [colour, ink_on(colour)]
