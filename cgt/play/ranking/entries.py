"""Entries of the table of scores, and what can be one."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import NamedTuple

from cgt.common.database import MOST
from cgt.common.errors import CgtError

LONGEST_NAME = 40
LONGEST_SETTING = 200
LONGEST_GAME = 200
OTHER = "other"  # the game of a score of which nobody said what was played

# Characters that break or turn a line, or are not characters at all.
_CONTROL = {"Cc", "Cf", "Cs", "Zl", "Zp"}

Row = tuple[str, int, int | None, int | None, str, str, str]


class Entry(NamedTuple):
    """A score with its rank in its game at the time it was looked up; `when` is in UTC."""

    rank: int
    name: str
    score: int
    pieces: int | None
    lines: int | None
    setting: str
    when: str
    game: str


Entries = list[Entry]


class GameScores(NamedTuple):
    """A game, how many scores it has, the best of them, and when the last one was entered."""

    game: str
    entries: int
    best: Entry
    when: str


def checked_row(
    name: str,
    score: int,
    pieces: int | None,
    lines: int | None,
    setting: str,
    when: str,
    game: str,
) -> Row:
    """A row as it is stored: without spaces around texts, with a time in UTC, now for none. Raises
    CgtError if it cannot be entered."""
    return (
        checked_name(name),
        _checked_number("a score", score, -MOST),
        None if pieces is None else _checked_number("a number of pieces", pieces, 0),
        None if lines is None else _checked_number("a number of lines", lines, 0),
        _checked_text("a setting", setting, 0, LONGEST_SETTING),
        _checked_time(when),
        checked_game(game),
    )


def checked_name(name: str) -> str:
    """A name without spaces around it; raises CgtError if it cannot be a name."""
    return _checked_text("a name", name, 1, LONGEST_NAME)


def checked_game(game: str) -> str:
    """A game without spaces around it; raises CgtError if it cannot be one."""
    return _checked_text("a game", game, 1, LONGEST_GAME)


def _checked_text(what: str, text: str, least: int, most: int) -> str:
    text = text.strip()
    if not least <= len(text) <= most:
        raise CgtError(f"{what} has {least} to {most} characters, not {len(text):,}")
    for character in text:
        if unicodedata.category(character) in _CONTROL:
            raise CgtError(f"{what} has no control characters such as {character!a}")
    return text


def _checked_number(what: str, number: int, least: int) -> int:
    if not isinstance(number, int) or not least <= number <= MOST:
        raise CgtError(f"{what} is a whole number from {least} to {MOST}")
    return number


def _checked_time(text: str) -> str:
    """A time in UTC: now for an empty text. A time without a zone is taken as UTC."""
    try:
        moment = datetime.fromisoformat(text) if text else datetime.now(UTC)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        raise CgtError(f"{text!r} is not a time such as 2025-01-31T12:00:00+00:00") from None
