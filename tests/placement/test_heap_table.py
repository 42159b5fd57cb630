"""Tables of heaps, and periods of sequences."""

from hypothesis import given
from hypothesis import strategies as st

from cgt.common.limits import Limits
from cgt.placement.heap_game import HeapGame
from cgt.placement.heap_table import heap_table
from cgt.placement.periods import find_period


def test_a_table_has_what_the_game_says() -> None:
    game = HeapGame("0.137")
    table = heap_table(game, 5, 12)
    assert [row.size for row in table.rows] == list(range(5, 13))
    for row in table.rows:
        form = game.form(row.size)
        assert (row.nimber, row.genus, row.is_tame) == (form.nimber, form.genus, form.is_tame)
    assert table.nimber_period == game.period()
    assert table.unknown == 0


def test_the_genus_ends_where_the_time_or_the_memory_ends() -> None:
    for table in (
        heap_table(HeapGame("0.77"), 0, 100, Limits.of(seconds=0.3)),
        heap_table(HeapGame("0.77", memory=2**20), 0, 100),
    ):
        assert 0 < table.unknown < 100
        known = [row.genus is not None for row in table.rows]
        assert known == sorted(known, reverse=True)
        assert table.rows[100].nimber == HeapGame("0.77").nimber(100)


def test_the_genus_of_nim_with_takes_of_up_to_three_is_seen_to_repeat() -> None:
    period = heap_table(HeapGame("0.333"), 0, 20).genus_period
    assert period is not None
    assert (period.length, period.start, period.is_proved) == (4, 0, False)


@given(st.lists(st.integers(0, 2), max_size=5), st.lists(st.integers(0, 2), min_size=1, max_size=4))
def test_the_period_of_a_sequence_is_the_least_one(before: list[int], again: list[int]) -> None:
    sequence = before + again * 8
    period = find_period(sequence)
    assert period is not None
    fits = [
        (length, start)
        for length in range(1, len(sequence) // 2 + 1)
        for start in range(len(before) + 1)
        if all(x == y for x, y in zip(sequence[start:], sequence[start + length :], strict=False))
    ]
    assert (period.length, period.start) == min(fits)
    continued = {
        n: sequence[period.start + (n - period.start) % period.length] for n in range(period.start)
    }
    assert period.exceptions == tuple(n for n in continued if continued[n] != sequence[n])
    assert not period.is_proved


def test_a_sequence_that_does_not_repeat_has_no_period() -> None:
    assert find_period(list(range(50))) is None
    assert find_period([]) is None
    assert find_period([*range(48), 7, 7]) is None
