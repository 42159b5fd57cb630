"""A group of commands whose modules are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """Commands by name, each with its module, in which the command has the same name."""

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
