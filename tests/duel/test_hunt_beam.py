"""The hunt's beam, piece by piece, against a plain one with wells, moves, values and enemies of its
own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import islice
from typing import NamedTuple

import oracles
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt import _native
from cgt.board.piecesets import TETROMINOES
from cgt.duel.evaluate.weights import Weights
from cgt.duel.players.seats import native_bad
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting

ROOM = 4  # rows above the well, for a piece that falls
ORDER = "SZOILJT"  # HATETRIS's
PIECES = {
    name: oracles.filled_cells([[c == "#" for c in row] for row in text.split("|")])
    for name, text in TETROMINOES.items()
}

OF_WELLS = ("height-sum", "holes", "height-steps", "cell-heights")
OF_MOVES = ("lines", "landing-height")  # these add up on the way

Rows = tuple[tuple[bool, ...], ...]  # from the top


class Plain(NamedTuple):
    """A small game: drops only, over when the stack is too high after full rows are cleared."""

    pieces: str
    width: int
    height: int

    def empty(self) -> Rows:
        return ((False,) * self.width,) * (self.height + ROOM)

    def drops(self, well: Rows, piece: str) -> set[oracles.Cells]:
        rows = [list(row) for row in well]
        return set().union(*(oracles.drops(rows, s) for s in oracles.four_turns(PIECES[piece])))

    def after(self, well: Rows, cells: oracles.Cells) -> tuple[Rows, int]:
        rows, lines = oracles.locked([list(row) for row in well], cells)
        return tuple(map(tuple, rows)), lines

    def height_of(self, well: Rows) -> int:
        return max(oracles.column_height([*map(list, well)], c) for c in range(self.width))


class Enemy(NamedTuple):
    """What Bad sends, and what it remembers, after the wells so far, each before a piece came."""

    sends: Callable[[Plain, list[Rows]], str]
    memory: Callable[[list[Rows]], Hashable]
    is_told_apart_by_memory: bool  # with any beam, not only with all games kept


def hated(remembers: bool) -> Callable[[Plain, list[Rows]], str]:
    def sends(game: Plain, wells: list[Rows]) -> str:
        seen = Counter(wells)

        def rank(piece: str) -> tuple[int, int]:
            left = [game.after(wells[-1], cells)[0] for cells in game.drops(wells[-1], piece)]
            times = max(seen[well] for well in left) if remembers else 0
            return times, -min(map(game.height_of, left))

        return min(sorted(game.pieces, key=ORDER.index), key=rank)

    return sends


def brzustowski(wells: list[Rows]) -> tuple[str, int, str, frozenset[Rows]]:
    """What is sent, and the step, the piece shown and the wells seen after that."""
    step, shown, seen, sent = 1, "S", set[Rows](), "S"
    for well in wells:
        sent = shown
        if step in (1, 3) and well not in seen:
            seen.add(well)
        elif step in (1, 3):
            step, shown, seen = step + 1, "Z" if step == 1 else "S", set()
        else:
            step, seen = step % 4 + 1, set()
    return sent, step, shown, frozenset(seen)


def wells_seen(wells: list[Rows]) -> Hashable:
    return frozenset(Counter(wells).items())


ENEMIES = {
    "hatetris": Enemy(hated(remembers=True), wells_seen, False),
    "hatetris-mild": Enemy(hated(remembers=False), lambda _: (), True),
    "burgiel": Enemy(lambda _, wells: "SZ"[len(wells) % 2 - 1], lambda _: (), True),
    "brzustowski": Enemy(lambda _, w: brzustowski(w)[0], lambda w: brzustowski(w)[1:], True),
}


class One(NamedTuple):
    """A game of the beam; the last of its wells is as it is now."""

    value: float
    wells: list[Rows]
    score: int
    moves: float  # what they are worth


class Step(NamedTuple):
    games: int
    considered: int
    score: int
    value: float | None


def plain_beam(game: Plain, enemy: Enemy, keeps: int, weights: dict[str, float]) -> Iterator[Step]:
    """What is kept after each piece; ends where only a tie decides that."""
    games = [One(0, [game.empty()], 0, 0)]
    considered = score = 0
    while games:
        candidates = []
        for one in games:
            for cells in game.drops(one.wells[-1], enemy.sends(game, one.wells)):
                well, lines = game.after(one.wells[-1], cells)
                score = max(score, one.score + lines)
                if game.height_of(well) > game.height:
                    continue
                before = [*map(list, one.wells[-1])]
                features = oracles.tetris_features(before, cells, game.height)
                parts = {feature: weight * features[feature] for feature, weight in weights.items()}
                moves = one.moves + sum(parts.pop(feature) for feature in OF_MOVES)
                value = moves + sum(parts.values())
                candidates.append(One(value, [*one.wells, well], one.score + lines, moves))
        considered += len(candidates)
        kept = dict[Hashable, One]()
        by_memory = keeps == 0 or enemy.is_told_apart_by_memory
        for one in sorted(candidates, key=lambda one: one.value):
            same_memory = enemy.memory(one.wells[:-1])
            first = kept.setdefault((one.wells[-1], same_memory if by_memory else 0), one)
            if first.value > one.value - 1e-9 and enemy.memory(first.wells[:-1]) != same_memory:
                return
        games = list(kept.values())
        if keeps and len(games) > keeps:
            if games[keeps].value < games[keeps - 1].value + 1e-9:
                return
            games = games[:keeps]
        yield Step(len(games), considered, score, games[0].value if games else None)


@st.composite
def small_games(draw: st.DrawFn) -> tuple[Plain, str]:
    """A game and an enemy."""
    bad = draw(st.sampled_from(list(ENEMIES)))
    needed = "" if bad.startswith("hatetris") else "SZ"
    others = draw(st.sets(st.sampled_from("SZOILJT"), min_size=2, max_size=3))
    pieces = "".join(sorted(others | set(needed), key=ORDER.index))
    return Plain(pieces, draw(st.integers(3, 4)), draw(st.integers(3, 6))), bad


@st.composite
def small_weights(draw: st.DrawFn) -> dict[str, float]:
    """Numbers that hardly ever add up to the same; high stacks and holes cost, so that games
    last."""
    costs = {feature: draw(st.integers(0, 999)) for feature in OF_WELLS}
    moves = {feature: draw(st.integers(-999, 999)) for feature in OF_MOVES}
    return {feature: 0.0137 * weight for feature, weight in (costs | moves).items()}


@settings(max_examples=25)
@given(small_games(), st.sampled_from([0, 1, 4, 12]), small_weights())
def test_a_beam_keeps_what_a_plain_one_keeps(
    game_and_bad: tuple[Plain, str], keeps: int, weights: dict[str, float]
) -> None:
    game, bad = game_and_bad
    rules = Rules(game.pieces, width=game.width, height=game.height)
    judged = Weights("random", weights, lowest_is_best=True)
    enemy = native_bad(bad, Setting(rules, bad=bad).request(1))
    empty = [0] * game.width
    hunt = _native.Hunt(rules.native, enemy, judged.native, empty, keeps, 2, 1, 10**6)
    most = 4 if keeps == 0 else 8
    for step in islice(plain_beam(game, ENEMIES[bad], keeps, weights), most):
        hunt.advance(None)
        assert (hunt.games, hunt.considered, hunt.score) == step[:3]
        assert (hunt.value is None) == (step.value is None)
        assert abs((hunt.value or 0) - (step.value or 0)) < 1e-6
