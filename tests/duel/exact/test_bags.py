"""The duel in which Bad deals bags: against a fixpoint over wells, bags and visible pieces."""

import itertools
from dataclasses import replace
from functools import cache
from pathlib import Path

import oracles
import pytest
from checkpoints import content_of, write_resealed
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError, FileError
from cgt.common.limits import Limits
from cgt.duel.exact.bags import bag_after, bag_before
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.solve import DuelAnswer, GoodPlays, decide, least_height, solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.well import Well

LETTERS = "IJLOSTZ"
PAIRS = ["".join(s) for s in itertools.combinations(LETTERS, 2)]
THREES = ["".join(s) for s in itertools.combinations(LETTERS, 3)]
SETS = ["".join(s) for n in range(1, 8) for s in itertools.combinations(LETTERS, n)]


@cache
def table(width: int, height: int, moves: str) -> oracles.DuelTable:
    pieces = [oracles.FLAT_TETROMINOES[name] for name in LETTERS]
    return oracles.duel_table(width, height, pieces, moves)


def disagreements(width: int, height: int, moves: str, preview: int, sets: list[str]) -> list[str]:
    """The sets for which the winner differs from the fixpoint's, or is not proven."""
    found = []
    for pieces in sets:
        numbers = [LETTERS.index(p) for p in pieces]
        wins = oracles.good_wins_with_bags(table(width, height, moves), numbers, preview)
        rules = Rules(pieces, width=width, height=height, moves=moves)  # type: ignore[arg-type]
        answer = solve_duel(rules, preview=preview, bag=True)
        if answer.winner != ("good" if wins else "bad") or not answer.is_verified:
            found.append(pieces)
    return found


@pytest.mark.parametrize(("width", "height"), [(2, 2), (2, 4), (3, 2), (4, 1)])
@pytest.mark.parametrize("moves", ["drop", "slide"])
@pytest.mark.parametrize("preview", [0, 1])
def test_winners_are_those_of_the_fixpoint(
    width: int, height: int, moves: str, preview: int
) -> None:
    assert disagreements(width, height, moves, preview, PAIRS + THREES) == []


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 2)])
@pytest.mark.parametrize("preview", [0, 1])
def test_winners_of_higher_wells_are_those_of_the_fixpoint(
    width: int, height: int, preview: int
) -> None:
    assert disagreements(width, height, "drop", preview, PAIRS + THREES[::5]) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "height"), [(2, 1), (2, 3), (3, 1), (3, 3), (3, 4), (4, 2), (4, 3)]
)
@pytest.mark.parametrize("moves", ["drop", "slide", "spin"])
@pytest.mark.parametrize("preview", [0, 1])
def test_all_winners_are_those_of_the_fixpoint(
    width: int, height: int, moves: str, preview: int
) -> None:
    assert disagreements(width, height, moves, preview, PAIRS + THREES) == []


@pytest.mark.long
@pytest.mark.parametrize("preview", [0, 1])
def test_all_winners_on_width_4_and_height_4_are_those_of_the_fixpoint(preview: int) -> None:
    assert disagreements(4, 4, "drop", preview, PAIRS + THREES) == []


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SETS), st.sampled_from([(2, 3), (3, 2), (4, 1)]), st.sampled_from([0, 1, 2]))
def test_random_games_have_the_winner_of_the_fixpoint(
    pieces: str, size: tuple[int, int], preview: int
) -> None:
    if len(pieces) > 3 and preview == 2:
        pieces = pieces[:3]
    assert disagreements(*size, "drop", preview, [pieces]) == []


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SETS), st.integers(2, 4), st.integers(1, 5), st.sampled_from([0, 1]))
def test_whoever_survives_without_bags_survives_with_them(
    pieces: str, width: int, height: int, preview: int
) -> None:
    rules, limits = Rules(pieces, width=width, height=height), Limits.of(seconds=5)
    free = decide(rules, preview, limits)
    bagged = decide(rules, preview, limits, bag=True)
    assert (free, bagged) != ("good", "bad")
    if len(pieces) == 1 and "unknown" not in (free, bagged):
        assert free == bagged


def test_bags_save_good_from_s_and_z_on_width_4() -> None:
    rules = Rules("SZ", width=4, height=4)
    assert solve_duel(rules).winner == "bad"
    assert solve_duel(rules, bag=True).winner == "good"


def test_the_least_height_with_bags_is_at_most_that_without() -> None:
    rules = Rules("OT", width=4, height=6)
    heights = [list(least_height(rules, bag=bag))[-1] for bag in (False, True)]
    assert [one.winner for one in heights] == ["good", "good"]
    assert heights[0].rules.height >= heights[1].rules.height


