"""The leader: whatever workers do, and however often they are lost, the answer is the oracle's."""

from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from job_crews import CapriciousCrew, blunt, fresh_each_time, with_one_solver
from strategies import rows_of

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.boxes import Box
from cgt.placement.game import PlacementGame
from cgt.placement.jobs.kept import Setup
from cgt.placement.jobs.leader import JobCounts, Leader, Lengths
from cgt.placement.jobs.positions import Position
from cgt.placement.jobs.solver import JobSolver
from cgt.placement.jobs.tree import Tree
from cgt.placement.solver import Solver

PLAYS = ("misere", "normal")
SHORT = Lengths(first=1, least=1, share=0.0)
# The most empty cells on which the oracle can still try every move.
MOST_CELLS = {"tetromino": 16, "domino": 10, "tromino": 12, "SZ": 16, "L": 16, "omino:1": 5}
MEMORY = 2**22
SEEDS = st.integers(0, 2**32 - 1)


def setup_for(game: PlacementGame, side: int = 6, memory: int = MEMORY) -> Setup:
    return Setup(game, Box(side, side), memory)


def expected(grid: Grid, name: str, play: str) -> str:
    empty = oracles.empty_cells(rows_of(grid))
    shapes = tuple(frozenset(cells) for cells in piece_set(name).shapes)
    return "N" if oracles.wins(empty, shapes, play) else "P"


