"""Random inputs for property tests."""

from hypothesis import strategies as st

from cgt.grid import Grid


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
