"""Live games compared with games played at once, with replays, and with plain steps."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import get_args

import oracles
import pytest
from conftest import ROOT
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.board.piecesets import TETROMINOES
from cgt.common.errors import CgtError
from cgt.duel.exact.instruction import Instruction
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.moves import GENERAL, MODELS
from cgt.duel.players import State
from cgt.duel.rules import ENDINGS, Ending, Rules, WellPlacement
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.duel.trace import write_trace
from cgt.duel.well import Well, bits_of
from cgt.literature import hatetris
from cgt.play.tetris.live import LiveGame, Move

STEPS: dict[str, Move] = {"L": "left", "R": "right", "D": "down", "U": "turn"}


def cells_from_top(rules: Rules, placement: WellPlacement) -> frozenset[tuple[int, int]]:
    return frozenset((rules.height - 1 - row, column) for row, column in rules.cells(placement))


def filled(well: Well) -> set[tuple[int, int]]:
    return {(row, column) for column, bits in enumerate(well.columns) for row in bits_of(bits)}


# the same game


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize(
    "bad", ["uniform", "bag", "bastet", "hatetris-mild", "minmax", "burgiel", "sequence:LTI"]
)
def test_the_same_placements_give_the_same_game(rule_set: str, bad: str) -> None:
    setting = RULE_SETS[rule_set].setting(
        good="greedy:dt-20", bad=bad, seed=11, max_pieces=120, cycles="none"
    )
    game = Game(setting, keeps_trace=True)
    live = LiveGame(setting)
    for placement in _placements(setting):
        assert live.visible[0] == placement.piece
        assert len(live.visible) == 1 + setting.preview
        game.advance(1)
        live.place(placement)
        assert (live.score, live.lines, live.placed) == (game.score, game.lines, game.placed)
        assert live.well == game.well
        assert set(live.settled) == filled(live.well)
    game.advance()
    assert live.over == (game.result == "topped-out")
    assert live.trace() == game.trace()


def _placements(setting: Setting) -> list[WellPlacement]:
    whole = Game(setting, keeps_trace=True)
    whole.advance()
    assert whole.placed > 10
    return whole.trace().placements


def test_steps_that_are_found_plainly_lead_to_the_same_game() -> None:
    """Each placement of a game is reached by the arrow keys, found by trying out all of them in a
    well of plain rows; among them are some under roofs."""
    setting = RULE_SETS["sogang"].setting(
        good="random", height=12, seed=3, max_pieces=60, cycles="none"
    )
    played = 0
    for seed in range(6):
        one = replace(setting, seed=seed)
        live, game = LiveGame(one), Game(one, keeps_trace=True)
        game.advance()
        for placement in game.trace().placements:
            for step in plain_path(one.rules, live.well, placement):
                assert live.move(step) == "moved"
            assert live.falling is not None
            assert one.rules.cells(live.falling) == one.rules.cells(placement)
            assert live.move("down") == "locked"
        assert (live.score, live.lines, live.well) == (game.score, game.lines, game.well)
        assert live.over
        played += live.placed
    assert played > 60


def plain_path(rules: Rules, well: Well, placement: WellPlacement) -> list[Move]:
    """The steps from where a tetromino comes in to a placement, by the rules of S. Park's game."""
    rows = rows_of_well(well, rules.height)
    shape = {
        (r, c)
        for r, row in enumerate(TETROMINOES[placement.piece].split("|"))
        for c, cell in enumerate(row)
        if cell == "#"
    }
    turns = oracles.square_turns(_lying(placement.piece, frozenset(shape)))
    first = (0, -min(r for r, _ in turns[0]), (rules.width - _width(turns[0])) // 2)
    target = cells_from_top(rules, placement)

    def cells(state: tuple[int, int, int]) -> frozenset[tuple[int, int]]:
        return frozenset((r + state[1], c + state[2]) for r, c in turns[state[0]])

    came: dict[tuple[int, int, int], list[Move]] = {first: []}
    waiting = deque(came)
    while waiting:
        state = waiting.popleft()
        if cells(state) == target:
            return came[state]
        turn, down, right = state
        following: dict[Move, tuple[int, int, int]] = {
            "left": (turn, down, right - 1),
            "right": (turn, down, right + 1),
            "down": (turn, down + 1, right),
            "turn": ((turn + 1) % 4, down, right),
        }
        for step, after in following.items():
            if after not in came and all(
                0 <= r < rules.height and 0 <= c < rules.width and not rows[r][c]
                for r, c in cells(after)
            ):
                came[after] = [*came[state], step]
                waiting.append(after)
    raise AssertionError(f"{placement} cannot be reached")


def _width(cells: frozenset[tuple[int, int]]) -> int:
    columns = [c for _, c in cells]
    return max(columns) - min(columns) + 1


def _lying(piece: str, shape: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """A tetromino as it comes in, which is how the duel counts its turns: the first that lies."""
    first = {"J": 1, "L": 2, "T": 2}.get(piece, 0)
    turns = [oracles.moved_to_corner(turn) for turn in oracles.four_turns(shape)]
    turns = turns[first:] + turns[:first]
    return next(turn for turn in turns if len({r for r, _ in turn}) <= _width(turn))


def test_a_trace_is_replayed_by_simulate(tmp_path: Path) -> None:
    live = LiveGame(RULE_SETS["sogang"].setting(good="person", height=8, seed=4))
    moves: list[Move] = ["left", "turn", "drop", "right", "right", "drop"]
    while not live.over:
        for move in moves:
            live.move(move)
    write_trace(tmp_path / "game.trace", live.trace())
    again = Game(replace(live.setting, good=f"replay:{tmp_path / 'game.trace'}"))
    again.advance()
    assert (again.score, again.placed, again.lines) == (live.score, live.placed, live.lines)
    assert again.result == "topped-out"


# HATETRIS


@pytest.mark.parametrize("name", ["atypical-11", "deasuke-30", "brzustowski-55", "tim-232"])
def test_a_person_who_plays_as_in_a_replay_reaches_its_score(name: str) -> None:
    """The steps are other people's, so Bad must send what HATETRIS sent to them."""
    file = hatetris.read_replay(ROOT / "replays" / f"{name}.txt")
    bad = file.enemy or "hatetris"
    played = hatetris.play(file.replay, bad)
    live = LiveGame(RULE_SETS["hatetris"].setting(bad=bad))
    for step in file.replay.steps[: played.moves]:
        assert not live.over
        live.move(STEPS[step])
    assert (live.score, live.placed, live.over) == (file.score, played.pieces, played.over)
    assert live.trace().placements == played.trace.placements


# plain steps


@given(
    wells(max_width=9, max_height=8),
    st.sampled_from([(m, e) for m in GENERAL for e in ("height", "lock")])
    | st.sampled_from([("spin", "spawn"), ("srs", "spawn")]),
    st.sampled_from("IJLOSTZ"),
    st.lists(st.sampled_from(["left", "right", "turn", "down"]), max_size=25),
)
@settings(max_examples=150, deadline=None)
def test_the_ghost_is_where_a_drop_lands(
    well: Well, how: tuple[str, Ending], piece: str, moves: list[Move]
) -> None:
    if well.width < 4:
        return
    rules = Rules(piece, width=well.width, height=11, moves=how[0], ending=how[1])
    live = LiveGame(Setting(rules, bad=f"constant:{piece}", start=well, scoring="sogang"))
    for move in moves:
        if live.move(move) == "locked":
            return
    assert live.falling is not None
    assert live.ghost is not None
    room = 30  # rows above the well
    rows = [[False] * well.width] * room + rows_of_well(well, rules.height)
    cells = {(r + room, c) for r, c in cells_from_top(rules, live.falling)}
    while all(r + 1 < len(rows) and not rows[r + 1][c] for r, c in cells):
        cells = {(r + 1, c) for r, c in cells}
    ghost = frozenset((r + room, c) for r, c in cells_from_top(rules, live.ghost))
    assert ghost == cells
    sticks_out = how[1] == "lock" and min(r for r, _ in cells) < room
    assert live.move("drop") == "locked"
    after, lines = oracles.locked(rows, ghost, clears=not sticks_out)
    assert filled(live.well) == {
        (len(after) - 1 - r, c) for r, row in enumerate(after) for c, cell in enumerate(row) if cell
    }
    assert live.lines == lines
    assert live.score == 100 * lines**2 + 10 * oracles.supported_cells(rows, ghost)
    assert set(live.settled) == filled(live.well)


@given(st.data(), st.sampled_from(list(MODELS)), st.sampled_from(ENDINGS))
@settings(max_examples=40, deadline=None)
def test_the_rules_hold_whatever_keys_are_pressed(
    data: st.DataObject, moves: str, ending: Ending
) -> None:
    kinds = ["IJT"] if MODELS[moves].tetrominoes_only else ["IJT", "omino:5"]
    pieces = data.draw(st.sampled_from(kinds))
    rules = Rules(pieces, width=6, height=9, moves=moves, ending=ending)
    live = LiveGame(Setting(rules, bad="uniform", seed=data.draw(st.integers(0, 99))))
    keys = data.draw(st.lists(st.sampled_from(get_args(Move)), min_size=20, max_size=80))
    for key in keys:
        before = live.placed
        happened = live.move(key)
        assert (live.placed > before) == (happened == "locked")
        assert set(live.settled) == filled(live.well)
    assert len(list(live.trace().play())) == live.placed  # which looks at each placement


def test_every_place_can_be_dropped_to_by_turning_and_moving_above() -> None:
    for moves in ("drop", "slide"):
        rules = Rules("L", width=6, height=8, moves=moves)
        start = Well("#.....|#.#..#")
        reached = set()
        for turns in range(4):
            for sideways in range(-6, 7):
                live = LiveGame(Setting(rules, bad="constant:L", start=start))
                for _ in range(turns):
                    live.move("turn")
                for _ in range(abs(sideways)):
                    live.move("left" if sideways < 0 else "right")
                live.move("drop")
                reached.add(live.trace().placements[0])
        assert reached == set(rules.placements(start, "L"))


def test_a_dropped_piece_is_not_moved_inside_the_stack() -> None:
    well = Well("#...|#...|#...|#...")
    for moves, happened in (("drop", "nothing"), ("slide", "moved"), ("spin", "moved")):
        rules = Rules("O", width=4, height=8, moves=moves)
        live = LiveGame(Setting(rules, bad="constant:O", start=well))
        for _ in range(3):
            assert live.move("down") == "moved"
        assert live.move("right") == happened


@given(
    wells(max_width=5, max_height=6),
    st.sampled_from(GENERAL),
    st.sampled_from(ENDINGS),
    st.sampled_from("IJLOSTZ"),
)
@settings(max_examples=120, deadline=None)
@example(Well("#..#|#..#|#..#|#..#|#..#"), "drop", "spawn", "T")
def test_from_wherever_a_piece_is_some_keys_let_it_land(
    well: Well, moves: str, ending: Ending, piece: str
) -> None:
    if well.width < 4:
        return
    rules = Rules(piece, width=well.width, height=7, moves=moves, ending=ending)
    following, last = _everywhere(Setting(rules, bad=f"constant:{piece}", start=well))
    good = set(last)
    while more := {place for place, after in following.items() if after & good} - good:
        good |= more
    assert good == set(following)


def _everywhere(
    setting: Setting,
) -> tuple[dict[WellPlacement, set[WellPlacement]], set[WellPlacement]]:
    """All places that keys bring the first piece to, with those a key away, and those from which a
    key lets it land."""
    first = LiveGame(setting).falling
    if first is None:
        return {}, set()
    following: dict[WellPlacement, set[WellPlacement]] = {first: set()}
    ways: dict[WellPlacement, list[Move]] = {first: []}
    last = set()
    waiting = deque(ways)
    while waiting:
        place = waiting.popleft()
        for move in get_args(Move):
            live = LiveGame(setting)
            for step in ways[place]:
                live.move(step)
            assert live.falling == place
            if live.move(move) == "locked":
                last.add(place)
            elif live.falling is not None:
                following[place].add(live.falling)
                if live.falling not in ways:
                    ways[live.falling] = [*ways[place], move]
                    following[live.falling] = set()
                    waiting.append(live.falling)
    return following, last


@given(
    wells(max_width=6, max_height=6),
    st.sampled_from(["drop", "slide"]),
    st.sampled_from("IJLSTZ"),
    st.lists(st.sampled_from(["left", "right", "turn", "down"]), max_size=30),
)
@settings(max_examples=100, deadline=None)
@example(Well("...."), "drop", "I", ["down", "down", "turn", "turn", "turn"])
def test_a_piece_turned_above_the_stack_never_rises(
    well: Well, moves: str, piece: str, keys: list[Move]
) -> None:
    if well.width < 4:
        return
    rules = Rules(piece, width=well.width, height=9, moves=moves)
    live = LiveGame(Setting(rules, bad=f"constant:{piece}", start=well))
    for key in keys:
        before = live.falling
        if live.move(key) == "locked":
            return
        assert before is not None
        assert live.falling is not None
        assert live.falling.row <= before.row
        top = 1 + max(row for row, _ in rules.cells(live.falling))
        assert top <= rules.height or live.falling.row <= well.stack_height


# a Bad that thinks for long, or has no next piece


def test_an_impatient_game_waits_while_bad_thinks() -> None:
    setting = RULE_SETS["sogang"].setting(bad="minmax", preview=4)  # some tenths of a second
    patient, live = LiveGame(setting), LiveGame(setting, patient=False)
    waited = 0
    for _ in range(2):
        waited += live.waits
        while live.waits:
            assert (live.falling, live.ghost, live.over) == (None, None, False)
            assert live.move("drop") == "nothing"
            with pytest.raises(CgtError, match="not the piece to place"):
                live.place(WellPlacement("S", 0, 0, 0))
            with suppress(KeyError):
                live.come_in(_at_most(1))  # is stopped,
            live.come_in()  # and resumed
        assert (live.visible, live.falling) == (patient.visible, patient.falling)
        assert live.move("drop") == patient.move("drop") == "locked"
        assert (live.well, live.settled) == (patient.well, patient.settled)
    assert waited > 0


def _at_most(calls: int) -> Callable[[], None]:
    """A pulse that stops Bad after so many calls."""
    left = iter(range(calls))

    def pulse() -> None:
        if next(left, None) is None:
            raise KeyError

    return pulse


def test_a_bad_without_a_next_piece_ends_the_game(tmp_path: Path) -> None:
    rules = Rules("O", width=4, height=8)
    file = tmp_path / "strategy"
    Strategy(rules, "bad", [Instruction(Well.empty(4), ("O",))]).write(file)
    live = LiveGame(Setting(rules, bad=f"strategy:{file}"))
    assert live.problem == ""
    assert live.move("drop") == "locked"
    assert live.over
    assert not live.waits
    assert "piece 2: the strategy has no instruction" in live.problem
    assert (live.placed, len(live.trace().placements)) == (1, 1)
    assert live.move("drop") == "nothing"
    with pytest.raises(CgtError, match="piece 1: the strategy has no instruction"):
        LiveGame(Setting(rules, bad=f"strategy:{file}", start=Well("#...")))


class Thinking:
    """S and Z in turn, by what it sees; fails at the fifth piece."""

    def choose(self, state: State) -> str:
        if state.placed == 4:
            raise ValueError("this is too\nmuch")
        return "SZ"[state.placed % 2]


def test_a_users_own_player_chooses_the_pieces() -> None:
    setting = Setting(Rules("SZ", width=6, height=20, moves="spin"), bad=Thinking())
    live = LiveGame(setting)
    for piece in "SZSZ":
        assert live.visible == (piece,)
        assert live.move("drop") == "locked"
    assert live.over
    told = "piece 5: Thinking cannot choose a piece: ValueError: this is too much (test_live.py:"
    assert told in live.problem
    assert live.trace().about["bad"] == "Thinking"


def test_an_impatient_game_does_not_wait_for_a_users_own_player() -> None:
    live = LiveGame(Setting(Rules("SZ", width=6, moves="spin"), bad=Thinking()), patient=False)
    assert live.waits
    live.come_in()
    assert live.visible == ("S",)
    assert live.move("drop") == "locked"
    assert live.waits


# what cannot be played


def test_bad_settings_and_moves_are_refused() -> None:
    with pytest.raises(CgtError, match="there is no Bad player 'nobody'"):
        LiveGame(Setting(bad="nobody"))
    with pytest.raises(CgtError, match="0 to 16 coming pieces"):
        LiveGame(Setting(preview=17))
    live = LiveGame(Setting(bad="constant:S"))
    with pytest.raises(CgtError, match="not 'up'"):
        live.move("up")  # type: ignore[arg-type]
    with pytest.raises(CgtError, match="not the piece to place"):
        live.place(WellPlacement("Z", 0, 0, 0))
    with pytest.raises(CgtError, match="cannot land there"):
        live.place(WellPlacement("S", 0, 0, 5))
    assert (live.placed, live.score, live.over) == (0, 0, False)


def test_after_the_end_nothing_happens() -> None:
    live = LiveGame(Setting(Rules("O", width=4, height=2), bad="constant:O"))
    assert [live.move("drop") for _ in range(3)] == ["locked", "locked", "nothing"]
    assert live.over
    assert (live.falling, live.ghost) == (None, None)
    with pytest.raises(CgtError, match="not the piece to place"):
        live.place(WellPlacement("O", 0, 0, 0))
