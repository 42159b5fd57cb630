"""Grids: immutable, bit-packed rectangles of cells, each empty or filled.

A grid is a value: it compares, hashes, prints and reads itself back. At the Python surface its
cells are a frozenbitarray; the native core sees the same bits as 64-bit words. NumPy is loaded only
where arrays are asked for: that takes longer than many commands.

>>> grid = Grid(".#..|....")
>>> grid
Grid('.#..|....')
>>> print(grid.transform(Symmetry.ROTATE_90))
..
.#
..
..
>>> grid.empty, grid.filled
(7, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from bitarray import bitarray, frozenbitarray
from bitarray.util import ba2int, int2ba

from cgt.board.cells import NoCellError, bits_of_cells, cells_of_rows
from cgt.board.symmetry import Symmetry
from cgt.common.drawable import Drawable
from cgt.common.errors import CgtError, SizeError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

Cell = tuple[int, int]


def words_for(cells: int) -> int:
    """How many 64-bit words a board of `cells` cells takes."""
    return (cells + 63) // 64


def _bits_of_rows(rows: list[str]) -> bitarray:
    return bitarray(bits_of_cells("".join(rows)), endian="little")


class Grid(Drawable):
    """An immutable rectangle of cells; cell (row, column) is filled or empty, (0, 0) is top left.

    In `bits`, as in `words`, the cell's index is row * width + column.
    """

    __slots__ = ("_bits", "_height", "_width")

    def __init__(self, text: str) -> None:
        """Reads what `str` and `repr` write: rows separated by `|` or by line ends.

        Cells may be written as in board files. Raises CgtError for anything else. Board files, with
        their comments and metadata, are read by cgt.board.boardfile.
        """
        try:
            rows = cells_of_rows(text.strip().replace("\n", "|").split("|"))
        except NoCellError as error:
            raise CgtError(f"row {error.row + 1} of the grid: {error}") from None
        self._set(len(rows[0]), len(rows), _bits_of_rows(rows))

    def _set(self, width: int, height: int, bits: bitarray) -> None:
        if width < 1 or height < 1:
            raise SizeError(f"a grid has at least one cell, not {width}×{height}")
        if len(bits) != width * height:
            raise SizeError(f"a {width}×{height} grid takes {width * height} bits, not {len(bits)}")
        self._width = width
        self._height = height
        self._bits = frozenbitarray(bits, endian="little")

    # ways to make one

    @classmethod
    def of_size(cls, width: int, height: int, filled: Iterable[Cell] = ()) -> Grid:
        """A grid in which only the given cells are filled; raises IndexError for one outside."""
        bits = bitarray(max(width, 0) * max(height, 0), endian="little")
        for row, column in filled:
            if not (0 <= row < height and 0 <= column < width):
                raise IndexError(f"no cell ({row}, {column}) on a {width}×{height} grid")
            bits[row * width + column] = 1
        return cls.from_bits(width, height, bits)

    @classmethod
    def from_bits(cls, width: int, height: int, bits: bitarray) -> Grid:
        """A grid from one bit for each cell; raises SizeError if their number is wrong, or 0."""
        grid = object.__new__(cls)
        grid._set(width, height, bits)
        return grid

    @classmethod
    def from_rows(cls, rows: list[str]) -> Grid:
        """A grid from equally long rows of cell characters; raises ValueError for anything else."""
        if len({len(row) for row in rows}) != 1:
            raise ValueError("the rows of a grid are equally long")
        return cls.from_bits(len(rows[0]), len(rows), _bits_of_rows(rows))

    @classmethod
    def from_array(cls, array: ArrayLike) -> Grid:
        """A grid from a two-dimensional array; cells that are not zero are filled."""
        import numpy as np

        cells = np.asarray(array)
        if cells.ndim != 2:
            raise SizeError(f"a grid is made from two dimensions, not {cells.ndim}")
        height, width = cells.shape
        bits = bitarray(endian="little")
        bits.frombytes(np.packbits(cells != 0, bitorder="little").tobytes())
        return cls.from_bits(width, height, bits[: width * height])

    @classmethod
    def from_words(cls, width: int, height: int, words: NDArray[np.uint64]) -> Grid:
        """A grid from 64-bit words as `words` gives them."""
        import numpy as np

        bits = bitarray(endian="little")
        bits.frombytes(np.ascontiguousarray(words, dtype="<u8").tobytes())
        return cls.from_bits(width, height, bits[: width * height])

    @classmethod
    def from_int(cls, width: int, height: int, cells: int) -> Grid:
        """A grid from a bit mask; raises SizeError if it has bits outside the grid."""
        if cells < 0 or cells.bit_length() > width * height:
            raise SizeError(f"the bit mask {cells:#x} does not fit on a {width}×{height} grid")
        return cls.from_bits(width, height, int2ba(cells, width * height, endian="little"))

    # what it is

    @property
    def width(self) -> int:
        """How many columns it has."""
        return self._width

    @property
    def height(self) -> int:
        """How many rows it has."""
        return self._height

    @property
    def bits(self) -> frozenbitarray:
        """The cells in reading order, 1 for a filled one."""
        return self._bits

    @property
    def filled(self) -> int:
        """The number of filled cells."""
        return self._bits.count()

    @property
    def empty(self) -> int:
        """The number of empty cells."""
        return len(self._bits) - self.filled

    def __getitem__(self, cell: Cell) -> bool:
        """Whether a cell is filled."""
        row, column = cell
        if not (0 <= row < self._height and 0 <= column < self._width):
            raise IndexError(f"no cell ({row}, {column}) on a {self._width}×{self._height} grid")
        return bool(self._bits[row * self._width + column])

    def filled_cells(self) -> Iterator[Cell]:
        """The filled cells in reading order."""
        return (divmod(index, self._width) for index in self._bits.search(1))

    def empty_cells(self) -> Iterator[Cell]:
        """The empty cells in reading order."""
        return (divmod(index, self._width) for index in self._bits.search(0))

    def words(self) -> NDArray[np.uint64]:
        """The cells as 64-bit words, cell i in bit i % 64 of word i // 64; unused bits are 0."""
        import numpy as np

        padded = self._bits.tobytes().ljust(8 * words_for(len(self._bits)), b"\0")
        return np.frombuffer(padded, dtype="<u8").astype(np.uint64)

    def to_array(self) -> NDArray[np.bool_]:
        """The cells as a fresh height×width array, True where filled."""
        import numpy as np

        cells = np.frombuffer(self._bits.tobytes(), dtype=np.uint8)
        flat = np.unpackbits(cells, count=len(self._bits), bitorder="little")
        return flat.reshape(self._height, self._width).view(np.bool_)

    def __int__(self) -> int:
        """The filled cells as a bit mask."""
        return ba2int(self._bits)

    # grids made from it

    def inverted(self) -> Grid:
        """The grid with filled and empty exchanged."""
        return Grid.from_bits(self._width, self._height, ~self._bits)

    def with_filled(self, cells: Iterable[Cell]) -> Grid:
        """The grid with these cells filled too."""
        return self | Grid.of_size(self._width, self._height, cells)

    def __or__(self, other: Grid) -> Grid:
        """The grid with the cells filled that are filled in either of two grids of one size."""
        if (self._width, self._height) != (other._width, other._height):
            raise SizeError(
                f"a {self._width}×{self._height} and a {other._width}×{other._height} grid "
                "have no common cells"
            )
        return Grid.from_bits(self._width, self._height, self._bits | other._bits)

    def transform(self, symmetry: Symmetry) -> Grid:
        """The grid turned or mirrored."""
        if symmetry is Symmetry.IDENTITY:
            return self
        return Grid.from_array(symmetry.of_array(self.to_array()))

    def images(self) -> tuple[Grid, ...]:
        """The grid under each of the eight symmetries, in their order."""
        return tuple(self.transform(symmetry) for symmetry in Symmetry)

    def canonical(self) -> Grid:
        """The least of the eight images: the same grid for all boards that are images of each
        other."""
        return min(self.images(), key=lambda image: (image.height, int(image)))

    def crop(self, row: int, column: int, height: int, width: int) -> Grid:
        """A part of the grid; raises IndexError if the part is not wholly inside."""
        inside_rows = 0 <= row < row + height <= self._height
        if not (inside_rows and 0 <= column < column + width <= self._width):
            raise IndexError(
                f"no {width}×{height} part at ({row}, {column}) "
                f"of a {self._width}×{self._height} grid"
            )
        bits = bitarray(endian="little")
        for r in range(row, row + height):
            start = r * self._width + column
            bits += self._bits[start : start + width]
        return Grid.from_bits(width, height, bits)

    def cropped_to_empty(self) -> Grid:
        """The smallest part that holds every empty cell; the grid itself if there is none."""
        cells = list(self.empty_cells())
        if not cells:
            return self
        top, left, height, width = bounding_box(cells)
        return self.crop(top, left, height, width)

    # text and comparison

    def rows(self) -> list[str]:
        """The rows as text, `.` for an empty cell and `#` for a filled one."""
        text = self._bits.to01().translate({ord("0"): ".", ord("1"): "#"})
        return [text[start : start + self._width] for start in range(0, len(text), self._width)]

    def __str__(self) -> str:
        return "\n".join(self.rows())

    def __repr__(self) -> str:
        return f"Grid({'|'.join(self.rows())!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self._width == other._width and self._bits == other._bits

    def __hash__(self) -> int:
        return hash((self._width, self._bits))

    def __reduce__(self) -> tuple[Any, ...]:
        return Grid.from_bits, (self._width, self._height, self._bits)


def bounding_box(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """The row, column, height and width of the smallest rectangle around some cells.

    >>> bounding_box([(3, 1), (1, 2)])
    (1, 1, 3, 2)
    """
    rows, columns = zip(*cells, strict=True)
    top, left = min(rows), min(columns)
    return top, left, max(rows) - top + 1, max(columns) - left + 1
