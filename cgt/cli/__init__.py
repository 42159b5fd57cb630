"""The command `cgt`: one module a command, which reads arguments, calls, and shows the result.

Here is the one place where errors become a line on standard error and an exit code. Nothing heavy
is imported before a command runs, so that help answers at once.
"""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import click

from cgt.cli.analyse import analyse
from cgt.cli.bench import bench
from cgt.cli.regions import regions
from cgt.errors import CgtError

_INTERRUPTED = 130
_BROKEN_PIPE = 141


def _show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from cgt import __version__

        click.echo(f"cgt {__version__}")
        context.exit()


class _ReaderGoneError(Exception):
    """Standard output is a pipe that nobody reads any more."""


class _Group(click.Group):
    """A group that lets us see what click would turn into exit codes of its own."""

    def invoke(self, context: click.Context) -> Any:
        try:
            result = super().invoke(context)
            sys.stdout.flush()
            return result
        except BrokenPipeError:
            raise _ReaderGoneError from None
        except KeyboardInterrupt:
            raise click.Abort from None


@click.group(
    cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
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


for command in (analyse, bench, regions):
    cgt.add_command(command)


def main() -> NoReturn:
    """Runs the command and exits with its code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a picture with ? beats no picture
    try:
        code = cgt.main(prog_name="cgt", standalone_mode=False)
    except CgtError as error:
        code = _complain(str(error), error.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        code = _complain_at_length(error)
    except click.ClickException as error:
        code = _complain(error.format_message(), CgtError.exit_code)
    except click.Abort:
        code = _INTERRUPTED
    except _ReaderGoneError:
        # Python would try to flush once more on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _BROKEN_PIPE
    except MemoryError:
        code = _complain("there is not enough memory for this", 3)
    sys.exit(code)


def _complain(message: str, code: int) -> int:
    one_line = " ".join(message.split())
    click.echo("cgt: " + "".join(c if c.isprintable() else "?" for c in one_line), err=True)
    return code


def _complain_at_length(error: click.UsageError) -> int:
    """`cgt` alone, or `cgt bench` alone, asks what there is: show the help."""
    click.echo(error.format_message(), err=True)
    return error.exit_code