def test_strategies_inside_lanes_hold_with_bags() -> None:
    answer = solve_duel(Rules("IO", width=6, height=6), bag=True, ways=(GoodPlays.IN_LANES,))
    assert answer.winner == "good"
    assert answer.is_verified
    assert answer.strategy is not None
    assert answer.strategy.lanes_in_any_order


def test_an_argument_holds_with_bags_only_if_it_sends_all_pieces() -> None:
    everything = solve_duel(Rules("SZO", width=7, height=20), bag=True, limits=Limits.of(seconds=4))
    assert everything.winner == "bad"
    assert everything.is_verified
    argued = Strategy(Rules("SZO", width=7, height=20), "bad", [], argument="sums", bag=True)
    assert verify(argued).valid
    more = replace(argued, rules=Rules("SZOL", width=7, height=20))
    assert verify(replace(more, bag=False)).valid
    assert verify(more).reason == "the pieces that the argument sends do not come in bags"
    lanes = Strategy(Rules("SZ", width=6, height=8), "bad", [], argument="lanes", bag=True)
    assert verify(replace(lanes, bag=False)).valid
    assert not verify(lanes).valid


def test_no_argument_answers_where_bad_cannot_send_its_pieces() -> None:
    high = Rules("SZ", width=6, height=9)
    assert solve_duel(high, limits=Limits.of(seconds=0)).winner == "bad"
    assert solve_duel(high, limits=Limits.of(seconds=0), bag=True).winner == "unknown"
    told: list[DuelAnswer] = []
    solve_duel(Rules("SZ", width=4, height=4), bag=True, known=told.append)
    assert [answer.winner for answer in told] == ["good"]


def test_the_solver_refuses_bags_with_too_many_pieces() -> None:
    with pytest.raises(CgtError, match="bags of up to 16 pieces"):
        solve_duel(Rules("pentomino", width=5, height=5), bag=True)


def test_a_bag_can_be_undone() -> None:
    names = ("S", "Z", "T")
    for left in [s for n in (1, 2, 3) for s in itertools.combinations(names, n)]:
        for piece in left:
            assert bag_before(bag_after(left, piece, names), piece, names) == left


# checkpoints


@pytest.mark.parametrize(("pieces", "height"), [("LJO", 4), ("SZT", 4)])
def test_a_search_with_bags_is_resumed(pieces: str, height: int, tmp_path: Path) -> None:
    rules = Rules(pieces, width=4, height=height)
    path = tmp_path / "checkpoint"
    whole = solve_duel(rules, bag=True, preview=1)
    ways = (GoodPlays.ANYWHERE,)
    solve_duel(rules, bag=True, preview=1, ways=ways, checkpoint=path)
    resumed = solve_duel(rules, bag=True, preview=1, ways=ways, checkpoint=path)
    assert resumed.winner == whole.winner
    assert resumed.is_verified
    with pytest.raises(CgtError, match="another question"):
        solve_duel(rules, preview=1, ways=ways, checkpoint=path)


def test_a_checkpoint_whose_bag_is_empty_is_refused(tmp_path: Path) -> None:
    rules = Rules("LJ", width=4, height=2)
    path = tmp_path / "checkpoint"
    solve_duel(rules, bag=True, ways=(GoodPlays.ANYWHERE,), checkpoint=path)
    content = bytearray(content_of(path))
    # The first state, after four words of the head: the empty well, with no piece used.
    assert content[32:40] == bytes(8)
    used = 0b11 << rules.width * (rules.height + 4)
    content[32:40] = used.to_bytes(8, "little")
    write_resealed(path, bytes(content))
    with pytest.raises(CgtError, match="damaged"):
        solve_duel(rules, bag=True, checkpoint=Checkpoint.at(path), ways=(GoodPlays.ANYWHERE,))


# strategies


CASES = [("SZ", 4, 4, 0), ("LJ", 4, 3, 1), ("SZ", 4, 3, 0), ("LT", 3, 4, 1), ("T", 4, 4, 0)]


@cache
def solved(pieces: str, width: int, height: int, preview: int) -> Strategy:
    answer = solve_duel(Rules(pieces, width=width, height=height), preview=preview, bag=True)
    assert answer.strategy is not None
    assert answer.is_verified
    return answer.strategy


@pytest.mark.parametrize("case", CASES)
def test_strategies_for_bags_are_read_as_written(case: tuple[str, int, int, int]) -> None:
    strategy = solved(*case)
    again = Strategy.parse(str(strategy))
    assert again.bag
    assert again.instructions == strategy.instructions
    assert str(again) == str(strategy)
    assert verify(again).valid
    graph = Strategy.from_graph(strategy.graph(), strategy.rules)
    assert graph.bag
    assert set(graph.instructions) == set(strategy.instructions)


