"""A run of a trainer: games on several processes, a checkpoint after every step, the outcome.

Games are numbered before they are played and their fitnesses come back in that order, so that the
outcome depends on the seed and not on the number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cgt.common.errors import CgtError
from cgt.common.files import file_exists
from cgt.common.parallel import run_jobs
from cgt.common.statistics import Statistics
from cgt.train import Problem, Weights
from cgt.train.chance import held_out_seeds
from cgt.train.checkpoint import load, save
from cgt.train.trainer import AnyTrainer, Game, Record, Scored


@dataclass(frozen=True)
class Outcome:
    """What a run came to.

    `best` are the weights with the highest fitness measured, `final` those that the trainer stands
    by in the end; both of the trained features only, and None if not one step was finished.
    `ended` says why the trainer has finished, and is empty if it could go on.
    """

    history: tuple[Record, ...]
    best: Scored | None
    final: Weights | None
    ended: str
    interrupted: bool


def train(
    trainer: AnyTrainer,
    problem: Problem,
    *,
    steps: int | None = None,
    processes: int = 1,
    cluster: str | None = None,
    checkpoint: str | Path | None = None,
    progress: Callable[[Record], object] | None = None,
    on_game: Callable[[int, int], object] | None = None,
) -> Outcome:
    """Trains until so many steps are done in all, or until the trainer ends by itself.

    A checkpoint that exists is gone on from; it is replaced after every step. `progress` is called
    after every step, `on_game` after every game with its number in the step and how many there are.
    Ctrl-C ends the run after the last step that was finished. Raises CgtError if the trainer is of
    other features, or the checkpoint is damaged, of another run or cannot be written.
    """
    if trainer.features != problem.trained:
        raise CgtError("the trainer is of other features than the problem")
    if steps is None and not trainer.can_end:
        raise CgtError(f"the trainer {trainer.name} has no end: it needs a number of steps")
    about = {**trainer.about(), "fixed": dict(problem.fixed), "about": problem.about}
    if checkpoint is not None:
        _go_on(trainer, about, checkpoint)
    interrupted = False
    try:
        while (steps is None or trainer.step < steps) and not trainer.ended:
            games = trainer.ask()
            fitnesses = []
            for fitness in _played(problem, games, processes, cluster):
                fitnesses.append(fitness)
                if on_game is not None:
                    on_game(len(fitnesses), len(games))
            record = trainer.tell(fitnesses)
            if checkpoint is not None:
                save(checkpoint, about, trainer.state())
            if progress is not None:
                progress(record)
    except KeyboardInterrupt:
        interrupted = True
        if checkpoint is not None:  # it may have come between a step's end and its saving
            save(checkpoint, about, trainer.state())
    return Outcome(trainer.history, trainer.best, trainer.final, trainer.ended, interrupted)


def held_out(
    problem: Problem,
    weights: Sequence[float],
    games: int,
    seed: int = 1,
    processes: int = 1,
    cluster: str | None = None,
) -> Statistics:
    """The fitness of weights, those of the trained features, in games that no training plays."""
    jobs = [Game(tuple(weights), game) for game in held_out_seeds(seed, games)]
    return Statistics.of(_played(problem, jobs, processes, cluster))


def _go_on(trainer: AnyTrainer, about: dict[str, Any], checkpoint: str | Path) -> None:
    """From a checkpoint, if there is one; if not, it is written now: a file that cannot be written
    is better found out before the first step than after it."""
    if not file_exists(checkpoint):
        save(checkpoint, about, trainer.state())
        return
    state = load(checkpoint, about)
    try:
        trainer.restore(state)
    except CgtError as error:
        raise CgtError(f"{checkpoint}: {error}") from None


def _played(
    problem: Problem, games: Iterable[Game], processes: int, cluster: str | None
) -> Iterator[float]:
    jobs = ((problem.complete(game.weights), game.seed) for game in games)
    return run_jobs(partial(_play, problem.fitness), jobs, processes, cluster)


def _play(fitness: Callable[[Weights, int], float], game: tuple[Weights, int]) -> float:
    return float(fitness(*game))
