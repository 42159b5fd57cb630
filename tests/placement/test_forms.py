"""Forms against plain sets of sets, and against published values of misère games."""

import itertools

import oracles
import pytest
from formsets import SETS, form_of, sets_of
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.board.grid import Grid
from cgt.common.errors import FileError
from cgt.placement.form_text import _Printer, _shortened
from cgt.placement.forms import Form, Forms, _are_same_sets
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver


def text_of(plain: frozenset) -> str:
    return "{" + ",".join(text_of(option) for option in plain) + "}" if plain else "0"


# a form is a set of forms


@given(SETS)
def test_a_form_is_its_set_of_sets(plain: frozenset) -> None:
    forms = Forms()
    form = form_of(forms, plain)
    assert sets_of(form) == plain
    assert forms.parse(text_of(plain)) is form
    assert forms.parse(str(form)) is form
    assert len(form.options) == len(plain)


@given(SETS, SETS)
def test_equal_forms_are_one_object(a: frozenset, b: frozenset) -> None:
    forms = Forms()
    assert (form_of(forms, a) is form_of(forms, b)) == (a == b)


@settings(max_examples=50)
@given(SETS)
def test_text_does_not_depend_on_the_order_of_making(plain: frozenset) -> None:
    late = Forms()
    for size in range(6):
        late.heap(size)
    late.parse("{{{0}}, {{{0}}, 0}}")
    assert str(form_of(late, plain)) == str(form_of(Forms(), plain))


@given(SETS, SETS)
def test_the_product_agrees_with_the_oracle(a: frozenset, b: frozenset) -> None:
    forms = Forms()
    x, y = form_of(forms, a), form_of(forms, b)
    assert sets_of(x * y) == oracles.product(a, b)
    assert x * y is y * x
    assert x * forms.zero is x


@given(SETS)
def test_values_agree_with_the_oracle(plain: frozenset) -> None:
    form = form_of(Forms(), plain)
    for play in ("misere", "normal"):
        assert form.outcome(play) == ("N" if oracles.form_wins(plain, play) else "P")  # type: ignore[arg-type]
    assert form.nimber == oracles.form_nimber(plain)
    assert form.misere_nimber == oracles.form_misere_nimber(plain)


@settings(max_examples=40, deadline=None)
@given(st.recursive(st.just(frozenset()), lambda i: st.frozensets(i, max_size=2), max_leaves=6))
def test_the_genus_is_made_of_misere_nimbers_beside_heaps_of_two(plain: frozenset) -> None:
    form = form_of(Forms(), plain)
    base, superscript = form.genus.split("^")
    assert base == str(oracles.form_nimber(plain))
    beside, values = plain, []
    for _ in range(4):
        values.append(oracles.form_misere_nimber(beside))
        beside = oracles.product(beside, oracles.heap(2))
    told = [int(digit) for digit in superscript]
    while len(told) < 4:
        told.append(told[-2])
    assert told[:4] == values


@given(SETS)
def test_the_canonical_form_agrees_with_the_oracle(plain: frozenset) -> None:
    form = form_of(Forms(), plain)
    canonical = form.canonical()
    assert sets_of(canonical) == oracles.misere_canonical(plain)
    assert canonical.canonical() is canonical
    assert (canonical.nimber, canonical.genus) == (form.nimber, form.genus)


@given(SETS, SETS)
def test_reduced_and_unreduced_forms_play_alike_in_any_sum(a: frozenset, b: frozenset) -> None:
    forms = Forms()
    x, y = form_of(forms, a), form_of(forms, b)
    reduced = x.canonical() * y.canonical()
    assert reduced is (x * y).canonical()
    assert reduced.outcome() == ("N" if oracles.form_wins(oracles.product(a, b), "misere") else "P")


# published values


# The values and worked products of the Nim tetris paper.
@pytest.mark.parametrize(
    ("text", "outcome"), [("{0}", "P"), ("0", "N"), ("{{0}, 0}", "N"), ("{{0}}", "N")]
)
def test_published_outcomes(text: str, outcome: str) -> None:
    assert Forms().parse(text).outcome() == outcome


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("{0}×{0}", "{{0}}"),
        ("{0}×{{0},0}", "{{{0},0}, {0}, {{0}}}"),
        ("{{0},0}×{{0},0}", "{{{0},0}, {{{0},0},{0},{{0}}}}"),
        ("{{0},0} * 0", "{{0}, 0}"),
    ],
)
def test_published_products(left: str, right: str) -> None:
    forms = Forms()
    assert forms.parse(left) is forms.parse(right)


