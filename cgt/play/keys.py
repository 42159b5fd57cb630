"""The keys of a screen game, as the lowest lines of its screen show them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

_KEY_STYLE = "bold #f09a3e"


def shown_keys(rows: Sequence[Sequence[tuple[str, str]]]) -> Text:
    """Rows of keys, each key with its meaning."""
    text = Text(end="", no_wrap=True)
    for number, row in enumerate(rows):
        text.append("\n" if number else "")
        for key, meaning in row:
            text.append(f" {key}", _KEY_STYLE)
            text.append(f" {meaning} ")
    return text
