"""One-player Tetris: how fast and how well cgt plays, compared with public figures.

Other programs do not run here: each is a published number with its source. Time is the CPU time of
this process, so that other programs on the same machine disturb it less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import process_time

from cgt.common.chance import derived_seed
from cgt.common.statistics import Statistics
from cgt.duel.game import Game
from cgt.duel.many import play_many
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting

SECONDS = 2.0
_GAMES = 200
_LONG_GAME = 1_000_000
_SCORED_PIECES = 1000


@dataclass(frozen=True)
class Figure:
    """Something measured, and the published figure for it."""

    work: str
    unit: str
    ours: float
    public: float
    source: str

    @property
    def ratio(self) -> float:
        return self.ours / self.public


def measure(seconds: float, *, long: bool, progress: Callable[[str], None]) -> Iterator[Figure]:
    """Speeds, then scores and lines; with `long`, also a game of a million pieces."""
    work = "one piece visible, BCTS's eight features, 10×20"
    progress(work)
    rules = RULE_SETS["simplified"]
    setting = rules.setting(good="greedy:bcts", max_pieces=100_000, cycles="none")
    rate, _ = _play(setting, seconds)
    yield Figure(work, "pieces/s", rate, 318_000, "the fastest public engine, in C")
    for weights, visible, speed, score in (
        ("sogang", 3, 1000 / 7.26, 130_272),
        ("cgt-sogang-fast", 3, 1000 / 7.26, 130_272),
        ("cgt-sogang", 3, 1000 / 7.26, 130_272),
        ("cgt-sogang-5", 3, 1000 / 7.26, 130_272),
        ("cgt-sogang-5", 5, 1000 / 26.04, 137_178),
    ):
        work = f"{weights}, {visible} visible, 32 kept"
        progress(work)
        setting = RULE_SETS["sogang"].setting(
            good=f"beam:{weights}",
            preview=visible - 1,
            max_pieces=_SCORED_PIECES,
            cycles="none",
        )
        rate, scores = _play(setting, 3 * seconds)
        yield Figure(work, "pieces/s", rate, speed, "Park 2019")
        yield Figure(work, "points/1,000 pieces", Statistics.of(scores).mean, score, "Park 2019")
    for weights, lines in (("bcts", 3800), ("dt-20", 4300), ("dt-10", 5000), ("cgt-10", 5000)):
        work = f"{weights}, 10×10, one piece visible"
        progress(work)
        setting = rules.setting(good=f"greedy:{weights}", height=10, cycles="none")
        mean = Statistics.of(game.lines for game in play_many(setting, _GAMES)).mean
        of_whom = "published" if weights != "cgt-10" else "DT-10"
        yield Figure(work, "lines", mean, lines, of_whom)
    if long:
        work = "bag, three visible, 10×20"
        progress(work)
        setting = RULE_SETS["bag"].setting(
            good="beam:dt-20", preview=2, beam=4, max_pieces=_LONG_GAME, cycles="none"
        )
        game = Game(setting)
        game.advance()
        yield Figure(
            work, "pieces without an end", game.placed, 149_997, "Park 2019, the longest run"
        )


def _play(setting: Setting, seconds: float) -> tuple[float, list[float]]:
    """Pieces a second, and scores for 1,000 pieces, over several games; only playing counts, not
    setting up."""
    placed = number = 0
    passed = 0.0
    scores: list[float] = []
    while passed < seconds:
        game = Game(replace(setting, seed=derived_seed(1, number)))
        begin = process_time()
        game.advance()
        passed += process_time() - begin
        placed += game.placed
        scores.append(game.score * _SCORED_PIECES / max(1, game.placed))
        number += 1
    return placed / passed, scores
