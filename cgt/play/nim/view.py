"""How a game looks on a terminal: the board and the text beside it, as rich text.

Nothing here knows of keys or of a running screen. The characters alone say everything, for people
who cannot see the colours: `##` is a cell filled from the start; a letter is a placed piece, with
`*` beside it for the program's last move; `[]` is the piece in the hand, or `xx` if it does not
fit, with `XX` on the cells that are taken; `<>` is a hint. A blank cell is one that no piece can
cover any more. A board that is too long for two characters a cell has one, the first of the two;
the program's last move is then `*` all over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from cgt.board.grid import Cell
from cgt.board.polyomino import Placement
from cgt.board.regions import label_regions
from cgt.common.shown import printable
from cgt.draw.palette import piece_colour, region_colour, region_name
from cgt.placement.analysis import RegionValue
from cgt.placement.game import Outcome
from cgt.play.cells import (
    FILLED,
    HINT,
    LIVE_BACKGROUND,
    PANEL_WIDTH,
    PLAIN_LAYOUT,
    REACHED,
    UNREACHED,
    Layout,
    cells_picture,
)
from cgt.play.nim.cursor import Cursor
from cgt.play.nim.game import NimGame

_MOST_REGIONS = 8
_MOST_PIECES = 20  # whose names are shown at once

_BLOCKED = Style(color="#ffffff", bgcolor="#d01c1c", bold=True)
_FORBIDDEN = Style(color="#ff9c9c", bgcolor="#521616", bold=True)
_SHADES = {0: 1.0, 1: 0.78, 2: 1.45, 3: 0.66}
_FAINT = Style(color="#8a929e")
_STRONG = Style(bold=True)
_GOOD_NEWS = Style(color="#63c05a", bold=True)
_BAD_NEWS = Style(color="#e5605c", bold=True)


@dataclass
class View:
    """Everything to show. A region's value is added as soon as it is known."""

    game: NimGame
    cursor: Cursor | None
    hint: Placement | None = None
    thinking: str = ""
    notice: str = ""
    shows_winner: bool = False
    shows_regions: bool = False
    winner_is_known: bool = False
    outcome: Outcome | None = None
    regions: list[RegionValue] = field(default_factory=list)
    proved: str = ""  # what is proved, if the person plays against a proof

    @property
    def opponent(self) -> str:
        """What the person plays against."""
        return "proof" if self.proved else "program"


# the board


def board_picture(view: View, layout: Layout = PLAIN_LAYOUT) -> Text:
    """The board with what is placed, the hint and the piece in the hand."""
    return cells_picture(view.game.start, _cells(view), layout)


def _cells(view: View) -> dict[Cell, tuple[str, Style]]:
    """Two characters and a style for each cell, from whatever lies on top."""
    game = view.game
    labels, _ = label_regions(game.board, game.pieces)
    cells: dict[Cell, tuple[str, Style]] = {}
    for row in range(game.start.height):
        for column in range(game.start.width):
            region = int(labels[row, column])
            if game.start[row, column]:
                cells[row, column] = FILLED
            elif region and view.shows_regions:
                style = Style(color=region_colour(region), bgcolor=LIVE_BACKGROUND, bold=True)
                cells[row, column] = (region_name(region)[:2].ljust(2), style)
            else:
                cells[row, column] = REACHED if region else UNREACHED
    for move, shade in zip(game.moves, _shades(game.moves), strict=True):
        cells |= dict.fromkeys(move.cells, _placed(move, shade, move == game.last_of_program))
    if view.hint is not None:
        cells |= dict.fromkeys(view.hint.cells, HINT)
    if view.cursor is not None and not game.is_over:
        cells |= _in_hand(game, view.cursor.placement)
    return cells


def _shades(moves: Sequence[Placement]) -> list[int]:
    """A shade for each move; equal pieces side by side get different ones."""
    shades: list[int] = []
    for number, move in enumerate(moves):
        around = {
            cell
            for row, column in move.cells
            for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        }
        taken = {
            shades[earlier]
            for earlier in range(number)
            if moves[earlier].piece == move.piece and not around.isdisjoint(moves[earlier].cells)
        }
        shades.append(next((shade for shade in _SHADES if shade not in taken), 0))
    return shades


def _placed(move: Placement, shade: int, is_last: bool) -> tuple[str, Style]:
    name, colour = printable(move.piece.name), piece_colour(move.piece.name)
    if is_last:
        return f"{set_cell_size(name, 1)}*", Style(
            color="#ffffff", bgcolor=_mixed(colour, 0.55), bold=True
        )
    return set_cell_size(name, 2), Style(color="#000000", bgcolor=_mixed(colour, _SHADES[shade]))


def _in_hand(game: NimGame, placement: Placement) -> dict[Cell, tuple[str, Style]]:
    if not game.fits(placement):
        return {
            cell: ("XX", _BLOCKED) if game.board[cell] else ("xx", _FORBIDDEN)
            for cell in placement.cells
        }
    colour = piece_colour(placement.piece.name)
    return dict.fromkeys(placement.cells, ("[]", Style(color="#000000", bgcolor=colour, bold=True)))


