"""Programs that take the whole terminal: whether there is one, and how they end."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support.show import echo
from cgt.common.errors import CgtError

if TYPE_CHECKING:
    from textual.app import App

_INTERRUPTED = 130


def is_terminal() -> bool:
    """Whether a person can see what the command shows, and answer."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def key_after(question: str) -> str:
    """Prints a question on the terminal; returns the characters of the key that is pressed, none at
    the end of input. Raises KeyboardInterrupt for Ctrl-C. What is typed while the question is
    printed counts, too."""
    from cgt.common.system.keyboard import CTRL_C, keys

    with keys() as next_key:
        echo(question)
        sys.stdout.flush()
        key = next_key()
    if key == CTRL_C:
        raise KeyboardInterrupt
    return key


def check_screen(work: str, no_terminal: str) -> None:
    """Raises CgtError, which says `no_terminal`, if there is none, and if the package is missing
    that draws on it, which `work`, such as "playing", needs."""
    if not is_terminal():
        raise CgtError(no_terminal)
    if find_spec("textual") is None:
        raise CgtError(f"{work} needs the package textual: pip install 'cgt-analyser[play]'")


def run_screen(app: App[Any]) -> None:
    """Runs a program until the person leaves it; Ctrl-C ends the command, too."""
    app.run()
    if app.return_code == _INTERRUPTED:
        raise click.Abort
    if app.return_code:  # it has said why
        sys.exit(app.return_code)