@st.composite
def small_boards(draw: st.DrawFn) -> tuple[Grid, str]:
    name = draw(st.sampled_from(sorted(MOST_CELLS)))
    most = MOST_CELLS[name]
    width = draw(st.integers(1, 5))
    height = min(6, most // width + 1)
    cells = [(row, column) for row in range(height) for column in range(width)]
    filled = draw(st.sets(st.sampled_from(cells), min_size=max(0, len(cells) - most), max_size=6))
    return Grid.of_size(width, height, filled), name


@settings(max_examples=100)
@given(
    small_boards(),
    st.sampled_from(PLAYS),
    st.integers(1, 9),
    st.sampled_from((0.0, 0.4)),
    SEEDS,
)
def test_the_leader_alone_finds_out_who_wins(
    board: tuple[Grid, str],
    play: str,
    workers: int,
    loses: float,
    seed: int,
) -> None:
    """Workers that know only the rules, give up by chance and die by chance."""
    grid, name = board
    game, chance = PlacementGame(name, play), Random(seed)
    crew = CapriciousCrew(blunt(game, chance, gives_up=0.2), workers, chance, loses)
    leader = Leader(setup_for(game), crew, Tree(), SHORT)
    assert leader.outcome(Position.of(grid, game), UNLIMITED) == expected(grid, name, play)


@settings(max_examples=40)
@given(
    small_boards(),
    st.sampled_from(PLAYS),
    st.integers(1, 4),
    st.sampled_from((0, 900 * 3, 900 * 40)),
    st.sampled_from((2**17, MEMORY)),
    SEEDS,
)
def test_the_answer_is_the_same_with_any_number_of_workers_and_any_memory(
    board: tuple[Grid, str],
    play: str,
    workers: int,
    tree_memory: int,
    memory: int,
    seed: int,
) -> None:
    grid, name = board
    game, chance = PlacementGame(name, play), Random(seed)
    setup = setup_for(game, memory=memory)
    crew = CapriciousCrew(with_one_solver(setup), workers, chance, 0.2)
    leader = Leader(setup, crew, Tree(tree_memory), SHORT)
    found = leader.outcome(Position.of(grid, game), UNLIMITED)
    is_enough = memory == MEMORY
    assert found == expected(grid, name, play) or (found is None and not is_enough)


@pytest.mark.parametrize(
    ("name", "width", "height"), [("domino", 5, 5), ("tetromino", 5, 6), ("tromino", 4, 6)]
)
@pytest.mark.parametrize("play", PLAYS)
def test_boards_that_take_many_jobs(name: str, width: int, height: int, play: str) -> None:
    game, grid = PlacementGame(name, play), Grid.of_size(width, height)
    right = Solver.for_boards([grid], game).outcome(grid)
    for workers in (1, 7):
        crew = CapriciousCrew(fresh_each_time, workers, Random(1), 0.1)
        leader = Leader(setup_for(game), crew, Tree(), Lengths(first=1, least=16))
        assert leader.outcome(Position.of(grid, game), UNLIMITED) == right


@pytest.mark.parametrize(("width", "height", "nimber"), [(4, 5, 2), (4, 7, 3), (5, 5, 0)])
def test_published_nimbers_by_jobs(width: int, height: int, nimber: int) -> None:
    """Schneider (2009)."""
    game = PlacementGame("domino", "normal")
    solver = job_solver(game, 3, box=(7, 5))
    assert solver.nimber(Grid.of_size(width, height)) == nimber
    assert solver.counts.done > 0


def job_solver(
    game: PlacementGame, workers: int, *, box: tuple[int, int] = (6, 6), loses: float = 0.0
) -> JobSolver:
    crew = CapriciousCrew(fresh_each_time, workers, Random(workers), loses)
    return JobSolver(
        game, crew, box=box, memory=2**24, lengths=Lengths(first=1, least=64), seconds_alone=0.0
    )


def test_several_regions_are_valued_one_after_the_other() -> None:
    game = PlacementGame("domino", "normal")
    grid = Grid("....#.....|....#.....|....#.....|....#.....")
    expected_nimber = Solver.for_boards([grid], game).nimber(grid)
    assert job_solver(game, 2, box=(10, 4)).nimber(grid) == expected_nimber


@pytest.mark.parametrize(("name", "size"), [("tetromino", (5, 6)), ("domino", (3, 6))])
def test_a_winning_move_is_known_without_a_search(name: str, size: tuple[int, int]) -> None:
    game, grid = PlacementGame(name), Grid.of_size(*size)
    solver = job_solver(game, 2, box=(6, 5))
    assert solver.outcome(grid) == "N"
    known = [move.leaves for move in game.moves(grid) if solver.known(move.leaves) == "P"]
    right = Solver.for_boards([grid], game)
    assert known
    assert all(right.outcome(leaves) == "P" for leaves in known)


def test_when_the_time_is_up_nothing_is_said() -> None:
    game = PlacementGame()
    crew = CapriciousCrew(fresh_each_time, 2, Random(1))
    leader = Leader(setup_for(game, 8), crew, Tree(), Lengths(first=1, least=8))
    assert leader.outcome(Position.of(Grid.of_size(8, 8), game), Limits.of(seconds=0.5)) is None
    assert leader.counts.answered < leader.counts.moves


def test_a_crew_in_which_nobody_survives_is_an_error() -> None:
    game = PlacementGame()
    crew = CapriciousCrew(fresh_each_time, 2, Random(1), loses=1.0)
    with pytest.raises(CgtError, match="one after the other"):
        Leader(setup_for(game), crew, Tree()).outcome(
            Position.of(Grid.of_size(6, 6), game), UNLIMITED
        )


class StoppedError(Exception):
    """The run is over."""


def solver_of_blunt_jobs(game: PlacementGame, chance: Random, most: int | None = None) -> JobSolver:
    """A solver that leaves all to the leader; after so many jobs the run is over."""
    crew = CapriciousCrew(blunt(game, chance), 3, chance, 0.1)

    def tell(counts: JobCounts) -> None:
        if most is not None and counts.done >= most:
            raise StoppedError

    return JobSolver(
        game, crew, box=(6, 6), memory=2**24, lengths=SHORT, seconds_alone=0.0, tell=tell
    )


@settings(max_examples=30)
@given(
    small_boards(),
    st.sampled_from(PLAYS),
    st.integers(0, 30),
    SEEDS,
)
def test_half_way_through_it_can_be_saved_and_resumed(
    board: tuple[Grid, str], play: str, jobs: int, seed: int
) -> None:
    grid, name = board
    game, chance = PlacementGame(name, play), Random(seed)
    with TemporaryDirectory() as folder:
        path = Path(folder, "checkpoint")
        before = solver_of_blunt_jobs(game, chance, jobs)
        with suppress(StoppedError), Checkpoint(path).keeping(before):
            before.outcome(grid)
        after = solver_of_blunt_jobs(game, chance)
        with Checkpoint(path).keeping(after):
            assert after.state() == before.state()
            assert after.outcome(grid) == expected(grid, name, play)
