"""Reports about traces and strategies: their data say what happened."""

from collections.abc import Iterator
from typing import Any

import pytest
from pages import Page
from strategies import for_every_well

from cgt.board.grid import Cell
from cgt.common.errors import CgtError
from cgt.draw.reports.game import strategy_page, trace_page
from cgt.draw.svg import Drawing
from cgt.duel.cycles import Cycle
from cgt.duel.exact.instruction import Instruction
from cgt.duel.exact.solve import solve_duel
from cgt.duel.exact.strategy import Strategy, sorted_lanes
from cgt.duel.game import Game
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.trace import Trace
from cgt.duel.well import Well

GAMES = {
    "a cycle": Setting(Rules("OL"), good="minmax", bad="minmax", depth=2),
    "topped out": Setting(Rules("SZ", width=6, height=8), bad="burgiel"),
    "preview": Setting(Rules(width=6, height=12), preview=2, seed=3, max_pieces=200),
    "slide": Setting(Rules(width=5, height=8, moves="slide"), good="random", max_pieces=60),
    "spin": Setting(Rules(width=8, height=12, moves="spin"), max_pieces=80),
    "lock": Setting(Rules(width=6, height=8, ending="lock"), good="random"),
    "spawn": Setting(Rules(width=6, height=8, ending="spawn"), good="random"),
    "hatetris": Setting(Rules(moves="hatetris"), good="greedy", bad="hatetris", max_pieces=80),
    "sogang": Setting(Rules(width=8), scoring="sogang", max_pieces=80),
    "a start": Setting(Rules("OI", width=4), start=Well("#..#|##.#"), max_pieces=30),
    "nothing": Setting(max_pieces=0),
}


def played(setting: Setting) -> tuple[Game, Trace]:
    game = Game(setting, keeps_trace=True)
    game.advance()
    return game, game.trace()


