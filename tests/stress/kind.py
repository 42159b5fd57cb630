"""What a kind of file is to this test: how to make one, how the program reads it, which commands
take it, and what must hold if it is not refused."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import ClassVar

from stress.mutate import changed

ROOT = Path(__file__).parent.parent.parent
TIME = ("--time-limit", "1s")


class LieError(Exception):
    """The program answered, and the answer is wrong."""


class Kind(ABC):
    """A kind of file. One instance lives as long as the process that tries its inputs, in an empty
    folder of its own."""

    name: ClassVar[str]
    suffix: ClassVar[str] = ".txt"
    generated: ClassVar[float] = 0.3  # the share of inputs that no valid file was changed into

    @cached_property
    def examples(self) -> Sequence[bytes]:
        """Valid files."""
        return self.make_examples()

    @abstractmethod
    def make_examples(self) -> Sequence[bytes]: ...

    def generate(self, random: Random) -> bytes:
        """A file out of a grammar, nearly right."""
        return changed(random, self.examples)

    def make(self, random: Random) -> bytes:
        """An input."""
        if random.random() >= self.generated:
            return changed(random, self.examples)
        return self.generate(random)

    @abstractmethod
    def read(self, path: Path) -> None:
        """Reads a file as the program does, and uses it a little. Raises what the program raises,
        or LieError."""

    @abstractmethod
    def command(self, random: Random, path: Path) -> list[str]:
        """The arguments of a command that reads the file; it takes no longer than a second or
        two."""

    def check_output(self, path: Path, arguments: list[str], code: int, output: str) -> None:
        """Raises LieError if a command's answer is wrong, as far as that is quickly found out."""
        return


def example_files(*patterns: str) -> list[bytes]:
    """The files that come with the program."""
    found = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    assert found
    return [path.read_bytes() for path in found]
