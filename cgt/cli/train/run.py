"""A run of cgt train: reads the options, trains, shows the weights found and writes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from cgt.cli.support.show import echo, progress, show_json
from cgt.cli.support.unmade import Unmade
from cgt.common.alarm import ended_by
from cgt.common.errors import LimitError
from cgt.common.files import check_writable
from cgt.common.limits import time_is_up
from cgt.common.names import named
from cgt.draw.charts import check_charts, training_chart
from cgt.draw.describe.training import Trained, training_data, training_title
from cgt.draw.terminal.training import training_text
from cgt.duel.evaluate.features import FEATURE_SETS, FEATURES
from cgt.duel.evaluate.weights import Weights
from cgt.train import Problem
from cgt.train.run import held_out, how_found, train
from cgt.train.tetris import Task
from cgt.train.trainer import AnyTrainer


def first_vector(text: str | None, problem: Problem) -> tuple[float, ...] | None:
    """Weights to start from, in the order of the trained features and with the sign for which
    higher is better."""
    if text is None:
        return None
    weights = Weights.named(text)
    sign = -1 if weights.lowest_is_best else 1
    return tuple(sign * weights.by_feature.get(name, 0.0) for name in problem.trained)


def run_training(make: Callable[[Problem], AnyTrainer], steps: int | None, **shared: Any) -> None:
    """Trains with what `make` gives, by the shared options; raises CgtError, click.Abort."""
    task, limits = _task(shared), shared["limits"]
    if shared["pictures"]:
        shared["limits"] = limits.before_files()
    problem = task.problem()
    trainer = make(problem)
    if shared["pictures"]:
        check_charts()
    if shared["out"] is not None:
        check_writable(shared["out"])  # better now than after an hour
    trained = _trained(trainer, problem, steps, task.fitness, shared)
    name = f"{trainer.name}-{task.rules}"
    unmade = Unmade()
    if shared["out"] is not None:
        found = [f"played: {problem.about}", *how_found(trainer, trained.run, trained.measured)]
        source = f"found by cgt train {trainer.name}"
        weights = Weights(name, dict(trained.weights), source, lowest_is_best=False)
        with unmade.kept():
            weights.write(shared["out"], found)
    if shared["as_json"]:
        show_json(training_data(trained))
    else:
        echo(training_text(trained))
    title = training_title(trainer.name, task.rules)
    with unmade.kept():
        shared["pictures"].write(
            lambda: training_chart(trained.run.history, title, task.fitness), limits=limits
        )
    if trained.run.interrupted and shared["limits"].is_over():
        unmade.add(time_is_up("training"))
    unmade.check()
    if trained.run.interrupted:
        raise click.Abort


def _trained(
    trainer: AnyTrainer, problem: Problem, steps: int | None, fitness: str, shared: dict[str, Any]
) -> Trained:
    """The run, and how good its weights are in games that were not trained on."""
    workers = {"processes": shared["processes"], "cluster": shared["cluster"]}
    with progress() as tell:
        run = train(
            trainer,
            problem,
            steps=steps,
            checkpoint=shared["checkpoint"],
            limits=shared["limits"],
            progress=lambda r: tell(
                f"step {r.step:,}: best so far {r.best:,.1f}, best now {r.step_best:,.1f}, "
                f"mean {r.step_mean:,.1f}"
            ),
            **workers,
        )
        if run.final is None:
            shared["limits"].check("the first step of the training")
            raise click.Abort
        trained = Trained(run, problem.named(run.final), fitness)
        if not shared["held_out"] or run.interrupted:
            return trained
        tell("playing games that were not trained on")
        try:
            with ended_by(shared["limits"], "playing other games"):
                measured = held_out(
                    problem, run.final, shared["held_out"], shared["seed"], **workers
                )
        except KeyboardInterrupt:
            return replace(trained, run=replace(run, interrupted=True))
        except LimitError:
            if not shared["limits"].is_over():
                raise
            return replace(trained, run=replace(run, interrupted=True))
    return replace(trained, measured=measured)


def _task(shared: dict[str, Any]) -> Task:
    text = shared["features"]
    known = named(text, FEATURE_SETS)
    listed = (name.strip() for name in text.split(","))
    features = FEATURE_SETS[known] if known else tuple(named(f, FEATURES) or f for f in listed)
    fixed: dict[str, float] = {}
    for text in shared["fixed"]:
        if "=" not in text:
            raise click.BadParameter(f"{text!r} is not FEATURE=WEIGHT", param_hint="--fix")
        for name, weight in Weights.named(text).by_feature.items():
            if name in fixed:
                raise click.BadParameter(f"{name} is fixed twice", param_hint="--fix")
            fixed[name] = weight
    return Task(
        features=features,
        fixed=fixed,
        **{
            key: shared[key]
            for key in ("rules", "fitness", "player", "beam", "max_pieces", "width", "height")
        },
        preview=shared["preview"],
        garbage=shared["garbage"],
        noise=shared["noise"] or None,
    )
