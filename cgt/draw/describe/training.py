"""Training: the weights that a run found, how it found them, and how good they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from cgt.common.statistics import Statistics
from cgt.draw.describe.words import Description, Sentence, trust_sentences
from cgt.train.run import TrainingRun
from cgt.train.trainer import Record

_MOST_STEPS = 12  # in a table; of more, some are shown
_TRAINERS = {"anneal": "annealing", "genetic": "a genetic algorithm", "cma": "CMA-ES"}


def training_title(trainer: str, rules: str) -> str:
    """How was trained, and for which rules.

    >>> training_title("cma", "bag")
    'Training by CMA-ES, rules: bag'
    """
    return f"Training by {_TRAINERS.get(trainer, trainer)}, rules: {rules}"


@dataclass(frozen=True)
class Trained:
    """A run, its final weights, the fitness they were trained for, and their fitness in games that
    were not trained on, if that was measured."""

    run: TrainingRun
    weights: Mapping[str, float]
    fitness: str
    measured: Statistics | None = None


def told_steps(trained: Trained) -> list[Record]:
    """The steps that a table shows: the first, the last, and some in between."""
    history = trained.run.history
    every = -(-len(history) // _MOST_STEPS)
    return [
        record
        for record in history
        if record.step == 1 or record.step % every == 0 or record is history[-1]
    ]


def describe_training(trained: Trained) -> Description:
    """How good the weights are, and whether the run finished."""
    measured, sentences = trained.measured, []
    if measured is not None:
        games = f"{measured.games:,} games that were not trained on"
        low, high = measured.interval
        sentences += [
            Sentence("verdict", f"{trained.fitness} in {games}: {measured.mean:,.1f}"),
            Sentence("how", f"({low:,.1f} to {high:,.1f} with 95 % confidence)"),
        ]
    if trained.run.interrupted:
        sentences.append(Sentence("note", "interrupted"))
    sentences += trust_sentences(trained.run.trusts)
    return Description("", tuple(sentences))


def training_data(trained: Trained) -> dict[str, Any]:
    """The same for scripts."""
    run, measured = trained.run, trained.measured
    return {
        "best": dict(trained.weights),
        "best_fitness": None if run.best is None else run.best.fitness,
        "held_out": None
        if measured is None
        else {
            "games": measured.games,
            "mean": measured.mean,
            "standard_error": measured.standard_error,
            "interval": list(measured.interval),
        },
        "history": [asdict(record) for record in run.history],
        "ended": run.ended,
        "interrupted": run.interrupted,
        "trusts": run.trusts,
    }