def _mixed(colour: str, strength: float) -> str:
    """A colour made darker by a strength below 1, or lighter by one above."""
    parts = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
    if strength <= 1:
        mixed = [strength * part for part in parts]
    else:
        mixed = [255 - (2 - strength) * (255 - part) for part in parts]
    return "#" + "".join(f"{round(part):02x}" for part in mixed)


# the text beside it


def rules_text(game: NimGame) -> str:
    """What the game is about, in a sentence."""
    last = "loses" if game.play == "misere" else "wins"
    return f"Whoever places the last block {last}."


def panel_text(view: View) -> Text:
    """Whose turn it is, the pieces, and whatever was asked for."""
    game = view.game
    text = Text(end="")
    text.append(f"{rules_text(game)}\n", _FAINT)
    told = "against a proof" if view.proved else f"level {game.level} · seed {game.seed}"
    text.append(f"{printable(game.pieces.name)} · {told}\n", _FAINT)
    if view.proved:
        text.append(f"{view.proved}\n", _FAINT)
    text.append("\n")
    _add_turn(text, view)
    # Answers go above the pieces, of which there may be many.
    if view.shows_winner and not game.is_over:
        text.append("perfect play: ", _FAINT)
        text.append(*_winner(view))
        text.append("\n")
    if view.notice:
        text.append(f"{printable(view.notice)}\n", Style(color="#f2d13e"))
    text.append("\n")
    _add_pieces(text, view)
    if view.shows_regions:
        _add_regions(text, view.regions)
    return text


def _add_turn(text: Text, view: View) -> None:
    game = view.game
    if game.winner is not None:
        won = game.winner == "person"
        text.append(
            "You win!\n" if won else f"The {view.opponent} wins.\n",
            _GOOD_NEWS if won else _BAD_NEWS,
        )
        text.append(f"{_last_word(view)}\n")
        text.append("n", _STRONG)
        text.append(" new game · ")
        text.append("u", _STRONG)
        text.append(" take back · ")
        text.append("q", _STRONG)
        text.append(" quit\n")
        return
    number = len(game.moves) + 1
    if game.turn == "person":
        text.append("Your turn", _STRONG)
        text.append(f" (move {number}{_begins(game)})\n")
    else:
        text.append(f"The {view.opponent}'s turn", _STRONG)
        text.append(f" (move {number}{_begins(game)})\n")
    text.append(f"{view.thinking}\n", _FAINT)


def _begins(game: NimGame) -> str:
    return ", you begin" if game.first == "person" and not game.moves else ""


def _last_word(view: View) -> str:
    game = view.game
    count = len(game.moves)
    if not count:
        return "Nothing fits on this board."
    last = "You" if game.side_of(count - 1) == "person" else f"The {view.opponent}"
    return f"{last} placed the last of {count} block{'s' if count > 1 else ''}."


def _add_pieces(text: Text, view: View) -> None:
    """The names of all pieces: the one in the hand in brackets, those that fit nowhere in faint
    letters."""
    fitting = {placement.piece.name for placement in view.game.placements}
    in_hand = view.cursor.number if view.cursor is not None else 0
    pieces = list(view.game.pieces)
    # If there are many, only those around the one in the hand.
    first = max(0, min(in_hand - _MOST_PIECES // 2, len(pieces) - _MOST_PIECES))
    used = 0
    for number, piece in list(enumerate(pieces))[first : first + _MOST_PIECES]:
        name = printable(piece.name)
        held = view.cursor is not None and number == in_hand and bool(fitting)
        label = f"[{name}]" if held else f" {name} " if piece.name in fitting else f" {name}-"
        if used + cell_len(label) > PANEL_WIDTH - 3:
            text.append("\n")
            used = 0
        used += cell_len(label)
        colour = piece_colour(piece.name)
        if held:
            text.append(label, Style(color="#000000", bgcolor=colour, bold=True))
        elif piece.name in fitting:
            text.append(label, Style(color=colour, bold=True))
        else:
            text.append(label, Style(color="#505860"))
    text.append("\n")
    if len(pieces) > _MOST_PIECES:
        text.append(f"{in_hand + 1} of {len(pieces)} pieces\n", _FAINT)


def _winner(view: View) -> tuple[str, Style]:
    if not view.winner_is_known:
        return "…", _FAINT
    if view.outcome is None:
        return "not known yet", _FAINT
    person_wins = (view.outcome == "N") == (view.game.turn == "person")
    return ("you win", _GOOD_NEWS) if person_wins else (f"the {view.opponent} wins", _BAD_NEWS)


def _add_regions(text: Text, regions: Sequence[RegionValue]) -> None:
    text.append("\nregion  cells  wins        genus\n", _FAINT)
    for number, value in enumerate(regions[:_MOST_REGIONS], 1):
        meaning = {"N": "N next", "P": "P previous", None: "?"}[value.outcome]
        genus = value.canonical.genus if value.canonical else "?"
        style = Style(color="#000000", bgcolor=region_colour(number), bold=True)
        text.append(region_name(number).center(4), style)
        text.append(f"    {value.region.size:5}  {meaning:10}  {_cut(genus, 9)}\n")
    if len(regions) > _MOST_REGIONS:
        text.append(f"and {len(regions) - _MOST_REGIONS} more\n", _FAINT)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"
