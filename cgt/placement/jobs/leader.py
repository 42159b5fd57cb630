"""The leader: decides which position is searched next, by whom it does not care, and for how long.

Jobs are short at first, so that all workers soon have something to do, and become longer with the
work that is done. So there are never many more jobs than workers have hands for, and the leader's
tree stays small. A job is at most a minute long: that much is lost with a worker.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from cgt.common.crew import Crew, Losses
from cgt.common.limits import Limits
from cgt.placement.game import Outcome
from cgt.placement.jobs.kept import Setup
from cgt.placement.jobs.positions import Position, key_of
from cgt.placement.jobs.tree import UNKNOWN, Node, Tree
from cgt.placement.jobs.work import Found, Job

JobCrew = Crew[Job, Found]

_SECONDS_BETWEEN_LOOKS = 0.5
_TRIES = 3  # jobs that said nothing about a position, before its moves are tried
_MORE = 4  # times as many nodes for the next try


@dataclass(frozen=True)
class Lengths:
    """How many nodes a job searches: `first` for a board, so that its moves are soon there to be
    shared out; else from `least` on, as a share of all nodes searched so far by one worker, and at
    most so many seconds.

    Measured: workers do not know each other's tables, so what several have to find is found several
    times. The longer a job is, the less of that there is; but the later work is shared out.
    """

    first: int = 1 << 10
    least: int = 1 << 16
    share: float = 1 / 4
    seconds: float = 60.0


USUAL_LENGTHS: Final = Lengths()


@dataclass(frozen=True)
class JobCounts:
    """How far the work is: jobs that are done, are being done and were lost with their worker; the
    nodes and seconds that they took; the positions in the tree; and how many of the moves on the
    board are answered."""

    done: int = 0
    at_work: int = 0
    lost: int = 0
    nodes: int = 0
    seconds: float = 0.0
    positions: int = 0
    moves: int = 0
    answered: int = 0

    def since(self, before: JobCounts) -> JobCounts:
        """What came after an earlier moment."""
        return replace(
            self,
            done=self.done - before.done,
            lost=self.lost - before.lost,
            nodes=self.nodes - before.nodes,
            seconds=self.seconds - before.seconds,
        )


class Leader:
    """Gives out jobs about the positions of one game, and puts together what they find."""

    def __init__(
        self,
        setup: Setup,
        crew: JobCrew,
        tree: Tree,
        lengths: Lengths = USUAL_LENGTHS,
        tell: Callable[[JobCounts], object] = lambda _: None,
    ) -> None:
        self.tree = tree
        self.counts = JobCounts()
        self.earlier = JobCounts()  # of earlier runs, from which this one was resumed
        self._setup = setup
        self._crew = crew
        self._lengths = lengths
        self._tell = tell
        self._losses = Losses()
        self._is_short_of_memory = False

    def outcome(self, position: Position, limits: Limits) -> Outcome | None:
        """Who wins a position; None if time or memory do not suffice to know that. Raises CgtError
        if no worker stays alive."""
        root = self.tree.root(position, key_of(position, self._setup.game))
        while root.outcome is None and not (limits.is_over() or self._is_short_of_memory):
            self._give_jobs(root, limits)
            self.counts = self._counted(root)
            self._tell(self.counts)
            left = limits.left()
            seconds = _SECONDS_BETWEEN_LOOKS if left is None else min(left, _SECONDS_BETWEEN_LOOKS)
            for job, found in self._crew.wait(seconds):
                self.take(job, found)
        self.counts = self._counted(root)
        return root.outcome

    def _give_jobs(self, root: Node, limits: Limits) -> None:
        while self._crew.at_work < self._crew.size:
            job = self.next_job(root, limits)
            if job is None:
                return
            self._crew.give(job)

    def next_job(self, root: Node, limits: Limits) -> Job | None:
        """The job that helps most to decide a root; None if all that help are being done."""
        leaf = self.tree.best_leaf(root)
        if leaf is None:
            return None
        leaf.asked = self._lengths.first if leaf is root and not root.asked else self._length(leaf)
        self.tree.mark(leaf)
        names_move = leaf is root and not leaf.position.heap
        return Job(self._setup, leaf.key, leaf.position, leaf.asked, limits, names_move)

    def _length(self, leaf: Node) -> int:
        """How many nodes the next job about a leaf searches: a power of two, so that jobs can be
        compared. If the last one did not help, a longer one, however long that takes."""
        lengths = self._lengths
        if leaf.asked:
            return leaf.asked * _MORE
        nodes = self.earlier.nodes + self.counts.nodes
        seconds = self.earlier.seconds + self.counts.seconds
        length = max(lengths.least, lengths.share * nodes / max(1, self._crew.size))
        if seconds > 0:
            length = min(length, max(lengths.least, lengths.seconds * nodes / seconds))
        return 1 << round(length).bit_length() - 1

    def take(self, job: Job, found: Found | None) -> None:
        """Takes what a job found, None if it was lost; one of another game is not ours."""
        leaf = self.tree.get(job.key) if job.setup == self._setup else None
        self._count(found)
        if leaf is None or not leaf.is_marked:
            return
        if found is None:
            self.tree.unmark(leaf)
        elif found.numbers is not None and found.numbers.outcome is not None:
            self.tree.learn(leaf, found.numbers)
            self.tree.keep(found.children)
        else:
            self._go_on(leaf, found)

    def _go_on(self, leaf: Node, found: Found) -> None:
        """The moves of a leaf become children, unless a longer search may do, or must."""
        has_ended_early = found.numbers is None and found.nodes < leaf.asked
        if found.numbers is None and not has_ended_early and leaf.tries < _TRIES:
            leaf.tries += 1
            self.tree.unmark(leaf)
            return
        if not self.tree.has_room_for(len(found.children)):
            self.tree.forget_what_does_not_matter()
        if leaf.outcome is None and self.tree.has_room_for(len(found.children)):
            self.tree.expand(leaf, found.children)
        else:
            self._is_short_of_memory = has_ended_early
            self.tree.learn(leaf, found.numbers or UNKNOWN)

    def _count(self, found: Found | None) -> None:
        if found is None:
            self._losses.add(self._crew.size)
            self.counts = replace(self.counts, lost=self._losses.all)
            return
        self._losses.end_row()
        self.counts = replace(
            self.counts,
            done=self.counts.done + 1,
            nodes=self.counts.nodes + found.nodes,
            seconds=self.counts.seconds + found.seconds,
        )

    def _counted(self, root: Node) -> JobCounts:
        moves = root.children or ()
        return replace(
            self.counts,
            at_work=self._crew.at_work if root.outcome is None else 0,
            positions=len(self.tree),
            moves=len(moves),
            answered=sum(child.outcome is not None for child in moves),
        )
