"""What moves are worth, against trying every move on the whole board."""

import oracles
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import grids, rows_of

from cgt.board.grid import Grid
from cgt.common.errors import SizeError
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.analysis import analyse
from cgt.placement.answer import solve
from cgt.placement.game import Outcome, PlacementGame
from cgt.placement.solver import Solver
from cgt.placement.worth import MoveWorth, moves_outcomes, moves_worth

ORDER = {"P": 0, None: 1, "N": 2}


def cells_of(grid: Grid) -> oracles.Cells:
    return oracles.empty_cells(rows_of(grid))


def shapes_of(game: PlacementGame) -> tuple[oracles.Cells, ...]:
    return tuple(frozenset(cells) for cells in game.pieces.shapes)


def expected(game: PlacementGame, left: Grid) -> tuple[str, int, str]:
    """Outcome, nimber and genus of a board, by trying every move."""
    cells, shapes = cells_of(left), shapes_of(game)
    outcome = "N" if oracles.wins(cells, shapes, game.play) else "P"
    return outcome, oracles.nimber(cells, shapes), oracles.genus(cells, shapes)


@pytest.mark.parametrize(
    ("board", "pieces", "genus"),
    [("...", "domino", "1^031"), (".", "domino", "0^120"), ("....|....", "tetromino", "2^20")],
)
def test_the_oracle_knows_published_genera(board: str, pieces: str, genus: str) -> None:
    game = PlacementGame(pieces)
    assert oracles.genus(cells_of(Grid(board)), shapes_of(game)) == genus


@settings(max_examples=8, deadline=None)
@given(
    grids(4, 3),
    st.sampled_from(["tetromino", "tromino", "LJ", "domino"]),
    st.sampled_from(["misere", "normal"]),
)
@example(Grid("....|....|...."), "tetromino", "misere")
@example(Grid("....#|....#|##..."), "tetromino", "normal")
@example(Grid("...|...|..."), "domino", "misere")
@example(Grid("...#|...#|.#.."), "domino", "normal")
@example(Grid("....|....|..##"), "tromino", "misere")
def test_every_move_is_worth_what_it_leaves(grid: Grid, name: str, play: str) -> None:
    game = PlacementGame(name, play)
    worths = moves_worth(grid, Solver.for_boards([grid], game))
    for worth in worths:
        found = (worth.outcome, worth.nimber, worth.genus)
        assert found == expected(game, worth.move.leaves)
        assert worth.wins == (worth.outcome == "P")
    assert sorted(worths, key=lambda worth: ORDER[worth.outcome]) == worths
    every = oracles.placements(cells_of(grid), shapes_of(game))
    assert sum(worth.move.images for worth in worths) == len(every)
    assert {worth.move.placement.cells for worth in worths} <= {tuple(sorted(p)) for p in every}


@settings(max_examples=8, deadline=None)
@given(
    grids(4, 3), st.sampled_from(["tetromino", "tromino"]), st.sampled_from(["misere", "normal"])
)
@example(Grid("....#|....#|##..."), "tetromino", "misere")
@example(Grid("...#.|...#.|...#."), "tromino", "normal")
def test_an_analysis_has_the_value_of_the_whole_board(grid: Grid, name: str, play: str) -> None:
    game = PlacementGame(name, play)
    solver = Solver.for_boards([grid], game)
    found = analyse(grid, solver)
    assert (found.outcome, found.nimber, found.genus) == expected(game, grid)
    assert found.moves == moves_worth(grid, solver)
    solved = solve(grid, solver, moves=1000)
    assert solved.moves is not None
    assert set(solved.moves) == set(found.moves)
    if solved.best_move is not None:
        assert solved.moves[0].move == solved.best_move


def test_several_regions_have_the_genus_of_all_together() -> None:
    """It is not made of the regions' nimbers alone: two heaps of one are won, none is, too."""
    for board, genus in (("....#....|....#....", "0^02"), ("....#....", "0^120")):
        grid = Grid(board)
        assert analyse(grid).genus == genus == expected(PlacementGame(), grid)[2]


