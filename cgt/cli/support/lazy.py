"""A group of commands whose modules are imported only when they are used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
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
