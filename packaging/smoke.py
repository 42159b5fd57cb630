"""Tries an installed cgt: that it is whole, and that its commands answer right.

Run with the Python of the environment that it is installed in, from anywhere; `make wheel` does so
in an empty one, and cibuildwheel for every wheel of a release. It needs nothing but cgt.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

# Commands, with what their JSON must say.
ANSWERS: list[tuple[list[str], dict[str, Any]]] = [
    (["analyse", "example:midgame"], {"outcome": "N"}),
    (["solve", "--size", "6x6"], {"outcome": "P"}),
    (["solve", "--size", "4x7", "--pieces", "domino", "--nimber"], {"nimber": 3}),
    (["ois", "--eval", "*2 + *2"], {"outcome": "P"}),
    (["duel", "--pieces", "T", "--width", "10", "--height", "2"], {"winner": "good"}),
    (["duel", "--pieces", "SZ", "--width", "4", "--height", "4"], {"winner": "bad"}),
    (["replay", "example:tim-232"], {"score": 232}),
]
ENVIRONMENT = {**os.environ, "PYTHONUTF8": "1"}  # what Python itself prints, too
VERIFIED = ["example:ot-4", "example:cram-5x4"]
# An answer by the build for every processor, where the other one would be taken.
OTHER_BUILD = (
    "import sys, types; none = types.SimpleNamespace(has_faster=lambda: False);"
    "sys.modules['cgt._processor'] = none;"
    "import cgt; print(cgt._native.__file__);"
    "print(cgt.analyse(cgt.Grid('|'.join(['.....'] * 5))).outcome)"
)


def run(*words: str) -> str:
    """What a command prints; an error if it fails."""
    ran = subprocess.run(
        words, capture_output=True, encoding="utf-8", cwd=tempfile.gettempdir(), env=ENVIRONMENT
    )
    if ran.returncode != 0:
        sys.exit(f"{' '.join(words)} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def cgt(*words: str) -> Any:
    return json.loads(run(sys.executable, "-m", "cgt", *words, "--json"))


def try_commands() -> None:
    for words, expected in ANSWERS:
        answer = cgt(*words)
        for key, value in expected.items():
            if answer.get(key) != value:
                sys.exit(f"cgt {' '.join(words)} says {key} {answer.get(key)!r}, not {value!r}")
        print(f"cgt {' '.join(words)}: {expected}")
    for result in cgt("verify", *VERIFIED)["results"]:
        if result["valid"] is not True:
            sys.exit(f"cgt verify says that {result['name']} is not valid: {result['reason']}")
    print(f"cgt verify {' '.join(VERIFIED)}: valid")


def try_examples() -> None:
    examples = cgt("examples")["examples"]
    kinds = {example["kind"] for example in examples}
    if len(kinds) < 3 or len(examples) < 30:
        sys.exit(f"there are only {len(examples)} examples, of {sorted(kinds)}")
    print(f"cgt examples: {len(examples)}, of {', '.join(sorted(kinds))}")


def try_both_builds() -> None:
    """The commands tried the build for this processor; the one for every processor is left."""
    spec = importlib.util.find_spec("cgt")
    if spec is None or spec.origin is None:
        sys.exit("cgt is not installed here")
    if not (Path(spec.origin).parent / "faster").is_dir():
        print("one build of the core")
        return
    chosen = run(sys.executable, "-c", "import cgt; print(cgt._native.__file__)").strip()
    file, outcome = run(sys.executable, "-c", OTHER_BUILD).splitlines()  # names may have spaces
    if Path(file).parent.name == "faster" or outcome != "P":
        sys.exit(f"the build for every processor, {file}, says {outcome}, not P")
    print(f"two builds of the core; {Path(chosen).parent.name}/{Path(chosen).name} is taken here")


if __name__ == "__main__":
    try_commands()
    try_examples()
    try_both_builds()
