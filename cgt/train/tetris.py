"""The game for training: Tetris by one of the named rules, with random pieces or against an enemy.

>>> task = Task("simplified", ("holes", "lines"), height=8)
>>> task.play((-1.0, 0.5), seed=1) > 0
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from math import log10
from typing import Any, Literal, get_args

from cgt.common.errors import CgtError
from cgt.duel.evaluate.features import FEATURES
from cgt.duel.evaluate.noise import check_noise, noisy
from cgt.duel.evaluate.weights import Weights
from cgt.duel.game import Game
from cgt.duel.hunt import hunt
from cgt.duel.players import Beam, Greedy
from cgt.duel.players.seats import check_foreseen
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.duel.splitting import check_splits, estimate
from cgt.train import Problem, Vector

Fitness = Literal["lines", "score", "survival", "longevity"]
FITNESSES: tuple[Fitness, ...] = get_args(Fitness)
PLAYERS: dict[str, type[Greedy] | type[Beam]] = {"greedy": Greedy, "beam": Beam}
HUNT = "hunt"  # no player, but a search over whole games
TRIALS = 100  # between two levels, for longevity


@dataclass(frozen=True)
class Task:
    """A game whose fitness is its lines, its score, or the number of pieces placed. Good players
    hardly ever lose, so the number of pieces has a cap. Longevity needs none: it is ten times the
    decimal logarithm of the pieces in a game, estimated by splitting. Settings that are None are
    those of the rules. In a hunt, `noise` changes the weights a little by each game's seed: without
    it, all games of a hunt would be almost the same."""

    rules: str
    features: tuple[str, ...]
    fitness: Fitness = "lines"
    player: str = "greedy"
    beam: int = 32
    max_pieces: int = 100_000
    width: int | None = None
    height: int | None = None
    preview: int | None = None
    garbage: int = 0
    noise: float | None = None
    fixed: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises CgtError if there is no such game."""
        if self.rules not in RULE_SETS:
            raise CgtError(f"there are no rules {self.rules!r}; there are {', '.join(RULE_SETS)}")
        if self.fitness not in FITNESSES:
            raise CgtError(f"fitness is {', '.join(FITNESSES)}, not {self.fitness!r}")
        if self.player not in (*PLAYERS, HUNT):
            raise CgtError(f"a player of {', '.join(PLAYERS)} or {HUNT} can be trained")
        if self.player == HUNT:
            self._check_hunt()
        elif self.noise:
            raise CgtError("noise is for hunts")
        if self.fitness == "longevity":
            check_splits(replace(self._setting, good=self.player))
        for name in self.features:
            if name not in FEATURES:
                raise CgtError(f"there is no feature {name!r}; there are {', '.join(FEATURES)}")

    def _check_hunt(self) -> None:
        """Raises CgtError if no hunt plays this game."""
        check_foreseen(RULE_SETS[self.rules].bad)
        if self.fitness == "survival" or self.garbage or self.preview:
            raise CgtError("a hunt is for lines, without garbage and without a preview")
        check_noise(self.noise or 0)

    def problem(self) -> Problem:
        """The task as a problem for a trainer."""
        return Problem(self.features, partial(_play, self), self.fixed, self._about())

    def play(self, weights: Vector, seed: int) -> float:
        """The fitness of one game."""
        found = Weights.of(dict(zip(self.features, weights, strict=True)), "trained")
        if self.player == HUNT:
            setting = replace(self._setting, seed=seed)
            changed = noisy(found, self.noise or 0, seed)
            return float(hunt(setting, weights=changed, beam=self.beam).score)
        setting = replace(self._setting, good=PLAYERS[self.player](found), seed=seed)
        if self.fitness == "longevity":
            return _longevity(setting)
        game = Game(setting)
        game.advance()
        if self.fitness == "survival":
            return float(game.placed)
        return float(game.lines if self.fitness == "lines" else game.score)

    @cached_property
    def _setting(self) -> Setting:
        """The setting that all games share."""
        given: dict[str, Any] = {
            key: value
            for key in ("width", "height", "preview")
            if (value := getattr(self, key)) is not None
        }
        return RULE_SETS[self.rules].setting(
            beam=self.beam,
            max_pieces=self.max_pieces,
            garbage=self.garbage,
            cycles="none",
            **given,
        )

    def _about(self) -> str:
        """A text about the game that is different for different games."""
        values = {**asdict(self), "fixed": dict(self.fixed), "features": ""}
        return ", ".join(
            f"{key}={value}" for key, value in values.items() if value not in (None, "", {})
        )


def _longevity(setting: Setting) -> float:
    found = estimate(setting, setting.seed, TRIALS)
    return -10 * log10(found.ends or found.least)


def _play(task: Task, weights: Vector, seed: int) -> float:
    return task.play(weights, seed)
