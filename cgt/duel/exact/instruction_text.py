"""What the texts of strategies and of patterns have in common: a head of `key: value` lines, then
instructions with a blank line between them, each of which begins with the visible pieces."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cgt.board.polyomino import MOST_PIECES
from cgt.common.errors import FileError
from cgt.common.headers import Header, Line, paragraphs, split_header, start_of_file, text_lines

_ABOUT = ("name", "source")  # what else a file may say


def read_parts(
    text: str, source: str, form: str, what: str, keys: tuple[str, ...]
) -> tuple[Header, Iterator[list[Line]]]:
    """The head of a text that messages call `source`, and the lines of each of its instructions.
    The first line says that it has this form, which is `what`. Raises FileError."""
    lines = text_lines(text, source)
    where = start_of_file(lines, source, form, what)
    parts = paragraphs(lines, most=MOST_PIECES + len(keys) + len(_ABOUT))
    header, others = split_header(next(parts, []), where, (*keys, *_ABOUT), shapes=True)
    if others:
        raise FileError(others[0].at(), "'key: value' or a blank line is expected here")
    return header, parts


def read_visible(
    first: Line, preview: int, known: Collection[str]
) -> tuple[tuple[str, ...], str, int]:
    """The visible pieces that the first line of an instruction begins with, what it says after the
    colon, and in which column that begins. Raises FileError."""
    names, colon, what = first.text.partition(":")
    visible = tuple(names.split())
    count = preview + 1
    if not colon or len(visible) != count:
        raise FileError(first.at(), f"an instruction begins with {count} visible pieces and ':'")
    for name in visible:
        if name not in known:
            raise FileError(first.at(names.index(name)), f"there is no piece {name!r}")
    return visible, what, len(names) + 1
