"""The recommender against plain search, and the games of one-player Tetris."""

import itertools
import math
from dataclasses import replace

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.common.errors import CgtError, LimitError
from cgt.duel.evaluate.features import FEATURE_SETS, FEATURES
from cgt.duel.evaluate.recommend import rank_placements, recommend
from cgt.duel.evaluate.weights import Weights
from cgt.duel.game import Game
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.duel.well import Well

# What adds up on the way. Four rows now do not, although they are of the move.
MOVE_FEATURES = [*FEATURES][[*FEATURES].index("landing-height") : -1]
HEIGHT = 9
weight_lists = st.lists(st.integers(-9, 9), min_size=18, max_size=18)


def evaluation_of(weights: list[int]) -> Weights:
    own, report = FEATURE_SETS["sogang"], FEATURE_SETS["sogang-report"]
    names = [*own[:3], *own[-3:], *report[2:6], *FEATURE_SETS["dt"][:8]]
    return Weights("drawn", {n: float(w) for n, w in zip(names, weights, strict=True)})


@given(
    wells(max_width=14, max_height=10),
    st.lists(st.integers(-9, 9), min_size=11, max_size=11),
    st.sampled_from(["drop", "spin"]),
    st.sampled_from(["height", "lock"]),
    st.sampled_from(["tetromino", "pentomino:FLY", "domino"]),
)
@settings(max_examples=60, deadline=None)
def test_many_placements_at_once_are_judged_as_by_the_plain_version(
    well: Well, weights: list[int], moves: str, ending: str, pieces: str
) -> None:
    """The features of the published players, for which eight placements are judged together."""
    if well.width < 4:
        return
    names = (*FEATURE_SETS["dt"], "height-steps", "placed-row")
    evaluation = Weights("drawn", {n: float(w) for n, w in zip(names, weights, strict=True)})
    rules = Rules(pieces, width=well.width, height=HEIGHT + 3, moves=moves, ending=ending)  # type: ignore[arg-type]
    for piece in rules.names:
        costs = {
            placement: sum(plain_judge(evaluation, rules, well, placement))
            for placement in rules.placements(well, piece)
            if not rules.place(well, placement).over
        }
        found = recommend(rules, well, [piece], evaluation)
        assert found is not None
        if costs:
            assert found.value == pytest.approx(min(costs.values()))
            assert costs[found.placement] == pytest.approx(min(costs.values()))


def plain_judge(
    evaluation: Weights, rules: Rules, well: Well, placement: WellPlacement
) -> tuple[float, float]:
    """What a move and the well after it cost, by the plain features."""
    rows = rows_of_well(well, HEIGHT + 8)
    cells = frozenset((len(rows) - 1 - row, column) for row, column in rules.cells(placement))
    values = oracles.tetris_features(rows, cells, rules.height)
    weights = evaluation.by_feature
    move = sum(weights[n] * values[n] for n in weights if n in MOVE_FEATURES)
    return move, sum(weights[n] * values[n] for n in weights if n not in MOVE_FEATURES)


def plain_paths(
    evaluation: Weights, rules: Rules, well: Well, visible: str
) -> dict[WellPlacement, tuple[int, float]]:
    """For each first placement, how many pieces can be placed, and the least cost of all ways to
    place so many."""
    found: dict[WellPlacement, tuple[int, float]] = {}
    nodes: list[tuple[Well, float, WellPlacement | None]] = [(well, 0.0, None)]
    for placed_before, piece in enumerate(visible):
        best: dict[WellPlacement, float] = {}
        following = []
        for here, moves, first in nodes:
            for placement in rules.placements(here, piece):
                placed = rules.place(here, placement)
                if placed.over:
                    continue
                move, left = plain_judge(evaluation, rules, here, placement)
                root = first or placement
                best[root] = min(best.get(root, math.inf), moves + move + left)
                following.append((placed.well, moves + move, root))
        found |= {root: (placed_before + 1, cost) for root, cost in best.items()}
        nodes = following
    return found


