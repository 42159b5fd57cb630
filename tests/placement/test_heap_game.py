"""Octal games against plain sets of sets, and against published nimbers, genera and periods."""

from collections.abc import Callable
from functools import cache

import oracles
import pytest
from formsets import sets_of
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import PieceSet
from cgt.common.errors import CgtError
from cgt.placement.game import PlacementGame
from cgt.placement.heap_game import LARGEST_HEAP, HeapGame
from cgt.placement.solver import Solver

CODES = st.builds(
    lambda first, digits: f"{first}.{''.join(map(str, digits))}",
    st.sampled_from([0, 4]),
    st.lists(st.integers(0, 7), min_size=1, max_size=4),
)


def plain_heaps(code: str) -> Callable[[int], frozenset]:
    """The forms of a game's heaps, by the rules: a digit has 1 if the heap may be taken whole, 2 if
    one heap may be left, 4 if two may be."""
    digits = [int(digit) for digit in code if digit != "."]

    @cache
    def heap(size: int) -> frozenset:
        options = set()
        for taken, digit in enumerate(digits):
            left = size - taken
            if digit in (1, 3, 5, 7) and left == 0:
                options.add(frozenset())
            if digit in (2, 3, 6, 7) and left >= 1:
                options.add(heap(left))
            if digit in (4, 5, 6, 7):
                options |= {oracles.product(heap(a), heap(left - a)) for a in range(1, left)}
        return frozenset(options)

    return heap


@settings(max_examples=40, deadline=None)
@given(CODES)
def test_heaps_agree_with_the_oracle(code: str) -> None:
    game, plain = HeapGame(code), plain_heaps(code)
    for size in range(6):
        form = plain(size)
        assert sets_of(game.ois(size)) == form
        assert sets_of(game.form(size)) == oracles.misere_canonical(form)
        assert game.nimber(size) == oracles.form_nimber(form)
        assert game.genus(size) == game.ois(size).genus


@settings(max_examples=30, deadline=None)
@given(CODES)
def test_nimbers_of_larger_heaps_are_those_of_their_forms(code: str) -> None:
    game = HeapGame(code)
    assert game.nimbers(15) == [game.form(size).nimber for size in range(16)]


# A row of n cells is a heap of n: dominoes 0.07, straight trominoes 0.007, straight tetrominoes
# 0.0007.
@pytest.mark.parametrize(
    ("code", "pieces"),
    [
        ("0.07", piece_set("domino")),
        ("0.007", PieceSet("rows of three", [p for p in piece_set("tromino") if p.name == "I"])),
        ("0.0007", piece_set("I")),
    ],
)
def test_heaps_are_rows_of_cells(code: str, pieces: PieceSet) -> None:
    game = HeapGame(code)
    solver = Solver(PlacementGame(pieces), largest_side=16)
    for size in range(1, 17):
        assert game.form(size) == solver.canonical(Grid.of_size(size, 1))


# The tests of CGSuite 2, GameHeapTest: heaps 0 to 20.
PUBLISHED_NIMBERS = {
    "0.77": "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1",
    "0.07": "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3",
    "0.0330003": "0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0 0 1 1 2 0",
}


@pytest.mark.parametrize("code", PUBLISHED_NIMBERS)
def test_published_nimbers(code: str) -> None:
    published = [int(nimber) for nimber in PUBLISHED_NIMBERS[code].split()]
    assert HeapGame(code).nimbers(20) == published


# CGSuite 2: heaps from 0 on, each with its nimber, its misère nimbers beside 0, 1, 2, … heaps of
# two, and ! if it is not tame. 0.77 is Kayles, 0.137 Dawson's chess, 0.007 Treblecross, 0.6
# Officers.
PUBLISHED_GENERA = {
    "0.77": (
        "0^120 1^031 2^20 3^31 1^031 4^146! 3^31 2^20! 1^13 4^046! 2^20! 6^46! 4^046! 1^13! 2^20! "
        "7^57! 1^13! 4^64! 3^31! 2^20! 1^031! 4^64! 6^46! 7^57! 4^64! 1^731!"
    ),
    "0.137": (
        "0^120 1^031 1^031 2^20 0^120 3^31 1^031 1^031 0^120 3^1431! 3^31 2^0520! 2^20 4^146! "
        "0^120 5^057! 2^0520! 2^20 3^1431! 3^31 0^02! 1^031! 1^13! 3^1431! 0^31! 2^0520!"
    ),
    "0.007": (
        "0^120 0^120 0^120 1^031 1^031 1^031 2^20 2^20 0^120 3^31 3^31 1^031 1^031 1^031 0^120 "
        "4^146! 3^1431! 3^31 3^31 2^0520! 2^20 2^20 4^146! 4^146! 0^120! 5^057!"
    ),
    "0.6": (
        "0^120 0^120 1^031 2^20 0^120 1^031 2^20 3^1431! 1^031 2^20 3^1431! 4^0564! 0^20! 3^1431! "
        "4^0564! 2^20! 1^13! 3^0531! 2^20! 1^13! 0^02! 2^20! 1^13! 4^0564! 5^475! 1^13!"
    ),
}


