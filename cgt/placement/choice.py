"""Which move to choose: commands, terminal games and reports all ask here.

The choice is a move that is proven to win within the time limit. If all moves lose, it is the one
that is hardest to answer. If nothing is proven, it is the one after which winning looks hardest for
the opponent. Chance plays no part unless a function takes a source of it. No function here starts a
clock: all stop at the end of the limits that they get. The questions go to a `Solver`, to a
`Thinker`, which can be stopped, or to anything else that has `Answers`.

>>> from cgt.placement.solver import Solver
>>> solver = Solver(largest_side=4)
>>> [move.placement.piece.name for move in winning_moves(Grid("....|...."), solver) or []]
['I', 'J', 'O']
>>> best_move(Grid("....|...."), solver).placement
Placement('I' at row 0, column 0)
>>> given = hint(Grid("....|.###"), solver)
>>> given.kind, given.outcome, given.move.placement
('hardest', 'P', Placement('I' at row 0, column 0))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, Protocol

from cgt.board.grid import Grid
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.game import Move, Outcome, PlacementGame, Replies
from cgt.placement.time_shares import (
    NEXT_MOVE,
    ONE_OF_MANY,
    SECONDS_FOR_HARDEST,
    SECONDS_TO_LOOK,
    WHO_WINS,
)


class Answers(Protocol):
    """Anything that answers questions about positions of a game, as `Solver` does."""

    @property
    def game(self) -> PlacementGame: ...
    def outcome(self, grid: Grid, limits: Limits = ...) -> Outcome | None: ...
    def known(self, grid: Grid, limits: Limits = ...) -> Outcome | None: ...
    def effort_to_win(self, grid: Grid, limits: Limits = ...) -> float | None: ...
    def replies(self, grid: Grid, share: float = ..., limits: Limits = ...) -> Replies | None: ...


HintKind = Literal["winning", "hardest", "likeliest", "over"]


@dataclass(frozen=True)
class Hint:
    """A move to play, and what kind of hint that is. `outcome` is who wins the board, None if that
    is not known.

    `winning`: the move is proven to win. `hardest`: all moves lose, and this one is the hardest to
    answer. `likeliest`: nothing is proven, and after this one winning looks hardest for the
    opponent. `over`: no piece fits, and there is no move.
    """

    kind: HintKind
    outcome: Outcome | None
    move: Move | None


def winning_moves(grid: Grid, answers: Answers, limits: Limits = UNLIMITED) -> list[Move] | None:
    """Every winning move, one for each board up to symmetry; None if some move is not decided."""
    winning = []
    for move in answers.game.moves(grid):
        outcome = answers.outcome(move.leaves, limits)
        if outcome is None:
            return None
        if outcome == "P":
            winning.append(move)
    return winning


def best_move(grid: Grid, answers: Answers, limits: Limits = UNLIMITED) -> Move | None:
    """A winning move, if one is proven within the limits.

    If all moves lose: the one that is hardest to answer, as far as a few seconds of search can
    tell. If nothing is proven: a move that is not known to lose and after which, by the proof
    numbers of the search, winning looks hardest for the opponent. None if no piece fits.
    """
    return hint(grid, answers, limits).move


def winning_or_any_move(
    grid: Grid, answers: Answers, chance: Random, limits: Limits = UNLIMITED
) -> Move | None:
    """The best move if a win is proven within the limits, else any move by chance; None if no piece
    fits."""
    if answers.outcome(grid, limits.share(WHO_WINS)) == "N":
        return best_move(grid, answers, limits)
    moves = answers.game.moves(grid)
    return chance.choice(moves) if moves else None


def move_for_outcome(grid: Grid, outcome: Outcome, answers: Answers, limits: Limits) -> Move | None:
    """A best move of a board whose outcome is known: one that wins, or where all lose the hardest
    to answer, as far as a few seconds of search can tell. None if no piece fits, or if there is not
    enough time."""
    if limits.is_over():
        return None
    moves = answers.game.moves(grid)
    if not moves:
        return None
    if outcome == "N":
        return proven_move(moves, answers, limits)
    return hardest_move(moves, answers, limits.within(SECONDS_FOR_HARDEST))


def hint(
    grid: Grid, answers: Answers, limits: Limits = UNLIMITED, for_move: Limits | None = None
) -> Hint:
    """A move to play wherever a piece fits: the one that `best_move` chooses.

    A win without its move is of no use, so the search for the move of a proven win may have other,
    longer limits, `for_move`.
    """
    moves = answers.game.moves(grid)
    if not moves:
        return Hint("over", answers.game.outcome_when_over, None)
    likely = likeliest_first(moves, answers, limits)
    found = search_moves(grid, moves, answers, limits, else_try=likely, for_proof=for_move)
    if found.wins:
        return Hint("winning", "N", found.move)
    if found.move is not None:
        return Hint("likeliest", None, found.move)
    return Hint("hardest", "P", hardest_move(moves, answers, limits.within(SECONDS_FOR_HARDEST)))


# among given moves


@dataclass(frozen=True)
class Found:
    """A move that is not known to lose, None if all are, and whether it is proven to win."""

    move: Move | None
    wins: bool = False


def search_moves(
    grid: Grid,
    moves: Sequence[Move],
    answers: Answers,
    limits: Limits,
    *,
    else_try: Iterable[Move],
    for_proof: Limits | None = None,
) -> Found:
    """The first move that is proven to win; if there is none, the first of `else_try` that is not
    found to lose.

    Most of the time goes to the question who wins the board. Where that is the player to move, the
    winning move is among `moves`, and if the table has lost its proof, it is repeated within the
    limits `for_proof`, which may be longer.
    """
    outcome = answers.outcome(grid, limits.share(WHO_WINS))
    if outcome == "P":
        return Found(None)
    if outcome == "N":
        proven = proven_move(moves, answers, for_proof or limits)
        if proven is not None:
            return Found(proven, wins=True)
    for move in else_try:
        outcome = answers.outcome(move.leaves, limits.share(NEXT_MOVE))
        if outcome != "N":
            return Found(move, wins=outcome == "P")
    return Found(None)


def proven_move(moves: Sequence[Move], answers: Answers, limits: Limits) -> Move | None:
    """The winning move of a board that is proven to be won, out of all its moves.

    None only if the table no longer has the proof and there is not enough time to repeat it.
    """
    for move in moves:
        if answers.known(move.leaves, limits.within(SECONDS_TO_LOOK)) == "P":
            return move
    # The table has lost the proof. Repeat it in short rounds, each longer than the one before:
    # only the right move needs long.
    likely = list(likeliest_first(moves, answers, limits))
    seconds = SECONDS_TO_LOOK
    while not limits.is_over():
        for move in likely:
            if answers.outcome(move.leaves, limits.within(seconds)) == "P":
                return move
        seconds *= 4
    return None


def hardest_move(moves: Sequence[Move], answers: Answers, limits: Limits) -> Move:
    """The move of a lost board that leaves the smallest share of winning replies, as far as the
    search gets in time. Of several such moves, the first."""
    hardest, least = moves[0], 1.0
    for move in moves:
        if limits.is_over():
            break
        share = _share_of_winning_replies(move.leaves, least, answers, limits.share(ONE_OF_MANY))
        if share < least:
            hardest, least = move, share
    return hardest


def _share_of_winning_replies(grid: Grid, least: float, answers: Answers, limits: Limits) -> float:
    """Among the replies decided within the limits, the share that wins.

    It is 1 if the opponent has won already, or as soon as it can no longer be below `least`. It is
    a half if no reply is decided.
    """
    replies = answers.replies(grid, least, limits)
    if replies is None:
        return 0.5
    if replies.wins >= least * replies.moves:
        return 1.0
    decided = replies.wins + replies.losses
    return replies.wins / decided if decided else 0.5


def likeliest_first(moves: Sequence[Move], answers: Answers, limits: Limits) -> Iterator[Move]:
    """The moves, those first after which winning looks hardest for the opponent; those that are not
    looked at in time come last."""
    efforts = [0.0] * len(moves)
    for number, move in enumerate(moves):
        efforts[number] = answers.effort_to_win(move.leaves, limits) or 0.0
        if limits.is_over():
            break
    for number in sorted(range(len(moves)), key=lambda number: -efforts[number]):
        yield moves[number]
