"""Options that all trainers of cgt train take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from cgt.cli.support import options
from cgt.cli.support.declared import declared_names
from cgt.cli.support.names import NameChoice
from cgt.cli.support.pictures import picture_options

_Function = TypeVar("_Function", bound=Callable[..., Any])

_FEATURE_SETS = declared_names("duel/evaluate/features.py", "FEATURE_SETS")

_SHARED = (
    click.option(
        "--features",
        metavar="SET",
        default="genetic-4",
        help=f"The features to weigh: the name of a set ({', '.join(_FEATURE_SETS)}), or features "
        "with commas between them.",
        show_default=True,
    ),
    click.option(
        "--rules",
        type=NameChoice(options.RULE_SETS),
        default="bag",
        help="The rules of the game.",
        show_default=True,
    ),
    click.option("--width", type=int, help="Columns of the well, if not those of the rules."),
    click.option("--height", type=int, help="Rows of the well, if not those of the rules."),
    click.option("--preview", type=int, help="Visible pieces to come, if not those of the rules."),
    click.option(
        "--player",
        type=NameChoice(["greedy", "beam", "hunt"]),
        default="greedy",
        help="Who uses the weights: greedy sees one piece, beam all that are visible; hunt looks "
        "for whole games as cgt hunt does, with --beam, against the enemy of --rules hatetris.",
        show_default=True,
    ),
    options.beam_of("wells beam keeps, or games a hunt keeps,"),
    click.option(
        "--fitness",
        type=NameChoice(declared_names("train/tetris.py", "Fitness")),
        default="lines",
        help="What to maximise: rows cleared, points, pieces placed, or longevity: ten times the "
        "decimal logarithm of the pieces in a whole game, estimated by splitting.",
        show_default=True,
    ),
    click.option(
        "--max-pieces",
        default=10_000,
        type=click.IntRange(1),
        help="The most pieces in a game: good players hardly ever lose.",
        show_default=True,
    ),
    click.option(
        "--garbage", default=0, help="Garbage: a row comes from below after every N pieces."
    ),
    options.noise(),
    click.option(
        "--fix",
        "fixed",
        metavar="FEATURE=WEIGHT",
        multiple=True,
        help="A weight that is not trained. May be given several times.",
    ),
    click.option("--seed", default=1, help="Seed of everything random.", show_default=True),
    options.processes(),
    options.cluster,
    options.checkpoint("after every step"),
    click.option(
        "--held-out",
        default=100,
        type=click.IntRange(0),
        help="Games for the final figure, with seeds that training never uses.",
        show_default=True,
    ),
    click.option("--out", metavar="FILE", type=click.Path(), help="Write the weights found."),
    options.bounded(),
    picture_options(),
    options.as_json,
)


def shared_options(function: _Function) -> _Function:
    """Adds the options that all trainers take."""
    for option in reversed(_SHARED):
        function = option(function)
    return function


def games_option(default: int) -> Callable[[_Function], _Function]:
    """The option --games with a trainer's own default."""
    return click.option(
        "--games",
        default=default,
        type=click.IntRange(1),
        help="How many games measure the fitness of a set of weights.",
        show_default=True,
    )


def steps_option(default: int | None, said: bool | str = True) -> Callable[[_Function], _Function]:
    """The option --steps with a trainer's own default, which `said` tells if it is no number. A
    step of two trainers is a generation, so it has that name, too."""
    return click.option(
        "--steps",
        "--generations",
        "steps",
        default=default,
        type=click.IntRange(1),
        help="How many steps the training has. A step of genetic and cma is a generation.",
        show_default=said,
    )


start_option = click.option(
    "--start",
    metavar="WEIGHTS",
    help="The weights that training begins with, by name or from a file.",
)
