"""A process that tries inputs of one kind, one after the other, and says before each which one it
is, so that whoever watches knows which input a crash belongs to.

    python -m stress.worker KIND SEED FIRST LAST PIPE KEPT
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from random import Random

from stress.kind import Kind
from stress.kinds import KINDS
from stress.trial import ORIGINAL, try_input


def kept_path(kept: Path, kind: type[Kind], seed: int, number: int) -> Path:
    """Where an input that failed is kept."""
    return kept / f"{kind.name.replace(' ', '-')}-{seed}-{number}{kind.suffix}"


def work(kind: Kind, seed: int, numbers: range, pipe: int, kept: Path) -> None:
    """Tries inputs. Those that fail are kept in a folder, except the one that ends the process."""
    kind.examples  # noqa: B018  before the clock of the first input runs
    for number in numbers:
        random = Random(f"{seed} {kind.name} {number}")
        _clean()
        path = Path(f"input{kind.suffix}")
        data = kind.make(random)
        for file in (path, ORIGINAL):
            file.write_bytes(data)
        os.write(pipe, b"begin\n")
        result = try_input(kind, random, path.absolute())
        if result.word == "failed":
            kept_path(kept, type(kind), seed, number).write_bytes(data)
        os.write(pipe, json.dumps(result).encode() + b"\n")


def _clean() -> None:
    """Removes what the last input left."""
    for path in Path(".").glob("input*"):
        path.unlink()


if __name__ == "__main__":
    name, first_seed, first, last, told_to, folder = sys.argv[1:]
    work(KINDS[name](), int(first_seed), range(int(first), int(last)), int(told_to), Path(folder))
