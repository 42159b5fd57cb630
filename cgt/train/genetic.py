"""The genetic algorithm of Y. Jang and E. Kim (2019).

A pool of genes, each with random weights, plays. Then new genes are made until they can replace the
worst 30 % of the pool. For each, the two best genes of a random tenth of the pool cross: their
child has the sum of their weights, weighted by fitness. One child in twenty has one weight changed
to a random one.

Genes are vectors of length 1, as the published weights are: only the direction of weights decides
which placement is best. That is why the sum in the paper needs no division, and why a mutation
changes a direction by as much in the last generation as in the first. Free genes, which cross by
the mean and get shorter by it, are for weights that stand beside others that are fixed, where
length matters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from cgt.common.errors import CgtError
from cgt.train import Vector
from cgt.train.chance import Use, generator
from cgt.train.trainer import Options, Scored, Trainer, at_least, positive, share

_Pool = tuple[Scored, ...]  # the best first
Genes = Literal["unit", "free"]


@dataclass(frozen=True)
class GeneticOptions(Options):
    """How to breed. The values of Jang and Kim are the defaults.

    `genes` are vectors of length 1, or free. Random weights are from −`bound` to `bound`, before a
    unit gene is brought to its length. `tournament` is the share of the pool whose two
    best cross, `mutation` the probability that a child has a weight changed, `replaced` the share
    of the pool that children replace. Genes that stay keep their fitness; with `replay`, the whole
    pool plays again in every step, so that a lucky measurement is not kept.
    """

    games: int = 100
    population: int = 100
    genes: Genes = "unit"
    bound: float = 1.0
    tournament: float = 0.1
    mutation: float = 0.05
    replaced: float = 0.3
    replay: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least("population", self.population, 2)
        if self.genes not in get_args(Genes):
            raise CgtError(f"genes are {' or '.join(get_args(Genes))}, not {self.genes!r}")
        positive("bound", self.bound)
        for name in ("tournament", "mutation", "replaced"):
            share(name, getattr(self, name))

    @property
    def drawn(self) -> int:
        """How many genes a tournament has: at least two."""
        return max(2, round(self.tournament * self.population))

    @property
    def children(self) -> int:
        """How many children a step has: at least one, and at least one elder stays."""
        return min(max(1, round(self.replaced * self.population)), self.population - 1)


class Genetic(Trainer[GeneticOptions, _Pool]):
    """The genetic algorithm. Its state is the pool, with the fitness of every gene; empty before
    the first step."""

    name = "genetic"
    can_end = False

    def __init__(self, features: Sequence[str], options: GeneticOptions, seed: int = 1) -> None:
        super().__init__(features, options, seed, ())

    def _candidates(self) -> list[Vector]:
        """All genes in the first step, then the children, and after them the elders if they play
        again."""
        chance = generator(self.seed, Use.CANDIDATES, self.step)
        pool, options = self._now.state, self.options
        if not pool:
            size = (options.population, len(self.features))
            genes = chance.uniform(-options.bound, options.bound, size).tolist()
            return [self._of_its_length(tuple(gene)) for gene in genes]
        children = [self._child(pool, chance) for _ in range(options.children)]
        return children + [elder.weights for elder in self._elders() if options.replay]

    def _child(self, pool: _Pool, chance: np.random.Generator) -> Vector:
        floor = min(0.0, pool[-1].fitness)
        better, other = tournament(pool, self.options.drawn, chance)
        child = self._of_its_length(cross(better, other, floor), better.weights)
        if chance.random() < self.options.mutation:
            return self._of_its_length(mutated(child, self.options.bound, chance), child)
        return child

    def _of_its_length(self, gene: Vector, otherwise: Vector = ()) -> Vector:
        """The gene, of length 1 unless genes are free; `otherwise` if it has no direction, as the
        child of two opposite genes may not."""
        if self.options.genes == "free":
            return gene
        return unit(gene) or otherwise or self._first_axis()

    def _first_axis(self) -> Vector:
        return (1.0, *(0.0,) * (len(self.features) - 1))

    def _elders(self) -> _Pool:
        """The genes that are not replaced."""
        return self._now.state[: self.options.population - self.options.children]

    def _learn(self, candidates: list[Scored]) -> tuple[_Pool, list[float]]:
        """The step's record covers the whole pool."""
        keep = self._now.state and not self.options.replay
        pool = (*self._elders(), *candidates) if keep else tuple(candidates)
        # Of equals the older comes first: sorting keeps their order.
        pool = tuple(sorted(pool, key=lambda gene: -gene.fitness))
        return pool, [gene.fitness for gene in pool]

    def _final(self) -> Vector:
        return self._now.state[0].weights

    def _state_as_json(self, state: _Pool) -> Any:
        return state

    def _state_from_json(self, data: Any) -> _Pool:
        pool = tuple(self._read_scored(gene) for gene in data)
        if len(pool) not in (0, self.options.population):
            raise ValueError("genes are missing")
        return pool


def tournament(
    pool: Sequence[Scored], drawn: int, chance: np.random.Generator
) -> tuple[Scored, Scored]:
    """The two best of some genes of the pool, drawn at random."""
    places = chance.choice(len(pool), size=drawn, replace=False)
    best = sorted((pool[place] for place in places.tolist()), key=lambda gene: -gene.fitness)
    return best[0], best[1]


def cross(a: Scored, b: Scored, floor: float = 0.0) -> Vector:
    """The mean of two genes' weights, weighted by how far the fitness of each is above the floor;
    the plain mean if neither is.

    With a floor of 0 this is the paper's W_A · Fit(A) + W_B · Fit(B), divided by Fit(A) + Fit(B);
    brought to length 1, it is the same direction.
    Where fitness can be negative, the floor is the least fitness in the pool; otherwise the result
    might not lie between the parents.
    """
    count_a, count_b = max(0.0, a.fitness - floor), max(0.0, b.fitness - floor)
    largest = max(count_a, count_b)
    # Divided first: the sum of two large numbers may overflow.
    part_a, part_b = (count_a / largest, count_b / largest) if largest > 0 else (1.0, 1.0)
    part = part_a / (part_a + part_b)
    means = (part * x + (1 - part) * y for x, y in zip(a.weights, b.weights, strict=True))
    # Despite rounding, the child stays between its parents.
    return tuple(
        min(max(mean, min(x, y)), max(x, y))
        for mean, x, y in zip(means, a.weights, b.weights, strict=True)
    )


def unit(weights: Vector) -> Vector | None:
    """The weights, scaled to length 1; None if all are zero.

    >>> unit((3.0, -4.0))
    (0.6, -0.8)
    """
    largest = max(map(abs, weights), default=0.0)
    if largest == 0:
        return None
    scaled = [weight / largest for weight in weights]  # the squares neither overflow nor vanish
    length = math.hypot(*scaled)
    return tuple(weight / length for weight in scaled)


def mutated(weights: Vector, bound: float, chance: np.random.Generator) -> Vector:
    """The weights with one of them changed to a random one from −bound to bound."""
    place = int(chance.integers(len(weights)))
    return (*weights[:place], float(chance.uniform(-bound, bound)), *weights[place + 1 :])