def filled(rows: list[str]) -> set[Cell]:
    return {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."}


def cells_of(well: Well) -> set[Cell]:
    return {(r, c) for r in range(well.stack_height) for c in range(well.width) if well[r, c]}


def by_hand(trace: Trace) -> Iterator[dict[Cell, str]]:
    """The piece of every filled cell, before the first piece and after each one, found the plain
    way."""
    pieces = dict.fromkeys(cells_of(trace.start), "#")
    yield dict(pieces)
    for placement, placed in zip(trace.placements, trace.play(), strict=True):
        pieces |= dict.fromkeys(trace.rules.cells(placement), placement.piece)
        if placed.lines:
            top = max(row for row, _ in pieces)
            for row in range(top, -1, -1):
                if all((row, column) in pieces for column in range(trace.rules.width)):
                    pieces = {
                        (r - (r > row), c): name for (r, c), name in pieces.items() if r != row
                    }
        yield dict(pieces)


def named(rows: list[str], data: Any) -> dict[Cell, str]:
    """Rows of the data as the names of pieces by cell."""
    names = [piece["name"] for piece in data["game"]["pieces"]]
    return {
        (r, c): "#" if rows[r][c] == "#" else names[ord(rows[r][c]) - ord("0")]
        for r, c in filled(rows)
    }


@pytest.mark.parametrize("name", GAMES)
def test_frames_are_what_happened(name: str) -> None:
    game, trace = played(GAMES[name])
    data = Page(trace_page(trace, cycle=game.cycle)).data
    [part] = data["parts"]
    colours = by_hand(trace)
    before = [data["rows"][row] for row in part["before"]]
    assert named(before, data) == next(colours)
    lines = 0
    names = trace.rules.names
    for step, placement, placed in zip(part["steps"], trace.placements, trace.play(), strict=True):
        piece, rotation, column, row, after, cleared, *_ = step
        assert WellPlacement(names[piece], rotation, column, row) == placement
        shape = data["game"]["pieces"][piece]["shapes"][rotation]["cells"]
        put = {(r + row, c + column) for r, c in shape}
        assert put == set(trace.rules.cells(placement))
        assert all(r < data["game"]["rows"] for r, _ in put | filled(before))
        whole = filled(before) | put
        assert len(cleared) == placed.lines
        assert all((r, c) in whole for r in cleared for c in range(trace.rules.width))
        before = [data["rows"][row] for row in after]
        assert filled(before) == cells_of(placed.well)
        assert named(before, data) == next(colours)
        lines += placed.lines
    assert (data["placed"], lines) == (game.placed, game.lines)
    if "scores" in part:
        assert (part["scores"][0], part["scores"][-1]) == (0, game.score)
        assert sorted(part["scores"]) == part["scores"]
    assert ("scores" in part) == (name == "sogang")


@pytest.mark.parametrize("name", GAMES)
def test_the_pieces_at_the_end_are_those_that_were_put_there(name: str) -> None:
    _, trace = played(GAMES[name])
    *_, last = by_hand(trace)
    assert trace.settled_pieces() == {cell: name for cell, name in last.items() if name != "#"}


def test_a_path_with_bends_begins_above_the_stack_and_ends_at_the_piece() -> None:
    rules = Rules("O", width=8, height=8, moves="slide")
    start = Well("####....|........|........")
    placements = [WellPlacement("O", 0, column, 0) for column in (6, 1)]
    data = Page(trace_page(Trace(rules, placements, start))).data
    straight, bent = data["parts"][0]["steps"]
    assert len(straight) == 6
    way = bent[6]
    assert way[0][0] >= 3
    assert way[0][1] >= 4
    assert way[-2:] == [[1, way[0][1]], [1, 2.5]]
    assert data["game"]["pieces"][0]["shapes"][0]["tip"] == [1.5, 0.5]


def test_a_cycle_is_where_it_says() -> None:
    game, trace = played(GAMES["a cycle"])
    assert game.cycle is not None
    page = Page(trace_page(trace, cycle=game.cycle, result="Good goes on for ever"))
    assert "Good goes on for ever" in page.text
    begin, end = page.data["cycle"]["loop"]
    assert end - begin == game.cycle.length
    wells = [trace.start, *(placed.well for placed in trace.play())]
    assert end == len(trace.placements)
    assert wells[begin] == wells[end]
    start = game.cycle.start
    assert wells[start] == wells[start + game.cycle.length]
    assert wells[start] not in wells[:start]


def test_a_long_game_has_its_beginning_and_end_and_says_so() -> None:
    _, trace = played(Setting(Rules("IO", width=4), max_pieces=500))
    page = Page(trace_page(trace, most=90))
    assert [(part["first"], len(part["steps"])) for part in page.data["parts"]] == [
        (0, 30),
        (470, 30),
    ]
    assert "This file has pieces 1 to 30 and 471 to 500 of 500." in page.text
    states = [trace.start, *(placed.well for placed in trace.play())]
    rows = [page.data["rows"][row] for row in page.data["parts"][1]["before"]]
    assert filled(rows) == cells_of(states[470])
    assert page.data["parts"][1]["lines"] == sum(p.lines for p in list(trace.play())[:470])
    assert "This file has" not in Page(trace_page(trace, most=500)).text


@pytest.mark.parametrize(
    ("cycle", "loop", "second"),
    [
        (Cycle(400, 20, (0, 1)), [480, 500], 470),
        (Cycle(420, 35, (0, 1)), [465, 500], 465),
        (Cycle(400, 70, (0, 1)), None, 470),  # more than fits
        (Cycle(490, 20, (0, 1)), None, 470),  # not played through
    ],
)
def test_a_long_game_has_a_round_of_its_cycle_if_that_fits(
    cycle: Cycle, loop: list[int] | None, second: int
) -> None:
    _, trace = played(Setting(Rules("IO", width=4), max_pieces=500))
    page = Page(trace_page(trace, most=90, cycle=cycle))
    data = page.data
    assert data["cycle"]["loop"] == loop
    assert data["cycle"]["band"] == [0, 1]
    assert ("A whole round of the cycle is not in this file." in page.text) == (loop is None)
    assert data["parts"][1]["first"] == second


def test_coming_pieces_are_known_at_the_end_of_a_part() -> None:
    _, trace = played(Setting(Rules(width=8), preview=3, max_pieces=100))
    data = Page(trace_page(trace, most=30)).data
    assert data["preview"] == 3
    coming = [trace.rules.number(placement.piece) for placement in trace.placements[10:13]]
    assert data["parts"][0]["next"] == coming
    assert data["parts"][1]["next"] == []


def test_a_trace_that_breaks_the_rules_is_refused() -> None:
    trace = Trace(Rules("O", width=4), [WellPlacement("O", 0, 0, 5)], Well.empty(4))
    with pytest.raises(CgtError, match="cannot land"):
        trace_page(trace)
    _, garbage = played(Setting(max_pieces=5, garbage=2))
    with pytest.raises(CgtError, match="garbage"):
        trace_page(garbage)


# strategies


def good_strategies() -> dict[str, Strategy]:
    found = {"ot": Strategy.read("certificates/ot-4.txt")}
    for name, rules, preview in (
        ("preview", Rules("LJ", width=4, height=4), 1),
        ("slide", Rules("LT", width=4, height=6, moves="slide"), 0),
        ("lanes", Rules("OS", width=4, height=6), 0),
    ):
        strategy = solve_duel(rules, preview=preview).strategy
        assert strategy is not None
        assert strategy.player == "good"
        found[name] = strategy
    assert found["lanes"].lanes_in_any_order
    return found


def bad_strategies() -> dict[str, Strategy]:
    found = {}
    for name, rules, preview in (
        ("plain", Rules("SZ", width=4, height=4), 0),
        ("preview", Rules("LO", width=4, height=4), 1),
        ("spawn", Rules("SZ", width=4, height=4, ending="spawn", moves="spin"), 0),
    ):
        strategy = solve_duel(rules, preview=preview).strategy
        assert strategy is not None
        assert (strategy.player, strategy.argument) == ("bad", None)
        found[name] = strategy
    return found


class Decoded:
    """A strategy's data, read back."""

    def __init__(self, strategy: Strategy, data: Any) -> None:
        self.rules, self.data = strategy.rules, data
        self.seen = strategy.preview + 1

    def well(self, number: int) -> Well:
        rows = [self.data["rows"][row] for row in self.data["wells"][number]]
        return Well("|".join(rows[::-1])) if rows else Well.empty(self.rules.width)

    def visible(self, packed: list[Any]) -> tuple[str, ...]:
        return tuple(self.rules.names[piece] for piece in packed[1 : self.seen + 1])

    def instruction(self, packed: list[Any]) -> Instruction:
        visible, more = self.visible(packed), packed[self.seen + 1 :]
        if self.data["player"] == "bad":
            return Instruction(self.well(packed[0]), visible, rank=more[0])
        placement = WellPlacement(visible[0], *more[:3])
        return Instruction(self.well(packed[0]), visible, placement, self.well(more[4]))

    def instructions(self) -> list[Instruction]:
        return [self.instruction(packed) for packed in self.data["instructions"]]


@pytest.mark.parametrize("name", ["ot", "preview", "slide", "lanes"])
def test_every_instruction_of_good_is_there(name: str) -> None:
    strategy = good_strategies()[name]
    page = Page(strategy_page(strategy))
    decoded = Decoded(strategy, page.data)
    assert set(decoded.instructions()) == set(strategy.instructions)
    assert len(page.data["instructions"]) == len(strategy.instructions)
    assert decoded.well(page.data["start"]) == strategy.first_well
    for packed in page.data["instructions"]:
        instruction = decoded.instruction(packed)
        assert instruction.placement is not None
        assert instruction.after is not None
        following, _, *cleared = packed[decoded.seen + 4 :]
        stands = sorted_lanes(instruction.after) if name == "lanes" else instruction.after
        assert decoded.well(following) == stands
        placed = strategy.rules.place(instruction.well, instruction.placement)
        assert len(cleared) == placed.lines
    assert ("does not matter" in page.text) == (name == "lanes")
    assert bool(page.data["ways"]) <= (name == "slide")


@pytest.mark.parametrize("name", ["plain", "preview", "spawn"])
def test_every_place_for_good_is_there(name: str) -> None:
    strategy = bad_strategies()[name]
    data = Page(strategy_page(strategy)).data
    decoded = Decoded(strategy, data)
    assert set(decoded.instructions()) == set(for_every_well(strategy).instructions)
    rules = strategy.rules
    for packed in data["instructions"]:
        well, piece = decoded.well(packed[0]), decoded.visible(packed)[0]
        places = packed[decoded.seen + 2 :]
        placements = [WellPlacement(piece, *place[:3]) for place in places]
        assert placements == sorted(rules.placements(well, piece))
        for placement, (*_, following), cleared in zip(
            placements, (place[:4] for place in places), (place[4:] for place in places),
            strict=True,
        ):  # fmt: skip
            placed = rules.place(well, placement)
            assert (following < 0) == placed.over
            assert placed.over or decoded.well(following) == placed.well
            assert len(cleared) == placed.lines


def test_a_large_strategy_is_cut_where_it_says() -> None:
    for strategy in (good_strategies()["ot"], for_every_well(bad_strategies()["plain"])):
        page = Page(strategy_page(strategy, most=25))
        here = Decoded(strategy, page.data).instructions()
        assert 20 < len(here) <= 25 < len(strategy.instructions)
        count = len(strategy.instructions)
        assert f"This file has {len(here)} of the {count} instructions" in page.text
        assert page.data["all"] == count
        assert here[0].well == strategy.first_well
        for instruction in strategy.instructions:  # a state has all of its instructions or none
            state = (instruction.well, instruction.visible[:-1])
            if state in {(other.well, other.visible[:-1]) for other in here}:
                assert instruction in here
        assert "This file has" not in Page(strategy_page(strategy)).text


def test_a_large_strategy_on_ground_is_cut_where_it_says() -> None:
    strategy = bad_strategies()["plain"]
    page = Page(strategy_page(strategy, most=25))
    here = Decoded(strategy, page.data).instructions()
    assert strategy.has_ground
    assert len(here) == 25 < len(for_every_well(strategy).instructions)
    assert "This file has 25 instructions, those that come up soonest" in page.text
    assert page.data["all"] is None
    assert here[0].well == strategy.first_well


def test_instructions_that_never_come_up_are_there_too() -> None:
    strategy = good_strategies()["ot"]
    after = strategy.rules.place(Well("####|####|#..."), WellPlacement("O", 0, 2, 3)).well
    extra = Instruction(Well("####|####|#..."), ("O",), WellPlacement("O", 0, 2, 3), after)
    more = Strategy(strategy.rules, "good", [extra, *strategy.instructions])
    here = Decoded(more, Page(strategy_page(more)).data).instructions()
    assert here[-1] == extra
    assert here[0].well == strategy.first_well


@pytest.mark.parametrize("player", ["good", "bad"])
def test_a_strategy_without_instructions_is_a_page(player: Any) -> None:
    page = Page(strategy_page(Strategy(Rules("O", width=4, height=2), player, [])))
    assert page.data["instructions"] == []


@pytest.mark.parametrize(
    ("pieces", "width", "kind", "said"),
    [("SZO", 5, "sums", "Bad sends S, Z, O, over and over"), ("SZ", 6, "lanes", "times S, then")],
)
def test_an_argument_is_explained_and_played(pieces: str, width: int, kind: Any, said: str) -> None:
    strategy = Strategy(Rules(pieces, width=width, height=8), "bad", [], argument=kind)
    page = Page(strategy_page(strategy))
    assert said in page.text
    assert "pieces fit, whatever Good does" in page.text
    assert page.data["over"]
    invalid = Strategy(Rules("L", width=width, height=8), "bad", [], argument=kind)
    assert "The argument does not hold: " in Page(strategy_page(invalid)).text


def test_names_cannot_end_a_script_and_a_diagram_is_there() -> None:
    evil = "</script><script>alert(1)</script>"
    strategy = good_strategies()["ot"]
    named = Strategy(strategy.rules, "good", strategy.instructions, about={"name": evil})
    drawing = Drawing(10, 10, "a diagram of it")
    page = Page(strategy_page(named, diagram=drawing))
    assert evil in page.text
    assert "a diagram of it" in page.text
    _, trace = played(GAMES["topped out"])
    about = {"good": evil, "bad": evil}
    assert evil in Page(trace_page(Trace(trace.rules, trace.placements, trace.start, about))).text
