"""CMA-ES, through the package cma: it learns the shape of the distribution that it draws weights
from.

The package's own state is not saved, because reading it back would mean running code from the file.
The fitnesses of all generations are saved instead. A resumed run tells them to a new search, which
then asks for the same games as the old one would have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cgt.common.errors import CgtError
from cgt.train import Vector
from cgt.train.chance import Use, generator
from cgt.train.trainer import Options, Scored, Trainer, at_least, finite, positive

_Generations = tuple[tuple[float, ...], ...]  # the fitness of each candidate of each step


@dataclass(frozen=True)
class CmaOptions(Options):
    """How to search: from `start`, or from zero, with first steps of about `sigma0`. Both are in
    the scale of the weights; if steps are `relative`, `sigma0` is a share of each weight of the
    start, where a weight of 0 counts as the smallest of the others. The default population is
    4 + 3 ln n for n weights."""

    games: int = 10
    population: int | None = None
    start: Vector | None = None
    sigma0: float = 1.0
    relative: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.relative and not any(self.start or ()):
            raise CgtError("relative steps need weights to start from that are not all 0")
        if self.population is not None:
            at_least("population", self.population, 4)
        positive("sigma0", self.sigma0)


class Cma(Trainer[CmaOptions, _Generations]):
    """CMA-ES. Its state is the fitnesses of all generations."""

    name = "cma"

    def __init__(self, features: Sequence[str], options: CmaOptions, seed: int = 1) -> None:
        """Raises CgtError if the start is not one of these features, there are too few of them, or
        the package is not installed."""
        super().__init__(features, options, seed, ())
        if len(self.features) < 2:
            raise CgtError("CMA-ES needs at least two weights to train")
        self._begin = self._start(options.start)
        self._kept: _Strategy | None = _Strategy(self._begin, options, seed)

    @property
    def ended(self) -> str:
        """The package's own criteria that are met; `tolx` and the like mean success."""
        reasons = self._strategy(self._now.state).stopped
        return f"cma stopped: {', '.join(reasons)}" if reasons else ""

    def _strategy(self, generations: _Generations) -> _Strategy:
        """The package's strategy after these generations."""
        strategy, self._kept = self._kept, None  # lost if what follows is interrupted
        if strategy is None or strategy.told != generations[: len(strategy.told)]:
            strategy = _Strategy(self._begin, self.options, self.seed)
        for fitnesses in generations[len(strategy.told) :]:
            strategy.tell(fitnesses)
        self._kept = strategy
        return strategy

    def _candidates(self) -> list[Vector]:
        return self._strategy(self._now.state).asked

    def _learn(self, candidates: list[Scored]) -> tuple[_Generations, list[float]]:
        fitnesses = [candidate.fitness for candidate in candidates]
        return (*self._now.state, tuple(fitnesses)), fitnesses

    def _final(self) -> Vector:
        """The centre of the distribution: less subject to luck than any single candidate."""
        return self._strategy(self._now.state).centre

    def _state_as_json(self, state: _Generations) -> Any:
        return {"generations": state, "centre": self._strategy(state).centre}

    def _state_from_json(self, data: Any) -> _Generations:
        generations = tuple(tuple(map(finite, fitnesses)) for fitnesses in data["generations"])
        if self._strategy(generations).centre != self._read_weights(data["centre"]):
            raise CgtError("the run cannot be resumed with another version of cma or NumPy")
        return generations


class _Strategy:
    """The package's strategy, the candidates it asks for, and why it stopped, if it did."""

    def __init__(self, start: Vector, options: CmaOptions, seed: int) -> None:
        try:
            import cma
        except ImportError:
            raise CgtError("CMA-ES needs the package cma: pip install it") from None
        chance = generator(seed, Use.CANDIDATES, 0)
        settings: dict[str, Any] = {
            "randn": lambda *size: chance.standard_normal(size),
            "seed": float("nan"),  # leaves NumPy's global random state alone
            "signals_filename": "",  # reads nothing from the current folder
            "verbose": -9,
        }
        if options.population is not None:
            settings["popsize"] = options.population
        if options.relative:
            least = min(abs(weight) for weight in start if weight)
            settings["CMA_stds"] = [abs(weight) or least for weight in start]
        self._native = cma.CMAEvolutionStrategy(list(start), options.sigma0, settings)
        self.told: _Generations = ()
        self._ask()

    def tell(self, fitnesses: tuple[float, ...]) -> None:
        if len(fitnesses) != len(self.asked):
            raise ValueError("each candidate has one fitness")
        self._native.tell(self._arrays, [-fitness for fitness in fitnesses])  # it minimises
        self.told += (fitnesses,)
        self._ask()

    def _ask(self) -> None:
        # Always in this order, because the package computes some of its state when it is looked at.
        self.stopped: list[str] = list(self._native.stop())
        self.centre: Vector = tuple(self._native.mean.tolist())
        self._arrays = self._native.ask()
        self.asked: list[Vector] = [tuple(array.tolist()) for array in self._arrays]
