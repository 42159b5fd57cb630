"""Games of HATETRIS and their replays: the enemy that a replay was played against, and the replay
of a game that was played here.

>>> from cgt.literature.hatetris import decode
>>> found = find_enemy(decode("D" * 1000))
>>> found.played.enemy, found.played.over, found.by
('hatetris', True, 'end')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cgt import _native
from cgt.common.files import write_atomically
from cgt.duel.setting import Setting
from cgt.duel.trace import Trace
from cgt.literature.hatetris import (
    FILLER,
    STEPS,
    Replay,
    Replayed,
    ReplayError,
    encode,
    play,
)

ENEMIES = ("hatetris", "hatetris-mild", "brzustowski", "burgiel", "lovetris")
_WIDTH, _HEIGHT, _PIECES = 10, 20, 7

# Steps after the end of a whole game: the last key presses, and padding to a whole byte. In a long
# game people are slower to see that it is over.
_MOST_AFTER_END = 8
_MOST_PART_AFTER_END = 20  # a twentieth
_DOWN = "D"

By = Literal["said", "score", "end", "guess"]


@dataclass(frozen=True)
class FoundEnemy:
    """A replay played against the enemy that fits it best, and what told which one that is:
    somebody who said so, the score it reaches, the end of the game where the steps end, or nothing,
    if it ends with no enemy. `others` are enemies that would do, too."""

    played: Replayed
    by: By
    others: tuple[str, ...] = ()


def find_enemy(replay: Replay, score: int | None = None) -> FoundEnemy:
    """The enemy of HATETRIS that a replay was played against: one with which it reaches the score,
    if that is known; else one with which the game ends where the steps end. Raises ReplayError if
    it ends long before that with all of them, and no score is known."""
    games = [play(replay, enemy) for enemy in ENEMIES]
    reaching = [game for game in games if game.score == score]
    best = min(reaching or games, key=lambda game: _misfit(replay, game))
    kind = _misfit(replay, best)[0]
    if reaching:
        return FoundEnemy(best, "score", _others(reaching, best))
    if kind == 2 and score is None:
        first = games[0]
        raise ReplayError(
            f"against {first.enemy} the game is over after {first.moves} of {len(replay.steps)} "
            f"moves, and no better against {', '.join(ENEMIES[1:])}: this replay was changed, or "
            "its enemy is another one (--enemy NAME plays it against that one)"
        )
    whole = [game for game in games if _misfit(replay, game)[0] == 0]
    return FoundEnemy(best, "end" if whole else "guess", _others(whole, best))


def _others(games: Sequence[Replayed], best: Replayed) -> tuple[str, ...]:
    return tuple(game.enemy for game in games if game is not best)


def _misfit(replay: Replay, game: Replayed) -> tuple[int, int, int]:
    """How badly a game fits a replay: not at all if it ends with the steps; more if it does not
    end, as when the replay was cut off; most if it ends long before. Then by the score, which is
    low for steps that were meant for other pieces, and by the steps that are left. How often
    somebody still pressed Down after a whole game tells nothing."""
    if not game.over:
        return 1, -game.score, 0
    few = max(_MOST_AFTER_END, len(replay.steps) // _MOST_PART_AFTER_END)
    if game.ignored <= few:
        return 0, -game.score, game.ignored
    left = replay.steps[game.moves :]
    only_down = not left.rstrip(FILLER).strip(_DOWN)
    return (0, -game.score, few + 1) if only_down else (2, -game.score, game.ignored)


def why_no_replay(setting: Setting) -> str:
    """Why a game has no replay that others could play; an empty text if it has one."""
    rules, enemy, start = setting.rules, setting.bad_name, setting.start
    if rules.moves != "hatetris":
        return f"a replay has the moves of HATETRIS, not {rules.moves}"
    if (rules.width, rules.height) != (_WIDTH, _HEIGHT) or len(rules.names) != _PIECES:
        return f"a replay is of a well of {_WIDTH}×{_HEIGHT} and the seven tetrominoes"
    if enemy not in ENEMIES:
        return f"a replay is against {', '.join(ENEMIES)}, not {enemy}"
    if setting.preview:
        return "in a replay no coming piece is visible: --preview 0"
    if start is not None and start.stack_height:
        return "a replay begins with an empty well"
    return ""


def replay_of(trace: Trace) -> Replay:
    """The replay of a game by HATETRIS's rules: for each placement the fewest steps to it. Raises
    ReplayError if steps do not lead there."""
    rules, steps, well = trace.rules, [], trace.start
    kinds = bytes(range(len(STEPS)))
    for placement, placed in zip(trace.placements, trace.play(), strict=True):
        piece, *place = placement
        way = _native.steps_to(
            rules.native, well.columns, rules.number(piece), (place[0], place[1], place[2]), kinds
        )
        if way is None:
            raise ReplayError(f"no steps of HATETRIS lead to {placement}")
        steps.append("".join(STEPS[step] for step in way))
        well = placed.well
    if not steps:
        raise ReplayError("no piece was placed")
    return Replay("".join(steps), "raw")


@dataclass(frozen=True)
class Confirmed:
    """A game played again from its replay, and the replay as people share it, in Base2048."""

    played: Replayed
    text: str


def confirmed(trace: Trace) -> Confirmed:
    """The replay of a game, played against a fresh enemy; raises ReplayError if it is not the same
    game."""
    replay, enemy = replay_of(trace), trace.about["bad"]
    played = play(replay, enemy)
    if played.trace.placements != trace.placements:
        raise ReplayError(f"the replay of this game against {enemy} would be of another one")
    return Confirmed(played, encode(replay.steps, "base2048"))


def write_replay(path: str | Path, trace: Trace) -> None:
    """Writes the replay of a game, whole or not at all, as a file that `cgt replay` reads: the
    enemy, the score, and the steps. Raises ReplayError if it would not be the same game, CgtError
    if it cannot be written."""
    game = confirmed(trace)
    text = f"enemy: {game.played.enemy}\nscore: {game.played.score}\n{game.text}\n"
    write_atomically(path, lambda file: file.write(text.encode()))
