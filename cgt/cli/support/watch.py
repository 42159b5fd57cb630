"""The option --watch: a game that a command has played is shown on the terminal."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cgt.cli.support.screen import check_screen, run_screen

if TYPE_CHECKING:
    from cgt.duel.trace import Trace

_Function = TypeVar("_Function", bound=Callable[..., Any])


def watch(function: _Function) -> _Function:
    """Adds --watch to a command that returns a trace and whom it was played against, or None if it
    played nothing. The limits of the command are for its work, and not for how long a person
    watches."""

    @wraps(function)
    def command(*arguments: Any, watch: bool, **others: Any) -> None:
        if watch:
            if others.get("as_json"):
                raise click.UsageError("--watch shows a game to a person, and --json prints data")
            check_screen(
                "watching a game",
                "watching a game needs a terminal; --html writes a page that plays it",
            )
        played: tuple[Trace, str] | None = function(*arguments, **others)
        if watch:
            if played is None:
                raise click.UsageError("nothing was played, so there is nothing to watch")
            from cgt.play.tetris.watch import WatchApp

            run_screen(WatchApp(*played))

    option = click.option(
        "--watch", is_flag=True, help="Show the game on the terminal: it plays, pauses, steps."
    )
    return option(command)  # type: ignore[return-value]
