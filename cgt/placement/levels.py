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

>>> from cgt.board.piecesets import piece_set
>>> thinker = Thinker(piece_set("tetromino"), largest_side=4)
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
from cgt.board.polyomino import PieceSet, Placement, placements
from cgt.board.regions import label_boards, pack_boards
from cgt.common.errors import CgtError
from cgt.placement import LEVEL_NAMES
from cgt.placement.forms import Outcome
from cgt.placement.solver import Deadline
from cgt.placement.thinking import Thinker

DEFAULT_SECONDS = 5.0
_SECONDS_FOR_TRAPS = 1.0
_PATIENCE_WHEN_WON = 10  # times the limit
_AT_LEAST = 0.05  # seconds, so that small positions are known whatever the limit
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
    """A move, the board it leaves, and how many live cells that has."""

    placement: Placement
    leaves: Grid
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
        self._seed = seed
        self._seconds = seconds

    def move(self, grid: Grid, stop: Event | None = None) -> Placement | None:
        """The move this level plays; None if nothing fits.

        Raises StoppedError soon after `stop` is set, from another thread.
        """
        stop = stop or Event()
        options = self._options(grid, stop)
        deadline = Deadline(self._patience(grid))
        not_known = []
        for option in options:
            outcome = self._known(option, deadline, stop)
            if outcome == "P":
                return option.placement
            if outcome is None:
                not_known.append(option)
        if self.level.searches and not_known:
            not_known = self._searched(grid, not_known, deadline, stop)
        if not_known:
            return not_known[0].placement
        if not options:
            return None
        return self._best_of_lost(options, stop)

    def _patience(self, grid: Grid) -> float:
        """The time for a move: more where a win was proven that must not be let go."""
        return self._seconds * (_PATIENCE_WHEN_WON if self._is_won(grid) else 1)

    def _options(self, grid: Grid, stop: Event) -> list[_Option]:
        """All moves, in the order of chance."""
        found = placements(grid, self._thinker.pieces)
        Random(f"{self._seed} {grid!r}").shuffle(found)
        live: list[int] = []
        for start in range(0, len(found), _AT_ONCE):
            self._thinker.check(stop)
            part = found[start : start + _AT_ONCE]
            live += _live_cells_after(grid, part, self._thinker.pieces)
        return [
            _Option(placement, grid.with_filled(placement.cells), count)
            for placement, count in zip(found, live, strict=True)
        ]

    def _known(self, option: _Option, deadline: Deadline, stop: Event) -> Outcome | None:
        if option.live > self.level.cells or (deadline.is_over() and self._seconds):
            return None
        return self._thinker.outcome(option.leaves, deadline.left() or _AT_LEAST, stop)

    def _searched(
        self, grid: Grid, options: Sequence[_Option], deadline: Deadline, stop: Event
    ) -> list[_Option]:
        """The options that are not proven to lose; the first wins, if one is proven to."""
        outcome = self._thinker.outcome(grid, deadline.share(0.7), stop)
        if outcome == "P":
            return []
        if outcome == "N":
            proven = self._thinker.proven_move(
                grid, [o.placement for o in options], _PATIENCE_WHEN_WON * self._seconds, stop
            )
            for option in options:
                if option.placement == proven:
                    self._thinker.won.add(option.leaves)
                    return [option]
        for number, option in enumerate(options):
            outcome = self._thinker.outcome(option.leaves, deadline.share(0.5), stop)
            if outcome == "P":
                self._thinker.won.add(option.leaves)
            if outcome != "N":
                return list(options[number:])
        return []

    def _is_won(self, grid: Grid) -> bool:
        """Whether a board is a reply to one that was left behind with a proven win."""
        return any(
            grid == left.with_filled(reply.cells)
            for left in self._thinker.won
            if left | grid == grid
            for reply in placements(left, self._thinker.pieces)
        )

    def _best_of_lost(self, options: Sequence[_Option], stop: Event) -> Placement:
        """The move that leaves the smallest share of winning replies, as far as the time tells."""
        best, least = options[0], 1.0
        if self.level.sets_traps:
            deadline = Deadline(min(self._seconds, _SECONDS_FOR_TRAPS))
            for option in options:
                share = self._share_of_wins(option.leaves, least, deadline, stop)
                if share is not None and share < least:
                    best, least = option, share
        return best.placement

    def _share_of_wins(
        self, grid: Grid, least: float, deadline: Deadline, stop: Event
    ) -> float | None:
        """The share of the opponent's moves that are known to win; None if it is not below `least`
        or if the time is over."""
        replies = placements(grid, self._thinker.pieces)
        wins = 0
        for reply in replies:
            if deadline.is_over() or wins >= least * len(replies):
                return None
            leaves = grid.with_filled(reply.cells)
            wins += self._thinker.outcome(leaves, deadline.share(0.1), stop) == "P"
        return wins / len(replies) if replies else None


def _live_cells_after(grid: Grid, found: Sequence[Placement], pieces: PieceSet) -> list[int]:
    """How many live cells each of some moves leaves: all counted in one native call."""
    if not found:
        return []
    boards = np.repeat(grid.to_array()[None], len(found), axis=0)
    for board, placement in zip(boards, found, strict=True):
        board[tuple(np.transpose(placement.cells))] = True
    labels, _ = label_boards(pack_boards(boards), grid.width, grid.height, cells=pieces)
    counts: list[int] = np.count_nonzero(labels, axis=(1, 2)).tolist()
    return counts
