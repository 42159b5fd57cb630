"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import getdoc
from typing import Any, TypeVar

import click

from cgt.cli.support import units
from cgt.cli.support.declared import declared_names
from cgt.cli.support.envelope import keep_limits
from cgt.cli.support.moves import moves_option
from cgt.cli.support.names import NameChoice
from cgt.common.alarm import ended_soon_after
from cgt.common.cores import usable_cores
from cgt.common.limits import Allowed, Limits
from cgt.common.memory import bounded_memory
from cgt.common.system.processes import MOST_WORKERS

_Function = TypeVar("_Function", bound=Callable[..., Any])

RULE_SETS = declared_names("duel/rulesets.py", "RULE_SETS")
ENDINGS = declared_names("duel/rules.py", "Ending")

play = click.option(
    "--play",
    type=NameChoice(declared_names("placement/game.py", "Play")),
    help="Whether the last to place loses (misère play, the default) or wins (normal play). "
    "Overrides what the board file says.",
)


def checkpoint(saved: str) -> Callable[[_Function], _Function]:
    """The options --checkpoint and --trust-checkpoint, which the command gets as one argument,
    `checkpoint`, a Checkpoint. `saved` says when it is saved to."""
    path = click.option(
        "--checkpoint",
        metavar="FILE",
        type=click.Path(),
        help=f"Resume from this file if it exists, and save to it {saved}.",
    )
    trust = click.option(
        "--trust-checkpoint",
        is_flag=True,
        help="Resume also from a checkpoint that was not made on this machine; the answer then "
        "says so.",
    )

    def add(function: _Function) -> _Function:
        @wraps(function)
        def command(
            *arguments: Any, checkpoint: str | None, trust_checkpoint: bool, **others: Any
        ) -> Any:
            from cgt.common.checkpoint import Checkpoint

            if trust_checkpoint and checkpoint is None:
                raise click.UsageError("--trust-checkpoint needs --checkpoint")
            kept = Checkpoint(checkpoint, trusting=trust_checkpoint)
            return function(*arguments, checkpoint=kept, **others)

        return path(trust(command))  # type: ignore[return-value]

    return add


def worth_of_moves(default: int | None, else_: str) -> Callable[[_Function], _Function]:
    """The option --moves of placement games: how many moves are shown with what they leave. The
    command gets it as `shown_moves`, None if it is not given and has no default."""
    return click.option(
        "--moves",
        "shown_moves",
        metavar="N",
        type=click.IntRange(0),
        default=default,
        help="Show N moves with what they leave, the best first; moves that are the same up to "
        f"symmetry are one. {else_}",
    )


def _threads_of(what: str) -> Callable[[_Function], _Function]:
    return click.option(
        "--threads",
        type=click.IntRange(1, MOST_WORKERS),
        default=usable_cores,
        help=f"How many threads search together. {what}",
        show_default="the cores there are",
    )


threads = _threads_of(
    "Who wins and all values are the same with any number; which of several equally good moves is "
    "shown may differ."
)
threads_of_duel = _threads_of(
    "The winner is the same with any number; in large searches the strategy may be another one."
)


def _memory_of(what: str) -> Callable[[_Function], _Function]:
    return click.option(
        "--memory", metavar="SIZE", type=units.size, default="1G", help=what, show_default=True
    )


_memory = _memory_of("The most memory for tables, forms and pending moves.")


def time_limit_of_each(thing: str, default: str) -> Callable[[_Function], _Function]:
    """The option --time-limit for work that the user waits for again and again, such as a move."""
    return click.option(
        "--time-limit",
        metavar="TIME",
        type=units.seconds,
        default=default,
        help=f"The most time for one {thing}, such as 30s or 10m.",
        show_default=True,
    )


def bounded(default: str | None = None, *, told: bool = True) -> Callable[[_Function], _Function]:
    """The options --memory and --time-limit for a whole command that usually needs little of both
    whatever it reads. Beyond them it is ended; if it is `told`, it gets the time as `limits`, to
    show what it has by then."""

    def add(function: _Function) -> _Function:
        @wraps(function)
        def command(*arguments: Any, time_limit: float | None, memory: int, **others: Any) -> Any:
            limits = Limits.of(seconds=time_limit, memory=memory)
            keep_limits(time_limit, memory)
            if told:
                import numpy  # noqa: F401  (it cannot do without the memory that it takes then)

                others["limits"] = limits
            with ended_soon_after(limits), bounded_memory(memory):
                return function(*arguments, **others)

        option = click.option(
            "--time-limit",
            metavar="TIME",
            type=units.seconds,
            default=default,
            help="The most time for the whole command, such as 30s or 10m.",
            show_default=default is not None,
        )
        return option(_memory_of("The most memory for what is read.")(command))  # type: ignore[return-value]

    return add


def limits_of_each(thing: str, default: str) -> Callable[[_Function], _Function]:
    """The options --memory and --time-limit, the latter for each thing, such as a move. The command
    gets both as one argument, `allowed`."""

    def allow(seconds: float | None, memory: int) -> Allowed:
        keep_limits(seconds, memory, per=thing)
        return Allowed(seconds, memory)

    return _allowing(allow, time_limit_of_each(thing, default))


