"""The genus as text, and tame forms, against plain sets of sets and CGSuite's values."""

import itertools
from functools import cache

import oracles
import pytest
from formsets import SETS, SMALL_SETS, form_of, sets_of
from hypothesis import given, settings

from cgt.placement.forms import Form, Forms
from cgt.placement.genus import is_nim_like


def taking(forms: Forms, most: int) -> list[Form]:
    """Heaps of the game 0.3F: a move takes one token and leaves at most one heap, or two tokens and
    leaves at most three heaps."""
    heaps = [forms.zero]
    for size in range(1, most + 1):
        options = [heaps[size - 1]]
        if size >= 2:
            options += [
                heaps[a] + heaps[b] + heaps[size - 2 - a - b]
                for a, b in itertools.product(range(size - 1), repeat=2)
                if a + b <= size - 2
            ]
        heaps.append(forms.of(options))
    return heaps


# The tests of CGSuite 2, GameHeapTest: the genus of TakeAndBreak("0.3F").
def test_two_digit_values_are_written_with_commas_as_published() -> None:
    published = (
        "3^1431,4^0564,5^46,3^1431,4^0564,5^4875,6^(1,9,10,8),7^075,8^6875,6^(1,9,10,8),7^075,"
        "8^(6,10,8),9^(1,9,12,11,9),10^(0,11,13,9,11),11^(6,10,8)"
    )
    heaps = taking(Forms(canonical=True), 20)
    assert ",".join(heap.genus for heap in heaps[6:]) == published


@cache
def beside_twos(form: frozenset, heaps: int) -> frozenset:
    return form if heaps == 0 else product(beside_twos(form, heaps - 1), oracles.heap(2))


@cache
def product(a: frozenset, b: frozenset) -> frozenset:
    return frozenset({product(x, b) for x in a} | {product(a, y) for y in b})


@cache
def nimber(form: frozenset, of_zero: int) -> int:
    """The least nimber that no option has; of the form without options 0, or 1 in misère play."""
    options = {nimber(option, of_zero) for option in form}
    return oracles.least_missing(options) if form else of_zero


@cache
def values(form: frozenset) -> tuple[int, ...]:
    """The nimber, and the misère nimbers beside 0, 1, 2, 3 heaps of two."""
    return nimber(form, 0), *(nimber(beside_twos(form, heaps), 1) for heaps in range(4))


NIM_VALUES = {
    values(product(oracles.heap(a), oracles.heap(b)))
    for a, b in ((0, 0), (1, 0), (2, 2), (3, 2), (2, 0), (3, 0), (4, 0), (5, 0))
}


def followers(form: frozenset) -> set[frozenset]:
    return {form}.union(*map(followers, form))


@settings(max_examples=60, deadline=None)
@given(SMALL_SETS)
def test_tame_forms_are_those_with_the_genus_of_nim_throughout(plain: frozenset) -> None:
    form = form_of(Forms(), plain)
    wild = {follower for follower in followers(plain) if values(follower) not in NIM_VALUES}
    assert form.is_tame == (not wild)
    found = form.wild_follower
    if not wild:
        assert found is None
        return
    assert found is not None
    assert sets_of(found) in wild
    assert found.birthday == min(form_of(Forms(), each).birthday for each in wild)


@settings(deadline=None)
@given(SETS)
def test_reducing_a_tame_form_leaves_it_tame(plain: frozenset) -> None:
    form = form_of(Forms(), plain)
    assert form.canonical().is_tame or not form.is_tame


@settings(max_examples=60, deadline=None)
@given(SMALL_SETS, SMALL_SETS)
def test_sums_of_tame_forms_are_tame(a: frozenset, b: frozenset) -> None:
    one, other = form_of(Forms(), a), form_of(Forms(), b)
    if one.is_tame and other.is_tame:
        assert (one + other).is_tame


@pytest.mark.parametrize(
    ("text", "wild"),
    [
        ("*2+*2", None),
        ("{*2}", None),
        ("{{*2}, *1}", "{{*2}, *1}"),
        ("{*2+*2, *3, *2, *1}", "{*2+*2, *3, *2, *1}"),
        ("{{{*2}, *1}+*2, *1, 0}", "{{*2}, *1}"),
        ("{{{*2}, *1}, {{*3}, *1}, *5}", "{{*2}, *1}"),
    ],
)
def test_the_smallest_wild_follower_is_found(text: str, wild: str | None) -> None:
    form = Forms(canonical=True).parse(text)
    found = form.wild_follower
    assert (found and str(found)) == wild
    assert form.is_tame == (wild is None)


@given(SETS)
def test_the_wild_follower_does_not_depend_on_the_store(plain: frozenset) -> None:
    late = Forms()
    late.heap(5)
    late.parse("{{{{0}}}, {{0}, {{0}}}}")
    assert form_of(late, plain).wild_follower == form_of(Forms(), plain).wild_follower


@cache
def nim_values(heaps: tuple[int, ...], empty: int) -> int:
    """The least value that no move has; `empty` is that of no heaps: 0, or 1 in misère play."""
    if not any(heaps):
        return empty
    after = {
        nim_values(tuple(sorted((*heaps[:i], left, *heaps[i + 1 :]))), empty)
        for i, heap in enumerate(heaps)
        for left in range(heap)
    }
    return next(value for value in range(len(after) + 1) if value not in after)


def test_the_values_of_nim_are_nim_like_and_no_others_are() -> None:
    positions = itertools.combinations_with_replacement(range(6), 3)
    values = {(nim_values(heaps, 0), nim_values(heaps, 1)) for heaps in positions}
    small = range(6)
    assert {pair for pair in itertools.product(small, small) if is_nim_like(*pair)} == {
        pair for pair in values if max(pair) < 6
    }
