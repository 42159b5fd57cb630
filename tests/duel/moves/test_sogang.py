"""The moves of S. Park's program, against a search that tries every step one by one."""

import json
from itertools import pairwise

import oracles
import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.common.errors import CgtError
from cgt.duel.moves import MODELS
from cgt.duel.moves.model import MoveModel
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.well import Well
from cgt.play.tetris.live import LiveGame

POSITIONS = [
    json.loads(line)
    for line in (ROOT / "tests/data/sogang_features.jsonl").read_text().splitlines()
]
# How many states each piece has, in the order of the boxes.
STATES = {"I": 2, "J": 4, "L": 4, "T": 4, "O": 1, "S": 2, "Z": 2}
ENDS = dict(zip(STATES, pairwise([0, 2, 6, 10, 14, 15, 17, 19]), strict=True))


def boxes(piece: str) -> list[oracles.Cells]:
    texts = oracles.PARK_BOXES[slice(*ENDS[piece])]
    return [frozenset((int(c[0]), int(c[1])) for c in text.split()) for text in texts]


def plain_landings(
    rows: oracles.Rows, piece: str, starts: list[tuple[int, int, int]]
) -> set[oracles.Cells]:
    turns = boxes(piece)
    tries = {(turn, (turn + 1) % len(turns)): [(0, 0)] for turn in range(len(turns))}
    tries |= {(turn, turn): [(0, 1)] for turn in range(len(turns))}  # up
    return oracles.landing_places(rows, turns, starts, tries)


def starts_in_a_row(piece: str, width: int) -> list[tuple[int, int, int]]:
    """Every column and state, with the box in the second row."""
    return [(turn, 1, right) for turn in range(len(boxes(piece))) for right in range(-3, width)]


def start_in_the_middle(piece: str, width: int) -> tuple[int, int, int]:
    """At the top, in the first state, in which every piece is flat."""
    cells = boxes(piece)[0]
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    wide = max(column for _, column in cells) - left + 1
    return (0, -top, (width - wide) // 2 - left)


def landings(rules: Rules, well: Well, piece: str, rows: int) -> set[oracles.Cells]:
    return {
        frozenset((rows - 1 - row, column) for row, column in rules.cells(placement))
        for placement in rules.placements(well, piece)
    }


@pytest.mark.parametrize("position", POSITIONS, ids=range(len(POSITIONS)))
def test_in_games_of_the_program_the_placements_are_those_of_its_look_ahead(
    position: dict[str, str],
) -> None:
    """Without the place in the middle of the top rows, where our game begins: it adds nothing."""
    rules = Rules(height=22, moves="sogang", ending="spawn")
    well = Well(position["board"])
    rows = rows_of_well(well, 22)
    for piece in STATES:
        expected = plain_landings(rows, piece, starts_in_a_row(piece, 10))
        assert landings(rules, well, piece, 22) == expected


@given(wells(max_width=8, max_height=12), st.integers(0, 9), st.sampled_from([*STATES]))
@settings(max_examples=150, deadline=None)
def test_placements_are_those_of_a_plain_search(well: Well, above: int, piece: str) -> None:
    if well.width < 4:
        return
    height = max(4, well.stack_height + above)
    rows = rows_of_well(well, height)
    middle = start_in_the_middle(piece, well.width)
    starts = [middle, *starts_in_a_row(piece, well.width)]
    turns = boxes(piece)
    has_room = oracles.has_room(rows, oracles.cells_of_state(turns, middle))
    expected = plain_landings(rows, piece, starts) if has_room else set()
    rules = Rules(piece, width=well.width, height=height, moves="sogang", ending="spawn")
    assert landings(rules, well, piece, height) == expected
    # From above there is always room.
    rows = rows_of_well(well, well.stack_height + 16)
    expected = plain_landings(rows, piece, oracles.starts_above(rows, turns))
    rules = Rules(piece, width=well.width, moves="sogang")
    assert landings(rules, well, piece, len(rows)) == expected


def test_a_piece_goes_up_behind_a_wall_where_spin_does_not_get_it() -> None:
    well = Well("..#####|..#....|..#....|..#....|..#..##|.....##|.....##")
    on_the_ledge = [(3, 5), (3, 6), (4, 5), (4, 6)]
    reached = {}
    for moves in ("spin", "sogang"):
        rules = Rules("O", width=7, height=12, moves=moves)
        reached[moves] = [sorted(rules.cells(p)) for p in rules.placements(well, "O")]
    assert on_the_ledge in reached["sogang"]
    assert on_the_ledge not in reached["spin"]


def test_in_live_play_the_key_of_the_half_turn_lifts_the_piece() -> None:
    live = LiveGame(Setting(Rules("T", moves="sogang", height=22), bad="constant:T"))
    assert live.falling is not None
    assert live.move("down") == "moved"
    before = live.falling
    assert live.move("half") == "moved"
    assert (live.falling.row, live.falling.rotation) == (before.row + 1, before.rotation)


def test_a_model_that_rises_has_no_half_turn() -> None:
    with pytest.raises(CgtError, match="odd: a piece that rises has no half turn"):
        MoveModel("odd", "", "", inside="turns", turns=("clockwise", "half"), rises=True)


def test_pieces_without_a_box_turn_as_with_spin() -> None:
    rules = Rules("pentomino:FLY", width=8, height=12, moves="sogang")
    for piece in rules.pieces:
        ours = MODELS["sogang"].orientations(piece)
        assert ours == MODELS["spin"].orientations(piece)
