"""What the labelling benchmark compares, and how."""

import numpy as np
import pytest

from cgt.bench.regions import _IMAGES, all_work, boards_work, same_components


def labels(*rows: list[int]) -> np.ndarray:
    return np.array(rows, dtype=np.int32)


def test_numbers_of_components_do_not_matter() -> None:
    assert same_components(labels([1, 0, 2]), labels([2, 0, 1]))
    assert same_components(labels([0, 0]), labels([0, 0]))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (labels([1, 0, 2]), labels([1, 0, 1])),
        (labels([1, 0, 2]), labels([2, 0, 2])),
        (labels([1, 0, 1]), labels([1, 0, 2])),
        (labels([1, 1, 2]), labels([1, 2, 2])),
        (labels([1, 0]), labels([0, 1])),
        (labels([1, 0]), labels([1, 1])),
        (labels([1, 1]), labels([1, 0])),
        (labels([1]), labels([1, 1])),
    ],
)
def test_different_components_are_noticed(a: np.ndarray, b: np.ndarray) -> None:
    assert not same_components(a, b)


@pytest.mark.parametrize("density", [0.3, 0.7])
def test_boards_are_as_dense_as_they_should_be(density: float) -> None:
    labelled = boards_work(500, density).prepare()["cgt"]()
    assert np.count_nonzero(labelled) / labelled.size == pytest.approx(density, abs=0.02)


def test_blobs_are_large() -> None:
    blobs = _IMAGES["blobs"](1024)
    changes = np.count_nonzero(blobs[:, 1:] != blobs[:, :-1])
    assert 0.3 < blobs.mean() < 0.7
    assert changes < 1024 * 1024 / 64


def test_a_wrong_labelling_is_noticed() -> None:
    for work in all_work(20, [32]):
        ours = work.prepare()["cgt"]()
        wrong = ours.copy()
        wrong[wrong == wrong.max()] = 0
        assert work.agree(ours, ours)
        assert not work.agree(ours, wrong)
