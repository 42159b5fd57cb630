"""Names of sums in the text of forms: the shortest ones, read back as what they were."""

import pytest
from formsets import SETS, form_of
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.board.grid import Grid
from cgt.placement import form_names
from cgt.placement.form_text import _Printer
from cgt.placement.forms import Form, Forms
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver

_LONGEST = 5000  # characters: a form as a set of sets can take more than there is memory


def named(text: str) -> str:
    return str(Forms(canonical=True).parse(text))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{*3, *2}", "*2+*2"),
        ("*3+*3", "*2+*2"),
        ("*2+*2+*1", "*3+*2"),
        ("*3+*5+*1", "*5+*2"),
        ("*2+*2+*2", "*2+*2+*2"),
        ("{{*3, *2}, *3, *2, *1}", "{*2+*2, *3, *2, *1}"),
        ("{{*2}}+*2", "{{*2}}+*2"),
        ("{*2}+{*2}", "{*2}+{*2}"),
        ("{*2}+{*2}+{*2}+*3", "*3+{*2}+{*2}+{*2}"),
        ("{{*2}, 0}+{{*2}, 0}", "{{*2}, 0}+{{*2}, 0}"),
        ("{*2}+*1", "{*2}+*1"),
        ("{{*2}+*1, *5}", "{*5, {*2}+*1}"),
    ],
)
def test_sums_are_named(text: str, printed: str) -> None:
    assert named(text) == printed


# A public golden value: Cram on these two rows.
def test_a_published_canonical_form_reads_as_published() -> None:
    solver = Solver(PlacementGame("domino"), largest_side=9)
    form = solver.canonical(Grid(".........|##.######"))
    assert (str(form), form and form.nimber) == ("{*2+*2, *3, *2, *1}", 4)


@given(st.lists(st.integers(0, 7), max_size=4))
def test_sums_of_heaps_are_written_as_sums_of_heaps(sizes: list[int]) -> None:
    """An odd heap is an even one and a heap of one, of which two vanish. One that is left over
    belongs to the largest heap."""
    evens = sorted((size & ~1 for size in sizes if size > 1), reverse=True)
    if sum(size & 1 for size in sizes) % 2:
        evens[:1] = [evens[0] + 1] if evens else [1]
    expected = "+".join(f"*{size}" for size in evens) or "0"
    assert named("+".join(f"*{size}" for size in sizes) or "0") == expected


@settings(deadline=None)
@given(SETS, SETS)
def test_what_is_written_is_read_back(a: frozenset, b: frozenset) -> None:
    plain = Forms()
    form = form_of(plain, a) + form_of(plain, b)
    if "…" not in (text := form.text(_LONGEST, heaps=True)):
        assert plain.parse(text) is form
    canonical = form.canonical()
    if "…" not in (text := canonical.text(_LONGEST, heaps=True)):
        assert canonical.store.parse(text) is canonical
        assert plain.parse(text).canonical() is canonical
        assert len(text) <= len(canonical.text(2 * _LONGEST))


@settings(max_examples=40, deadline=None)
@given(SETS, SETS, st.booleans())
def test_every_sum_that_is_found_is_one(a: frozenset, b: frozenset, canonical: bool) -> None:
    forms = Forms(canonical=canonical)
    form = form_of(forms, a) + form_of(forms, b)
    store = form.store._store
    printer = _Printer(store, store.followers(form.number), heaps=True)
    sums = form_names.Sums(store, printer.options)
    for number in printer.options:
        for pair in sums.parts(number):
            assert store.product(*pair) == number


@settings(deadline=None)
@given(SETS)
def test_a_form_has_the_same_name_inside_another(plain: frozenset) -> None:
    form = form_of(Forms(canonical=True), plain) + Forms(canonical=True).heap(2)
    store = form.store._store
    printer = _Printer(store, store.followers(form.number), heaps=True)
    for option in form.options:
        assert printer.whole(option.number) == str(option)


def large_form() -> Form:
    form = Solver(PlacementGame("domino"), largest_side=5).canonical(Grid.of_size(5, 4))
    assert form is not None
    return form


def test_without_steps_left_a_text_is_longer_but_right(monkeypatch: pytest.MonkeyPatch) -> None:
    form = large_form()
    whole = str(form)
    assert form.store.parse(whole) is form
    monkeypatch.setattr(form_names, "_MOST_STEPS", 10)
    cut_short = str(form)
    assert len(cut_short) > len(whole)
    assert form.store.parse(cut_short) is form


def test_a_form_that_lasts_long_is_not_taken_apart() -> None:
    forms = Forms()
    deep = forms.parse("{" * 5_000 + "}" * 5_000)
    assert (deep + forms.heap(1)).text(heaps=True).startswith("{{{")
