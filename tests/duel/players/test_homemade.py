"""Home-made players: written in Python, asked by the native core."""

import random
import signal
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from conftest import child_process
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.board.grid import Grid
from cgt.common.errors import CgtError
from cgt.duel.evaluate.weights import Weights
from cgt.duel.game import Game
from cgt.duel.many import play_many
from cgt.duel.players import PlayerDefaults, State
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.trace import read_trace, write_trace

SZ = Rules("SZ", width=4, height=12)


def played(setting: Setting) -> Game:
    game = Game(setting, keeps_trace=True)
    game.advance()
    return game


class Leaning:
    """Looks at the well: sends S if the left is no higher than the right, else Z."""

    def choose(self, state: State) -> str:
        first, *_, last = state.well.column_heights
        return "S" if first <= last else "Z"


class HomeGreedy:
    """The same as greedy:kravec-2, written in Python."""

    def place(self, state: State) -> WellPlacement:
        weights = Weights.named("kravec-2")
        # Placements come in the order in which ties are broken.
        return min(state.placements(), key=lambda p: sum(weights.judge(state.rules, state.well, p)))

    def memory(self) -> object:
        return ()


class InTurn:
    """Sends the pieces in turn, and remembers which is next."""

    def __init__(self, pieces: str, *, tells: bool = True) -> None:
        self.pieces = pieces
        self.next = 0
        self.tells = tells

    def choose(self, state: State) -> str:
        piece = self.pieces[self.next]
        self.next = (self.next + 1) % len(self.pieces)
        return piece

    def memory(self) -> object:
        return self.next if self.tells else NotImplemented


class ByChance(PlayerDefaults):
    """Sends any piece, by the seed of the game."""

    def begin(self, rules: Rules, seed: int) -> None:
        self.chance = Random(seed)

    def choose(self, state: State) -> str:
        return self.chance.choice(state.rules.names)


class Counting:
    """Reads how many pieces were placed, but claims to remember nothing."""

    def choose(self, state: State) -> str:
        return "O" if state.placed < 10**6 else "I"

    def memory(self) -> object:
        return ()


