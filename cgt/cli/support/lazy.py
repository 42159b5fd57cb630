"""Groups of commands: found in any case, the nearest told for a wrong name, and imported only when
they are used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from cgt.common.names import did_you_mean, named


class NamesGroup(click.Group):
    """A group whose commands are found in any case; `help COMMAND` is `COMMAND --help`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        first, *others = args
        known = self.list_commands(ctx)
        name = named(first, known)
        if name is None and not first.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"No such command {first!r}{did_you_mean(first, known)}.")
        return super().resolve_command(ctx, [name or first, *others])


class LazyGroup(NamesGroup):
    """A group from names of commands to their modules; a command has the same name in its
    module."""

    def __init__(self, *arguments: Any, modules: Mapping[str, str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._modules = dict(modules)

    def list_commands(self, context: click.Context) -> list[str]:
        return sorted(self._modules)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self._modules:
            return None
        command: click.Command = getattr(import_module(self._modules[name]), name)
        return command
