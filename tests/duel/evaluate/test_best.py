"""The best known weights for what is played."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.common.statistics import Statistics
from cgt.duel.evaluate.best import BEST, BEST_FOR_HUNTS, Choice, best_weights
from cgt.duel.evaluate.weights import Weights, shipped
from cgt.duel.game import Game
from cgt.duel.many import play_many
from cgt.duel.players import Bag, Bastet, Beam, Best, Greedy, MinMax
from cgt.duel.rules import Rules
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import SCORINGS, Setting

LOW = Rules(height=8)


def placements(setting: Setting) -> list[tuple[object, ...]]:
    game = Game(setting, keeps_trace=True)
    game.advance()
    return [tuple(p) for p in game.trace().placements]


def test_the_table_names_weights_that_ship() -> None:
    assert {choice.weights for choice in BEST} <= set(shipped())


def test_each_of_our_weights_is_the_best_for_something() -> None:
    ours = {name for name in shipped() if name.startswith("cgt-")}
    assert ours == {c.weights for c in BEST if c.weights.startswith("cgt-")} | {BEST_FOR_HUNTS}


@given(
    st.sampled_from(["tetromino", "O", "SZ", "LJOT", "pentomino"]),
    st.integers(5, 40),
    st.integers(5, 40),
    st.integers(1, 17),
    st.integers(1, 16),
    st.sampled_from(["height", "lock", "spawn"]),
    st.sampled_from(SCORINGS),
    st.sampled_from(["good", "bad"]),
)
def test_there_are_weights_for_every_game(
    pieces: str,
    width: int,
    height: int,
    seen: int,
    depth: int,
    ending: Any,
    scoring: str,
    side: Any,
) -> None:
    rules = Rules(pieces, width=width, height=height, ending=ending)
    found = best_weights(rules, seen=seen, depth=depth, scoring=scoring, side=side)
    fitting = [one for one in BEST if one.fits(rules, seen, depth, scoring, side)]
    assert found == Weights.named(fitting[0].weights)
    assert all(one.side == side and one.scoring in (None, scoring) for one in fitting)


@pytest.mark.parametrize(
    ("game", "fits"),
    [
        ({}, True),
        ({"width": 4}, False),
        ({"width": 7}, False),
        ({"height": 21}, False),
        ({"height": 9}, False),
        ({"pieces": "SZ"}, False),
        ({"seen": 1}, False),
        ({"seen": 4}, False),
        ({"depth": 1}, False),
        ({"depth": 3}, False),
        ({"ending": "lock"}, False),
        ({"scoring": "lines"}, False),
        ({"side": "bad"}, False),
    ],
)
def test_a_choice_fits_where_all_it_says_holds(game: dict[str, Any], fits: bool) -> None:
    choice = Choice(
        "lee",
        scoring="sogang",
        ending="spawn",
        kinds=(3, 7),
        seen=(2, 3),
        depth=(2, 2),
        widths=(5, 6),
        heights=(10, 20),
    )
    asked = {"pieces": "tetromino", "width": 6, "height": 20, "seen": 2, "depth": 2,
             "ending": "spawn", "scoring": "sogang", "side": "good"} | game  # fmt: skip
    rules = Rules(
        asked["pieces"], width=asked["width"], height=asked["height"], ending=asked["ending"]
    )
    asked_of = (asked[key] for key in ("seen", "depth", "scoring", "side"))
    assert choice.fits(rules, *asked_of) is fits


@pytest.mark.parametrize(
    ("setting", "good", "bad"),
    [
        (Setting(), "greedy:cgt-20", "uniform"),
        (Setting(preview=1), "beam:cgt-20", "uniform"),
        (Setting(LOW), "greedy:cgt-10", "uniform"),
        (Setting(Rules("OL"), "minmax", "minmax"), "minmax:cgt-10", "minmax:kravec-2"),
        (Setting(bad="minmax"), "greedy:cgt-20", "minmax:dt-10"),
        (Setting(Rules(width=4), bad="bastet"), "greedy:cgt-width-4", "bastet:bcts"),
        (Setting(Rules(width=5)), "greedy:cgt-width-5", "uniform"),
        (Setting(Rules(width=5, height=12)), "greedy:cgt-10", "uniform"),
        (Setting(Rules(width=8, height=13)), "greedy:cgt-20", "uniform"),
        (Setting(Rules(width=8, height=12)), "greedy:cgt-10", "uniform"),
        (Setting(Rules(width=6), bad="bag"), "greedy:cgt-width-5", "bag"),
        (Setting(LOW, bad=Bag()), "greedy:cgt-bag", "bag"),
        (Setting(LOW, bad="bag:uniform"), "greedy:cgt-bag", "bag:uniform"),
        (Setting(LOW, bad="bag:hatetris"), "greedy:cgt-10", "bag:hatetris"),
        (Setting(LOW, bad="bag", preview=2), "beam:cgt-bag-1", "bag"),
        (Setting(good="beam", preview=2), "beam:cgt-20", "uniform"),
        (Setting(good="greedy:", bad="minmax:"), "greedy:cgt-20", "minmax:dt-10"),
        (Setting(good="Greedy", bad="MinMax"), "greedy:cgt-20", "minmax:dt-10"),
        (Setting(Rules("OL"), "minmax", depth=2), "minmax:dt-10", "uniform"),
        (Setting(good=MinMax(depth=2), bad=Bastet()), "minmax:dt-10", "bastet:dt-10"),
        (Setting(good=MinMax(), bad=Bastet()), "minmax:cgt-20", "bastet:dt-10"),
        (Setting(Rules(height=12, ending="spawn")), "greedy:dt-10", "uniform"),
        (Setting(Rules(height=15, ending="spawn")), "greedy:cgt-10", "uniform"),
        (RULE_SETS["sogang"].setting(height=18), "beam:cgt-sogang-fast", "uniform"),
        (RULE_SETS["sogang"].setting(height=18, preview=1), "beam:cgt-sogang", "uniform"),
        (Setting(good=Greedy("lee"), bad=MinMax("lee")), "greedy:lee", "minmax:lee"),
        (Setting(good="greedy:kravec-1", bad="bastet:kravec-1"), "greedy:kravec-1",
         "bastet:kravec-1"),
        (Setting(good="person", bad="constant"), "person", "constant"),
        (RULE_SETS["sogang"].setting(), "beam:cgt-sogang-5", "uniform"),
        (RULE_SETS["sogang"].setting(preview=1), "beam:cgt-sogang", "uniform"),
        (RULE_SETS["sogang"].setting(preview=4), "beam:cgt-sogang-5", "uniform"),
        (RULE_SETS["sogang"].setting(good="greedy"), "greedy:cgt-sogang-1", "uniform"),
        (RULE_SETS["sogang"].setting(preview=0), "greedy:cgt-sogang-1", "uniform"),
        (RULE_SETS["bag"].setting(), "greedy:cgt-20", "bag"),
        (RULE_SETS["simplified"].setting(height=10), "greedy:cgt-10", "uniform"),
    ],
)  # fmt: skip
def test_names_say_which_weights_are_taken(setting: Setting, good: str, bad: str) -> None:
    assert (setting.good_name, setting.bad_name) == (good, bad)


@pytest.mark.parametrize(
    ("player", "named", "preview"),
    [
        (Greedy(), "greedy:cgt-10", 0),
        (Beam(), "beam:cgt-10", 1),
        (MinMax(depth=1), "minmax:cgt-10", 0),
        (Best(), "greedy:cgt-10", 0),
        (Best(), "beam:cgt-10", 1),
        ("best", "greedy:cgt-10", 0),
    ],
)
def test_good_plays_by_the_weights_that_its_name_says(
    player: Any, named: str, preview: int
) -> None:
    short = {"preview": preview, "max_pieces": 60, "cycles": "none"}
    theirs = placements(Setting(LOW, named, **short))
    for twin in (player, pickle.loads(pickle.dumps(player))):
        setting = Setting(LOW, twin, **short)
        assert setting.good_name == named
        assert placements(setting) == theirs
    assert theirs != placements(Setting(LOW, named.replace("cgt-10", "lee"), **short))


@pytest.mark.parametrize(("player", "named"), [(MinMax(), "minmax"), (Bastet(), "bastet")])
def test_bad_plays_by_the_weights_that_its_name_says(player: Any, named: str) -> None:
    setting = Setting(bad=player)
    assert setting.bad_name == f"{named}:dt-10"
    theirs = placements(Setting(bad=f"{named}:dt-10"))
    assert placements(setting) == placements(Setting(bad=named)) == theirs
    assert theirs != placements(Setting(bad=f"{named}:genetic-8", max_pieces=300))


def test_a_player_without_weights_is_the_same_value_whatever_it_plays() -> None:
    player = Greedy()
    assert (Setting(good=player).good_name, Setting(LOW, player).good_name) == (
        "greedy:cgt-20",
        "greedy:cgt-10",
    )
    assert (player, str(player)) == (Greedy(), "greedy")


def test_a_trace_says_which_weights_were_taken() -> None:
    setting = Setting(LOW, bad="minmax", max_pieces=5)
    about = setting.trace([]).about
    assert (about["good"], about["bad"]) == ("greedy:cgt-10", "minmax:dt-10")


@pytest.mark.parametrize("rules", [LOW, Rules(width=6, height=18), Rules("LJT", width=8)])
def test_no_other_weights_are_much_better(rules: Rules) -> None:
    """Of all that ship, by the mean lines of a few games."""
    lines = {
        name: Statistics.of(
            game.lines
            for game in play_many(Setting(rules, f"greedy:{name}", max_pieces=3000), games=25)
        ).mean
        for name in shipped()
    }
    taken = best_weights(rules).name
    assert lines[taken] > 0.7 * max(lines.values())
    assert lines[taken] > 3 * lines["kravec-1"]
