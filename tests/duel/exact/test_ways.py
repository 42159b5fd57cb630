"""Ways of playing that are tried for Good before the whole game: those that cover few cells."""

import itertools
from functools import cache
from typing import Any

import numpy as np
import oracles
import pytest

from cgt.common.limits import Limits
from cgt.duel.exact import solve
from cgt.duel.exact.solve import GoodPlays, decide, solve_duel
from cgt.duel.rules import Rules

LETTERS = "IJLOSTZ"
SETS = ["".join(s) for n in range(1, 4) for s in itertools.combinations(LETTERS, n)]
MOST = {
    GoodPlays.COVERING_ONE: 1,
    GoodPlays.COVERING_TWO: 2,
    GoodPlays.COVERING_THREE: 3,
    GoodPlays.COVERING_FOUR: 4,
}


@cache
def table(width: int, height: int, most_covered: int) -> oracles.DuelTable:
    """The table without the wells in which more cells are covered."""
    if most_covered < width * height:
        whole = table(width, height, width * height)
        covered = [sum(map(covered_in_column, zip(*well, strict=True))) for well in whole.wells]
        is_left_out = np.append(np.array(covered) > most_covered, False)
        after = np.where(is_left_out[whole.after], len(whole.wells), whole.after)
        return oracles.DuelTable(whole.wells, after)
    return oracles.duel_table(
        width, height, [oracles.FLAT_TETROMINOES[name] for name in LETTERS], "drop"
    )


def covered_in_column(cells: tuple[bool, ...]) -> int:
    """Empty cells below a filled one; the first cell is the highest."""
    return sum(not cell for cell in itertools.dropwhile(lambda cell: not cell, cells))


@pytest.mark.parametrize("way", MOST)
@pytest.mark.parametrize(("width", "height"), [(2, 3), (3, 3), (4, 2)])
@pytest.mark.parametrize("preview", [0, 1])
def test_covering_few_cells_good_wins_if_the_fixpoint_says_so(
    way: GoodPlays, width: int, height: int, preview: int
) -> None:
    won = 0
    for pieces in SETS:
        allowed = table(width, height, MOST[way])
        expected = oracles.good_wins_duel(allowed, [LETTERS.index(p) for p in pieces], preview)
        rules = Rules(pieces, width=width, height=height)
        answer = solve_duel(rules, preview=preview, ways=(way,))
        assert (answer.winner == "good") == expected, pieces  # else unknown, or Bad's by argument
        assert answer.is_verified or not expected
        won += expected
    assert 0 < won < len(SETS)


def test_cells_are_covered_only_where_good_may() -> None:
    rules = Rules("OT", width=4, height=5)
    assert solve_duel(rules, ways=(GoodPlays.COVERING_TWO,)).winner == "unknown"
    assert solve_duel(rules, ways=(GoodPlays.COVERING_FOUR,)).winner == "good"
    assert solve_duel(rules).winner == decide(rules) == "good"
    few = solve_duel(Rules("JL", width=6, height=4), preview=1, ways=(GoodPlays.COVERING_ONE,))
    assert few.is_verified
    assert few.strategy is not None
    assert not few.strategy.lanes_in_any_order
    covered = [
        sum(column.bit_length() - column.bit_count() for column in instruction.well.columns)
        for instruction in few.strategy.instructions
    ]
    assert set(covered) == {0, 1}


@pytest.mark.parametrize("threads", [1, 3])
def test_ways_that_take_turns_find_the_same_winner(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    monkeypatch.setattr(solve, "_STATES_AT_FIRST", 4)  # so they come to their turn again and again
    winners = set()
    for pieces in SETS:
        for preview in (0, 1):
            rules = Rules(pieces, width=4, height=4)
            expected = solve_duel(rules, preview=preview, ways=(GoodPlays.ANYWHERE,)).winner
            answer = solve_duel(rules, preview=preview, threads=threads)
            assert answer.winner == expected, (pieces, preview)
            assert answer.is_verified
            winners.add(expected)
    assert winners == {"good", "bad"}


def test_ways_share_the_memory_and_the_widest_is_dropped_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """J and T on 6×7 take more than this in every way but those inside lanes."""
    asked = []
    search = solve._search

    def watched(solver: Any, limits: Limits, *others: Any) -> Any:
        answer = search(solver, limits, *others)
        asked.append((solver.progress[2], others[-1]))
        return answer

    monkeypatch.setattr(solve, "_search", watched)
    limits = Limits.of(memory=2**22)
    answer = solve_duel(Rules("JT", width=6, height=7), limits=limits)
    assert answer.winner == "unknown"
    assert asked[-1][1] == 2**22  # in the end the whole game has all of it
    assert all(room <= 2**21 for _, room in asked[:-1])
    assert len(asked) > 7


@pytest.mark.parametrize(
    ("pieces", "height", "preview", "winner"), [("JS", 7, 0, "bad"), ("IS", 6, 1, "good")]
)
def test_threads_that_search_together_find_a_strategy_that_holds(
    pieces: str, height: int, preview: int, winner: str
) -> None:
    rules = Rules(pieces, width=6, height=height)
    answer = solve_duel(rules, preview=preview, ways=(GoodPlays.ANYWHERE,), threads=3)
    assert answer.states > 2**16  # other threads begin then
    assert (answer.winner, answer.is_verified) == (winner, True)
