"""cgt simulate: plays one duel, many, or a published experiment; each has its module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cgt.cli.support import options
from cgt.cli.support.declared import declared_names, declared_usages
from cgt.cli.support.names import BAD_PLAYER, GOOD_PLAYER, NameChoice
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.tables import TABLE_FORMS, table_forms
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from cgt.common.checkpoint import Checkpoint
    from cgt.duel.setting import Setting

_OWN_OPTIONS = {
    "experiment",
    "processes",
    "checkpoint",
    "trust_checkpoint",
    "svg",
    "png",
    "time_limit",
    "as_json",
    *TABLE_FORMS,
}  # that an experiment takes


_OTHERS = {"--cluster": "", "--checkpoint": " or --experiment genetic"}  # that take these, too


def _named(players: str) -> str:
    return ", ".join(declared_usages("duel/players/named.py", players))


@click.command()
@click.option(
    "--good",
    metavar="PLAYER",
    type=GOOD_PLAYER,
    default="best",
    help=f"Who places: {_named('GOOD_PLAYERS')}, or your own, MODULE:CLASS. best is beam if Good "
    "sees coming pieces, else greedy. Without WEIGHTS, the best known for what is played are "
    "taken: see docs/tetris.md.",
    show_default=True,
)
@click.option(
    "--bad",
    metavar="PLAYER",
    type=BAD_PLAYER,
    default="uniform",
    help=f"Who chooses: {_named('BAD_PLAYERS')}, or your own, MODULE:CLASS. WEIGHTS as for --good.",
    show_default=True,
)
@click.option(
    "--rules",
    "rule_set",
    type=NameChoice(options.RULE_SETS),
    help="Rules of Tetris by name; other options override them.",
)
@options.duel_rules
@options.preview
@options.beam
@options.ahead
@click.option(
    "--scoring",
    type=NameChoice(declared_names("duel/setting.py", "Scoring")),
    default="lines",
    help="What counts: rows, or 100 times their square and 10 for each supported cell.",
    show_default=True,
)
@click.option(
    "--garbage",
    default=0,
    metavar="N",
    help="Garbage: after every N pieces, a row with one empty cell comes from below; 0 for none.",
    show_default=True,
)
@options.start_well
@click.option("--depth", default=1, help="How many pieces minmax looks ahead.", show_default=True)
@click.option(
    "--ties",
    type=NameChoice(declared_names("duel/players/request.py", "Ties")),
    default="first",
    help="Which of equally good choices to take. Placements are ordered by rotation, then from the "
    "floor up, then from right to left; pieces as in --pieces.",
    show_default=True,
)
@click.option("--seed", default=1, help="Seed of everything random.", show_default=True)
@click.option(
    "--max-pieces",
    default=1_000_000,
    type=click.IntRange(0, 2**62),
    help="The most pieces in a game; one that goes on then is an answer only if you give this.",
    show_default=True,
)
@click.option(
    "--cycles",
    type=NameChoice(declared_names("duel/cycles.py", "CycleSearch")),
    default="checkpoints",
    help="How to look for a game that repeats: in constant memory, by remembering all states, by "
    "ten values of the evaluation, or not at all.",
    show_default=True,
)
@click.option("--games", type=click.IntRange(1), help="Play this many games, for statistics.")
@click.option(
    "--splitting",
    type=click.IntRange(1),
    metavar="N",
    help="Estimate how many lines games have that are too long to be played, N times, by "
    "splitting; for greedy and beam against uniform.",
)
@click.option(
    "--trials",
    type=click.IntRange(10),
    default=1000,
    help="How many games an estimate of --splitting plays from each level to the next.",
    show_default=True,
)
@options.processes()
@options.cluster
@click.option("--trace", metavar="FILE", type=click.Path(), help="Write a trace: every placement.")
@picture_options(page="Write an interactive report, one file: play, pause, step.")
@click.option(
    "--experiment",
    type=NameChoice(declared_names("literature/tetris.py", "EXPERIMENTS")),
    help="Run published simulations again and compare them with what was published.",
)
@options.checkpoint("while it runs; for --games, --splitting and --experiment genetic")
@click.option("--rank", metavar="NAME", help="Enter the score of the game under this name.")
@options.score_table
@options.limits()
@table_forms
@options.as_json
@options.example(
    "cgt simulate --good minmax --depth 2 --bad minmax --pieces OL",
    "cgt simulate --rules simplified --height 8 --games 100",
    "cgt simulate --experiment kravec",
)
def simulate(
    games: int | None,
    splitting: int | None,
    trials: int,
    processes: int | None,
    cluster: str | None,
    trace: str | None,
    pictures: Pictures,
    experiment: str | None,
    checkpoint: Checkpoint,
    rank: str | None,
    table: str | None,
    allowed: Allowed,
    form: str | None,
    as_json: bool,
    **setting: Any,
) -> None:
    """Play a duel: Bad chooses pieces, Good places them.

    A game ends when Good has lost, when it is found to repeat for ever, or at --max-pieces. After
    Ctrl-C, and when the time is up, the game so far is shown.
    """
    limits = allowed.whole
    given = _given()
    if experiment is not None:
        for name in sorted(given - _OWN_OPTIONS):
            raise click.UsageError(f"--experiment has its own {_option_named(name)}")
        from cgt.cli.simulate.experiment import show_experiment

        show_experiment(experiment, processes, checkpoint, pictures, limits, form, as_json)
        return
    _check_many(games, splitting, given)
    many = games if splitting is None else splitting
    if splitting is not None and pictures:
        raise click.UsageError("--splitting has no picture")
    needing = {f"--{form}": form, "--checkpoint": checkpoint or None, "--cluster": cluster}
    for option in [option for option, value in needing.items() if value is not None]:
        if many is None:
            others = _OTHERS.get(option, " or --experiment")
            raise click.UsageError(f"{option} needs --games or --splitting{others}")
    of_one_game = {"--trace": trace, "--html": pictures.has_page or None, "--rank": rank}
    for option in [option for option, value in of_one_game.items() if value is not None]:
        if many is not None:
            several = "games" if splitting is None else "splitting"
            raise click.UsageError(f"{option} is for one game, not for --{several}")
        if setting["garbage"] and option != "--rank":
            raise click.UsageError(f"{option} cannot show the rows of --garbage")
    wanted = _setting(given, memory=allowed.memory, **setting)
    if many is None:
        from cgt.cli.simulate.one import play_game

        ranked = None if rank is None else (rank, table)
        asked = "max_pieces" in given
        play_game(wanted, trace, pictures, ranked, limits, as_json, may_go_on=asked)
        return
    from cgt.cli.simulate.many import Wanted, estimate_games, play_games

    asked_for = Wanted(many, processes, cluster, limits, checkpoint, form, as_json)
    if splitting is None:
        play_games(wanted, asked_for, pictures)
    else:
        estimate_games(wanted, asked_for, trials)


def _check_many(games: int | None, splitting: int | None, given: set[str]) -> None:
    """Raises click.UsageError if it is not clear how many games there are to be, or how."""
    if games is not None and splitting is not None:
        raise click.UsageError("--games plays games, and --splitting estimates them: give one")
    if splitting is None and "trials" in given:
        raise click.UsageError("--trials needs --splitting")


def _option_named(parameter: str) -> str:
    """The option behind a parameter, as a user writes it."""
    params = click.get_current_context().command.params
    return next(max(one.opts, key=len) for one in params if one.name == parameter)


def _given() -> set[str]:
    """The options that were given, by the names of their parameters."""
    context = click.get_current_context()
    default = ParameterSource.DEFAULT
    return {name for name in context.params if context.get_parameter_source(name) is not default}


def _setting(given: set[str], *, rule_set: str | None, start: str | None, **others: Any) -> Setting:
    """The setting that the options ask for; with --rules, only the given options differ from the
    named rules."""
    from cgt.cli.support.load import load_rules, load_well
    from cgt.duel.rulesets import RULE_SETS
    from cgt.duel.setting import Setting

    if rule_set is not None:
        named = RULE_SETS[rule_set].defaults()
        others.update((key, named[key]) for key in named if key in others and key not in given)
    rules = {key: others.pop(key) for key in ("pieces", "width", "height", "moves", "ending")}
    return Setting(
        load_rules(rules),
        start=None if start is None else load_well(start),
        **others,
    )
