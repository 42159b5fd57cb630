"""Names as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.common.names import did_you_mean, named, nearest

PLAYERS = ["minmax", "greedy", "beam", "hatetris", "hatetris-mild"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("greedy", "greedy"),
        ("Greedy", "greedy"),
        ("GREEDY", "greedy"),
        ("hatetris_MILD", "hatetris-mild"),
        ("greedier", None),
        ("", None),
    ],
)
def test_case_does_not_matter(text: str, name: str | None) -> None:
    assert named(text, PLAYERS) == name


def test_accents_do_not_matter() -> None:
    for text in ("misere", "misère", "Mise\u0300re", "MISÈRE"):
        assert named(text, ["misere", "normal"]) == "misere"


def test_of_names_that_differ_in_case_only_one_is_meant_exactly() -> None:
    assert named("a", ["A", "a"]) == "a"
    assert named("A", ["A", "a"]) == "A"
    assert named("É", ["e", "é"]) is None


@given(st.text(max_size=8), st.lists(st.text(max_size=8)))
def test_what_is_there_is_itself_and_what_is_found_is_there(text: str, names: list[str]) -> None:
    found = named(text, names)
    assert found is None or found in names
    if text in names:
        assert found == text
    assert nearest(text, names) in (None, *names)


@pytest.mark.parametrize(
    ("text", "name"),
    [("gredy", "greedy"), ("Hatetrsi", "hatetris"), ("min", "minmax"), ("chess", None), ("", None)],
)
def test_the_nearest_name_is_told(text: str, name: str | None) -> None:
    assert nearest(text, PLAYERS) == name
    assert did_you_mean(text, PLAYERS) == ("" if name is None else f" (did you mean {name}?)")
