"""The examples that come with the program: boards, replays, strategies, patterns and proofs, each
with a name.

Wherever a file is read, `example:NAME` stands for one of them; cgt.common.files sees to that. In a
checkout they are the files in `boards/`, `replays/` and `certificates/`; an installed package has
copies of these folders. What an example is about says the comment at its top.

>>> example("tim-232").kind
'replay'
>>> example("midgam")
Traceback (most recent call last):
cgt.common.errors.FileError: example:midgam:1:1: there is no such example (did you mean midgame?)
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import IO, cast

from cgt.common.errors import FileError, Location
from cgt.common.names import did_you_mean, named

PREFIX = "example:"
# By their folders, which may have folders inside.
_KINDS = {
    "boards": "board",
    "replays": "replay",
    "certificates": "strategy",
    "certificates/every-width": "pattern",
    "certificates/proofs": "proof",
}
_SUFFIXES = (".txt", ".gz")


@dataclass(frozen=True)
class Example:
    """A file that comes with the program; `description` is the comment at its top, or
    what it proves."""

    name: str
    kind: str
    file: Path

    @property
    def description(self) -> str:
        with _opened(self.file) as lines:
            said = []
            for line in lines:
                if not line.startswith(";"):
                    break
                said.append(line.lstrip(";").strip())
        return " ".join(said) or self._claim()

    def _claim(self) -> str:
        """What a proof shows, which has no comment."""
        with _opened(self.file) as lines:
            said = dict(line.rstrip().split(": ", 1) for line in islice(lines, 8) if ": " in line)
        rows = said["board"].split("|")
        play = {"misere": "misère"}.get(said["play"], said["play"])
        pieces, claim = said["pieces"], said["claim"]
        return f"A proof of {claim} for {len(rows[0])}×{len(rows)}, {pieces}, {play} play."

    def text(self) -> str:
        """What is in the file."""
        with _opened(self.file) as file:
            return file.read()


def _opened(file: Path) -> IO[str]:
    opener = gzip.open if file.suffix == ".gz" else open
    return cast(IO[str], opener(file, "rt", encoding="utf-8"))


def is_example(path: str | Path) -> bool:
    """Whether what should be the name of a file names an example, which need not exist."""
    return str(path).startswith(PREFIX)


def examples() -> tuple[Example, ...]:
    """All examples: the boards, the replays, the strategies, the patterns, the proofs, each by
    name."""
    return tuple(_by_name().values())


def example(name: str) -> Example:
    """The example of a name in any case, with `example:` or without; raises FileError if there is
    none."""
    plain = name.removeprefix(PREFIX)
    known = _by_name()
    meant = named(plain, known)
    if meant is not None:
        return known[meant]
    advice = did_you_mean(Path(plain).stem, known) or "; 'cgt examples' lists them"
    raise FileError(Location(f"{PREFIX}{plain}"), f"there is no such example{advice}")


def hint_of_example(path: str | Path) -> str:
    """The end of a message about a file that does not exist: the example of this name, or nothing.

    >>> hint_of_example("Midgame"), hint_of_example("board.txt")
    (' (did you mean example:midgame?)', '')
    """
    meant = named(str(path).partition(":")[2] or str(path), _by_name())
    return "" if meant is None else f" (did you mean {PREFIX}{meant}?)"


@cache
def _by_name() -> dict[str, Example]:
    found: dict[str, Example] = {}
    for folder, kind in _KINDS.items():
        others = [_home() / other for other in _KINDS if other.startswith(f"{folder}/")]
        files = (file for file in (_home() / folder).rglob("*") if file.suffix in _SUFFIXES)
        for file in sorted(files, key=lambda file: file.name):
            if any(file.is_relative_to(other) for other in others):
                continue
            name = file.stem
            assert name not in found, f"two examples are called {name}"
            found[name] = Example(name, kind, file)
    return found


def _home() -> Path:
    """The folder that has the folders of examples: in an installed package one of its own, in a
    checkout the whole."""
    package = Path(__file__).parent.parent
    installed = package / "examples"
    return installed if installed.is_dir() else package.parent
