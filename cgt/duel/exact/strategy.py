"""Strategies: what to do in every state that can come up, as a value and as a graph.

>>> strategy = Strategy.read("example:ot-4")
>>> strategy.player, strategy.rules.pieces.name, len(strategy.instructions)
('good', 'OT', 84)
>>> str(Strategy.parse(str(strategy))) == str(strategy)
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cgt import _native
from cgt.common.drawable import Drawable
from cgt.common.errors import CgtError
from cgt.common.files import read_within, source_name, write_lines
from cgt.common.graphviz import quoted
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.bags import bag_at_choice
from cgt.duel.exact.floors import State, first, table_of, to_well, wells_after
from cgt.duel.exact.ground import ground_of, instruction_for, on_ground, without_ground
from cgt.duel.exact.instruction import KINDS, Instruction, Kind, Left, Player
from cgt.duel.exact.strategy_text import Head, head_lines, parse_strategy_text, strategy_lines
from cgt.duel.gametext import check_writable
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

if TYPE_CHECKING:
    import networkx as nx

_OVER = "over"  # the node for the end of the game


@dataclass(frozen=True)
class Strategy(Drawable):
    """What one player does, whatever the other one does: instructions, or an argument. With `bag`,
    in the game in which Bad deals bags. An argument by sums has the columns' `weights`, and
    `sends`, the pieces that Bad sends over and over; one by floors has instructions."""

    rules: Rules
    player: Player
    instructions: Sequence[Instruction]
    preview: int = 0
    start: Well | None = None
    lanes_in_any_order: bool = False
    argument: Kind | None = None
    about: dict[str, str] = field(default_factory=dict)
    bag: bool = False
    weights: tuple[int, ...] = ()
    sends: tuple[str, ...] = ()

    @property
    def first_well(self) -> Well:
        """The well that the game begins with."""
        return Well.empty(self.rules.width) if self.start is None else self.start

    @property
    def first_shown(self) -> Well:
        """The well of the first instruction: the first well, by floors with a floor below it; or
        with ground in it, if Bad's first instruction is on ground."""
        if self.argument == "floors":
            return to_well(first(self.rules.width), self.rules.width)
        if self.player == "bad" and self.instructions:
            one = self.instructions[0]
            left = bag_at_choice(one, self.rules.names)
            begun = self.sent_in(self.first_well, one.visible[:-1], left)
            return self.first_well if begun is None else begun.well
        return self.first_well

    @property
    def has_ground(self) -> bool:
        """Whether any of Bad's instructions is on ground."""
        return self.player == "bad" and self.argument is None and self._sent[1] > 0

    # text

    @classmethod
    def read(cls, path: str | Path, limits: Limits = UNLIMITED) -> Strategy:
        """The strategy in a file; raises FileError, and LimitError if the limits did not
        suffice."""
        return cls.parse(read_within(path, limits), source_name(path), limits)

    @classmethod
    def parse(cls, text: str, source: str = "text", limits: Limits = UNLIMITED) -> Strategy:
        """The strategy in a text that messages call `source`; raises FileError and LimitError."""
        head, instructions = parse_strategy_text(text, source, limits)
        return cls(instructions=instructions, **head._asdict())

    def write(self, path: str | Path, limits: Limits = UNLIMITED) -> None:
        """Writes a strategy file, whole or not at all. Raises CgtError if that fails, if a piece
        has a name that cannot be written, or if the move model is one's own; LimitError if the time
        is up."""
        check_writable(path, self.rules)
        write_lines(path, self.lines(), limits)

    def lines(self) -> Iterator[str]:
        """The strategy as the lines of a file."""
        return strategy_lines(self._head, self.instructions)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    @property
    def _head(self) -> Head:
        return Head(*(getattr(self, name) for name in Head._fields))

    # graphs

    def graph(self) -> nx.MultiDiGraph:
        """The strategy as a graph: its nodes are wells, by their text, its edges instructions.

        An instruction of Bad has one edge for each well that Good can leave, or one to the node
        `over` if Good can leave none; where the next instruction is on ground, to its well. With
        lanes in any order, an edge leads to the well with sorted lanes; the well that is really
        left is then the edge's attribute `after`.
        """
        import networkx as nx

        said = (line.partition(": ") for line in head_lines(self._head))
        graph = nx.MultiDiGraph(**{key: value for key, _, value in said})
        for instruction in self.instructions:
            before = _text_of(instruction.well)
            data: dict[str, object] = {"visible": " ".join(instruction.visible)}
            if instruction.left:
                data["left"] = " ".join(instruction.left)
            if instruction.placement is not None and instruction.after is not None:
                after = instruction.after
                _, *place = instruction.placement
                data |= zip(("rotation", "column", "row"), place, strict=True)
                if self.lanes_in_any_order and sorted_lanes(after) != after:
                    data["after"] = _text_of(after)
                    after = sorted_lanes(after)
                graph.add_edge(before, _text_of(after), **data)
            else:
                if instruction.falls:
                    data["falls"] = instruction.falls
                for text in [_text_of(well) for well in self.after_bad(instruction)] or [_OVER]:
                    graph.add_edge(before, text, **data, rank=instruction.rank)
        return graph

    def after_bad(self, instruction: Instruction) -> list[Well]:
        """The wells that Good may leave after an instruction of Bad without ending the game; by
        floors, and on ground, those of the instructions that come next. Raises CgtError if the
        instruction is for another game."""
        if self.argument == "floors":
            return wells_after(instruction, self.rules, self._floors)
        ground = ground_of(instruction.well)
        above = without_ground(instruction.well)
        found: dict[Well, None] = {}
        for placement in self.rules.placements(above, instruction.visible[0]):
            placed = self.rules.place(above, placement)
            if placed.over:
                continue
            state = placed.well, instruction.visible[1:], instruction.left
            following = self.sent_in(*state, ground)
            found[following.well if following else on_ground(placed.well, ground)] = None
        return list(found)

    def sent_in(
        self, well: Well, queue: tuple[str, ...], left: Left = (), ground: int = 0
    ) -> Instruction | None:
        """Bad's instruction for a well when these pieces are visible and, with bags, these are what
        Bad chooses from. The lowest rows, `ground` of them, may be anything. It may itself be on
        ground, so its well is not always this one."""
        table, most = self._sent
        return instruction_for(well, ground, most, lambda there: table.get((there, queue, left)))

    @cached_property
    def _sent(self) -> tuple[dict[tuple[Well, tuple[str, ...], Left], Instruction], int]:
        """Bad's instructions by the states that they are for, and the most ground in them."""
        names = self.rules.names
        table = {
            (one.well, one.visible[:-1], bag_at_choice(one, names)): one
            for one in self.instructions
        }
        return table, max((ground_of(one.well) for one in self.instructions), default=0)

    @cached_property
    def _floors(self) -> dict[State, Instruction]:
        return table_of(self.instructions, self.preview)

    def dot(self) -> str:
        """The graph in Graphviz's language."""
        lines = ["digraph strategy {", '  node [shape=box, fontname="monospace"];']
        for start, end, data in self.graph().edges(data=True):
            label = "|".join(str(data[key]) for key in ("visible", "column") if key in data)
            lines.append(f"  {quoted(start)} -> {quoted(end)} [label={quoted(label)}];")
        return "\n".join([*lines, "}", ""])

    @classmethod
    def from_graph(cls, graph: nx.MultiDiGraph, rules: Rules) -> Strategy:
        """The strategy of a graph that `graph` made; raises CgtError."""
        good = graph.graph.get("player", "good") == "good"
        found: dict[Instruction, None] = {}  # an instruction of Bad may have several edges
        for before, after, data in graph.edges(data=True):
            try:
                visible = tuple(str(data["visible"]).split())
                bag = tuple(str(data.get("left", "")).split())
                if good:
                    place = (int(data["rotation"]), int(data["column"]), int(data["row"]))
                    placement = WellPlacement(visible[0], *place)
                    left = Well(data.get("after", after))
                    instruction = Instruction(Well(before), visible, placement, left, left=bag)
                else:
                    rank, falls = int(data["rank"]), int(data.get("falls", 0))
                    instruction = Instruction(
                        Well(before), visible, rank=rank, left=bag, falls=falls
                    )
            except (KeyError, ValueError, IndexError):
                raise CgtError(f"the edge from {before} to {after} is no instruction") from None
            found[instruction] = None
        header = graph.graph
        start, argument = header.get("start"), header.get("argument")
        if argument is not None and argument not in KINDS:
            raise CgtError(f"there is no argument by {argument}")
        return cls(
            rules,
            "good" if good else "bad",
            list(found),
            int(header.get("preview", 0)),
            None if start is None else Well(start),
            "lanes" in header,
            argument,
            bag="bag" in header,
            weights=tuple(map(int, header.get("weights", "").split())),
            sends=tuple(header.get("sends", "").split()),
        )

    def graphml(self) -> str:
        """The graph as GraphML."""
        import networkx as nx

        return "\n".join(nx.generate_graphml(self.graph()))


def _text_of(well: Well) -> str:
    return "|".join(well.grid().rows())


def lane_of(column: int, width: int) -> int:
    """Which lane a column belongs to. On odd widths the last three columns count as one lane."""
    return _native.lane_of(column, width)


def sorted_lanes(well: Well) -> Well:
    """The well with its lanes sorted by their left, then by their right columns, as numbers. It
    stands for all wells with the same lanes. On odd widths the last lane, which has three columns,
    stays in place."""
    return Well.of(_native.sorted_lanes(well.columns))
