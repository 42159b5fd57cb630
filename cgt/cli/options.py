"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import Any, TypeVar

import click

_Function = TypeVar("_Function", bound=Callable[..., Any])

board_files = click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True)
)

pieces = click.option(
    "--pieces",
    metavar="SET",
    help="What is played with: tetromino (the default), domino, tromino, pentomino, omino:N, "
    "letters of tetrominoes (LJ), letters of pentominoes (pentomino:FX), or a file of shapes. "
    "Overrides what the board file says.",
)

repeat = click.option(
    "--repeat",
    default=3,
    type=click.IntRange(1),
    help="How often each is run; the best time counts.",
    show_default=True,
)

as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."
)


def example(*lines: str) -> Callable[[_Function], _Function]:
    """Adds examples to the help of a command, kept apart from its text so that tests run them."""

    def add(function: _Function) -> _Function:
        shown = "\n".join(f"  {line}" for line in lines)
        function.__doc__ = f"{getdoc(function)}\n\n\b\nExamples:\n{shown}\n"
        return function

    return add
