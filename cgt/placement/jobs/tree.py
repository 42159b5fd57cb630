"""The leader's tree: positions with proof numbers, where each is kept once however it is reached.

The numbers estimate how much work it takes to prove that the player to move wins, and that this
player loses. A position is won if one that a move leads to is lost, and lost if all are won; so
numbers of positions with children follow from those of the children. A leaf that a job is at looks
harder than it is, so that the next job takes another.

>>> from cgt.board.grid import Grid
>>> tree = Tree()
>>> root = tree.root(Position(Grid("..")), b"root")
>>> tree.expand(root, [Child(b"a", Position(Grid("#.")), Numbers(5, 3)),
...                    Child(b"b", Position(Grid(".#")), Numbers(2, 4))])
>>> root.numbers
Numbers(to_win=3, to_lose=7.0)
>>> leaf = tree.best_leaf(root)
>>> leaf.key
b'a'
>>> tree.mark(leaf)
>>> tree.best_leaf(root).key
b'b'
>>> tree.learn(leaf, WON)
>>> tree.learn(tree.best_leaf(root), LOST)
>>> root.outcome
'N'
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from math import inf
from typing import Final, NamedTuple

from cgt.placement.game import Outcome
from cgt.placement.jobs.positions import Position

_BYTES_OF_NODE = 900  # measured, with the share of lists and of the grid
_MOST = 2.0**60  # beyond this, numbers are too large to be told apart
_HARDER = 2.0  # how much harder a leaf looks that a job is at
_MOST_HARDER = 2.0**30  # then there is nothing else to do


class Numbers(NamedTuple):
    """Proof numbers: 0 for what is proven, and the other is infinite then."""

    to_win: float
    to_lose: float

    @property
    def outcome(self) -> Outcome | None:
        """Who wins, if that is decided."""
        return "N" if self.to_win == 0 else "P" if self.to_lose == 0 else None


WON: Final = Numbers(0, inf)
LOST: Final = Numbers(inf, 0)
UNKNOWN: Final = Numbers(1, 1)


def numbers_of(outcome: Outcome) -> Numbers:
    """The numbers of a position that is decided."""
    return WON if outcome == "N" else LOST


class Child(NamedTuple):
    """What a job says of a position that a move leads to."""

    key: bytes
    position: Position
    numbers: Numbers


class Node:
    """A position in the tree. `asked` is how many nodes the last job about it was to search, and
    `tries` how many jobs said nothing about it."""

    __slots__ = ("asked", "children", "harder", "key", "numbers", "own", "parents", "position",
                 "tries")  # fmt: skip

    def __init__(self, key: bytes, position: Position, numbers: Numbers) -> None:
        self.key = key
        self.position = position
        self.own = self.numbers = numbers  # as found, and as they look
        self.children: tuple[Node, ...] | None = None
        self.parents: set[Node] = set()
        self.harder = 1.0
        self.asked = 0
        self.tries = 0

    @property
    def outcome(self) -> Outcome | None:
        """Who wins, if that is decided."""
        return self.numbers.outcome

    @property
    def is_marked(self) -> bool:
        """Whether a job is at it."""
        return self.harder > 1


class Tree:
    """Positions by their keys, below one or several roots."""

    def __init__(self, memory: int | None = None) -> None:
        """No position is expanded if the tree would take more than `memory` bytes then."""
        self._nodes: dict[bytes, Node] = {}
        self._roots: set[bytes] = set()
        self._most = inf if memory is None else memory // _BYTES_OF_NODE

    def __len__(self) -> int:
        return len(self._nodes)

    def __iter__(self) -> Iterator[Node]:
        return iter(self._nodes.values())

    def get(self, key: bytes) -> Node | None:
        """The node of a position, if the tree has it."""
        return self._nodes.get(key)

    def root(self, position: Position, key: bytes) -> Node:
        """The node of a position that is asked about, made if there is none."""
        self._roots.add(key)
        return self._node(Child(key, position, UNKNOWN))

    def best_leaf(self, root: Node) -> Node | None:
        """The leaf where a search helps most and that no job is at; None if there is none."""
        while root.outcome is None:
            node = root
            while node.children is not None:
                node = min(node.children, key=lambda child: child.numbers.to_lose)
            if not node.is_marked:
                return node
            if node.harder >= _MOST_HARDER:
                return None
            self._set_harder(node, node.harder * _HARDER)
        return None

    def mark(self, leaf: Node) -> None:
        """Says that a job is at a leaf."""
        self._set_harder(leaf, _HARDER)

    def unmark(self, leaf: Node) -> None:
        """Says that no job is at it any more."""
        self._set_harder(leaf, 1.0)

    def learn(self, leaf: Node, numbers: Numbers) -> None:
        """Takes what a job found; nothing is at the leaf any more. What is decided stays so."""
        leaf.harder = 1.0
        if leaf.outcome is None:
            leaf.own = numbers
        self._show(leaf)

    def has_room_for(self, children: int) -> bool:
        """Whether a node with so many children may be expanded."""
        return len(self._nodes) + children <= self._most

    def expand(self, leaf: Node, children: Iterable[Child]) -> None:
        """Gives a leaf its children: all that moves lead to. Children with equal keys are one."""
        found = dict.fromkeys(self._node(child) for child in children)
        leaf.children, leaf.harder = tuple(found), 1.0
        for child in found:
            child.parents.add(leaf)
        self._spread([leaf])

    def keep(self, children: Iterable[Child]) -> None:
        """Keeps positions that are decided, such as the move that wins at a root."""
        for child in children:
            self._node(child).asked = 1

    def restore(self, known: Child, children: Iterable[Child], *, asked: int, tries: int) -> None:
        """Puts in a position that the tree of an earlier run had; its children are there."""
        node = self._node(known)
        node.asked, node.tries = asked, tries
        below = list(children)
        if below:
            self.expand(node, below)

    def forget_what_does_not_matter(self) -> None:
        """Forgets positions that were decided but lie below no root any more; they may come up
        again, which costs time."""
        for node in [node for node in self if self._is_loose(node)]:
            self._nodes.pop(node.key, None)

    def _node(self, child: Child) -> Node:
        node = self._nodes.get(child.key)
        if node is None:
            node = self._nodes[child.key] = Node(*child)
        elif child.numbers.outcome is not None and node.outcome is None and node.children is None:
            node.own = child.numbers  # another worker knows it
            self._show(node)
        return node

    def _set_harder(self, leaf: Node, harder: float) -> None:
        leaf.harder = harder
        self._show(leaf)

    def _show(self, leaf: Node) -> None:
        """How hard a leaf looks, and all that follows."""
        own = leaf.own
        if own.outcome is None:
            own = Numbers(*(min(max(number, 1.0) * leaf.harder, _MOST) for number in own))
        if own != leaf.numbers:
            leaf.numbers = own
            self._spread(leaf.parents)

    def _spread(self, changed: Iterable[Node]) -> None:
        """Works out the numbers of nodes anew, and of those above them if they change: the small
        positions first, so that none is worked out before what it depends on."""
        queue = [(node.position.size, node.key) for node in changed]
        heapq.heapify(queue)
        last = None
        while queue:
            entry = heapq.heappop(queue)
            node = self._nodes.get(entry[1])
            if entry == last or node is None or node.children is None:
                continue
            last = entry
            numbers = _of_children(node.children)
            if numbers == node.numbers:
                continue
            node.numbers = node.own = numbers
            for parent in node.parents:
                heapq.heappush(queue, (parent.position.size, parent.key))
            if numbers.outcome is not None:
                self._cut(node)

    def _cut(self, node: Node) -> None:
        """Takes the children of a node that is decided. Those that matter to nothing are forgotten,
        but not what was decided by a search, nor the move that wins at a root."""
        below = [node]
        while below:
            node = below.pop()
            is_root = node.key in self._roots
            for child in node.children or ():
                child.parents.discard(node)
                is_worth_it = child.asked > 0 or (is_root and child.outcome == "P")
                if self._is_loose(child) and not (child.outcome and is_worth_it):
                    self._nodes.pop(child.key, None)
                    below.append(child)
            node.children = None

    def _is_loose(self, node: Node) -> bool:
        return not (node.parents or node.is_marked or node.key in self._roots)


def _of_children(children: tuple[Node, ...]) -> Numbers:
    """Without children, a position is neither won nor lost by this: whoever expands it knows."""
    to_win, to_lose = inf, 0.0
    for child in children:
        to_win = min(to_win, child.numbers.to_lose)
        to_lose += child.numbers.to_win
    if to_win == 0:
        return WON
    if to_lose == 0:
        return LOST
    return Numbers(min(to_win, _MOST), min(to_lose, _MOST))