# Conway, On Numbers and Games, chapter 12; Winning Ways, chapter 13.
@pytest.mark.parametrize(
    ("text", "genus"),
    [
        ("0", "0^120"),
        ("*1", "1^031"),
        ("*2", "2^20"),
        ("*3", "3^31"),
        ("*4", "4^46"),
        ("*2+*2", "0^02"),
    ],
)
def test_published_genera(text: str, genus: str) -> None:
    assert Forms().parse(text).genus == genus


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("{*1}", "0", True),
        ("*1+*1", "0", True),
        ("*2+*1", "*3", True),
        ("*2+*2", "0", False),
        ("{*2}", "0", False),  # Conway's proviso: no option of {*2} is lost
    ],
)
def test_published_equalities(left: str, right: str, same: bool) -> None:
    forms = Forms()
    assert (forms.parse(left).canonical() is forms.parse(right).canonical()) == same


def born_by_day(day: int, *, canonical: bool) -> set[Form]:
    forms = Forms(canonical=canonical, memory=8 * 2**30)
    born = {forms.zero}
    for _ in range(day):
        known = list(born)
        born |= {
            forms.of(chosen)
            for size in range(len(known) + 1)
            for chosen in itertools.combinations(known, size)
        }
    return born


# Conway's counts of misère games by birthday.
@pytest.mark.parametrize(("day", "count"), list(enumerate([1, 2, 3, 5, 22])))
def test_conways_counts_of_canonical_games(day: int, count: int) -> None:
    assert len(born_by_day(day, canonical=True)) == count


@pytest.mark.parametrize(("day", "count"), list(enumerate([1, 2, 4, 16])))
def test_every_set_is_an_unreduced_form(day: int, count: int) -> None:
    assert len(born_by_day(day, canonical=False)) == count


@pytest.mark.long
def test_conways_count_of_canonical_games_by_day_five() -> None:
    assert len(born_by_day(5, canonical=True)) == 4171780


# text


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("", 1, "a form is expected here, not the end"),
        ("{0", 1, "this '{' is never closed"),
        ("{0,}", 4, "a form is expected here, not '}'"),
        ("0 0", 3, "'0' is not expected here"),
        ("{0}}", 4, "'}' is not expected here"),
        ("{0)", 3, "')' is not expected here"),
        ("(0,0)", 3, "',' is not expected here"),
        ("()", 2, "a form is expected here, not ')'"),
        ("*2 *", 5, "a form is expected here, not the end"),
        ("**2", 3, "a form is expected here, not '2'"),
        ("{0} x", 5, "'x' is not expected here"),
    ],
)
def test_mistakes_are_named_with_their_column(text: str, column: int, problem: str) -> None:
    with pytest.raises(FileError) as caught:
        Forms().parse(text, "--eval")
    assert str(caught.value) == f"--eval:1:{column}: {problem}"


@pytest.mark.parametrize(
    ("text", "printed"),
    [("{0, {0}}", "{{0}, 0}"), ("{}", "0"), ("∅", "0"), ("{0,0}", "{0}"), ("*2", "{{0}, 0}")],
)
def test_every_spelling_is_printed_the_same(text: str, printed: str) -> None:
    assert str(Forms().parse(text)) == printed


def test_canonical_forms_are_printed_with_nim_heaps() -> None:
    forms = Forms()
    assert str(forms.parse("{*4, *2}").canonical()) == "{*4, *2}"
    assert [forms.heap(n).canonical().heap_size for n in range(5)] == [0, 1, 2, 3, 4]
    assert forms.parse("*2+*2").heap_size is None


@given(SETS, st.integers(10, 60))
def test_long_forms_are_shortened(plain: frozenset, limit: int) -> None:
    form = form_of(Forms(), plain)
    short = form.text(limit)
    if len(str(form)) <= limit:
        assert short == str(form)
    else:
        assert "… " in short
        assert len(short) <= limit + 15


def test_forms_may_be_nested_deeply() -> None:
    forms = Forms()
    text = "{" * 50_000 + "}" * 50_000
    form = forms.parse(text)
    assert form.birthday == 49_999
    assert str(form) == text[:49_999] + "0" + text[50_001:]
    assert str(form.canonical()) == "*1"
    assert (form * forms.heap(1)).outcome() == "N"


# forms of different stores


def crowded() -> Forms:
    """A store in which forms have different numbers than in a fresh one."""
    forms = Forms()
    forms.parse("{{{{0}}}, {{0}, {{0}}}}")
    forms.heap(4)
    return forms


@given(SETS, SETS)
def test_forms_are_equal_if_they_are_the_same_set_of_sets(a: frozenset, b: frozenset) -> None:
    x, y = form_of(Forms(), a), form_of(crowded(), b)
    assert (x == y) == (y == x) == (a == b)
    assert (x != y) == (a != b)
    assert x == form_of(crowded(), a)
    assert hash(x) == hash(form_of(crowded(), a))
    assert len({x, y}) == len({a, b})


