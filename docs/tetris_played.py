"""Games on 10×20 that are really played, as far as their pieces allow, for docs/make_tetris.py.

They are played by the command itself, which keeps each game in a checkpoint as it ends, because
all of them take the better part of an hour.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

GAMES = 100
PIECES = 10_000_000
SEED = 7_000_000

HEAD = f"""{GAMES} games each, beside what splitting says: `cgt simulate --rules simplified --good
greedy:WEIGHTS --games {GAMES} --max-pieces {PIECES} --seed {SEED} --checkpoint FILE`. A game that
goes on after {PIECES / 1e6:.0f} million pieces, {4 * PIECES / 1e7:.0f} million lines, is left
there; from all lines and the games that ended, the command tells what whole games would come to, if
a game has no memory of how long it has lasted, with 95 % confidence.
"""

HEADINGS = ("weights", "published", "games", "ended", "lines played", "whole games", "interval")


def played(weights: str, checkpoint: str | None) -> dict[str, Any]:
    """What the command says about the games of a player."""
    words = ["simulate", "--rules", "simplified", "--good", f"greedy:{weights}", "--json"]
    words += ["--games", str(GAMES), "--max-pieces", str(PIECES), "--seed", str(SEED)]
    words += ["--checkpoint", f"{checkpoint}.{weights}"] if checkpoint else []
    said = subprocess.run(
        [sys.executable, "-m", "cgt", *words], check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(said.stdout)  # type: ignore[no-any-return]


def row(weights: str, published: int | None, said: dict[str, Any]) -> tuple[str, ...]:
    """A row of the table from what the command says."""
    low, high = said["interval"]  # of all games, if all ended
    whole = said["whole_lines"] or {"mean": said["mean_lines"], "low": low, "high": high}
    return (
        weights,
        "" if published is None else f"{published} million",
        str(len(said["games"])),
        str(said["results"]["topped-out"]),
        _millions(sum(game["lines"] for game in said["games"])),
        _millions(whole["mean"]),
        f"{_millions(whole['low'])} to {_millions(whole['high'])}",
    )


def rows(
    players: Iterable[tuple[str, int | None]], checkpoint: str | None
) -> list[tuple[str, ...]]:
    """The table of all players."""
    return [row(name, published, played(name, checkpoint)) for name, published in players]


def _millions(lines: float | None) -> str:
    return "more" if lines is None else f"{lines / 1e6:,.1f} million"