@pytest.mark.parametrize("case", CASES)
def test_every_instruction_that_comes_up_is_needed(case: tuple[str, int, int, int]) -> None:
    strategy = solved(*case)
    assert verify(strategy).instructions == len(strategy.instructions)
    for number in range(0, len(strategy.instructions), max(1, len(strategy.instructions) // 9)):
        fewer = strategy.instructions[:number] + strategy.instructions[number + 1 :]
        assert not verify(replace(strategy, instructions=fewer)).valid


@pytest.mark.parametrize("case", CASES[:4])
def test_what_is_left_is_part_of_an_instruction(case: tuple[str, int, int, int]) -> None:
    strategy = solved(*case)
    names = strategy.rules.names
    first, *others = strategy.instructions
    for left in {(), names, *((name,) for name in names)} - {first.left}:
        changed = [first._replace(left=left), *others]
        assert not verify(replace(strategy, instructions=changed)).valid
    assert not verify(replace(strategy, bag=False)).valid


def test_a_strategy_for_bags_does_not_hold_without_them() -> None:
    strategy = solved("SZ", 4, 4, 0)
    plain = [one._replace(left=()) for one in strategy.instructions]
    assert not verify(replace(strategy, instructions=plain, bag=False)).valid


def test_bad_cannot_send_a_piece_twice_in_a_bag() -> None:
    free = solve_duel(Rules("SZ", width=4, height=4)).strategy
    assert free is not None
    assert free.player == "bad"
    held = [one._replace(left=("S", "Z")) for one in free.instructions]
    assert not verify(replace(free, instructions=held, bag=True)).valid


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("S: rank 1", "11:3: with bags, ', left' and the pieces left are expected"),
        ("S: rank 1, left ", "11:3: with bags"),
        ("S: rank 1, left X", "11:17: there is no piece 'X'"),
        ("S: rank 1, left Z Z", "11:17: a bag has each piece once"),
        ("S: rank, left Z", "'rank N' is expected"),
    ],
)
def test_what_is_wrong_with_a_bag_in_a_file_is_told(line: str, message: str) -> None:
    head = str(Strategy(Rules("SZ", width=4, height=2), "bad", [], bag=True))
    with pytest.raises(FileError) as caught:
        Strategy.parse(f"{head}\n\n{line}\n....\n")
    assert message in str(caught.value)


def test_a_bag_is_yes_or_is_not_there() -> None:
    text = str(solved("T", 4, 4, 0)).replace("bag: yes", "bag: perhaps")
    with pytest.raises(FileError, match="bag"):
        Strategy.parse(text)


# players that follow them


@pytest.mark.parametrize("case", CASES)
def test_a_strategy_for_bags_wins_against_all_players(
    case: tuple[str, int, int, int], tmp_path: Path
) -> None:
    strategy = solved(*case)
    strategy.write(tmp_path / "strategy")
    mine = f"exact:{tmp_path / 'strategy'}"
    good = strategy.player == "good"
    bads = ["bag", "bag:minmax", "bag:hatetris", "bag:hatetris-mild", "bag:bastet"]
    for other in bads if good else ["minmax", "greedy", "random"]:
        players = (mine, other) if good else (other, mine)
        setting = Setting(strategy.rules, *players, preview=strategy.preview, max_pieces=3000)
        game = Game(setting)
        game.advance()
        assert (game.result == "topped-out") != good, other


def test_good_stops_where_a_piece_comes_twice_in_a_bag(tmp_path: Path) -> None:
    solved("SZ", 4, 4, 0).write(tmp_path / "sz")
    rules = Rules("SZ", width=4, height=4)
    game = Game(Setting(rules, f"exact:{tmp_path / 'sz'}", "constant:S"))
    with pytest.raises(CgtError, match=r"piece 2: .*this bag has no such piece left"):
        game.advance()
    with pytest.raises(CgtError, match="another bag"):
        Game(Setting(Rules("S", width=4, height=4), f"exact:{tmp_path / 'sz'}", "constant:S"))


def test_a_cycle_of_a_strategy_for_bags_has_whole_bags(tmp_path: Path) -> None:
    solved("SZ", 4, 4, 0).write(tmp_path / "sz")
    rules = Rules("SZ", width=4, height=4)
    for cycles in ("all", "checkpoints", "values"):
        setting = Setting(rules, f"exact:{tmp_path / 'sz'}", "bag:hatetris-mild", cycles=cycles)  # type: ignore[arg-type]
        game = Game(setting)
        game.advance()
        assert game.result == "cycle"
        assert game.cycle is not None
        assert game.cycle.length % 2 == 0


def test_a_game_with_bags_can_begin_with_any_well() -> None:
    start = Well("..##")
    for pieces in ("LJ", "OI"):
        answer = solve_duel(Rules(pieces, width=4, height=5), start=start, bag=True, preview=1)
        assert answer.is_verified
        assert answer.start == start
