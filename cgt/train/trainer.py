"""What all trainers have in common: they ask for games, learn from the results, and can be saved.

A trainer's progress is one immutable value, replaced at the end of a step. So whatever interrupts a
step, the trainer is as it was before the step and asks for the same games again.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass, replace
from statistics import fmean
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from cgt.common.errors import CgtError
from cgt.train import Vector
from cgt.train.chance import game_seeds


@dataclass(frozen=True)
class Options:
    """The option of every trainer: how many games measure the fitness of a set of weights."""

    games: int

    def __post_init__(self) -> None:
        """Raises CgtError if an option makes no sense."""
        at_least("games", self.games, 1)


class Game(NamedTuple):
    """A game to play."""

    weights: Vector
    seed: int


class Scored(NamedTuple):
    """Weights, and the fitness that was measured for them."""

    weights: Vector
    fitness: float


@dataclass(frozen=True)
class Record:
    """The result of a step: its number, from 1 on; the games played so far; the best fitness so
    far; and the best and the mean fitness in this step."""

    step: int
    evaluations: int
    best: float
    step_best: float
    step_mean: float


_Options = TypeVar("_Options", bound=Options)
_State = TypeVar("_State")


@dataclass(frozen=True)
class Progress(Generic[_State]):
    """How far a trainer is: its own state, the best weights so far, and its steps."""

    state: _State
    best: Scored | None = None
    history: tuple[Record, ...] = ()


class Trainer(ABC, Generic[_Options, _State]):
    """A way to find weights. `ask` and `tell` make a step."""

    name: ClassVar[str]
    can_end: ClassVar[bool] = True  # by itself, without a number of steps

    def __init__(
        self, features: Sequence[str], options: _Options, seed: int, state: _State
    ) -> None:
        """A trainer of one weight for each of the features, in its first state."""
        self.features = tuple(features)
        self.options = options
        self.seed = seed
        self._now = Progress(state)

    def ask(self) -> list[Game]:
        """The games of the next step; the same games until `tell` gets their results. All weights
        of a step play the same games, so that none is better only because its games were easier."""
        seeds = game_seeds(self.seed, self.step, self.options.games)
        return [Game(weights, seed) for weights in self._candidates() for seed in seeds]

    def tell(self, fitnesses: Sequence[float]) -> Record:
        """Ends a step, given the fitness of each game of `ask`, in that order; raises CgtError if
        one of them is not a finite number."""
        for fitness in fitnesses:
            if not math.isfinite(fitness):
                raise CgtError(f"the fitness of a game is {fitness}, which is not a finite number")
        candidates, games = self._candidates(), self.options.games
        if len(fitnesses) != len(candidates) * games:
            raise ValueError("each game of the step needs one fitness")
        scored = [
            Scored(weights, self._mean(fitnesses[index * games : (index + 1) * games]))
            for index, weights in enumerate(candidates)
        ]
        before = self._now
        best = max(
            scored if before.best is None else [before.best, *scored],
            key=lambda each: each.fitness,
        )
        state, seen = self._learn(scored)
        played = before.history[-1].evaluations if before.history else 0
        record = Record(
            self.step + 1, played + len(fitnesses), best.fitness, max(seen), fmean(seen)
        )
        self._now = Progress(state, best, (*before.history, record))
        return record

    @property
    def step(self) -> int:
        """How many steps are done."""
        return len(self._now.history)

    @property
    def history(self) -> tuple[Record, ...]:
        return self._now.history

    @property
    def best(self) -> Scored | None:
        """The weights with the highest fitness measured in any step. With chance in the games, that
        fitness is likely to be too high: it was chosen for being high."""
        return self._now.best

    @property
    def final(self) -> Vector | None:
        """The weights that the trainer recommends after its last step."""
        return self._final() if self.history else None

    @property
    def ended(self) -> str:
        """Why the trainer is finished; empty if it is not."""
        return ""

    # saved and resumed

    def about(self) -> dict[str, Any]:
        """What identifies this run, as JSON: no other run resumes from its state."""
        return {
            "trainer": self.name,
            "features": list(self.features),
            "seed": self.seed,
            "options": {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in asdict(self.options).items()
            },
        }

    def state(self) -> dict[str, Any]:
        """The progress as JSON."""
        now = self._now
        return {
            "best": now.best,
            "history": [astuple(record) for record in now.history],
            "own": self._state_as_json(now.state),
        }

    def restore(self, state: Any) -> None:
        """Resumes from what `state` returned. Raises CgtError if that is not a state of this
        trainer; the trainer is then as it was."""
        before = self._now
        try:
            best = None if state["best"] is None else self._read_scored(state["best"])
            history = tuple(
                Record(int(step), int(played), *map(finite, values))
                for step, played, *values in state["history"]
            )
            if [record.step for record in history] != list(range(1, len(history) + 1)):
                raise ValueError("steps are missing")
            if (best is None) != (not history):
                raise ValueError("only after a step there is a best")
            own = self._state_from_json(state["own"])
            self._now = replace(before, state=own, best=best, history=history)
            _ = self.final if self.ended else (self.final, self._candidates())  # can it go on?
        except _WRONG_KINDS as error:
            self._now = before
            raise CgtError(f"this is not a state of the trainer {self.name}: {error!r}") from None

    def _read_weights(self, values: Any) -> Vector:
        weights = tuple(map(float, values))
        if len(weights) != len(self.features) or not all(map(math.isfinite, weights)):
            raise ValueError("these are not weights of the features")
        return weights

    def _read_scored(self, values: Any) -> Scored:
        weights, fitness = values
        return Scored(self._read_weights(weights), finite(fitness))

    def _start(self, weights: Vector | None) -> Vector:
        """Where a search starts: at the given weights, or at zero; raises CgtError if they do not
        fit."""
        if weights is None:
            return (0.0,) * len(self.features)
        if len(weights) != len(self.features):
            raise CgtError(
                f"the start has {len(weights)} weights, but {len(self.features)} are to be trained"
            )
        if not all(map(math.isfinite, weights)):
            raise CgtError("the weights of the start must be finite numbers")
        return tuple(map(float, weights))

    # what each kind of trainer has of its own

    def _mean(self, fitnesses: Sequence[float]) -> float:
        """The fitness of weights, from the fitnesses of their games."""
        return fmean(fitnesses)

    @abstractmethod
    def _candidates(self) -> list[Vector]:
        """The weights that play in the next step: always the same in the same state."""

    @abstractmethod
    def _learn(self, candidates: list[Scored]) -> tuple[_State, list[float]]:
        """The state after a step, and the fitnesses that its record is about."""

    @abstractmethod
    def _final(self) -> Vector:
        """The weights to recommend, after at least one step."""

    @abstractmethod
    def _state_as_json(self, state: _State) -> Any: ...

    @abstractmethod
    def _state_from_json(self, data: Any) -> _State:
        """The state from JSON; may raise anything if the data are of the wrong kind."""


AnyTrainer = Trainer[Any, Any]

# What reading data of the wrong kind may raise, in the packages that trainers use, too.
_WRONG_KINDS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError,
    ValueError,
)  # fmt: skip


def finite(value: Any) -> float:
    """A finite number that was saved; raises ValueError."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{number} is not a finite number")
    return number


# options


def at_least(name: str, value: float, least: float) -> None:
    """Raises CgtError if an option is less than `least`, or not a number."""
    if not (math.isfinite(value) and value >= least):
        raise CgtError(f"{name} is at least {least}, not {value}")


def positive(name: str, value: float) -> None:
    """Raises CgtError if an option is not a positive number."""
    if not (math.isfinite(value) and value > 0):
        raise CgtError(f"{name} is a positive number, not {value}")


def share(name: str, value: float) -> None:
    """Raises CgtError if an option is not a share from 0 to 1."""
    if not 0 <= value <= 1:
        raise CgtError(f"{name} is a share from 0 to 1, not {value}")
