"""Random inputs for property tests."""

from hypothesis import strategies as st

from cgt.board.grid import Grid
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
