"""Bad's instructions on ground: what is in the lowest rows does not matter."""

import itertools
from pathlib import Path

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import for_every_well, is_for, wells

from cgt.common.errors import CgtError
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.ground import ground_of, on_ground, without_ground
from cgt.duel.exact.instruction import Instruction
from cgt.duel.exact.solve import solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.players.strategies import FollowStrategy
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.well import Well

LETTERS = "IJLOSTZ"
SETS = ["".join(s) for n in (1, 2, 3, 7) for s in itertools.combinations(LETTERS, n)]


def bads(pieces: str, width: int, height: int, moves: str = "drop", preview: int = 0) -> Strategy:
    rules = Rules(pieces, width=width, height=height, moves=moves)  # type: ignore[arg-type]
    strategy = solve_duel(rules, preview=preview).strategy
    assert strategy is not None
    return strategy


@pytest.mark.parametrize("moves", ["drop", "slide", "spin"])
@pytest.mark.parametrize(("width", "height"), [(2, 4), (3, 3), (4, 2)])
def test_a_well_on_ground_is_lost_with_anything_in_it(width: int, height: int, moves: str) -> None:
    """Every row that is not full is tried in every row of ground, against the fixpoint."""
    table = oracles.duel_table(
        width, height, [oracles.FLAT_TETROMINOES[name] for name in LETTERS], moves
    )
    number_of = {"|".join("".join(".#"[cell] for cell in row) for row in rows): number
                 for number, rows in enumerate(table.wells)}  # fmt: skip
    rows = ["".join(cells) for cells in itertools.product(".#", repeat=width) if "." in cells]
    tried = 0
    for pieces in SETS:
        strategy = bads(pieces, width, height, moves)
        if strategy.player == "good" or strategy.argument is not None:
            continue
        safe = oracles.safe_wells(table, [LETTERS.index(piece) for piece in pieces])
        for instruction in strategy.instructions:
            ground = ground_of(instruction.well)
            if instruction.well.stack_height > height:
                continue
            above = instruction.well.grid(height).rows()[: height - ground]
            for below in itertools.product(rows, repeat=ground):
                assert not safe[number_of["|".join([*above, *below])]]
                tried += ground > 0
    assert tried > 100


@pytest.mark.parametrize(
    ("pieces", "width", "height", "moves", "preview"),
    [
        ("SZ", 4, 5, "drop", 0),
        ("LO", 4, 4, "drop", 1),
        ("JL", 3, 5, "drop", 0),
        ("SZ", 4, 4, "slide", 0),
        ("SZ", 4, 4, "spin", 0),
    ],
)
def test_with_an_instruction_for_every_well_it_holds_as_well(
    pieces: str, width: int, height: int, moves: str, preview: int
) -> None:
    strategy = bads(pieces, width, height, moves, preview)
    assert strategy.has_ground
    whole = for_every_well(strategy)
    assert not whole.has_ground
    assert len(whole.instructions) > len(strategy.instructions)
    assert verify(whole).valid
    assert verify(whole).height == verify(strategy).height
    graph = strategy.graph()
    texts = {"|".join(one.well.grid().rows()) for one in strategy.instructions}
    assert set(graph.nodes) - {"over"} == texts


def test_a_piece_must_not_get_to_the_ground() -> None:
    rules = Rules("I", width=2, height=3)
    strategy = Strategy(rules, "bad", [Instruction(Well("##"), ("I",), rank=5)])
    for checker in ("plain", "native"):
        report = verify(strategy, checker=checker)  # type: ignore[arg-type]
        assert report.reason == "the piece gets to the ground: ## with I"


def test_what_follows_is_on_as_much_ground() -> None:
    """Below what stays ground there is nothing that an instruction may know."""
    strategy = bads("SZ", 4, 4)
    found = [one for one in strategy.instructions if ground_of(one.well) and one.rank]
    assert found
    for one in found:
        ground = ground_of(one.well)
        for well in strategy.after_bad(one):
            assert ground_of(well) >= ground
    least = min((one for one in found), key=lambda one: one.rank)
    following = strategy.after_bad(least)[0]
    exact = without_ground(following)
    changed = [
        one._replace(well=exact) if one.well == following else one for one in strategy.instructions
    ]
    report = verify(Strategy(strategy.rules, "bad", changed))
    assert not report.valid
    assert "no instruction" in report.reason


def test_a_start_with_a_full_row_is_refused() -> None:
    start = Well("##..|####")
    with pytest.raises(CgtError, match="the start has a full row"):
        solve_duel(Rules("OT", width=4, height=5), start=start)
    strategy = bads("SZ", 4, 4)
    report = verify(Strategy(strategy.rules, "bad", strategy.instructions, start=start))
    assert report.reason == "the start has a full row"


def test_the_player_follows_the_instruction_of_least_rank(tmp_path: Path) -> None:
    instructions = [
        Instruction(Well("...."), ("S",), rank=5),
        Instruction(Well("####"), ("Z",), rank=3),
        Instruction(Well("####|####"), ("O",), rank=4),
    ]
    strategy = Strategy(Rules("SZO", width=4, height=6), "bad", instructions)
    game = Game(
        Setting(strategy.rules, "random", FollowStrategy(strategy), max_pieces=1), keeps_trace=True
    )
    game.advance()
    assert [placement.piece for placement in game.trace().placements] == ["Z"]
    strategy.write(tmp_path / "strategy")
    assert Strategy.read(tmp_path / "strategy").instructions == instructions


@given(wells(max_width=6, max_height=6), st.integers(0, 7))
def test_ground_takes_the_place_of_the_lowest_rows(well: Well, rows: int) -> None:
    there = on_ground(well, rows)
    assert ground_of(well) == 0
    assert ground_of(there) == rows
    assert is_for(Instruction(there, ("I",)), well)
    assert without_ground(there) == without_ground(well, rows)
    assert without_ground(without_ground(well, rows), rows) == without_ground(there)
    assert on_ground(without_ground(there), rows) == there
