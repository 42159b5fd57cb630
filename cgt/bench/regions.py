"""Labelling compared with scipy.ndimage, OpenCV and connected-components-3d, if they are installed.

All start from packed bits and end with labels. Each runs in its best form: for many boards that is
one call on all boards stacked on top of each other with a blank row between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cgt.bench import BOARDS, IMAGE_SIDES
from cgt.bench.harness import OURS, Work
from cgt.board.labelling import label, label_boards, pack_boards

Labels = NDArray[np.int32]
Labeller = Callable[[NDArray[np.uint8]], Labels]

_BOARD_SIDE = 10


# the contenders


def _scipy() -> Labeller:
    from scipy import ndimage

    def run(image: NDArray[np.uint8]) -> Labels:
        labels: Labels = ndimage.label(image)[0]
        return labels

    return run


def _opencv() -> Labeller:
    import cv2

    def run(image: NDArray[np.uint8]) -> Labels:
        labels: Labels = cv2.connectedComponents(image, connectivity=4, ltype=cv2.CV_32S)[1]
        return labels

    return run


def _cc3d() -> Labeller:
    import cc3d

    def run(image: NDArray[np.uint8]) -> Labels:
        labels: Labels = cc3d.connected_components(image, connectivity=4, binary_image=True)
        return labels

    return run


_OTHERS: dict[str, tuple[str, Callable[[], Labeller]]] = {
    "scipy.ndimage": ("scipy", _scipy),
    "OpenCV": ("cv2", _opencv),
    "cc3d": ("cc3d", _cc3d),
}


def _others(image: Callable[[], NDArray[np.uint8]]) -> dict[str, Callable[[], Labels]]:
    """What each installed contender does; that includes making the image from packed bits."""

    def run(labeller: Labeller) -> Labels:
        return labeller(image())

    return {
        name: partial(run, load()) for name, (module, load) in _OTHERS.items() if find_spec(module)
    }


def missing() -> list[str]:
    """The contenders that are not installed."""
    return [name for name, (module, _) in _OTHERS.items() if not find_spec(module)]


# many small boards


def boards_work(count: int, density: float) -> Work[NDArray[Any]]:
    """Random boards of 10×10 cells, each set with the given probability."""

    def prepare() -> Mapping[str, Callable[[], NDArray[Any]]]:
        random = np.random.default_rng(1)
        shape = (count, _BOARD_SIDE, _BOARD_SIDE)
        boards = pack_boards(random.random(shape, dtype=np.float32) < density)
        return {
            OURS: lambda: label_boards(boards, _BOARD_SIDE, _BOARD_SIDE)[0],
            **_others(lambda: _stacked(boards)),
        }

    def agree(ours: NDArray[Any], theirs: NDArray[Any]) -> bool:
        return same_components(_numbered_through(ours), _without_blank_rows(theirs, count))

    name = f"{count:,} boards, {density:.0%} set"
    return Work(name, count, "board", prepare, agree)


def _stacked(boards: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Unpacked boards on top of each other, a blank row under each."""
    count, cells = len(boards), _BOARD_SIDE * _BOARD_SIDE
    packed = boards.view(np.uint8)[:, : (cells + 7) // 8]
    unpacked = np.unpackbits(packed, axis=1, count=cells, bitorder="little")
    stacked = np.zeros((count, _BOARD_SIDE + 1, _BOARD_SIDE), dtype=np.uint8)
    stacked[:, :_BOARD_SIDE] = unpacked.reshape(count, _BOARD_SIDE, _BOARD_SIDE)
    return stacked.reshape(-1, _BOARD_SIDE)


def _without_blank_rows(labels: NDArray[Any], count: int) -> Labels:
    if labels.shape == (count, _BOARD_SIDE, _BOARD_SIDE):  # ours, compared with itself
        return _numbered_through(labels)
    return labels.reshape(count, _BOARD_SIDE + 1, _BOARD_SIDE)[:, :_BOARD_SIDE]


def _numbered_through(labels: NDArray[np.uint8]) -> Labels:
    """Labels that start from 1 in each board, renumbered through all boards."""
    counts = labels.max(axis=(1, 2)).astype(np.int32)
    before = np.cumsum(counts, dtype=np.int32) - counts
    return np.where(labels > 0, labels + before[:, None, None], 0).astype(np.int32)


# one large image


def image_work(kind: str, side: int) -> Work[Labels]:
    """A square image: `random` pixels, half of them set, or large `blobs`."""

    def prepare() -> Mapping[str, Callable[[], Labels]]:
        packed = np.packbits(_IMAGES[kind](side), axis=1, bitorder="little")
        return {
            OURS: lambda: label(packed, width=side)[0],
            **_others(lambda: np.unpackbits(packed, axis=1, count=side, bitorder="little")),
        }

    return Work(f"{side}×{side}, {kind}", side * side, "pixel", prepare, same_components)


def _random_image(side: int) -> NDArray[np.bool_]:
    return np.random.default_rng(2).random((side, side), dtype=np.float32) < 0.5


def _blobs(side: int) -> NDArray[np.bool_]:
    """A random field, smooth over 64 pixels, cut at its middle."""
    knots = side // 64 + 2
    field = np.random.default_rng(3).random((knots, knots), dtype=np.float32)
    place = np.arange(side, dtype=np.float32) / 64
    # Weights of the two knots around each pixel, as a matrix: linear interpolation.
    weights = np.maximum(0, 1 - np.abs(place[:, None] - np.arange(knots, dtype=np.float32)))
    smooth: NDArray[np.bool_] = weights @ field @ weights.T < 0.5
    return smooth


_IMAGES = {"random": _random_image, "blobs": _blobs}


def same_components(a: Labels, b: Labels) -> bool:
    """Whether two labellings differ in nothing but the components' numbers."""
    if a.shape != b.shape or a.max(initial=0) != b.max(initial=0):
        return False
    b_of_a = np.zeros(int(a.max(initial=0)) + 1, dtype=b.dtype)
    b_of_a[a.ravel()] = b.ravel()
    # Each component of a lies in one of b; there are as many of each, all used: one to one.
    return bool(
        b_of_a[0] == 0 and np.array_equal(b_of_a[a], b) and np.all(np.diff(np.sort(b_of_a)))
    )


def all_work(boards: int = BOARDS, sides: Iterable[int] = IMAGE_SIDES) -> list[Work[Any]]:
    """Everything `cgt bench regions` runs."""
    return [
        *(boards_work(boards, density) for density in (0.3, 0.5, 0.7)),
        *(image_work(kind, side) for side in sides for kind in _IMAGES),
    ]
