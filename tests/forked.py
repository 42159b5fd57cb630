"""Runs many command lines of cgt, each in a process of its own, without starting Python for each.

The processes are forked from one that has imported everything; each gets its standard streams as
Python sets them up when a program is started with such streams.

It reads lines of JSON, {arguments, streams}, and answers each with a line [exit code, stderr].
"""

import gc
import json
import os
import signal
import sys
import tempfile
import time
import traceback
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, NoReturn

import cgt
import cgt.cli

SECONDS = 60  # more than any command here can need


def main() -> None:
    for module in walk_packages(cgt.__path__, "cgt."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    import_module("cma")  # this takes long
    gc.freeze()
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps(run(case["arguments"], case["streams"])), flush=True)


def run(arguments: list[str], streams: dict[str, str]) -> tuple[int, str]:
    with tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            become(arguments, streams, errors.fileno())
        status = wait_for(child)
        errors.seek(0)
        return os.waitstatus_to_exitcode(status), errors.read().decode(errors="replace")


def wait_for(child: int) -> int:
    """The status of a child, which is ended if it takes too long."""
    end = time.monotonic() + SECONDS
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.002)


def become(arguments: list[str], streams: dict[str, str], errors: int) -> NoReturn:
    """Turns this process into `cgt` with these arguments."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.dup2(errors, 2)
    for stream, what in streams.items():
        redirect(("stdin", "stdout", "stderr").index(stream), what)
    for number, stream in enumerate(("stdin", "stdout", "stderr")):
        opened: Any = None
        if streams.get(stream) != "closed":
            opened = os.fdopen(number, "w" if number else "r", closefd=False)
        setattr(sys, stream, opened)
        setattr(sys, f"__{stream}__", opened)
    sys.argv = ["cgt", *arguments]
    code = 70
    try:
        cgt.cli.main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
        for stream in (sys.stdout, sys.stderr):  # as Python does when it exits
            try:
                if stream is not None:
                    stream.flush()
            except OSError:
                code = 120
    except BaseException:
        os.write(errors, traceback.format_exc().encode(errors="replace"))
    os._exit(code)


def redirect(number: int, what: str) -> None:
    if what == "closed":
        os.close(number)
    elif what == "nobody":  # a pipe that was closed at its other end
        reading, writing = os.pipe()
        os.close(reading)
        os.dup2(writing, number)
        os.close(writing)
    else:
        os.dup2(os.open(what, os.O_RDWR), number)


if __name__ == "__main__":
    main()
