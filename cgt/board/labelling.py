"""4-connected labelling without games: of one array of any size, or of millions of small boards in
one call.

cgt.board.regions finds the regions of one board; this is for images and for very many boards.
docs/regions.md says how it works and why it is fast.

>>> label([[1, 1, 0], [0, 0, 1]])
(array([[1, 1, 0],
       [0, 0, 2]], dtype=int32), 2)
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cgt import _native
from cgt.board.grid import Cell, words_for
from cgt.board.polyomino import PieceSet
from cgt.common.errors import CgtError, SizeError

MOST_BULK_CELLS = _native.MOST_BULK_CELLS

# Byte b with its bits in the opposite order, for input whose leftmost cell is the highest bit.
_REVERSED_BYTES = np.packbits(
    np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little"), axis=1
).ravel()


def label(
    cells: ArrayLike,
    *,
    width: int | None = None,
    bitorder: Literal["little", "big"] = "little",
    out: NDArray[np.int32] | None = None,
) -> tuple[NDArray[np.int32], int]:
    """Labels the 4-connected components of the nonzero cells of a two-dimensional array.

    Returns an int32 array of the components' numbers, counted from 1 in reading order of their
    first cells and 0 elsewhere, and how many there are. With `width`, the array is packed: rows of
    bytes as numpy.packbits(…, axis=1, bitorder=bitorder) makes them. If `out` is given, a
    C-contiguous int32 array of the right shape, the result is written to it. Apart from the result,
    and a packed copy of input that is not packed, labelling needs hardly any memory.

    Raises SizeError or CgtError if the arrays do not fit together.
    """
    array = np.asarray(cells)
    if array.ndim != 2:
        raise SizeError(f"labelling takes an array of two dimensions, not {array.ndim}")
    packed, columns = _packed(array, width, bitorder)
    shape = (array.shape[0], columns)
    labels = np.empty(shape, dtype=np.int32) if out is None else out
    if out is not None:
        _check_output(out, shape, np.int32)
        if np.may_share_memory(out, array):
            raise CgtError("the output array shares its memory with the input")
    count = _native.label_image(
        packed.ravel(), columns, array.shape[0], 8 * packed.shape[1], labels
    )
    return labels, count


def _packed(
    array: NDArray[np.generic], width: int | None, bitorder: Literal["little", "big"]
) -> tuple[NDArray[np.uint8], int]:
    """Contiguous packed rows, lowest bit leftmost, and how many cells a row has."""
    if bitorder not in ("little", "big"):
        raise CgtError(f"bitorder is 'little' or 'big', not {bitorder!r}")
    if width is None:
        return np.packbits(array.astype(np.bool_, copy=False), axis=1, bitorder="little"), (
            array.shape[1]
        )
    if array.dtype != np.uint8:
        raise CgtError(f"packed cells are uint8, not {array.dtype}")
    if not 0 <= width <= 8 * array.shape[1]:
        raise SizeError(f"rows of {array.shape[1]} bytes cannot hold {width} cells")
    packed: NDArray[np.uint8] = np.ascontiguousarray(array, dtype=np.uint8)
    return (packed if bitorder == "little" else _REVERSED_BYTES[packed]), width


def _check_output(out: NDArray[np.generic], shape: tuple[int, ...], dtype: type) -> None:
    if out.dtype != dtype or out.shape != shape:
        wanted = f"{np.dtype(dtype)} of shape {shape}"
        raise CgtError(f"the output array is {out.dtype} of shape {out.shape}, not {wanted}")
    if not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise CgtError("the output array is not C-contiguous, aligned and writable")


def pack_boards(boards: ArrayLike) -> NDArray[np.uint64]:
    """Packs many boards for `label_boards`: one row of 64-bit words each.

    A row is what Grid.words gives for one board. `boards` is an array of shape (n, height, width);
    cells that are not zero are filled. Raises SizeError if it has other dimensions.
    """
    array = np.asarray(boards) != 0
    if array.ndim != 3:
        raise SizeError(f"boards are an array of three dimensions, not {array.ndim}")
    count, cells = len(array), array.shape[1] * array.shape[2]
    packed = np.zeros((count, 8 * words_for(cells)), dtype=np.uint8)
    packed[:, : (cells + 7) // 8] = np.packbits(
        array.reshape(count, cells), axis=1, bitorder="little"
    )
    return packed.view("<u8").astype(np.uint64, copy=False)


def label_boards(
    boards: NDArray[np.uint64],
    width: int,
    height: int,
    *,
    cells: Literal["filled", "empty"] | PieceSet = "filled",
    out: NDArray[np.uint8] | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Labels many boards of up to 256 cells, packed by pack_boards.

    `cells` says what to label: the filled cells, the empty ones, or, if it is a piece set, the
    regions. Returns an array of shape (n, height, width) with the components' numbers, counted from
    1 in each board, and an array with how many each board has. The former is written to `out` if
    that is given. Raises SizeError or CgtError if the arrays do not fit together.

    >>> boards = pack_boards([[[1, 1, 0], [0, 0, 1]], [[1, 0, 1], [1, 1, 1]]])
    >>> labels, counts = label_boards(boards, 3, 2)
    >>> counts
    array([2, 1], dtype=uint8)
    """
    if width < 1 or height < 1 or width * height > MOST_BULK_CELLS:
        raise SizeError(
            f"boards of 1 to {MOST_BULK_CELLS} cells are labelled in bulk, not {width}×{height}"
        )
    words = words_for(width * height)
    if boards.dtype != np.uint64 or boards.ndim != 2 or boards.shape[1] != words:
        raise CgtError(
            f"{width}×{height} boards are an array of uint64 with {words} words a row, "
            f"not {boards.dtype} of shape {boards.shape}"
        )
    shape = (len(boards), height, width)
    labels = np.empty(shape, dtype=np.uint8) if out is None else out
    if out is not None:
        _check_output(out, shape, np.uint8)
        if np.may_share_memory(out, boards):
            raise CgtError("the output array shares its memory with the input")
    counts = np.empty(len(boards), dtype=np.uint8)
    which, shapes = _what_to_label(cells)
    aligned = np.require(boards, requirements=["C", "A"])
    _native.label_boards(aligned, width, height, which, shapes, labels, counts)
    return labels, counts


def _what_to_label(
    cells: Literal["filled", "empty"] | PieceSet,
) -> tuple[_native.Labelled, tuple[tuple[Cell, ...], ...]]:
    if isinstance(cells, PieceSet):
        return _native.Labelled.LIVE, cells.shapes
    if cells == "filled":
        return _native.Labelled.FILLED, ()
    if cells == "empty":
        return _native.Labelled.EMPTY, ()
    raise CgtError(f"cells are 'filled', 'empty' or a piece set, not {cells!r}")
