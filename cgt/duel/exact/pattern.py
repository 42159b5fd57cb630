"""Strategy patterns: one strategy of Good for every width that consists of equal lanes.

A lane here is some neighbouring columns, two as a rule, and all pieces are placed inside lanes.
What a drop does to its lane depends on nothing beside it, and a row of the well is full if it is
full in every lane. So it does not matter where a lane stands: a *state* of a pattern says how many
lanes look alike. They are counted 1, 2, … and, from some number on, `many`. An instruction names
one of the lanes that can be seen in a state. It does not tell lanes apart that look alike, nor how
many many are, and therefore holds for every number of lanes.

Beside the many there may be single lanes of other widths: lanes of two and one lane of three make
every odd width.

>>> pattern = Pattern.read("example:every-even-ol")
>>> pattern.pieces.name, pattern.height, pattern.widths
('OL', 5, 'every even width')
>>> pattern.holds_for(38), pattern.holds_for(39)
(True, False)
>>> str(Pattern.parse(str(pattern))) == str(pattern)
True
>>> known_pattern("L", width=10).height
3
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from cgt.board.piecesets import piece_set
from cgt.board.polyomino import PieceSet, Polyomino
from cgt.common.examples import examples
from cgt.common.files import read_within, source_name, write_lines
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.pattern_text import (
    Counted,
    Lane,
    PatternHead,
    PatternInstruction,
    parse_pattern_text,
    pattern_lines,
)
from cgt.duel.gametext import check_names
from cgt.duel.well import NARROWEST, Well

KIND = "pattern"  # what the examples that are patterns are called


@dataclass(frozen=True)
class Pattern:
    """A strategy of Good for every width that consists of at least `fewest` lanes of width `lane`,
    and of one lane of each width in `beside`. From `many` on, lanes that look alike are not
    counted. The stack is never higher than `height`."""

    pieces: PieceSet
    preview: int
    height: int
    lane: int
    beside: tuple[int, ...]
    many: int
    fewest: int
    instructions: list[PatternInstruction]
    about: dict[str, str] = field(default_factory=dict)

    # widths

    @property
    def first_width(self) -> int:
        """The least width of a well that it holds for."""
        return max(NARROWEST, self.fewest * self.lane + sum(self.beside))

    def holds_for(self, width: int) -> bool:
        """Whether it is a strategy for a well of this width."""
        return width >= self.first_width and (width - self.first_width) % self.lane == 0

    @property
    def widths(self) -> str:
        """The widths that it holds for, in words."""
        first, lane = self.first_width, self.lane
        least = next(n for n in range(NARROWEST, NARROWEST + lane) if (first - n) % lane == 0)
        start = "" if first == least else f" from {first} on"
        if lane == 1:
            return f"every width{start}"
        if lane == 2:
            return f"every {'odd' if first % 2 else 'even'} width{start}"
        if first % lane == 0:
            return f"every width that is a multiple of {lane}{start}"
        return f"the widths {first}, {first + lane}, {first + 2 * lane} and so on"

    def lane_widths(self, width: int) -> list[int]:
        """The widths of the lanes of a well that it holds for, from left to right."""
        many = (width - sum(self.beside)) // self.lane
        return [self.lane] * many + list(self.beside)

    def lanes_of(self, well: Well) -> list[Lane]:
        """What is in the lanes of a well, from left to right."""
        columns = iter(well.columns)
        widths = self.lane_widths(well.width)
        return [tuple(itertools.islice(columns, width)) for width in widths]

    def starts(self) -> Iterator[Counted]:
        """The states that the game can begin with: all lanes are empty, and there are many of
        them, or as many as too few to be many."""
        single = [((0,) * width, 1) for width in self.beside]
        for count in range(min(self.fewest, self.many), self.many + 1):
            yield tuple(sorted([((0,) * self.lane, count), *single]))

    # text

    @classmethod
    def read(cls, path: str | Path, limits: Limits = UNLIMITED) -> Pattern:
        """The pattern in a file; raises FileError, and LimitError if the limits did not suffice."""
        return cls.parse(read_within(path, limits), source_name(path), limits)

    @classmethod
    def parse(cls, text: str, source: str = "text", limits: Limits = UNLIMITED) -> Pattern:
        """The pattern in a text that messages call `source`; raises FileError and LimitError."""
        head, instructions = parse_pattern_text(text, source, limits)
        return cls(instructions=instructions, **head._asdict())

    def write(self, path: str | Path, limits: Limits = UNLIMITED) -> None:
        """Writes a pattern file, whole or not at all; raises CgtError if that fails or a piece has
        a name that cannot be written, LimitError if the time is up."""
        check_names(path, [piece.name for piece in self.pieces])
        write_lines(path, self.lines(), limits)

    def lines(self) -> Iterator[str]:
        """The pattern as the lines of a file."""
        head = PatternHead(*(getattr(self, name) for name in PatternHead._fields))
        return pattern_lines(head, self.instructions)

    def __str__(self) -> str:
        return "\n".join(self.lines())


@cache
def known_patterns() -> tuple[Pattern, ...]:
    """The patterns that come with the program."""
    return tuple(Pattern.parse(one.text(), one.name) for one in examples() if one.kind == KIND)


def known_pattern(pieces: str, preview: int = 0, width: int | None = None) -> Pattern | None:
    """The lowest pattern that comes with the program and is a strategy for these pieces, seen so
    far ahead, and for a well of this width; without a width, the one for the most widths. None if
    there is none. A pattern for more pieces or less preview is one for these, too."""
    fitting = shipped_patterns(piece_set(pieces), preview)
    if width is None:
        return min(fitting, key=lambda one: (one.lane, one.first_width, one.height), default=None)
    fitting = [pattern for pattern in fitting if pattern.holds_for(width)]
    return min(fitting, key=lambda one: (one.height, one.first_width), default=None)


def shipped_patterns(pieces: PieceSet, preview: int) -> list[Pattern]:
    """The patterns that come with the program and are strategies for these pieces, seen so far
    ahead."""
    wanted = _shapes(pieces)
    return [
        pattern
        for pattern in known_patterns()
        if wanted <= _shapes(pattern.pieces) and pattern.preview <= preview
    ]


def _shapes(pieces: PieceSet) -> set[frozenset[Polyomino]]:
    return {frozenset(piece.rotations) for piece in pieces}
