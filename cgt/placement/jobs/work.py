"""A job: one position, searched for a while by a solver that the worker keeps for the next job.

It is what runs on other processes and machines. What is found is who wins, or proof numbers and
what can be said of every position that a move leads to; these become the children of the position
in the leader's tree.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.jobs.kept import KEPT, Setup
from cgt.placement.jobs.positions import Position, followers, key_of, outcome_when_over
from cgt.placement.jobs.tree import UNKNOWN, Child, Numbers, numbers_of
from cgt.placement.solver import Solver


@dataclass(frozen=True)
class Job:
    """A position to search for about `most_nodes` nodes, and no longer than the limits allow.
    `names_move` asks for a move that wins, if there is one."""

    setup: Setup
    key: bytes
    position: Position
    most_nodes: int
    limits: Limits = UNLIMITED
    names_move: bool = False


@dataclass(frozen=True)
class Found:
    """What a job found, and what it cost. `numbers` is None if the search said nothing: because
    even a part of the position took more nodes, or memory or time was short.

    `children` are all positions that moves lead to, unless the position is decided; then they are
    those that are known to be lost, if a winning move was asked for.
    """

    numbers: Numbers | None
    children: tuple[Child, ...]
    nodes: int
    seconds: float


def work(job: Job) -> Found:
    """Does a job with the solver that is kept here."""
    return search(job, KEPT.solvers(job.setup)[0])


def search(job: Job, solver: Solver) -> Found:
    """Does a job with a solver of its game."""
    begin, nodes = time.perf_counter(), solver.nodes
    numbers = _numbers(job, solver)
    children: tuple[Child, ...] = ()
    if numbers is None or numbers.outcome is None:
        children = tuple(_child(one, solver) for one in followers(job.position, solver.game))
    elif job.names_move and numbers.outcome == "N":
        found = (_child(one, solver) for one in followers(job.position, solver.game))
        children = tuple(child for child in found if child.numbers.outcome == "P")
    return Found(numbers, children, solver.nodes - nodes, time.perf_counter() - begin)


def _numbers(job: Job, solver: Solver) -> Numbers | None:
    over = outcome_when_over(job.position, solver.game)
    if over is not None:
        return numbers_of(over)
    found = solver.numbers(*job.position, most_nodes=job.most_nodes, limits=job.limits)
    return None if found is None else Numbers(*found)


def _child(position: Position, solver: Solver) -> Child:
    over = outcome_when_over(position, solver.game)
    known = solver.numbers(*position, most_nodes=0) if over is None else numbers_of(over)
    return Child(key_of(position, solver.game), position, Numbers(*(known or UNKNOWN)))
