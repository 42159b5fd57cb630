"""What a move model is: in which ways pieces can be turned, where they come in, which steps they
may make, and what is tried when a turn has no room.

A piece is turned from state to state. In each it has one of its rotations, and the box around it
has a place in a square that stays where it is. A kick is an offset, right and up, at which a turn
is tried; the first at which the piece has room is taken.

>>> from cgt.board.piecesets import piece_set
>>> from cgt.duel.moves.spin import MODEL
>>> MODEL.piece_moves(piece_set("tetromino")["I"]).states[1].turns
(Turn(by='counterclockwise', to=2, tries=((-1, 1),)),)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from cgt.common.errors import SizeError

if TYPE_CHECKING:  # the names of the models are known before anything large is loaded
    from cgt.board.polyomino import Piece, Polyomino

Inside = Literal["falls", "slides", "turns"]
TurnKind = Literal["clockwise", "counterclockwise", "half"]
Offset = tuple[int, int]  # right, up

_QUARTERS: dict[TurnKind, int] = {"clockwise": 1, "counterclockwise": -1, "half": 2}


class Orientation(NamedTuple):
    """A state: a rotation, and how far right and up in the square its box is."""

    rotation: int
    right: int
    up: int


class SpawnPlace(NamedTuple):
    """Where a piece comes in: its state, and the lower left corner of the box around it."""

    state: int
    column: int
    row: int


class Turn(NamedTuple):
    """A turn from a state: the one it leads to, and how far the box moves, in the order in which
    that is tried; those after the first are kicks."""

    by: TurnKind
    to: int
    tries: tuple[Offset, ...]


class TurnState(NamedTuple):
    rotation: int
    turns: tuple[Turn, ...]


class PieceMoves(NamedTuple):
    """How one piece moves; the first of its spawn places is where it must have room."""

    states: tuple[TurnState, ...]
    spawns: tuple[SpawnPlace, ...] = ()


def every_rotation(piece: Piece) -> list[Orientation]:
    """A piece that is put down anew when it is turned has no square to turn in."""
    return [Orientation(rotation, 0, 0) for rotation in range(len(piece.rotations))]


def no_kicks(piece: Piece, start: int, end: int) -> Sequence[Offset]:
    """The offsets of a turn that is tried once."""
    return ((0, 0),)


@dataclass(frozen=True)
class MoveModel:
    """How pieces move: the ways to turn them, where they come in, and the steps they may make."""

    name: str
    summary: str  # what is done with a piece, in a few words
    meaning: str  # and in full
    # What a piece may do inside the well: only fall; slide, that is, move sideways, too; turn, too.
    # What it may not do there is done above the stack, or where it comes in.
    inside: Inside
    # The turns that there are; one who has but one key for turning makes the first.
    turns: tuple[TurnKind, ...]
    # The states of a piece, in the order in which the first turn leads through them.
    orientations: Callable[[Piece], Sequence[Orientation]] = every_rotation
    # The offsets that are tried when a piece turns from a state to another.
    kicks: Callable[[Piece, int, int], Sequence[Offset]] = no_kicks
    # The side of the box in which a piece comes in, in the middle of the top rows, if not its own.
    spawn_box: int = 0
    bar: int = 0  # if it has an ending of its own: the rows above the bar that must stay empty
    tetrominoes_only: bool = False
    smallest: tuple[int, int] = (1, 0)  # columns and rows

    def piece_moves(self, piece: Piece, well: tuple[int, int] | None = None) -> PieceMoves:
        """How a piece moves that comes from above, or that comes in inside a well of so many
        columns and rows; raises SizeError if it has no room there."""
        places = self.orientations(piece)
        states = [
            TurnState(place.rotation, tuple(self._turns(piece, places, state)))
            for state, place in enumerate(places)
        ]
        spawns = () if well is None else self._spawn_places(piece, places, *well)
        return PieceMoves(tuple(states), spawns)

    def _turns(self, piece: Piece, places: Sequence[Orientation], state: int) -> list[Turn]:
        turns = []
        for by in self.turns:
            to = (state + _QUARTERS[by] * _QUARTERS[self.turns[0]]) % len(places)
            if to != state:
                turns.append(Turn(by, to, self._tries(piece, places, state, to)))
        return turns

    def _tries(
        self, piece: Piece, places: Sequence[Orientation], state: int, to: int
    ) -> tuple[Offset, ...]:
        here, there = places[state], places[to]
        return tuple(
            (there.right - here.right + right, there.up - here.up + up)
            for right, up in self.kicks(piece, state, to)
        )

    def _spawn_places(
        self, piece: Piece, places: Sequence[Orientation], width: int, height: int
    ) -> tuple[SpawnPlace, ...]:
        if self.spawn_box:
            left, bottom = (width - self.spawn_box) // 2, height - self.spawn_box
            return (SpawnPlace(0, left + places[0].right, bottom + places[0].up),)
        shapes = [piece.rotations[place.rotation] for place in places]
        first = next(i for i, shape in enumerate(shapes) if is_flat(shape))
        if shapes[first].width > width or shapes[first].height > height:
            raise SizeError(f"the piece {piece.name} has no room to come in")
        # What is turned nowhere else is turned here.
        states = [first, *range(first + 1, len(shapes)), *range(first)]
        return tuple(
            SpawnPlace(state, (width - shapes[state].width) // 2, height - shapes[state].height)
            for state in (states if self.inside == "slides" else states[:1])
            if shapes[state].width <= width and shapes[state].height <= height
        )


def is_flat(shape: Polyomino) -> bool:
    """Whether a shape is no higher than wide, as pieces come in."""
    return shape.height <= shape.width


def flat_rotation(piece: Piece) -> Polyomino:
    """The first rotation in which a piece is flat."""
    return next(shape for shape in piece.rotations if is_flat(shape))


def turned_in_square(
    piece: Piece, first: Polyomino, turn: Literal["clockwise", "counterclockwise"]
) -> list[Orientation]:
    """The four states of a piece that is turned inside the square around it as it comes in, in the
    middle of it or half a row above; one state if they are all the same."""
    side = first.width
    top = (side - first.height) // 2
    cells = [(top + row, column) for row, column in first.cells]
    rotations = [set(shape.cells) for shape in piece.rotations]
    states = []
    for _ in range(4):
        top, lowest = min(row for row, _ in cells), max(row for row, _ in cells)
        left = min(column for _, column in cells)
        rotation = rotations.index({(row - top, column - left) for row, column in cells})
        states.append(Orientation(rotation, left, side - 1 - lowest))
        if turn == "clockwise":
            cells = [(column, side - 1 - row) for row, column in cells]
        else:
            cells = [(side - 1 - column, row) for row, column in cells]
    return states[:1] if len(set(states)) == 1 else states
