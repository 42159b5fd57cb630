"""The report about a proof: a page on which the reader plays against it, and loses.

Everything that can be played is in the page; its script knows no rule.
"""

from __future__ import annotations

from html import escape
from typing import Any

from cgt.draw.describe.counting import ROWS_OF_BOARD
from cgt.draw.reports.html import page
from cgt.placement.game import PLAY_WORDS
from cgt.placement.proof.answers import Covered
from cgt.placement.proof.game import ProofGame, Step

_END = {
    "misere": "You have placed last, and in misère play you lose.",
    "normal": "The proof has placed last: no piece is left for you to place, and you lose.",
}


def proof_page(game: ProofGame, *, title: str, verdict: str) -> str:
    """A page to play against a proof, with what the checker said."""
    return page(title, _body(title, verdict, game), _data(game), "proof.js")


def _body(title: str, verdict: str, game: ProofGame) -> str:
    more = "" if game.states else " There is nothing to play: no piece fits."
    if not game.is_whole:
        more = (
            " The page has the beginning of the game; in the terminal, cgt play nim plays it all."
        )
    return f"""<header><h1>{escape(title)}</h1>
<button type="button" id="theme">Light or dark</button></header>
<p class="note">{escape(verdict)}{more}</p>
<main class="columns">
<section class="picture" aria-label="the board">
<div id="board" class="cells" role="group" aria-label="cells"></div>
<p id="status" role="status" aria-live="polite"></p>
<div id="heap" class="controls"></div>
<div class="controls">
<button type="button" id="restart">« start</button>
<button type="button" id="back">‹ back</button>
</div>
</section>
<section class="side">
<p>You lose this game, whatever you do: the proof answers every move. Choose the cells of your piece
one after the other; when they make a piece, it is placed. Then the proof places its own.</p>
<table class="facts"><tbody>
<tr><th scope="row">pieces</th><td>{escape(game.head.pieces)}</td></tr>
<tr><th scope="row">play</th><td>{PLAY_WORDS[game.head.play]}</td></tr>
<tr><th scope="row">claim</th><td>{game.head.claim_text}</td></tr>
<tr><th scope="row">positions here</th><td>{len(game.states):,}</td></tr>
</tbody></table>
<p class="small faint">{ROWS_OF_BOARD}</p>
</section>
</main>
<noscript><p class="note">The player needs JavaScript, which is in this file; it loads nothing
else.</p></noscript>"""


def _data(game: ProofGame) -> dict[str, Any]:
    """A step is the numbers of a placement, of the placement that answers, of the next state, and
    of the symmetry that takes the next state's cells to those of this one; then, if they are not 0,
    come the heaps that are left by the move and by the answer. No placement is -1."""
    numbers: dict[Covered, int] = {}

    def number(cells: Covered) -> int:
        return numbers.setdefault(cells, len(numbers)) if cells else -1

    def told(step: Step) -> list[int]:
        heaps = [step.heap, step.answer_heap] if step.heap or step.answer_heap else []
        return [number(step.move), number(step.answer), step.following, step.symmetry, *heaps]

    states = [[told(step) for step in state.steps] for state in game.states]
    width, height = game.head.size
    return {
        "width": width,
        "height": height,
        "filled": [i for i, cell in enumerate("".join(game.head.rows)) if cell == "#"],
        "opening": -1 if game.opening is None else number(game.opening),
        "heap": game.head.nimber,
        "end": _END[game.head.play],
        "states": states,
        "symmetries": game.symmetries,
        "placements": list(numbers),
    }
