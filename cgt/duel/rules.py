"""The rules of a duel: where a piece can land, what that does, and when the game is over.

How a piece moves is always named:

- `drop`: it is turned and moved above the well, then falls straight down.
- `slide`: it is turned above the well, then moved left, right and down through it (seed 003).
- `spin`: it is moved left, right and down and turned counterclockwise inside the well, one step
  after the other and never through blocks (seed 000). It turns inside the square around it.
- `hatetris`: as `spin`, with HATETRIS's own turns, which go clockwise, its own place to come in and
  its own ending.

So is when the game is over:

- `height`: when the stack is higher than the well after full rows are cleared. Pieces come from
  above, where there is always room.
- `lock`: when a piece sticks out of the well as it lands, before full rows are cleared.
- `spawn`: when a piece has no room to come in, in the middle of the well's top rows.

>>> rules = Rules("L", width=4, height=4)
>>> placement = rules.placements(Well.empty(4), "L")[0]
>>> placement
WellPlacement(piece='L', rotation=0, column=1, row=0)
>>> print(rules.place(Well.empty(4), placement).well)
.###
.#..
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from cgt import _native
from cgt.board.grid import Cell
from cgt.board.piecesets import TETROMINOES, piece_set
from cgt.board.polyomino import Piece, PieceSet, Polyomino
from cgt.board.symmetry import Symmetry
from cgt.common.errors import CgtError, PieceError, SizeError
from cgt.duel.well import Well, check_height, check_width

Moves = Literal["drop", "slide", "spin", "hatetris"]
Ending = Literal["height", "lock", "spawn"]
MOVES: tuple[Moves, ...] = get_args(Moves)
ENDINGS: tuple[Ending, ...] = get_args(Ending)

LARGEST_PIECE_SIDE = _native.LARGEST_PIECE_SIDE
ROWS_ABOVE_BAR = 4  # of HATETRIS

# Rotations count clockwise from the one that HATETRIS begins with; from the one in piecesets it is
# so many quarter turns away. Equally good placements are taken in this order, so it matters.
_FIRST_TURNS = {"J": 1, "L": 2, "T": 2}

# HATETRIS's pieces live in a box of 4×4. For each way to be turned: the column and the row, from
# the top, where the piece begins. O is the same in all.
_BOX = 4
_HATETRIS_CORNERS = {
    "I": ((0, 1), (2, 0), (0, 2), (1, 0)),
    "J": ((1, 1), (0, 1), (1, 0), (1, 1)),
    "L": ((1, 1), (1, 1), (0, 1), (1, 0)),
    "O": ((1, 1),),
    "S": ((1, 1), (1, 1), (0, 1), (1, 0)),
    "T": ((1, 1), (1, 1), (0, 1), (1, 0)),
    "Z": ((1, 1), (1, 1), (0, 1), (1, 0)),
}


class WellPlacement(NamedTuple):
    """A piece at a place in a well: its rotation, and the lower left corner of its box."""

    piece: str
    rotation: int
    column: int
    row: int


@dataclass(frozen=True)
class Placed:
    """What a placement leaves."""

    well: Well
    lines: int
    over: bool


class _TurnState(NamedTuple):
    """How a piece may be turned on its way: its rotation, and how far right and up its box is put
    from the place that a turn leaves where it is."""

    rotation: int
    right: int
    up: int


class _Start(NamedTuple):
    """Where a piece comes in: its state, and the lower left corner of the box around it."""

    state: int
    column: int
    row: int


def duel_piece(piece: Piece) -> Piece:
    """A piece with its rotations in the order in which the duel counts them."""
    turns = 0
    if TETROMINOES.get(piece.name) == "|".join(piece.rotations[0].grid().rows()):
        turns = _FIRST_TURNS.get(piece.name, 0)
    return Piece(piece.name, piece.rotations[turns:] + piece.rotations[:turns])


class Rules:
    """What is played: pieces, the size of the well, how pieces move and when it is over.

    The order of the pieces matters where several would be equally bad for Good: Bad sends the
    first.
    """

    def __init__(
        self,
        pieces: str | PieceSet = "tetromino",
        *,
        width: int = 10,
        height: int = 20,
        moves: Moves = "drop",
        ending: Ending = "height",
    ) -> None:
        """Raises CgtError if there is no such game."""
        check_width(width)
        check_height(height, lowest=0 if ending != "spawn" and moves != "hatetris" else 1)
        if moves not in MOVES:
            raise CgtError(f"pieces move by {', '.join(MOVES)}, not by {moves!r}")
        if ending not in ENDINGS:
            raise CgtError(f"a game ends by {' or '.join(ENDINGS)}, not by {ending!r}")
        chosen = piece_set(pieces) if isinstance(pieces, str) else pieces
        self.pieces = PieceSet(chosen.name, [duel_piece(piece) for piece in chosen])
        self.width = width
        self.height = height
        self.moves: Moves = moves
        self.ending: Ending = ending
        self._check_pieces()

    def __getstate__(self) -> dict[str, object]:
        """Rules travel to other processes, where the native core makes its own of them."""
        return {key: value for key, value in self.__dict__.items() if key != "native"}

    def _check_pieces(self) -> None:
        for piece in self.pieces:
            side = max(piece.rotations[0].width, piece.rotations[0].height)
            if side > LARGEST_PIECE_SIDE:
                raise PieceError(f"the piece {piece.name} has more than {LARGEST_PIECE_SIDE} rows")
            if min(shape.width for shape in piece.rotations) > self.width:
                raise SizeError(f"the piece {piece.name} does not fit in a well {self.width} wide")
        if self.moves == "hatetris":
            known = {duel_piece(piece) for piece in piece_set("IJLOSTZ")}
            if not set(self.pieces) <= known:
                raise PieceError("HATETRIS has the seven tetrominoes only")
            if self.width < _BOX or self.height <= _BOX:
                raise SizeError("HATETRIS needs a well of 4×5 at least")
        elif self.ending == "spawn":
            for piece in self.pieces:
                flat = piece.rotations[_flat(piece)]
                if flat.width > self.width or flat.height > self.height:
                    raise SizeError(f"the piece {piece.name} has no room to come in")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the pieces."""
        return tuple(piece.name for piece in self.pieces)

    def number(self, name: str) -> int:
        """Which of the pieces has a name; raises PieceError."""
        self.pieces[name]
        return self.names.index(name)

    def has_room(self, well: Well, piece: str) -> bool:
        """Whether a piece can come in at all."""
        return self.native.has_room(self._columns(well), self.number(piece))

    def placements(self, well: Well, piece: str) -> list[WellPlacement]:
        """Every distinct place where a piece can land: by rotation, from the floor up, from
        right to left. None if it has no room to come in."""
        found = self.native.placements(self._columns(well), self.number(piece))
        return [WellPlacement(piece, *place) for place in found]

    def place(self, well: Well, placement: WellPlacement) -> Placed:
        """What is left when a piece has landed and full rows are cleared. Raises CgtError if
        the piece has no room there; not if it cannot come there."""
        try:
            columns, lines, over = self.native.lock(
                self._columns(well), self.number(placement.piece), placement[1:]
            )
        except (TypeError, ValueError) as error:
            reason = error if isinstance(error, ValueError) else "there is no such place"
            raise CgtError(f"{placement}: {reason}") from None
        return Placed(Well.of(columns), lines, over)

    def cells(self, placement: WellPlacement) -> list[Cell]:
        """The cells that a placement covers, by row from the floor and column."""
        rotations = self.pieces[placement.piece].rotations
        if not 0 <= placement.rotation < len(rotations):
            raise CgtError(f"{placement}: no such rotation")
        shape = rotations[placement.rotation]
        return sorted(
            (placement.row + shape.height - 1 - row, placement.column + column)
            for row, column in shape.cells
        )

    def _columns(self, well: Well) -> tuple[int, ...]:
        if well.width != self.width:
            raise SizeError(f"the well is {well.width} wide, but {self.width} by the rules")
        return well.columns

    @cached_property
    def native(self) -> _native.DuelRules:
        """The rules as the native core knows them."""
        hatetris = self.moves == "hatetris"
        pieces = []
        for piece in self.pieces:
            states = self._states(piece)
            starts = [] if self.ending != "spawn" and not hatetris else self._starts(piece, states)
            pieces.append(([_cells_from_floor(shape) for shape in piece.rotations], states, starts))
        return _native.duel_rules(
            self.width,
            self.height,
            pieces,
            _native.Moves.SPIN if hatetris else _native.Moves[self.moves.upper()],
            _native.Ending.BAR if hatetris else _native.Ending[self.ending.upper()],
            ROWS_ABOVE_BAR,
        )

    def _states(self, piece: Piece) -> list[_TurnState]:
        if self.moves == "hatetris":
            return _hatetris_states(piece)
        if self.moves == "spin":
            return _spin_states(piece)
        return [_TurnState(rotation, 0, 0) for rotation in range(len(piece.rotations))]

    def _starts(self, piece: Piece, states: Sequence[_TurnState]) -> list[_Start]:
        """Where a piece comes in; the first is where it must have room."""
        if self.moves == "hatetris":
            left, bottom = (self.width - _BOX) // 2, self.height - _BOX
            return [_Start(0, left + states[0].right, bottom + states[0].up)]
        flat = _flat(piece)
        turns = list(range(len(piece.rotations)))
        turns = turns[flat:] + turns[:flat] if self.moves == "slide" else [flat]
        starts = []
        for rotation in turns:
            shape = piece.rotations[rotation]
            if shape.width <= self.width and shape.height <= self.height:
                state = [state.rotation for state in states].index(rotation)
                column = (self.width - shape.width) // 2
                starts.append(_Start(state, column, self.height - shape.height))
        return starts


