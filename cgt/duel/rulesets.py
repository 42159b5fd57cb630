"""Named rules of Tetris, which is the duel against chance or against an enemy, as others have
played it.

A rule set has a value for everything that determines a game, and a default Good player. Each value
can be replaced.

>>> RULE_SETS["simplified"].setting(good="greedy:bcts", max_pieces=1000).rules.ending
'lock'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cgt.duel.rules import Ending, Rules
from cgt.duel.setting import Scoring, Setting


@dataclass(frozen=True)
class RuleSet:
    """Rules, scoring and players that belong together, as others have played."""

    meaning: str
    width: int = 10
    height: int = 20
    moves: str = "drop"
    ending: Ending = "height"
    bad: str = "uniform"
    preview: int = 0
    scoring: Scoring = "lines"
    good: str = "best"

    def setting(self, **others: Any) -> Setting:
        """A setting with these rules. Keyword arguments such as `width`, `pieces` or `good` replace
        single values. Raises CgtError."""
        mine = {key: others.pop(key, getattr(self, key)) for key in _OF_WELL}
        rules = Rules(others.pop("pieces", "tetromino"), **mine)
        game = {key: others.pop(key, getattr(self, key)) for key in _OF_GAME}
        return Setting(rules, **game, **others)

    def defaults(self) -> dict[str, Any]:
        """The values, by the names of the command-line options."""
        return {key: getattr(self, key) for key in (*_OF_WELL, *_OF_GAME)}


_OF_WELL = ("width", "height", "moves", "ending")
_OF_GAME = ("good", "bad", "preview", "scoring")

RULE_SETS: dict[str, RuleSet] = {
    "sogang": RuleSet(
        "the game of S. Park (2019): 10×22, turns inside the well, three pieces visible, "
        "100 points for the square of the rows and 10 for each supported cell",
        height=22,
        moves="spin",
        ending="spawn",
        preview=2,
        scoring="sogang",
    ),
    "bag": RuleSet("10×20, all seven pieces in an order by chance, then all again", bad="bag"),
    "simplified": RuleSet(
        "those of the published players: any turn and column, straight down, no preview; over when "
        "a piece sticks out of the well",
        ending="lock",
    ),
    "hatetris": RuleSet(
        "HATETRIS's own: 10×20, against the enemy with the worst pieces, over above its bar",
        moves="hatetris",
        bad="hatetris",
        good="beam",
    ),
}
"""The named rule sets of Tetris: `sogang`, `bag`, `simplified` and `hatetris`."""
