"""Seeds of games and of steps."""

from hypothesis import given
from hypothesis import strategies as st

from cgt.train.chance import Use, game_seeds, generator, held_out_seeds


@given(st.integers(), st.integers(0, 10**6), st.integers(), st.integers(1, 20))
def test_no_training_plays_a_held_out_game(
    seed: int, step: int, other_seed: int, games: int
) -> None:
    assert not set(game_seeds(seed, step, games)) & set(held_out_seeds(other_seed, games))


def test_every_step_has_different_games() -> None:
    seeds = [seed for step in range(200) for seed in game_seeds(5, step, 16)]
    assert len(set(seeds)) == 200 * 16
    assert len(set(held_out_seeds(5, 1000))) == 1000


def test_every_step_and_use_has_its_own_random_sequence() -> None:
    drawn = [generator(5, use, step).random() for use in Use for step in range(100)]
    assert len(set(drawn)) == 100 * len(Use)
    assert generator(5, Use.CANDIDATES, 3).random() == generator(5, Use.CANDIDATES, 3).random()
