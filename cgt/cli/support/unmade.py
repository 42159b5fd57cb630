"""Files that were asked for and could not be made.

What is known is told even if a file cannot be written. Then the command ends with the error: a file
that is missing is never passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cgt.common.errors import CgtError, LimitError, NotValidError

MORE_MAY_DO = "not known within the limits; more --time-limit or --memory may do"


class Unmade:
    """The errors of the files that could not be made so far."""

    def __init__(self) -> None:
        self._errors: list[CgtError] = []

    def add(self, error: CgtError) -> None:
        """Keeps an error until the answer is told."""
        self._errors.append(error)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Surrounds the making of a file: an error there is kept until the answer is told."""
        try:
            yield
        except CgtError as error:
            self.add(error)

    def check(self) -> None:
        """Raises one error that says all that was kept, if anything was. That something was found
        false counts most; limits count only if there is nothing else."""
        if not self._errors:
            return
        said = "; ".join(map(str, self._errors))
        if any(isinstance(error, NotValidError) for error in self._errors):
            raise NotValidError(said)
        limits = all(isinstance(error, LimitError) for error in self._errors)
        raise LimitError(said) if limits else CgtError(said)
