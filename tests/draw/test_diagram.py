"""Diagrams of strategies: everything is drawn, or the diagram says what is left out."""

import itertools
import re
import time
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as Tree

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.draw.diagram import MOST_WELLS, Diagram, strategy_drawing
from cgt.draw.diagram.excerpt import excerpt
from cgt.draw.diagram.labels import CELL
from cgt.duel.exact.instruction import Instruction
from cgt.duel.exact.solve import solve_duel
from cgt.duel.exact.strategy import Strategy, sorted_lanes
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well
from cgt.literature.brzustowski import built_in

OT = Path(__file__).parents[2] / "certificates" / "ot-4.txt"
ALL = 10_000


@cache
def solved(pieces: str, width: int, height: int, preview: int = 0) -> Strategy:
    strategy = solve_duel(Rules(pieces, width=width, height=height), preview=preview).strategy
    assert strategy is not None
    return strategy


@cache
def known(name: str) -> Strategy:
    """A strategy of J. Brzustowski's by its name, or the certificate for O and T."""
    if name == "OT":
        return Strategy.read(OT)
    width = int(re.findall(r"width (\d+)", name)[0])
    return next(one for one in built_in(width) if one.name == name).build()


def drawn(strategy: Strategy, most: int = ALL) -> Tree.Element:
    return Tree.fromstring(str(strategy_drawing(strategy, most=most)))


def of_class(tree: Tree.Element, name: str) -> list[Tree.Element]:
    return [element for element in tree.iter() if element.get("class") == name]


def texts(tree: Tree.Element, name: str) -> list[str]:
    return [element.text or "" for element in of_class(tree, name)]


def notes(tree: Tree.Element) -> str:
    return " ".join(texts(tree, "note"))


def wells(tree: Tree.Element) -> Counter[str]:
    return Counter(element.get("data-well") or "" for element in of_class(tree, "well"))


def check_boxes(strategy: Strategy, most: int = ALL) -> None:
    layout = Diagram(strategy, excerpt(strategy, most)).layout
    boxes = [*layout.nodes.values(), *layout.labels.values()]
    for one, two in itertools.combinations(boxes, 2):
        assert not oracles.overlap(one, two)


