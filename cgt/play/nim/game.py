"""A game of a person against the program on a board of a placement game, as a value.

A `NimGame` says what was played, whose turn it is and who has won; it neither draws nor searches. A
move gives a new game, and so does taking one back.

>>> game = NimGame(Grid("....|....|...."), PlacementGame("O"), level="easy", seed=1)
>>> game.turn, game.winner
('person', None)
>>> [first, *_, last] = game.placements
>>> game = game.placed(first).placed(last)
>>> game.board, game.turn, game.winner
(Grid('##..|####|..##'), 'person', 'person')
>>> game.taken_back().moves
()
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from cgt.board.grid import Grid
from cgt.board.polyomino import PieceSet, Placement
from cgt.placement import LEVEL_NAMES
from cgt.placement.game import NIM_TETRIS, IllegalMoveError, PlacementGame, Play
from cgt.placement.proof.player import ProofPlayer

Side = Literal["person", "program"]
SIDES: tuple[Side, Side] = ("person", "program")
LARGEST_SEED = 2**63 - 1


def other(side: Side) -> Side:
    return "program" if side == "person" else "person"


@dataclass(frozen=True)
class NimGame:
    """A game so far: how it began, and its moves in order. `level` and `seed` are the program's."""

    start: Grid
    rules: PlacementGame = NIM_TETRIS
    first: Side = "person"
    level: str = "medium"
    seed: int = 0
    moves: tuple[Placement, ...] = ()

    @property
    def pieces(self) -> PieceSet:
        return self.rules.pieces

    @property
    def play(self) -> Play:
        return self.rules.play

    @cached_property
    def board(self) -> Grid:
        """The board as it is now."""
        return self.start.with_filled(cell for move in self.moves for cell in move.cells)

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """Every possible move now."""
        return tuple(self.rules.placements(self.board))

    # whose turn, and who wins

    def side_of(self, number: int) -> Side:
        """Who makes move `number`, counted from 0."""
        return self.first if number % 2 == 0 else other(self.first)

    @property
    def turn(self) -> Side:
        """Who is to move, or would be if a piece still fitted."""
        return self.side_of(len(self.moves))

    @property
    def is_over(self) -> bool:
        return not self.placements

    @property
    def winner(self) -> Side | None:
        """Who has won, once no piece fits."""
        if not self.is_over:
            return None
        return self.turn if self.rules.outcome_when_over == "N" else other(self.turn)

    @property
    def last_of_program(self) -> Placement | None:
        """The program's last move."""
        for number in reversed(range(len(self.moves))):
            if self.side_of(number) == "program":
                return self.moves[number]
        return None

    # moves

    def fits(self, placement: Placement) -> bool:
        """Whether a placement is a move now."""
        return self.rules.fits(self.board, placement)

    def placed(self, placement: Placement) -> NimGame:
        """The game after a move; raises IllegalMoveError."""
        self.rules.after(self.board, placement)
        return replace(self, moves=(*self.moves, placement))

    @property
    def can_be_taken_back(self) -> bool:
        """Whether the person has made a move."""
        return len(self.moves) > (self.first == "program")

    def taken_back(self) -> NimGame:
        """The game before the person's last move: the program's answer goes, too.

        Raises IllegalMoveError if the person has made no move.
        """
        if not self.can_be_taken_back:
            raise IllegalMoveError("you have made no move to take back")
        keep = len(self.moves) - 1
        if self.side_of(keep) == "program":
            keep -= 1
        return replace(self, moves=self.moves[:keep])

    # other games

    def at_level(self, level: str) -> NimGame:
        """The same game against another level."""
        return replace(self, level=level)

    def again(self, level: str, first: Side) -> NimGame:
        """A new game on the same board, with the next seed."""
        seed = (self.seed + 1) % (LARGEST_SEED + 1)
        return replace(self, level=level, first=first, seed=seed, moves=())


def game_against(proof: ProofPlayer) -> NimGame:
    """A game against a proof, on its board; its winner, which is the program, begins if it says so.
    If such a game is saved, it can be resumed against the strongest level."""
    first: Side = "program" if proof.begins else "person"
    return NimGame(proof.board, proof.game, first=first, level=LEVEL_NAMES[-1])
