"""The program's levels in placement games: five players, each at least as strong as the one before.

A level *knows* a position that has few enough live cells (cells that some placement covers): it
works out exactly who wins. The strongest level also knows whatever the solver proves within the
time limit. To choose a move, all moves are first shuffled. The order depends on the game's seed and
on the position, but not on the level. Then a level plays

1. the first move that it knows to win,
2. else the first that it does not know to lose,
3. else, since all moves lose, any.

**A stronger level never loses a position that a weaker one wins.** Exactly: for one seed, let W be
the set of positions that the weaker level, if it is to move, wins whatever the opponent does. The
stronger level wins all of W, too. The proof is by induction over the number of empty cells. Take a
position in W:

- If the stronger level knows a winning move, it plays one. A move never brings a cell back to life,
  so the level knows all positions that can follow: it knows a winning move every time, and wins.
- If it knows none, neither does the weaker level, which knows less. So the weaker level plays the
  first move that it does not know to lose. The stronger level knows all moves before that one to
  lose, too, but not the move itself, because it wins. So both levels play the same move, and every
  reply leads to a position in W with fewer empty cells.

Positions of case 3 are lost, hence not in W, so any move may be played in them: the upper levels
leave the opponent the smallest share of winning replies. Where knowing depends on time, a win that
was known must stay known: after a move that it has proven to win, the strongest level thinks up to
ten times as long as usual. So the claim holds if time and memory suffice to prove again what was
proven before. With tetrominoes and dominoes they do. With very small and large pieces in one set,
or with little memory, even a few cells may take longer. A game that was loaded from a file begins
without any proofs.

Against one particular opponent a weaker level can be luckier: in a lost position it may hit on the
one move that this opponent answers wrongly. The claim is about wins against every opponent.

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
from cgt.common.limits import Allowed, Limits
from cgt.placement import LEVEL_NAMES
from cgt.placement.choice import hardest_move, search_moves
from cgt.placement.game import Move, Outcome
from cgt.placement.thinking import Thinker, check
from cgt.placement.time_shares import (
    AT_LEAST,
    PATIENCE_WHEN_WON,
    SECONDS_FOR_TRAPS,
)

DEFAULT_SECONDS = 5.0
PER_MOVE = Allowed(DEFAULT_SECONDS)
_AT_ONCE = 2000  # boards to label before checking again whether to stop


@dataclass(frozen=True)
class Level:
    """What a level knows: positions of at most `cells` live cells, and, if it searches, what the
    solver proves in time."""

    name: str
    cells: int
    sets_traps: bool = False
    searches: bool = False


# All levels up to hard answer at once: 28 live cells, even all in one block, take the solver
# hundredths of a second with tetrominoes, and tenths with dominoes or monominoes.
LEVELS = (
    Level("beginner", 0),
    Level("easy", 12),
    Level("medium", 20),
    Level("hard", 28, sets_traps=True),
    Level("perfect", 28, sets_traps=True, searches=True),
)


def level_of(name: str) -> Level:
    """The level with this name; raises CgtError."""
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
    """The program at one level, in a game with one seed."""

    def __init__(
        self, level: Level, thinker: Thinker, seed: int, seconds: float = DEFAULT_SECONDS
    ) -> None:
        """`seconds` is the time limit for a move; with the usual pieces only levels that search
        come near it. It is a length, because each move begins its own limits; the memory is the
        thinker's."""
        self.level = level
        self._thinker = thinker
        self._game = thinker.game
        self._seed = seed
        self._seconds = seconds

    def move(self, grid: Grid, stop: Event | None = None) -> Placement | None:
        """The move this level plays; None if no piece fits.

        Another thread may set `stop`: soon after that this raises StoppedError.
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
        chosen = not_known[0] if not_known else None
        if self.level.searches and not_known:
            chosen = self._searched(grid, not_known, limits, stop)
        if chosen:
            return chosen.placement
        if not options:
            return None
        return self._best_of_lost([option.move for option in options], stop).placement

    def _patience(self, grid: Grid) -> float:
        """The seconds for a move: more if a win was proven, so as not to lose it again."""
        return self._seconds * (PATIENCE_WHEN_WON if self._is_won(grid) else 1)

    def _options(self, grid: Grid, stop: Event) -> list[_Option]:
        """All moves, in an order by chance."""
        found = self._game.every_move(grid)
        Random(f"{self._seed} {grid!r}").shuffle(found)
        live: list[int] = []
        for start in range(0, len(found), _AT_ONCE):
            check(stop)
            made = [move.placement for move in found[start : start + _AT_ONCE]]
            live += _live_cells_after(grid, made, self._game.pieces)
        return [_Option(move, count) for move, count in zip(found, live, strict=True)]

    def _known(self, option: _Option, limits: Limits, stop: Event) -> Outcome | None:
        if option.live > self.level.cells or (limits.is_over() and self._seconds):
            return None
        enough = Limits.of(seconds=limits.left() or AT_LEAST)
        return self._thinker.outcome(option.move.leaves, enough, stop)

    def _searched(
        self, grid: Grid, moves: Sequence[Move], limits: Limits, stop: Event
    ) -> Move | None:
        """A move that is proven to win, else the first that is not proven to lose."""
        for_proof = Limits.of(seconds=(limits.left() or 0) + PATIENCE_WHEN_WON * self._seconds)
        found = search_moves(
            grid,
            moves,
            self._thinker.until(stop),
            limits,
            else_try=moves,
            for_proof=for_proof,
        )
        if found.move is not None and found.wins:
            self._thinker.won.add(found.move.leaves)
        return found.move

    def _is_won(self, grid: Grid) -> bool:
        """Whether a board is a reply to a board that this player left with a proven win."""
        return any(
            grid == left.with_filled(reply.cells)
            for left in self._thinker.won
            if left | grid == grid
            for reply in self._game.placements(left)
        )

    def _best_of_lost(self, moves: Sequence[Move], stop: Event) -> Move:
        """At levels that set traps the move that is hardest to answer, else the first."""
        if not self.level.sets_traps:
            return moves[0]
        limits = Limits.of(seconds=min(self._seconds, SECONDS_FOR_TRAPS))
        return hardest_move(moves, self._thinker.until(stop), limits)


def _live_cells_after(grid: Grid, found: Sequence[Placement], pieces: PieceSet) -> list[int]:
    """How many live cells each placement leaves, all counted in one native call."""
    boards = pack_boards(boards_after(grid, found))
    labels, _ = label_boards(boards, grid.width, grid.height, cells=pieces)
    counts: list[int] = np.count_nonzero(labels, axis=(1, 2)).tolist()
    return counts
