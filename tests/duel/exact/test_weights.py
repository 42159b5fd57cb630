"""Sums of weights: found by linear programming, checked exactly, and compared with a plain
evaluation and with games."""

import itertools
from dataclasses import replace
from fractions import Fraction

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.board.piecesets import piece_set
from cgt.duel.exact.arguments import argue
from cgt.duel.exact.atlas_cells import SETS
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.strategy import Strategy
from cgt.duel.exact.weights_search import find_cover, find_weights, is_even
from cgt.duel.game import Game
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting


def _plain_gain(weights: list[Fraction], pieces: str) -> Fraction:
    """How much the pieces raise the sum at least: all rotations of the oracles' shapes, turned and
    moved here, with the mean taken from the weights."""
    mean = Fraction(sum(weights), len(weights))
    total = Fraction(0)
    for name in pieces:
        cells = [(row, column) for row, column in oracles.FLAT_TETROMINOES[name]]
        changes = []
        for _ in range(4):
            cells = [(column, -row) for row, column in cells]
            columns = [column - min(c for _, c in cells) for _, column in cells]
            for left in range(len(weights) - max(columns)):
                changes.append(sum(weights[left + column] - mean for column in columns))
        total += min(changes)
    return total


@given(
    st.sampled_from([3, 4, 5, 6, 7]),
    st.lists(st.sampled_from("IJLOSTZ"), min_size=1, max_size=4).map("".join),
    st.data(),
)
@settings(max_examples=60)
def test_a_file_with_weights_is_accepted_just_if_a_plain_evaluation_accepts_it(
    width: int, sends: str, data: st.DataObject
) -> None:
    """Begins with weights that hold and changes some of them, and what is sent."""
    weights = [-1 if column % 2 == 0 else 1 for column in range(width)]
    for column, change in data.draw(
        st.lists(st.tuples(st.integers(0, width - 1), st.integers(-2, 2)), max_size=2)
    ):
        weights[column] += change
    text = (
        f"cgt strategy 1\nplayer: bad\npieces: IJLOSTZ\nwidth: {width}\nheight: 6\nmoves: drop\n"
        f"ending: height\npreview: 0\nargument: sums\nweights: {' '.join(map(str, weights))}\n"
        f"sends: {' '.join(sends)}\n"
    )
    strategy = Strategy.parse(text)
    assert "\n".join(strategy.lines()).count("weights:") == 1
    holds = _plain_gain([Fraction(weight) for weight in weights], sends) > 0
    assert verify(strategy).valid == holds
    assert verify(Strategy.from_graph(strategy.graph(), strategy.rules)).valid == holds


@pytest.mark.parametrize("width", range(2, 13))
def test_one_piece_has_weights_or_an_even_cover(width: int) -> None:
    for name in "IJLOSTZ":
        pieces = piece_set(name).pieces
        weights = find_weights(width, pieces)
        assert (weights is not None) == (name in "OSZ" and width % 2 == 1)
        if weights is None:
            cover = find_cover(width, pieces)
            assert cover is not None
            assert is_even(cover, width, pieces)
        else:
            assert _plain_gain([Fraction(weight) for weight in weights], name) > 0


@pytest.mark.parametrize("width", [3, 5])
def test_sets_in_bags_have_weights_or_an_even_cover(width: int) -> None:
    with_weights = 0
    for pieces in (piece_set(name).pieces for name in SETS if len(name) <= 4):
        weights = find_weights(width, pieces)
        if weights is None:
            cover = find_cover(width, pieces)
            assert cover is not None
            assert is_even(cover, width, pieces)
        else:
            names = "".join(piece.name for piece in pieces)
            assert _plain_gain([Fraction(weight) for weight in weights], names) > 0
            with_weights += 1
    assert with_weights == {3: 38, 5: 19}[width]


def test_a_changed_cover_is_not_even() -> None:
    pieces = piece_set("LT").pieces
    cover = find_cover(5, pieces)
    assert cover is not None
    first, *others = cover
    assert not is_even(tuple(others), 5, pieces)
    assert not is_even((first._replace(share=-first.share), *others), 5, pieces)
    assert not is_even((first._replace(left=9), *others), 5, pieces)
    assert not is_even((first._replace(share=first.share + Fraction(1, 9)), *others), 5, pieces)


@given(st.sampled_from(["JO", "ST", "JLOS", "IOSZ"]), st.integers(2, 10), st.integers(0, 50))
@settings(max_examples=20)
def test_games_with_bags_end_within_the_bounds(pieces: str, height: int, seed: int) -> None:
    rules = Rules(pieces, width=3, height=height)
    argument = argue(rules, bag=True)
    assert argument.valid
    assert argument.most_lines is not None
    for good in ("greedy", "random"):
        game = Game(Setting(rules, good, "bag", seed=seed))
        game.advance()
        assert game.result == "topped-out"
        assert game.placed <= argument.most_pieces + 1
        assert game.lines <= argument.most_lines


@pytest.mark.parametrize(("pieces", "height"), [("JO", 3), ("ST", 3), ("JLOS", 2)])
def test_no_way_to_play_lasts_longer_in_bags(pieces: str, height: int) -> None:
    argument = argue(Rules(pieces, width=3, height=height), bag=True)
    table = oracles.duel_table(3, height, [oracles.FLAT_TETROMINOES[p] for p in pieces], "drop")
    empty = table.wells.index([[False] * 3 for _ in range(height)])
    for order in itertools.permutations(range(len(pieces))):
        longest = oracles.longest_game(table, empty, list(order), argument.most_pieces + 2)
        assert longest <= argument.most_pieces


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"weights": (1, 1, 1)}, "do not raise the sum"),
        ({"weights": (1, -1, 1)}, "do not raise the sum"),
        ({"sends": ("L", "L", "O")}, "do not raise the sum"),
        ({"argument": "lanes"}, "weights and what Bad sends are for an argument by sums"),
        ({"argument": "floors"}, "need no weights"),
        ({"player": "good"}, "an argument is for Bad"),
        ({"bag": True}, "do not come in bags"),
        ({"weights": ()}, ""),
    ],
)
def test_changed_arguments_are_refused(change: dict[str, object], reason: str) -> None:
    rules = Rules("LO", width=3, height=9)
    strategy = Strategy(
        rules, "bad", [], argument="sums", weights=(-1, 1, -1), sends=("O", "O", "L", "O")
    )
    assert verify(strategy).valid
    report = verify(replace(strategy, **change))  # type: ignore[arg-type]
    assert report.valid == (not reason)
    assert reason in report.reason
