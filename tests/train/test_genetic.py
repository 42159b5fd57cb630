"""The genetic algorithm of Jang and Kim: tournament, crossing, mutation and who is replaced."""

from typing import Any

import numpy as np
import pytest
from hills import FEATURES, HILL
from hypothesis import given
from hypothesis import strategies as st

from cgt.common.errors import CgtError
from cgt.train.genetic import Genetic, GeneticOptions, cross, mutated, tournament
from cgt.train.run import train
from cgt.train.trainer import Scored

WEIGHT = st.floats(-1e6, 1e6)
FITNESS = st.floats(-1e300, 1e300)
GENES = st.tuples(st.tuples(WEIGHT, WEIGHT, WEIGHT), FITNESS).map(lambda both: Scored(*both))


class Recorded:
    """A random generator that remembers which places it drew."""

    def __init__(self, seed: int) -> None:
        self._chance = np.random.default_rng(seed)
        self.drawn: list[int] = []

    def choice(self, *arguments: Any, **options: Any) -> Any:
        places = self._chance.choice(*arguments, **options)
        self.drawn = places.tolist()
        return places


@given(st.lists(GENES, min_size=2, max_size=30), st.data())
def test_a_tournament_is_won_by_the_two_best_of_those_drawn(
    pool: list[Scored], data: st.DataObject
) -> None:
    size = data.draw(st.integers(2, len(pool)))
    chance = Recorded(data.draw(st.integers(0, 2**32)))
    winners = tournament(pool, size, chance)  # type: ignore[arg-type]
    assert len(set(chance.drawn)) == size
    drawn = [pool[place] for place in chance.drawn]
    assert all(winner in drawn for winner in winners)
    assert [w.fitness for w in winners] == sorted((g.fitness for g in drawn), reverse=True)[:2]


@given(GENES, GENES, FITNESS)
def test_a_child_lies_between_its_parents(a: Scored, b: Scored, floor: float) -> None:
    child = cross(a, b, floor)
    for weight, x, y in zip(child, a.weights, b.weights, strict=True):
        assert min(x, y) <= weight <= max(x, y)


@given(
    st.tuples(WEIGHT, WEIGHT), st.tuples(WEIGHT, WEIGHT), st.floats(0.01, 1e6), st.floats(0.01, 1e6)
)
def test_a_child_is_the_weighted_mean_of_jang_and_kim(
    a: tuple[float, ...], b: tuple[float, ...], fit_a: float, fit_b: float
) -> None:
    child = cross(Scored(a, fit_a), Scored(b, fit_b))
    plain = [(x * fit_a + y * fit_b) / (fit_a + fit_b) for x, y in zip(a, b, strict=True)]
    assert child == pytest.approx(plain, rel=1e-9, abs=1e-6)


@pytest.mark.parametrize(
    ("fit_a", "fit_b", "floor", "child"),
    [
        (3.0, 1.0, 0.0, 0.25),
        (0.0, 0.0, 0.0, 0.5),  # nothing to count by
        (0.0, 5.0, 0.0, 1.0),
        (-1.0, -3.0, -5.0, 1 / 3),  # 4 and 2 above the floor
        (-1.0, -1.0, -1.0, 0.5),
        (1e308, 1e308, 0.0, 0.5),  # the sum of these is too large a number
    ],
)
def test_children_of_all_kinds_of_fitness(
    fit_a: float, fit_b: float, floor: float, child: float
) -> None:
    assert cross(Scored((0.0,), fit_a), Scored((1.0,), fit_b), floor) == pytest.approx((child,))


@given(st.lists(WEIGHT, min_size=1, max_size=8), st.floats(0.1, 10), st.integers(0, 2**32))
def test_a_mutation_changes_one_weight(weights: list[float], bound: float, seed: int) -> None:
    changed = mutated(tuple(weights), bound, np.random.default_rng(seed))
    different = [new for new, old in zip(changed, weights, strict=True) if new != old]
    assert len(different) <= 1  # none if the random weight is the old one
    assert all(-bound <= weight <= bound for weight in different)


def test_every_weight_can_change() -> None:
    chance = np.random.default_rng(1)
    places = {
        next(place for place, weight in enumerate(mutated((5.0,) * 4, 1.0, chance)) if weight != 5)
        for _ in range(100)
    }
    assert places == {0, 1, 2, 3}


