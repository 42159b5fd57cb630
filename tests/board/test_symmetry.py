"""The eight symmetries are the group of the square, and act on cells and arrays alike."""

import itertools

import numpy as np
import oracles
import pytest

from cgt.board.symmetry import ROTATIONS, Symmetry

PAIRS = list(itertools.product(Symmetry, Symmetry))


def test_there_are_eight_different_symmetries() -> None:
    array = np.arange(12).reshape(3, 4)
    assert len({symmetry.of_array(array).tobytes() for symmetry in Symmetry}) == 8


@pytest.mark.parametrize(("second", "first"), PAIRS)
def test_a_product_does_one_after_the_other(second: Symmetry, first: Symmetry) -> None:
    array = np.arange(12).reshape(3, 4)
    assert np.array_equal((second * first).of_array(array), second.of_array(first.of_array(array)))


def test_products_are_associative_and_have_a_unit() -> None:
    for a, b, c in itertools.product(Symmetry, repeat=3):
        assert (a * b) * c is a * (b * c)
    for a in Symmetry:
        assert a * Symmetry.IDENTITY is a
        assert Symmetry.IDENTITY * a is a


@pytest.mark.parametrize("symmetry", Symmetry)
def test_the_inverse_undoes(symmetry: Symmetry) -> None:
    array = np.arange(12).reshape(3, 4)
    assert np.array_equal(symmetry.inverse.of_array(symmetry.of_array(array)), array)


@pytest.mark.parametrize("symmetry", Symmetry)
def test_a_cell_goes_where_the_array_takes_it(symmetry: Symmetry) -> None:
    array = np.arange(12).reshape(3, 4)
    image = symmetry.of_array(array)
    for row, column in itertools.product(range(3), range(4)):
        assert image[symmetry.of_cell(row, column, 3, 4)] == array[row, column]


def test_a_quarter_turn_is_clockwise_as_in_the_oracle() -> None:
    shape = frozenset({(0, 0), (1, 0), (1, 1), (1, 2)})
    for turns, symmetry in enumerate(ROTATIONS):
        moved = frozenset(symmetry.of_cell(row, column, 2, 3) for row, column in shape)
        assert moved == oracles.four_turns(shape)[turns]


def test_mirror_exchanges_left_and_right() -> None:
    assert Symmetry.MIRROR.of_cell(0, 0, 2, 5) == (0, 4)
    assert Symmetry.FLIP.of_cell(0, 0, 2, 5) == (1, 0)
