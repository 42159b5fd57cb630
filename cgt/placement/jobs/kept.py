"""The solvers that a worker keeps from job to job, so that what one found helps the next.

A worker is a thread: of a process of its own, or of a worker of a cluster, which may have several.
Only the solvers of the last job are kept; the memory of others is needed.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final

from cgt.placement.boxes import Box
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver


@dataclass(frozen=True)
class Setup:
    """What a worker's solver is made from."""

    game: PlacementGame
    box: Box
    memory: int

    def solver(self, threads: int = 1) -> Solver:
        """A new solver. Raises SizeError if the box is too large."""
        return Solver(self.game, box=self.box, threads=threads, memory=self.memory)


class KeptSolvers(threading.local):
    """The solvers of each thread."""

    def __init__(self) -> None:
        self._setups: tuple[Setup, ...] = ()
        self._solvers: tuple[Solver, ...] = ()

    def solvers(self, *setups: Setup) -> tuple[Solver, ...]:
        """The solvers of a job: those of the last one if they are made in the same way."""
        if self._setups != setups:
            self._setups, self._solvers = (), ()
            self._solvers = tuple(setup.solver() for setup in setups)
            self._setups = setups
        return self._solvers


KEPT: Final = KeptSolvers()
"""Those of this process. A worker is reached by nothing but its jobs, so they have to be here."""
