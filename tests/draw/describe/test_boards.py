"""Descriptions of boards: text, figure and data say the same as an oracle."""

from dataclasses import replace

import oracles
import pytest
from conftest import ROOT
from strategies import rows_of

from cgt.board.boardfile import Board, read_boards
from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.common.errors import Location
from cgt.common.limits import Limits
from cgt.draw.describe.boards import (
    analysis_data,
    describe_analysis,
    describe_solved,
    solved_data,
)
from cgt.draw.describe.words import in_figure, on_page, on_terminal
from cgt.placement.analysis import analyse
from cgt.placement.answer import solve
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver
from cgt.placement.worth import MoveWorth

SHAPES = tuple(frozenset(cells) for cells in piece_set("tetromino").shapes)


@pytest.mark.parametrize("rows", ["....|....", "....#|....#|##...", "...|###", "####", "....|...#"])
def test_every_medium_says_what_the_oracle_says(rows: str) -> None:
    board = Board(Grid(rows), name="trial")
    analysis = analyse(board.grid)
    cells = oracles.empty_cells(rows_of(board.grid))
    outcome = "N" if oracles.wins(cells, SHAPES, "misere") else "P"
    winning = [
        placement
        for placement in oracles.placements(cells, SHAPES)
        if not oracles.wins(cells - placement, SHAPES, "misere")
    ]
    described, data = describe_analysis(analysis, board), analysis_data(analysis, board)
    assert data["outcome"] == outcome
    assert sum(move["images"] for move in data["winning_moves"]) == len(winning)
    for words in (on_terminal, in_figure, on_page):
        verdict, *how = described.texts(words, "verdict", "how")
        assert verdict.startswith(f"{outcome}: the player to move ")
        if winning:
            assert how[0].startswith(f"{len(winning)} winning move")
        else:
            assert how == []


def test_winning_moves_are_told_also_where_others_are_not_decided() -> None:
    analysis = analyse(Grid("....|...."))
    assert analysis.moves is not None
    *known, last = analysis.moves
    some = replace(analysis, moves=[*known, MoveWorth(last.move)])
    assert some.winning_moves is None
    assert some.winning_moves_found == analysis.winning_moves
    assert describe_analysis(some).texts(on_terminal, "how") == [
        "8 winning moves, 3 kinds by symmetry, and moves that are not decided; one is marked @@: "
        "I on (0, 0) (0, 1) (0, 2) (0, 3)."
    ]
    none = replace(analysis, moves=[MoveWorth(worth.move) for worth in analysis.moves])
    [how] = describe_analysis(none).texts(on_terminal, "how")
    assert how == "The winning moves are not known within the time and memory allowed."


def test_no_medium_uses_the_marks_of_another() -> None:
    [board] = read_boards(ROOT / "boards" / "midgame.txt")
    described = describe_analysis(analyse(board.grid), board)
    assert "@@" in " ".join(described.texts(on_terminal))
    assert "drawn" not in " ".join(described.texts(on_terminal))
    assert "@@" not in " ".join(described.texts(in_figure) + described.texts(on_page))


@pytest.mark.parametrize(
    ("board", "heading"),
    [
        (None, "4×2, tetromino, misère play"),
        (Board(Grid("....|...."), name="4x2"), "4×2, tetromino, misère play"),
        (Board(Grid("....|...."), name="corner"), "corner: 4×2, tetromino, misère play"),
        (Board(Grid("....|....")), "4×2, tetromino, misère play"),
        (
            Board(Grid("....|...."), where=Location("mine.txt", 3)),
            "mine.txt:3: 4×2, tetromino, misère play",
        ),
    ],
)
def test_a_heading_says_each_thing_once(board: Board | None, heading: str) -> None:
    grid = Grid("....|....")
    assert describe_analysis(analyse(grid), board).heading == heading
    assert describe_solved(solve(grid), board).heading == heading


def test_what_is_not_known_is_said_in_words_and_data() -> None:
    board = Board(Grid.of_size(10, 10))
    solver = Solver.for_boards([board.grid])
    nothing = Limits.of(seconds=0)
    analysis, solved = analyse(board.grid, solver, nothing), solve(board.grid, solver, nothing)
    assert "not known" in describe_analysis(analysis).texts(in_figure, "verdict")[0]
    assert "not known" in describe_solved(solved).texts(in_figure, "verdict")[0]
    assert analysis_data(analysis, board)["outcome"] == "unknown"
    assert analysis_data(analysis, board)["winning_moves"] is None
    assert solved_data(solved, board)["best_move"] is None


def test_long_forms_are_written_in_full_if_asked_for() -> None:
    board = Board(Grid.of_size(4, 4))
    analysis = analyse(board.grid, Solver.for_boards([board.grid], PlacementGame("domino")))
    [short] = analysis_data(analysis, board, in_full="; ask for more")["regions"]
    [long] = analysis_data(analysis, board, full=True)["regions"]
    assert short["ois"] is None
    assert short["ois_note"] == "longer than 2000 characters; ask for more"
    assert len(long["ois"]) > 2000
