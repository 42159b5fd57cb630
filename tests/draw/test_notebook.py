"""What a notebook shows of results: a picture with their description."""

import pytest
from svgs import of_class, parsed, texts

from cgt.board.grid import Grid
from cgt.common.drawable import Drawable
from cgt.common.limits import Limits
from cgt.duel.evaluate.recommend import recommend
from cgt.duel.evaluate.weights import Weights
from cgt.duel.exact.solve import solve_duel
from cgt.duel.game import Game
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.trace import Trace
from cgt.duel.well import Well
from cgt.placement.analysis import analyse
from cgt.placement.answer import solve


def played(*, keeps_trace: bool = True) -> Game:
    setting = Setting(Rules("O", width=4), good="greedy", bad="constant:O")
    game = Game(setting, keeps_trace=keeps_trace)
    game.advance()
    return game


def said(result: Drawable) -> str:
    svg = result._repr_svg_()
    assert svg is not None
    return " ".join(texts(parsed(svg)))


@pytest.mark.parametrize("keeps_trace", [True, False])
def test_a_game_shows_its_well_and_its_cycle(keeps_trace: bool) -> None:
    game = played(keeps_trace=keeps_trace)
    root = parsed(game._repr_svg_() or "")
    assert "in the framed rows" in " ".join(texts(root))
    assert len(of_class(root, "band")) == 1
    assert len(of_class(root, "filled")) == sum(c.bit_count() for c in game.well.columns)


def test_a_game_that_has_not_begun_can_be_shown() -> None:
    game = Game(Setting(Rules("O", width=4), bad="constant:O"))
    assert "not decided after 0 pieces" in said(game)


def test_a_trace_shows_the_well_that_it_leaves() -> None:
    game = played()
    trace = game.trace()
    root = parsed(trace._repr_svg_() or "")
    assert len(of_class(root, "filled")) == sum(c.bit_count() for c in game.well.columns)
    assert parsed(Trace(trace.rules, [], Well("#..."), {})._repr_svg_() or "") is not None


def test_a_recommendation_shows_the_piece_in_its_place() -> None:
    rules = Rules(width=4, height=8)
    found = recommend(rules, Well("###.|###.|###.|###."), "IO", Weights.named("dt-10"))
    assert found is not None
    root = parsed(found._repr_svg_() or "")
    [move] = of_class(root, "move")
    assert move.get("data-piece") == "I"
    assert "which clears 4 rows" in " ".join(texts(root))


def test_an_analysis_and_a_solution_show_a_winning_move() -> None:
    grid = Grid("....|....")
    for result in (analyse(grid), solve(grid)):
        root = parsed(result._repr_svg_() or "")
        [move] = of_class(root, "move")
        assert move.get("data-piece") == "I"
        assert "N: the player to move wins" in " ".join(texts(root))


@pytest.mark.parametrize(
    ("pieces", "width", "seconds", "expected"),
    [
        ("O", 4, None, "Good goes on for ever ("),
        ("SZ", 4, None, "Bad forces the end ("),
        ("ILJ", 10, 0.0, "Not known within the limits."),
    ],
)
def test_a_duel_shows_who_wins(
    pieces: str, width: int, seconds: float | None, expected: str
) -> None:
    rules = Rules(pieces, width=width, height=4)
    assert expected in said(solve_duel(rules, limits=Limits.of(seconds=seconds)))
