"""cgt train: weights for players of one-player Tetris."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cgt.cli.support import options
from cgt.cli.support.pictures import picture_options

if TYPE_CHECKING:
    from cgt.common.statistics import Statistics
    from cgt.train import Problem
    from cgt.train.run import TrainingRun
    from cgt.train.tetris import Task
    from cgt.train.trainer import AnyTrainer

_Function = TypeVar("_Function", bound=Callable[..., Any])

_SHARED = (
    click.option(
        "--features",
        metavar="SET",
        default="genetic-4",
        help="What is weighed: the name of a set (genetic-4, genetic-5, genetic-8, dellacherie, "
        "bcts, dt, lee, sogang, kravec), or features with commas between them.",
        show_default=True,
    ),
    click.option(
        "--rules",
        type=click.Choice(["sogang", "bag", "simplified"]),
        default="bag",
        help="What is played.",
        show_default=True,
    ),
    click.option("--width", type=int, help="Columns of the well, if not those of the rules."),
    click.option("--height", type=int, help="Rows of the well, if not those of the rules."),
    click.option("--preview", type=int, help="Visible pieces to come, if not those of the rules."),
    click.option(
        "--player",
        type=click.Choice(["greedy", "beam"]),
        default="greedy",
        help="Who uses the weights: greedy sees one piece, beam all that are visible.",
        show_default=True,
    ),
    options.beam,
    click.option(
        "--fitness",
        type=click.Choice(["lines", "score", "survival"]),
        default="lines",
        help="What is to be much: rows cleared, points, or pieces placed.",
        show_default=True,
    ),
    click.option(
        "--max-pieces",
        default=10_000,
        type=click.IntRange(1),
        help="The most pieces in a game: good players hardly ever lose.",
        show_default=True,
    ),
    click.option("--garbage", default=0, help="A row from below after every so many pieces."),
    click.option(
        "--fix",
        "fixed",
        metavar="FEATURE=WEIGHT",
        multiple=True,
        help="A weight that stays as it is. May be given several times.",
    ),
    click.option("--seed", default=1, help="Of all chance.", show_default=True),
    options.processes,
    options.cluster,
    click.option(
        "--checkpoint",
        metavar="FILE",
        type=click.Path(),
        help="Resume from this file if it exists, and save to it after every step.",
    ),
    click.option(
        "--held-out",
        default=100,
        type=click.IntRange(0),
        help="Games for the final figure, with seeds that training never uses.",
        show_default=True,
    ),
    click.option("--out", metavar="FILE", type=click.Path(), help="Write the weights found."),
    picture_options(),
    options.as_json,
)


def _shared(function: _Function) -> _Function:
    for option in reversed(_SHARED):
        function = option(function)
    return function


def _games(default: int) -> Callable[[_Function], _Function]:
    return click.option(
        "--games",
        default=default,
        type=click.IntRange(1),
        help="Games that the fitness of some weights is measured by.",
        show_default=True,
    )


_start = click.option(
    "--start", metavar="WEIGHTS", help="Weights to begin with, by name or from a file."
)


@click.group()
def train() -> None:
    """Find weights: by annealing, by a genetic algorithm, or by CMA-ES.

    The same seed gives the same weights, whatever the number of processes. Ctrl-C ends a run with
    what it has; with --checkpoint it can be resumed.
    """


@train.command()
@_games(16)
@click.option("--steps", default=200, type=click.IntRange(1), show_default=True)
@_start
@click.option(
    "--scale",
    default=0.05,
    help="How far steps go: 1 is for weights of tens to thousands.",
    show_default=True,
)
@_shared
@options.example("cgt train anneal --rules simplified --height 8 --steps 5 --games 2 --held-out 10")
def anneal(steps: int, games: int, start: str | None, scale: float, **shared: Any) -> None:
    """Simulated annealing, by the schedule of S. Park (2019), with the trimmed mean of 16 games."""
    from cgt.train.anneal import Annealing, AnnealingOptions

    def make(problem: Problem) -> AnyTrainer:
        chosen = AnnealingOptions(
            games=games, steps=steps, start=_start_of(start, problem), scale=scale
        )
        return Annealing(problem.trained, chosen, shared["seed"])

    _train(make, None, **shared)


@train.command()
@_games(100)
@click.option("--generations", default=30, type=click.IntRange(1), show_default=True)
@click.option("--population", default=100, type=click.IntRange(2), show_default=True)
@_shared
@options.example(
    "cgt train genetic --generations 3 --population 10 --games 2 --max-pieces 500 --held-out 10"
)
def genetic(generations: int, population: int, games: int, **shared: Any) -> None:
    """The genetic algorithm of Y. Jang and E. Kim (2019): tournaments, weighted means, mutation,
    replacement."""
    from cgt.train.genetic import Genetic, GeneticOptions

    def make(problem: Problem) -> AnyTrainer:
        chosen = GeneticOptions(games=games, population=population)
        return Genetic(problem.trained, chosen, shared["seed"])

    _train(make, generations, **shared)


@train.command()
@_games(10)
@click.option("--steps", default=100, type=click.IntRange(1), show_default=True)
@click.option("--population", type=click.IntRange(2), help="If not what is usual for so many.")
@_start
@click.option("--sigma", default=0.5, help="How far the first steps go.", show_default=True)
@_shared
@options.example("cgt train cma --rules simplified --height 8 --steps 3 --games 2 --held-out 10")
def cma(
    steps: int, games: int, population: int | None, start: str | None, sigma: float, **shared: Any
) -> None:
    """CMA-ES, which learns how the weights depend on each other."""
    from cgt.train.cmaes import Cma, CmaOptions

    def make(problem: Problem) -> AnyTrainer:
        chosen = CmaOptions(
            games=games, population=population, start=_start_of(start, problem), sigma0=sigma
        )
        return Cma(problem.trained, chosen, shared["seed"])

    _train(make, steps, **shared)


def _start_of(text: str | None, problem: Problem) -> tuple[float, ...] | None:
    if text is None:
        return None
    from cgt.duel.evaluate.weights import Weights

    weights = Weights.named(text)
    sign = -1 if weights.lowest_is_best else 1
    return tuple(sign * weights.by_feature.get(name, 0.0) for name in problem.trained)


def _task(shared: dict[str, Any]) -> Task:
    from cgt.duel.evaluate.features import FEATURE_SETS
    from cgt.duel.evaluate.weights import Weights
    from cgt.train.tetris import Task

    named = shared["features"]
    features = FEATURE_SETS.get(named) or tuple(name.strip() for name in named.split(","))
    fixed: dict[str, float] = {}
    for text in shared["fixed"]:
        for name, weight in _weight(text, Weights.named):
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
    )


def _weight(text: str, parse: Callable[[str], Any]) -> list[tuple[str, float]]:
    if "=" not in text:
        raise click.BadParameter(f"{text!r} is no FEATURE=WEIGHT", param_hint="--fix")
    return list(parse(text).by_feature.items())


def _train(make: Callable[[Problem], AnyTrainer], steps: int | None, **shared: Any) -> None:
    from cgt.cli.support.show import progress, show_json
    from cgt.common.files import check_writable
    from cgt.draw.charts import check_charts, training_chart
    from cgt.duel.evaluate.weights import Weights
    from cgt.train.run import held_out, how_found, train

    task = _task(shared)
    problem = task.problem()
    trainer = make(problem)
    if shared["pictures"]:
        check_charts()
    if shared["out"] is not None:
        check_writable(shared["out"])  # better now than after an hour
    workers = {"processes": shared["processes"], "cluster": shared["cluster"]}
    with progress() as tell:
        run = train(
            trainer,
            problem,
            steps=steps,
            checkpoint=shared["checkpoint"],
            progress=lambda r: tell(
                f"step {r.step:,}: best so far {r.best:,.1f}, best now {r.step_best:,.1f}, "
                f"mean {r.step_mean:,.1f}"
            ),
            **workers,
        )
        final = run.final
        if final is None:
            raise click.Abort
        measured = None
        if shared["held_out"] and not run.interrupted:
            tell("playing games that were not trained on")
            try:
                measured = held_out(problem, final, shared["held_out"], shared["seed"], **workers)
            except KeyboardInterrupt:
                run = replace(run, interrupted=True)
    weights = problem.named(final)
    if shared["out"] is not None:
        source = f"found by cgt train {trainer.name}"
        found = [f"played: {problem.about}", *how_found(trainer, run, measured)]
        name = f"{trainer.name}-{task.rules}"
        Weights(name, weights, source, lowest_is_best=False).write(shared["out"], found)
    if shared["as_json"]:
        show_json(_result(run, weights, measured))
    else:
        _show(run, weights, measured, task.fitness)
    title = f"{trainer.name}: {task.rules}"
    shared["pictures"].write(lambda: training_chart(run.history, title, task.fitness))
    if run.interrupted:
        raise click.Abort


def _result(
    run: TrainingRun, weights: dict[str, float], measured: Statistics | None
) -> dict[str, Any]:
    return {
        "best": weights,
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
    }


_MOST_SHOWN = 12  # steps; of more, some


def _show(
    run: TrainingRun, weights: dict[str, float], measured: Statistics | None, fitness: str
) -> None:
    history = run.history
    every = -(-len(history) // _MOST_SHOWN)
    click.echo("   step    games  best so far     best now         mean")
    for record in history:
        if record.step == 1 or record.step % every == 0 or record is history[-1]:
            click.echo(
                f"{record.step:7,} {record.evaluations:8,} {record.best:12,.1f} "
                f"{record.step_best:12,.1f} {record.step_mean:12,.1f}"
            )
    for feature, weight in weights.items():
        click.echo(f"  {weight:12.6g} {feature}")
    if measured is not None:
        low, high = measured.interval
        click.echo(
            f"{fitness} in {measured.games:,} games that were not trained on: "
            f"{measured.mean:,.1f}\n  ({low:,.1f} to {high:,.1f} with 95 % confidence)"
        )
    if run.interrupted:
        click.echo("interrupted")