@pytest.mark.parametrize(
    ("visible", "now", "ever"), [("I", 1, 1), ("IO", 0, 1), ("OI", 1, 1), ("IOO", 0, 1)]
)
def test_four_rows_now_count_for_the_last_piece_only(visible: str, now: int, ever: int) -> None:
    """Other features of moves add up on the way."""
    rules, well = Rules("IO", width=5, height=12, moves="spin"), Well("|".join(["###.#"] * 4))
    for name, most in (("four-lines-now", now), ("four-lines", ever)):
        best = recommend(rules, well, visible, Weights.of({name: 1.0}), beam=0)
        assert best is not None
        assert best.value == most


@given(
    wells(max_width=4, max_height=5),
    weight_lists,
    st.text("IJLOT", min_size=1, max_size=2),
    st.sampled_from(["drop", "spin"]),
    st.sampled_from(["height", "lock"]),
)
@settings(max_examples=40, deadline=None)
def test_without_pruning_it_is_plain_exhaustive_search(
    well: Well, weights: list[int], visible: str, moves: str, ending: str
) -> None:
    rules = Rules("IJLOT" if well.width > 2 else "IJLO", width=well.width, height=HEIGHT,
                  moves=moves, ending=ending)  # type: ignore[arg-type]  # fmt: skip
    if not set(visible) <= set(rules.names):
        visible = "I"
    evaluation = evaluation_of(weights)
    ranked = rank_placements(rules, well, visible, evaluation, beam=0)
    assert recommend(rules, well, visible, evaluation, beam=0) == ranked[0]
    assert rank_placements(rules, well, visible, evaluation, beam=10_000) == ranked
    paths = plain_paths(evaluation, rules, well, visible)
    placements = rules.placements(well, visible[0])
    assert sorted(found.placement for found in ranked) == sorted(placements)
    for found in ranked:
        placed, cost = paths.get(found.placement, (0, math.inf))
        assert (found.placed, found.value) == (placed, pytest.approx(cost))
        assert found.loses == rules.place(well, found.placement).over
    order = [(-found.placed, found.value) for found in ranked]
    assert order == sorted(order)
    for one, next_one in itertools.pairwise(ranked):
        if (one.placed, one.value) == (next_one.placed, next_one.value):
            assert placements.index(one.placement) < placements.index(next_one.placement)


@given(wells(max_width=5, max_height=5), weight_lists, st.text("IJLOT", min_size=1, max_size=3))
@settings(max_examples=30, deadline=None)
def test_the_highest_value_is_best_if_the_weights_say_so(
    well: Well, weights: list[int], visible: str
) -> None:
    if well.width < 4:
        return
    rules = Rules("IJLOT", width=well.width, height=HEIGHT)
    lowest = evaluation_of(weights)
    highest = Weights.of({name: -weight for name, weight in lowest.by_feature.items()})
    ranked = rank_placements(rules, well, visible, lowest)
    turned = rank_placements(rules, well, visible, highest)
    assert [found.placement for found in turned] == [found.placement for found in ranked]
    assert [found.value for found in turned] == [-found.value for found in ranked]


@given(wells(max_width=5, max_height=4), weight_lists, st.text("IJLOT", min_size=2, max_size=3))
@settings(max_examples=30, deadline=None)
def test_a_beam_of_one_follows_the_best_well_from_piece_to_piece(
    well: Well, weights: list[int], visible: str
) -> None:
    """After each placement of the first piece."""
    if well.width < 4:
        return
    rules = Rules("IJLOT", width=well.width, height=12)
    evaluation = evaluation_of(weights)
    ranked = rank_placements(rules, well, visible, evaluation, beam=1)
    assert {found.placement for found in ranked} == set(rules.placements(well, visible[0]))
    for found in ranked:
        followed = follow_the_best(evaluation, rules, well, visible, found.placement)
        if followed is not None:
            assert (found.placed, found.value) == (followed[0], pytest.approx(followed[1]))