@pytest.mark.parametrize("code", PUBLISHED_GENERA)
def test_published_genera(code: str) -> None:
    game = HeapGame(code)
    published = PUBLISHED_GENERA[code].split()
    forms = [game.form(size) for size in range(len(published))]
    assert [form.genus + ("" if form.is_tame else "!") for form in forms] == published


# Straight tetrominoes in a row of 4 to 8 cells.
def test_published_genera_of_straight_tetrominoes() -> None:
    game = HeapGame("0.0007")
    assert [game.genus(size) for size in range(4, 9)] == ["1^031"] * 4 + ["2^20"]


# Guy and Smith, "The G-values of various games", 1956; Winning Ways, chapter 4. The starts of
# 0.77 and 0.07 are also in the tests of CGSuite 2, where a start is called a preperiod.
@pytest.mark.parametrize(
    ("code", "length", "start", "exceptions"),
    [
        ("0.77", 12, 71, (0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70)),
        ("0.07", 34, 53, None),
        ("0.137", 34, 52, (0, 14, 16, 17, 31, 34, 51)),
        ("0.055", 148, 259, None),
        ("0.0330003", 5, 0, ()),
    ],
)
def test_published_periods(
    code: str, length: int, start: int, exceptions: tuple[int, ...] | None
) -> None:
    period = HeapGame(code).period()
    assert period is not None
    assert (period.length, period.start, period.is_proved) == (length, start, True)
    assert exceptions is None or period.exceptions == exceptions


@pytest.mark.long
def test_published_long_periods() -> None:
    for code, length, start in (("0.156", 349, 3479), ("0.644", 442, 3256)):
        period = HeapGame(code).period(9000)
        assert period is not None
        assert (period.length, period.start, period.is_proved) == (length, start, True)


def test_a_period_is_proved_only_when_enough_heaps_were_looked_at() -> None:
    kayles = HeapGame("0.77")
    enough = 2 * 71 + 2 * 12 + 2 - 1  # n to 2·71 + 12 + 2, each compared with the value 12 later
    proved, seen = kayles.period(enough), kayles.period(enough - 1)
    assert proved is not None
    assert seen is not None
    assert (proved.is_proved, seen.is_proved) == (True, False)
    assert (proved.length, proved.start) == (seen.length, seen.start) == (12, 71)


@settings(max_examples=60, deadline=None)
@given(CODES)
def test_a_proved_period_holds_for_larger_heaps(code: str) -> None:
    game = HeapGame(code)
    for looked_at in (10, 20, 40, 80):
        period = game.period(looked_at)
        if period is not None and period.is_proved:
            nimbers = game.nimbers(300)
            later = nimbers[period.start + period.length :]
            assert later == nimbers[period.start : -period.length]


@pytest.mark.parametrize(
    ("code", "same"), [(".77", "0.77"), ("0.770", "0.77"), (" 4.0 ", "4.0"), ("·07", "0.07")]
)
def test_codes_have_one_spelling(code: str, same: str) -> None:
    assert HeapGame(code).code == same
    assert repr(HeapGame(code)) == f"HeapGame({same!r})"


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("77", "'77' is not an octal code such as 0.77 or 4.07"),
        ("0.", "'0.' is not an octal code such as 0.77 or 4.07"),
        ("0.7a", "'0.7a' is not an octal code such as 0.77 or 4.07"),
        ("0.78", "'0.78' is not an octal code: its digits are 0 to 7"),
        ("3.7", "'3.7' is no game: the digit before the point must be 0 or 4"),
    ],
)
def test_bad_codes_are_named(code: str, problem: str) -> None:
    with pytest.raises(CgtError) as caught:
        HeapGame(code)
    assert str(caught.value) == problem


@pytest.mark.parametrize("size", [-1, LARGEST_HEAP + 1])
def test_heaps_have_limits(size: int) -> None:
    game = HeapGame("0.3")
    for asked in (game.nimber, game.form, game.ois):
        with pytest.raises(CgtError, match="a heap has 0 to"):
            asked(size)
