"""Ways of playing that are tried for Good before the whole game: those that cover few cells."""

import itertools
from functools import cache

import numpy as np
import oracles
import pytest

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
