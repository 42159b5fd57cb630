"""The command `cgt`: each subcommand is a module that reads arguments, calls the library, and shows
the result.

Here is the list of commands, and the one place where errors become a line on standard error and an
exit code. A command's module is imported only when the command is used, and imports nothing heavy
before it runs, so that help appears at once.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

import click

from cgt.cli.support.advice import advice_on_option
from cgt.cli.support.lazy import LazyGroup
from cgt.cli.support.show import warn
from cgt.cli.support.signals import TERMINATED, stopping_on_sigterm
from cgt.cli.support.streams import BROKEN_PIPE, guard_streams, output_fault
from cgt.common.errors import CgtError, CgtWarning, LimitError, NotValidError
from cgt.common.shown import printable_lines
from cgt.common.system.output import is_closed_pipe

COMMANDS = (
    "analyse", "atlas", "bench", "cache", "duel", "edit", "examples", "hunt", "ois", "page", "play",
    "rank", "recommend", "regions", "replay", "simulate", "solve", "table", "train", "verify",
)  # fmt: skip

_INTERRUPTED = 130
_FAULT = 70  # the usual code for a fault of a program itself
_LONGEST_MESSAGE = 500


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from cgt import __version__

        click.echo(f"cgt {__version__}")
        context.exit()


class _Group(LazyGroup):
    """A group that lets us handle errors that click would turn into exit codes of its own."""

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:  # prints help, too
        with _errors_told_apart():
            return super().make_context(*arguments, **settings)

    def invoke(self, context: click.Context) -> Any:
        with _errors_told_apart():
            return super().invoke(context)


@contextmanager
def _errors_told_apart() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise click.Abort from None
    except OSError as error:
        where = "" if error.filename is None else f"{error.filename}: "
        raise CgtError(f"{where}{error.strerror or error}") from None


@click.group(
    cls=_Group,
    modules={name: f"cgt.cli.{name}" for name in COMMANDS},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    invoke_without_command=True,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def cgt(context: click.Context) -> Any:
    """Exact analysis of polyomino placement games and of the Tetris duel.

    Try: cgt analyse example:midgame
    """
    if context.invoked_subcommand is None:
        from cgt.cli.support.welcome import welcome

        return welcome(context)
    return None


class _End(NamedTuple):
    """How a command ended: its exit code, and a line for standard error if it failed."""

    code: int
    message: str = ""


def main() -> NoReturn:
    """Runs the command and exits with its code."""
    guard_streams()
    with _warnings_shown(), stopping_on_sigterm() as stopped:
        end = _run()
    if stopped():
        end = _End(TERMINATED, end.message)
    fault = output_fault()
    if fault is not None:
        end = _end_with_lost_output(end, fault)
    if end.message:
        _complain(end.message)
    sys.exit(end.code)


def _run() -> _End:
    """Runs the command; errors become a line and an exit code."""
    try:
        return _End(cgt.main(prog_name="cgt", standalone_mode=False) or 0)
    except CgtError as error:
        return _End(error.exit_code, str(error))
    except click.exceptions.NoArgsIsHelpError as error:
        return _complain_at_length(error)
    except click.NoSuchOption as error:
        return _End(CgtError.exit_code, advice_on_option(error))
    except click.ClickException as error:
        return _End(CgtError.exit_code, error.format_message())
    except click.Abort:
        return _End(_INTERRUPTED)
    except MemoryError:
        return _End(LimitError.exit_code, "there is not enough memory for this")
    except Exception as error:  # a fault of ours must not look like an answer, such as "not valid"
        if isinstance(error.__cause__, KeyboardInterrupt):  # as Python tells it while it imports
            return _End(_INTERRUPTED)
        traceback.print_exc()
        return _End(_FAULT, "this is a fault of the program; please report it")


def _end_with_lost_output(end: _End, fault: OSError) -> _End:
    """How a command ends whose output was not read, or could not be written: an answer that nobody
    could read is none."""
    if is_closed_pipe(fault):
        return _End(BROKEN_PIPE) if end.code == 0 else end
    if end.code in (0, NotValidError.exit_code, LimitError.exit_code):
        message = f"standard output cannot be written: {fault.strerror}"
        return _End(CgtError.exit_code, message)
    return end


@contextmanager
def _warnings_shown() -> Iterator[None]:
    """Shows warnings of ours as one line each."""
    others = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if issubclass(category, CgtWarning):
            _complain(str(message))
        else:
            others(message, category, *where, **more)

    with warnings.catch_warnings():
        warnings.simplefilter("always", CgtWarning)
        warnings.showwarning = show
        yield


def _complain(message: str) -> None:
    one_line = " ".join(message.split())
    if len(one_line) > _LONGEST_MESSAGE:  # it quotes what it was given
        one_line = f"{one_line[:_LONGEST_MESSAGE]}…"
    warn(one_line)


def _complain_at_length(error: click.UsageError) -> _End:
    """Prints a usage error; for a group without a command, such as `cgt` alone, prints its help."""
    click.echo(printable_lines(error.format_message()), err=True)
    return _End(error.exit_code)
