"""The native checker and the plain one say the same of every strategy, also of broken ones."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import Limits
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.ground import on_ground
from cgt.duel.exact.instruction import Instruction
from cgt.duel.exact.solve import solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

# Pieces, width, height, preview, bags, moves: of both players, in lanes and anywhere.
GAMES = [
    ("OT", 4, 5, 0, False, "drop"),
    ("LJ", 4, 4, 1, False, "drop"),
    ("OI", 6, 6, 0, False, "drop"),
    ("I", 5, 6, 0, False, "drop"),
    ("SZ", 4, 5, 0, False, "drop"),
    ("LJ", 4, 2, 1, False, "drop"),
    ("SZ", 4, 6, 0, True, "drop"),
    ("ST", 4, 3, 1, True, "drop"),
    ("OT", 4, 5, 0, False, "slide"),
    ("SZ", 4, 4, 0, False, "slide"),
]


@cache
def solved(number: int) -> Strategy:
    pieces, width, height, preview, bag, moves = GAMES[number]
    rules = Rules(pieces, width=width, height=height, moves=moves)
    strategy = solve_duel(rules, preview=preview, bag=bag, check=False).strategy
    assert strategy is not None
    assert strategy.instructions
    return replace(strategy, instructions=list(strategy.instructions))


def judged_alike(strategy: Strategy) -> bool:
    plain = verify(strategy, checker="plain")
    native = verify(strategy, checker="native")
    assert replace(native, checker="plain") == plain
    return plain.valid


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_solvers_strategies_hold_for_both(number: int) -> None:
    assert judged_alike(solved(number))


def test_the_games_are_of_both_players_in_lanes_and_anywhere() -> None:
    kinds = {(s.player, s.lanes_in_any_order) for s in map(solved, range(len(GAMES)))}
    assert kinds == {("good", True), ("good", False), ("bad", False)}


def changed(draw: st.DrawFn, one: Instruction, strategy: Strategy) -> Instruction:
    """An instruction with one thing in it changed."""
    names, width = strategy.rules.names, strategy.rules.width
    columns = st.lists(st.integers(0, 7), min_size=width, max_size=width)
    kinds = ("well", "ground", "visible", "placement", "after", "rank", "left")
    what = draw(st.sampled_from(kinds))
    if what == "well":
        return one._replace(well=Well.of(draw(columns)))
    if what == "ground":
        return one._replace(well=on_ground(one.well, draw(st.integers(1, 3))))
    if what == "visible":
        visible = tuple(draw(st.sampled_from(names)) for _ in one.visible)
        return one._replace(visible=visible)
    if what == "rank":
        return one._replace(rank=max(0, one.rank + draw(st.integers(-30, 30))))
    if what == "left":
        return one._replace(left=tuple(name for name in names if draw(st.booleans())))
    if one.placement is None:
        return one._replace(rank=0)
    if what == "after":
        return one._replace(after=Well.of(draw(columns)))
    places = strategy.rules.placements(one.well, one.visible[0])
    anywhere = st.builds(
        WellPlacement, st.just(one.visible[0]), *(st.integers(0, most) for most in (5, width, 6))
    )
    placement = draw(st.sampled_from(places) | anywhere)
    if placement in places and draw(st.booleans()):  # another strategy, which may hold or not
        after = strategy.rules.place(one.well, placement).well
        return one._replace(placement=placement, after=after)
    return one._replace(placement=placement)


@st.composite
def tampered(draw: st.DrawFn) -> Strategy:
    strategy = solved(draw(st.integers(0, len(GAMES) - 1)))
    instructions = list(strategy.instructions)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(instructions) - 1))
        how = draw(st.sampled_from(("drop", "change", "change", "again", "swap")))
        if how == "drop" and len(instructions) > 1:
            del instructions[at]
        elif how == "again":
            instructions.append(instructions[at])
        elif how == "swap":
            instructions[0], instructions[at] = instructions[at], instructions[0]
        else:
            instructions[at] = changed(draw, instructions[at], strategy)
    strategy = replace(strategy, instructions=instructions)
    match draw(st.sampled_from(("", "", "", "height", "lanes", "bag", "player", "start"))):
        case "height":
            height = strategy.rules.height + draw(st.integers(-2, 1))
            return replace(strategy, rules=strategy.rules.with_height(height))
        case "lanes":
            return replace(strategy, lanes_in_any_order=not strategy.lanes_in_any_order)
        case "bag":
            return replace(strategy, bag=not strategy.bag)
        case "player":
            return replace(strategy, player="bad" if strategy.player == "good" else "good")
        case "start":
            return replace(strategy, start=instructions[-1].well)
    return strategy


@given(tampered())
def test_tampered_strategies_are_judged_alike(strategy: Strategy) -> None:
    judged_alike(strategy)


def test_each_lie_is_found_by_both() -> None:
    good, bad = solved(0), solved(4)
    first = good.instructions[0]
    assert first.placement is not None
    others = list(good.instructions[1:])
    lies = [
        replace(good, instructions=others),
        replace(good, instructions=[first, first, *others]),
        replace(good, instructions=[first._replace(after=first.well), *others]),
        replace(good, instructions=[first._replace(left=("O",)), *others]),
        replace(good, rules=good.rules.with_height(3)),
        replace(bad, instructions=[one._replace(rank=1) for one in bad.instructions]),
        replace(bad, instructions=bad.instructions[:-1]),
        replace(bad, start=Well("####|#...")),
        replace(bad, instructions=[bad.instructions[0]._replace(well=Well("####"))]),
    ]
    high = first.placement._replace(row=first.placement.row + 1)
    lies.append(replace(good, instructions=[first._replace(placement=high), *others]))
    assert not any(judged_alike(lie) for lie in lies)


def test_many_instructions_go_to_the_native_checker() -> None:
    strategy = solve_duel(Rules("ST", width=5, height=8), check=False).strategy
    assert strategy is not None
    report = verify(strategy)
    assert (report.checker, report.valid) == ("native", True)
    assert verify(solved(0)).checker == "plain"


def test_limits_hold_and_games_with_turns_are_refused() -> None:
    strategy = solve_duel(Rules("SZ", width=4, height=8), check=False).strategy
    assert strategy is not None
    with pytest.raises(LimitError):
        verify(strategy, Limits.of(seconds=0), checker="native")
    turning = replace(solved(0), rules=Rules("OT", width=4, height=5, moves="spin"))
    with pytest.raises(CgtError, match="drop or slide"):
        verify(turning, checker="native")