GOOD = [
    "O, width 2", "S, width 2", "I, width 4", "T, width 4", "T, width 10", "OI, width 4",
    "OL, width 6", "IL, width 4, preview 1", "LJ, width 6, preview 1", "OT",
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_every_well_and_every_instruction_of_goods_is_drawn(name: str) -> None:
    strategy = known(name)
    graph = strategy.graph()  # which the diagram does not use
    tree = drawn(strategy)
    assert wells(tree) == Counter(list(graph.nodes))
    moves = {
        (start, end, data["visible"].split()[0], data["rotation"], data["column"], data["row"])
        for start, end, data in graph.edges(data=True)
    }
    shown = Counter(
        (e.get("data-piece"), e.get("data-column")) for e in of_class(tree, "instruction")
    )
    assert shown == Counter((piece, str(column)) for _, _, piece, _, column, _ in moves)
    assert len(of_class(tree, "arrow")) == len(set(graph.edges())) + 1  # and that to the start
    assert texts(tree, "start") == ["start"]
    assert ("The order of lanes does not matter" in notes(tree)) == strategy.lanes_in_any_order
    check_boxes(strategy)


def test_an_instruction_has_its_piece_as_it_is_turned_its_letter_and_its_column() -> None:
    strategy = known("L, width 4")
    tree = drawn(strategy)
    shown = []
    for element in of_class(tree, "instruction"):
        assert texts(element, "letter") == ["L"]
        assert texts(element, "column") == [element.get("data-column")]
        [piece] = of_class(element, "piece")
        corners = re.findall(r"M(\S+) ([^h]+)h", piece[0].get("d") or "")
        cells = sorted((round(float(y) / CELL), round(float(x) / CELL)) for x, y in corners)
        shown.append((element.get("data-column"), cells))
    rotations = strategy.rules.pieces["L"].rotations
    told = [one.placement for one in strategy.instructions if one.placement]
    assert sorted(shown) == sorted(
        (str(place.column), sorted(rotations[place.rotation].cells)) for place in told
    )


def test_wells_are_drawn_cell_by_cell() -> None:
    tree = drawn(known("OT"))
    for element in of_class(tree, "well"):
        filled = of_class(element, "filled")
        cells = (filled[0].get("d") or "").count("M") if filled else 0
        assert cells == (element.get("data-well") or "").count("#")


def test_next_pieces_are_shown_where_they_matter() -> None:
    strategy = known("IL, width 4, preview 1")
    expected: Counter[tuple[str, str]] = Counter()
    choices: dict[tuple[Well, Well, WellPlacement], set[str]] = {}
    for one in strategy.instructions:
        assert one.placement is not None
        assert one.after is not None
        key = (one.well, sorted_lanes(one.after), one.placement)
        choices.setdefault(key, set()).add(one.visible[1])
    for (_, _, placement), following in choices.items():
        if len(following) == 1:
            expected[placement.piece, *following] += 1  # type: ignore[index]
    tree = drawn(strategy)
    shown = Counter(
        (element.get("data-piece") or "", following)
        for element in of_class(tree, "instruction")
        for following in texts(element, "next")
    )
    assert shown == expected
    assert "next pieces" in notes(tree)
    assert "next pieces" not in notes(drawn(known("OT")))


def test_many_next_pieces_are_counted() -> None:
    rules = Rules("IJLOSTZ", width=4, height=4)
    well = Well.empty(4)
    visible = list(itertools.product("O", "IJLOSTZ", "IJLOST"))
    placement = WellPlacement("O", 0, 0, 0)
    instructions = [Instruction(well, one, placement, Well("##..|##..")) for one in visible]
    tree = drawn(Strategy(rules, "good", instructions, preview=2))
    assert "and 39 more" in texts(tree, "next")


@pytest.mark.parametrize("name", ["L, width 4", "T, width 10", "I, width 6", "S, width 4"])
def test_the_cycle_of_a_single_piece_is_a_ring_in_order(name: str) -> None:
    strategy = known(name)
    found = excerpt(strategy, ALL)
    layout = Diagram(strategy, found).layout
    following = dict(found.edges)
    ring = layout.ring
    for one, two in zip(ring, [*ring[1:], ring[0]], strict=True):
        assert (one, two) in following
    assert len(found.nodes) == len(ring) + sum(node not in ring for node in layout.nodes)
    # Clockwise: twice the area inside is positive, as y grows downwards.
    places = [layout.nodes[node].middle for node in ring]
    turned = zip(places, [*places[1:], places[0]], strict=True)
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in turned)
    assert area > 0 or len(ring) == 2


def test_instructions_between_the_same_wells_share_an_arrow() -> None:
    rules = Rules("LJ", width=2, height=4)
    empty, after = Well("..|.."), Well("#.|##")
    instructions = [
        Instruction(empty, ("L",), WellPlacement("L", 0, 0, 0), after),
        Instruction(empty, ("J",), WellPlacement("J", 0, 1, 0), after),
        Instruction(after, ("L",), WellPlacement("L", 1, 0, 0), after),
    ]
    tree = drawn(Strategy(rules, "good", instructions))
    assert len(of_class(tree, "arrow")) == 3
    assert len(of_class(tree, "instruction")) == 3
    assert len(of_class(tree, "back")) == 1  # the loop


def test_the_heading_names_the_game() -> None:
    strategy = known("IL, width 4, preview 1")
    tree, count = drawn(strategy), len(strategy.instructions)
    assert texts(tree, "title") == ["Good’s strategy with I and L"]
    assert texts(tree, "game") == [f"width 4 · height 7 · preview 1 · {count} instructions"]
    named = Strategy(
        Rules("O", width=2, height=0, moves="spin"), "good", [], about={"name": "A & B <1>"}
    )
    tree = drawn(named)
    assert texts(tree, "title") == ["A & B <1>"]
    [game] = [" ".join(texts(tree, "game"))]
    assert game.startswith("Good’s strategy with O · width 2 · height 0")
    assert "spin, ends by height" in game


# Bad


