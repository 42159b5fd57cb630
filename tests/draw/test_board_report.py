"""The report about boards says what the solver says."""

from typing import Any

import oracles
import pytest
from conftest import ROOT
from pages import Page
from strategies import rows_of
from svgs import of_class, parsed

from cgt.board.boardfile import read_boards
from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.common.limits import Limits
from cgt.draw.describe.words import Description, Sentence
from cgt.draw.reports.board import BoardStory, board_page
from cgt.draw.reports.html import page
from cgt.placement.analysis import analyse
from cgt.placement.solver import Solver
from cgt.placement.tree import game_tree

PIECES = piece_set("tetromino")
SHAPES = tuple(frozenset(cells) for cells in PIECES.shapes)


def story_of(grid: Grid, title: str = "a board", most: int = 3000) -> BoardStory:
    solver = Solver.for_boards([grid])
    tree = game_tree(grid, solver, most=most)
    description = Description(title, (Sentence("board", "It is so."),))
    return BoardStory(analyse(grid, solver), description, tree)


def test_every_position_that_can_be_clicked_to_is_as_the_oracle_says() -> None:
    grid = Grid("....#|....#|##...")
    [board] = Page(board_page([story_of(grid)])).data["boards"]
    assert (board["width"], board["height"]) == (5, 3)
    empty = oracles.empty_cells(rows_of(grid))
    seen = 0

    def walk(number: int, cells: frozenset[tuple[int, int]]) -> None:
        nonlocal seen
        seen += 1
        outcome, moves, regions = board["tree"][number]
        assert outcome == ("N" if oracles.wins(cells, SHAPES, "misere") else "P")
        parts = [frozenset(divmod(index, 5) for index in region[5]) for region in regions]
        assert parts == oracles.regions(cells, SHAPES)
        every = oracles.placements(cells, SHAPES)
        assert sum(images for _, _, images in moves) == len(every)
        for placement, to, _ in moves:
            name, indices, _ = board["placements"][placement]
            covered = frozenset(divmod(index, 5) for index in indices)
            assert covered in every
            assert name in "IJLOSTZ"
            walk(to, cells - covered)

    walk(0, empty)
    assert seen > 10


def test_winning_moves_and_values_are_those_of_the_analysis() -> None:
    [given] = read_boards(ROOT / "boards" / "midgame.txt")
    story = story_of(given.grid, most=200)
    [board] = Page(board_page([story])).data["boards"]
    [[placement, images]] = board["winning"]
    assert board["placements"][placement] == ["I", [82, 83, 84, 85], 0]
    assert board["labels"][0] == ["I", 0, 1, 0.55, False]
    assert images == 1
    assert board["sentences"] == ["It is so.", "The whole board: genus 5^57."]
    assert [region[:4] for region in board["regions"]] == [
        [9, "N", "2^20", "*2"],
        [9, "N", "2^20", "*2"],
        [18, "N", "4^46", "*4"],
        [7, "P", "1^031", "*1"],
    ]
    assert [len(position) for position in board["tree"]].count(1) > 100  # the tree ends there
    assert len(of_class(parsed(board["svg"]), "region")) == 4
    assert set(board["pieceColours"]) == set("IJLOSTZ")


def test_what_is_not_known_is_null_and_not_a_guess() -> None:
    grid = Grid.of_size(10, 10)
    solver = Solver.for_boards([grid])
    none = Limits.of(seconds=0)
    analysis, tree = analyse(grid, solver, none), game_tree(grid, solver, none)
    story = BoardStory(analysis, Description("open"), tree)
    [board] = Page(board_page([story])).data["boards"]
    assert board["tree"] == [[None]]
    assert board["winning"] is None
    assert board["sentences"] == []
    assert board["regions"] == [[100, None, None, None, None]]


def test_several_boards_are_one_page() -> None:
    stories = [story_of(Grid("...."), "first"), story_of(Grid("##|##"), "second")]
    html = board_page(stories)
    assert "<title>first and 1 more</title>" in html
    assert [board["title"] for board in Page(html).data["boards"]] == ["first", "second"]


@pytest.mark.parametrize("name", ["</script><script>alert(1)</script>", "<b>&amp;\"'", "<!--"])
def test_a_name_is_never_markup(name: str) -> None:
    html = board_page([story_of(Grid("...."), name)])
    [board] = Page(html).data["boards"]
    assert board["title"] == name
    assert html.count("<script") == 2


def test_pages_carry_any_data() -> None:
    data: dict[str, Any] = {"text": "<\u2028>&'\"", "list": [1, None, 2.5]}
    assert Page(page("t", "<p>x</p>", data)).data == data
