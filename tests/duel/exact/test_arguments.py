"""Bad's wins by an argument, against plain exhaustive play and against games."""

from dataclasses import replace
from pathlib import Path

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.common.errors import CgtError
from cgt.common.limits import Limits
from cgt.duel.exact.arguments import argue
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.solve import solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.well import Well


@pytest.mark.parametrize(
    ("pieces", "width", "height"),
    [
        *(("SZ", 2, height) for height in range(1, 7)),
        *(("SZ", 4, height) for height in range(1, 4)),
        pytest.param("SZ", 4, 4, marks=pytest.mark.long),
        ("SZ", 6, 2),
        ("O", 3, 3), ("O", 5, 2), ("S", 3, 4), ("Z", 5, 2), ("OSZ", 3, 4),
    ],
)  # fmt: skip
def test_no_way_to_play_lasts_longer_than_the_argument_says(
    pieces: str, width: int, height: int
) -> None:
    """Tries everything that Good can do against the pieces of the argument, well by well."""
    argument = argue(Rules(pieces, width=width, height=height))
    assert argument.valid
    table = oracles.duel_table(
        width, height, [oracles.FLAT_TETROMINOES[name] for name in pieces], "drop"
    )
    sequence = [pieces.index(name) for name in argument.sequence]
    empty = table.wells.index([[False] * width for _ in range(height)])
    longest = oracles.longest_game(table, empty, sequence, argument.most_pieces + 2)
    assert longest <= argument.most_pieces
    assert longest > 0 or height == 1


@given(
    st.sampled_from(["O", "S", "Z", "SZ", "OSZ"]),
    st.sampled_from([3, 5, 7, 9]),
    st.integers(1, 8),
    st.sampled_from(["drop", "slide", "spin"]),
    st.integers(0, 100),
)
@settings(max_examples=40)
def test_games_on_odd_widths_end_within_the_bound(
    pieces: str, width: int, height: int, moves: str, seed: int
) -> None:
    rules = Rules(pieces, width=width, height=height, moves=moves)  # type: ignore[arg-type]
    argument = argue(rules)
    assert argument.valid
    assert argument.most_lines is not None
    for good in ("greedy", "random"):
        game = Game(Setting(rules, good, "uniform", seed=seed))
        game.advance()
        assert game.result == "topped-out"
        assert game.placed <= argument.most_pieces + 1  # the last piece makes the stack too high
        assert game.lines <= argument.most_lines


@given(st.sampled_from([2, 4, 6, 8, 10]), st.integers(1, 12), st.integers(0, 100))
@settings(max_examples=40)
def test_games_on_even_widths_end_within_the_bounds(width: int, height: int, seed: int) -> None:
    rules = Rules("SZ", width=width, height=height)
    argument = argue(rules)
    assert argument.valid
    assert argument.most_across is not None
    for good in ("greedy", "random"):
        setting = Setting(rules, good, f"sequence:{''.join(argument.sequence)}", seed=seed)
        game = Game(setting, keeps_trace=True)
        game.advance()
        assert game.result == "topped-out"
        assert game.placed <= argument.most_pieces + 1
        across = sum(_is_across(rules, placement) for placement in game.trace().placements[:-1])
        assert across <= argument.most_across


