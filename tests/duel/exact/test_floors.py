"""Bad's strategies by floors: found, checked, played, and compared with the exact solver."""

import copy
import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.board.piecesets import piece_set
from cgt.common.errors import CgtError
from cgt.draw.diagram import strategy_drawing
from cgt.draw.reports.game import strategy_page
from cgt.duel.exact.arguments import argue, argument_of
from cgt.duel.exact.atlas_cells import SETS
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.floors import Above, drop, full_row, rows_of, shape_rows, steps
from cgt.duel.exact.floors_search import find_floors
from cgt.duel.exact.shipped_floors import FOLDER
from cgt.duel.exact.solve import argued_strategy, decide, solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.players.floors import FollowFloors
from cgt.duel.players.player import State
from cgt.duel.players.strategies import FollowStrategy
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.well import Well

SHIPPED = sorted(FOLDER.glob("*.txt"))


def _strategy(pieces: str, width: int = 2, height: int = 20, preview: int = 0) -> Strategy:
    rules = Rules(pieces, width=width, height=height)
    return argued_strategy(rules, argue(rules, preview=preview), preview)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_is_shipped_holds_and_is_written_as_it_was_read(path: Path) -> None:
    strategy = Strategy.read(path)
    assert verify(strategy).valid
    assert str(strategy) == path.read_text().rstrip("\n")
    graph = strategy.graph()
    assert str(Strategy.from_graph(graph, strategy.rules).argument) == "floors"
    first = "|".join(strategy.first_shown.grid().rows())
    wells = {"|".join(one.well.grid().rows()) for one in strategy.instructions}
    assert wells <= {first, *(end for _, end in graph.edges())}  # arrows lead to each of them


@pytest.mark.parametrize("pieces", ["JL", "JS", "ST", "SZ", "IT"])
def test_what_is_shipped_is_found(pieces: str) -> None:
    strategy = Strategy.read(FOLDER / f"{pieces}-width-2-preview-0.txt")
    assert find_floors(strategy.rules) == strategy.instructions


def test_width_2_without_a_preview_is_settled_for_every_height() -> None:
    """Where no strategy is known, Good wins at height 8, and so in every higher well."""
    lost = {pieces for pieces in SETS if argue(Rules(pieces, width=2)).valid}
    assert len(lost) == 98
    others = [pieces for pieces in SETS if pieces not in lost]
    for pieces in (p for p in others if not any(set(p) < set(q) for q in others)):
        assert decide(Rules(pieces, width=2, height=8)) == "good"


@pytest.mark.parametrize("preview", [0, 1])
def test_the_solver_agrees(preview: int) -> None:
    for path in FOLDER.glob(f"*-width-2-preview-{preview}.txt"):
        pieces = path.name.partition("-")[0]
        for height in (3, 6, 9):
            assert decide(Rules(pieces, width=2, height=height), preview) == "bad"


@pytest.mark.parametrize(("pieces", "preview"), [("JL", 0), ("IT", 0), ("ST", 0), ("JS", 1)])
def test_no_way_to_play_lasts_longer_than_the_bound(pieces: str, preview: int) -> None:
    """Follows the strategy against everything that Good can do."""
    strategy = _strategy(pieces, height=4, preview=preview)
    rules = strategy.rules
    player = FollowFloors(strategy, "test")
    visible: tuple[str, ...] = ()
    for _ in range(preview + 1):
        visible += (player.choose(State(rules, Well.empty(2), visible)),)
    now = {(Well.empty(2), visible, player._level): player}
    for placed in itertools.count():
        assert placed <= argue(rules, preview=preview).most_pieces
        following = {}
        for (well, visible, _), player in now.items():
            for placement in rules.placements(well, visible[0]):
                after = rules.place(well, placement)
                if not after.over:
                    asked = copy.copy(player)
                    others = visible[1:]
                    piece = asked.choose(State(rules, after.well, others))
                    following[after.well, (*others, piece), asked._level] = asked
        if not following:
            return
        now = following


