"""The Super Rotation System: its well-known kicks, and all placements against a search that tries
every step one by one, with the guideline's offsets in a different form."""

from collections import deque

import oracles
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.duel.moves import MODELS
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.well import Well
from cgt.play.tetris.live import LiveGame, Move

LETTERS = "IJLOSTZ"
ROOM = 16  # rows above a stack, more than any path to a place needs


def found(rules: Rules, well: Well, piece: str, rows: int) -> set[oracles.Cells]:
    return {
        frozenset((rows - 1 - row, column) for row, column in rules.cells(placement))
        for placement in rules.placements(well, piece)
    }


# against a naive search


@st.composite
def caves(draw: st.DrawFn) -> Well:
    """Wells with a winding way into a block, in which a piece gets on by kicks only. By chance
    alone few wells have one."""
    width, height = draw(st.integers(5, 8)), draw(st.integers(4, 9))
    empty: set[tuple[int, int]] = set()
    row, column = height - 1, draw(st.integers(0, width - 1))
    shapes = st.sampled_from([(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)])
    for _ in range(draw(st.integers(3, 9))):
        high, wide = draw(shapes)
        empty |= {(row - r, column + c) for r in range(high) for c in range(wide)}
        row = min(max(row + draw(st.integers(-2, 0)), 0), height - 1)
        column = min(max(column + draw(st.integers(-1, 1)), 0), width - 1)
    rows = ["".join(".#"[(r, c) not in empty] for c in range(width)) for r in range(height)]
    return Well("|".join(row for row in reversed(rows) if "." in row) or "." * width)


@given(wells() | caves(), st.sampled_from(LETTERS))
@settings(max_examples=500)
def test_placements_are_those_of_a_naive_search(well: Well, piece: str) -> None:
    rows = well.stack_height + ROOM
    plain, turns = rows_of_well(well, rows), oracles.srs_turns(piece)
    starts = oracles.starts_above(plain, turns)
    expected = oracles.landing_places(plain, turns, starts, oracles.srs_tries(piece))
    assert found(Rules(piece, width=well.width, moves="srs"), well, piece, rows) == expected


def spawn_state(piece: str, width: int) -> tuple[int, int, int]:
    """Where a piece comes in: in the middle, rounded to the left, with its top in the top row."""
    cells = oracles.srs_turns(piece)[0]
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    size = 1 + max(column for _, column in cells) - left
    return 0, -top, (width - size) // 2 - left


@given(wells(max_height=10) | caves(), st.sampled_from(LETTERS), st.integers(0, 14))
@settings(max_examples=200)
def test_placements_from_the_spawn_place_are_those_of_a_naive_search(
    well: Well, piece: str, room: int
) -> None:
    if well.width < 4:
        return
    rows = max(well.stack_height + room, 4)
    plain, turns = rows_of_well(well, rows), oracles.srs_turns(piece)
    starts = [spawn_state(piece, well.width)]
    expected = oracles.landing_places(plain, turns, starts, oracles.srs_tries(piece))
    rules = Rules(piece, width=well.width, height=rows, moves="srs", ending="spawn")
    assert found(rules, well, piece, rows) == expected
    assert rules.has_room(well, piece) == bool(expected)


@given(
    wells(max_width=6, max_height=7), st.sampled_from(LETTERS), st.sampled_from(["height", "spawn"])
)
@example(Well("#..#|....|....|....|....|....|...."), "I", "height")  # turns right above the stack
@settings(max_examples=25, deadline=None)
def test_live_play_reaches_exactly_the_listed_placements(
    well: Well, piece: str, ending: str
) -> None:
    if well.width < 4:
        return
    rules = Rules(piece, width=well.width, height=9, moves="srs", ending=ending)  # type: ignore[arg-type]
    assert landed_by_hand(rules, well, piece) == set(rules.placements(well, piece))


STEPS: dict[Move, int] = {
    "left": 0,
    "right": 0,
    "down": 0,
    "clockwise": 1,
    "counterclockwise": -1,
}


def landed_by_hand(rules: Rules, well: Well, piece: str) -> set[WellPlacement]:
    """Every placement that some sequence of keys reaches. The state is where the piece is and how
    often it has been turned."""
    setting = Setting(rules, bad=f"constant:{piece}", start=well)
    first = LiveGame(setting).falling
    if first is None:
        return set()
    ways: dict[tuple[WellPlacement, int], list[Move]] = {(first, 0): []}
    waiting = deque(ways)
    landed = set()
    while waiting:
        here = waiting.popleft()
        for step, turned in STEPS.items():
            live = LiveGame(setting)
            for move in ways[here]:
                live.move(move)
            happened = live.move(step)
            if happened == "locked":
                landed.add(here[0])
            elif happened == "moved":
                assert live.falling is not None
                there = live.falling, (here[1] + turned) % 4
                if there not in ways:
                    ways[there] = [*ways[here], step]
                    waiting.append(there)
    return landed


# kicks that players know by name


TRIPLE = ("##....|#.....|#.####|#..###|#.####", WellPlacement("T", 3, 1, 0))
MIRRORED_TRIPLE = ("....##|.....#|####.#|###..#|####.#", WellPlacement("T", 1, 3, 0))


@pytest.mark.parametrize(("text", "slot"), [TRIPLE, MIRRORED_TRIPLE])
def test_a_t_reaches_the_slot_of_a_triple_only_by_a_kick(text: str, slot: WellPlacement) -> None:
    well = Well(text)
    for moves in ("drop", "slide", "spin"):
        assert slot not in Rules("T", width=6, moves=moves).placements(well, "T")
    rules = Rules("T", width=6, moves="srs")
    assert slot in rules.placements(well, "T")
    placed = rules.place(well, slot)
    assert placed.cleared == (0, 1, 2)
    assert placed.well == Well("##....|#....." if slot.rotation == 3 else "....##|.....#")


