"""What an experiment from the literature is: a table whose rows say what was published and what
comes out here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Row:
    """One line of an experiment: what was published, the result here, and whether the two agree, if
    they can be compared. The columns are for a table; `more` is for scripts."""

    setting: str
    published: object
    ours: object
    agrees: bool | None
    columns: tuple[str, ...]
    more: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Experiment:
    """The headings of an experiment's table, and the function that runs it on several processes.

    One that `is_kept` takes long: its function takes a checkpoint as well, and a function that is
    told how far it is. One with a `curve` can be drawn: some of its rows have a generation and what
    each run came to in it.
    """

    headings: tuple[str, ...]
    rows: Callable[..., Iterator[Row]]
    is_kept: bool = False
    curve: bool = False
