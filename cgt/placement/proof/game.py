"""A proof to play against: for every move, the answer that the proof has.

Whoever is to move in a listed position loses against it. The boards here are real ones, not put
together from values, so that a person can play on them. Boards that are the same when one of them
is turned, or mirrored if the pieces allow that, or when cells that no piece reaches are left out,
are one state: so most games are here as a whole.

>>> from cgt.common.files import opened
>>> with opened("example:cram-5x4") as file:
...     game = proof_game(ProofFile(file), most=1)
>>> len(game.states[0].steps), game.states[0].steps[0].move
(31, (0, 1))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.proof.answers import Covered, Empty, ProofAnswers, checked_answers
from cgt.placement.proof.file import Head, ProofFile
from cgt.placement.proof.found import Pulse
from cgt.placement.proof.plain import SYMMETRIES
from cgt.placement.proof.shapes import mirrored

OVER = -1  # what comes after a move that ends the game
NOT_HERE = -2  # what comes after a move that there is no room for
MOST_STEPS = 150_000

Places = tuple[int, ...]  # for each cell of a board, the cell that it goes to


@dataclass(frozen=True)
class Step:
    """A move of whoever loses, with the heap that it leaves, the answer with its heap, and the
    number of the state after both, with the number of the symmetry that takes that state's cells to
    those of this one."""

    move: Covered
    heap: int
    answer: Covered
    answer_heap: int
    following: int
    symmetry: int = 0


@dataclass(frozen=True)
class State:
    """The empty cells of a board that some piece can cover, beside a heap: the player to move
    loses, and this is what that player can do."""

    empty: Empty
    heap: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class ProofGame:
    """The game that a proof is about: the winner's first move, if the winner begins, and then the
    states, the first of which is number 0, and the symmetries of boards, the first of which moves
    nothing. There are no states if nothing can be played."""

    head: Head
    opening: Covered | None
    states: tuple[State, ...]
    symmetries: tuple[Places, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out."""
        return all(step.following != NOT_HERE for state in self.states for step in state.steps)


def proof_game(file: ProofFile, limits: Limits = UNLIMITED, *, most: int = MOST_STEPS) -> ProofGame:
    """The game of a proof. If it has more than `most` steps, it has the states that come up
    soonest. Raises FileError, LimitError, and NotValidError if the proof does not hold."""

    def pulse(*_: int) -> None:
        limits.check("the game of the proof")

    return _Maker(checked_answers(file, limits), pulse).made(most)


def _symmetries(head: Head) -> tuple[Places, ...]:
    """What a board can be turned and mirrored by, so that the game stays the same."""
    width, height = head.size
    has_mirrors = all(mirrored(shape) in head.shapes for shape in head.shapes)
    allowed = SYMMETRIES if has_mirrors else SYMMETRIES[:4]
    found = []
    for to in allowed:
        images = [to(*divmod(cell, width), height - 1, width - 1) for cell in range(width * height)]
        if all(row < height and column < width for row, column in images):
            found.append(tuple(row * width + column for row, column in images))
    return tuple(found)


class _Maker:
    def __init__(self, answers: ProofAnswers, pulse: Pulse) -> None:
        self._answers = answers
        self._head = head = answers.head
        self._pulse = pulse
        self._numbers: dict[tuple[Covered, int], int] = {}
        self._boards: list[tuple[Empty, int]] = []
        self._symmetries = _symmetries(head)
        self._back = [self._symmetries.index(_inverse(places)) for places in self._symmetries]
        width, height = head.size
        self._placements = [
            tuple(sorted((top + row) * width + left + column for row, column in shape))
            for shape in sorted(head.shapes, key=sorted)
            for top in range(height - max(row for row, _ in shape))
            for left in range(width - max(column for _, column in shape))
        ]

    def made(self, most: int) -> ProofGame:
        width, _ = self._head.size
        empty = frozenset(row * width + column for row, column in self._head.board)
        opening: Covered | None = None
        if self._head.claim == "N":
            first = self._answer(empty, 0)
            if first is None:
                return ProofGame(self._head, None, (), self._symmetries)
            opening = first[0]
            empty -= frozenset(opening)
        self._boards.append((self._live(empty), self._head.nimber))
        states: list[State] = []
        steps = 0
        while len(states) < len(self._boards) and steps < most:
            board, heap = self._boards[len(states)]
            states.append(State(board, heap, tuple(self._steps(board, heap))))
            steps += len(states[-1].steps)
        here = tuple(_cut_off(state, len(states)) for state in states)
        return ProofGame(self._head, opening, here, self._symmetries)

    def _steps(self, empty: Empty, heap: int) -> Iterator[Step]:
        moves = [(placed, heap) for placed in self._placements if empty.issuperset(placed)]
        for move, left in [*moves, *(((), smaller) for smaller in range(heap))]:
            board = empty.difference(move)
            found = self._answer(board, left)
            if found is None:  # no piece fits any more, and in misère play the last to place loses
                yield Step(move, left, (), left, OVER)
            else:
                answer, after = found
                yield Step(
                    move, left, answer, after, *self._number(board.difference(answer), after)
                )

    def _answer(self, empty: Empty, heap: int) -> tuple[Covered, int] | None:
        return self._answers.answer(empty, heap, self._pulse)

    def _live(self, empty: Empty) -> Empty:
        """The empty cells that some piece can cover."""
        return frozenset().union(*(cells for cells in self._placements if empty.issuperset(cells)))

    def _number(self, empty: Empty, heap: int) -> tuple[int, int]:
        """The number of the state of a board, which may be a new one, and that of the symmetry
        that takes the state to the board."""
        live = self._live(empty)
        images = [tuple(sorted(places[cell] for cell in live)) for places in self._symmetries]
        least = min(images)
        symmetry = self._back[images.index(least)]
        if (least, heap) not in self._numbers:
            self._numbers[least, heap] = len(self._boards)
            self._boards.append((frozenset(least), heap))
        return self._numbers[least, heap], symmetry


def _inverse(places: Places) -> Places:
    back = [0] * len(places)
    for cell, to in enumerate(places):
        back[to] = cell
    return tuple(back)


def _cut_off(state: State, count: int) -> State:
    """A state of a game that ends after so many states."""
    steps = (
        step if step.following < count else replace(step, following=NOT_HERE)
        for step in state.steps
    )
    return replace(state, steps=tuple(steps))
