"""Choosing a move, against trying every move."""

import random
from collections.abc import Callable
from functools import cache

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, rows_of

from cgt.board.grid import Grid
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.choice import (
    Found,
    Hint,
    best_move,
    hardest_move,
    hint,
    likeliest_first,
    move_for_outcome,
    proven_move,
    search_moves,
    winning_moves,
    winning_or_any_move,
)
from cgt.placement.game import Outcome, PlacementGame, Replies
from cgt.placement.solver import Solver

PLAYS = ("misere", "normal")


@cache
def solver(name: str = "tetromino", play: str = "misere", side: int = 8) -> Solver:
    return Solver(PlacementGame(name, play), largest_side=side)


def shapes_of(name: str) -> tuple[oracles.Cells, ...]:
    return tuple(frozenset(cells) for cells in PlacementGame(name).pieces.shapes)


def is_lost(grid: Grid, name: str, play: str) -> bool:
    return not oracles.wins(oracles.empty_cells(rows_of(grid)), shapes_of(name), play)


@settings(max_examples=40)
@given(grids(4, 4), st.sampled_from(["tetromino", "tromino", "L"]), st.sampled_from(PLAYS))
def test_winning_moves_are_those_that_leave_a_lost_board(grid: Grid, name: str, play: str) -> None:
    empty, shapes = oracles.empty_cells(rows_of(grid)), shapes_of(name)
    asked = solver(name, play)
    every = oracles.placements(empty, shapes)
    winning = winning_moves(grid, asked)
    assert winning is not None
    for move in asked.game.moves(grid):
        assert (move in winning) == is_lost(move.leaves, name, play)
    expected = [p for p in every if not oracles.wins(empty - p, shapes, play)]
    assert sum(move.images for move in winning) == len(expected)
    best, hinted = best_move(grid, asked), hint(grid, asked)
    assert (best is None) == (not every)
    assert hinted.outcome == asked.outcome(grid)
    assert hinted.move == best
    assert hinted.kind == ("winning" if winning else "hardest" if every else "over")
    if winning:
        assert best in winning
        assert winning_or_any_move(grid, asked, random.Random(1)) in winning


def share_of_winning_replies(grid: Grid, name: str, play: str) -> float:
    replies = PlacementGame(name).placements(grid)
    won = [is_lost(grid.with_filled(reply.cells), name, play) for reply in replies]
    return sum(won) / len(won) if won else 1.0


@settings(max_examples=30)
@given(grids(4, 4), st.sampled_from(["tetromino", "LJ"]), st.sampled_from(PLAYS))
def test_the_hardest_move_leaves_the_smallest_share_of_winning_replies(
    grid: Grid, name: str, play: str
) -> None:
    """Of several such moves it is the first."""
    moves = PlacementGame(name, play).moves(grid)
    if not moves or not is_lost(grid, name, play):
        return
    shares = [share_of_winning_replies(move.leaves, name, play) for move in moves]
    hardest = moves[shares.index(min(shares))]
    assert hardest_move(moves, solver(name, play), UNLIMITED) == hardest
    assert best_move(grid, solver(name, play)) == hardest


def test_the_hardest_move_of_a_larger_board() -> None:
    grid, asked = Grid.of_size(5, 5), solver()
    best = best_move(grid, asked)
    assert best is not None
    assert best_move(grid, asked) == best

    def share(leaves: Grid) -> float:
        won = sum(move.images for move in winning_moves(leaves, asked) or [])
        return won / len(asked.game.placements(leaves))

    assert share(best.leaves) == min(share(move.leaves) for move in asked.game.moves(grid))


def test_a_move_that_wins_by_symmetry_is_found() -> None:
    """The board is known to be won, but the boards that its moves leave are large."""
    asked = Solver(PlacementGame(play="normal"), largest_side=8)
    best = best_move(Grid.of_size(8, 8), asked)
    assert best is not None
    assert best.placement.cells == ((3, 3), (3, 4), (4, 3), (4, 4))


# limits


def test_without_a_proof_the_choice_is_always_the_same() -> None:
    grid = Grid.of_size(10, 10)
    made = []
    for _ in range(2):
        fresh = Solver(largest_side=10)
        move = best_move(grid, fresh, Limits.of(seconds=0))
        assert move is not None
        assert fresh.game.fits(grid, move.placement)
        made.append(move)
    assert made[0] == made[1]


def test_no_answer_is_given_when_the_time_is_up() -> None:
    big, grid = Solver(largest_side=10), Grid.of_size(10, 10)
    assert winning_moves(grid, big, Limits.of(seconds=0.1)) is None
    given = hint(grid, big, Limits.of(seconds=0.1))
    assert (given.kind, given.outcome) == ("likeliest", None)
    assert given.move in big.game.moves(grid)
    assert best_move(Grid("....|....|####"), big, Limits.of(seconds=5)) is not None


def test_where_nothing_is_proven_chance_may_choose_any_move() -> None:
    big, grid, chance = Solver(largest_side=10), Grid.of_size(10, 10), random.Random(5)
    limits = Limits.of(seconds=0)
    chosen = {winning_or_any_move(grid, big, chance, limits) for _ in range(10)}
    assert len(chosen) > 3
    assert chosen <= set(big.game.moves(grid))
    assert winning_or_any_move(Grid("..."), big, chance) is None


