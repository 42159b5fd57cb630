"""The command `cgt`: each subcommand is a module that reads arguments, calls the library, and shows
the result.

Here is the list of commands, and the one place where errors become a line on standard error and an
exit code. A command's module is imported only when the command is used, and imports nothing heavy
before it runs, so that help appears at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import click

from cgt.cli.support.lazy import LazyGroup
from cgt.common.errors import CgtError

COMMANDS = (
    "analyse", "atlas", "bench", "duel", "ois", "play", "rank", "recommend", "regions", "replay",
    "simulate", "solve", "train", "verify",
)  # fmt: skip

_INTERRUPTED = 130
_BROKEN_PIPE = 141
_LONGEST_MESSAGE = 500


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from cgt import __version__

        click.echo(f"cgt {__version__}")
        context.exit()


class _ReaderGoneError(Exception):
    """Standard output is a pipe that nobody reads any more."""


class _Group(LazyGroup):
    """A group that lets us handle errors that click would turn into exit codes of its own."""

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:  # prints help, too
        with _errors_told_apart():
            return super().make_context(*arguments, **settings)

    def invoke(self, context: click.Context) -> Any:
        with _errors_told_apart():
            result = super().invoke(context)
            sys.stdout.flush()
            return result


@contextmanager
def _errors_told_apart() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise _ReaderGoneError from None
    except KeyboardInterrupt:
        raise click.Abort from None
    except OSError as error:
        raise CgtError(f"standard output cannot be written: {error.strerror}") from None


@click.group(
    cls=_Group,
    modules={name: f"cgt.cli.{name}" for name in COMMANDS},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def cgt() -> None:
    """Exact analysis of polyomino placement games and of the Tetris duel.

    Try: cgt analyse boards/midgame.txt
    """


def main() -> NoReturn:
    """Runs the command and exits with its code."""
    if sys.stdout is None:  # the program that started us closed it
        sys.exit(_complain("standard output is closed", CgtError.exit_code))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a picture with ? beats no picture
    try:
        code = cgt.main(prog_name="cgt", standalone_mode=False)
    except CgtError as error:
        code = _complain(str(error), error.exit_code)
        _forget_output()
    except click.exceptions.NoArgsIsHelpError as error:
        code = _complain_at_length(error)
    except click.ClickException as error:
        code = _complain(error.format_message(), CgtError.exit_code)
    except click.Abort:
        code = _INTERRUPTED
    except _ReaderGoneError:
        _forget_output()
        code = _BROKEN_PIPE
    except MemoryError:
        code = _complain("there is not enough memory for this", 3)
    sys.exit(code)


def _forget_output() -> None:
    """Drops output that was not written; otherwise Python would try again when it exits."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, code: int) -> int:
    one_line = " ".join(message.split())
    if len(one_line) > _LONGEST_MESSAGE:  # it quotes what it was given
        one_line = f"{one_line[:_LONGEST_MESSAGE]}…"
    click.echo("cgt: " + "".join(c if c.isprintable() else "?" for c in one_line), err=True)
    return code


def _complain_at_length(error: click.UsageError) -> int:
    """Prints a usage error; for a group without a command, such as `cgt` alone, prints its help."""
    click.echo(error.format_message(), err=True)
    return error.exit_code
