"""The lives of strips."""

from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.duel.game import Game
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.strips import follow_strips


@given(st.integers(0, 1000), st.sampled_from(["drop", "slide"]))
@settings(max_examples=30)
def test_strips_are_the_rows_of_the_well(seed: int, moves: str) -> None:
    rules = Rules(width=6, height=12, moves=moves)  # type: ignore[arg-type]
    game = Game(Setting(rules, "greedy", "uniform", seed=seed, max_pieces=60), keeps_trace=True)
    game.advance()
    trace = game.trace()
    lives = list(follow_strips(rules, trace.start, trace.placements))
    alive: set[int] = set()
    for life, placed in zip(lives, trace.play(), strict=True):
        assert len(life.numbers) == placed.well.stack_height
        assert len(life.died) == placed.lines
        alive = (alive | set(life.born)) - set(life.died)
        assert set(life.numbers) == alive
        assert not set(life.grown) & set(life.born)
    # Each is born once, in order, and dies once.
    born = [number for life in lives for number in life.born]
    assert born == list(range(1, len(born) + 1))
    died = [number for life in lives for number in life.died]
    assert len(set(died)) == len(died)
