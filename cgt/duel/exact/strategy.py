"""Strategies: what to do in every state that can come up, as text, as a graph, as a value.

A strategy file is a text that a person can read and write. After a first line that names the format
come `key: value` lines with the game, then the instructions, with a blank line between them. One of
Good's has the visible pieces, the placement of the first of them, and the wells before and after:

    L J: rotation 0, column 1, row 0
    ....   .###
    ....   .#..

One of Bad's has the visible pieces, of which Bad has just chosen the last, and a rank that falls
whatever Good does:

    S: rank 12
    #...
    ##..

In place of Bad's instructions there may be `argument: sums` or `argument: lanes`: why Bad wins is
then one of the arguments in `defeat`.

With `lanes: any order`, a well stands for all that have the same lanes in another order, and its
own are in the order of `sorted_lanes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from cgt.board.grid import CELL_CHARACTERS
from cgt.common.drawable import Drawable
from cgt.common.errors import CgtError, FileError, Location
from cgt.common.files import read_text, source_name, write_atomically
from cgt.duel.exact.arguments import KINDS, Kind
from cgt.duel.gametext import check_names, is_shape, rules_lines, take, take_number, take_rules
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import LANE, Well

if TYPE_CHECKING:
    import networkx as nx

FORMAT = "cgt strategy 1"
ANY_ORDER = "any order"
MOST_PREVIEW = 3
_KEYS = (
    "player", "pieces", "width", "height", "preview", "moves", "ending", "lanes", "argument",
    "start",
)  # fmt: skip
_ABOUT = ("name", "source")  # what else a file may say
_LONGEST_FILE = 2**33
_GAP = "   "
_OVER = "over"  # what a graph calls the end of the game
_GOOD = re.compile(r"rotation (\d{1,2}), column (\d{1,2}), row (\d{1,2})", re.ASCII)
_BAD = re.compile(r"rank (\d{1,18})", re.ASCII)

Player = Literal["good", "bad"]


class Instruction(NamedTuple):
    """What to do when these pieces are visible, of which the last has just been chosen.

    Good's has a placement of the first piece and what it leaves; Bad's, which is about the choice
    of the last one, has a rank.
    """

    well: Well
    visible: tuple[str, ...]
    placement: WellPlacement | None = None
    after: Well | None = None
    rank: int = 0


@dataclass(frozen=True)
class Strategy(Drawable):
    """Instructions for one player in one game."""

    rules: Rules
    player: Player
    instructions: list[Instruction]
    preview: int = 0
    start: Well | None = None
    lanes_in_any_order: bool = False
    argument: Kind | None = None
    about: dict[str, str] = field(default_factory=dict)

    @property
    def first_well(self) -> Well:
        return Well.empty(self.rules.width) if self.start is None else self.start

    # text

    def lines(self) -> Iterator[str]:
        """The strategy as the lines of a file."""
        yield FORMAT
        yield f"player: {self.player}"
        yield from rules_lines(self.rules)
        yield f"preview: {self.preview}"
        if self.lanes_in_any_order:
            yield f"lanes: {ANY_ORDER}"
        if self.argument is not None:
            yield f"argument: {self.argument}"
        if self.start is not None and any(self.start.columns):
            yield f"start: {'|'.join(self.start.grid().rows())}"
        yield from (f"{key}: {value}" for key, value in self.about.items())
        for instruction in self.instructions:
            yield ""
            yield from _instruction_lines(instruction)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    # graphs

    def graph(self) -> nx.MultiDiGraph:
        """Wells as nodes, by their text; instructions as edges. Bad's lead to all that Good may do,
        and to the node `over` where there is nothing. With lanes in any order an edge leads to the
        well that stands for what is left, which is then its attribute `after`."""
        import networkx as nx

        graph = nx.MultiDiGraph(
            **{key: str(value) for key, value in _header(self).items()},
        )
        for instruction in self.instructions:
            before = _text_of(instruction.well)
            data: dict[str, object] = {"visible": " ".join(instruction.visible)}
            if instruction.placement is not None and instruction.after is not None:
                after = instruction.after
                _, *place = instruction.placement
                data |= zip(("rotation", "column", "row"), place, strict=True)
                if self.lanes_in_any_order and sorted_lanes(after) != after:
                    data["after"] = _text_of(after)
                    after = sorted_lanes(after)
                graph.add_edge(before, _text_of(after), **data)
            else:
                for text in [_text_of(well) for well in self._after_bad(instruction)] or [_OVER]:
                    graph.add_edge(before, text, **data, rank=instruction.rank)
        return graph

    def _after_bad(self, instruction: Instruction) -> list[Well]:
        placements = self.rules.placements(instruction.well, instruction.visible[0])
        placed = [self.rules.place(instruction.well, placement) for placement in placements]
        return list(dict.fromkeys(one.well for one in placed if not one.over))

    def dot(self) -> str:
        """The graph in Graphviz's language."""
        lines = ["digraph strategy {", '  node [shape=box, fontname="monospace"];']
        for start, end, data in self.graph().edges(data=True):
            label = "|".join(str(data[key]) for key in ("visible", "column") if key in data)
            lines.append(f"  {_dot(start)} -> {_dot(end)} [label={_dot(label)}];")
        return "\n".join([*lines, "}", ""])


