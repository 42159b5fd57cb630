"""The graph of a small proof, for Graphviz: it shows what is listed, every move, and each answer.

A position that is lost has an edge to each position that a move leads to; one that is won has a
single edge, to the answer. What is small is known by its value, and leads no further.

>>> from cgt.common.files import opened
>>> with opened("example:cram-5x4") as file:
...     graph = proof_graph(ProofFile(file))
>>> graph.nodes[0].rows[0], len(graph.nodes[0].rows)
('.....', 4)
>>> graph.nodes[0].is_lost, graph.dot().splitlines()[0]
(True, 'digraph proof {')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from cgt.common.errors import CgtError, NotValidError
from cgt.common.graphviz import quoted
from cgt.common.limits import UNLIMITED, Limits
from cgt.placement.proof.file import Head, ProofFile
from cgt.placement.proof.plain import Checker
from cgt.placement.proof.terms import position_terms
from cgt.placement.proof.words import Position, picture
from cgt.placement.proof.worth import Forms, Nimbers, Values

MOST_POSITIONS = 100  # of a proof that has a graph
MOST_NODES = 5_000


@dataclass(frozen=True)
class Node:
    """A position: how it is drawn, whether the player to move loses, and whether the claim is about
    it."""

    rows: tuple[str, ...]
    is_lost: bool
    is_start: bool


@dataclass
class ProofGraph:
    """Positions, and how many moves lead from one to another, by their numbers."""

    nodes: list[Node] = field(default_factory=list)
    edges: dict[tuple[int, int], int] = field(default_factory=dict)

    def dot(self) -> str:
        """The graph in Graphviz's language: boxes are lost, ellipses are won, and answers are
        bold. What the claim is about has a double line."""
        lines = ["digraph proof {", '  node [fontname="monospace"];']
        for number, node in enumerate(self.nodes):
            shape = "box" if node.is_lost else "ellipse"
            double = ", peripheries=2" if node.is_start else ""
            label = quoted("|".join(node.rows))
            lines.append(f"  {number} [label={label}, shape={shape}{double}];")
        for (before, after), moves in self.edges.items():
            told = f' [label="{moves}×"]' if moves > 1 else ""
            answer = " [style=bold]"
            lines.append(f"  {before} -> {after}{told if self.nodes[before].is_lost else answer};")
        return "\n".join([*lines, "}", ""])


def check_graph(head: Head, source: str) -> None:
    """Raises CgtError if a proof is too large for a graph."""
    if head.positions > MOST_POSITIONS:
        most = f"a graph has room for {MOST_POSITIONS} positions"
        raise CgtError(f"{source}: {most}, and this proof has {head.positions:,}")


def proof_graph(file: ProofFile, limits: Limits = UNLIMITED) -> ProofGraph:
    """The graph of a proof that holds, as far as the claim rests on it. Raises FileError,
    LimitError, NotValidError if an answer is missing, and CgtError if the graph is too large."""
    check_graph(file.head, file.source)
    return _Maker(file, limits).made()


class _Maker:
    def __init__(self, file: ProofFile, limits: Limits) -> None:
        self._source = file.source
        self._limits = limits
        self._head = head = file.head
        values: Values = Nimbers() if head.play == "normal" else Forms()
        self._checker = Checker(head.shapes, values, head.small)
        for line in file.lines():
            position = self._checker.of_terms(position_terms(line, head.size))
            self._checker.listed.setdefault(position, line.number)
        self._numbers: dict[Position, int] = {}
        self._graph = ProofGraph()
        self._waiting: list[Position] = []

    def made(self) -> ProofGraph:
        checker = self._checker
        for position in self._starts():
            self._number(position, is_lost=checker.is_lost(position), is_start=True)
        for position in self._waiting:  # which grows meanwhile
            self._limits.check("the graph of the proof")
            if checker.is_lost(position):
                for _, following in checker.moves(position):
                    self._add_move(position, following, is_lost=False)
            else:
                self._add_move(position, self._answer(position), is_lost=True)
        return self._graph

    def _starts(self) -> Iterator[Position]:
        """The board, beside each heap that the claim is about."""
        checker, board = self._checker, self._head.board
        regions = checker.regions(checker.placements(board))
        for heap in range(self._head.nimber, -1, -1):
            yield checker.position(regions, checker.values.of_term(heap))

    def _answer(self, won: Position) -> Position:
        """An answer that the graph has already, if there is one, else the first."""
        checker = self._checker
        answers = [after for _, after in checker.moves(won) if checker.is_lost(after)]
        if not answers:
            raise NotValidError(f"{self._source}: the proof does not hold")
        return next((after for after in answers if after in self._numbers), answers[0])

    def _add_move(self, before: Position, after: Position, *, is_lost: bool) -> None:
        edge = self._numbers[before], self._number(after, is_lost=is_lost)
        self._graph.edges[edge] = self._graph.edges.get(edge, 0) + 1

    def _number(self, position: Position, *, is_lost: bool, is_start: bool = False) -> int:
        """The number of a position, which is a new one if it comes up for the first time."""
        if position not in self._numbers:
            if len(self._numbers) == MOST_NODES:
                raise CgtError(f"{self._source}: a graph has room for {MOST_NODES:,} nodes")
            self._numbers[position] = len(self._numbers)
            self._graph.nodes.append(Node(self._drawn(position), is_lost, is_start))
            if position[0]:
                self._waiting.append(position)
        return self._numbers[position]

    def _drawn(self, position: Position) -> tuple[str, ...]:
        """Its regions beside each other, and its value."""
        large, value = position
        parts = [picture(region).split("|") for region in large]
        if value or not parts:
            parts.append([self._checker.values.text(value)])
        widths = [len(part[0]) for part in parts]
        rows: list[str] = []
        for row in zip_longest(*parts, fillvalue=""):
            between = "   " if rows else " + "
            rows.append(between.join(text.ljust(w) for text, w in zip(row, widths, strict=True)))
        return tuple(rows)