def limits(default: str | None = None, per: str | None = None) -> Callable[[_Function], _Function]:
    """The options --memory and --time-limit, which the command gets as one argument, `allowed`.

    A limit that the user gives is for the whole command, from its start. So is the default, unless
    it is `per` board or game.
    """
    shown = default if default is None or per is None else f"{default} for each {per}"
    option = click.option(
        "--time-limit",
        metavar="TIME",
        type=units.seconds,
        help="The most time for the whole command, such as 30s or 10m.",
        show_default=False if shown is None else shown,
    )
    usual = None if default is None else units.seconds(default)

    def allow(seconds: float | None, memory: int) -> Allowed:
        if seconds is None and per is not None:
            keep_limits(usual, memory, per)
            return Allowed(usual, memory)
        whole = usual if seconds is None else seconds
        keep_limits(whole, memory)
        return Allowed.together(whole, memory)

    return _allowing(allow, option)


def _allowing(
    allow: Callable[[float | None, int], Allowed], time_limit: Callable[[_Function], _Function]
) -> Callable[[_Function], _Function]:
    """Adds --memory and a --time-limit to a command, which gets what `allow` makes of them."""

    def add(function: _Function) -> _Function:
        @wraps(function)
        def command(*arguments: Any, time_limit: float | None, memory: int, **others: Any) -> Any:
            allowed = allow(time_limit, memory)
            with ended_soon_after(allowed.whole):
                return function(*arguments, allowed=allowed, **others)

        return _memory(time_limit(command))  # type: ignore[arg-type]

    return add


def duel_rules(function: _Function) -> _Function:
    """The options that cgt.cli.support.load.load_rules makes the rules of a duel from."""
    for option in (
        click.option(
            "--ending",
            type=NameChoice(ENDINGS),
            default="height",
            help="Over when the stack is too high after full rows are cleared; when a piece sticks "
            "out before that; when a piece has no room to come in.",
            show_default=True,
        ),
        moves_option("drop"),
        click.option("--height", default=20, help="Rows of the well.", show_default=True),
        click.option("--width", default=10, help="Columns of the well.", show_default=True),
        click.option(
            "--pieces",
            metavar="SET",
            default="tetromino",
            help="What Bad chooses from: letters of tetrominoes (LJ), or any other piece set.",
            show_default=True,
        ),
    ):
        function = option(function)
    return function


start_well = click.option(
    "--start",
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="A board file with the well to start from.",
)

preview = click.option(
    "--preview",
    default=0,
    help="How many pieces Good can see beyond the one to place.",
    show_default=True,
)

beam = click.option(
    "--beam",
    type=int,
    metavar="M",
    help="How many wells beam keeps after each visible piece, or games after each piece computed "
    "ahead; 0 for all.",
    show_default="32; 320 of pieces computed ahead",
)


def beam_of(kept: str) -> Callable[[_Function], _Function]:
    """The option --beam with one default, where `kept` says what is kept."""
    return click.option(
        "--beam",
        default=32,
        metavar="M",
        help=f"How many {kept} after each piece; 0 for all.",
        show_default=True,
    )


def ahead_of(what: str) -> Callable[[_Function], _Function]:
    """The option --ahead, where `what` says what looks ahead and when."""
    return click.option(
        "--ahead", default=40, metavar="N", help=f"How many pieces {what}", show_default=True
    )


ahead = ahead_of(
    "beam looks ahead if what Bad sends can be computed, as with hatetris; 0 for the visible ones "
    "only."
)


def noise(default: str = "0") -> Callable[[_Function], _Function]:
    """The option --noise; None if it is not given, where `default` says what that means."""
    return click.option(
        "--noise",
        type=float,
        metavar="SHARE",
        help="Hunts: change each weight by chance, by about this share of it, so that hunts with "
        "other seeds find other games.",
        show_default=default,
    )


score_table = click.option(
    "--table",
    metavar="FILE",
    type=click.Path(),
    help="The table of scores.",
    show_default="scores.sqlite in your data folder",
)


def processes(instead: str = "") -> Callable[[_Function], _Function]:
    """The option --processes. Without it the command gets None: as many as there are cores, and
    only for work that is worth it. `instead` says where the default is another."""
    return click.option(
        "--processes",
        type=click.IntRange(1, MOST_WORKERS),
        help="How many processes play at once; the results are the same with any number.",
        show_default=f"the cores there are, once it pays{instead}",
    )


cluster = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Work on a Dask cluster instead: the address of its scheduler, such as tcp://host:8786.",
)


def crew(function: _Function) -> _Function:
    """The options --processes and --cluster of commands that can share their work out among
    workers that keep their tables; the command gets both as one argument, `workers`. --threads is
    for a search in one process, and does not go with them."""

    @wraps(function)
    def command(*arguments: Any, processes: int | None, cluster: str | None, **others: Any) -> Any:
        from cgt.cli.support.crews import Workers

        workers = Workers(processes, cluster)
        if workers:
            workers.check(click.get_current_context())
        return function(*arguments, workers=workers, **others)

    option = click.option(
        "--processes",
        type=click.IntRange(1, MOST_WORKERS),
        help="Work by jobs on so many processes, each with a table of its own. The answer is the "
        "same; a process that is ended from outside costs the job that it was at.",
        show_default="one, with --threads",
    )
    return option(cluster(command))  # type: ignore[return-value]


repeat = click.option(
    "--repeat",
    default=3,
    type=click.IntRange(1),
    help="How often each runs; the best time counts.",
    show_default=True,
)

as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."
)


def example(*lines: str) -> Callable[[_Function], _Function]:
    """Adds examples to the help of a command, separate from its text so that tests can run them."""

    def add(function: _Function) -> _Function:
        shown = "\n".join(f"  {line}" for line in lines)
        function.__doc__ = f"{getdoc(function)}\n\n\b\nExamples:\n{shown}\n"
        return function

    return add
