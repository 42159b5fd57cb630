"""A solver whose long questions are answered by a crew of processes or machines.

It is a `Solver` like any other, and answers the same. Every question is first tried here for a
moment: most boards take no more. What takes longer goes to the crew, job by job. A checkpoint keeps
the leader's tree, not the tables of the workers.

>>> with job_crew(processes=2) as crew:
...     JobSolver(PlacementGame(), crew, box=(5, 5)).outcome(Grid.of_size(5, 5))
'P'
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import reduce
from operator import xor
from typing import Any

from cgt.board.grid import Grid
from cgt.common.checkpoint import Progress
from cgt.common.checkpoint.described import DescribedState
from cgt.common.crew import ClusterCrew, ProcessCrew
from cgt.common.errors import CgtError
from cgt.common.limits import DEFAULT_MEMORY, UNLIMITED, Limits
from cgt.placement.game import Outcome, PlacementGame
from cgt.placement.jobs.checkpoint import restore_tree, tree_state
from cgt.placement.jobs.kept import Setup
from cgt.placement.jobs.leader import USUAL_LENGTHS, JobCounts, JobCrew, Leader, Lengths
from cgt.placement.jobs.positions import Position, key_of
from cgt.placement.jobs.tree import Tree
from cgt.placement.jobs.work import work
from cgt.placement.solver import Solver

_SECONDS_ALONE = 0.25  # several times what it takes to start processes
_LEAST_FOR_JOBS = 1.0  # seconds: it takes some to hear of a job
_PART_OF_TREE = 2  # of the memory here: the rest is for the tables of the solver itself


class JobSolver(Solver):
    """Answers questions about the positions of one game with the help of a crew."""

    def __init__(
        self,
        game: PlacementGame,
        crew: JobCrew,
        *,
        box: tuple[int, int],
        memory: int = DEFAULT_MEMORY,
        worker_memory: int | None = None,
        progress: Progress | None = None,
        tell: Callable[[JobCounts], object] = lambda _: None,
        lengths: Lengths = USUAL_LENGTHS,
        seconds_alone: float | None = None,
    ) -> None:
        """`memory` is for what is kept here, and `worker_memory` for each worker, as much by
        default. `progress` is called while a question is tried here, for `seconds_alone` or a
        moment, and `tell` while the crew works on one."""
        super().__init__(game, box=box, memory=memory - memory // _PART_OF_TREE, progress=progress)
        self._crew = crew
        self._tree_memory = memory // _PART_OF_TREE
        self._setup = Setup(game, self.box, worker_memory or memory)
        self._lengths = lengths
        self._tell = tell
        self._seconds_alone = _SECONDS_ALONE if seconds_alone is None else seconds_alone
        self._asking: int | None = None
        self._leader = self._led(Tree(self._tree_memory))

    def _led(self, tree: Tree) -> Leader:
        return Leader(self._setup, self._crew, tree, self._lengths, self._tell)

    @property
    def counts(self) -> JobCounts:
        """How many jobs there were, and what they cost."""
        return self._leader.counts

    @property
    def nodes(self) -> int:
        """The positions searched so far, here and by all workers."""
        return super().nodes + self._leader.counts.nodes

    @property
    def asking(self) -> int | None:
        """In a search for a nimber, the number that is asked for now."""
        return super().asking if self._asking is None else self._asking

    # questions

    def outcome(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        """`N` if the player to move wins, `P` if the other does."""
        found = self._known_here(grid)
        if found is None:
            found = super().outcome(grid, self._alone(limits))
        if found is None and _is_worth_jobs(limits):
            found = self._leader.outcome(Position.of(grid, self.game), limits)
        return found

    def nimber(self, grid: Grid, limits: Limits = UNLIMITED) -> int | None:
        """The value of a board in normal play."""
        found = super().nimber(grid, self._alone(limits))
        if found is not None or not _is_worth_jobs(limits):
            return found
        found_of_regions: list[int] = []
        for region in self.game.regions(grid):
            value = self._nimber_of_region(region.grid, limits)
            if value is None:
                return None
            found_of_regions.append(value)
        return reduce(xor, found_of_regions, 0)

    def _nimber_of_region(self, grid: Grid, limits: Limits) -> int | None:
        """The first number for which the board beside such a heap is lost."""
        here = super().nimber(grid, self._alone(limits))
        if here is not None:
            return here
        try:
            for heap in range(grid.empty + 1):
                self._asking = heap
                found = self._leader.outcome(Position.of(grid, self.game, heap), limits)
                if found is None:
                    return None
                if found == "P":
                    return heap
        finally:
            self._asking = None
        raise CgtError("what this checkpoint says of a nimber cannot be true")

    def known(self, grid: Grid, limits: Limits = UNLIMITED) -> Outcome | None:
        """The outcome if it is known without a search, else None."""
        return self._known_here(grid) or super().known(grid, limits)

    def _known_here(self, grid: Grid) -> Outcome | None:
        node = self._leader.tree.get(key_of(Position.of(grid, self.game), self.game))
        return None if node is None else node.outcome

    def _alone(self, limits: Limits) -> Limits:
        return limits.within(self._seconds_alone) if _is_worth_jobs(limits) else limits

    # what cgt.common.checkpoint saves and loads

    def save(self, path: str) -> None:
        """Writes the leader's tree to a file."""
        DescribedState("jobs", self, self._run()).save(path)

    def load(self, path: str, size: int) -> None:
        """Reads what `save` wrote. Raises CgtError if it is damaged or of another game."""
        DescribedState("jobs", self, self._run()).load(path, size)

    def _run(self) -> dict[str, Any]:
        """Which game it is: positions of any board can be in one tree."""
        shapes = [[piece.name, *map(str, piece.rotations)] for piece in self.game.pieces]
        return {"pieces": shapes, "play": self.game.play}

    def state(self) -> Any:
        """The leader's tree, and the work that is in it: the length of jobs goes by that."""
        now, earlier = self._leader.counts, self._leader.earlier
        return {
            "positions": tree_state(self._leader.tree),
            "nodes": earlier.nodes + now.nodes,
            "seconds": earlier.seconds + now.seconds,
        }

    def restore(self, state: Any) -> None:
        """Takes the tree of an earlier run; raises CgtError if it cannot be one."""
        tree = Tree(self._tree_memory)
        earlier = restore_tree(state, tree, self.box)
        self._leader = self._led(tree)
        self._leader.earlier = earlier


def job_crew(
    processes: int | None = None, cluster: str | None = None
) -> AbstractContextManager[JobCrew]:
    """Workers for a `JobSolver`: so many processes of this machine, or those of the Dask cluster
    with the scheduler at an address. They are ended, or left, with the context. Raises CgtError if
    the cluster cannot be reached."""
    if cluster is not None:
        return ClusterCrew(work, cluster)
    return ProcessCrew(work, 1 if processes is None else processes)


def _is_worth_jobs(limits: Limits) -> bool:
    left = limits.left()
    return left is None or left > _LEAST_FOR_JOBS