def _text_of(well: Well) -> str:
    return "|".join(well.grid().rows())


def _dot(text: str) -> str:
    """A text as Graphviz quotes it, with line breaks for bars."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("|", "\\n")
    return f'"{quoted}"'


def _header(strategy: Strategy) -> dict[str, object]:
    lines = (line.partition(": ") for line in strategy.lines() if ": " in line)
    header: dict[str, object] = {}
    for key, _, value in lines:
        if " " in key or key in strategy.rules.names:
            break
        header[key] = value
    return header


def _instruction_lines(instruction: Instruction) -> Iterator[str]:
    visible = " ".join(instruction.visible)
    if instruction.placement is None or instruction.after is None:
        yield f"{visible}: rank {instruction.rank}"
        yield from instruction.well.grid().rows()
        return
    _, rotation, column, row = instruction.placement
    yield f"{visible}: rotation {rotation}, column {column}, row {row}"
    height = max(instruction.well.stack_height, instruction.after.stack_height, 1)
    before, after = instruction.well.grid(height).rows(), instruction.after.grid(height).rows()
    for left, right in zip(before, after, strict=True):
        yield f"{left}{_GAP}{right}"


def lane_of(column: int, width: int) -> int:
    """Which lane a column belongs to. On odd widths the last three columns are one lane."""
    return min(column // LANE, (width - 3) // LANE if width % LANE else width // LANE - 1)


def sorted_lanes(well: Well) -> Well:
    """The well with its lanes in the one order that stands for all: by their left, then by their
    right column as numbers. On odd widths the last lane, of three columns, stays where it is."""
    movable = well.lanes - well.width % LANE
    lanes = sorted(well.lane(index) for index in range(movable))
    others = well.columns[LANE * movable :]
    return Well.of([column for lane in lanes for column in lane] + list(others))


# files


def write_strategy(path: str | Path, strategy: Strategy) -> None:
    """Writes a strategy file, whole or not at all; raises CgtError, also if the pieces have names
    that a file cannot tell."""
    check_names(path, strategy.rules)
    write_atomically(
        path, lambda file: file.writelines(f"{line}\n".encode() for line in strategy.lines())
    )


def read_strategy(path: str | Path) -> Strategy:
    """The strategy in a file; raises FileError."""
    return parse_strategy(read_text(path, _LONGEST_FILE), source_name(path))


def parse_strategy(text: str, source: str = "text") -> Strategy:
    """The strategy in a text that is called `source`; raises FileError."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FORMAT:
        raise FileError(Location(source), f"a strategy begins with a line {FORMAT!r}")
    about: dict[str, str] = {}
    number = 1
    while number < len(lines) and lines[number].strip():
        if not lines[number].startswith(";"):
            key, colon, value = lines[number].partition(":")
            if not colon:
                raise FileError(Location(source, number + 1), "here comes 'key: value'")
            if key.strip() in about:
                raise FileError(Location(source, number + 1), f"{key.strip()} comes twice")
            about[key.strip()] = value.strip()
        number += 1
    for key in about:
        if key not in (*_KEYS, *_ABOUT) and not is_shape(key):
            raise FileError(Location(source), f"there is no key {key!r} in a strategy")
    player = take(about, "player", source)
    if player not in ("good", "bad"):
        raise FileError(Location(source), f"the player is good or bad, not {player!r}")
    rules, preview = take_rules(about, source), take_number(about, "preview", source)
    if preview > MOST_PREVIEW:
        raise FileError(Location(source), f"a strategy has a preview of up to {MOST_PREVIEW}")
    lanes = about.pop("lanes", None)
    if lanes not in (None, ANY_ORDER):
        raise FileError(Location(source), f"lanes are in {ANY_ORDER}, or not mentioned")
    argument = about.pop("argument", None)
    if argument is not None and argument not in KINDS:
        raise FileError(Location(source), f"an argument is by {' or by '.join(KINDS)}")
    try:
        start = Well(about.pop("start")) if "start" in about else None
    except CgtError as error:
        raise FileError(Location(source), f"the start is no well: {error}") from None
    instructions = list(_instructions(lines, number, source, rules, preview, player))
    return Strategy(
        rules,
        "good" if player == "good" else "bad",
        instructions,
        preview,
        start,
        lanes is not None,
        argument,
        about,
    )


