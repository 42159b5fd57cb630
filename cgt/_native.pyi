"""The native core. Private: cgt.regions and cgt.polyomino are its public face."""

import enum
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_Shape: TypeAlias = Sequence[tuple[int, int]]

LARGEST_BOARD_SIDE: int

class Labelled(enum.Enum):
    FILLED = 0
    EMPTY = 1
    LIVE = 2

def label_image(
    bytes: NDArray[np.uint8],  # noqa: A002
    width: int,
    height: int,
    row_bits: int,
    labels: NDArray[np.int32],
) -> int: ...
def label_boards(
    boards: NDArray[np.uint64],
    width: int,
    height: int,
    which: Labelled,
    shapes: Sequence[_Shape],
    labels: NDArray[np.uint8],
    counts: NDArray[np.uint8],
) -> None: ...
def live_cells(
    filled: NDArray[np.uint64],
    width: int,
    height: int,
    shapes: Sequence[_Shape],
    live: NDArray[np.uint64],
) -> None: ...
def find_placements(
    filled: NDArray[np.uint64],
    width: int,
    height: int,
    shapes: Sequence[_Shape],
) -> NDArray[np.uint32]: ...
