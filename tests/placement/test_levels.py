"""A stronger level never loses a position that a weaker one wins: checked on every position."""

import threading
import time
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import ClassVar

import oracles
import pytest
from patience import PATIENCE

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import PieceSet, placements
from cgt.common.errors import CgtError
from cgt.common.limits import UNLIMITED, Allowed, Limits
from cgt.placement import LEVEL_NAMES
from cgt.placement.game import Outcome, PlacementGame, Play
from cgt.placement.levels import DEFAULT_SECONDS, LEVELS, Level, Player, level_of
from cgt.placement.thinking import StoppedError, Thinker
from cgt.play.nim.game import NimGame
from cgt.play.nim.match import play_match

# Boards, and how many live cells the first four levels know there: with their usual numbers they
# would know everything. With tetrominoes so small a board offers too little for all five to differ.
GAMES: list[tuple[str, str, Play, tuple[int, int, int, int], int]] = [
    ("....|....|....|..##", "tetromino", "misere", (0, 5, 7, 9), 2),
    ("....|....|....|....", "LJ", "misere", (0, 5, 7, 9), 2),
    ("....|....|....", "domino", "misere", (0, 3, 5, 7), 5),
    ("....|....|....", "domino", "normal", (0, 4, 6, 8), 5),
]


def small_levels(cells: tuple[int, int, int, int]) -> list[Level]:
    first, second, third, fourth = cells
    return [
        Level("beginner", first),
        Level("easy", second),
        Level("medium", third),
        Level("hard", fourth, sets_traps=True),
        Level("perfect", fourth, sets_traps=True, searches=True),
    ]


def shapes_of(pieces: PieceSet) -> tuple[oracles.Cells, ...]:
    return tuple(frozenset(cells) for cells in pieces.shapes)


def reachable(start: Grid, pieces: PieceSet) -> set[Grid]:
    found, waiting = {start}, [start]
    while waiting:
        grid = waiting.pop()
        for placement in placements(grid, pieces):
            after = grid.with_filled(placement.cells)
            if after not in found:
                found.add(after)
                waiting.append(after)
    return found


def beats_everybody(player: Player, pieces: PieceSet, play: Play) -> Callable[[Grid], bool]:
    """Tells whether the player, if it is to move, wins a board, by trying every reply."""

    @cache
    def wins(grid: Grid) -> bool:
        move = player.move(grid)
        if move is None:
            return play == "misere"
        left = grid.with_filled(move.cells)
        replies = placements(left, pieces)
        if not replies:
            return play == "normal"
        return all(wins(left.with_filled(reply.cells)) for reply in replies)

    return wins


def truly_won(positions: set[Grid], pieces: PieceSet, play: Play) -> set[Grid]:
    """The positions in which the player to move wins, by the oracle."""
    some = next(iter(positions))
    known = oracles.all_boards(some.width, some.height, shapes_of(pieces))
    wins = known.misere_wins if play == "misere" else known.nimbers != 0
    return {grid for grid in positions if wins[int(grid.inverted())]}


@pytest.mark.parametrize(("board", "set_name", "play", "cells", "different"), GAMES)
def test_a_stronger_level_wins_what_a_weaker_one_wins(
    board: str, set_name: str, play: Play, cells: tuple[int, int, int, int], different: int
) -> None:
    start, pieces = Grid(board), piece_set(set_name)
    thinker = Thinker(PlacementGame(pieces, play), largest_side=5)
    positions = reachable(start, pieces)
    won = []
    for level in small_levels(cells):
        wins = beats_everybody(Player(level, thinker, seed=6), pieces, play)
        won.append({grid for grid in positions if wins(grid)})
    for weaker, stronger in pairwise(won):
        assert weaker <= stronger
    assert len({len(positions) for positions in won}) >= different
    assert won[-1] == truly_won(positions, pieces, play)


def test_a_level_knows_at_least_what_the_one_below_knows() -> None:
    cells = [level.cells for level in LEVELS]
    assert cells == sorted(cells)
    assert [level.searches for level in LEVELS] == [False, False, False, False, True]
    assert tuple(level.name for level in LEVELS) == LEVEL_NAMES


def test_a_move_depends_on_the_seed_and_on_nothing_else() -> None:
    pieces, start = piece_set("tetromino"), Grid.of_size(7, 7)
    moves = [
        Player(level_of(name), Thinker(PlacementGame(pieces), largest_side=7), seed).move(start)
        for name in ("beginner", "medium")
        for seed in (1, 1, 2, 3, 4)
    ]
    assert moves[:5] == moves[5:]  # far from the end, all levels play by the same chance
    assert moves[0] == moves[1]
    assert len(set(moves)) > 2


def test_there_is_no_move_when_no_piece_fits() -> None:
    thinker = Thinker(largest_side=3)
    for level in LEVELS:
        assert Player(level, thinker, 0).move(Grid("..#|.##")) is None


def test_even_a_beginner_sees_the_last_move() -> None:
    """An O in the middle ends the game, and loses it: every other move is better."""
    pieces = piece_set("tetromino")
    thinker = Thinker(PlacementGame(pieces), largest_side=4)
    for seed in range(40):
        move = Player(level_of("beginner"), thinker, seed).move(Grid("....|...."))
        assert move is not None
        assert placements(Grid("....|....").with_filled(move.cells), pieces)