@pytest.mark.parametrize(
    "game", [("SZ", 4, 3, 0), ("S", 3, 4, 0), ("SZ", 4, 4, 1), ("LJ", 3, 2, 0)]
)
def test_bads_diagram_has_everything_that_good_may_do(game: tuple[str, int, int, int]) -> None:
    strategy = solved(*game)
    assert strategy.player == "bad"
    tree = drawn(strategy)
    assert wells(tree) == Counter("|".join(i.well.grid().rows()) for i in strategy.instructions)
    ranks = [text.replace(",", "") for text in texts(tree, "rank")]
    assert Counter(ranks) == Counter(str(one.rank) for one in strategy.instructions)
    sent = Counter(piece for one in strategy.instructions for piece in one.visible)
    assert Counter(texts(tree, "next")) == sent
    assert not of_class(tree, "back")  # ranks fall
    if not strategy.preview:
        graph = strategy.graph()
        assert len(of_class(tree, "arrow")) == len(set(graph.edges())) + 1
        assert len(of_class(tree, "over")) == graph.in_degree("over")
    check_boxes(strategy)


def test_ranks_fall_to_the_right() -> None:
    strategy = solved("SZ", 4, 5)
    found = excerpt(strategy, ALL)
    layout = Diagram(strategy, found).layout
    for start, end in found.edges:
        one, two = found.nodes[start].instruction, found.nodes[end].instruction
        assert layout.nodes[start].x < layout.nodes[end].x
        if one and two:
            assert one.rank > two.rank


def test_an_argument_shows_weights_and_the_pieces_sent() -> None:
    tree = drawn(Strategy(Rules("SZ", width=10, height=20), "bad", [], argument="lanes"))
    assert texts(tree, "weight")[:4] == ["−4", "+4", "−3", "+3"]
    assert texts(tree, "weight")[-2:] == ["0", "0"]
    assert texts(tree, "sent") == ["S × 247", "Z × 247"]
    assert "1,092,434" in notes(tree)
    assert len(of_class(tree, "lane")) == 4
    tree = drawn(Strategy(Rules("SZO", width=9, height=20), "bad", [], argument="sums"))
    assert texts(tree, "weight") == ["−1", "+1"] * 4 + ["−1"]
    assert texts(tree, "sent") == ["S", "Z", "O"]
    assert "88 rows" in notes(tree)
    assert "200 pieces" in notes(tree)


@pytest.mark.parametrize(
    ("strategy", "reason"),
    [
        (Strategy(Rules("L", width=9), "bad", [], argument="sums"), "evenly"),
        (Strategy(Rules("SZ", width=9), "bad", [], argument="lanes"), "an even width"),
        (Strategy(Rules("SZ"), "bad", [], start=Well("#."), argument="lanes"), "another width"),
    ],
)
def test_an_argument_that_does_not_hold_says_so(strategy: Strategy, reason: str) -> None:
    tree = drawn(strategy)
    assert not of_class(tree, "weight")
    assert "does not hold" in notes(tree)
    assert reason in notes(tree)


# what is cut off


def test_large_strategies_are_cut_and_say_so() -> None:
    tree = drawn(known("OT"), 10)
    assert sum(wells(tree).values()) == 10
    assert "The first 10 of 42 wells are drawn." in notes(tree)
    assert of_class(tree, "more")
    # Every instruction of a well that is shown is there, wherever it leads.
    assert len(of_class(tree, "instruction")) == 20
    tree = drawn(known("OT"), 42)
    assert not of_class(tree, "more")
    assert "first" not in notes(tree)


def test_the_first_wells_are_those_near_the_start() -> None:
    strategy = known("OT")
    distances = {"|".join(strategy.first_well.grid().rows()): 0}
    graph = strategy.graph()
    for start in (waiting := list(distances)):
        for end in graph.successors(start):
            if end not in distances:
                distances[end] = distances[start] + 1
                waiting.append(end)
    shown = [distances[well] for well in wells(drawn(strategy, 15))]
    assert sorted(shown) == sorted(distances.values())[:15]


