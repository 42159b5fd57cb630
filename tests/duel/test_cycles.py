"""Cycles, against a plain list of all states."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.duel.cycles import Cycle
from cgt.duel.game import Game
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.well import Well


def played(setting: Setting) -> Game:
    game = Game(setting, keeps_trace=True)
    game.advance()
    return game


def plain_cycle(setting: Setting, pieces: int, period: int = 1) -> tuple[int, int] | None:
    """Where the states of a game first repeat. A state is the well and the position in the sequence
    of pieces, which has this period."""
    game = Game(
        Setting(
            setting.rules, setting.good, setting.bad, setting.depth, setting.preview,
            max_pieces=pieces, cycles="none",
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
@pytest.mark.parametrize("cycles", ["all", "checkpoints", "values"])
def test_cycles_are_found_where_states_repeat(
    piece: str, width: int, depth: int, cycles: str
) -> None:
    rules = Rules(piece, width=width, moves="slide")
    setting = Setting(rules, "minmax", f"constant:{piece}", depth=depth, cycles=cycles)  # type: ignore[arg-type]
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
    for cycles in ("all", "checkpoints"):
        game = played(
            Setting(
                setting.rules, setting.good, setting.bad, setting.depth, setting.preview,
                max_pieces=5000, cycles=cycles,  # type: ignore[arg-type]
            )
        )  # fmt: skip
        found[cycles] = (game.result, game.cycle)
    assert found["all"] == found["checkpoints"]
    expected = plain_cycle(setting, 3000, period=len(pieces))
    cycle = found["all"][1]
    assert (cycle and (cycle.start, cycle.length)) == expected


@pytest.mark.parametrize("sequence", ["OOL", "LLO", "OOOI", "LLJJ"])
@pytest.mark.parametrize("preview", [0, 1, 2])
@pytest.mark.parametrize("cycles", ["all", "checkpoints"])
def test_the_position_in_a_sequence_is_part_of_the_state(
    sequence: str, preview: int, cycles: str
) -> None:
    """The same well and visible piece come at different positions of the sequence."""
    rules = Rules("".join(dict.fromkeys(sequence)), width=4)
    setting = Setting(
        rules, "greedy", f"sequence:{sequence}", preview=preview, max_pieces=4000, cycles=cycles
    )  # type: ignore[arg-type]
    cycle = played(setting).cycle
    assert (cycle and (cycle.start, cycle.length)) == plain_cycle(setting, 2000, len(sequence))


@pytest.mark.parametrize("pieces", ["OL", "IO", "OT"])
@pytest.mark.parametrize("preview", [1, 2])
def test_visible_pieces_are_part_of_the_state(pieces: str, preview: int) -> None:
    """Against minmax a state is the well and what Good can see."""
    rules = Rules(pieces, width=4, height=12)
    setting = Setting(rules, "minmax", "minmax", depth=2, preview=preview, max_pieces=3000)
    game = played(setting)
    longer = Game(
        replace(setting, cycles="none", max_pieces=2 * game.placed + 50), keeps_trace=True
    )
    longer.advance()
    trace = longer.trace()
    wells = [trace.start, *(placed.well for placed in trace.play())]
    sent = [placement.piece for placement in trace.placements]
    seen: dict[tuple[Well, tuple[str, ...]], int] = {}
    expected = None
    for number in range(len(sent) - preview):
        state = (wells[number], tuple(sent[number : number + preview + 1]))
        if state in seen:
            expected = (seen[state], number - seen[state])
            break
        seen[state] = number
    assert (game.cycle and (game.cycle.start, game.cycle.length)) == expected


def test_the_band_of_a_cycle() -> None:
    """The band has the rows that change or that pieces touch; the rows below stay as they are."""
    setting = Setting(Rules("OL", width=10), "minmax", "minmax", depth=2)
    game = played(setting)
    cycle = game.cycle
    assert cycle is not None
    trace = game.trace()
    wells = [trace.start, *(placed.well for placed in trace.play())]
    low, high = cycle.rows
    inside = wells[cycle.start : cycle.start + cycle.length + 1]
    for well in inside:
        for row in range(low):
            assert well.segments(row) == inside[0].segments(row)
    rows = {
        row
        for placement in trace.placements[cycle.start : cycle.start + cycle.length]
        for row, _ in setting.rules.cells(placement)
    }
    assert min(rows) >= low
    assert max(rows) == high
    assert inside[0] == inside[-1]


def test_a_piece_that_clears_itself_still_has_a_band() -> None:
    game = played(Setting(Rules("O", width=2), bad="constant:O"))
    assert game.cycle == Cycle(start=0, length=1, rows=(0, 1))


def test_values_alone_can_claim_a_false_cycle_which_is_noticed() -> None:
    """The well is always empty, but the position in the sequence comes again only after its end."""
    bad = f"sequence:{'O' * 60}"
    game = played(Setting(Rules("O", width=2), bad=bad, cycles="values", max_pieces=50))
    assert game.cycle is None
    assert game.false_claims > 0
    longer = played(Setting(Rules("O", width=2), bad=bad, cycles="values", max_pieces=500))
    assert longer.cycle == Cycle(start=0, length=60, rows=(0, 1))
    assert longer.false_claims > game.false_claims


def test_chance_is_part_of_the_state() -> None:
    for cycles in ("all", "checkpoints"):
        game = played(
            Setting(Rules("OI", width=2), "greedy", "uniform", cycles=cycles, max_pieces=500)  # type: ignore[arg-type]
        )
        assert game.cycle is None


def test_chance_without_a_choice_is_not_part_of_the_state() -> None:
    game = played(Setting(Rules("O", width=2), "random", "uniform", cycles="all"))
    assert game.cycle == Cycle(start=0, length=1, rows=(0, 1))


def test_a_cycle_that_closes_with_the_last_piece_is_found() -> None:
    setting = Setting(Rules("O", width=4), bad="constant:O", cycles="all", max_pieces=2)
    assert played(setting).cycle == Cycle(start=0, length=2, rows=(0, 1))
    assert played(replace(setting, max_pieces=1)).cycle is None


def test_rows_that_only_sink_belong_to_the_band() -> None:
    """A lying I clears its row; the cells above it sink and are built up again."""
    for piece, width, depth in CASES:
        rules = Rules(piece, width=width, moves="slide")
        game = played(Setting(rules, "minmax", f"constant:{piece}", depth=depth))
        trace, cycle = game.trace(), game.cycle
        assert cycle is not None
        wells = [trace.start, *(placed.well for placed in trace.play())]
        inside = wells[cycle.start : cycle.start + cycle.length + 1]
        changed = {
            row
            for well in inside
            for row in range(20)
            if any(well[row, c] != inside[0][row, c] for c in range(width))
        }
        touched = {
            row
            for placement in trace.placements[cycle.start : cycle.start + cycle.length]
            for row, _ in rules.cells(placement)
        }
        assert cycle.rows == (min(changed | touched), max(changed | touched))


def test_an_enemy_who_remembers_every_well_never_repeats() -> None:
    game = played(Setting(Rules("IO", width=4, height=8), bad="hatetris", max_pieces=300))
    assert not game.may_repeat
    assert game.cycle is None


def test_without_a_search_for_cycles_none_is_found() -> None:
    game = played(Setting(Rules("O", width=4), bad="constant:O", cycles="none", max_pieces=100))
    assert game.result == "limit"
    assert game.placed == 100


def test_checkpoints_find_a_cycle_in_time() -> None:
    """By step 4·max(length, start, c), as promised."""
    for piece, width, depth in CASES:
        rules = Rules(piece, width=width, moves="slide")
        game = played(Setting(rules, "minmax", f"constant:{piece}", depth=depth))
        assert game.cycle is not None
        assert game.placed <= 4 * max(game.cycle.length, game.cycle.start, 25)
