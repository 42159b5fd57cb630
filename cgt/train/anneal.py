"""Simulated annealing, with the schedule of S. Park's Tetris project (Sogang University, 2019).

The temperature starts at 1000 and falls by a constant factor with every step; below 10⁻³ the run
ends. A step plays 16 games with weights drawn around the present ones and takes the 12.5 % trimmed
mean of their fitness. Better weights are accepted; worse ones only with a probability that shrinks
with the temperature.

Park draws around "the best vector so far" in one place and around "the present state" in another.
If the first were meant literally, accepting weights would change nothing. So by default new weights
are drawn around those accepted last; `around` chooses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal

from cgt.common.errors import CgtError
from cgt.train import Vector
from cgt.train.chance import Use, generator
from cgt.train.trainer import Options, Scored, Trainer, at_least, positive, share

Around = Literal["current", "best"]


@dataclass(frozen=True)
class AnnealingOptions(Options):
    """How to anneal. Park's values are the defaults, where there are any.

    The temperature falls by the factor `cooling` with every step; if that is not given, by a factor
    that makes the run end after exactly `steps` steps. Each weight is drawn from a normal
    distribution of the given
    `variance`, which is in the scale of Park's weights (tens to thousands); for weights of
    another size, `scale` stretches the distance. `trimmed` is the share of games left out at either
    end. With `replay`, the present weights play again in every step, the same games as their
    challenger: twice the games, but a lucky measurement is not kept.
    """

    games: int = 16
    steps: int = 200
    start: Vector | None = None
    start_temperature: float = 1000.0
    end_temperature: float = 1e-3
    cooling: float | None = None
    k: float = 0.01
    variance: float = 50.0
    scale: float = 1.0
    trimmed: float = 0.125
    around: Around = "current"
    replay: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least("steps", self.steps, 1)
        for name in ("start_temperature", "end_temperature", "k", "variance", "scale"):
            positive(name, getattr(self, name))
        if self.start_temperature < self.end_temperature:
            raise CgtError("start_temperature is not less than end_temperature")
        if self.cooling is not None and not 0 < self.cooling < 1:
            raise CgtError(f"cooling is a factor between 0 and 1, not {self.cooling}")
        share("trimmed", self.trimmed)
        if self.trimmed >= 0.5:
            raise CgtError("trimmed is less than 0.5: some games must be left")
        if self.around not in ("current", "best"):
            raise CgtError(f"around is current or best, not {self.around!r}")

    def temperature(self, step: int) -> float:
        """The temperature in a step, counted from 0."""
        ratio = self.end_temperature / self.start_temperature
        # Minus a half: the last step is still well above the end, the next one well below.
        cooling = ratio ** (1 / (self.steps - 0.5)) if self.cooling is None else self.cooling
        return float(self.start_temperature * cooling**step)


class Annealing(Trainer[AnnealingOptions, Scored | None]):
    """Simulated annealing. Its state is the present weights, or None before the first step."""

    name = "anneal"

    def __init__(self, features: Sequence[str], options: AnnealingOptions, seed: int = 1) -> None:
        """Raises CgtError if the start is not one of these features."""
        super().__init__(features, options, seed, None)
        self._begin = self._start(options.start)

    @property
    def ended(self) -> str:
        end = self.options.end_temperature
        if self.options.temperature(self.step) >= end:
            return ""
        return f"the temperature is below {end:g}"

    def _candidates(self) -> list[Vector]:
        """The challenger, then the present weights if they play, too."""
        current = self._now.state
        present = self._begin if current is None else current.weights
        centre = present
        if self.options.around == "best" and self.best is not None:
            centre = self.best.weights
        chance = generator(self.seed, Use.CANDIDATES, self.step)
        distance = math.sqrt(self.options.variance) * self.options.scale
        drawn = (chance.standard_normal(len(centre)) * distance).tolist()
        challenger = tuple(w + d for w, d in zip(centre, drawn, strict=True))
        if current is None or self.options.replay:
            return [challenger, present]
        return [challenger]

    def _learn(self, candidates: list[Scored]) -> tuple[Scored, list[float]]:
        challenger = candidates[0]
        current = candidates[1] if len(candidates) > 1 else self._now.state
        assert current is not None  # it was played in the first step
        heat = self.options.k * self.options.temperature(self.step)
        chance = generator(self.seed, Use.ACCEPTANCE, self.step)
        accepted = acceptance(-current.fitness, -challenger.fitness, heat) > chance.random()
        seen = [candidate.fitness for candidate in candidates]
        return (challenger if accepted else current), seen

    def _mean(self, fitnesses: Sequence[float]) -> float:
        return trimmed_mean(fitnesses, self.options.trimmed)

    def _final(self) -> Vector:
        assert self._now.state is not None
        return self._now.state.weights

    def _state_as_json(self, state: Scored | None) -> Any:
        return state

    def _state_from_json(self, data: Any) -> Scored | None:
        return None if data is None else self._read_scored(data)


def acceptance(energy: float, new_energy: float, heat: float) -> float:
    """The probability of accepting a new state: exp((e₁ − e₂) / kT), and 1 if it is no worse."""
    if new_energy <= energy:
        return 1.0
    return math.exp((energy - new_energy) / heat)


def trimmed_mean(values: Sequence[float], trimmed: float) -> float:
    """The mean of the values without the given share of them at either end.

    >>> trimmed_mean([100, 1, 2, 3, 4, 5, 6, -50], 0.125)
    3.5
    """
    left_out = math.floor(len(values) * trimmed + 1e-9)  # 0.29 × 100 is meant to be 29
    return fmean(sorted(values)[left_out : len(values) - left_out])
