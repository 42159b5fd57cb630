"""A proof to play against: for every move, the answer that the proof has.

Whoever is to move in a listed position loses against it. The boards here are real ones, not turned
and not put together from values, so that a person can play on them.

>>> from cgt.common.files import opened
>>> with opened("example:cram-5x4") as file:
...     game = proof_game(ProofFile(file), most=1)
>>> len(game.states[0].steps), game.states[0].steps[0].move
(31, (0, 1))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgt import _native
from cgt.common.errors import CgtError
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.proof.file import Head, ProofFile
from cgt.placement.proof.found import Pulse
from cgt.placement.proof.native import claim_holds, read_natively

OVER = -1  # what comes after a move that ends the game
NOT_HERE = -2  # what comes after a move that there is no room for

Board = frozenset[int]  # its empty cells
Covered = tuple[int, ...]  # cells in reading order, by their numbers; none if the heap is played


@dataclass(frozen=True)
class Step:
    """A move of whoever loses, with the heap that it leaves, the answer with its heap, and the
    number of the state after both."""

    move: Covered
    heap: int
    answer: Covered
    answer_heap: int
    following: int


@dataclass(frozen=True)
class State:
    """A board beside a heap, on which the player to move loses, and what that player can do."""

    empty: Board
    heap: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class ProofGame:
    """The game that a proof is about: the winner's first move, if the winner begins, and then the
    states, the first of which is number 0. There are none if nothing can be played."""

    head: Head
    opening: Covered | None
    states: tuple[State, ...]


def proof_game(file: ProofFile, limits: Limits = UNLIMITED, *, most: int = 20_000) -> ProofGame:
    """The game of a proof, with up to `most` states: those that come up soonest. Raises FileError,
    LimitError, and CgtError if the proof does not hold."""

    def pulse(*_: int) -> None:
        limits.check("the game of the proof")

    checker = read_natively(file, pulse, limits.bytes())
    if checker.check(1, pulse) is not None or not claim_holds(checker, file.head, pulse):
        raise CgtError(f"{file.source}: a proof that does not hold cannot be played against")
    return _Maker(checker, file.head, pulse).made(most)


class _Maker:
    def __init__(self, checker: _native.ProofChecker, head: Head, pulse: Pulse) -> None:
        self._checker = checker
        self._head = head
        self._pulse = pulse
        self._numbers: dict[tuple[Board, int], int] = {}
        self._boards: list[tuple[Board, int]] = []
        width, height = head.size
        self._cells = width * height
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
                return ProofGame(self._head, None, ())
            opening = first[0]
            empty -= frozenset(opening)
        self._number((empty, self._head.nimber), most)
        states: list[State] = []
        while len(states) < len(self._boards):
            board, heap = self._boards[len(states)]
            states.append(State(board, heap, tuple(self._steps(board, heap, most))))
        return ProofGame(self._head, opening, tuple(states))

    def _steps(self, empty: Board, heap: int, most: int) -> Iterator[Step]:
        moves = [(placed, heap) for placed in self._placements if empty.issuperset(placed)]
        for move, left in [*moves, *(((), smaller) for smaller in range(heap))]:
            board = empty.difference(move)
            found = self._answer(board, left)
            if found is None:  # no piece fits any more, and in misère play the last to place loses
                yield Step(move, left, (), left, OVER)
            else:
                answer, after = found
                following = self._number((board.difference(answer), after), most)
                yield Step(move, left, answer, after, following)

    def _answer(self, empty: Board, heap: int) -> tuple[Covered, int] | None:
        cells = [cell in empty for cell in range(self._cells)]
        found = self._checker.answer(cells, heap, self._pulse)
        return None if found is None else (tuple(found[0]), found[1])

    def _number(self, state: tuple[Board, int], most: int) -> int:
        """The number of a state, which is a new one if there is room."""
        if state not in self._numbers:
            if len(self._boards) >= most:
                return NOT_HERE
            self._numbers[state] = len(self._boards)
            self._boards.append(state)
        return self._numbers[state]
