"""What a move model is: how pieces turn, where they come in, which steps they may make, and what is
tried when a turn has no room.

Turning takes a piece from one state to the next. In each state the piece has one of its rotations,
and its bounding box has a place in a square that does not move. A turn is tried at several offsets,
right and up, one after the other; it takes the first at which the piece has room. All offsets after
the first are called kicks.

>>> from cgt.board.piecesets import piece_set
>>> from cgt.duel.moves.spin import MODEL
>>> MODEL.piece_moves(piece_set("tetromino")["I"], width=10).states[1].turns
(Turn(by='counterclockwise', to=2, tries=((-1, 1),)),)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from cgt.common.errors import CgtError, SizeError

if TYPE_CHECKING:  # the command line lists the models before it imports anything large
    from cgt.board.polyomino import Piece, Polyomino

Inside = Literal["falls", "slides", "turns"]
TurnKind = Literal["clockwise", "counterclockwise", "half"]
Offset = tuple[int, int]  # right, up

_QUARTERS: dict[TurnKind, int] = {"clockwise": 1, "counterclockwise": -1, "half": 2}
_MOST_STATES = 4
_LEAST_SQUARE = 4


class Orientation(NamedTuple):
    """A state: a rotation, and how far right and up its bounding box is in the square."""

    rotation: int
    right: int
    up: int


class SpawnPlace(NamedTuple):
    """Where a piece comes in: its state, and the lower left corner of its bounding box."""

    state: int
    column: int
    row: int


class PlaceAbove(NamedTuple):
    """Where a piece that comes from above appears: its state, and the left column of its bounding
    box. It appears in the top rows of the well, or right above a stack that is higher."""

    state: int
    column: int


class Turn(NamedTuple):
    """A turn: the state it leads to, and the moves of the bounding box that are tried, in order.
    All tries after the first are kicks."""

    by: TurnKind
    to: int
    tries: tuple[Offset, ...]


class TurnState(NamedTuple):
    """A state of a piece: its rotation, and the turns that lead on from there."""

    rotation: int
    turns: tuple[Turn, ...]


class PieceMoves(NamedTuple):
    """How one piece moves. The game goes on only if the piece has room at the first of its spawn
    places."""

    states: tuple[TurnState, ...]
    above: PlaceAbove
    spawns: tuple[SpawnPlace, ...] = ()


def every_rotation(piece: Piece) -> list[Orientation]:
    """The states of a piece that turns above the stack, where it needs no square."""
    return [Orientation(rotation, 0, 0) for rotation in range(len(piece.rotations))]


def no_kicks(piece: Piece, start: int, end: int) -> Sequence[Offset]:
    """The offsets of a turn that is tried only once, in place."""
    return ((0, 0),)


@dataclass(frozen=True)
class MoveModel:
    """How pieces move: the ways to turn them, where they come in, and the steps they may make."""

    name: str
    summary: str  # what is done with a piece, in a few words
    meaning: str  # the same in full
    # What a piece may do inside the well: only fall; or also slide, that is, move sideways; or also
    # turn. What it may not do there is done above the stack, or where it comes in.
    inside: Inside
    # The turns that the model allows. Where there is only one key for turning, it makes the first,
    # which is a quarter turn. Without turns, each piece has one state.
    turns: tuple[TurnKind, ...]
    # The states of a piece, in the order in which the first turn leads through them.
    orientations: Callable[[Piece], Sequence[Orientation]] = every_rotation
    # The offsets that are tried when a piece turns from one state to another.
    kicks: Callable[[Piece, int, int], Sequence[Offset]] = no_kicks
    # The side of a square box, in the middle of the top rows, in which pieces come in. With 0 a
    # piece comes in by its bounding box.
    spawn_box: int = 0
    # Whether a piece may go up inside the well, too, a row at a time.
    rises: bool = False
    # Whether a piece may come in in every column and state, too, with a row above the square of 4×4
    # around it.
    comes_in_anywhere: bool = False
    bar: int = 0  # for a model with an ending of its own: rows above the bar, which must stay empty
    tetrominoes_only: bool = False
    smallest: tuple[int, int] = (1, 0)  # columns and rows

    def __post_init__(self) -> None:
        """Raises CgtError if the turns make no model."""
        if self.rises and "half" in self.turns:
            raise CgtError(f"{self.name}: a piece that rises has no half turn")
        for turn in self.turns:
            if turn not in _QUARTERS:
                raise CgtError(f"{self.name}: turns are {', '.join(_QUARTERS)}, not {turn!r}")
        if len(set(self.turns)) < len(self.turns):
            raise CgtError(f"{self.name}: a turn is named twice")
        if self.turns[:1] == ("half",):
            raise CgtError(f"{self.name}: the first turn is a quarter turn, not a half")

    def piece_moves(self, piece: Piece, width: int, height: int | None = None) -> PieceMoves:
        """How a piece moves in a well of this width if it comes from above, or, given the rows of
        the well, if it comes in inside the well. Raises SizeError if it has no room there, and
        CgtError if the piece cannot move in this way at all."""
        places = self.orientations(piece)
        most = _MOST_STATES if self.turns else 1
        if not 1 <= len(places) <= most:
            may = f"1 to {most} states" if self.turns else "one state without turns"
            raise CgtError(f"{self.name}: a piece has {may}, but {piece.name} {len(places)}")
        if not all(0 <= place.rotation < len(piece.rotations) for place in places):
            raise CgtError(f"{self.name}: {piece.name} has no such rotation")
        states = [
            TurnState(place.rotation, tuple(self._turns(piece, places, state)))
            for state, place in enumerate(places)
        ]
        shapes = [piece.rotations[place.rotation] for place in places]
        above = _place_above(piece, shapes, width)
        if height is None:
            return PieceMoves(tuple(states), above)
        return PieceMoves(tuple(states), above, self._spawn_places(piece, places, width, height))

    def _turns(self, piece: Piece, places: Sequence[Orientation], state: int) -> list[Turn]:
        turns = []
        for by in self.turns:
            quarters = _QUARTERS[by] if self.turns[0] == "clockwise" else -_QUARTERS[by]
            to = (state + quarters) % len(places)
            if to != state:
                turns.append(Turn(by, to, self._tries(piece, places, state, to)))
        if self.rises:
            # To the native core, and to live play, a step up is a turn back to the same state, of a
            # kind that the model does not have.
            turns.append(Turn("half", state, ((0, 1),)))
        return turns

    def _tries(
        self, piece: Piece, places: Sequence[Orientation], state: int, to: int
    ) -> tuple[Offset, ...]:
        here, there = places[state], places[to]
        tries = tuple(
            (there.right - here.right + right, there.up - here.up + up)
            for right, up in self.kicks(piece, state, to)
        )
        if not tries:
            raise CgtError(f"{self.name}: a turn of {piece.name} is tried nowhere")
        return tries

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
        # A piece that slides cannot turn in the well, so it may come in in every rotation.
        states = [first, *range(first + 1, len(shapes)), *range(first)]
        in_the_middle = tuple(
            SpawnPlace(state, _middle(shapes[state], width), height - shapes[state].height)
            for state in (states if self.inside == "slides" else states[:1])
            if shapes[state].width <= width and shapes[state].height <= height
        )
        if self.comes_in_anywhere:
            return in_the_middle + _places_in_a_row(shapes, places, width, height)
        return in_the_middle


def _places_in_a_row(
    shapes: Sequence[Polyomino], places: Sequence[Orientation], width: int, height: int
) -> tuple[SpawnPlace, ...]:
    """Every column in every state, with the square around the piece a row below the top."""
    found = []
    for state, (shape, place) in enumerate(zip(shapes, places, strict=True)):
        row = height - 1 - max(_LEAST_SQUARE, shape.width, shape.height) + place.up
        if row >= 0:
            columns = range(width - shape.width + 1)
            found += [SpawnPlace(state, column, row) for column in columns]
    return tuple(found)


def _place_above(piece: Piece, shapes: Sequence[Polyomino], width: int) -> PlaceAbove:
    """In the middle, in the first state that is flat, or else in the first that is narrow enough.
    Raises SizeError if none is."""
    narrow = [state for state, shape in enumerate(shapes) if shape.width <= width]
    if not narrow:
        raise SizeError(f"the piece {piece.name} does not fit in a well {width} wide")
    state = next((state for state in narrow if is_flat(shapes[state])), narrow[0])
    return PlaceAbove(state, _middle(shapes[state], width))


def _middle(shape: Polyomino, width: int) -> int:
    """The left column of a shape in the middle of a well."""
    return (width - shape.width) // 2


def is_flat(shape: Polyomino) -> bool:
    """Whether a shape is no higher than it is wide. Pieces come in flat."""
    return shape.height <= shape.width


def flat_rotation(piece: Piece) -> Polyomino:
    """The first rotation in which a piece is flat."""
    return next(shape for shape in piece.rotations if is_flat(shape))


def turned_in_square(
    piece: Piece, first: Polyomino, turn: Literal["clockwise", "counterclockwise"]
) -> list[Orientation]:
    """The four states of a piece that turns inside the square around its first shape. That shape
    lies in the middle of the square, or half a row above. One state if all four are the same."""
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
