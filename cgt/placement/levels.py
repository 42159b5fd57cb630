"""The program's levels in placement games: five players, each as strong as the one before or more.

A level *knows* a position if it has few enough live cells (cells that some placement covers): then
it works out who wins, exactly. The strongest level also knows whatever the solver proves within the
time limit. In a position, all moves are first put into an order by chance, which depends on the
game's seed and on the position but not on the level. Then a level plays

1. the first move that it knows to win,
2. else the first that it does not know to lose,
3. else, all being lost, any.

**A stronger level never loses a position that a weaker one wins.** Exactly: for one seed, let W be
the positions that the weaker level, which is to move, wins whatever the other side does. The
stronger level wins all of W, too. By induction over the number of empty cells, for a position in W:

- If the stronger level knows a winning move it plays one. A move never brings a cell back to life,
  so all positions that can follow are known as well: it knows a winning move every time, and wins.
- If it knows none, then nor does the weaker one, which knows less. So the weaker one's move is the
  first that it does not know to lose. All before it are known to lose by the stronger level, too;
  the move itself is not, because it wins. So both play the same move, and whatever the reply is, it
  leads to a position in W with fewer empty cells.

Positions of case 3 are lost, hence not in W, and what is played in them is free: the upper levels
leave the opponent the smallest share of winning replies. That a win once known stays known must be
seen to where knowing depends on time: after a move that it has proven to win, the strongest level
thinks ten times as long as otherwise if need be. So the claim holds as far as time and memory
suffice to know again what was known, which with tetrominoes and dominoes they do; with sets of very
small and large pieces together, or with little memory, even few cells may take longer than that. A
game that is loaded is thought about anew.

Against one given opponent a weaker level can be luckier: in a lost position it may happen upon the
one move that this opponent answers wrongly. The claim is about positions won against everybody.

>>> thinker = Thinker(largest_side=4)
>>> hard = Player(level_of("hard"), thinker, seed=1)
>>> hard.move(Grid("....|....|.###")).piece.name
'Z'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from threading import Event

import numpy as np

from cgt.board.grid import Grid
from cgt.board.labelling import label_boards, pack_boards
from cgt.board.polyomino import PieceSet, Placement, boards_after
from cgt.common.errors import CgtError
from cgt.common.limits import Limits
from cgt.placement import LEVEL_NAMES
from cgt.placement.choice import hardest_move, proven_move
from cgt.placement.game import Move, Outcome
from cgt.placement.thinking import Thinker, check
from cgt.placement.time_shares import (
    AT_LEAST,
    NEXT_MOVE,
    PATIENCE_WHEN_WON,
    SECONDS_FOR_TRAPS,
    WHO_WINS,
)

DEFAULT_SECONDS = 5.0
_AT_ONCE = 2000  # boards that are labelled between two looks at whether to stop


@dataclass(frozen=True)
class Level:
    """What a level knows: positions of at most so many live cells, perhaps what it can prove."""

    name: str
    cells: int
    sets_traps: bool = False
    searches: bool = False


# Up to hard, levels answer at once: 28 live cells, even all in one block, take the solver
# hundredths of a second with tetrominoes and tenths with dominoes or monominoes.
LEVELS = (
    Level("beginner", 0),
    Level("easy", 12),
    Level("medium", 20),
    Level("hard", 28, sets_traps=True),
    Level("perfect", 28, sets_traps=True, searches=True),
)


def level_of(name: str) -> Level:
    """The level of a name; raises CgtError."""
    for level in LEVELS:
        if level.name == name:
            return level
    raise CgtError(f"no level {name!r}: there are {', '.join(LEVEL_NAMES)}")


@dataclass(frozen=True)
class _Option:
    """A move, and how many live cells it leaves."""

    move: Move
    live: int


class Player:
    """The program at a level, in a game of one seed."""

    def __init__(
        self, level: Level, thinker: Thinker, seed: int, seconds: float = DEFAULT_SECONDS
    ) -> None:
        """`seconds` is the time limit for a move; with usual pieces only levels that search come
        near it."""
        self.level = level
        self._thinker = thinker
        self._game = thinker.game
        self._seed = seed
        self._seconds = seconds

    def move(self, grid: Grid, stop: Event | None = None) -> Placement | None:
        """The move this level plays; None if nothing fits.

        Raises StoppedError soon after `stop` is set, from another thread.
        """
        stop = stop or Event()
        options = self._options(grid, stop)
        limits = Limits.of(seconds=self._patience(grid))
        not_known = []
        for option in options:
            outcome = self._known(option, limits, stop)
            if outcome == "P":
                return option.move.placement
            if outcome is None:
                not_known.append(option.move)
        if self.level.searches and not_known:
            not_known = self._searched(grid, not_known, limits, stop)
        if not_known:
            return not_known[0].placement
        if not options:
            return None
        return self._best_of_lost([option.move for option in options], stop).placement

    def _patience(self, grid: Grid) -> float:
        """The time for a move: more where a win was proven that must not be let go."""
        return self._seconds * (PATIENCE_WHEN_WON if self._is_won(grid) else 1)

    def _options(self, grid: Grid, stop: Event) -> list[_Option]:
        """All moves, in the order of chance."""
        found = self._game.placements(grid)
        Random(f"{self._seed} {grid!r}").shuffle(found)
        live: list[int] = []
        for start in range(0, len(found), _AT_ONCE):
            check(stop)
            live += _live_cells_after(grid, found[start : start + _AT_ONCE], self._game.pieces)
        return [
            _Option(Move(placement, grid.with_filled(placement.cells)), count)
            for placement, count in zip(found, live, strict=True)
        ]

    def _known(self, option: _Option, limits: Limits, stop: Event) -> Outcome | None:
        if option.live > self.level.cells or (limits.is_over() and self._seconds):
            return None
        enough = Limits.of(seconds=limits.left() or AT_LEAST)
        return self._thinker.outcome(option.move.leaves, enough, stop)

    def _searched(
        self, grid: Grid, moves: Sequence[Move], limits: Limits, stop: Event
    ) -> list[Move]:
        """The moves that are not proven to lose; the first wins, if one is proven to."""
        outcome = self._thinker.outcome(grid, limits.share(WHO_WINS), stop)
        if outcome == "P":
            return []
        if outcome == "N":
            longer = Limits.of(seconds=PATIENCE_WHEN_WON * self._seconds)
            proven = proven_move(moves, self._thinker.until(stop), longer)
            if proven is not None:
                self._thinker.won.add(proven.leaves)
                return [proven]
        for number, move in enumerate(moves):
            outcome = self._thinker.outcome(move.leaves, limits.share(NEXT_MOVE), stop)
            if outcome == "P":
                self._thinker.won.add(move.leaves)
            if outcome != "N":
                return list(moves[number:])
        return []

    def _is_won(self, grid: Grid) -> bool:
        """Whether a board is a reply to one that was left behind with a proven win."""
        return any(
            grid == left.with_filled(reply.cells)
            for left in self._thinker.won
            if left | grid == grid
            for reply in self._game.placements(left)
        )

    def _best_of_lost(self, moves: Sequence[Move], stop: Event) -> Move:
        """The hardest move to answer at levels that set traps, else the first."""
        if not self.level.sets_traps:
            return moves[0]
        limits = Limits.of(seconds=min(self._seconds, SECONDS_FOR_TRAPS))
        return hardest_move(moves, self._thinker.until(stop), limits)


def _live_cells_after(grid: Grid, found: Sequence[Placement], pieces: PieceSet) -> list[int]:
    """How many live cells each of some moves leaves: all counted in one native call."""
    boards = pack_boards(boards_after(grid, found))
    labels, _ = label_boards(boards, grid.width, grid.height, cells=pieces)
    counts: list[int] = np.count_nonzero(labels, axis=(1, 2)).tolist()
    return counts
