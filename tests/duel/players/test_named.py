"""Texts that name players, and the texts of players."""

import copy
import pickle
import sys
from pathlib import Path

import pytest

from cgt.common.errors import CgtError
from cgt.duel.evaluate.features import FEATURE_SETS
from cgt.duel.evaluate.weights import Weights
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.players import (
    Bag,
    Bastet,
    Beam,
    Brzustowski,
    Constant,
    FollowStrategy,
    Greedy,
    Hatetris,
    MinMax,
    Random,
    Sequence,
    Uniform,
    bad_player,
    good_player,
)
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting

GOOD = {
    "minmax:kravec-1": MinMax("kravec-1"),
    "greedy:dt-10": Greedy(Weights.named("dt-10")),
    "greedy:holes=-1.0": Greedy(Weights.of({"holes": -1})),
    "beam:dt-20": Beam("dt-20"),
    "random": Random(),
}
BAD = {
    "minmax:kravec-1": MinMax("kravec-1"),
    "constant:S": Constant("S"),
    "sequence:SZ": Sequence("SZ"),
    "uniform": Uniform(),
    "bag": Bag(),
    "bastet:kravec-1": Bastet(Weights.named("kravec-1")),
    "brzustowski": Brzustowski(),
    "hatetris": Hatetris(),
    "hatetris-mild": Hatetris(remembers=False),
}
OWN = '''
class Wall:
    """Sends S, or Z where S has no room."""

    def choose(self, state):
        return "S" if state.placements("S") else "Z"

    def memory(self):
        return ()

class Floor:
    def place(self, state):
        return min(state.placements(), key=lambda p: p.row)

class Needs:
    def __init__(self, something):
        pass

number = 3
'''


def placements(setting: Setting) -> list[tuple[object, ...]]:
    game = Game(setting, keeps_trace=True)
    game.advance()
    return [tuple(p) for p in game.trace().placements]


@pytest.mark.parametrize(("text", "player"), GOOD.items())
def test_good_objects_play_as_their_names(text: str, player: Greedy) -> None:
    assert str(player) == text
    setting = Setting(Rules(width=6, height=8), text, "bag", seed=5, max_pieces=60, ties="random")
    theirs = placements(setting)
    for twin in (player, good_player(text), pickle.loads(pickle.dumps(player))):
        assert placements(Setting(setting.rules, twin, Bag(), seed=5, max_pieces=60,
                                  ties="random")) == theirs  # fmt: skip


@pytest.mark.parametrize(("text", "player"), BAD.items())
def test_bad_objects_play_as_their_names(text: str, player: Bag) -> None:
    assert str(player) == text
    setting = Setting(Rules(width=6, height=8), "greedy", text, seed=5, max_pieces=60)
    theirs = placements(setting)
    for twin in (player, bad_player(text), copy.deepcopy(player)):
        assert placements(Setting(setting.rules, "greedy", twin, seed=5, max_pieces=60)) == theirs


def test_a_trace_writes_out_weights_that_have_no_name() -> None:
    weights = Weights.of(dict.fromkeys(FEATURE_SETS["dt"], -1 / 3))
    setting = Setting(good=Greedy(weights))
    assert setting.good_name == f"greedy:{weights.name}"
    again = Setting(good=setting.good_name, max_pieces=30, cycles="none")
    assert placements(again) == placements(Setting(good=Greedy(weights), max_pieces=30,
                                                   cycles="none"))  # fmt: skip


def test_values_of_a_player_object_override_the_setting() -> None:
    rules = Rules(width=6, height=8)
    for own, named in (
        (Setting(rules, MinMax(depth=2)), Setting(rules, "minmax", depth=2)),
        (Setting(rules, Beam(keeps=2), preview=2), Setting(rules, "beam", preview=2, beam=2)),
        (Setting(rules, Greedy(ties="last")), Setting(rules, "greedy", ties="last")),
        (Setting(rules, bad=MinMax(depth=2)), Setting(rules, bad="minmax", depth=2)),
    ):
        short = {"max_pieces": 60, "cycles": "none"}
        ours, theirs = (Setting(**{**vars(setting), **short}) for setting in (own, named))
        assert placements(ours) == placements(theirs)
        assert placements(ours) != placements(Setting(**{**vars(named), **short, "depth": 1,
                                                         "beam": 32, "ties": "first"}))  # fmt: skip


def test_a_players_own_seed_works_as_the_seed_of_a_setting() -> None:
    rules = Rules(width=6, height=8)
    named = Setting(rules, "random", "uniform", seed=9, max_pieces=40)
    theirs = placements(named)
    assert placements(Setting(rules, Random(9), Uniform(9), max_pieces=40)) == theirs
    assert placements(Setting(rules, Random(8), Uniform(9), max_pieces=40)) != theirs


def test_a_strategy_is_followed_as_an_object_and_from_its_file() -> None:
    file = "certificates/ot-4.txt"
    strategy = Strategy.read(file)
    named = Setting(strategy.rules, f"exact:{file}", "bag", max_pieces=300)
    theirs = placements(named)
    for checked in (True, False):
        player = FollowStrategy(strategy, checked)
        assert placements(Setting(strategy.rules, player, "bag", max_pieces=300)) == theirs
    with pytest.raises(CgtError, match="strategy: this is a strategy for good"):
        Game(Setting(strategy.rules, bad=FollowStrategy(strategy)))


def test_impossible_players_are_refused_when_they_are_made() -> None:
    for make, message in (
        (lambda: MinMax(depth=17), "1 to 16 pieces ahead"),
        (lambda: MinMax(ties="foo"), "ties are broken by"),  # type: ignore[arg-type]
        (lambda: Beam(keeps=-1), "a beam keeps"),
        (lambda: Sequence(""), "at least one piece"),
    ):
        with pytest.raises(CgtError, match=message):
            make()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "homemade_players.py").write_text(OWN)
    (tmp_path / "broken_players.py").write_text("import no_such_module_at_all\n")
    (tmp_path / "wrong_players.py").write_text("1 / 0\n")
    monkeypatch.delitem(sys.modules, "homemade_players", raising=False)
    return tmp_path


def test_a_class_is_named_by_its_module(own: Path) -> None:
    setting = Setting(
        Rules("SZ", width=4, height=10), "homemade_players:Floor", "homemade_players:Wall",
        max_pieces=100,
    )  # fmt: skip
    game = Game(setting, keeps_trace=True)
    game.advance()
    assert game.placed > 2
    about = game.trace().about
    assert (about["good"], about["bad"]) == ("homemade_players:Floor", "homemade_players:Wall")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nobody", "there is no Bad player 'nobody'; there are minmax, .*, or MODULE:CLASS"),
        ("no_such_module:Wall", "there is no Bad player 'no_such_module', nor a module"),
        ("broken_players:Wall", "broken_players cannot be loaded: No module named 'no_such"),
        ("wrong_players:Wall", "wrong_players cannot be loaded: ZeroDivisionError: division by"),
        ("homemade_players:Nobody", "the module homemade_players has no class 'Nobody'"),
        ("homemade_players:number", "the module homemade_players has no class 'number'"),
        ("homemade_players:", "the module homemade_players has no class ''"),
        (":Wall", "there is no Bad player ''"),
        ("homemade_players:Needs", "homemade_players:Needs cannot be made: TypeError: "),
        ("homemade_players:Floor", r"Floor is no Bad player: it has no method choose\(state\)"),
    ],
)
def test_messages_say_what_is_missing(own: Path, text: str, message: str) -> None:
    with pytest.raises(CgtError, match=message) as caught:
        Game(Setting(bad=text))
    assert "\n" not in str(caught.value)