def test_bads_strategies_are_cut_too() -> None:
    strategy = solved("SZ", 4, 5)
    tree, count = drawn(strategy, 20), len({one.well for one in strategy.instructions})
    assert sum(wells(tree).values()) == 20
    assert f"The first 20 of {count} wells" in notes(tree)
    assert of_class(tree, "more")
    check_boxes(strategy, 20)


def test_wells_that_never_come_up_are_counted() -> None:
    strategy = known("O, width 4")
    lonely = Instruction(Well("#...|#..."), ("O",), WellPlacement("O", 0, 2, 0), Well("#.##|#.##"))
    instructions = [*strategy.instructions, lonely]
    tree = drawn(Strategy(strategy.rules, "good", instructions, lanes_in_any_order=True))
    assert "1 well cannot be reached from the start and is not drawn" in notes(tree)


def test_a_hundred_thousand_instructions_take_no_time() -> None:
    rules = Rules("OT", width=10, height=20)
    count = 50_000
    all_wells = [Well.of([number >> i & 3 for i in range(0, 20, 2)]) for number in range(count)]
    instructions = [
        Instruction(all_wells[i], (piece,), WellPlacement(piece, 0, 0, 0), all_wells[to % count])
        for i in range(count)
        for piece, to in (("O", 2 * i + 1), ("T", 3 * i + 2))
    ]
    begin = time.process_time()
    tree = drawn(Strategy(rules, "good", instructions), MOST_WELLS)
    assert time.process_time() - begin < 4
    assert sum(wells(tree).values()) == MOST_WELLS
    assert "of 50,000 wells" in notes(tree)


# any strategy


@pytest.mark.parametrize("most", [-1, 0, 1])
def test_one_well_is_always_shown(most: int) -> None:
    assert sum(wells(drawn(known("OT"), most)).values()) == 1


@pytest.mark.parametrize("player", ["good", "bad"])
def test_a_nonsensical_strategy_is_still_drawn(player: str) -> None:
    rules = Rules("OT", width=4, height=4)
    odd = [
        Instruction(Well.empty(4), ("O",), WellPlacement("O", 9, 30, 0), Well.empty(4)),
        Instruction(Well.empty(3), ("T",), rank=3),
    ]
    who = "good" if player == "good" else "bad"
    for instructions, start in itertools.product(([], odd[:1], odd), (None, Well("#.#"))):
        tree = drawn(Strategy(rules, who, instructions, start=start))
        assert of_class(tree, "well")


@pytest.mark.parametrize("width", [2, 3, 17, 40])
def test_wells_of_any_width(width: int) -> None:
    strategy = solved("I", width, 4)
    assert sum(wells(drawn(strategy)).values()) == len(strategy.graph())
    check_boxes(strategy)


@settings(max_examples=25, deadline=None)
@given(
    st.sets(st.sampled_from("IJLOSTZ"), min_size=1, max_size=3).map(sorted).map("".join),
    st.integers(2, 4),
    st.integers(0, 4),
    st.integers(0, 1),
    st.integers(1, 14),
)
def test_any_small_game_is_drawn_without_overlaps(
    pieces: str, width: int, height: int, preview: int, most: int
) -> None:
    strategy = solved(pieces, width, height, preview)
    found = excerpt(strategy, most)
    tree = drawn(strategy, most)
    assert sum(wells(tree).values()) == found.shown <= most
    assert len(of_class(tree, "arrow")) == len(found.edges) + 1
    assert found.is_cut == ("The first" in notes(tree))
    check_boxes(strategy, most)


@pytest.mark.parametrize("name", ["OT", "IL, width 4, preview 1"])
def test_the_same_strategy_gives_the_same_drawing_within_two_seconds(name: str) -> None:
    begin = time.process_time()
    first = str(strategy_drawing(known(name)))
    assert time.process_time() - begin < 2
    assert str(strategy_drawing(known(name))) == first


def test_notebooks_show_strategies_and_wells() -> None:
    strategy = known("L, width 4")
    assert strategy._repr_svg_() == str(strategy_drawing(strategy))
    for well in (Well.empty(4), Well("#..#|##.#")):
        tree = Tree.fromstring(well._repr_svg_())
        assert len(of_class(tree, "filled")) == sum(c.bit_count() for c in well.columns)
