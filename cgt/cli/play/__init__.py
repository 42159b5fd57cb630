"""cgt play: a person against the program. Each game is a module of its own."""

from __future__ import annotations

import click

from cgt.cli.support.lazy import LazyGroup

GAMES = ("nim", "tetris")


@click.group(cls=LazyGroup, modules={name: f"cgt.cli.play.{name}" for name in GAMES})
def play() -> None:
    """Play against the program, on a terminal."""
