"""The one family of errors that a user of cgt can cause, and the exit code of each.

They are raised where the mistake is visible. One place, cgt.cli.main, turns them into one line on
standard error.
"""

from __future__ import annotations

from dataclasses import dataclass


class CgtError(Exception):
    """Something the user asked for cannot be done; the message is one line for the user."""

    exit_code = 2


class CgtWarning(UserWarning):
    """Something went wrong beside the work, which goes on; the message is one line for the user."""


@dataclass(frozen=True)
class Location:
    """A place in a text file: its name, line and column, both counted from 1.

    >>> print(Location("boards/comb.txt", 3, 7))
    boards/comb.txt:3:7
    """

    source: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.source}:{self.line}:{self.column}"


class FileError(CgtError):
    """A file that cannot be read or has wrong content, with the place of the mistake."""

    def __init__(self, where: Location, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem

    def __reduce__(self) -> tuple[type[FileError], tuple[Location, str]]:
        """Makes the error picklable, because errors travel between processes."""
        return type(self), (self.where, self.problem)


class LimitError(CgtError):
    """Something is not known within the time or the memory allowed."""

    exit_code = 3


class NotValidError(CgtError):
    """Something was checked and found false."""

    exit_code = 1


class PieceError(CgtError):
    """A piece or a piece set that does not exist."""


class SizeError(CgtError):
    """A board of a size that the requested work cannot handle."""
