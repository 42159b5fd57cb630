"""Option values that are names: found in any case, and the nearest one is told for a wrong name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from cgt.cli.support.declared import declared_names
from cgt.common.names import did_you_mean, named


class NameChoice(click.Choice[str]):
    """One of several names, in any case, with or without accents."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(named(str(value), self.choices) or value, param, ctx)

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        told = super().get_invalid_choice_message(value, ctx).rstrip(".")
        return f"{told}{did_you_mean(str(value), self.choices)}"


def letters(text: str) -> str:
    """Letters of tetrominoes, in any case.

    >>> letters("tLi")
    'TLI'
    """
    return text.upper()


class PlayerName(click.ParamType[str]):
    """A player, such as greedy:WEIGHTS: what stands before the colon is a name in any case.

    Whether there is such a player is for the library to say, which also knows your own.
    """

    name = "player"

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name, colon, detail = str(value).partition(":")
        return f"{named(name, self._names) or name}{colon}{detail}"


GOOD_PLAYER = PlayerName(declared_names("duel/players/named.py", "GOOD_PLAYERS"))
BAD_PLAYER = PlayerName(declared_names("duel/players/named.py", "BAD_PLAYERS"))
