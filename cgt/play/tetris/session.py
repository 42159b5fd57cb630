"""One person's session of Tetris: the wishes, the current game, and the table of scores.

This is everything that the program must know beyond a game, so that its screens only show and ask.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace

from cgt.common.errors import CgtError
from cgt.common.files import check_writable
from cgt.draw.describe.games import match_title, players_title
from cgt.duel.evaluate.weights import Weights
from cgt.duel.setting import Setting
from cgt.duel.trace import Trace, write_trace
from cgt.literature.hatetris_games import why_no_replay, write_replay
from cgt.play.ranking import LONGEST_SETTING, Entry, Ranking
from cgt.play.ranking.games import game_of
from cgt.play.tetris.live import LiveGame

SLOWEST, FASTEST = 0.01, 50.0  # rows that a piece falls in a second
_PATIENCE = 2.0  # seconds to wait for a table that another program uses


@dataclass(frozen=True)
class Wishes:
    """The game to play and how to play it, from the command line."""

    setting: Setting
    weights: Weights
    speed: float = 1.0  # rows that a piece falls in a second; 0: it does not
    table: str | None = None  # that in the user's data folder
    trace: str | None = None
    replay: str | None = None


class Session:
    """Games one after the other; each has the next seed."""

    def __init__(self, wishes: Wishes) -> None:
        """Raises CgtError if the game or the table does not exist, or if a trace or a replay could
        not be written."""
        if wishes.speed != 0 and not SLOWEST <= wishes.speed <= FASTEST:
            raise CgtError(
                f"a piece falls {SLOWEST:g} to {FASTEST:g} rows in a second, or not at all with 0, "
                f"not {wishes.speed:g}"
            )
        for file in (wishes.trace, wishes.replay):
            if file is not None:
                check_writable(file)
        self.why_no_replay = why_no_replay(wishes.setting)
        if wishes.replay is not None and self.why_no_replay:
            raise CgtError(f"no replay of this game: {self.why_no_replay}")
        self.wishes = wishes
        self.table_game = game_of(wishes.setting)
        self.problem = ""  # that the trace or the replay has, if it could not be written
        self._finished: Trace | None = None
        self._written: dict[str, Trace] = {}
        self.ranking = Ranking(wishes.table, patience=_PATIENCE)
        self._games = 0
        self._begin()

    def _begin(self) -> None:
        setting = replace(self.wishes.setting, seed=self.wishes.setting.seed + self._games)
        scores = sorted(-entry.score for entry in self.ranking.list(game=self.table_game))
        self.game = LiveGame(setting, patient=False)
        self.automatic_pieces = 0
        self._scores = scores

    def begin_anew(self) -> None:
        """Begins the next game. Raises CgtError if it cannot; the game is then still the old
        one."""
        self.try_to_write_down()
        self._games += 1
        try:
            self._begin()
        except CgtError:
            self._games -= 1
            raise

    @property
    def rank(self) -> tuple[int, int]:
        """The rank that the score would have now, and of how many entries."""
        return bisect_right(self._scores, -self.game.score) + 1, len(self._scores) + 1

    @property
    def who(self) -> str:
        """Who placed the pieces."""
        weights = self.wishes.weights.name
        if self.automatic_pieces == 0:
            return "person"
        if self.automatic_pieces == self.game.placed:
            return f"automatic ({weights})"
        return f"person, {_counted(self.automatic_pieces, 'piece')} automatic ({weights})"

    def enter(self, name: str) -> Entry:
        """Enters the score under a name; raises CgtError."""
        game, setting = self.game, self.game.setting
        text = match_title(self.who, setting.bad_name, setting.rules)
        if not game.over:
            text += ", given up"
        return self.ranking.add(
            name,
            game.score,
            pieces=game.placed,
            lines=game.lines,
            setting=text[:LONGEST_SETTING],
            game=self.table_game,
        )

    def write_down(self) -> None:
        """Writes the trace and the replay, if the person wants them and there is something to
        write; raises CgtError.

        They are of the last finished game, or of the current game if none was finished.
        """
        if self.game.over and self.game.placed:
            self._finished = self.game.trace()
        trace = self._finished
        if trace is None and self.game.placed:
            trace = self.game.trace()
        if trace is None:
            return
        self._write(self.wishes.trace, trace, write_trace)
        self._write(self.wishes.replay, trace, write_replay)

    def _write(self, file: str | None, trace: Trace, write: Callable[[str, Trace], None]) -> None:
        if file is not None and self._written.get(file) != trace:
            write(file, trace)
            self._written[file] = trace

    def try_to_write_down(self) -> None:
        """Writes the trace and the replay, or sets `problem` to the reason why that was not
        possible."""
        try:
            self.write_down()
        except CgtError as error:
            self.problem = f"The game is not written down: {error}"
        else:
            self.problem = ""

    @property
    def has_replay(self) -> bool:
        """Whether the current game is over and has a replay."""
        return self.game.over and self.game.placed > 0 and not self.why_no_replay

    def save_replay(self, file: str) -> None:
        """Writes the replay of the current game; raises CgtError."""
        write_replay(file, self.game.trace())

    def summary(self) -> str:
        """The game in a line."""
        game = self.game
        return (
            f"score {game.score:,}, {_counted(game.lines, 'line')}, "
            f"{_counted(game.placed, 'piece')}, "
            f"{players_title(self.who, game.setting.bad_name)}, seed {game.setting.seed}"
        )


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