@given(
    st.integers(2, 4),
    st.lists(st.tuples(st.integers(0, 14), st.sampled_from([1, 2, 6])), max_size=4),
    st.integers(0, 14),
    st.sampled_from("IJLOSTZ"),
    st.data(),
)
@settings(max_examples=150)
def test_a_tower_of_6_equal_rows_stands_for_all_higher_ones(
    width: int, groups: list[tuple[int, int]], floor: int, name: str, data: st.DataObject
) -> None:
    """What a placement can be taken to do is the same however many more equal rows there are."""
    full = full_row(width)
    while groups and groups[-1][0] % full == 0:  # the highest row is not empty
        groups.pop()
    shape = data.draw(st.sampled_from(piece_set(name)[name].rotations))
    if shape.width > width:
        return
    left = data.draw(st.integers(0, width - shape.width))
    more = data.draw(st.integers(1, 5))

    def taken(added: int) -> set[tuple[bool, int, Above]]:
        rows = [
            row % full for row, count in groups for _ in range(count + (added if count == 6 else 0))
        ]
        after = drop(rows, shape_rows(shape, left), full)
        found = steps(floor % full, rows, after, full)
        return {(step.raised > 0, step.growth, step.after) for step in found}

    assert taken(0) == taken(more)


@given(
    st.lists(st.integers(0, 6), max_size=8),
    st.sampled_from("IJLOSTZ"),
    st.data(),
)
@settings(max_examples=60)
def test_drops_are_those_of_the_rules(rows: list[int], name: str, data: st.DataObject) -> None:
    rules = Rules(name, width=3, height=20)
    while rows and rows[-1] == 0:
        rows.pop()
    well = Well.of(
        sum((row >> column & 1) << level for level, row in enumerate(rows)) for column in range(3)
    )
    assert rows_of(well) == tuple(rows)
    placement = data.draw(st.sampled_from(rules.placements(well, name)))
    shape = rules.pieces[name].rotations[placement.rotation]
    after = rules.place(well, placement).well
    assert rows_of(after) == drop(rows, shape_rows(shape, placement.column), full_row(3))


@given(st.sampled_from(["JL", "IT", "JT"]), st.data())
@settings(max_examples=60)
def test_changed_instructions_are_refused_or_hold(pieces: str, data: st.DataObject) -> None:
    """A strategy with a change that the checker accepts still ends every game within its bound."""
    strategy = _strategy(pieces, height=6)
    number = data.draw(st.integers(0, len(strategy.instructions) - 1))
    one = strategy.instructions[number]
    changed = data.draw(
        st.sampled_from(
            [
                one._replace(visible=(data.draw(st.sampled_from(pieces)),)),
                one._replace(rank=one.rank + 1),
                one._replace(well=Well.of([column ^ 2 for column in one.well.columns])),
                one._replace(well=Well.of([column ^ 1 for column in one.well.columns])),
                None,
            ]
        )
    )
    instructions = list(strategy.instructions)
    instructions[number : number + 1] = [] if changed is None else [changed]
    strategy = replace(strategy, instructions=instructions)
    if not verify(strategy).valid:
        return
    most = argument_of(strategy).most_pieces
    for good in ("greedy", "random"):
        game = Game(Setting(strategy.rules, good, FollowStrategy(strategy, checked=True)))
        game.advance()
        assert game.result == "topped-out"
        assert game.placed <= most + 1


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rules": Rules("JT", width=2)}, "leads nowhere|no instruction"),
        ({"rules": Rules("JL", width=2, moves="slide")}, "floors need drops"),
        ({"rules": Rules("JL", width=3)}, "no instruction for ### with no piece"),
        ({"preview": 1}, "not 2 visible pieces"),
        ({"bag": True}, "without bags"),
        ({"start": Well("#.")}, "begin with the empty well"),
        ({"player": "good"}, "an argument is for Bad"),
        ({"argument": "sums"}, "in place of instructions"),
        ({"argument": None}, "gets to the ground"),
        ({"sends": ("J",)}, "need no weights"),
    ],
)
def test_a_strategy_for_another_game_is_refused(change: dict[str, object], reason: str) -> None:
    strategy = replace(_strategy("JL"), **change)  # type: ignore[arg-type]
    if "rules" in change and strategy.rules.names == ("J", "T"):
        swapped = [one._replace(visible=tuple("T" if p == "L" else p for p in one.visible))
                   for one in strategy.instructions]  # fmt: skip
        strategy = replace(strategy, instructions=swapped)
    report = verify(strategy)
    assert not report.valid
    assert re.search(reason, report.reason)


