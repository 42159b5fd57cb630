"""cgt play: a person against the program. Each game is a module of its own."""

from __future__ import annotations

import click

from cgt.cli.play_nim import nim
from cgt.cli.play_tetris import tetris


@click.group()
def play() -> None:
    """Play against the program, on a terminal."""


for game in (nim, tetris):
    play.add_command(game)
