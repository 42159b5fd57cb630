"""Levels against each other: many games of the program against itself.

Games come in pairs with the same seed and swapped sides, so that neither the board nor chance
favours anybody.

>>> from cgt.board.grid import Grid
>>> match = play_match(NimGame(Grid.of_size(5, 5)), "hard", "beginner", games=4)
>>> match.wins + match.losses, match.wins >= match.losses
(4, True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cgt.common.limits import Allowed
from cgt.draw.describe.words import Description, Sentence, counted
from cgt.placement.boxes import Box
from cgt.placement.levels import PER_MOVE, Player, level_of
from cgt.placement.thinking import Thinker
from cgt.play.nim.game import NimGame


@dataclass(frozen=True)
class Match:
    """How one level did against another from the start of a game: the games it won and lost, how
    many of its wins it began, and the first of the games, which it began, too."""

    level: str
    against: str
    game: NimGame
    wins: int
    losses: int
    wins_as_first: int
    first_game: NimGame

    @property
    def games(self) -> int:
        return self.wins + self.losses


def describe_match(match: Match) -> Description:
    """Who played, and who won how often."""
    game, board = match.game, match.game.board
    played = f"{board.width}×{board.height}, {game.rules}, seed {game.seed}"
    games = f"{match.wins} of {counted(match.games, 'game')}"
    return Description(
        f"{match.level} against {match.against}, {played}",
        (
            Sentence(
                "verdict",
                f"{match.level} won {games}, {match.wins_as_first} of them as the first to move",
            ),
        ),
    )


def match_data(match: Match, seconds: float) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "level": match.level,
        "against": match.against,
        "games": match.games,
        "wins": match.wins,
        "losses": match.losses,
        "wins_as_first": match.wins_as_first,
        "width": match.game.board.width,
        "height": match.game.board.height,
        "pieces": match.game.rules.pieces.name,
        "play": match.game.rules.play,
        "seed": match.game.seed,
        "seconds": round(seconds, 3),
    }


def play_match(
    game: NimGame,
    level: str,
    against: str,
    *,
    games: int,
    allowed: Allowed = PER_MOVE,
    threads: int = 1,
    progress: Callable[[int], object] = lambda _: None,
) -> Match:
    """Plays games between two levels, all from the position of a game. If their number is odd, the
    first level begins the last one.

    `allowed` is for each move. With one of the `threads`, the same seed gives the same games,
    unless a move takes all its time. `progress` is told after each game how many were played.
    """
    start = NimGame(game.board, game.rules)
    thinker = Thinker(
        game.rules, box=Box.around([game.board]), threads=threads, memory=allowed.memory
    )
    begun, not_begun = [], []
    first_game: NimGame | None = None
    for number in range(games):
        first, second = (level, against) if number % 2 == 0 else (against, level)
        seed = game.seed + number // 2
        players = [Player(level_of(name), thinker, seed, allowed.time) for name in (first, second)]
        one = _played(start, players)
        first_game, first_wins = first_game or one, one.winner == "person"
        if number % 2 == 0:
            begun.append(first_wins)
        else:
            not_begun.append(not first_wins)
        progress(number + 1)
    wins = sum(begun) + sum(not_begun)
    assert first_game is not None, "a match has at least one game"
    return Match(level, against, game, wins, games - wins, sum(begun), first_game)


def _played(game: NimGame, players: list[Player]) -> NimGame:
    """A game played to its end, with the first player in the person's role."""
    while not game.is_over:
        placement = players[len(game.moves) % 2].move(game.board)
        assert placement is not None, "a game that is not over has a move"
        game = game.placed(placement)
    return game