def test_only_as_many_values_are_looked_for_as_are_wanted() -> None:
    grid = Grid.of_size(4, 4)
    solver = Solver(largest_side=4)
    whole, some = moves_worth(grid, solver), moves_worth(grid, solver, most=3)
    assert some[:3] == whole[:3]
    assert all(worth.genus is not None for worth in whole)
    assert all((worth.nimber, worth.genus) == (None, None) for worth in some[3:])
    assert [worth.outcome for worth in some] == [worth.outcome for worth in whole]


def test_in_normal_play_a_nimber_is_known_before_the_whole_form_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, grid = PlacementGame("domino", "normal"), Grid("....|....")
    solver = Solver.for_boards([grid], game)
    monkeypatch.setattr(solver, "canonical", lambda *_: None)
    for worth in moves_worth(grid, solver):
        outcome, nimber, _ = expected(game, worth.move.leaves)
        assert (worth.outcome, worth.nimber, worth.genus) == (outcome, nimber, None)


def test_on_a_lost_board_no_move_needs_a_search() -> None:
    grid, solver = Grid.of_size(6, 6), Solver(largest_side=6)
    assert solver.outcome(grid) == "P"
    nodes = solver.nodes
    found = moves_outcomes(solver.game.moves(grid), "P", solver, UNLIMITED)
    assert {worth.outcome for worth in found} == {"N"}
    assert solver.nodes == nodes


# limits


class Clock:
    """A clock that shows what it is set to."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


class Slow(Solver):
    """A solver that takes all the time that it gets for hard boards, which have a corner filled,
    and notes how much that was."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(largest_side=4)
        self.clock = clock
        self.given: dict[Grid, list[float]] = {}

    def known(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        return None

    def outcome(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        left = limits.left()
        assert left is not None
        self.given.setdefault(grid, []).append(left)
        if not grid[0, 0]:
            return super().outcome(grid)
        self.clock.now += left
        return None


def test_each_move_gets_a_fair_share_and_what_is_known_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr("cgt.common.limits.time", clock)
    grid, solver = Grid.of_size(4, 4), Slow(clock)
    moves = solver.game.moves(grid)
    found = moves_outcomes(moves, None, solver, Limits.of(seconds=1.0))
    assert clock.now <= 1.0
    easy = [worth for worth in found if not worth.move.leaves[0, 0]]
    hard = [worth for worth in found if worth.move.leaves[0, 0]]
    assert easy
    assert hard
    assert all(worth.outcome is not None for worth in easy)
    assert all(worth.outcome is None for worth in hard)
    for worth in found:
        least = 0.5 / len(moves)
        assert solver.given[worth.move.leaves][0] >= least
    assert all(len(solver.given[worth.move.leaves]) == 2 for worth in hard)
    assert [ORDER[worth.outcome] for worth in found] == sorted(ORDER[w.outcome] for w in found)


def test_a_board_that_is_not_decided_may_be_by_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    for board, outcome in (("....|....", "N"), ("....|.###", "P")):
        grid, solver = Grid(board), Solver(largest_side=4)
        of_others = solver.outcome
        monkeypatch.setattr(
            solver,
            "outcome",
            lambda asked, limits=UNLIMITED, grid=grid, of=of_others: (
                None if asked == grid else of(asked, limits)
            ),
        )
        assert analyse(grid, solver).outcome == outcome


def test_nothing_is_guessed_when_the_time_is_up() -> None:
    grid = Grid.of_size(10, 10)
    worths = moves_worth(grid, Solver(largest_side=10), Limits.of(seconds=0))
    assert worths
    assert all(worth == MoveWorth(worth.move) for worth in worths)
    assert all(worth.wins is None for worth in worths)
    solved = solve(grid, limits=Limits.of(seconds=0.2), moves=3)
    assert solved.outcome is None
    with pytest.raises(SizeError):
        moves_worth(grid, Solver(largest_side=4))
