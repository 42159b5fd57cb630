"""Strategies as text and as graphs."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.common.errors import CgtError, FileError
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.solve import GoodPlays, solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.rules import Rules
from cgt.duel.well import Well


def solved() -> list[Strategy]:
    """Strategies of Good and of Bad, with and without a preview, inside lanes, and an argument."""
    cases = [("OT", 4, 5, 0), ("L", 6, 2, 0), ("LJ", 4, 4, 1), ("SZ", 4, 6, 0), ("O", 5, 6, 0),
             ("LJ", 4, 3, 1), ("OI", 10, 6, 0)]  # fmt: skip
    answers = [solve_duel(Rules(p, width=w, height=h), preview=k) for p, w, h, k in cases]
    return [answer.strategy for answer in answers if answer.strategy is not None]


def test_a_strategy_reads_what_it_writes() -> None:
    strategies = solved()
    assert len(strategies) == 7
    for strategy in strategies:
        again = Strategy.parse(str(strategy))
        assert again.instructions == strategy.instructions
        assert str(again) == str(strategy)
        assert verify(again) == verify(strategy)


def test_pieces_without_a_known_name_are_kept_with_their_shapes(tmp_path: Path) -> None:
    (tmp_path / "shapes").write_text("name: bar\n##\n\nname: hook\n#.\n##\n")
    rules = Rules(str(tmp_path / "shapes"), width=4, height=4)
    strategy = solve_duel(rules).strategy
    assert strategy is not None
    strategy.write(tmp_path / "strategy")
    (tmp_path / "shapes").unlink()
    again = Strategy.read(tmp_path / "strategy")
    assert again.rules.pieces.pieces == rules.pieces.pieces
    assert "pieces: shapes\nshape bar: ##\nshape hook: #.|##\n" in str(again)
    assert verify(tmp_path / "strategy").valid
    graph = strategy.graph()
    assert graph.graph["shape hook"] == "#.|##"
    assert verify(Strategy.from_graph(graph, rules)).valid


def test_a_strategy_survives_as_a_graph() -> None:
    strategy = solve_duel(Rules("OT", width=4, height=5)).strategy
    assert strategy is not None
    graph = strategy.graph()
    assert graph.number_of_edges() == len(strategy.instructions)
    for pieces, start in (("OI", None), ("OT", Well("##..|##.."))):
        other = solve_duel(Rules(pieces, width=4, height=6), start=start).strategy
        assert other is not None
        assert verify(Strategy.from_graph(other.graph(), other.rules)).valid
    again = Strategy.from_graph(graph, strategy.rules)
    assert set(again.instructions) == set(strategy.instructions)
    assert verify(again).valid
    dot = strategy.dot()
    assert dot.startswith("digraph strategy {")
    assert dot.count("->") == len(strategy.instructions)
    bad = solve_duel(Rules("SZ", width=4, height=3), preview=1).strategy
    assert bad is not None
    assert set(Strategy.from_graph(bad.graph(), bad.rules).instructions) == set(bad.instructions)
    graph.add_edge("....", "....", visible="O")
    with pytest.raises(CgtError, match="is no instruction"):
        Strategy.from_graph(graph, strategy.rules)


def test_lanes_in_any_order_are_one_node_of_a_graph() -> None:
    strategy = solve_duel(Rules("OI", width=6, height=8), ways=(GoodPlays.IN_LANES,)).strategy
    assert strategy is not None
    assert strategy.lanes_in_any_order
    graph = strategy.graph()
    assert set(graph) == {"|".join(i.well.grid().rows()) for i in strategy.instructions}
    again = Strategy.from_graph(graph, strategy.rules)
    assert set(again.instructions) == set(strategy.instructions)
    assert verify(again).valid


HEAD = (
    "cgt strategy 1\nplayer: good\npieces: O\nwidth: 4\nheight: 2\npreview: 0\n"
    "moves: drop\nending: height\n\n"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: a strategy begins"),
        ("cgt strategy 1\nplayer good\n", "2:1: 'key: value' or a blank line is expected here"),
        ("cgt strategy 1\nplayer: good\nplayer: bad\n", "3:1: 'player' is given twice"),
        ("cgt strategy 1\nplayer: good\n", "no line 'pieces: …'"),
        (HEAD.replace("preview: 0", "preview: 20"), "6:10: preview is a number from 0 to 3"),
        (HEAD.replace("ending: height", "ending: height\nstert: ##.."), "9:1: unknown key 'stert'"),
        (HEAD.replace("good", "ugly"), "2:9: player is 'good' or 'bad', not 'ugly'"),
        (HEAD.replace("width: 4", "width: four"), "4:8: width is a number"),
        (HEAD.replace("drop", "fly"), "7:8: moves is 'drop'"),
        (HEAD.replace("width: 4", "width: 1"), "4:8: .*2 to 40 columns"),
        (
            HEAD.replace("ending: height", "ending: height\nlanes: sorted"),
            "9:8: lanes is",
        ),
        (HEAD.replace("ending: height", "ending: height\nstart: #"), "9:8: the start is no well"),
        (HEAD + "O O: rotation 0, column 0, row 0\n....   ....", "10:1: .*1 visible pieces"),
        (HEAD + "T: rotation 0, column 0, row 0\n....   ....", "10:1: there is no piece 'T'"),
        (HEAD + "O: rank 3\n....   ....", "10:3: 'rotation R, column C, row R' is expected here"),
        (HEAD + "O: rotation 0, column 0, row 0\n", "10:1: there is no well"),
        (HEAD + "O: rotation 0, column 0, row 0\n....", "11:1: a row of 2 wells"),
        (HEAD + "O: rotation 0, column 0, row 0\n....   ...", "11:8: a row has 4 cells, not 3"),
        (HEAD + "O: rotation 0, column 0, row 0\n....   ..?.", "11:10: '\\?' is no cell"),
    ],
)
def test_bad_strategy_files_are_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(FileError, match=message):
        Strategy.parse(text)


GOOD = HEAD + "O: rotation 0, column 0, row 0\n....   ##..\n....   ##..\n"


@settings(max_examples=200)
@given(st.data())
def test_a_damaged_strategy_is_a_strategy_or_an_error_with_a_place(data: st.DataObject) -> None:
    text = GOOD
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        text = text[:start] + data.draw(st.text("OT: .#;\n019é", max_size=5)) + text[end:]
    problem = None
    try:
        strategy = Strategy.parse(text)
    except FileError as error:
        problem = error
    if problem is None:
        assert str(Strategy.parse(str(strategy))) == str(strategy)
        verify(strategy)
    else:
        lines = text.split("\n")
        assert 1 <= problem.where.line <= len(lines)
        assert 1 <= problem.where.column <= len(lines[problem.where.line - 1]) + 1