def _flat(piece: Piece) -> int:
    """The first rotation that is no higher than wide: in it a piece comes in."""
    return next(i for i, shape in enumerate(piece.rotations) if shape.height <= shape.width)


def _cells_from_floor(shape: Polyomino) -> list[Cell]:
    return [(shape.height - 1 - row, column) for row, column in shape.cells]


def _spin_states(piece: Piece) -> list[_TurnState]:
    """Four quarter turns counterclockwise inside the square around the piece as it comes in."""
    flat = piece.rotations[_flat(piece)]
    side = flat.width
    top = (side - flat.height) // 2
    cells = [(top + row, column) for row, column in flat.cells]
    states = []
    for _ in range(4):
        shape = Polyomino.of(cells)
        lowest = max(row for row, _ in cells)
        left = min(column for _, column in cells)
        states.append(_TurnState(piece.rotations.index(shape), left, side - 1 - lowest))
        turn = Symmetry.ROTATE_270
        cells = [turn.of_cell(row, column, side, side) for row, column in cells]
    return states[:1] if len(set(states)) == 1 else states


def _hatetris_states(piece: Piece) -> list[_TurnState]:
    states = []
    for turn, (column, row) in enumerate(_HATETRIS_CORNERS[piece.name]):
        rotation = turn % len(piece.rotations)
        states.append(_TurnState(rotation, column, _BOX - row - piece.rotations[rotation].height))
    return states
