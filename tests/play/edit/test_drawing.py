"""Painting, resizing and undoing, without a screen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids, rows_of

from cgt.board.boardfile import Board
from cgt.board.grid import Grid
from cgt.play.edit.drawing import (
    MIRRORINGS,
    History,
    Mirroring,
    next_mirroring,
    painted,
    painted_cells,
    resized,
)


def images(mirroring: str, row: int, column: int, height: int, width: int) -> set[tuple[int, int]]:
    """Written out, case by case."""
    up, left = height - 1 - row, width - 1 - column
    return {
        "none": {(row, column)},
        "turn": {(row, column), (up, left)},
        "across": {(row, column), (row, left)},
        "down": {(row, column), (up, column)},
        "both": {(row, column), (row, left), (up, column), (up, left)},
    }[mirroring]


@given(grids(8, 8), st.data(), st.sampled_from(sorted(MIRRORINGS)), st.booleans())
def test_a_cell_is_painted_with_its_images_and_no_other(
    grid: Grid, data: st.DataObject, mirroring: Mirroring, filled: bool
) -> None:
    row = data.draw(st.integers(0, grid.height - 1))
    column = data.draw(st.integers(0, grid.width - 1))
    cells = painted_cells(grid, (row, column), mirroring)
    assert cells == images(mirroring, row, column, grid.height, grid.width)
    before, after = rows_of(grid), rows_of(painted(grid, cells, filled=filled))
    for r in range(grid.height):
        for c in range(grid.width):
            assert after[r][c] == (filled if (r, c) in cells else before[r][c])


@given(grids(8, 8), st.integers(1, 10), st.integers(1, 10))
def test_resizing_keeps_the_upper_left(grid: Grid, width: int, height: int) -> None:
    old, new = rows_of(grid), rows_of(resized(grid, width, height))
    assert (len(new), len(new[0])) == (height, width)
    for r in range(height):
        for c in range(width):
            assert new[r][c] == (r < grid.height and c < grid.width and old[r][c])


def test_symmetries_come_in_a_circle() -> None:
    seen: list[Mirroring] = ["none"]
    while (after := next_mirroring(seen[-1])) != "none":
        seen.append(after)
    assert seen == list(MIRRORINGS)


@given(st.lists(st.sampled_from(["undo", "redo", *["....", "...#", "..#.", ".##."]])))
def test_undo_and_redo_walk_along_what_was_drawn(steps: list[str]) -> None:
    """Against a list and a place in it."""
    history = History(Board(Grid("....")))
    drawn, at = ["...."], 0
    for step in steps:
        if step == "undo":
            history, at = history.undone(), max(at - 1, 0)
        elif step == "redo":
            history, at = history.redone(), min(at + 1, len(drawn) - 1)
        else:
            history = history.changed(Grid(step))
            if step != drawn[at]:
                drawn = [*drawn[: at + 1], step]
                at += 1
        assert str(history.now.grid) == drawn[at]


@pytest.mark.parametrize("said", [{"name": "a"}, {"play": "normal"}, {"pieces": "LJ"}])
def test_what_is_said_can_be_undone_too(said: dict[str, str]) -> None:
    history = History(Board(Grid("..")))
    changed = history.changed(None, **said)
    assert changed.now == Board(Grid(".."), **said)
    assert changed.undone().now == history.now
