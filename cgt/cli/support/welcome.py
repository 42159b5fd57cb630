"""What `cgt` alone says: three things to try, each one key away on a terminal."""

from __future__ import annotations

from typing import Any

import click

from cgt.cli.support.screen import is_terminal, key_after
from cgt.cli.support.show import echo
from cgt.common.errors import CgtError

TO_TRY = (
    ("cgt analyse example:midgame", "who wins a board, and why"),
    ("cgt play nim", "play against the program"),
    ("cgt replay example:tim-232 --watch", "watch 232 points against HATETRIS"),
)


def welcome(context: click.Context) -> Any:
    """Shows the three, and on a terminal runs the one whose key is pressed; any other key shows the
    help. Returns what the command returns."""
    if not is_terminal():
        usage = context.command.get_usage(context)
        echo(f"{_shown()}\n\n{usage}\n'cgt --help' lists the commands.", err=True)
        raise click.exceptions.Exit(CgtError.exit_code)
    key = key_after(f"{_shown()}\n\nPress 1, 2 or 3; any other key shows the help.")
    if key not in ("1", "2", "3"):
        echo(context.get_help())
        return None
    line, _ = TO_TRY[int(key) - 1]
    echo(f"\n$ {line}")
    return context.command.main(line.split()[1:], prog_name="cgt", standalone_mode=False)


def _shown() -> str:
    widest = max(len(line) for line, _ in TO_TRY)
    things = (f"  {n}  {line:<{widest}}   {about}" for n, (line, about) in enumerate(TO_TRY, 1))
    return "\n".join(["Three things to try:", "", *things])
