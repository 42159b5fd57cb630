"""The genetic run of Y. Jang and E. Kim (2019), again: several runs, generation by generation, and
long games with the weights found and with the published ones.

The published weights are said to clear over 100,000 lines. What that rests on is not said, so they
play by several readings of the rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, permutations
from pathlib import Path
from statistics import fmean, median
from typing import Any

from cgt.common.chance import derived_seed
from cgt.common.checkpoint import Checkpoint
from cgt.common.checkpoint.described import DescribedState
from cgt.common.errors import CgtError
from cgt.common.parallel import run_jobs
from cgt.duel.evaluate.features import FEATURE_SETS
from cgt.duel.evaluate.weights import Weights
from cgt.duel.game import Game
from cgt.duel.players import Greedy
from cgt.duel.rulesets import RULE_SETS
from cgt.literature.experiment import Experiment, Row, Tell
from cgt.train.genetic import Genetic, GeneticOptions
from cgt.train.tetris import Task
from cgt.train.trainer import Game as Asked

RUNS = 5
GENERATIONS = 12
POPULATION = 100
GAMES = 100  # of a gene
PIECES = 1_500  # at most in such a game: 600 lines. Jang and Kim had no limit, and took days
PUBLISHED_LINES = 100_000
LAST_GAMES = 20

ORDERS = tuple("I" + "".join(others) for others in permutations("JLOSTZ"))

_FEATURES = "genetic-4"
_Lines = float  # of a game; infinite if it is proved to go on for ever


@dataclass(frozen=True)
class Reading:
    """Rules that the published weights may have been played by: what differs from the rules `bag`,
    and whether over 100,000 lines were published for them. With `one_bag`, the seven pieces come in
    one order again and again, and there is a game for each order, up to where it begins."""

    name: str
    differs: Mapping[str, Any] = field(default_factory=dict)
    published: bool = True
    one_bag: bool = False

    @property
    def games(self) -> int:
        return len(ORDERS) if self.one_bag else LAST_GAMES


READINGS = (
    Reading("published weights"),
    Reading(". over if a piece sticks out", {"ending": "lock"}),
    Reading(". over if none can enter", {"ending": "spawn"}),
    Reading(". 22 rows", {"height": 22}),
    Reading(". 22 rows, over if none can enter", {"height": 22, "ending": "spawn"}),
    Reading(". the last of equals taken", {"ties": "last"}),
    Reading(". any of equals taken", {"ties": "random"}),
    Reading(". turns inside the well", {"moves": "spin"}),
    Reading(". each order of the bag for ever", one_bag=True),
    Reading(". any piece, no bag", {"bad": "uniform"}, published=False),
)


class _Work:
    """How far the experiment is: the runs, and the lines of the long games that are finished."""

    def __init__(self, features: Sequence[str]) -> None:
        self._features = tuple(features)
        self.runs = self._new_runs()
        self.games: dict[str, list[_Lines]] = {}

    def _new_runs(self) -> list[Genetic]:
        options = GeneticOptions(games=GAMES, population=POPULATION)
        return [Genetic(self._features, options, seed) for seed in range(1, RUNS + 1)]

    def state(self) -> Any:
        games = {
            name: [None if math.isinf(one) else one for one in lines]
            for name, lines in self.games.items()
        }
        return {"runs": [run.state() for run in self.runs], "games": games}

    def restore(self, state: Any) -> None:
        """Resumes; raises CgtError if that is not a state of this experiment."""
        runs = self._new_runs()
        try:
            for run, saved in zip(runs, state["runs"], strict=True):
                run.restore(saved)
            games = {
                name: [math.inf if one is None else int(one) for one in lines]
                for name, lines in state["games"].items()
            }
            many = {reading.name: reading.games for reading in READINGS}
            if any(len(lines) != many.get(name, LAST_GAMES) for name, lines in games.items()):
                raise ValueError("games are missing")
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise CgtError(f"this is not a state of the experiment: {error!r}") from None
        self.runs, self.games = runs, games

    def ranked(self) -> list[int]:
        """The runs from the best to the worst: by the best gene of the last generation, then by
        the mean of the pool."""
        ends = [run.history[-1] for run in self.runs]
        order = sorted((-end.step_best, -end.step_mean, run) for run, end in enumerate(ends))
        return [run for *_, run in order]


def genetic(
    processes: int | None = 1,
    checkpoint: Checkpoint | str | Path | None = None,
    tell: Tell = lambda _: None,
) -> Iterator[Row]:
    """A row for each generation of all runs, then one for each reading of the published weights'
    games and one for the weights of each run. A checkpoint is saved after every generation of a
    run, and after every twenty games. Before a row is known, `tell` is told how far it is."""
    task = Task("bag", FEATURE_SETS[_FEATURES], max_pieces=PIECES)
    work, kept = _Work(task.features), Checkpoint.at(checkpoint)
    about = {
        "rules": task.problem().about,
        "trainers": [run.about() for run in work.runs],
        "games": LAST_GAMES,
        "lines": PUBLISHED_LINES,
    }
    with kept.keeping(DescribedState("genetic", work, about)):
        for generation in range(GENERATIONS):
            _play_generation(work, generation, task, processes, kept, tell)
            yield _generation_row(generation, work.runs)
        for reading, weights, more in _contests(work):
            if reading.name not in work.games:
                jobs = range(reading.games)
                played = run_jobs(partial(_lines, reading, weights), jobs, processes)
                work.games[reading.name] = list(_counted(played, reading, tell))
                kept.save()
            yield _games_row(reading, work.games[reading.name], more)


def _play_generation(
    work: _Work,
    generation: int,
    task: Task,
    processes: int | None,
    kept: Checkpoint,
    tell: Tell,
) -> None:
    """Brings all runs to the end of a generation. All games of a gene are one job, and the genes of
    all runs are played at once, so that no process is ever without work."""
    asked = [(run, run.ask()) for run in work.runs if run.step <= generation]
    genes = [
        games[first : first + GAMES] for _, games in asked for first in range(0, len(games), GAMES)
    ]
    means: list[float] = []

    def played() -> Iterator[list[float]]:
        tell(_far_in(generation, means, len(genes)))
        for fitnesses in run_jobs(partial(_fitnesses, task), genes, processes):
            means.append(fmean(fitnesses))
            tell(_far_in(generation, means, len(genes)))
            yield fitnesses

    fitnesses_of_genes = played()
    for run, games in asked:
        genes_of_run = islice(fitnesses_of_genes, len(games) // GAMES)
        run.tell([fitness for fitnesses in genes_of_run for fitness in fitnesses])
        kept.save()


def _far_in(generation: int, means: Sequence[float], genes: int) -> str:
    """How far a generation is, given the mean lines of each gene that has played."""
    best = f", the best with {max(means):,.0f} lines a game" if means else ""
    return f"generation {generation}: {len(means)} of {genes} genes have played{best}"


def _counted(played: Iterator[_Lines], reading: Reading, tell: Tell) -> Iterator[_Lines]:
    """The games of a reading, counted aloud."""
    name = reading.name.removeprefix(". ")
    for number in range(reading.games):
        tell(f"{name}: {number} of {reading.games} games played")
        yield next(played)


def _fitnesses(task: Task, games: Sequence[Asked]) -> list[float]:
    return [task.play(game.weights, game.seed) for game in games]


def _generation_row(generation: int, runs: Sequence[Genetic]) -> Row:
    records = [run.history[generation] for run in runs]
    best = [record.step_best for record in records]
    means = [record.step_mean for record in records]
    return Row(
        f"generation {generation}",
        None,
        {"best": median(best), "mean": fmean(means)},
        None,
        (f"generation {generation}", *_spread(best), f"{fmean(means):,.0f}", ""),
        {"generation": generation, "best_of_runs": best, "mean_of_runs": means},
    )


def _contests(work: _Work) -> Iterator[tuple[Reading, Weights, dict[str, object]]]:
    """Who plays the long games, by which rules, and what else is told of the weights."""
    published = Weights.named(_FEATURES)
    for reading in READINGS:
        yield reading, published, {}
    ranked = work.ranked()
    places = {ranked[0]: ", the best", ranked[len(ranked) // 2]: ", the median"}
    for number, run in enumerate(work.runs):
        final = run.final
        assert final is not None
        found = dict(zip(run.features, final, strict=True))
        name = f"weights of run {number + 1}{places.get(number, '')}"
        yield Reading(name), Weights.of(found, name), {"weights": found}


def _lines(reading: Reading, weights: Weights, number: int) -> _Lines:
    """The lines of one long game."""
    differs = dict(reading.differs)
    if reading.one_bag:
        differs["bad"] = f"sequence:{ORDERS[number]}"
    rules = RULE_SETS["bag"]
    cells = rules.width * (PUBLISHED_LINES + differs.get("height", rules.height))
    setting = rules.setting(
        good=Greedy(weights),
        max_pieces=-(-cells // 4),  # a full well may be left beside the lines
        cycles="checkpoints" if reading.one_bag else "none",
        seed=derived_seed(2, number),
        **differs,
    )
    game = Game(setting)
    game.advance()
    return math.inf if game.result == "cycle" else game.lines


def _games_row(reading: Reading, lines: Sequence[_Lines], more: dict[str, object]) -> Row:
    passed = sum(one >= PUBLISHED_LINES for one in lines)
    finite = [one for one in lines if not math.isinf(one)]
    mean = fmean(lines) if len(finite) == len(lines) else None
    ours = {
        "best": None if mean is None else max(lines),
        "mean": mean,
        "passed": passed,
        "for_ever": len(lines) - len(finite),
    }
    return Row(
        reading.name.removeprefix(". "),
        PUBLISHED_LINES if reading.published else None,
        ours,
        2 * passed >= len(lines) if reading.published else None,
        (reading.name, *_spread(lines), _told(mean), f"{passed} of {len(lines)}"),
        {"lines": finite, **more},
    )


def _spread(values: Sequence[float]) -> tuple[str, str, str]:
    """The lowest, the median and the highest, for a table."""
    return _told(min(values)), _told(median(values)), _told(max(values))


def _told(lines: float | None) -> str:
    if lines is None:
        return ""
    return "for ever" if math.isinf(lines) else f"{lines:,.0f}"


JANG_AND_KIMS_EXPERIMENT = Experiment(
    ("", "lowest", "median", "highest", "mean", "over 100,000"), genetic, is_kept=True, curve=True
)
