"""One input: read in this process, or given to a whole command, and judged."""

from __future__ import annotations

import io
import os
import re
import sys
import tempfile
import traceback
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from stress.kind import Kind, LieError
from stress.mutate import CONCEAL

ORIGINAL = Path("original")  # the present input as it was made; commands may change the other
_COMMANDS = 0.15  # the share of inputs that a whole command gets
_CODES = range(4)
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


class Result(NamedTuple):
    """What became of an input: `answered`, `refused` or `failed`, and why it failed."""

    word: str
    problem: str = ""


class Ran(NamedTuple):
    """What a command did; `problem` says what is wrong with that."""

    code: int
    output: str
    errors: str
    problem: str


class _Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def try_input(kind: Kind, random: Random, path: Path) -> Result:
    """Tries the file in the folder."""
    from click import ClickException

    from cgt.common.errors import CgtError

    if random.random() < _COMMANDS:
        arguments = kind.command(random, path)
        ran = run_command(arguments, terminal=random.random() < 0.5)
        problem = ran.problem
        if not problem:
            try:
                kind.check_output(path, arguments, ran.code, ran.output)
            except LieError as lie:
                problem = f"a lie: {lie}"
        if problem:
            return Result("failed", f"cgt {' '.join(arguments)[:300]}: {problem}")
        return Result("refused" if ran.code == 2 else "answered")
    try:
        kind.read(path)
    except MemoryError:  # the command turns it into "limit reached"
        return Result("refused")
    except (CgtError, ClickException) as error:
        if problem := _fault_of_message(f"cgt: {error}"):
            return Result("failed", f"{problem} in the message {str(error)[:300]!r}")
        return Result("refused")
    except LieError as lie:
        return Result("failed", f"a lie: {lie}")
    except Exception:
        return Result("failed", traceback.format_exc())
    return Result("answered")


def _fault_of_message(message: str) -> str:
    """A message may quote a file, but is shown as one line of bounded length."""
    return "" if len(message) < 200_000 else "a message longer than anybody reads"


def run_command(arguments: list[str], *, terminal: bool = False) -> Ran:
    """Runs `cgt` in this process, with its streams in files. With `terminal` its standard output
    says that it is a terminal."""
    import cgt.cli

    crash = ""
    code: object = None
    with _streams_in_files(terminal) as (output_file, error_file):
        sys.argv = ["cgt", *arguments]
        try:
            cgt.cli.main()
        except SystemExit as left:
            code = left.code
        except BaseException:
            crash = traceback.format_exc()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        output, errors = (_text(file) for file in (output_file, error_file))
    ended = 0 if code is None else code if isinstance(code, int) else -1
    return Ran(ended, output, errors, crash or _fault(ended, output, errors))


def _fault(code: int, output: str, errors: str) -> str:
    if code not in _CODES:
        return f"exit code {code}"
    if errors.count("\n") > 1:
        return f"several lines on standard error: {errors[:300]!r}"
    if code != 0 and not errors:
        return f"exit code {code} without a word"
    for name, text in (("output", output), ("error", errors)):
        if CONCEAL in text:
            return f"an escape sequence of the file on standard {name}"
        for character in _COLOUR.sub("", text):
            if unicodedata.category(character) in _UNSEEN and character != "\n":
                return f"the control character {character!a} on standard {name}"
    return ""


def _text(file: io.BufferedRandom) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


@contextmanager
def _streams_in_files(
    terminal: bool,
) -> Iterator[tuple[io.BufferedRandom, io.BufferedRandom]]:
    """Standard output and standard error in two files, standard input empty; as before
    afterwards."""
    kept = [os.dup(stream) for stream in range(3)]
    kept_streams = sys.stdin, sys.stdout, sys.stderr
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, to in enumerate((nothing, output.fileno(), errors.fileno())):
            os.dup2(to, number)
        os.close(nothing)
        sys.stdin = open(0, closefd=False, encoding="utf-8")  # noqa: SIM115
        shown = _Terminal if terminal else io.TextIOWrapper
        sys.stdout = shown(io.FileIO(1, "w", closefd=False), "utf-8", write_through=True)
        sys.stderr = open(2, "w", closefd=False, encoding="utf-8")  # noqa: SIM115
        try:
            yield output, errors
        finally:
            sys.stdin, sys.stdout, sys.stderr = kept_streams
            for number, old in enumerate(kept):
                os.dup2(old, number)
                os.close(old)