def follow_the_best(
    evaluation: Weights, rules: Rules, well: Well, visible: str, first: WellPlacement
) -> tuple[int, float] | None:
    """How many pieces are placed, and the value, if after the first placement each piece goes where
    it is best at once; None if there is a tie, where either well may be kept."""
    here, total, found = well, 0.0, (0, math.inf)
    for placed, piece in enumerate(visible, 1):
        places = rules.placements(here, piece) if placed > 1 else [first]
        costs = {p: total + sum(evaluation.judge(rules, here, p)) for p in places}
        best = min(costs.values())
        if best == math.inf:
            break
        tied = [p for p in costs if costs[p] == best]
        if len(tied) > 1:
            return None
        found = placed, best
        total += evaluation.judge(rules, here, tied[0])[0]
        here = rules.place(here, tied[0]).well
    return found


def test_a_well_or_piece_that_does_not_fit_is_refused() -> None:
    evaluation = evaluation_of([1] * 18)
    rules = Rules(width=4, height=4)
    with pytest.raises(CgtError, match="no piece is visible"):
        recommend(rules, Well.empty(4), "", evaluation)
    with pytest.raises(CgtError, match="no piece 'X'"):
        recommend(rules, Well.empty(4), "X", evaluation)
    with pytest.raises(CgtError, match="does not fit"):
        recommend(rules, Well.empty(5), "T", evaluation)
    with pytest.raises(LimitError, match="too many wells"):
        recommend(Rules(width=40, height=40), Well.empty(40), "TTTTT", evaluation, beam=0)
    for beam in (-1, 10**20):
        with pytest.raises(CgtError, match="a beam keeps"):
            recommend(rules, Well.empty(4), "T", evaluation, beam)


def test_no_room_means_no_placement() -> None:
    rules = Rules("O", width=4, height=2, ending="spawn")
    assert recommend(rules, Well(".##.|.##."), "O", evaluation_of([1] * 18)) is None
    assert rank_placements(rules, Well(".##.|.##."), "O", evaluation_of([1] * 18)) == []


@pytest.mark.parametrize("good", ["beam:dt-10", "minmax:dt-10"])
def test_players_that_look_at_one_piece_agree(good: str) -> None:
    setting = RULE_SETS["simplified"].setting(height=8, good=good, max_pieces=500)
    first = RULE_SETS["simplified"].setting(height=8, good="greedy:dt-10", max_pieces=500)
    games = [Game(one, keeps_trace=True) for one in (setting, first)]
    for game in games:
        game.advance()
    assert games[0].trace().placements == games[1].trace().placements


# rules of one-player Tetris


@pytest.mark.parametrize("name", RULE_SETS)
def test_rule_sets_can_be_played(name: str) -> None:
    game = Game(RULE_SETS[name].setting(max_pieces=30))
    game.advance()
    assert game.placed == 30


@given(st.integers(1, 1000), st.sampled_from([0, 3, 15]))
@settings(max_examples=25, deadline=None)
def test_scores_and_garbage_are_those_of_plain_play(seed: int, garbage: int) -> None:
    """The game of S. Park et al. (Sogang), followed placement by placement."""
    setting = RULE_SETS["sogang"].setting(
        good="random", seed=seed, max_pieces=40, garbage=garbage, cycles="none", height=12
    )
    game = Game(setting, keeps_trace=True)
    rows = [[False] * 10 for _ in range(40)]
    score = lines = 0
    for number in itertools.count(1):
        before = game.placed
        game.advance(1)
        if game.placed == before:
            break
        placement = game.trace().placements[-1]
        cells = frozenset((39 - row, c) for row, c in setting.rules.cells(placement))
        assert not any(rows[row][column] for row, column in cells)
        score += 10 * oracles.supported_cells(rows, cells)
        rows, cleared = oracles.locked(rows, cells)
        score += 100 * cleared**2
        lines += cleared
        if garbage and number % garbage == 0:
            last = rows_of_well(game.well, 40)[-1]
            assert last.count(False) == 1
            rows = [*rows[1:], last]
        assert rows_of_well(game.well, 40) == rows
        if game.well.stack_height > setting.rules.height:
            assert game.result == "topped-out"
        assert (game.score, game.lines) == (score, lines)


