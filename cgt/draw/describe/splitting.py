"""Estimates of how long games last that are too long to be played."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from cgt.draw.describe.games import estimated_data, players_title
from cgt.draw.describe.words import Description, Sentence, trust_sentences
from cgt.draw.tables import Table

if TYPE_CHECKING:
    from cgt.common.statistics import Estimated
    from cgt.duel.splitting import LongGames


def describe_splitting(
    found: LongGames, seconds: float, *, interrupted: bool = False, trusts: str | None = None
) -> Description:
    """How many lines and pieces a game has, and what it took to find out."""
    setting, number = found.setting, len(found.estimates)
    sentences = []
    if number:
        sentences = [
            Sentence("verdict", f"lines {_text(found.lines, number)}"),
            Sentence("note", f"pieces {_text(found.pieces, number)}"),
            Sentence("note", f"{found.placed:,} pieces were placed for it"),
        ]
    sentences.append(Sentence("cost", f"{seconds:.3f} s{', interrupted' if interrupted else ''}"))
    sentences += trust_sentences(trusts)
    players = players_title(setting.good_name, setting.bad_name)
    plural = "" if number == 1 else "s"
    return Description(f"{players}: {number:,} estimate{plural} by splitting", tuple(sentences))


def _text(estimated: Estimated, number: int) -> str:
    if estimated.mean == inf:
        return "unknown: no trial came to the end of a game; more estimates may do"
    told = f"{estimated.mean:,.0f}"
    if number == 1:
        return told
    high = "more" if estimated.high == inf else f"{estimated.high:,.0f}"
    return f"{told} ({estimated.low:,.0f} to {high} with 95 % confidence)"


def splitting_data(
    found: LongGames, seconds: float, *, interrupted: bool = False, trusts: str | None = None
) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "estimates": [each._asdict() for each in found.estimates],
        "lines": estimated_data(found.lines) if found.estimates else None,
        "pieces_in_a_game": estimated_data(found.pieces) if found.estimates else None,
        "placed": found.placed,
        "interrupted": interrupted,
        "trusts": trusts,
        "seconds": round(seconds, 3),
    }


def splitting_table(found: LongGames) -> Table:
    """A row for each estimate."""
    return Table(
        ["ends_for_each_piece", "lines_for_each_piece", "placed"],
        [(f"{each.ends:.6g}", f"{each.lines:.6g}", each.placed) for each in found.estimates],
    )
