"""What every move of a board is worth: who wins the board that it leaves, and that board's value.

A move is worth what it leaves. `P` is a board that the opponent loses, so the move wins. Moves that
leave the same board up to symmetry are one. What is not found within the limits is None; no move
can use up the time of the others.

>>> from cgt.placement.solver import Solver
>>> solver = Solver(largest_side=4)
>>> for worth in moves_worth(Grid("....|...."), solver)[:4]:
...     move = worth.move
...     print(move.placement.piece.name, move.images, worth.wins, worth.nimber, worth.genus)
I 2 True 1 1^031
J 4 True 1 1^031
O 2 True 1 1^031
J 4 False 0 0^120
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cgt.board.grid import Grid
from cgt.common.alarm import ended_soon_after
from cgt.common.errors import LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.game import Move, Outcome, PlacementGame
from cgt.placement.solver import Solver
from cgt.placement.time_shares import FIRST_ROUND, SECONDS_TO_STOP, WHO_WINS_AFTER_MOVES

BEST_FIRST: dict[Outcome | None, int] = {"P": 0, None: 1, "N": 2}
"""The order of moves by the outcome of what they leave."""


@dataclass(frozen=True)
class MoveWorth:
    """A move, and what is known of the board that it leaves: its outcome, its nimber in normal
    play, and its genus. What is not known is None."""

    move: Move
    outcome: Outcome | None = None
    nimber: int | None = None
    genus: str | None = None

    @property
    def wins(self) -> bool | None:
        """Whether the player who makes the move wins; None if that is not known."""
        return None if self.outcome is None else self.outcome == "P"


def moves_worth(
    grid: Grid, solver: Solver, limits: Limits = UNLIMITED, *, most: int | None = None
) -> list[MoveWorth]:
    """Every move with what it leaves, one for each board up to symmetry: those that win first, then
    those that are not decided, then those that lose.

    Only the first `most` get their nimber and genus; None means all. Raises SizeError if the board
    is too large for the solver.
    """
    moves, outcome = solver.game.moves(grid), solver.known(grid, limits)
    worths = moves_outcomes(moves, outcome, solver, limits.share(WHO_WINS_AFTER_MOVES))
    return with_values(worths, solver, limits, most=most)


def moves_in_time(grid: Grid, game: PlacementGame, limits: Limits) -> list[Move] | None:
    """Every move of a board; None if not even that is known in time."""
    if limits.is_over():
        return None
    try:
        with ended_soon_after(limits, SECONDS_TO_STOP):
            return game.moves(grid)
    except LimitError:
        return None


def moves_outcomes(
    moves: Sequence[Move], outcome: Outcome | None, solver: Solver, limits: Limits
) -> list[MoveWorth]:
    """The moves of a board that has this outcome, if it is known, with the outcomes of what they
    leave, the best first."""
    if outcome == "P":
        return [MoveWorth(move, "N") for move in moves]  # no search is needed
    found: list[Outcome | None] = [None] * len(moves)
    for number, move in enumerate(moves):
        if limits.is_over():
            break
        found[number] = solver.known(move.leaves, limits)
    for time in (limits.share(FIRST_ROUND), limits):  # what is hard gets what the others left over
        undecided = [number for number, outcome in enumerate(found) if outcome is None]
        for done, number in enumerate(undecided):
            if time.is_over():
                break
            share = time.share(1 / (len(undecided) - done))
            found[number] = solver.outcome(moves[number].leaves, share)
        if limits.end is None:
            break  # the memory did not suffice, and would not the next time
    return _best_first([MoveWorth(*each) for each in zip(moves, found, strict=True)])


def with_values(
    worths: Sequence[MoveWorth], solver: Solver, limits: Limits, *, most: int | None = None
) -> list[MoveWorth]:
    """The same with the values of what the first `most` moves leave, the best first."""
    valued = list(worths)
    count = len(valued) if most is None else min(most, len(valued))
    for number in range(count):
        if limits.is_over():
            break
        valued[number] = _with_value(valued[number], solver, limits.share(1 / (count - number)))
    return _best_first(valued)


def _with_value(worth: MoveWorth, solver: Solver, limits: Limits) -> MoveWorth:
    left, play = worth.move.leaves, solver.game.play
    nimber: int | None = None
    if play == "normal":  # a nimber alone takes less than a whole form
        nimber = 0 if worth.outcome == "P" else solver.nimber(left, limits.share(1 / 2))
    form = solver.canonical(left, limits)
    if form is None:
        return replace(worth, nimber=nimber)
    return replace(worth, outcome=form.outcome(play), nimber=form.nimber, genus=form.genus)


def _best_first(worths: list[MoveWorth]) -> list[MoveWorth]:
    return sorted(worths, key=lambda worth: BEST_FIRST[worth.outcome])
