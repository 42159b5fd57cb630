"""Hunts: the best game found against an enemy that was computed ahead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cgt.draw.describe.names import player_words
from cgt.draw.describe.words import Description, Sentence, counted

if TYPE_CHECKING:
    from cgt.duel.hunt import Hunted
    from cgt.literature.hatetris_games import Confirmed


def describe_hunt(
    best: Hunted, game: Confirmed | None, seconds: float, out: str | None
) -> Description:
    """The score, the replay that reaches it, and what the search was; `game` is None if nothing was
    scored."""
    enemy = best.setting.bad_name
    return Description(
        f"hunt, against {enemy}",
        tuple(_sentences(best, game, seconds, out)),
        f"A hunt against {player_words(enemy)}",
    )


def _sentences(
    best: Hunted, game: Confirmed | None, seconds: float, out: str | None
) -> Iterator[Sentence]:
    if game is None:
        yield Sentence("verdict", "score 0: no row was cleared")
    else:
        played = game.played
        score = f"score {played.score}, {played.pieces} pieces, {played.moves} moves"
        yield Sentence("verdict", f"{score}, confirmed by its replay")
        yield Sentence("how", f"replay: {game.text}" if out is None else f"replay written to {out}")
    why = "" if best.finished else "interrupted" if best.interrupted else "the time was up"
    if best.hunts != 1:
        seed = f", the best with seed {best.setting.seed}" if game is not None else ""
        ended = f"; {why}" if why else ""
        yield Sentence("note", f"{counted(best.hunts, 'hunt')} finished{seed}{ended}")
    elif why:
        yield Sentence("note", f"the last beam was not finished: {why}")
    beam = f"beam {best.beam:,}" if best.beam else "all games kept"
    yield Sentence(
        "cost",
        f"{beam}, {best.weights.name}, {best.considered:,} placements looked at, {seconds:.3f} s",
    )


def hunt_data(best: Hunted, game: Confirmed | None, seconds: float) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "score": best.score,
        "pieces": best.pieces,
        "replay": None if game is None else game.text,
        "moves": 0 if game is None else game.played.moves,
        "beam": best.beam,
        "hunts": best.hunts,
        "seed": best.setting.seed,
        "finished": best.finished,
        "interrupted": best.interrupted,
        "considered": best.considered,
        "seconds": seconds,
    }
