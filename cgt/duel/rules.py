"""The rules of a duel: where a piece can land, what that does, and when the game is over.

How pieces move is a named move model; they are in `cgt.duel.moves`. When the game is over is a
named ending:

- `height`: the game is over when the stack is higher than the well after full rows are cleared.
  Pieces come from above, where there is always room.
- `lock`: it is over when a piece sticks out of the well as it lands, before full rows are cleared.
- `spawn`: it is over when a new piece has no room in the middle of the well's top rows.

>>> rules = Rules("L", width=4, height=4)
>>> placement = rules.placements(Well.empty(4), "L")[0]
>>> placement
WellPlacement(piece='L', rotation=0, column=1, row=0)
>>> print(rules.place(Well.empty(4), placement).well)
.###
.#..
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from cgt import _native
from cgt.board.grid import Cell
from cgt.board.piecesets import TETROMINOES, piece_set
from cgt.board.polyomino import Piece, PieceSet, Polyomino
from cgt.common.errors import CgtError, PieceError, SizeError
from cgt.duel.moves import move_model
from cgt.duel.moves.model import MoveModel, TurnKind
from cgt.duel.well import Well, bits_of, check_height, check_width

Ending = Literal["height", "lock", "spawn"]
ENDINGS: tuple[Ending, ...] = get_args(Ending)

LARGEST_PIECE_SIDE = _native.LARGEST_PIECE_SIDE

# Rotations count clockwise from the one that HATETRIS begins with. These are the quarter turns from
# the first rotation in cgt.board.piecesets to that one; for other pieces it is the same. The order
# matters, because ties between equally good placements are broken by it.
_FIRST_TURNS = {"J": 1, "L": 2, "T": 2}


class WellPlacement(NamedTuple):
    """A piece at a place in a well: its rotation, and the lower left corner of its bounding box."""

    piece: str
    rotation: int
    column: int
    row: int


@dataclass(frozen=True)
class Placed:
    """What a placement leaves: the well, the rows that were cleared (where they were before), and
    whether the game is over."""

    well: Well
    cleared: tuple[int, ...]
    over: bool

    @property
    def lines(self) -> int:
        """How many rows were cleared."""
        return len(self.cleared)


def duel_piece(piece: Piece) -> Piece:
    """A piece with its rotations in the order in which the duel counts them."""
    turns = 0
    if TETROMINOES.get(piece.name) == "|".join(piece.rotations[0].grid().rows()):
        turns = _FIRST_TURNS.get(piece.name, 0)
    return Piece(piece.name, piece.rotations[turns:] + piece.rotations[:turns])


def _is_tetromino(piece: Piece) -> bool:
    """Whether a piece is one of the seven, by name and shape."""
    text = TETROMINOES.get(piece.name)
    return any("|".join(shape.grid().rows()) == text for shape in piece.rotations)


class Rules:
    """The rules of a duel: pieces, the size of the well, how pieces move, and the ending.

    The order of the pieces matters: where several are equally bad for Good, Bad sends the first.
    """

    def __init__(
        self,
        pieces: str | PieceSet = "tetromino",
        *,
        width: int = 10,
        height: int = 20,
        moves: str | MoveModel = "drop",
        ending: Ending = "height",
    ) -> None:
        """Raises CgtError if these make no game."""
        check_width(width)
        if ending not in ENDINGS:
            raise CgtError(f"a game ends by {' or '.join(ENDINGS)}, not by {ending!r}")
        chosen = piece_set(pieces) if isinstance(pieces, str) else pieces
        self.pieces = PieceSet(chosen.name, [duel_piece(piece) for piece in chosen])
        self.width = width
        self.height = height
        self.model = move_model(moves) if isinstance(moves, str) else moves
        self.ending: Ending = ending
        check_height(height, lowest=1 if self.come_in_inside else 0)
        self._check_pieces()
        rows = height if self.come_in_inside else None
        self.piece_moves = tuple(
            self.model.piece_moves(piece, width, rows) for piece in self.pieces
        )
        self._check_turns()

    @property
    def moves(self) -> str:
        """The name of the move model."""
        return self.model.name

    @property
    def come_in_inside(self) -> bool:
        """Whether pieces come in inside the well, where they may have no room, not from above."""
        return self.ending == "spawn" or self.model.bar > 0

    @property
    def only_drops(self) -> bool:
        """Whether pieces only fall straight down from above, and the ending is by height. Then how
        a piece lands inside a lane does not depend on the columns beside it."""
        return self.model.inside == "falls" and self.ending == "height" and not self.model.bar

    @property
    def begin_above(self) -> bool:
        """Whether a piece begins to fall from above the well."""
        return not self.come_in_inside or self.model.inside == "falls"

    def with_height(self, height: int) -> Rules:
        """The same rules for a well of another height; raises CgtError if these make no game.

        >>> Rules("LJ", width=6, moves="spin").with_height(8)
        Rules('LJ', width=6, height=8, moves='spin', ending='height')
        """
        return Rules(
            self.pieces, width=self.width, height=height, moves=self.model, ending=self.ending
        )

    def __eq__(self, other: object) -> bool:
        """Whether other rules have the same pieces in the same order, size, moves and ending."""
        return self._key == other._key if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return (
            f"Rules({self.pieces.name!r}, width={self.width}, height={self.height}, "
            f"moves={self.moves!r}, ending={self.ending!r})"
        )

    @property
    def _key(self) -> tuple[object, ...]:
        return self.pieces, self.width, self.height, self.model, self.ending

    def __getstate__(self) -> dict[str, object]:
        """Rules can be sent to other processes. The native rules stay behind; they are made anew
        there."""
        return {key: value for key, value in self.__dict__.items() if key != "native"}

    def _check_pieces(self) -> None:
        for piece in self.pieces:
            side = max(piece.rotations[0].width, piece.rotations[0].height)
            if side > LARGEST_PIECE_SIDE:
                raise PieceError(f"the piece {piece.name} has more than {LARGEST_PIECE_SIDE} rows")
            if min(shape.width for shape in piece.rotations) > self.width:
                raise SizeError(f"the piece {piece.name} does not fit in a well {self.width} wide")
        model = self.model
        if model.tetrominoes_only and not all(_is_tetromino(piece) for piece in self.pieces):
            raise PieceError(f"{model.name.upper()} has the seven tetrominoes only")
        if self.width < model.smallest[0] or self.height < model.smallest[1]:
            smallest = "×".join(map(str, model.smallest))
            raise SizeError(f"{model.name.upper()} needs a well of {smallest} at least")

    def _check_turns(self) -> None:
        """Raises CgtError if a turn moves a piece farther than the native core can follow."""
        for piece, moves in zip(self.pieces, self.piece_moves, strict=True):
            for turn in (turn for state in moves.states for turn in state.turns):
                highest = LARGEST_PIECE_SIDE // (2 if len(turn.tries) > 1 else 1)
                if any(abs(x) > LARGEST_PIECE_SIDE or abs(y) > highest for x, y in turn.tries):
                    raise CgtError(f"{self.model.name}: a turn of {piece.name} goes too far")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the pieces."""
        return tuple(piece.name for piece in self.pieces)

    def number(self, name: str) -> int:
        """The number of the piece with this name; raises PieceError."""
        self.pieces[name]  # raises PieceError
        return self._numbers[name]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def has_room(self, well: Well, piece: str) -> bool:
        """Whether a piece has room to come in."""
        return self.native.has_room(self._columns(well), self.number(piece))

    def placements(self, well: Well, piece: str) -> list[WellPlacement]:
        """Every distinct place where a piece can land, sorted by rotation, then from the floor up,
        then from right to left. The list is empty if the piece has no room to come in."""
        found = self.native.placements(self._columns(well), self.number(piece))
        return [WellPlacement(piece, *place) for place in found]

    def place(self, well: Well, placement: WellPlacement) -> Placed:
        """What is left after a piece has landed and full rows are cleared. Raises CgtError if the
        piece has no room there. Whether it can get there is not checked."""
        try:
            columns, cleared, over = self.native.lock(
                self._columns(well), self.number(placement.piece), placement[1:]
            )
        except (TypeError, ValueError) as error:
            reason = error if isinstance(error, ValueError) else "there is no such place"
            raise CgtError(f"{placement}: {reason}") from None
        return Placed(Well.of(columns), tuple(bits_of(cleared)), over)

    def cells(self, placement: WellPlacement) -> list[Cell]:
        """The cells that a placement covers: rows from the floor, and columns."""
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
        pieces = []
        for piece, moves in zip(self.pieces, self.piece_moves, strict=True):
            states = [
                (state.rotation, [(_TURNS[turn.by], turn.to, turn.tries) for turn in state.turns])
                for state in moves.states
            ]
            shapes = [cells_from_floor(shape) for shape in piece.rotations]
            pieces.append((shapes, states, moves.above, moves.spawns))
        model = self.model
        return _native.duel_rules(
            self.width,
            self.height,
            pieces,
            _native.Inside[model.inside.upper()],
            _native.Ending.BAR if model.bar else _native.Ending[self.ending.upper()],
            model.bar,
        )


_TURNS: dict[TurnKind, _native.TurnBy] = {
    "clockwise": _native.TurnBy.CLOCKWISE,
    "counterclockwise": _native.TurnBy.COUNTERCLOCKWISE,
    "half": _native.TurnBy.HALF,
}


def cells_from_floor(shape: Polyomino) -> list[Cell]:
    """The cells of a shape: rows from its lowest one, and columns."""
    return [(shape.height - 1 - row, column) for row, column in shape.cells]