def _instructions(
    lines: list[str], number: int, source: str, rules: Rules, preview: int, player: str
) -> Iterator[Instruction]:
    while number < len(lines):
        if not lines[number].strip() or lines[number].startswith(";"):
            number += 1
            continue
        first = number
        while number + 1 < len(lines) and lines[number + 1].strip():
            number += 1
        rows = [
            (i + 1, lines[i]) for i in range(first + 1, number + 1) if not lines[i].startswith(";")
        ]
        yield _instruction(lines[first], first + 1, rows, source, rules, preview, player)
        number += 1


def _instruction(
    head: str,
    line: int,
    rows: list[tuple[int, str]],
    source: str,
    rules: Rules,
    preview: int,
    player: str,
) -> Instruction:
    where = Location(source, line)
    names, colon, what = head.partition(":")
    visible = tuple(names.split())
    if not colon or len(visible) != preview + 1:
        raise FileError(where, f"an instruction begins with {preview + 1} visible pieces and ':'")
    for name in visible:
        if name not in rules.names:
            column = head.index(name) + 1
            raise FileError(Location(source, line, column), f"there is no piece {name!r}")
    column = len(names) + 2
    if player == "bad":
        found = _BAD.fullmatch(what.strip())
        if not found:
            raise FileError(Location(source, line, column), "here comes 'rank N'")
        [well] = _wells(rows, 1, where, rules.width)
        return Instruction(well, visible, rank=int(found[1]))
    found = _GOOD.fullmatch(what.strip())
    if not found:
        raise FileError(Location(source, line, column), "here comes 'rotation R, column C, row R'")
    before, after = _wells(rows, 2, where, rules.width)
    placement = WellPlacement(visible[0], *(int(group) for group in found.groups()))
    return Instruction(before, visible, placement, after)


def _wells(rows: list[tuple[int, str]], count: int, where: Location, width: int) -> Iterable[Well]:
    """So many wells side by side."""
    if not rows:
        raise FileError(where, "there is no well below this line")
    parts: list[list[str]] = [[] for _ in range(count)]
    for line, text in rows:
        cells = list(re.finditer(r"\S+", text))
        if len(cells) != count:
            place = Location(where.source, line)
            raise FileError(place, f"here comes a row of {count} wells side by side")
        for part, found in zip(parts, cells, strict=True):
            row, at = found[0], Location(where.source, line, found.start() + 1)
            if len(row) != width:
                raise FileError(at, f"a row has {width} cells, not {len(row)}")
            for i, character in enumerate(row):
                if character not in CELL_CHARACTERS:
                    odd = Location(where.source, line, at.column + i)
                    raise FileError(odd, f"{character!r} is no cell")
            part.append(row)
    try:
        return [Well("|".join(part)) for part in parts]
    except CgtError as error:
        raise FileError(where, str(error)) from None


def from_graph(graph: nx.MultiDiGraph, rules: Rules) -> Strategy:
    """The strategy in a graph as `Strategy.graph` makes it; raises CgtError."""
    good = graph.graph.get("player", "good") == "good"
    found: dict[Instruction, None] = {}  # of Bad's there is an edge for each thing Good may do
    for before, after, data in graph.edges(data=True):
        try:
            visible = tuple(str(data["visible"]).split())
            if good:
                place = (int(data["rotation"]), int(data["column"]), int(data["row"]))
                placement = WellPlacement(visible[0], *place)
                left = Well(data.get("after", after))
                instruction = Instruction(Well(before), visible, placement, left)
            else:
                instruction = Instruction(Well(before), visible, rank=int(data["rank"]))
        except (KeyError, ValueError, IndexError):
            raise CgtError(f"the edge from {before} to {after} is no instruction") from None
        found[instruction] = None
    header = graph.graph
    start, argument = header.get("start"), header.get("argument")
    if argument is not None and argument not in KINDS:
        raise CgtError(f"there is no argument by {argument}")
    return Strategy(
        rules,
        "good" if good else "bad",
        list(found),
        int(header.get("preview", 0)),
        None if start is None else Well(start),
        "lanes" in header,
        argument,
    )
