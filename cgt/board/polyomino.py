"""Polyominoes, pieces, piece sets and their placements.

A polyomino is a shape; a piece is a named shape with its rotations; a placement is a piece at a
place. Mirror images are pieces of their own, as L and J are. The sets that have names are in
cgt.board.piecesets.

>>> [len(fixed_polyominoes(n)) for n in range(1, 7)]
[1, 2, 6, 19, 63, 216]
>>> square = PieceSet("squares", [Piece.of("O", Polyomino("##|##"))])
>>> placements(Grid("..#|..#"), square)
[Placement('O' at row 0, column 0)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from cgt import _native
from cgt.board.grid import Cell, Grid, bounding_box, words_for
from cgt.board.symmetry import ROTATIONS, Symmetry
from cgt.common.errors import PieceError
from cgt.common.names import named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST_OMINO = 10
MOST_CELLS = 10_000  # of a polyomino
MOST_PIECES = 10_000  # of a piece set: a few more than there are polyominoes of ten cells


class Polyomino:
    """A connected set of cells, moved so that its least row and its least column are 0."""

    __slots__ = ("_cells", "_height", "_width")

    def __init__(self, text: str) -> None:
        """Reads what `str` and `repr` write: rows separated by `|` or by line ends."""
        self._set(Grid(text).filled_cells())

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Polyomino:
        """A polyomino from its cells; raises PieceError if there are none or they are not
        connected."""
        polyomino = object.__new__(cls)
        polyomino._set(cells)
        return polyomino

    def _set(self, cells: Iterable[Cell]) -> None:
        listed = list(islice(cells, MOST_CELLS + 1))
        if not listed:
            raise PieceError("a polyomino has at least one cell")
        if len(listed) > MOST_CELLS:
            raise PieceError(f"a polyomino has at most {MOST_CELLS:,} cells")
        top, left, self._height, self._width = bounding_box(listed)
        self._cells = tuple(sorted({(row - top, column - left) for row, column in listed}))
        if not _is_connected(self._cells):
            raise PieceError(f"the cells {'|'.join(self.grid().rows())} are not connected")

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The (row, column) pairs in reading order."""
        return self._cells

    @property
    def size(self) -> int:
        """How many cells it has."""
        return len(self._cells)

    @property
    def width(self) -> int:
        """The columns of the box around it."""
        return self._width

    @property
    def height(self) -> int:
        """The rows of the box around it."""
        return self._height

    def transform(self, symmetry: Symmetry) -> Polyomino:
        """The polyomino turned or mirrored."""
        image = object.__new__(Polyomino)  # an image of a connected set is connected, too
        image._height, image._width = (
            (self._width, self._height) if symmetry.swaps_sides else (self._height, self._width)
        )
        image._cells = tuple(
            sorted(symmetry.of_cell(r, c, self._height, self._width) for r, c in self._cells)
        )
        return image

    def rotations(self) -> tuple[Polyomino, ...]:
        """The distinct rotations, clockwise from this one."""
        return tuple(dict.fromkeys(self.transform(symmetry) for symmetry in ROTATIONS))

    def orientations(self) -> tuple[Polyomino, ...]:
        """The distinct images under all eight symmetries: this one's rotations first."""
        return tuple(dict.fromkeys((*self.rotations(), *self.mirrored().rotations())))

    def mirrored(self) -> Polyomino:
        """Its mirror image, left and right exchanged."""
        return self.transform(Symmetry.MIRROR)

    def grid(self) -> Grid:
        """The polyomino as the filled cells of the smallest grid around it."""
        return Grid.of_size(self._width, self._height, self._cells)

    def __str__(self) -> str:
        return str(self.grid())

    def __repr__(self) -> str:
        return f"Polyomino({'|'.join(self.grid().rows())!r})"

    def __eq__(self, other: object) -> bool:
        return self._cells == other._cells if isinstance(other, Polyomino) else NotImplemented

    def __lt__(self, other: Polyomino) -> bool:
        """An order for lists of polyominoes, without any other meaning."""
        return self._cells < other._cells

    def __hash__(self) -> int:
        return hash(self._cells)


def _neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    row, column = cell
    return (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)


def _is_connected(cells: tuple[Cell, ...]) -> bool:
    missing = set(cells)
    waiting = [missing.pop()]
    while waiting:
        for neighbour in _neighbours(waiting.pop()):
            if neighbour in missing:
                missing.remove(neighbour)
                waiting.append(neighbour)
    return not missing


# all polyominoes of a size


def fixed_polyominoes(size: int) -> list[Polyomino]:
    """Every polyomino of a size, turned and mirrored ones counted separately; raises PieceError.

    Redelmeier's algorithm: each is built once, by adding cells that are new neighbours only.
    """
    if not 1 <= size <= LARGEST_OMINO:
        raise PieceError(f"polyominoes of 1 to {LARGEST_OMINO} cells can be listed, not of {size}")
    found: list[Polyomino] = []

    def grow(cells: list[Cell], untried: list[Cell], seen: set[Cell]) -> None:
        while untried:
            cell = untried.pop()
            cells.append(cell)
            if len(cells) == size:
                found.append(Polyomino.of(cells))
            else:
                fresh = [n for n in _neighbours(cell) if n >= (0, 0) and n not in seen]
                grow(cells, untried + fresh, seen | set(fresh))
            cells.pop()

    # The first cell in reading order is (0, 0): only cells that come after it may be added.
    grow([], [(0, 0)], {(0, 0)})
    return sorted(found)


def free_polyominoes(size: int) -> list[Polyomino]:
    """Every polyomino of a size, turned or mirrored ones counted once; raises PieceError."""
    return [
        p for p in fixed_polyominoes(size) if not any(p.transform(image) < p for image in Symmetry)
    ]


