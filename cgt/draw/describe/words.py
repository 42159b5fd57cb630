"""Descriptions: a heading and sentences with roles, which every medium can show.

A sentence may point at what the picture beside it marks. Media mark things differently, a terminal
with `@@` and a drawing with a frame. So the sentence has the fact, and each medium adds its own
words.

>>> moves = Sentence("how", "2 winning moves", MarkedMove(is_only=False), " I on (0, 0)")
>>> moves.text(on_terminal)
'2 winning moves; one is marked @@: I on (0, 0)'
>>> moves.text(in_figure)
'2 winning moves; one is drawn: I on (0, 0)'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

# The board, who wins, how, how its rows and columns count, what else to know, and what the work
# cost.
Role = Literal["board", "verdict", "how", "counting", "note", "cost"]


@dataclass(frozen=True)
class MarkedMove:
    """A move that the picture shows; `is_only` if the sentence names no others."""

    is_only: bool


@dataclass(frozen=True)
class MarkedRows:
    """Rows of a well that the picture frames, counted from 0 at the floor."""

    first: int
    last: int


Mark = MarkedMove | MarkedRows
Words = Callable[[Mark], str]


@dataclass(frozen=True, init=False)
class Sentence:
    """Text, with marks where it points at the picture."""

    role: Role
    parts: tuple[str | Mark, ...]

    def __init__(self, role: Role, *parts: str | Mark) -> None:
        object.__setattr__(self, "role", role)
        object.__setattr__(self, "parts", parts)

    def text(self, words: Words) -> str:
        """The sentence in the words of a medium."""
        return "".join(part if isinstance(part, str) else words(part) for part in self.parts)


@dataclass(frozen=True)
class Description:
    """What is said of a result. The `title` is the heading in words, for pages and figures; a
    heading that has words enough is its own title."""

    heading: str
    sentences: tuple[Sentence, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", self.title or self.heading)

    def with_sentence(self, sentence: Sentence) -> Description:
        """The same with one sentence more at the end, unless it says that already."""
        said = self.sentences
        return replace(self, sentences=said if sentence in said else (*said, sentence))

    def texts(self, words: Words, *roles: Role) -> list[str]:
        """The sentences in the words of a medium. If roles are named, only the sentences with these
        roles, in the order of the roles."""
        if not roles:
            return [sentence.text(words) for sentence in self.sentences]
        return [s.text(words) for role in roles for s in self.sentences if s.role == role]


def trust_sentences(checkpoint: str | None) -> list[Sentence]:
    """That an answer rests on a checkpoint which was not made with this machine's key, if it does.

    >>> trust_sentences(None)
    []
    """
    if checkpoint is None:
        return []
    about = f"this rests on the checkpoint {checkpoint}, not made with this machine's key"
    return [Sentence("note", about)]


# the words of each medium


def on_terminal(mark: Mark) -> str:
    """Moves are @@, and rows are named by the numbers beside the picture."""
    match mark:
        case MarkedMove(is_only):
            return ", marked @@:" if is_only else "; one is marked @@:"
        case MarkedRows(first, last):
            return f", in rows {first} to {last}"


def in_figure(mark: Mark) -> str:
    """Moves are drawn, and rows framed."""
    match mark:
        case MarkedMove(is_only):
            return ", drawn:" if is_only else "; one is drawn:"
        case MarkedRows(first, last):
            return f", in the framed rows {first} to {last}"


def on_page(mark: Mark) -> str:
    """A page shows moves by itself, and frames rows as a figure does."""
    return ":" if isinstance(mark, MarkedMove) else in_figure(mark)


def counted(number: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "region"), counted(2, "region")
    ('1 region', '2 regions')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