class Forgetful:
    """Knows nothing without a search, and decides a board only when asked for the third time."""

    def __init__(self, solver: Solver) -> None:
        self.game = solver.game
        self._solver = solver
        self._asked: dict[Grid, int] = {}

    def outcome(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        self._asked[grid] = self._asked.get(grid, 0) + 1
        return self._solver.outcome(grid) if self._asked[grid] >= 3 else None

    def known(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        return None

    def effort_to_win(self, grid: Grid, limits: Limits = UNLIMITED) -> float | None:
        return None

    def replies(self, grid: Grid, share: float = 1.0, limits: Limits = UNLIMITED) -> Replies | None:
        return None


def test_a_proven_move_that_was_forgotten_is_proven_again() -> None:
    grid, asked = Grid("....|...."), solver()
    moves = asked.game.moves(grid)
    proven = proven_move(moves, Forgetful(asked), Limits.of(seconds=60))
    assert proven is not None
    assert asked.outcome(proven.leaves) == "P"
    assert proven_move(moves, Forgetful(asked), Limits.of(seconds=0)) is None


class Undecided(Forgetful):
    """Decides the boards after moves at once, but never who wins the board itself."""

    def __init__(self, solver: Solver, board: Grid) -> None:
        super().__init__(solver)
        self._board = board

    def outcome(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        return None if grid == self._board else self._solver.outcome(grid)


def test_the_first_move_is_found_that_is_not_known_to_lose() -> None:
    grid, asked = Grid("....|...."), solver()
    moves = sorted(asked.game.moves(grid), key=lambda move: asked.outcome(move.leaves) == "P")
    losing = [move for move in moves if asked.outcome(move.leaves) == "N"]
    winning = moves[len(losing) :]
    assert losing
    assert winning
    limits, undecided = Limits.of(seconds=10), Undecided(asked, grid)
    found = search_moves(grid, moves, undecided, limits, else_try=moves)
    assert found == Found(winning[0], wins=True)
    found = search_moves(grid, moves, undecided, limits, else_try=moves[::-1])
    assert found == Found(winning[-1], wins=True)
    assert search_moves(grid, losing, undecided, limits, else_try=losing) == Found(None)
    found = search_moves(grid, moves, Forgetful(asked), limits, else_try=moves)
    assert found == Found(moves[0], wins=False)


def test_the_moves_that_look_likeliest_come_first() -> None:
    grid, asked = Grid.of_size(4, 4), Solver(largest_side=4)
    moves = asked.game.moves(grid)
    efforts = {move: asked.effort_to_win(move.leaves) or 0.0 for move in moves}
    likely = list(likeliest_first(moves, asked, UNLIMITED))
    assert set(likely) == set(moves)
    assert [efforts[move] for move in likely] == sorted(efforts.values(), reverse=True)
    assert set(likeliest_first(moves, asked, Limits.of(seconds=0))) == set(moves)


@pytest.mark.parametrize("play", PLAYS)
def test_no_move_is_chosen_when_no_piece_fits(play: str) -> None:
    full, asked = Grid("..#|##."), solver(play=play)
    assert best_move(full, asked) is None
    assert winning_moves(full, asked) == []
    assert hint(full, asked) == Hint("over", asked.game.outcome_when_over, None)


class Noting(Forgetful):
    """Decides nothing but who wins the board, and notes by when each question must be answered."""

    def __init__(self, solver: Solver, board: Grid, outcome: Outcome | None) -> None:
        super().__init__(solver)
        self._known: dict[Grid, Outcome | None] = {board: outcome}
        self.ends: list[float | None] = []

    def outcome(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        self.ends.append(limits.end)
        return self._known.get(grid)

    def known(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        self.ends.append(limits.end)
        return None

    def effort_to_win(self, grid: Grid, limits: Limits = UNLIMITED) -> float | None:
        self.ends.append(limits.end)
        return None

    def replies(self, grid: Grid, share: float = 1.0, limits: Limits = UNLIMITED) -> Replies | None:
        self.ends.append(limits.end)
        return None


@pytest.mark.parametrize("outcome", ["N", "P", None])
@pytest.mark.parametrize("choose", [best_move, hint, winning_moves])
def test_no_question_may_take_longer_than_the_limits(
    choose: Callable[[Grid, Noting, Limits], object], outcome: Outcome | None
) -> None:
    grid, limits = Grid.of_size(6, 6), Limits.of(seconds=0.2)
    noting = Noting(solver(), grid, outcome)
    choose(grid, noting, limits)
    assert noting.ends
    assert all(end is not None and end <= (limits.end or 0) for end in noting.ends)


def test_replies_are_not_asked_about_when_the_time_is_up() -> None:
    grid = Grid.of_size(6, 6)
    noting = Noting(solver(), grid, "P")
    over = Limits.of(seconds=0)
    assert hardest_move(noting.game.moves(grid), noting, over) == noting.game.moves(grid)[0]
    assert move_for_outcome(grid, "P", noting, over) is None
    assert move_for_outcome(grid, "N", noting, over) is None
    assert noting.ends == []


def test_a_solver_whose_time_is_up_is_silent() -> None:
    grid, asked, over = Grid("....|...."), solver(), Limits.of(seconds=0)
    for question in (asked.outcome, asked.known, asked.nimber, asked.ois, asked.canonical):
        assert question(grid, over) is None
    assert asked.effort_to_win(grid, over) is None
    assert asked.replies(grid, limits=over) is None
