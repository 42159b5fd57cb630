"""The part of a strategy that a diagram shows: wells from the start on, breadth first, up to some
number.

Good's wells are joined by instructions. Bad's are joined by everything that Good may do, and the
piece that Bad sends is written below the well. Only the wells shown are visited, so an excerpt
takes little time, however large the strategy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from cgt.common.errors import CgtError
from cgt.duel.exact.bags import bag_at_choice, bag_dealt
from cgt.duel.exact.instruction import Instruction
from cgt.duel.exact.strategy import Strategy, sorted_lanes
from cgt.duel.rules import WellPlacement
from cgt.duel.well import Well

Queue = tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """A node: a well, with Bad's instruction for it; the end of the game; or a part that is cut
    off."""

    kind: Literal["well", "over", "more"]
    well: Well | None = None
    instruction: Instruction | None = None


# What Good does, and the queues of other visible pieces for which Good does it.
Moves = dict[WellPlacement, list[Queue]]


@dataclass
class Excerpt:
    """Nodes, the first of which is the start, and edges between their numbers, with what Good does
    on them. `wells` is how many wells the strategy has; in Bad's, the same well with other visible
    pieces, or with others left in the bag, counts as another one. `unseen` is how many of them
    cannot be reached from the start; it is counted only if nothing is cut off."""

    nodes: list[Shown] = field(default_factory=list)
    edges: dict[tuple[int, int], Moves] = field(default_factory=dict)
    wells: int = 0
    unseen: int = 0

    @property
    def shown(self) -> int:
        """How many wells are shown."""
        return sum(node.kind == "well" for node in self.nodes)

    @property
    def is_cut(self) -> bool:
        return any(node.kind == "more" for node in self.nodes)


def excerpt(strategy: Strategy, most: int) -> Excerpt:
    """The first wells of a strategy: at least one, at most `most`."""
    found = _of_good(strategy, most) if strategy.player == "good" else _of_bad(strategy, most)
    if not found.is_cut:
        found.unseen = found.wells - found.shown
    return found


class _Search:
    """Goes through wells breadth first and numbers them."""

    def __init__(self, most: int, node_of: Callable[[object], Shown]) -> None:
        self.most = max(most, 1)
        self.node_of = node_of
        self.found = Excerpt()
        self.numbers: dict[object, int] = {}
        self.keys: list[object] = []
        self.taken = 0  # wells only: no ends of the game, no parts that are cut off

    def add(self, key: object) -> int:
        """The number of a node; adds the node if it is new."""
        self.numbers[key] = len(self.keys)
        self.keys.append(key)
        self.found.nodes.append(self.node_of(key))
        self.taken += self.found.nodes[-1].kind == "well"
        return self.numbers[key]

    def join(self, start: int, key: object) -> Moves:
        """The moves on the edge from a node to another, or to the part that is cut off."""
        end = self.numbers.get(key)
        if end is None:
            end = self.add(key) if self.taken < self.most else None
        if end is None:
            cut = ("more", start)
            end = self.numbers[cut] if cut in self.numbers else self.add(cut)
        return self.found.edges.setdefault((start, end), {})


def _of_good(strategy: Strategy, most: int) -> Excerpt:
    table: dict[Well, list[Instruction]] = {}
    for instruction in strategy.instructions:
        table.setdefault(instruction.well, []).append(instruction)

    def node_of(key: object) -> Shown:
        return Shown("well", key) if isinstance(key, Well) else Shown("more")

    search = _Search(most, node_of)
    first = _standing_for(strategy, strategy.first_well)
    search.add(first)
    for number, well in enumerate(search.keys):  # grows meanwhile
        for instruction in table.get(well, ()) if isinstance(well, Well) else ():
            if instruction.placement is not None and instruction.after is not None:
                moves = search.join(number, _standing_for(strategy, instruction.after))
                moves.setdefault(instruction.placement, []).append(instruction.visible[1:])
    search.found.wells = len(table.keys() | {node.well for node in search.found.nodes if node.well})
    return search.found


def _of_bad(strategy: Strategy, most: int) -> Excerpt:
    names = strategy.rules.names
    table = {
        (one.well, one.visible[:-1], bag_at_choice(one, names)): one
        for one in strategy.instructions
    }

    def node_of(key: object) -> Shown:
        match key:
            case Well() as well, tuple() as queue, tuple() as left:
                return Shown("well", well, table.get((well, queue, left)))
            case "over", _:
                return Shown("over")
        return Shown("more")

    search = _Search(most, node_of)
    queue = strategy.instructions[0].visible[:-1] if strategy.instructions else ()
    left = (bag_dealt(queue, names) or ()) if strategy.bag else ()
    search.add((strategy.first_shown, queue, left))
    for number, _ in enumerate(search.keys):  # grows meanwhile
        instruction = search.found.nodes[number].instruction
        if instruction is None:
            continue
        try:
            after = strategy.after_bad(instruction)
        except CgtError:  # the instruction is for another game
            continue
        for well in after:
            search.join(number, (well, instruction.visible[1:], instruction.left))
        if not after:
            search.found.edges[number, search.add(("over", number))] = {}
    known = {key for key in search.keys if isinstance(key, tuple) and isinstance(key[0], Well)}
    search.found.wells = len(table.keys() | known)
    return search.found


def _standing_for(strategy: Strategy, well: Well) -> Well:
    return sorted_lanes(well) if strategy.lanes_in_any_order else well
