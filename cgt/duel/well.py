"""The well: the board of the duel, and the literature's words for its parts.

A well has columns and a floor but no top: how high a stack may grow is a rule of the game. Rows and
columns count from 0, rows from the floor up. As in J. Brzustowski's work, a *lane* is a pair of
neighbouring columns, a *strip* is a row with a filled cell, and a *segment* is the part of a strip
in one lane.

>>> well = Well("#...|##.#")
>>> well.column_heights
(2, 1, 0, 1)
>>> well.stack_height, well.segments(0)
(2, ('##', '.#'))
>>> well.small_holes
frozenset({(0, 2)})
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cgt import _native
from cgt.board.grid import Cell, Grid
from cgt.common.drawable import Drawable
from cgt.common.errors import CgtError, SizeError

NARROWEST = _native.NARROWEST_WELL
WIDEST = _native.WIDEST_WELL
HIGHEST = _native.HIGHEST_WELL
HIGHEST_STACK = HIGHEST + _native.LARGEST_PIECE_SIDE  # with the piece that ends the game

LANE = 2  # columns


def check_width(width: int) -> None:
    """Raises SizeError if no well has this width."""
    if not NARROWEST <= width <= WIDEST:
        raise SizeError(f"a well has {NARROWEST} to {WIDEST} columns, not {width}")


def check_height(height: int, lowest: int = 1) -> None:
    """Raises SizeError if no well has this height."""
    if not lowest <= height <= HIGHEST:
        raise SizeError(f"a well has {lowest} to {HIGHEST} rows, not {height}")


@dataclass(frozen=True, init=False)
class Well(Drawable):
    """The board of the duel: which cells are filled. Rows count from the floor up.

    `columns` has one number for each column; its bit i is set if the cell in row i is filled.
    """

    columns: tuple[int, ...]

    def __init__(self, text: str) -> None:
        """Reads what `str` and `repr` write: rows from the top, separated by `|` or line ends."""
        object.__setattr__(self, "columns", Well.from_grid(Grid(text)).columns)

    @classmethod
    def of(cls, columns: Iterable[int]) -> Well:
        """A well from its columns; raises SizeError."""
        well = object.__new__(cls)
        object.__setattr__(well, "columns", tuple(columns))
        check_width(well.width)
        if not all(0 <= column < 2**HIGHEST_STACK for column in well.columns):
            raise SizeError(f"a column is a number from 0 to 2**{HIGHEST_STACK} - 1")
        return well

    @classmethod
    def empty(cls, width: int) -> Well:
        """A well without a filled cell; raises SizeError."""
        return cls.of([0] * width)

    @classmethod
    def from_grid(cls, grid: Grid) -> Well:
        """The well with the cells of a grid, the lowest row on the floor; raises SizeError."""
        check_width(grid.width)
        if grid.height > HIGHEST_STACK:
            raise SizeError(f"no stack is {grid.height} rows high")
        columns = [0] * grid.width
        for row, column in grid.filled_cells():
            columns[column] |= 1 << (grid.height - 1 - row)
        return cls.of(columns)

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.columns)

    @property
    def column_heights(self) -> tuple[int, ...]:
        """The height of each column: how many rows it takes, up to its highest filled cell."""
        return tuple(column.bit_length() for column in self.columns)

    @property
    def stack_height(self) -> int:
        """How many rows the stack takes, up to its highest filled cell; 0 if the well is empty."""
        return max(self.column_heights)

    def __getitem__(self, cell: Cell) -> bool:
        """Whether the cell in this row (from the floor) and column is filled."""
        row, column = cell
        if row < 0 or not 0 <= column < self.width:
            raise CgtError(f"there is no cell ({row}, {column})")
        return bool(self.columns[column] >> row & 1)

    # holes

    @property
    def big_holes(self) -> frozenset[Cell]:
        """Empty cells with a filled cell right above them and on both sides."""
        return self._holes(0)

    @property
    def middle_holes(self) -> frozenset[Cell]:
        """Empty cells with a filled cell right above them, but not on both sides."""
        return self._holes(1)

    @property
    def small_holes(self) -> frozenset[Cell]:
        """Empty cells with a filled cell on both sides, but not right above them."""
        return self._holes(2)

    def _holes(self, kind: int) -> frozenset[Cell]:
        found = _native.holes(self.columns)
        return frozenset(
            (row, column) for column, kinds in enumerate(found) for row in bits_of(kinds[kind])
        )

    # lanes

    @property
    def lanes(self) -> int:
        """How many lanes there are; an odd column at the right belongs to none."""
        return self.width // LANE

    def lane(self, index: int) -> tuple[int, int]:
        """The two columns of a lane, from the left; raises CgtError."""
        if not 0 <= index < self.lanes:
            raise CgtError(f"this well has lanes 0 to {self.lanes - 1}, not {index}")
        return self.columns[LANE * index], self.columns[LANE * index + 1]

    def lane_height(self, index: int) -> int:
        """The height of a lane: how many rows it takes, up to its highest filled cell."""
        return max(column.bit_length() for column in self.lane(index))

    def is_flat(self, index: int) -> bool:
        """Whether both cells of a lane are filled in every row up to its height."""
        full = (1 << self.lane_height(index)) - 1
        return self.lane(index) == (full, full)

    def is_bumpy(self, index: int) -> bool:
        """Whether some row of a lane has exactly one filled cell."""
        left, right = self.lane(index)
        return left != right

    # strips

    def segments(self, row: int) -> tuple[str, ...]:
        """The cells of a row, lane by lane: `..`, `#.`, `.#` or `##`."""
        return tuple(
            "".join(".#"[column >> row & 1] for column in self.lane(index))
            for index in range(self.lanes)
        )

    def is_immune(self, row: int, piece: str) -> bool:
        """Whether a row can never be cleared with S alone, or with Z alone, by drop or slide.

        To clear it, S would have to fill the left cell of the leftmost lane without the right one,
        or Z the right cell of the rightmost lane without the left one. Only a piece that turns
        under an overhang can do that. Raises CgtError for other pieces and for odd widths.
        """
        if piece not in ("S", "Z"):
            raise CgtError(f"rows are immune to S or to Z, not to {piece!r}")
        if self.width % LANE:
            raise CgtError("only wells of even width divide into lanes")
        segments = self.segments(row)
        return segments[0] == ".#" if piece == "S" else segments[-1] == "#."

    # text

    def grid(self, height: int | None = None) -> Grid:
        """The well as a grid with `height` rows, or by default with as few as show all of it.
        Raises SizeError if the stack is higher."""
        rows = max(self.stack_height, 1) if height is None else height
        cells = [
            (rows - 1 - row, column)
            for column, filled in enumerate(self.columns)
            for row in bits_of(filled)
        ]
        if self.stack_height > rows:
            raise SizeError(f"the stack is {self.stack_height} rows high, more than {rows}")
        return Grid.of_size(self.width, rows, cells)

    def __str__(self) -> str:
        return str(self.grid())

    def __repr__(self) -> str:
        return f"Well({'|'.join(self.grid().rows())!r})"


def bits_of(number: int) -> list[int]:
    """Which bits of a number are set, from the lowest."""
    return [bit for bit in range(number.bit_length()) if number >> bit & 1]
