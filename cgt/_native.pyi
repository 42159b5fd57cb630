"""The native core. Private: cgt.regions and cgt.polyomino are its public face."""

import enum
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

_Shape: TypeAlias = Sequence[tuple[int, int]]
_Progress: TypeAlias = Callable[[int, int, int], object]

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

class FormKind(enum.Enum):
    PLAIN = 0
    CANONICAL = 1

class OutOfBudgetError(MemoryError): ...

class FormStore:
    def __init__(self, kind: FormKind, most_bytes: int) -> None: ...
    @property
    def kind(self) -> FormKind: ...
    def __len__(self) -> int: ...
    def intern(self, options: Sequence[int]) -> int: ...
    def options(self, form: int) -> list[int]: ...
    def birthday(self, form: int) -> int: ...
    def nimber(self, form: int) -> int: ...
    def misere_nimber(self, form: int) -> int: ...
    def misere_win(self, form: int) -> bool: ...
    def product(self, a: int, b: int) -> int: ...
    def genus_superscript(self, form: int) -> list[int]: ...
    def followers(self, form: int) -> list[int]: ...

class CheckpointError(RuntimeError): ...

class Play(enum.Enum):
    MISERE = 0
    NORMAL = 1

class PlacementSolver:
    def __init__(
        self,
        largest_side: int,
        shapes: Sequence[_Shape],
        play: Play,
        threads: int,
        memory: int,
    ) -> None: ...
    def form(
        self,
        filled: NDArray[np.uint64],
        width: int,
        height: int,
        kind: FormKind,
        seconds: float | None,
        progress: _Progress | None,
    ) -> int | None: ...
    def wins(
        self,
        filled: NDArray[np.uint64],
        width: int,
        height: int,
        seconds: float | None,
        progress: _Progress | None,
    ) -> bool | None: ...
    def nimber(
        self,
        filled: NDArray[np.uint64],
        width: int,
        height: int,
        seconds: float | None,
        progress: _Progress | None,
    ) -> int | None: ...
    def known(
        self, filled: NDArray[np.uint64], width: int, height: int, seconds: float | None
    ) -> bool | None: ...
    def effort_to_win(
        self, filled: NDArray[np.uint64], width: int, height: int, seconds: float | None
    ) -> float | None: ...
    def save(self, path: str) -> None: ...
    def load(self, path: str) -> None: ...
    def nodes(self) -> int: ...
    def forms(self, kind: FormKind) -> FormStore: ...
