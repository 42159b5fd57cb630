"""`make stress`: tries everything, and prints a table of what was tried and what failed.

    python -m stress [--only NAME]... [--inputs N] [--first N] [--kills N] [--seed N] [--docs]

An input that failed is kept in build/stress; the same seed makes the same inputs again, and
`--only KIND --first N --inputs 1` only that one. Exit code 1 if anything failed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from stress.kills import LONG, kill_often
from stress.kind import ROOT
from stress.kinds import KINDS
from stress.streams import CASES, try_cases
from stress.supervise import Tally, try_inputs
from stress.table import text, write_page

KEPT = ROOT / "build" / "stress"
_AT_ONCE = 1000  # inputs that one process tries
_GROUPS = {"changed files": KINDS, "killed commands": LONG, "disks, streams, names": CASES}


def main() -> int:
    options = _options()
    groups = {
        group: {name: Tally() for name in names if not options.only or name in options.only}
        for group, names in _GROUPS.items()
    }
    tallies = {name: tally for names in groups.values() for name, tally in names.items()}
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True)
    begin = time.monotonic()
    with ThreadPoolExecutor(options.processes) as pool:
        running = [(name, pool.submit(job)) for name in tallies for job in _jobs(name, options)]
        for name, job in running:
            tallies[name].add(job.result())
            for failure in job.result().failures:
                print(f"{name}: {failure}", flush=True)
    print(text({group: names for group, names in groups.items() if names}))
    print(f"{time.monotonic() - begin:.0f} s on {options.processes} processors")
    if options.docs:
        write_page(groups)
    return int(any(tally.failures for tally in tallies.values()))


def _jobs(name: str, options: argparse.Namespace) -> list[Callable[[], Tally]]:
    if name in LONG:
        return [partial(kill_often, name, options.seed, options.kills)]
    if name in CASES:
        return [partial(try_cases, name)]
    last = options.first + options.inputs
    return [
        partial(try_inputs, name, options.seed, range(first, min(first + _AT_ONCE, last)), KEPT)
        for first in range(options.first, last, _AT_ONCE)
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="stress", description="The program under stress.")
    names = [name for names in _GROUPS.values() for name in names]
    parser.add_argument("--only", action="append", choices=names, metavar="NAME")
    parser.add_argument("--inputs", type=int, default=3000, help="changed files of each kind")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them")
    parser.add_argument("--kills", type=int, default=20, help="kills of each long command")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--docs", action="store_true", help="put the table into the docs, too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