@given(SETS, SETS)
def test_forms_with_equal_hashes_need_not_be_equal(a: frozenset, b: frozenset) -> None:
    assert _are_same_sets(form_of(Forms(), a), form_of(crowded(), b)) == (a == b)


@given(SETS)
def test_a_canonical_form_equals_a_plain_one_that_cannot_be_reduced(plain: frozenset) -> None:
    form = form_of(Forms(), plain)
    assert (form.canonical() == form) == (oracles.misere_canonical(plain) == plain)
    assert form.canonical() == form_of(crowded(), oracles.misere_canonical(plain))
    assert form.canonical() == Forms(canonical=True).adopt(form_of(crowded(), plain))


@given(SETS, SETS)
def test_forms_of_different_stores_can_be_added(a: frozenset, b: frozenset) -> None:
    x, y = form_of(Forms(), a), form_of(crowded(), b)
    assert sets_of(x + y) == oracles.product(a, b)
    assert x + y == y + x == x * y
    assert (x + y).store is x.store
    assert x.store.of([x, y]) == form_of(Forms(), frozenset({a, b}))
    reduced = x.canonical() + y.canonical()
    assert sets_of(reduced) == oracles.misere_canonical(oracles.product(a, b))
    assert reduced.store.is_canonical
    mixed = x.canonical() + y
    assert sets_of(mixed) == oracles.product(oracles.misere_canonical(a), b)
    assert mixed == y + x.canonical()
    assert mixed.store is y.store


def test_the_sum_of_heaps_is_what_the_text_says() -> None:
    two, other = Forms().heap(2), Forms().heap(2)
    assert str(two + other) == str(Forms().parse("*2 + *2"))
    assert str(two.canonical() + other.canonical()) == "*2+*2"


def test_equal_forms_of_different_solvers_compare_equal() -> None:
    tetris, cram = Solver(largest_side=4), Solver(PlacementGame("domino"), largest_side=4)
    one_move, one_domino = tetris.canonical(Grid("....")), cram.canonical(Grid(".."))
    assert one_move is not None
    assert one_domino is not None
    assert one_move == one_domino == Forms().heap(1)
    assert str(one_move + one_domino) == "0"
    assert tetris.ois(Grid("....")) == cram.ois(Grid(".."))
    assert tetris.ois(Grid("....|....")) != cram.ois(Grid(".."))


def test_a_form_neither_equals_nor_adds_anything_else() -> None:
    two = Forms().heap(2)
    assert two != "*2"
    for other in (2, "*2", None):
        with pytest.raises(TypeError):
            two + other  # type: ignore[operator]
        with pytest.raises(TypeError):
            two * other  # type: ignore[operator]


def test_deeply_nested_forms_can_be_compared() -> None:
    text = "{" * 5_000 + "}" * 5_000
    deep, as_deep, deeper = (
        forms.parse(written)
        for forms, written in ((Forms(), text), (crowded(), text), (Forms(), "{" + text + "}"))
    )
    assert deep == as_deep
    assert deep != deeper


def test_memory_has_a_limit() -> None:
    forms = Forms(memory=20_000)
    with pytest.raises(MemoryError):
        forms.heap(1000)
    assert forms.heap(3).nimber == 3


@pytest.mark.parametrize("heaps", [False, True])
def test_a_huge_form_is_shortened_without_looking_at_all_of_it(heaps: bool) -> None:
    form = Solver(largest_side=6).ois(Grid.of_size(6, 5))
    assert form is not None
    store = form.store._store
    whole = _Printer(store, store.followers(form.number), heaps)
    for limit in (10, 60, 1000):
        assert form.followers > limit
        expected = _shortened(whole, whole.options[form.number], 0, limit)
        assert form.text(limit, heaps=heaps) == expected


def test_a_form_whose_text_no_memory_could_hold_is_shortened_at_once() -> None:
    forms = Forms()
    first, second = forms.zero, forms.heap(1)
    for _ in range(200):  # the text grows by more than half every time
        first, second = second, forms.of([first, second])
    assert second.followers == 202
    assert second.text(50).endswith(" more}")
    assert second.text(2**26).endswith("{… 2 more}")
    assert len(str(second)) <= 100_000


def test_followers_are_the_same_however_they_are_found() -> None:
    solver = Solver(largest_side=5)
    form = solver.ois(Grid.of_size(5, 5))
    assert form is not None
    store = form.store._store
    followers = store.followers(form.number)
    assert followers == sorted({form.number, *(f for f in range(form.number) if f in followers)})
    assert store.count_followers(form.number) == len(followers)
    assert store.few_followers(form.number, len(followers)) == followers
    assert store.few_followers(form.number, len(followers) - 1) is None
