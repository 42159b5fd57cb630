"""A game of a placement game as a film: the board move by move, with what each move leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cgt.board.grid import Grid
from cgt.board.polyomino import Placement
from cgt.board.regions import label_regions
from cgt.draw.boards import Placed, board_drawing
from cgt.draw.describe.boards import board_words
from cgt.draw.figures import figure
from cgt.draw.film import film
from cgt.draw.svg import Drawing
from cgt.placement.game import PlacementGame

_SECONDS = 1.6  # enough to see the move and to read the line under it


@dataclass(frozen=True)
class PlayedGame:
    """A game that is over: the board it began on, its moves, and the names of the players, of whom
    the first begins."""

    start: Grid
    game: PlacementGame
    moves: Sequence[Placement]
    players: tuple[str, str]

    @property
    def winner(self) -> str:
        """Who has won."""
        first_wins = (len(self.moves) % 2 == 0) == (self.game.outcome_when_over == "N")
        return self.players[0] if first_wins else self.players[1]


def game_film(played: PlayedGame) -> Drawing:
    """The game from its first board to its end."""
    first, second = played.players
    title = f"{first} against {second}: {board_words(played.start, played.game)}"
    frames = [
        figure(title, _board(played, number), sentences=_sentences(played, number))
        for number in range(len(played.moves) + 1)
    ]
    return film(frames, f"{title}; {played.winner} wins", _SECONDS)


def _board(played: PlayedGame, number: int) -> Drawing:
    """The board after so many moves: all pieces in their colours, and the regions that are left."""
    made = played.moves[:number]
    grid = played.start.with_filled(cell for move in made for cell in move.cells)
    labels, _ = label_regions(grid, played.game.pieces)
    return board_drawing(grid, labels, [Placed(move.piece.name, move.cells) for move in made])


def _sentences(played: PlayedGame, number: int) -> list[str]:
    """What has just happened, and what follows from it if the game is over."""
    if number == 0:
        return [f"{played.players[0]} begins.", _rule(played.game)]
    mover = played.players[(number - 1) % 2]
    said = [f"{mover} places {played.moves[number - 1].piece.name}."]
    if number == len(played.moves):
        return [*said, f"No piece fits any more: {played.winner} wins."]
    return [*said, _rule(played.game)]


def _rule(game: PlacementGame) -> str:
    loses = "loses" if game.play == "misere" else "wins"
    return f"Whoever places the last piece {loses}."
