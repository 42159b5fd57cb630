"""Cycles, against a plain list of all states."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.duel.cycles import Cycle
from cgt.duel.moves import Rules
from cgt.duel.simulate import Game, Setting
from cgt.duel.well import Well


def played(setting: Setting) -> Game:
    game = Game(setting, keeps_trace=True)
    game.advance()
    return game


def plain_cycle(setting: Setting, pieces: int, period: int = 1) -> tuple[int, int] | None:
    """Where the states of a game first repeat, if a state is the well and the place in a sequence
    of pieces that has this period."""
    game = Game(
        Setting(
            setting.rules, setting.good, setting.bad, setting.depth, setting.preview,
            max_pieces=pieces, watch="none",
        ),
        keeps_trace=True,
    )  # fmt: skip
    game.advance()
    seen: dict[tuple[Well, int], int] = {}
    wells = [game.start, *(placed.well for placed in game.trace().play())]
    for number, well in enumerate(wells):
        state = (well, number % period)
        if state in seen:
            return seen[state], number - seen[state]
        seen[state] = number
    return None


CASES = [
    ("O", 4, 1), ("O", 10, 1), ("I", 10, 1), ("S", 6, 1), ("Z", 10, 1), ("L", 10, 2), ("J", 9, 2),
    ("T", 8, 1), ("T", 9, 2), ("I", 7, 1), ("L", 4, 1),
]  # fmt: skip


@pytest.mark.parametrize(("piece", "width", "depth"), CASES)
@pytest.mark.parametrize("watch", ["all", "checkpoints", "values"])
def test_cycles_are_found_where_states_repeat(
    piece: str, width: int, depth: int, watch: str
) -> None:
    rules = Rules(piece, width=width, moves="slide")
    setting = Setting(rules, "minmax", f"constant:{piece}", depth=depth, watch=watch)  # type: ignore[arg-type]
    cycle = played(setting).cycle
    assert cycle is not None
    assert (cycle.start, cycle.length) == plain_cycle(setting, 3000)


@given(
    st.sampled_from(["OI", "OL", "LJ", "TO", "IO", "LO", "IT"]),
    st.sampled_from([4, 6, 8]),
    st.integers(0, 2),
)
@settings(max_examples=30)
def test_both_exact_ways_agree_on_sequences(pieces: str, width: int, preview: int) -> None:
    setting = Setting(
        Rules(pieces, width=width), "minmax", f"sequence:{pieces}", 2, preview, max_pieces=5000
    )
    found = {}
    for watch in ("all", "checkpoints"):
        game = played(
            Setting(
                setting.rules, setting.good, setting.bad, setting.depth, setting.preview,
                max_pieces=5000, watch=watch,  # type: ignore[arg-type]
            )
        )  # fmt: skip
        found[watch] = (game.result, game.cycle)
    assert found["all"] == found["checkpoints"]
    expected = plain_cycle(setting, 3000, period=len(pieces))
    cycle = found["all"][1]
    assert (cycle and (cycle.start, cycle.length)) == expected


def test_the_band_of_a_cycle() -> None:
    """Rows are touched by pieces or change; those below stay as they are."""
    setting = Setting(Rules("OL", width=10), "minmax", "minmax", depth=2)
    game = played(setting)
    cycle = game.cycle
    assert cycle is not None
    trace = game.trace()
    wells = [trace.start, *(placed.well for placed in trace.play())]
    low, high = cycle.rows
    inside = wells[cycle.start : cycle.start + cycle.length + 1]
    for well in inside:
        for row in range(low - 1):
            assert well.segments(row) == inside[0].segments(row)
    rows = {
        row
        for placement in trace.placements[cycle.start : cycle.start + cycle.length]
        for row, _ in setting.rules.cells(placement)
    }
    assert min(rows) + 1 >= low
    assert max(rows) + 1 == high
    assert inside[0] == inside[-1]


def test_a_piece_that_clears_itself_still_has_a_band() -> None:
    game = played(Setting(Rules("O", width=2), bad="constant:O"))
    assert game.cycle == Cycle(start=0, length=1, rows=(1, 2))


def test_values_alone_can_be_wrong_and_are_found_out() -> None:
    """With moves by chance the values of an empty row of wells repeat, but the state does not."""
    rules = Rules("O", width=2)
    game = played(Setting(rules, "random", "constant:O", watch="values", max_pieces=200))
    assert game.cycle is None
    assert game.false_claims > 0


def test_chance_is_part_of_the_state() -> None:
    for watch in ("all", "checkpoints"):
        game = played(
            Setting(Rules("O", width=2), "random", "constant:O", watch=watch, max_pieces=500)  # type: ignore[arg-type]
        )
        assert game.result == "limit"
        assert game.well == Well.empty(2)


def test_an_enemy_who_remembers_all_never_repeats() -> None:
    game = played(Setting(Rules("IO", width=4, height=8), bad="hatetris", max_pieces=300))
    assert not game.may_repeat
    assert game.cycle is None


def test_without_a_watch_nothing_is_found() -> None:
    game = played(Setting(Rules("O", width=4), bad="constant:O", watch="none", max_pieces=100))
    assert game.result == "limit"
    assert game.placed == 100


def test_checkpoints_find_a_cycle_in_time() -> None:
    """By step 4·max(length, start, c), as promised."""
    for piece, width, depth in CASES:
        rules = Rules(piece, width=width, moves="slide")
        game = played(Setting(rules, "minmax", f"constant:{piece}", depth=depth))
        assert game.cycle is not None
        assert game.placed <= 4 * max(game.cycle.length, game.cycle.start, 25)
