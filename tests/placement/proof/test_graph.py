"""The graph of a proof: every move is in it, and each answer wins."""

from __future__ import annotations

import random
import re

import pytest
from proofs import Game, make

from cgt.common.errors import CgtError, NotValidError
from cgt.placement.proof import graph as graph_module
from cgt.placement.proof.file import ProofFile
from cgt.placement.proof.graph import Node, ProofGraph, proof_graph


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs that are made by trying everything list positions that need not be listed."""
    monkeypatch.setattr(graph_module, "MOST_POSITIONS", 10_000)


def graph_of(text: str) -> ProofGraph:
    return proof_graph(ProofFile.of_bytes(text.encode(), "proof"))


def proof_text(pieces: str, play: str, rows: tuple[str, ...], claim: str | None = None) -> str:
    game = Game(pieces, play, rows)
    claim = claim or ("P" if game.is_lost((game.start, 0)) else "N")
    return make(game, pieces, claim, random.Random(1)).text()


def is_lost(node: Node, pieces: str, play: str) -> bool | None:
    """By trying everything, for a position of pictures and heaps; None where there are forms."""
    value, blocks = 0, [*node.rows]
    columns = [i for i in range(1, len(blocks[0]) - 1) if blocks[0][i - 1 : i + 2] == " + "]
    cuts = [0, *(i + 2 for i in columns)], [*(i - 1 for i in columns), len(blocks[0])]
    parts = [[row[a:b].strip() for row in blocks] for a, b in zip(*cuts, strict=True)]
    pictures = [[row for row in part if row] for part in parts]
    boards = [part for part in pictures if set("".join(part)) <= set(".#")]
    for part in pictures:
        if part not in boards:
            if not re.fullmatch(r"\*\d+|0", part[0]):
                return None
            value = int(part[0].lstrip("*"))
    width = max((len(part[0]) for part in boards), default=1)
    rows = [row.ljust(width, "#") for part in boards for row in [*part, "#" * width]]
    game = Game(pieces, play, tuple(rows) or ("#",))
    return game.is_lost((game.start, value))


@pytest.mark.parametrize(
    ("pieces", "play", "rows", "claim"),
    [
        ("domino", "misere", ("....",) * 4, None),
        ("domino", "normal", ("....", "....", "....", "...#"), None),
        ("domino", "normal", (".....", ".....", "....."), "nimber 1"),
        ("hooks", "misere", (".....", ".....", "....#", "....#"), None),
    ],
)
def test_every_position_is_lost_or_won_as_it_is_drawn(
    pieces: str, play: str, rows: tuple[str, ...], claim: str | None
) -> None:
    graph = graph_of(proof_text(pieces, play, rows, claim))
    told = [(node, is_lost(node, pieces, play)) for node in graph.nodes]
    assert [node for node, lost in told if lost is not None and lost != node.is_lost] == []
    assert sum(lost is not None for _, lost in told) > len(told) / 2
    for number, node in enumerate(graph.nodes):
        after = [graph.nodes[end] for start, end in graph.edges if start == number]
        assert all(one.is_lost != node.is_lost for one in after)
        is_small = not any("." in row for row in node.rows)
        assert is_small or node.is_lost or len(after) == 1
    assert graph.nodes[0].is_start


def test_every_move_of_a_lost_position_is_counted() -> None:
    graph = graph_of(proof_text("domino", "misere", ("....",) * 4))
    assert graph.nodes[0].rows == ("....",) * 4
    assert sum(moves for (start, _), moves in graph.edges.items() if start == 0) == 24


def test_what_it_says_is_graphviz() -> None:
    text = graph_of(proof_text("domino", "normal", (".....", ".....", "....."), "nimber 1")).dot()
    first, _, *lines, last = text.splitlines()
    assert (first, last) == ("digraph proof {", "}")
    node = r'  \d+ \[label="[^"]*", shape=(box|ellipse)(, peripheries=2)?\];'
    edge = r'  \d+ -> \d+( \[(label="\d+×"|style=bold)\])?;'
    assert all(re.fullmatch(f"{node}|{edge}", line) for line in lines)
    assert sum("peripheries=2" in line for line in lines) == 2  # beside *1 and beside nothing


def test_what_is_too_large_or_does_not_hold_has_no_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    text = proof_text("domino", "misere", ("....",) * 4)
    monkeypatch.setattr(graph_module, "MOST_NODES", 3)
    with pytest.raises(CgtError, match="room for 3 nodes"):
        graph_of(text)
    monkeypatch.undo()
    with pytest.raises(CgtError, match=r"room for 100 positions, and this proof has 101$"):
        graph_of(re.sub(r"positions: \d+", "positions: 101", text))
    head = "cgt proof 1\npieces: domino\nplay: misere\nboard: ....|....|....|....\nclaim: N\n"
    with pytest.raises(NotValidError):
        graph_of(f"{head}positions: 0\n")
