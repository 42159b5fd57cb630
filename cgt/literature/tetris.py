"""The experiments by name, and one on one-player Tetris: the tables of S. Park (2019)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from cgt.common.chance import derived_seed
from cgt.common.parallel import run_jobs
from cgt.common.statistics import Statistics
from cgt.common.system.peak_memory import peak_memory
from cgt.duel.game import Game
from cgt.duel.rulesets import RULE_SETS
from cgt.literature.experiment import Experiment, Row
from cgt.literature.jang_kim import JANG_AND_KIMS_EXPERIMENT
from cgt.literature.kravec import KRAVECS_EXPERIMENT

# S. Park's recommender by the number of visible pieces and of wells kept

GAMES = 24
MORE_GAMES = 240  # with one piece visible: most end early, and their scores vary a lot
PIECES = 1000
ITS_PLAYER = "beam:sogang"
ITS_MOVES = "sogang"
OUR_PLAYER = "best"  # with the weights that are best for so many visible pieces
AGREES_WITHIN = 0.07


@dataclass(frozen=True)
class _Published:
    """A column of Park's tables: how many pieces were visible and how many wells were kept, 0
    for all; the score, its deviation, seconds, and memory in MB, for 1,000 pieces."""

    visible: int
    kept: int
    score: int
    deviation: int
    seconds: float
    memory: float

    @property
    def games(self) -> int:
        """How many games are played here for this line."""
        return GAMES if self.visible > 1 else MORE_GAMES


SOGANG = (
    _Published(1, 32, 99_470, 11_317, 0.01, 7.29),
    _Published(2, 32, 118_352, 8_675, 3.80, 168.31),
    _Published(3, 32, 130_272, 7_253, 7.26, 397.50),
    _Published(4, 32, 136_363, 5_806, 16.71, 630.41),
    _Published(5, 32, 137_178, 7_357, 26.04, 856.28),
    _Published(1, 0, 97_456, 15_523, 0.01, 7.40),
    _Published(2, 0, 114_163, 5_958, 5.33, 176.72),
    _Published(3, 0, 126_863, 5_383, 96.78, 4349.17),
    _Published(3, 2, 126_047, 7_210, 0.17, 35.32),
    _Published(3, 4, 130_127, 4_449, 1.00, 64.68),
    _Published(3, 8, 129_551, 5_871, 1.89, 120.70),
    _Published(3, 16, 132_435, 8_672, 3.86, 227.33),
)


@dataclass(frozen=True)
class _Measured:
    """The results here, also for 1,000 pieces: the scores of games, and the seconds, of a core, and
    the memory of one."""

    scores: tuple[float, ...]
    points: tuple[int, ...]  # as they are, also of games that ended sooner
    ended: int  # how many games did
    seconds: float
    memory: float


def sogang(processes: int | None = 1) -> Iterator[Row]:
    """Park's tables, with the weights and moves of the program and with our best. Each line runs in
    a process of its own, so that its memory can be measured."""
    jobs = [(one, player) for one in SOGANG for player in (ITS_PLAYER, OUR_PLAYER)]
    measured = run_jobs(_measure, jobs, processes, fresh=True)
    for published in SOGANG:
        yield _sogang_row(published, next(measured), next(measured))


def _measure(job: tuple[_Published, str]) -> _Measured:
    published, player = job
    before = peak_memory()
    begin = time.process_time()
    rules = RULE_SETS["sogang"]
    scores, points, placed, ended = [], [], 0, 0
    for number in range(published.games):
        game = Game(
            rules.setting(
                moves=ITS_MOVES if player == ITS_PLAYER else rules.moves,
                good=player,
                preview=published.visible - 1,
                beam=published.kept,
                max_pieces=PIECES,
                cycles="none",
                seed=derived_seed(1, number),
            )
        )
        game.advance()
        placed += game.placed
        ended += game.placed < PIECES
        points.append(game.score)
        scores.append(game.score * PIECES / max(1, game.placed))
    seconds = (time.process_time() - begin) * PIECES / max(1, placed)
    memory = (peak_memory() - before) / 2**20
    return _Measured(tuple(scores), tuple(points), ended, seconds, memory)


def _sogang_row(published: _Published, theirs: _Measured, ours: _Measured) -> Row:
    reading, best = (Statistics.of(measured.scores) for measured in (theirs, ours))
    kept = str(published.kept) if published.kept else "all"
    off = reading.mean / published.score - 1
    return Row(
        f"{published.visible} visible, {kept} kept",
        {
            "score": published.score,
            "deviation": published.deviation,
            "seconds": published.seconds,
            "memory": published.memory,
        },
        {
            "score": best.mean,
            "deviation": best.deviation,
            "seconds": ours.seconds,
            "memory": ours.memory,
        },
        abs(off) <= AGREES_WITHIN,
        (
            str(published.visible),
            kept,
            f"{published.score:,}±{published.deviation:,}",
            f"{published.seconds:.2f}",
            f"{published.memory:.0f}",
            f"{reading.mean:,.0f}",
            f"{100 * off:+.1f}",
            f"{best.mean:,.0f}±{best.deviation:,.0f}",
            f"{ours.seconds:.3f}",
            f"{ours.memory:,.0f}",
        ),
        {
            "games": published.games,
            "score_by_the_seeds_weights": reading.mean,
            "deviation_by_the_seeds_weights": reading.deviation,
            "first_games_by_the_seeds_weights": Statistics.of(theirs.scores[:GAMES]).mean,
            "games_ended_by_the_seeds_weights": theirs.ended,
            "points_by_the_seeds_weights": Statistics.of(theirs.points).mean,
            "pieces_a_second": PIECES / ours.seconds,
            "our_player": RULE_SETS["sogang"].setting(preview=published.visible - 1).good_name,
        },
    )


EXPERIMENTS: dict[str, Experiment] = {
    "kravec": KRAVECS_EXPERIMENT,
    "sogang": Experiment(
        ("seen", "kept", "published", "s", "MB", "its own", "%", "ours", "s", "MB"), sogang
    ),
    "genetic": JANG_AND_KIMS_EXPERIMENT,
}
