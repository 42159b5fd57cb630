"""Simulated annealing as the program of S. Park's Tetris project (2019) does it, which is not quite
what its report says (`cgt.train.anneal`).

The temperature starts at 1000 and falls by a constant factor only when a step is accepted; below
10⁻³ the run ends. Of 16 games those from the third to the sixth best count. A step moves each
weight by 50 · (normal − 0.5). So it drifts, to where more of a feature is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, NamedTuple

from cgt.common.errors import CgtError
from cgt.train import Vector
from cgt.train.anneal import acceptance
from cgt.train.chance import Use, generator
from cgt.train.trainer import Options, Scored, Trainer, finite, positive


@dataclass(frozen=True)
class ProgramOptions(Options):
    """How to anneal as the program does; its values are the defaults.

    A step moves each weight by `distance` times a normal number less a half. That is in the scale
    of Park's weights (thousands); for weights of another size, `scale` stretches it.
    """

    games: int = 16
    start: Vector | None = None
    start_temperature: float = 1000.0
    end_temperature: float = 1e-3
    cooling: float = 0.995
    k: float = 0.005
    distance: float = 50.0
    scale: float = 1.0
    schedule: str = field(default="program", init=False)  # so that checkpoints say which it was

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("start_temperature", "end_temperature", "k", "distance", "scale"):
            positive(name, getattr(self, name))
        if self.start_temperature < self.end_temperature:
            raise CgtError("start_temperature is not less than end_temperature")
        if not 0 < self.cooling < 1:
            raise CgtError(f"cooling is a factor between 0 and 1, not {self.cooling}")

    def temperature(self, accepted: int) -> float:
        """The temperature after so many accepted steps."""
        return float(self.start_temperature * self.cooling**accepted)


class Present(NamedTuple):
    """The present weights, their fitness, and how many steps were accepted so far."""

    weights: Vector
    fitness: float
    accepted: int


class ProgramAnnealing(Trainer[ProgramOptions, Present | None]):
    """Annealing as the program does it. Its state is None before the first step."""

    name = "anneal"

    def __init__(self, features: Sequence[str], options: ProgramOptions, seed: int = 1) -> None:
        """Raises CgtError if the start is not one of these features."""
        super().__init__(features, options, seed, None)
        self._begin = self._start(options.start)

    @property
    def ended(self) -> str:
        end = self.options.end_temperature
        return f"the temperature is below {end:g}" if self.temperature < end else ""

    @property
    def temperature(self) -> float:
        """The present temperature."""
        present = self._now.state
        return self.options.temperature(0 if present is None else present.accepted)

    def _candidates(self) -> list[Vector]:
        """The challenger, and at first also the weights that the search starts from."""
        present = self._now.state
        centre = self._begin if present is None else present.weights
        chance = generator(self.seed, Use.CANDIDATES, self.step)
        # There the lowest total is best, here the highest: the sign is the opposite.
        length = -self.options.distance * self.options.scale
        drawn = (length * (chance.standard_normal(len(centre)) - 0.5)).tolist()
        challenger = tuple(w + d for w, d in zip(centre, drawn, strict=True))
        return [challenger, centre] if present is None else [challenger]

    def _learn(self, candidates: list[Scored]) -> tuple[Present, list[float]]:
        challenger = candidates[0]
        present = self._now.state or Present(*candidates[1], 0)
        heat = self.options.k * self.temperature
        chance = generator(self.seed, Use.ACCEPTANCE, self.step)
        seen = [candidate.fitness for candidate in candidates]
        if acceptance(-present.fitness, -challenger.fitness, heat) > chance.random():
            return Present(*challenger, present.accepted + 1), seen
        return present, seen

    def _mean(self, fitnesses: Sequence[float]) -> float:
        return upper_mean(fitnesses)

    def _final(self) -> Vector:
        assert self._now.state is not None
        return self._now.state.weights

    def _state_as_json(self, state: Present | None) -> Any:
        return state

    def _state_from_json(self, data: Any) -> Present | None:
        if data is None:
            return None
        weights, fitness, accepted = data
        if not isinstance(accepted, int) or accepted < 0:
            raise ValueError("steps that were accepted are a number of them")
        return Present(self._read_weights(weights), finite(fitness), accepted)


def upper_mean(values: Sequence[float]) -> float:
    """The mean of a quarter of the values, those right below the highest eighth: of 16 those from
    the third to the sixth highest. Of few values at least one counts.

    >>> upper_mean(range(16))
    11.5
    """
    first = len(values) // 8
    last = max(first + 1, len(values) * 3 // 8)
    return fmean(sorted(values, reverse=True)[first:last])