class Failing:
    """Divides by zero after three pieces."""

    def choose(self, state: State) -> str:
        return "O" if state.placed < 3 else str(1 // 0)


def test_a_bad_player_chooses_each_piece_by_the_well() -> None:
    game = played(Setting(SZ, "greedy", Leaning(), max_pieces=200))
    assert game.result == "topped-out"
    trace = game.trace()
    wells = [trace.start, *(placed.well for placed in trace.play())]
    for well, placement in zip(wells, trace.placements, strict=False):
        assert placement.piece == Leaning().choose(State(SZ, well, ()))
    assert {p.piece for p in trace.placements} == {"S", "Z"}


@pytest.mark.parametrize("preview", [0, 2])
@pytest.mark.parametrize("bad", ["burgiel", "bag", "minmax"])
def test_a_greedy_player_in_python_plays_the_game_of_the_native_one(bad: str, preview: int) -> None:
    rules = Rules(width=5, height=8)
    setting = Setting(rules, "greedy:kravec-2", bad, preview=preview, max_pieces=60)
    native, own = played(setting), played(replace(setting, good=HomeGreedy()))
    assert own.trace().placements == native.trace().placements
    assert (own.result, own.placed, own.lines) == (native.result, native.placed, native.lines)


@given(
    st.text("OIT", min_size=1, max_size=6),
    st.integers(0, 3),
    st.sampled_from(["all", "checkpoints"]),
)
@settings(max_examples=25)
def test_a_player_with_memory_has_the_cycle_of_its_native_twin(
    pieces: str, preview: int, cycles: str
) -> None:
    setting = Setting(
        Rules("OIT", width=4), "greedy", f"sequence:{pieces}", preview=preview, max_pieces=2000,
        cycles=cycles,  # type: ignore[arg-type]
    )  # fmt: skip
    native, own = played(setting), played(replace(setting, bad=InTurn(pieces)))
    assert own.may_repeat
    assert (own.result, own.cycle, own.placed) == (native.result, native.cycle, native.placed)


@pytest.mark.parametrize("cycles", ["all", "checkpoints", "values"])
def test_no_cycle_is_claimed_if_a_player_does_not_tell_its_memory(cycles: str) -> None:
    setting = Setting(Rules("O", width=4), "greedy", max_pieces=400, cycles=cycles)  # type: ignore[arg-type]
    told = played(replace(setting, bad=InTurn("O")))
    assert told.result == "cycle"
    for silent in (InTurn("O", tells=False), ByChance()):
        game = played(replace(setting, bad=silent))
        assert (game.result, game.placed, game.may_repeat) == ("limit", 400, False)
        name = type(silent).__name__
        assert game.why_no_cycle.startswith(f"{name} does not say what it remembers")
    assert told.why_no_cycle == ""


def test_no_cycle_is_claimed_if_a_player_reads_the_count_whatever_it_tells() -> None:
    game = Game(Setting(Rules("OI", width=4), "greedy", Counting(), max_pieces=400))
    assert game.why_no_cycle == ""
    game.advance()
    assert (game.result, game.may_repeat) == ("limit", True)
    assert game.why_no_cycle.startswith("Counting reads how many pieces were placed")


class Lying:
    """Claims to remember nothing, but chooses by chance."""

    def choose(self, state: State) -> str:
        return random.choice(state.rules.names)

    def memory(self) -> object:
        return ()


@pytest.mark.parametrize("cycles", ["all", "checkpoints", "values"])
def test_a_player_that_plays_differently_each_time_does_not_hang_the_search(cycles: str) -> None:
    rules = Rules("OSZ", width=4, height=4)
    setting = Setting(rules, "greedy", Lying(), max_pieces=300, cycles=cycles)  # type: ignore[arg-type]
    for seed in (76, *range(40)):
        random.seed(seed)
        game = played(setting)
        assert game.is_finished
        if game.cycle is not None:
            assert game.cycle.start + game.cycle.length <= game.placed


class Remembering:
    """Sends O, and tells the memory that it was given."""

    def __init__(self, memory: object) -> None:
        self.kept = memory

    def choose(self, state: State) -> str:
        return "O"

    def memory(self) -> object:
        return self.kept


@pytest.mark.parametrize(
    "memory", [None, -1, 2.5, "text", b"bytes", (1, ("a", frozenset({2, 3}))), SZ.names]
)
def test_memories_are_plain_values(memory: object) -> None:
    game = played(Setting(Rules("O", width=4), "greedy", Remembering(memory)))
    assert game.result == "cycle"


@pytest.mark.parametrize("memory", [[1], {"a": 1}, (object(),)])
def test_other_memories_are_refused(memory: object) -> None:
    with pytest.raises(CgtError, match="Remembering: a memory is made of numbers, texts, tuples"):
        played(Setting(Rules("O", width=4), "greedy", Remembering(memory)))


class Changing(Remembering):
    """Tells one memory after the other."""

    def choose(self, state: State) -> str:
        kept: Any = self.kept
        self.kept = (*kept[1:], kept[0])
        return "O"

    def memory(self) -> object:
        kept: Any = self.kept
        return kept[0]


@pytest.mark.parametrize(
    "memories", [(-1, -2), (1, True), ("1", 1), ((1, 2), (12,)), (("a", "b"), ("ab",)), (0.0, -0.0)]
)
def test_memories_that_only_look_alike_are_told_apart(memories: tuple[object, object]) -> None:
    """The well is the same after every piece; with two memories the state is so after every two."""
    setting = Setting(Rules("O", width=2), "greedy", Changing(memories))
    for player, length in ((Changing(memories), 2), (Changing((memories[0], memories[0])), 1)):
        game = played(replace(setting, bad=player))
        assert game.cycle is not None
        assert game.cycle.length == length


def test_a_game_does_not_change_its_player_object() -> None:
    player = InTurn("OIT")
    setting = Setting(Rules("OIT", width=4, height=8), "greedy", player, max_pieces=31)
    first = played(setting).trace()
    assert player.next == 0
    assert played(setting).trace() == first


class Uncopied(InTurn):
    """Cannot be copied, but has a method `fresh`."""

    def __init__(self, pieces: str) -> None:
        super().__init__(pieces, tells=False)
        self.file = sys.stderr

    def __deepcopy__(self, memo: object) -> None:
        raise TypeError("no copies")

    def fresh(self) -> "Uncopied":
        return Uncopied(self.pieces)


def test_a_player_that_cannot_be_copied_makes_a_fresh_one() -> None:
    setting = Setting(Rules("OIT", width=4, height=8), "greedy", Uncopied("OIT"), max_pieces=31)
    twin = replace(setting, bad="sequence:OIT")
    assert played(setting).trace().placements == played(twin).trace().placements
    player = Uncopied("O")
    player.tells = True
    player.fresh = lambda: player  # type: ignore[method-assign]
    with pytest.raises(CgtError, match="Uncopied cannot be copied: TypeError: no copies"):
        Game(replace(setting, bad=player))


def test_chance_comes_from_the_seed_of_the_game() -> None:
    setting = Setting(Rules(width=6, height=8), "greedy", ByChance(), max_pieces=50)
    first = played(setting).trace().placements
    assert played(setting).trace().placements == first
    assert played(replace(setting, seed=2)).trace().placements != first


@pytest.mark.parametrize("processes", [1, 2])
def test_many_games_on_several_processes(processes: int) -> None:
    setting = Setting(Rules(width=6, height=8), HomeGreedy(), ByChance(), max_pieces=30)
    results = [(g.placed, g.lines) for g in play_many(setting, 6, processes)]
    assert results == [(g.placed, g.lines) for g in play_many(setting, 6)]
    assert len(set(results)) > 1


def test_a_player_that_cannot_be_sent_to_processes_is_refused() -> None:
    class Local(ByChance):
        pass

    setting = Setting(Rules("O", width=4), "greedy", Local(), max_pieces=10)
    assert len(list(play_many(setting, 2))) == 2
    with pytest.raises(CgtError, match="Local cannot be sent to other processes: "):
        list(play_many(setting, 2, processes=2))


def test_an_exception_in_a_player_is_one_line_that_names_it() -> None:
    with pytest.raises(CgtError) as caught:
        played(Setting(Rules("O", width=4), "greedy", Failing()))
    message = str(caught.value)
    assert message.startswith(
        "piece 4: Failing cannot choose a piece: ZeroDivisionError: integer division or modulo by "
        "zero (test_homemade.py:"
    )
    assert "\n" not in message
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


class Answering:
    """Gives the same answer every time."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, state: State) -> Any:
        return self.answer

    place = choose


@pytest.mark.parametrize("answer", ["X", None, 0, ["O"], {"O": 1}])
def test_an_answer_of_bad_that_is_no_piece_is_refused(answer: object) -> None:
    with pytest.raises(CgtError, match=r"piece 1: Answering answers .*, and the pieces are O"):
        played(Setting(Rules("O", width=4), "greedy", Answering(answer)))


@pytest.mark.parametrize(
    "answer",
    [None, "O", (0, 0, 0), WellPlacement("O", 0, 3, 0), WellPlacement("I", 0, 0, 0),
     WellPlacement("O", 0, 0, 7), WellPlacement("O", -1, 0, 0), WellPlacement("O", "a", 0, 0)],
)  # fmt: skip
def test_an_answer_of_good_that_is_no_placement_is_refused(answer: object) -> None:
    with pytest.raises(CgtError, match=r"piece 1: Answering answers .*, where O cannot land"):
        played(Setting(Rules("O", width=4), Answering(answer), "constant:O"))


def test_an_array_is_no_answer() -> None:
    array = np.array([[0, 1], [2, 3]])
    with pytest.raises(CgtError, match="piece 1: Answering cannot place a piece: ValueError"):
        played(Setting(Rules("O", width=4), Answering(array), "constant:O"))
    with pytest.raises(CgtError, match="piece 1: Answering cannot choose a piece: ValueError"):
        played(Setting(Rules("O", width=4), "greedy", Answering(array)))


@pytest.mark.parametrize("number", [float, np.int64, np.float64])
def test_an_answer_that_equals_a_placement_is_that_placement(number: Any) -> None:
    answer = ("O", number(0), number(1), number(0))
    game = played(Setting(Rules("O", width=4), Answering(answer), "constant:O", max_pieces=1))
    assert game.trace().placements == [WellPlacement("O", 0, 1, 0)]


def test_objects_that_are_no_players_are_refused() -> None:
    rules = Rules("O", width=4)
    for good, bad, message in (
        (object(), "uniform", r"object is no Good player: it has no method place\(state\)"),
        (Grid.of_size(9, 9), "uniform", r"^Grid is no Good player: it has no method"),
        ("greedy", HomeGreedy(), r"HomeGreedy is no Bad player: it has no method choose\(state\)"),
        ("greedy", InTurn, r"InTurn is a class; a player is an instance: InTurn\(\)"),
    ):
        with pytest.raises(CgtError, match=message):
            Game(Setting(rules, good, bad))  # type: ignore[arg-type]


class Looking:
    """Keeps the states that it saw."""

    seen: list[tuple[State, int]] = []  # noqa: RUF012

    def choose(self, state: State) -> str:
        Looking.seen.append((state, state.placed))
        return "OIT"[len(Looking.seen) % 3]


@pytest.mark.parametrize("preview", [0, 1, 3])
def test_the_states_that_bad_sees(preview: int) -> None:
    Looking.seen = []
    rules = Rules("OIT", width=5, height=9)
    trace = played(Setting(rules, "greedy", Looking(), preview=preview, max_pieces=9)).trace()
    names = [p.piece for p in trace.placements]
    wells = [trace.start, *(placed.well for placed in trace.play())]
    sent = ["OIT"[(i + 1) % 3] for i in range(len(Looking.seen))]
    for number, (state, placed) in enumerate(Looking.seen):
        assert placed == max(0, number - preview)
        assert state.well == wells[placed]
        assert list(state.visible) == sent[placed:number]
        assert state.piece == (sent[placed] if placed < number else None)
        assert list(state.preview) == sent[placed + 1 : number]
        expected = rules.placements(state.well, state.piece) if state.piece else []
        assert state.placements() == expected
        assert state.placements("T") == rules.placements(state.well, "T")
    assert names == sent[: len(names)]


def test_traces_name_players_by_their_class(tmp_path: Path) -> None:
    game = played(Setting(SZ, HomeGreedy(), Leaning(), max_pieces=20))
    write_trace(tmp_path / "trace", game.trace())
    about = read_trace(tmp_path / "trace").about
    assert (about["good"], about["bad"]) == ("HomeGreedy", "Leaning")


CHILD = """
from cgt.duel.game import Game
from cgt.duel.setting import Setting

class Slow:
    def choose(self, state):
        print("thinks", flush=True)
        while True:
            pass

game = Game(Setting(bad=Slow()))
try:
    game.advance()
except KeyboardInterrupt:
    print("stopped after", game.placed, flush=True)
"""


def test_ctrl_c_works_inside_a_player() -> None:
    with child_process([sys.executable, "-c", CHILD]) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "thinks"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline().strip() == "stopped after 0"
