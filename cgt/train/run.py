"""A run of a trainer: games on several processes, a checkpoint after each step, and the result.

Games are numbered before they are played and their fitnesses come back in that order, so that the
result depends on the seed and not on the number of processes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from cgt.common.alarm import ended_by
from cgt.common.checkpoint import Checkpoint
from cgt.common.checkpoint.described import DescribedState
from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.common.parallel import run_jobs
from cgt.common.statistics import Statistics
from cgt.train import Problem, Vector
from cgt.train.chance import held_out_seeds
from cgt.train.trainer import AnyTrainer, Game, Record, Scored


@dataclass(frozen=True)
class TrainingRun:
    """The result of a run.

    `best` are the weights with the highest fitness measured, `final` those that the trainer
    recommends in the end. Both are of the trained features only, and None if no step was finished.
    `ended` says why the trainer has finished; it is empty if the trainer could continue. `trusts`
    is the checkpoint that the run rests on if that was not made with this machine's key.
    """

    history: tuple[Record, ...]
    best: Scored | None
    final: Vector | None
    ended: str
    interrupted: bool
    trusts: str | None = None


def train(
    trainer: AnyTrainer,
    problem: Problem,
    *,
    steps: int | None = None,
    processes: int | None = 1,
    cluster: str | None = None,
    checkpoint: Checkpoint | str | Path | None = None,
    limits: Limits = UNLIMITED,
    progress: Callable[[Record], object] | None = None,
    on_game: Callable[[int, int], object] | None = None,
) -> TrainingRun:
    """Trains until `steps` steps are done in all, or until the trainer ends by itself.

    A run whose checkpoint exists is resumed; the checkpoint is replaced after every step.
    `progress` is called after every step, `on_game` after every game with its number in the step
    and how many there are. Ctrl-C, or the end of the time allowed, ends the run after the last
    finished step. Raises CgtError if the trainer and the problem have different features, or if the
    checkpoint is damaged, of another run, not to be trusted, or cannot be written; if it cannot be
    written later, the run goes on.
    """
    if trainer.features != problem.trained:
        raise CgtError("the trainer and the problem have different features")
    if steps is None and not trainer.can_end:
        raise CgtError(
            f"the trainer {trainer.name} never ends by itself: it needs a number of steps"
        )
    about = {**trainer.about(), "fixed": dict(problem.fixed), "about": problem.about}
    kept = Checkpoint.at(checkpoint)
    interrupted = False
    with kept.keeping(DescribedState("training", trainer, about)):
        try:
            while (steps is None or trainer.step < steps) and not trainer.ended:
                games = trainer.ask()
                fitnesses = []
                with ended_by(limits, "training"):
                    for fitness in _played(problem, games, processes, cluster):
                        fitnesses.append(fitness)
                        if on_game is not None:
                            on_game(len(fitnesses), len(games))
                record = trainer.tell(fitnesses)
                kept.save()
                if progress is not None:
                    progress(record)
        except KeyboardInterrupt:
            interrupted = True
        except LimitError:
            if not limits.is_over():
                raise
            interrupted = True
    return TrainingRun(
        trainer.history, trainer.best, trainer.final, trainer.ended, interrupted, kept.trusts
    )


def held_out(
    problem: Problem,
    weights: Sequence[float],
    games: int,
    seed: int = 1,
    processes: int | None = 1,
    cluster: str | None = None,
) -> Statistics:
    """The fitness of weights of the trained features, in games that training never plays."""
    jobs = [Game(tuple(weights), game) for game in held_out_seeds(seed, games)]
    return Statistics.of(_played(problem, jobs, processes, cluster))


def how_found(
    trainer: AnyTrainer, run: TrainingRun, measured: Statistics | None = None
) -> list[str]:
    """How weights were found, for the comments of their file: the trainer and its options, the
    seed, the steps and games, the fitness in training, and the fitness in other games."""
    history = run.history
    games = history[-1].evaluations if history else 0
    options = ", ".join(f"{key}={value}" for key, value in asdict(trainer.options).items())
    lines = [
        f"trainer: {trainer.name}, seed {trainer.seed}, {len(history)} steps, {games} games",
        f"options: {options}",
    ]
    if run.best is not None:
        lines.append(
            f"best fitness in training: {run.best.fitness:.6g}, "
            f"of {trainer.options.games} games (chosen for being high)"
        )
    if run.trusts is not None:
        lines.append(f"rests on a checkpoint not made with this machine's key: {run.trusts}")
    if measured is not None and not math.isnan(measured.mean):
        low, high = measured.interval
        lines.append(
            f"fitness in {measured.games} other games: {measured.mean:.6g} "
            f"({low:.6g} to {high:.6g} with 95 % confidence)"
        )
    return lines


def _played(
    problem: Problem, games: Iterable[Game], processes: int | None, cluster: str | None
) -> Iterator[float]:
    jobs = ((problem.complete(game.weights), game.seed) for game in games)
    return run_jobs(partial(_play, problem.fitness), jobs, processes, cluster)


def _play(fitness: Callable[[Vector, int], float], game: tuple[Vector, int]) -> float:
    return float(fitness(*game))