# pieces and piece sets


@dataclass(frozen=True)
class Piece:
    """A named shape with its distinct rotations, clockwise from the one it was given in."""

    name: str
    rotations: tuple[Polyomino, ...]

    @classmethod
    def of(cls, name: str, shape: Polyomino) -> Piece:
        """A piece from its name and one of its rotations."""
        return cls(name, shape.rotations())

    @property
    def size(self) -> int:
        """How many cells it covers."""
        return self.rotations[0].size


def check_new(piece: Piece, seen: dict[str | Polyomino, str], name: str) -> None:
    """Raises PieceError if a piece's name or shape was seen before in the set called `name`;
    otherwise adds them to `seen`."""
    keys: tuple[str | Polyomino, ...] = (piece.name, *piece.rotations)
    for key in keys:
        if key in seen:
            what = "name" if key == piece.name else "shape"
            raise PieceError(f"the piece set {name!r} has the {what} of {seen[key]} twice")
    seen.update(dict.fromkeys(keys, piece.name))


class PieceSet:
    """The pieces of a game, in a fixed order and under the name that the user gave."""

    def __init__(self, name: str, pieces: Iterable[Piece]) -> None:
        """Raises PieceError if there is no piece, if there are too many, or if two have the same
        name or shape."""
        self.name = name
        self.pieces = tuple(islice(pieces, MOST_PIECES + 1))
        if not self.pieces:
            raise PieceError(f"the piece set {name!r} has no piece")
        if len(self.pieces) > MOST_PIECES:
            raise PieceError(f"the piece set {name!r} has more than {MOST_PIECES:,} pieces")
        seen: dict[str | Polyomino, str] = {}
        for piece in self.pieces:
            check_new(piece, seen, name)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __len__(self) -> int:
        return len(self.pieces)

    def __getitem__(self, name: str) -> Piece:
        """The piece of a name; raises PieceError."""
        if name not in self._by_name:
            raise PieceError(f"the piece set {self.name!r} has no piece {name!r}")
        return self._by_name[name]

    def like(self, text: str) -> str:
        """The name of the piece that a text means, which may be typed in any case; raises
        PieceError."""
        return self[named(text, self._by_name) or text].name

    @cached_property
    def _by_name(self) -> dict[str, Piece]:
        return {piece.name: piece for piece in self.pieces}

    @cached_property
    def fixed(self) -> tuple[tuple[Piece, int], ...]:
        """Each rotation of each piece, as the piece and the rotation's number."""
        return tuple((piece, turn) for piece in self for turn in range(len(piece.rotations)))

    @cached_property
    def shapes(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each rotation of each piece, in the order of `fixed`."""
        return tuple(piece.rotations[turn].cells for piece, turn in self.fixed)

    @cached_property
    def has_mirror_images(self) -> bool:
        """Whether the mirror image of each piece is a piece too."""
        shapes = {shape for piece in self for shape in piece.rotations}
        return all(shape.mirrored() in shapes for shape in shapes)

    def __eq__(self, other: object) -> bool:
        """Whether another set has the same name and the same pieces in the same order."""
        if not isinstance(other, PieceSet):
            return NotImplemented
        return self.name == other.name and self.pieces == other.pieces

    def __hash__(self) -> int:
        return hash((self.name, len(self.pieces)))

    def __repr__(self) -> str:
        return f"PieceSet({self.name!r}: {' '.join(piece.name for piece in self)})"


# placements


@dataclass(frozen=True, repr=False)
class Placement:
    """A piece at a place: its rotation, and the top left corner of the box around it."""

    piece: Piece
    rotation: int
    row: int
    column: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells it covers, in reading order."""
        shape = self.piece.rotations[self.rotation]
        return tuple((self.row + row, self.column + column) for row, column in shape.cells)

    def mask(self, width: int) -> int:
        """Its cells as a bit mask for grids of this width, as int(grid) gives for filled cells."""
        return sum(1 << (row * width + column) for row, column in self.cells)

    def __repr__(self) -> str:
        turned = f" turned {self.rotation}" if self.rotation else ""
        return f"Placement({self.piece.name!r}{turned} at row {self.row}, column {self.column})"


def placements(grid: Grid, pieces: PieceSet) -> list[Placement]:
    """Every placement on the empty cells: by piece, by rotation, in reading order."""
    found: list[tuple[int, int, int]] = _anchors(grid, pieces).tolist()
    return [Placement(*pieces.fixed[shape], row=row, column=column) for shape, row, column in found]


def boards_after(grid: Grid, made: Sequence[Placement]) -> NDArray[np.bool_]:
    """The board after each of some placements, made alone: an array of shape (placements, height,
    width), True where filled.

    >>> single = PieceSet("single", [Piece.of("X", Polyomino("#"))])
    >>> boards_after(Grid("..#"), placements(Grid("..#"), single)).astype(int).tolist()
    [[[1, 0, 1]], [[0, 1, 1]]]
    """
    import numpy as np

    boards = np.repeat(grid.to_array()[None], len(made), axis=0)
    for board, placement in zip(boards, made, strict=True):
        board[tuple(np.transpose(placement.cells))] = True
    return boards


def _anchors(grid: Grid, pieces: PieceSet) -> NDArray[np.uint32]:
    return _native.find_placements(grid.words(), grid.width, grid.height, pieces.shapes)


def live_cells(grid: Grid, pieces: PieceSet) -> Grid:
    """The empty cells that some placement covers, as the filled cells of a grid of that size."""
    import numpy as np

    live = np.zeros(words_for(grid.width * grid.height), dtype=np.uint64)
    _native.live_cells(grid.words(), grid.width, grid.height, pieces.shapes, live)
    return Grid.from_words(grid.width, grid.height, live)
