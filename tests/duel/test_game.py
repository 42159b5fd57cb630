"""Games played out, one and many."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.common.chance import derived_seed
from cgt.common.errors import CgtError, SizeError
from cgt.common.statistics import Statistics
from cgt.duel.game import Game, scores
from cgt.duel.many import play_many
from cgt.duel.rules import Rules
from cgt.duel.setting import SCORINGS, Setting
from cgt.duel.trace import Trace
from cgt.duel.well import Well

GOODS = ("greedy", "minmax", "random")


def played(setting: Setting) -> Game:
    game = Game(setting, keeps_trace=True)
    game.advance()
    return game


@given(
    st.sampled_from(GOODS),
    st.sampled_from(["uniform", "bag", "minmax", "bastet"]),
    st.sampled_from(["drop", "slide", "spin", "hatetris"]),
    st.sampled_from(["height", "spawn"]),
    st.integers(0, 2),
    st.integers(0, 100),
)
@settings(max_examples=60)
def test_a_game_is_its_trace_played_by_the_rules(
    good: str, bad: str, moves: str, ending: str, preview: int, seed: int
) -> None:
    rules = Rules("LSZOT", width=6, height=9, moves=moves, ending=ending)  # type: ignore[arg-type]
    game = played(Setting(rules, good, bad, preview=preview, seed=seed, max_pieces=80))
    trace = game.trace()
    placed = list(trace.play())
    assert len(placed) == game.placed
    assert sum(one.lines for one in placed) == game.lines
    assert placed[-1].well == game.well
    assert not any(one.over for one in placed[:-1])
    if game.result == "topped-out" and ending == "height":
        assert placed[-1].over
    if game.result == "topped-out" and ending == "spawn" and moves != "hatetris":
        assert not all(rules.has_room(game.well, piece) for piece in rules.names)


@given(st.integers(1, 30), st.integers(0, 50))
@settings(max_examples=20)
def test_a_game_is_resumed_where_it_stopped(step: int, seed: int) -> None:
    setting = Setting(Rules(width=6, height=10), "greedy", "uniform", seed=seed, max_pieces=100)
    whole = played(setting)
    parts = Game(setting, keeps_trace=True)
    while not parts.is_finished:
        parts.advance(step)
    assert parts.trace().placements == whole.trace().placements
    assert parts.result == whole.result


def test_a_trace_is_replayed_by_a_player(tmp_path) -> None:  # type: ignore[no-untyped-def]
    from cgt.duel.trace import write_trace

    setting = Setting(Rules("LJT", width=6), "random", "sequence:LJT", seed=5, max_pieces=20)
    first = played(setting)
    write_trace(tmp_path / "game", first.trace())
    again = played(
        Setting(
            setting.rules, f"replay:{tmp_path / 'game'}", "sequence:LJT", max_pieces=first.placed
        )
    )
    assert again.trace().placements == first.trace().placements
    other = Game(Setting(setting.rules, f"replay:{tmp_path / 'game'}", "sequence:TLJ"))
    with pytest.raises(CgtError, match=r"piece \d+: the piece cannot land there"):
        other.advance()


def test_a_game_has_a_most_of_pieces_and_a_well_to_begin_with() -> None:
    rules = Rules("O", width=4, height=6)
    assert played(Setting(rules, bad="constant:O", max_pieces=0)).placed == 0
    started = played(Setting(rules, bad="constant:O", start=Well("##..|##.."), max_pieces=1))
    assert started.lines == 2
    with pytest.raises(SizeError, match="5 wide, but 4"):
        Game(Setting(rules, start=Well.empty(5)))
    with pytest.raises(SizeError, match="higher than the well's 6"):
        Game(Setting(rules, start=Well("|".join(7 * ["#..."]))))
    with pytest.raises(CgtError, match="0 to 16 coming"):
        Game(Setting(rules, preview=17))
    with pytest.raises(CgtError, match="1 to 16 pieces"):
        Game(Setting(rules, depth=0))
    for wrong in ({"cycles": "foo"}, {"ties": "foo"}, {"max_pieces": -1}):
        with pytest.raises(CgtError):
            Game(Setting(rules, **wrong))  # type: ignore[arg-type]


def test_many_games_are_the_same_with_any_number_of_processes() -> None:
    setting = Setting(Rules(width=8, height=10), "greedy", "uniform", seed=3)
    alone = list(play_many(setting, 12))
    assert list(play_many(setting, 12, processes=2)) == alone
    assert len({game.placed for game in alone}) > 1
    assert [game.placed for game in play_many(setting, 5)] == [g.placed for g in alone[:5]]


def test_statistics() -> None:
    found = Statistics.of([2, 4, 4, 4, 5, 5, 7, 9])
    assert found.mean == 5
    assert found.deviation == pytest.approx(2.13809)
    assert found.standard_error == pytest.approx(2.13809 / 8**0.5)
    assert found.interval == pytest.approx((5 - 1.4816, 5 + 1.4816), abs=1e-3)
    assert Statistics.of([3]).deviation == 0


def test_seeds_differ_by_stream() -> None:
    seeds = {derived_seed(seed, stream) for seed in range(50) for stream in range(50)}
    assert len(seeds) == 2500
    assert all(0 <= seed < 2**64 for seed in seeds)


# the theorems of Kravec's thesis


@pytest.mark.parametrize("piece", "OSZ")
@pytest.mark.parametrize("width", [5, 7, 9])
@pytest.mark.parametrize("good", GOODS)
def test_one_piece_ends_every_game_on_odd_widths(piece: str, width: int, good: str) -> None:
    """Theorems 2.2 and 2.3."""
    for moves in ("drop", "spin"):
        rules = Rules(piece, width=width, moves=moves)  # type: ignore[arg-type]
        game = played(Setting(rules, good, f"constant:{piece}", depth=2, max_pieces=20_000))
        assert game.result == "topped-out"


@pytest.mark.parametrize("width", [4, 6, 8, 10])
@pytest.mark.parametrize("good", ["greedy", "minmax"])
@pytest.mark.parametrize("preview", [0, 1])
def test_brzustowski_ends_every_game_on_even_widths(width: int, good: str, preview: int) -> None:
    """Theorem 4.2."""
    rules = Rules("SZ", width=width)
    game = played(Setting(rules, good, "brzustowski", depth=2, preview=preview))
    assert game.result == "topped-out"


@pytest.mark.parametrize("good", GOODS)
@pytest.mark.parametrize("moves", ["drop", "slide", "spin"])
def test_burgiel_ends_games_within_his_bound(good: str, moves: str) -> None:
    """Burgiel 1997: 69,600 pieces on 10×20."""
    rules = Rules("SZ", moves=moves)  # type: ignore[arg-type]
    game = played(Setting(rules, good, "burgiel", depth=2))
    assert game.result == "topped-out"
    assert game.placed <= 69_600


def test_a_trace_that_breaks_the_rules_is_refused() -> None:
    setting = Setting(Rules("L", width=4), "greedy", "constant:L", max_pieces=3)
    trace = played(setting).trace()
    wrong = trace.placements[0]._replace(row=5)
    with pytest.raises(CgtError, match="piece 1, L, cannot land there"):
        list(Trace(trace.rules, [wrong], trace.start).play())


@pytest.mark.parametrize("scoring", SCORINGS)
def test_scores_after_each_piece_are_those_of_the_game(scoring) -> None:  # type: ignore[no-untyped-def]
    setting = Setting(Rules(width=6), scoring=scoring, max_pieces=50)
    game = Game(setting, keeps_trace=True)
    along = []
    while not game.is_finished:
        game.advance(1)
        along.append(game.score)
    assert list(scores(game.trace(), scoring)) == along
    broken = Trace(setting.rules, [game.trace().placements[0]] * 2, Well.empty(6))
    with pytest.raises(CgtError, match="piece 2"):
        list(scores(broken, scoring))
