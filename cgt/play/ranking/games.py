"""The games that scores are kept for: which one a setting is, and which one a person means.

A game is a short text that can be typed: the rules, the size of the well, and the enemy. Seeds and
the player who places do not matter, so scores of people and programs stand beside each other.

>>> from cgt.duel.rulesets import RULE_SETS
>>> game_of(RULE_SETS["sogang"].setting()), game_of(RULE_SETS["hatetris"].setting())
('sogang 10x22 uniform', 'hatetris 10x20 hatetris')
>>> from cgt.duel.rules import Rules
>>> game_of(Setting(Rules("LJ", width=6, moves="spin"), bad="minmax", depth=2, preview=1))
'spin LJ preview-1 6x20 minmax:kravec-2 depth-2'
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cgt.common.errors import CgtError
from cgt.common.names import did_you_mean, named
from cgt.duel.rulesets import RULE_SETS, RuleSet
from cgt.duel.setting import Setting
from cgt.play.ranking.entries import LONGEST_GAME

_PLAIN = RuleSet("")
_ALL_PIECES = "tetromino"


def game_of(setting: Setting) -> str:
    """The game that a setting is."""
    rules = setting.rules
    words = [*_rules(setting), f"{rules.width}x{rules.height}", setting.bad_name]
    if setting.bad_name.partition(":")[0] == "minmax" and setting.depth > 1:
        words.append(f"depth-{setting.depth}")
    if setting.garbage:
        words.append(f"garbage-{setting.garbage}")
    if setting.start is not None and setting.start.stack_height:
        words.append("own-start")
    return " ".join(words)[:LONGEST_GAME].strip()


def _rules(setting: Setting) -> list[str]:
    """The name of the rules, if they are ones that have a name, or what they are."""
    rules = setting.rules
    values = rules.moves, rules.ending, setting.preview, setting.scoring
    pieces = Path(rules.pieces.name).stem
    kind = [] if pieces == _ALL_PIECES else [pieces]
    for name, known in RULE_SETS.items():
        # Plain rules are told by such a name only if its enemy, which makes them special, is there.
        is_special = _values(known) != _values(_PLAIN) or known.bad == setting.bad_name
        if values == _values(known) and is_special:
            return [name, *kind]
    words = [rules.moves if rules.ending == "height" else f"{rules.moves}-{rules.ending}", *kind]
    if setting.preview:
        words.append(f"preview-{setting.preview}")
    if setting.scoring != _PLAIN.scoring:
        words.append(f"{setting.scoring}-points")
    return words


def _values(rules: RuleSet) -> tuple[str, str, int, str]:
    return rules.moves, rules.ending, rules.preview, rules.scoring


def game_like(text: str, games: Sequence[str]) -> str:
    """The game that a person means: by its text in any case, or by parts of words that only it
    has. Raises CgtError if there is none, or more than one.

    >>> game_like("HATE", ["sogang 10x22 uniform", "hatetris 10x20 hatetris"])
    'hatetris 10x20 hatetris'
    """
    wanted = text.strip().replace("×", "x")
    known = named(wanted, games)
    if known is not None:
        return known
    having = [game for game in games if wanted and _has_words(game, wanted)]
    if len(having) == 1:
        return having[0]
    if having:
        raise CgtError(f"{text!r} may be any of these games: {', '.join(having)}")
    there = f"there are {', '.join(games)}" if games else "there is none yet"
    raise CgtError(f"no score is of the game {text!r}{did_you_mean(wanted, games)}; {there}")


def _has_words(game: str, text: str) -> bool:
    words = game.casefold().split()
    return all(any(one in word for word in words) for one in text.casefold().split())
