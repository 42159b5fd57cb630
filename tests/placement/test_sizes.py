"""Empty boards of many sizes."""

import oracles
import pytest

from cgt.common.errors import SizeError
from cgt.common.limits import Allowed
from cgt.placement.sizes import values_of_sizes

DOMINOES = (frozenset({(0, 0), (0, 1)}), frozenset({(0, 0), (1, 0)}))


def test_every_size_is_solved_once_and_rightly() -> None:
    found = list(values_of_sizes(range(1, 5), range(2, 6), "domino"))
    sizes = [(value.width, value.height) for value in found]
    assert set(sizes) == {(min(w, h), max(w, h)) for w in range(1, 5) for h in range(2, 6)}
    assert len(sizes) == len(set(sizes))
    for value in found:
        if value.width * value.height <= 12:
            cells = frozenset((r, c) for r in range(value.height) for c in range(value.width))
            wins = oracles.wins(cells, DOMINOES, "misere")
            assert value.outcome == ("N" if wins else "P")
            assert value.nimber == oracles.nimber(cells, DOMINOES)


def test_published_nimbers_of_cram() -> None:
    """Schneider (2009): 4×4 0, 4×5 2, 4×7 3, 5×5 0, 5×6 2."""
    found = values_of_sizes(range(4, 6), range(4, 8), "domino", plays=("normal",))
    nimbers = {(value.width, value.height): value.nimber for value in found}
    published = {(4, 4): 0, (4, 5): 2, (4, 7): 3, (5, 5): 0, (5, 6): 2}
    assert {size: nimbers[size] for size in published} == published


def test_only_what_is_asked_is_worked_out() -> None:
    [misere] = values_of_sizes([3], [4], plays=("misere",))
    [normal] = values_of_sizes([3], [4], plays=("normal",))
    assert (misere.outcome, misere.nimber) == ("N", None)
    assert (normal.outcome, normal.nimber) == (None, 3)


def test_when_the_time_is_up_the_rest_is_left_out() -> None:
    assert list(values_of_sizes([3], [4], each=Allowed.together(0.0))) == []


def test_boards_that_are_too_large_are_refused() -> None:
    with pytest.raises(SizeError):
        list(values_of_sizes([100], [100]))