def test_one_turn_kicks_the_t_into_the_triple() -> None:
    rules = Rules("T", width=6, height=9, moves="srs")
    live = LiveGame(Setting(rules, bad="constant:T", start=Well(TRIPLE[0])))
    for _ in range(2):
        live.move("right")
    while live.falling is not None and live.falling.row > 3:
        live.move("down")
    for _ in range(2):
        assert live.move("left") == "moved"
    assert live.falling == WellPlacement("T", 2, 1, 3)  # on the stack, its arm under the overhang
    assert live.move("turn") == "moved"
    assert live.falling == TRIPLE[1]
    assert (live.move("down"), live.lines) == ("locked", 3)


def at_wall(piece: str, turn: Move, side: Move, moves: str = "srs") -> LiveGame:
    """An upright piece beside a wall."""
    live = LiveGame(Setting(Rules(piece, moves=moves), bad=f"constant:{piece}"))
    for _ in range(5):
        live.move("down")
    live.move(turn)
    while live.move(side) == "moved":
        pass
    return live


@pytest.mark.parametrize("piece", "IJLSTZ")
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("first", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize("second", ["clockwise", "counterclockwise"])
def test_a_piece_at_a_wall_is_kicked_off_it(
    piece: str, side: Move, first: Move, second: Move
) -> None:
    live = at_wall(piece, first, side)
    assert live.move(second) == "moved"
    assert live.falling is not None
    columns = {column for _, column in live.setting.rules.cells(live.falling)}
    size = 4 if piece == "I" else 3
    assert columns == set(range(size) if side == "left" else range(10 - size, 10))


def test_without_kicks_an_i_at_a_wall_cannot_turn() -> None:
    for side in ("left", "right"):
        live = at_wall("I", "turn", side, moves="spin")  # type: ignore[arg-type]
        assert live.move("turn") == "nothing"


@pytest.mark.parametrize("piece", "JLT")
def test_a_piece_on_the_floor_can_turn(piece: str) -> None:
    live = LiveGame(Setting(Rules(piece, width=4, moves="srs"), bad=f"constant:{piece}"))
    live.move("turn")
    live.move("turn")
    while live.falling is not None and live.falling.row > 0:
        live.move("down")
    assert live.move("turn") == "moved"
    assert live.falling is not None
    assert live.falling.row == 0  # it turns beside its own foot, or a row up
    assert len({row for row, _ in live.setting.rules.cells(live.falling)}) == 3


@given(wells())
def test_o_slides_and_does_not_turn(well: Well) -> None:
    slides, kicks = (Rules("O", width=well.width, moves=moves) for moves in ("slide", "srs"))
    assert kicks.placements(well, "O") == slides.placements(well, "O")
    live = LiveGame(Setting(kicks, bad="constant:O"))
    turns: tuple[Move, ...] = ("turn", "clockwise", "counterclockwise", "half")
    assert {live.move(turn) for turn in turns} == {"nothing"}


# the guideline's rules


def test_pieces_come_in_flat_side_down_in_the_middle() -> None:
    rows = {
        "I": ["...####..."],
        "J": ["...#......", "...###...."],
        "L": [".....#....", "...###...."],
        "O": ["....##....", "....##...."],
        "S": ["....##....", "...##....."],
        "T": ["....#.....", "...###...."],
        "Z": ["...##.....", "....##...."],
    }
    for piece, expected in rows.items():
        rules = Rules(piece, moves="srs", ending="spawn")
        live = LiveGame(Setting(rules, bad=f"constant:{piece}"))
        assert live.falling is not None
        cells = set(rules.cells(live.falling))
        top = [["#" if (19 - r, c) in cells else "." for c in range(10)] for r in range(2)]
        shown = ["".join(row) for row in top if "#" in row]
        assert shown == expected


def test_a_turn_and_its_opposite_undo_each_other() -> None:
    for piece in LETTERS:
        live = LiveGame(Setting(Rules(piece, moves="srs"), bad=f"constant:{piece}"))
        for _ in range(4):
            live.move("down")
        first = live.falling
        for there, back in (("clockwise", "counterclockwise"), ("counterclockwise", "clockwise")):
            live.move(there)  # type: ignore[arg-type]
            live.move(back)  # type: ignore[arg-type]
            assert live.falling == first
        for _ in range(4):
            live.move("clockwise")
        assert live.falling == first


@pytest.mark.parametrize("name", "IJLSTZ")
def test_each_turn_is_tried_at_the_guidelines_places_in_their_order(name: str) -> None:
    piece = Rules(name).pieces[name]
    states = MODELS["srs"].piece_moves(piece, width=10).states
    turns = oracles.srs_turns(name)
    assert [frozenset(piece.rotations[state.rotation].cells) for state in states] == [
        oracles.moved_to_corner(turn) for turn in turns
    ]
    # Of the box around a piece: its left column, and its lowest row from below.
    corners = [(min(c for _, c in turn), -max(r for r, _ in turn)) for turn in turns]
    found = {
        (i, turn.to): list(turn.tries) for i, state in enumerate(states) for turn in state.turns
    }
    assert found == {
        (start, end): [
            (corners[end][0] - corners[start][0] + x, corners[end][1] - corners[start][1] + y)
            for x, y in offsets
        ]
        for (start, end), offsets in oracles.srs_tries(name).items()
    }
