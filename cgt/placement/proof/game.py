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

from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.proof.answers import Covered, Empty, ProofAnswers, checked_answers
from cgt.placement.proof.file import Head, ProofFile
from cgt.placement.proof.found import Pulse

OVER = -1  # what comes after a move that ends the game
NOT_HERE = -2  # what comes after a move that there is no room for


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

    empty: Empty
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
    LimitError, and NotValidError if the proof does not hold."""

    def pulse(*_: int) -> None:
        limits.check("the game of the proof")

    return _Maker(checked_answers(file, limits), pulse).made(most)


class _Maker:
    def __init__(self, answers: ProofAnswers, pulse: Pulse) -> None:
        self._answers = answers
        self._head = head = answers.head
        self._pulse = pulse
        self._numbers: dict[tuple[Empty, int], int] = {}
        self._boards: list[tuple[Empty, int]] = []
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
                return ProofGame(self._head, None, ())
            opening = first[0]
            empty -= frozenset(opening)
        self._number((empty, self._head.nimber), most)
        states: list[State] = []
        while len(states) < len(self._boards):
            board, heap = self._boards[len(states)]
            states.append(State(board, heap, tuple(self._steps(board, heap, most))))
        return ProofGame(self._head, opening, tuple(states))

    def _steps(self, empty: Empty, heap: int, most: int) -> Iterator[Step]:
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

    def _answer(self, empty: Empty, heap: int) -> tuple[Covered, int] | None:
        return self._answers.answer(empty, heap, self._pulse)

    def _number(self, state: tuple[Empty, int], most: int) -> int:
        """The number of a state, which is a new one if there is room."""
        if state not in self._numbers:
            if len(self._boards) >= most:
                return NOT_HERE
            self._numbers[state] = len(self._boards)
            self._boards.append(state)
        return self._numbers[state]