@given(wells(max_width=6, max_height=6), st.data())
@settings(max_examples=60)
def test_with_ending_lock_a_piece_that_sticks_out_clears_no_row(
    well: Well, data: st.DataObject
) -> None:
    height = max(well.stack_height, 3)
    rules = Rules("IJLO", width=well.width, height=height, ending="lock")
    placement = data.draw(
        st.sampled_from([p for n in rules.names for p in rules.placements(well, n)])
    )
    placed = rules.place(well, placement)
    rows = rows_of_well(well, height + 8)
    cells = frozenset((len(rows) - 1 - row, column) for row, column in rules.cells(placement))
    sticks_out = any(row < 8 for row, _ in cells)
    after, lines = oracles.locked(rows, cells, clears=not sticks_out)
    assert rows_of_well(placed.well, height + 8) == after
    assert (placed.over, placed.lines) == (sticks_out, lines)


def test_garbage_ends_the_game_when_the_stack_is_pushed_out_of_the_well() -> None:
    setting = Setting(Rules("O", width=4, height=4), "greedy", garbage=1)
    for rows, over in (("##..|##..", False), ("#...|#...|#...|#...", True)):
        game = Game(replace(setting, start=Well(rows)))
        game.advance(1)
        assert game.placed == 1
        assert (game.result == "topped-out") == over


@pytest.mark.parametrize("height", range(20, 27))
@pytest.mark.parametrize("pieces", ["tetromino", "omino:5"])
def test_high_wells_are_judged_as_by_the_plain_version(height: int, pieces: str) -> None:
    """At heights where columns just fit in 32 bits, and where they do not."""
    well = Well("|".join(["#..."] * (height - 2) + [".###", "#.#."]))
    rules = Rules(pieces, width=4, height=height, ending="height")
    evaluation = Weights("drawn", {name: 3.0 + i for i, name in enumerate(FEATURE_SETS["dt"])})
    for piece in rules.names:
        for placement in rules.placements(well, piece):
            move, left = evaluation.judge(rules, well, placement)
            if rules.place(well, placement).over:
                assert left == math.inf
                continue
            rows = rows_of_well(well, height + 8)
            cells = frozenset((len(rows) - 1 - r, c) for r, c in rules.cells(placement))
            values = oracles.tetris_features(rows, cells, height)
            expected = sum(evaluation.by_feature[n] * values[n] for n in evaluation.by_feature)
            assert move + left == pytest.approx(expected)


def test_settings_that_do_not_exist_are_refused() -> None:
    for wrong in ({"beam": -1}, {"scoring": "money"}, {"garbage": -1}):
        with pytest.raises(CgtError):
            Game(Setting(**wrong))  # type: ignore[arg-type]


# published players

PUBLISHED = {  # mean lines on 10×10, with their standard errors: re-measured figures
    "bcts": (3768, 161),
    "dellacherie": (2511, 109),
    "dt-10": (4913, 188),
    "dt-20": (4467, 183),
}


@pytest.mark.long
@pytest.mark.parametrize("weights", PUBLISHED)
def test_published_players_play_as_well_as_published(weights: str) -> None:
    """The two means differ by less than three standard errors of their difference."""
    from cgt.common.statistics import Statistics
    from cgt.duel.many import play_many

    setting = RULE_SETS["simplified"].setting(height=10, good=f"greedy:{weights}", cycles="none")
    ours = Statistics.of(game.lines for game in play_many(setting, 1200, 2))
    mean, error = PUBLISHED[weights]
    assert abs(ours.mean - mean) < 3 * math.hypot(error, ours.standard_error)


@pytest.mark.parametrize("weights", ["dellacherie", "bcts"])
def test_published_players_play_about_as_well_as_published(weights: str) -> None:
    from cgt.common.statistics import Statistics
    from cgt.duel.many import play_many

    setting = RULE_SETS["simplified"].setting(height=10, good=f"greedy:{weights}", cycles="none")
    ours = Statistics.of(game.lines for game in play_many(setting, 600, 2))
    mean, error = PUBLISHED[weights]
    assert abs(ours.mean - mean) < 3 * math.hypot(error, ours.standard_error)
