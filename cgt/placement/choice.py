"""Which move to choose: everything that picks a move asks here.

A move that wins if one is proven in the time; where all moves lose, the one that is hardest to
answer; where nothing is proven, the one after which it looks hardest for the opponent to win. Never
by chance, unless that is what is asked for. What is asked may be a `Solver`, or a `Thinker` that
can be stopped: anything with `Answers`.

>>> from cgt.placement.solver import Solver
>>> solver = Solver(largest_side=4)
>>> [move.placement.piece.name for move in winning_moves(Grid("....|...."), solver) or []]
['I', 'J', 'O']
>>> best_move(Grid("....|...."), solver).placement
Placement('I' at row 0, column 0)
>>> hint(Grid("....|.###"), solver)
Hint(outcome='P', move=None)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from cgt.board.grid import Grid
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.game import Move, Outcome, PlacementGame
from cgt.placement.time_shares import (
    NEXT_MOVE,
    ONE_OF_MANY,
    SECONDS_FOR_HARDEST,
    SECONDS_FOR_PROOF,
    SECONDS_TO_LOOK,
    WHO_WINS,
)


class Answers(Protocol):
    """Who answers questions about positions of a game, as `Solver` does."""

    @property
    def game(self) -> PlacementGame: ...
    def outcome(self, grid: Grid, limits: Limits = ...) -> Outcome | None: ...
    def known(self, grid: Grid, limits: Limits = ...) -> Outcome | None: ...
    def effort_to_win(self, grid: Grid, limits: Limits = ...) -> float | None: ...


@dataclass(frozen=True)
class Hint:
    """Who wins a board, None if that is not known, and a move that wins if there is one."""

    outcome: Outcome | None
    move: Move | None = None


def winning_moves(grid: Grid, answers: Answers, limits: Limits = UNLIMITED) -> list[Move] | None:
    """Every move that wins, one of each kind; None if not all are known."""
    winning = []
    for move in answers.game.moves(grid):
        outcome = answers.outcome(move.leaves, limits)
        if outcome is None:
            return None
        if outcome == "P":
            winning.append(move)
    return winning


def best_move(grid: Grid, answers: Answers, limits: Limits = UNLIMITED) -> Move | None:
    """A move that wins, if one is proven in the time.

    Where all moves lose, the hardest one, as far as ten seconds tell. Where nothing is proven, a
    move that is not known to lose and after which it looks hardest for the opponent to win, by the
    proof numbers of the search. None if no piece fits.
    """
    moves = answers.game.moves(grid)
    if not moves:
        return None
    outcome = answers.outcome(grid, limits.share(WHO_WINS))
    if outcome == "P":
        return hardest_move(moves, answers, limits.within(SECONDS_FOR_HARDEST))
    known = _known_to_win(moves, answers, limits) if outcome == "N" else None
    return known or likeliest_move(moves, answers, limits)


def winning_or_any_move(
    grid: Grid, answers: Answers, chance: Random, limits: Limits = UNLIMITED
) -> Move | None:
    """The best move where a win is proven in the time, else any; None if no piece fits."""
    if answers.outcome(grid, limits.share(WHO_WINS)) == "N":
        return best_move(grid, answers, limits)
    moves = answers.game.moves(grid)
    return chance.choice(moves) if moves else None


def hint(grid: Grid, answers: Answers, limits: Limits = UNLIMITED) -> Hint:
    """Who wins, as far as the time suffices, and a move that wins.

    A win without a move is of no use: the move of a proven win is looked for much longer.
    """
    outcome = answers.outcome(grid, limits)
    if outcome != "N":
        return Hint(outcome)
    moves = [Move(p, grid.with_filled(p.cells)) for p in answers.game.placements(grid)]
    if not moves:  # misère play, and the other has placed last
        return Hint(outcome)
    move = proven_move(moves, answers, Limits.of(seconds=SECONDS_FOR_PROOF))
    return Hint(outcome, move) if move else Hint(None)


# among given moves


def proven_move(moves: Sequence[Move], answers: Answers, limits: Limits) -> Move | None:
    """The winning one among the moves of a board that is proven to be won.

    None only if neither the table tells nor the time suffices to prove it once more.
    """
    known = _known_to_win(moves, answers, UNLIMITED)
    if known is not None:
        return known
    # The table has lost what was proven: once more, and long for the right move only.
    seconds = SECONDS_TO_LOOK
    while not limits.is_over():
        for move in moves:
            if answers.outcome(move.leaves, limits.within(seconds)) == "P":
                return move
        seconds *= 4
    return None


def _known_to_win(moves: Sequence[Move], answers: Answers, limits: Limits) -> Move | None:
    """The first move that wins without a search."""
    for move in moves:
        if answers.known(move.leaves, limits.within(SECONDS_TO_LOOK)) == "P":
            return move
    return None


def hardest_move(moves: Sequence[Move], answers: Answers, limits: Limits) -> Move:
    """The move of a lost board that leaves the smallest share of winning replies, as far as the
    time tells; of several, the first."""
    hardest, least = moves[0], 1.0
    for move in moves:
        if limits.is_over():
            break
        share = _share_of_winning_replies(move.leaves, least, answers, limits.share(ONE_OF_MANY))
        if share < least:
            hardest, least = move, share
    return hardest


def _share_of_winning_replies(grid: Grid, least: float, answers: Answers, limits: Limits) -> float:
    """The share of placements that win among those that are decided in the time; 1 as soon as it is
    certain not to be below `least` or if the opponent has won already, and a half if nothing is
    decided."""
    replies = answers.game.moves(grid)
    if not replies:
        return 1.0
    enough = least * sum(reply.images for reply in replies)
    won = lost = 0
    for reply in replies:
        outcome = answers.outcome(reply.leaves, limits)
        won += reply.images if outcome == "P" else 0
        lost += reply.images if outcome == "N" else 0
        if won >= enough:
            return 1.0
    return won / (won + lost) if won + lost else 0.5


def likeliest_move(moves: Sequence[Move], answers: Answers, limits: Limits) -> Move:
    """The move after which winning looks hardest; what time is left goes into proving that."""
    likely: list[tuple[float, Move]] = []
    for move in moves:
        effort = answers.effort_to_win(move.leaves, limits)
        likely.append((0.0 if effort is None else effort, move))
        if limits.is_over():
            break
    likely.sort(key=lambda pair: pair[0], reverse=True)
    for _, move in likely:
        if limits.is_over() or answers.outcome(move.leaves, limits.share(NEXT_MOVE)) != "N":
            return move
    return likely[0][1]