def test_twice_the_same_and_three_equal_rows_are_refused() -> None:
    strategy = _strategy("JL")
    first = strategy.instructions[0]
    report = verify(replace(strategy, instructions=[first, *strategy.instructions]))
    assert report.reason == "two instructions for ## with no piece"
    tower = first._replace(well=Well("#.|#.|#.|##"))
    report = verify(replace(strategy, instructions=[*strategy.instructions, tower]))
    assert report.reason == "more than 2 equal rows: #.|#.|#.|## with no piece"


@pytest.mark.parametrize("preview", [0, 1, 3])
def test_high_wells_are_decided_and_played(
    preview: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the search does not find instructions for this height in time."""
    monkeypatch.setattr(
        "cgt.duel.exact.solve._solve_in_ways", lambda question, ways: question.answer("unknown")
    )
    rules = Rules("IJOST", width=2, height=40)
    answer = solve_duel(rules, preview=preview)
    assert answer.winner == "bad"
    assert answer.strategy is not None
    assert answer.argument is not None
    assert answer.argument.kind == "floors"
    assert answer.is_verified
    answer.strategy.write(tmp_path / "floors")
    for good in ("greedy", "random"):
        game = Game(Setting(rules, good, f"exact:{tmp_path / 'floors'}", preview=preview))
        game.advance()
        assert game.result == "topped-out"
        assert game.placed <= answer.argument.most_pieces + 1
    with pytest.raises(CgtError, match="another preview"):
        Game(Setting(rules, "greedy", f"exact:{tmp_path / 'floors'}", preview=2 if preview else 1))


@pytest.mark.parametrize(("pieces", "width"), [("JL", 2), ("OT", 5)])
def test_one_file_plays_at_every_height(pieces: str, width: int, tmp_path: Path) -> None:
    _strategy(pieces, width, height=5).write(tmp_path / "low")
    rules = Rules(pieces, width=width, height=30)
    game = Game(Setting(rules, "greedy", f"exact:{tmp_path / 'low'}"))
    game.advance()
    assert game.result == "topped-out"
    assert game.placed <= argue(rules).most_pieces + 1


def test_a_file_by_lanes_is_for_its_height(tmp_path: Path) -> None:
    _strategy("SZ", 4, height=5).write(tmp_path / "low")
    with pytest.raises(CgtError, match="another height"):
        Game(Setting(Rules("SZ", width=4, height=6), "greedy", f"exact:{tmp_path / 'low'}"))


def test_it_is_drawn_and_told() -> None:
    strategy = _strategy("JL")
    drawn = str(strategy_drawing(strategy))
    assert "The lowest row of a well is the floor" in drawn
    page = strategy_page(strategy)
    assert "at most 440 pieces fit" in page
    assert "topped-out" in page or 'id="trace"' in page


def test_falls_are_for_floors_only() -> None:
    text = (
        str(_strategy("JL")).replace("argument: floors\n", "").replace("rank 0", "rank 0, falls 1")
    )
    with pytest.raises(CgtError, match="'falls' is for strategies by floors only"):
        Strategy.parse(text)
    with pytest.raises(CgtError, match="one for each column"):
        Strategy.parse(str(_strategy("JL")).replace("floors\n", "sums\nweights: 1\n"))
    with pytest.raises(CgtError, match="of the pieces J L"):
        Strategy.parse(str(_strategy("JL")).replace("floors\n", "sums\nsends: J T\n"))
