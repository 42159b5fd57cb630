"""cgt train: weights for players of one-player Tetris, a command for each trainer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support import options
from cgt.cli.support.lazy import NamesGroup
from cgt.cli.support.names import NameChoice
from cgt.cli.train.shared import games_option, shared_options, start_option, steps_option

if TYPE_CHECKING:
    from cgt.train import Problem
    from cgt.train.genetic import Genes
    from cgt.train.trainer import AnyTrainer


@click.group(cls=NamesGroup)
def train() -> None:
    """Find weights: by annealing, by a genetic algorithm, or by CMA-ES.

    The same seed gives the same weights, whatever the number of processes. Ctrl-C ends a run and
    shows what it found so far; with --checkpoint it can be resumed.
    """


@train.command(short_help="Simulated annealing.")
@games_option(16)
@steps_option(None, "200; with --schedule program until it is cold")
@click.option(
    "--schedule",
    type=NameChoice(["report", "program"]),
    default="report",
    help="How it cools, how far steps go and which games count: as Park's report says, or as the "
    "program does it.",
    show_default=True,
)
@start_option
@click.option(
    "--scale",
    default=0.05,
    help="The size of steps: 1 suits weights of tens to thousands.",
    show_default=True,
)
@shared_options
@options.example("cgt train anneal --rules simplified --height 8 --steps 5 --games 2 --held-out 10")
def anneal(
    steps: int | None,
    games: int,
    schedule: str,
    start: str | None,
    scale: float,
    **shared: Any,
) -> None:
    """Simulated annealing, by a schedule of S. Park (2019), with some of 16 games left out."""
    from cgt.cli.train.run import first_vector, run_training
    from cgt.train.anneal import Annealing, AnnealingOptions
    from cgt.train.anneal_program import ProgramAnnealing, ProgramOptions

    def make(problem: Problem) -> AnyTrainer:
        first = first_vector(start, problem)
        if schedule == "program":
            as_run = ProgramOptions(games=games, start=first, scale=scale)
            return ProgramAnnealing(problem.trained, as_run, shared["seed"])
        chosen = AnnealingOptions(games=games, steps=steps or 200, start=first, scale=scale)
        return Annealing(problem.trained, chosen, shared["seed"])

    run_training(make, steps if schedule == "program" else None, **shared)


@train.command(short_help="A genetic algorithm.")
@games_option(100)
@steps_option(30)
@click.option("--population", default=100, type=click.IntRange(2), show_default=True)
@click.option(
    "--genes",
    type=NameChoice(["unit", "free"]),
    help="Whether genes have length 1: only their direction matters, unless there is --fix.",
    show_default="unit; free with --fix",
)
@shared_options
@options.example(
    "cgt train genetic --steps 3 --population 10 --games 2 --max-pieces 500 --held-out 10"
)
def genetic(steps: int, population: int, games: int, genes: Genes | None, **shared: Any) -> None:
    """The genetic algorithm of Y. Jang and E. Kim (2019): tournaments, weighted means, mutation,
    replacement."""
    from cgt.cli.train.run import run_training
    from cgt.train.genetic import Genetic, GeneticOptions

    def make(problem: Problem) -> AnyTrainer:
        kind = genes or ("free" if problem.fixed else "unit")
        chosen = GeneticOptions(games=games, population=population, genes=kind)
        return Genetic(problem.trained, chosen, shared["seed"])

    run_training(make, steps, **shared)


@train.command()
@games_option(10)
@steps_option(100)
@click.option(
    "--population",
    type=click.IntRange(2),
    help="Population size; by default 4 + 3 ln n for n weights.",
)
@start_option
@click.option("--sigma", default=0.5, help="The size of the first steps.", show_default=True)
@click.option(
    "--relative",
    is_flag=True,
    help="--sigma is a share of each weight of --start: weights may differ by orders of magnitude.",
)
@shared_options
@options.example("cgt train cma --rules simplified --height 8 --steps 3 --games 2 --held-out 10")
def cma(
    steps: int,
    games: int,
    population: int | None,
    start: str | None,
    sigma: float,
    relative: bool,
    **shared: Any,
) -> None:
    """CMA-ES, which learns how the weights depend on each other."""
    from cgt.cli.train.run import first_vector, run_training
    from cgt.train.cmaes import Cma, CmaOptions

    def make(problem: Problem) -> AnyTrainer:
        chosen = CmaOptions(
            games=games,
            population=population,
            start=first_vector(start, problem),
            sigma0=sigma,
            relative=relative,
        )
        return Cma(problem.trained, chosen, shared["seed"])

    run_training(make, steps, **shared)