@given(st.integers(2, 500), st.floats(0, 1), st.floats(0, 1))
def test_shares_are_of_the_population(population: int, drawn: float, replaced: float) -> None:
    options = GeneticOptions(population=population, tournament=drawn, replaced=replaced)
    assert 2 <= options.drawn <= population
    assert 1 <= options.children < population
    assert options.drawn == 2 or abs(options.drawn - drawn * population) <= 0.5
    if 1 <= replaced * population <= population - 1:
        assert abs(options.children - replaced * population) <= 0.5


def test_the_defaults_are_those_of_jang_and_kim() -> None:
    options = GeneticOptions()
    assert (options.population, options.games, options.bound) == (100, 100, 1.0)
    assert (options.drawn, options.children, options.mutation) == (10, 30, 0.05)
    assert not options.replay


def pool_of(trainer: Genetic) -> list[Scored]:
    return [Scored(*gene) for gene in trainer.state()["own"]]


def first_step(options: GeneticOptions) -> Genetic:
    """A trainer whose genes have the fitnesses 1, 2, 3 and so on."""
    trainer = Genetic(("a", "b", "c"), options)
    games = trainer.ask()
    trainer.tell([float(1 + index // options.games) for index in range(len(games))])
    return trainer


def test_the_first_genes_are_random_within_the_bound() -> None:
    trainer = Genetic(("a", "b", "c"), GeneticOptions(population=500, games=1, bound=2.0))
    weights = np.array([game.weights for game in trainer.ask()])
    assert weights.shape == (500, 3)
    assert np.abs(weights).max() <= 2
    assert weights.min() < -1.9
    assert weights.max() > 1.9
    assert abs(weights.mean()) < 0.1


def test_children_replace_the_worst_and_elders_keep_their_fitness() -> None:
    trainer = first_step(GeneticOptions(population=20, games=2))
    before = pool_of(trainer)
    assert [gene.fitness for gene in before] == list(range(20, 0, -1))
    games = trainer.ask()
    assert len(games) == 6 * 2
    trainer.tell([-7.0] * len(games))  # however bad they are
    after = pool_of(trainer)
    assert after[:14] == before[:14]
    assert [gene.weights for gene in after[14:]] == [game.weights for game in games[::2]]
    assert {gene.fitness for gene in after[14:]} == {-7.0}
    record = trainer.history[-1]
    assert record.step_mean == pytest.approx((sum(range(7, 21)) - 6 * 7) / 20)


def test_with_replay_elders_are_measured_again() -> None:
    trainer = first_step(GeneticOptions(population=20, games=2, replay=True))
    before = pool_of(trainer)
    games = trainer.ask()
    assert len(games) == 20 * 2
    trainer.tell([0.0] * 12 + [1.0] * 28)
    after = pool_of(trainer)
    assert [gene.weights for gene in after[:14]] == [gene.weights for gene in before[:14]]
    assert [gene.fitness for gene in after] == [1.0] * 14 + [0.0] * 6


def test_children_without_mutation_stay_within_the_pool() -> None:
    trainer = first_step(GeneticOptions(population=50, games=1, mutation=0.0))
    pool = np.array([gene.weights for gene in pool_of(trainer)])
    children = np.array([game.weights for game in trainer.ask()])
    assert (children >= pool.min(axis=0)).all()
    assert (children <= pool.max(axis=0)).all()


def test_one_child_in_twenty_is_mutated() -> None:
    """Of a pool of equals, a child that is different is mutated: 100 of 2,000, deviation 10."""
    options = GeneticOptions(population=4000, games=1, tournament=0.001, replaced=0.5)
    trainer = first_step(options)
    state = trainer.state()
    trainer.restore({**state, "own": [[[5.0, 5.0, 5.0], 1.0]] * 4000})
    children = [game.weights for game in trainer.ask()]
    assert len(children) == 2000
    assert 60 < sum(child != (5.0, 5.0, 5.0) for child in children) < 140


def test_it_never_ends_by_itself() -> None:
    with pytest.raises(CgtError, match="it needs a number of steps"):
        train(Genetic(FEATURES, GeneticOptions()), HILL)
