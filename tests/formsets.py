"""Forms as plain sets of sets, for tests of everything that works on forms."""

from hypothesis import strategies as st

from cgt.placement.forms import Form, Forms

SETS = st.recursive(
    st.just(frozenset()), lambda inner: st.frozensets(inner, max_size=3), max_leaves=12
)
SMALL_SETS = st.recursive(
    st.just(frozenset()), lambda inner: st.frozensets(inner, max_size=3), max_leaves=6
)


def form_of(forms: Forms, plain: frozenset) -> Form:
    return forms.of(form_of(forms, option) for option in plain)


def sets_of(form: Form) -> frozenset:
    return frozenset(sets_of(option) for option in form.options)