def _is_across(rules: Rules, placement: WellPlacement) -> bool:
    return len({column // 2 for _, column in rules.cells(placement)}) > 1


@given(st.data())
@settings(max_examples=30)
def test_the_bounds_take_the_first_well_into_account(data: st.DataObject) -> None:
    width, height = data.draw(st.sampled_from([3, 4, 5, 6])), 4
    rows = [
        "".join(data.draw(st.lists(st.sampled_from("#."), min_size=width, max_size=width)))
        for _ in range(height)
    ]
    start = Well("|".join(row if "." in row else f".{row[1:]}" for row in rows))
    rules = Rules("SZ", width=width, height=height)
    argument = argue(rules, start)
    for good in ("greedy", "random"):
        setting = Setting(rules, good, f"sequence:{''.join(argument.sequence)}", start=start)
        game = Game(setting)
        game.advance()
        assert game.placed <= argument.most_pieces + 1


@pytest.mark.parametrize(
    ("pieces", "width", "moves", "reason"),
    [
        ("I", 5, "drop", "the pieces can cover all columns evenly"),
        ("LJT", 7, "spin", "the pieces can cover all columns evenly"),
        ("O", 4, "drop", "there are no two pieces that lean as S and Z do"),
        ("S", 6, "drop", "there are no two pieces that lean as S and Z do"),
        ("LZ", 6, "drop", "there are no two pieces that lean as S and Z do"),
        ("SZ", 6, "slide", "on even widths it needs drops and the ending by height"),
    ],
)
def test_where_the_argument_does_not_hold(pieces: str, width: int, moves: str, reason: str) -> None:
    argument = argue(Rules(pieces, width=width, height=6, moves=moves))  # type: ignore[arg-type]
    assert (argument.valid, argument.reason) == (False, reason)
    rules = Rules(pieces, width=width, height=6, moves=moves)  # type: ignore[arg-type]
    report = verify(Strategy(rules, "bad", [], argument=argument.kind))
    assert (report.valid, report.reason) == (False, reason)


@pytest.mark.parametrize(
    ("width", "height", "start", "times", "across"),
    [
        # n lanes, height h: n·(2h + ⌈h/2⌉ - 1) + 2 pieces in a phase; h·(0 + 1 + … + n-1) across
        (2, 4, None, 1 * (8 + 2 - 1) + 2, 0),
        (4, 3, None, 2 * (6 + 2 - 1) + 2, 3),
        (10, 20, None, 5 * (40 + 10 - 1) + 2, 200),
        # The first lane weighs -1 and +1 here, the second nothing.
        (4, 3, ".##.|.#.#", 16, 3 - 2),
        (4, 3, "#.#.|#..#", 16, 3 + 2),
    ],
)
def test_the_numbers_of_the_argument_by_lanes(
    width: int, height: int, start: str | None, times: int, across: int
) -> None:
    well = None if start is None else Well(start)
    argument = argue(Rules("SZ", width=width, height=height), well)
    assert (argument.times, argument.most_across) == (times, across)
    run = times * (height + 2)
    assert argument.most_pieces == across + (across + 1) * run


def test_other_pieces_in_the_set_do_not_help_good() -> None:
    assert argue(Rules("LSOZ", width=8)).pieces == ("S", "Z")
    assert argue(Rules("LSOZ", width=9)).pieces == ("S", "O", "Z")


def test_a_start_that_does_not_fit_is_refused() -> None:
    for start in (Well("#..|#.."), Well("#...|#...|#...")):
        with pytest.raises(CgtError, match="the start does not fit in a well of 4×2"):
            argue(Rules("SZ", width=4, height=2), start)


def test_large_wells_are_decided_by_the_argument(tmp_path: Path) -> None:
    for pieces, width, kind in (("SZ", 40, "lanes"), ("OLT", 39, "sums")):
        rules = Rules(pieces, width=width, height=40)
        answer = solve_duel(rules, limits=Limits.of(seconds=0.1))
        assert answer.winner == "bad"
        assert answer.argument is not None
        assert answer.report is not None
        assert answer.report.valid
        assert answer.strategy is not None
        assert answer.strategy.argument == kind
        path = tmp_path / "argument"
        answer.strategy.write(path)
        assert str(Strategy.parse(path.read_text())) == str(answer.strategy)
        for preview in (0, 2):
            game = Game(Setting(rules, "greedy", f"exact:{path}", preview=preview))
            game.advance()
            assert game.result == "topped-out"
            assert game.placed <= answer.argument.most_pieces + 1
    graph = answer.strategy.graph()
    assert verify(Strategy.from_graph(graph, answer.strategy.rules)).valid


def test_small_wells_come_with_instructions() -> None:
    answer = solve_duel(Rules("SZ", width=4, height=8))
    assert answer.argument is None
    assert answer.strategy is not None
    assert answer.strategy.instructions


@pytest.mark.parametrize(
    ("player", "width", "kind", "reason"),
    [
        ("good", 4, "lanes", "an argument is for Bad"),
        ("bad", 5, "lanes", "lanes need an even width"),
        ("bad", 4, "sums", "the pieces can cover all columns evenly"),
        ("bad", 2, "floors", "there are no instructions"),
    ],
)
def test_arguments_that_do_not_fit_the_game_are_refused(
    player: str, width: int, kind: str, reason: str
) -> None:
    strategy = Strategy(Rules("SZ", width=width), player, [], argument=kind)  # type: ignore[arg-type]
    report = verify(strategy)
    assert not report.valid
    assert reason in report.reason


def test_an_argument_has_no_instructions_beside_it() -> None:
    found = solve_duel(Rules("SZ", width=4, height=2)).strategy
    assert found is not None
    report = verify(replace(found, argument="lanes"))
    assert not report.valid
    assert "in place of instructions" in report.reason


def test_nothing_is_proven_for_a_game_with_garbage(tmp_path: Path) -> None:
    strategy = solve_duel(Rules("SZ", width=40, height=40), limits=Limits.of(seconds=0.1)).strategy
    assert strategy is not None
    strategy.write(tmp_path / "argument")
    setting = Setting(strategy.rules, "greedy", f"exact:{tmp_path / 'argument'}", garbage=5)
    with pytest.raises(CgtError, match="another game, with garbage"):
        Game(setting)
