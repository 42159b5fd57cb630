"""The genetic algorithm of Jang and Kim: tournament, crossing, mutation and who is replaced."""

from typing import Any

import numpy as np
import pytest
from hills import FEATURES, HILL
from hypothesis import given
from hypothesis import strategies as st

from cgt.common.errors import CgtError
from cgt.duel.evaluate.weights import Weights
from cgt.train.chance import Use, generator
from cgt.train.genetic import Genetic, GeneticOptions, cross, mutated, tournament, unit
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
    assert options.genes == "unit"
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
    options = GeneticOptions(population=500, games=1, bound=2.0, genes="free")
    trainer = Genetic(("a", "b", "c"), options)
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
    options = GeneticOptions(population=50, games=1, mutation=0.0, genes="free")
    trainer = first_step(options)
    pool = np.array([gene.weights for gene in pool_of(trainer)])
    children = np.array([game.weights for game in trainer.ask()])
    assert (children >= pool.min(axis=0)).all()
    assert (children <= pool.max(axis=0)).all()


def test_one_child_in_twenty_is_mutated() -> None:
    """Of a pool of equals, a child that is different is mutated: 100 of 2,000, deviation 10."""
    options = GeneticOptions(population=4000, games=1, tournament=0.001, replaced=0.5, genes="free")
    trainer = first_step(options)
    state = trainer.state()
    trainer.restore({**state, "own": [[[5.0, 5.0, 5.0], 1.0]] * 4000})
    children = [game.weights for game in trainer.ask()]
    assert len(children) == 2000
    assert 60 < sum(child != (5.0, 5.0, 5.0) for child in children) < 140


# genes of length 1


def test_the_published_genes_have_length_1() -> None:
    """Jang and Kim (2019), at the end of section 4: four weights, to six digits."""
    published = Weights.named("genetic-4").by_feature
    assert sorted(published.values()) == [-0.845511, -0.164408, -0.088149, 0.500310]
    assert np.linalg.norm(list(published.values())) == pytest.approx(1, abs=1e-5)


@given(st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=8))
def test_a_unit_gene_has_length_1_and_the_same_direction(weights: list[float]) -> None:
    found = unit(tuple(weights))
    if not any(weights):
        assert found is None
        return
    assert found is not None
    assert np.linalg.norm(found) == pytest.approx(1)
    largest = int(np.argmax(np.abs(weights)))
    for new, old in zip(found, weights, strict=True):
        assert new * abs(weights[largest]) == pytest.approx(old * abs(found[largest]), rel=1e-9)


PLAIN_TOP = np.array([-0.3, 0.5, 0.8])


def plain_fitness(gene: np.ndarray) -> float:
    """Never negative, and with many equals."""
    return max(0.0, round(20 * float(gene @ PLAIN_TOP)) / 4)


def plain_pool(seed: int, generations: int, mutation: float) -> list[tuple[np.ndarray, float]]:
    """The algorithm once more, from the paper: 40 genes, tournaments of four, 12 replaced."""
    chance = generator(seed, Use.CANDIDATES, 0)
    first = chance.uniform(-1, 1, (40, 3))
    pool = [(gene / np.sqrt((gene**2).sum()), 0.0) for gene in first]
    pool = [(gene, plain_fitness(gene)) for gene, _ in pool]
    for generation in range(1, generations + 1):
        pool.sort(key=lambda each: each[1], reverse=True)
        if generation == generations:
            break
        chance = generator(seed, Use.CANDIDATES, generation)
        children = []
        while len(children) < 12:
            drawn = [pool[place] for place in chance.choice(40, size=4, replace=False)]
            drawn.sort(key=lambda each: each[1], reverse=True)
            (gene_a, fit_a), (gene_b, fit_b) = drawn[:2]
            child = gene_a * fit_a + gene_b * fit_b if fit_a > 0 else gene_a + gene_b
            child = child / np.sqrt((child**2).sum())
            if chance.random() < mutation:
                place = chance.integers(3)
                child[place] = chance.uniform(-1, 1)
                child = child / np.sqrt((child**2).sum())
            children.append((child, plain_fitness(child)))
        pool = pool[:28] + children
    return pool


@pytest.mark.parametrize("mutation", [0.05, 0.5])
@pytest.mark.parametrize("seed", range(1, 6))
def test_generations_are_those_of_a_plain_version(seed: int, mutation: float) -> None:
    options = GeneticOptions(population=40, games=1, mutation=mutation)
    trainer = Genetic(("a", "b", "c"), options, seed)
    for _ in range(6):
        trainer.tell([plain_fitness(np.array(game.weights)) for game in trainer.ask()])
    for ours, (gene, fitness) in zip(pool_of(trainer), plain_pool(seed, 6, mutation), strict=True):
        assert ours.fitness == fitness
        assert ours.weights == pytest.approx(tuple(gene), abs=1e-12)


def test_the_child_of_opposite_genes_is_one_of_them() -> None:
    trainer = first_step(GeneticOptions(population=2, games=1, mutation=0.0, replaced=0.5))
    genes = [[[1.0, 0.0, 0.0], 3.0], [[-1.0, 0.0, 0.0], 3.0]]
    trainer.restore({**trainer.state(), "own": genes})
    assert trainer.ask()[0].weights in [(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)]


def test_genes_are_of_one_of_two_kinds() -> None:
    with pytest.raises(CgtError, match="genes are unit or free, not 'long'"):
        GeneticOptions(genes="long")  # type: ignore[arg-type]


def test_it_never_ends_by_itself() -> None:
    with pytest.raises(CgtError, match="it needs a number of steps"):
        train(Genetic(FEATURES, GeneticOptions()), HILL)
