"""Checkpoints of the leader's tree: what cannot be one is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from checkpoints import STRANGERS_KEY, content_of, write_resealed
from job_crews import CapriciousCrew, blunt

from cgt.board.grid import Grid
from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError
from cgt.placement.game import PlacementGame
from cgt.placement.jobs.leader import JobCounts, Lengths
from cgt.placement.jobs.positions import Position, key_of
from cgt.placement.jobs.solver import JobSolver

GAME = PlacementGame("domino", "normal")
BOARD = Grid.of_size(3, 3)


class StoppedError(Exception):
    """The run is over."""


def solver(
    game: PlacementGame = GAME, box: tuple[int, int] = (3, 3), most: int = 5, memory: int = 2**24
) -> JobSolver:
    def tell(counts: JobCounts) -> None:
        if counts.done >= most:
            raise StoppedError

    crew = CapriciousCrew(blunt(game, Random(1)), 2, Random(1))
    return JobSolver(
        game,
        crew,
        box=box,
        memory=memory,
        tell=tell,
        lengths=Lengths(first=1, least=1),
        seconds_alone=0,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    kept = tmp_path / "checkpoint"
    work = solver()
    with pytest.raises(StoppedError), Checkpoint(kept).keeping(work):
        work.nimber(BOARD)
    return kept


def load(path: Path, *, trusting: bool = False, **others: Any) -> JobSolver:
    work = solver(**others)
    with Checkpoint(path, trusting=trusting).keeping(work):
        return work


def changed(path: Path, change: Callable[[list[Any]], object]) -> None:
    """Changes the nodes in a file, which then looks as if it had been written that way."""
    first, second = content_of(path).splitlines()
    content = json.loads(second)
    change(content["state"]["positions"])
    write_resealed(path, first + b"\n" + json.dumps(content).encode() + b"\n")


def last(place: int, value: Any) -> Callable[[list[Any]], None]:
    """Changes something about the root, which comes last."""

    def change(nodes: list[Any]) -> None:
        nodes[-1][place] = value

    return change


def test_what_was_saved_is_loaded(path: Path) -> None:
    found = load(path).state()
    assert len(found["positions"]) > 5
    assert found["nodes"] > 0
    assert load(path, most=10**6).nimber(BOARD) == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda nodes: nodes.append(nodes[0]),  # twice
        lambda nodes: nodes.append([1, 2]),
        lambda nodes: nodes.append("N"),
        lambda nodes: nodes.insert(0, nodes.pop()),  # before its children
        last(0, "00"),
        last(0, None),
        last(1, 10**9),
        last(1, 0),
        last(3, "-1"),
        last(3, "fffffffffff"),
        last(4, -1),
        last(5, -1),
        last(6, "many"),
        last(7, []),
        last(7, [10**9]),
        last(7, [-1]),
        last(7, [[]]),
        last(7, "won"),
        last(7, {"to_win": 0, "to_lose": 1}),
        last(7, {"to_win": "NaN", "to_lose": 1}),
        last(7, {"to_win": 1}),
        lambda nodes: nodes.clear() or nodes.append({}),
    ],
)
def test_what_cannot_be_a_tree_is_refused(
    path: Path, change: Callable[[list[Any]], object]
) -> None:
    changed(path, change)
    with pytest.raises(CgtError, match=r"checkpoint"):
        load(path)


@pytest.mark.parametrize(
    ("key", "value"), [("nodes", -1), ("seconds", "NaN"), ("seconds", -1), ("positions", 5)]
)
def test_work_that_cannot_be_is_refused(path: Path, key: str, value: Any) -> None:
    first, second = content_of(path).splitlines()
    content = json.loads(second)
    content["state"][key] = value
    write_resealed(path, first + b"\n" + json.dumps(content).encode() + b"\n")
    with pytest.raises(CgtError, match="damaged"):
        load(path)


def test_another_game_is_refused(path: Path) -> None:
    for game in (PlacementGame("domino"), PlacementGame("tromino", "normal")):
        with pytest.raises(CgtError, match="another run"):
            load(path, game=game)


def test_larger_boards_and_too_little_memory_are_refused(path: Path) -> None:
    with pytest.raises(CgtError, match="larger boards"):
        load(path, box=(2, 2))
    changed(path, lambda nodes: nodes.extend([nodes[0]] * 10**4))
    with pytest.raises(CgtError, match="more memory"):
        load(path, memory=2**22)


def test_a_strangers_tree_is_refused_unless_it_is_trusted(path: Path) -> None:
    write_resealed(path, content_of(path), key=STRANGERS_KEY)
    with pytest.raises(CgtError, match="--trust-checkpoint"):
        load(path)
    assert load(path, trusting=True).state()


def test_a_nimber_that_cannot_be_is_noticed(path: Path) -> None:
    def all_won(nodes: list[Any]) -> None:
        nodes.clear()
        for heap in range(BOARD.empty + 1):
            key = key_of(Position.of(BOARD, GAME, heap), GAME)
            nodes.append([key.hex(), 3, 3, "0", heap, 1, 0, "N"])

    changed(path, all_won)
    with pytest.raises(CgtError, match="cannot be true"):
        load(path, most=10**6).nimber(BOARD)
