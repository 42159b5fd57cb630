"""The option --moves, with choices and help taken from the move models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from cgt.cli.support.names import NameChoice
from cgt.duel.moves import MODELS

_Function = TypeVar("_Function", bound=Callable[..., Any])


def moves_option(
    default: str | None = None, names: Iterable[str] = MODELS, said: str | None = None
) -> Callable[[_Function], _Function]:
    """The option --moves with a default and names of the command's own. Where the default depends
    on something, it is None, and `said` tells it."""
    choices = list(names)
    each = "; ".join(f"{name}: {MODELS[name].summary}" for name in choices)
    return click.option(
        "--moves",
        type=NameChoice(choices),
        default=default,
        help=f"How pieces move. {each}.",
        show_default=said or default is not None,
    )