def test_an_unknown_level_is_an_error() -> None:
    with pytest.raises(CgtError, match="no level 'godlike': there are beginner"):
        level_of("godlike")


class SlowThinker(Thinker):
    """Within the usual limit it proves only a few boards; with more patience, everything."""

    quick: frozenset[Grid] = frozenset()

    def outcome(
        self,
        grid: Grid,
        limits: Limits = UNLIMITED,
        stop: threading.Event = threading.Event(),  # noqa: B008
    ) -> Outcome | None:
        left = limits.left()
        if left is not None and left <= DEFAULT_SECONDS and grid not in self.quick:
            return None
        return super().outcome(grid, UNLIMITED, stop)


def test_a_proven_win_is_not_lost_for_lack_of_time() -> None:
    start, pieces = Grid("....|....|...#"), piece_set("domino")
    thinker = SlowThinker(PlacementGame(pieces, "normal"), largest_side=5)
    thinker.quick = frozenset({start})
    assert oracles.wins(frozenset(start.empty_cells()), shapes_of(pieces), "normal")
    level = Level("perfect", 0, searches=True)
    for seed in range(6):
        player = Player(level, thinker, seed)
        assert beats_everybody(player, pieces, "normal")(start)


def test_a_win_that_is_found_move_by_move_is_not_lost_either() -> None:
    """The board itself is not decided in time, but one of the boards that moves leave is."""
    start, pieces = Grid("....|....|...#"), piece_set("domino")
    thinker = SlowThinker(PlacementGame(pieces, "normal"), largest_side=5)
    shapes = shapes_of(pieces)
    left = [start.with_filled(placement.cells) for placement in placements(start, pieces)]
    lost = [g for g in left if not oracles.wins(frozenset(g.empty_cells()), shapes, "normal")]
    # All moves that the shuffle puts before the winning move must be known to lose.
    thinker.quick = frozenset(left)
    assert lost
    for seed in range(6):
        player = Player(Level("perfect", 0, searches=True), thinker, seed)
        thinker.won.clear()
        assert beats_everybody(player, pieces, "normal")(start)
        assert thinker.won


def test_in_a_lost_position_hard_leaves_the_fewest_winning_replies() -> None:
    start, pieces = Grid("....|...."), piece_set("domino")
    shapes = shapes_of(pieces)
    assert not oracles.wins(frozenset(start.empty_cells()), shapes, "normal")

    def share(grid: Grid) -> float:
        replies = [grid.with_filled(reply.cells) for reply in placements(grid, pieces)]
        won = [not oracles.wins(frozenset(g.empty_cells()), shapes, "normal") for g in replies]
        return sum(won) / len(won)

    shares = {share(start.with_filled(p.cells)) for p in placements(start, pieces)}
    assert len(shares) > 1
    thinker = Thinker(PlacementGame(pieces, "normal"), largest_side=4)
    for seed in range(5):
        move = Player(level_of("hard"), thinker, seed).move(start)
        assert move is not None
        assert share(start.with_filled(move.cells)) == min(shares)


class AskedThinker(Thinker):
    """Remembers the limits of the questions that it was asked, and knows nothing."""

    asked: ClassVar[list[float | None]] = []

    def outcome(
        self,
        grid: Grid,
        limits: Limits = UNLIMITED,
        stop: threading.Event = threading.Event(),  # noqa: B008
    ) -> Outcome | None:
        self.asked.append(limits.left())
        return None


@pytest.mark.parametrize("name", LEVEL_NAMES)
def test_every_question_has_a_limit(name: str) -> None:
    """With some pieces even a few cells take minutes."""
    thinker = AskedThinker(largest_side=5)
    thinker.asked.clear()
    assert Player(level_of(name), thinker, 1, seconds=2.0).move(Grid.of_size(5, 5)) is not None
    assert all(limit is not None and limit <= 2.0 for limit in thinker.asked)
    assert bool(thinker.asked) == (name != "beginner" and name != "easy")


def test_thinking_stops_soon_when_told_to() -> None:
    thinker = Thinker(largest_side=10)
    player, stop = Player(level_of("perfect"), thinker, 1, seconds=2 * PATIENCE), threading.Event()
    ended = []

    def think() -> None:
        with pytest.raises(StoppedError):
            player.move(Grid.of_size(10, 10), stop)
        ended.append(True)

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.3)
    assert thread.is_alive()
    stop.set()
    thread.join(PATIENCE)
    assert ended  # and it would have thought for longer
    assert thinker.outcome(Grid.of_size(5, 5)) == "P"  # and nothing is broken


@pytest.mark.parametrize(
    ("stronger", "weaker"), [("easy", "beginner"), ("medium", "beginner"), ("hard", "easy")]
)
def test_the_stronger_level_wins_more_games(stronger: str, weaker: str) -> None:
    start = NimGame(Grid.of_size(7, 5), seed=3)
    match = play_match(start, stronger, weaker, games=8, allowed=Allowed(0.1))
    assert match.wins + match.losses == 8
    assert match.wins >= match.losses
    assert match.wins_as_first <= 4


def test_a_match_is_about_who_wins_not_who_begins() -> None:
    """On a board with one move, whoever begins loses in misère play."""
    match = play_match(NimGame(Grid("....")), "perfect", "easy", games=5)
    assert (match.wins, match.losses, match.wins_as_first) == (2, 3, 0)
