"""Random inputs for property tests, and strategies made over."""

from dataclasses import replace

from hypothesis import strategies as st

from cgt.board.grid import Grid
from cgt.duel.exact.bags import bag_at_choice
from cgt.duel.exact.instruction import Instruction
from cgt.duel.exact.strategy import Strategy
from cgt.duel.well import NARROWEST, Well


@st.composite
def grids(draw: st.DrawFn, max_width: int = 20, max_height: int = 20) -> Grid:
    """Grids of any shape and density."""
    width = draw(st.integers(1, max_width))
    height = draw(st.integers(1, max_height))
    size = width * height
    bits = draw(st.integers(0, 2**size - 1))
    if draw(st.booleans()):  # sparse, or dense
        bits &= draw(st.integers(0, 2**size - 1))
    if draw(st.booleans()):
        bits ^= 2**size - 1
    return Grid.from_int(width, height, bits)


def rows_of(grid: Grid) -> list[list[bool]]:
    """A grid as the oracles take boards, read through its text."""
    return [[character == "#" for character in row] for row in str(grid).split("\n")]


@st.composite
def wells(
    draw: st.DrawFn, max_width: int = 10, max_height: int = 8, full_rows: bool = False
) -> Well:
    """Wells of any shape, as games leave them: without full rows, unless they are asked for."""
    width = draw(st.integers(NARROWEST, max_width))
    rows = draw(st.lists(st.integers(0, 2**width - 1), max_size=max_height))
    if not full_rows:
        rows = [row if row != 2**width - 1 else row - 1 for row in rows]
    return Well.of(
        sum((row >> column & 1) << i for i, row in enumerate(rows)) for column in range(width)
    )


def rows_of_well(well: Well, height: int) -> list[list[bool]]:
    """A well with so many rows as the oracles take it, read through its text."""
    rows = rows_of(Grid(str(well)))
    return [[False] * well.width for _ in range(height - len(rows))] + rows


def is_for(instruction: Instruction, well: Well) -> bool:
    """Whether Bad's instruction is for a well: in rows above its full ones they are the same."""
    rows = str(instruction.well).split("\n")
    ground = 0
    while rows and "." not in rows[-1]:
        rows.pop()
        ground += 1
    height = max(len(rows) + ground, well.stack_height)
    here = str(well.grid(height)).split("\n")[: height - ground]
    empty = ["." * well.width] * (height - ground - len(rows))
    return here == [*empty, *rows]


def for_every_well(strategy: Strategy) -> Strategy:
    """Bad's strategy with an instruction for each well that really comes up, and none on ground."""
    rules, names = strategy.rules, strategy.rules.names
    first = strategy.instructions[0]
    found: dict[object, Instruction] = {}
    waiting = [(strategy.first_well, first.visible[:-1], bag_at_choice(first, names))]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        well, queue, left = state
        fitting = [
            one
            for one in strategy.instructions
            if (one.visible[:-1], bag_at_choice(one, names)) == (queue, left) and is_for(one, well)
        ]
        chosen = min(fitting, key=lambda one: one.rank)
        found[state] = chosen._replace(well=well)
        for placement in rules.placements(well, chosen.visible[0]):
            placed = rules.place(well, placement)
            if not placed.over:
                waiting.append((placed.well, chosen.visible[1:], chosen.left))
    return replace(strategy, instructions=list(found.values()))
