"""The hunt for a long game against a Bad player whose answers can be computed ahead.

Such a player uses no chance, so a copy of it tells which piece comes next in any well, and whole
games can be searched: after each piece, the best wells are kept (`--beam`). Every game has its own
copy of Bad, with all that it remembers of that game, so what is found can be played. Games that
come to the same well are merged; with an enemy that remembers wells, they may differ in what it
remembers, and the first in order is kept. Only with a beam of 0, which keeps all games, are they
merged if their memories are the same, too.

>>> rules = Rules("SZ", width=4, height=8)
>>> found = hunt(Setting(rules, bad="burgiel", max_pieces=30), beam=20)
>>> found.score, found.pieces, found.finished
(29, 30, True)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cgt import _native
from cgt.common.checkpoint import Checkpoint
from cgt.common.checkpoint.described import DescribedState
from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.evaluate.best import BEST_FOR_HUNTS
from cgt.duel.evaluate.recommend import MOST_KEPT, check_beam
from cgt.duel.evaluate.weights import Weights
from cgt.duel.kept_games import check_width, most_games
from cgt.duel.players.seats import check_foreseen, native_bad
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.trace import Trace

FIRST_BEAM = 100
DEFAULT_MAX_PIECES = 10_000

_Placements = tuple[WellPlacement, ...]


@dataclass(frozen=True)
class Hunted:
    """The best game found: its score, and its placements up to the last that scored.

    `beam` is how many games were kept after each piece in the end. `finished` says whether all of
    these were over or had the most pieces; if not, the time was up before, or it was `interrupted`.
    `considered` is how many placements were looked at, in all `hunts`; the setting and the weights
    are those of the hunt that found the game.
    """

    setting: Setting
    weights: Weights
    score: int
    placements: _Placements
    beam: int
    finished: bool
    considered: int
    interrupted: bool = False
    hunts: int = 1

    @property
    def pieces(self) -> int:
        """How many pieces it took."""
        return len(self.placements)

    @property
    def trace(self) -> Trace:
        """The game, to be replayed."""
        return self.setting.trace(list(self.placements))


def hunt(
    setting: Setting,
    *,
    weights: Weights | None = None,
    beam: int | None = None,
    threads: int = 1,
    limits: Limits = UNLIMITED,
    checkpoint: Checkpoint | str | Path | None = None,
    found: Callable[[Hunted], object] | None = None,
    progress: Callable[[Hunted, int], object] | None = None,
) -> Hunted:
    """The game with the highest score that a beam search finds, until its games are over or the
    time is. Of the setting, Good, the preview and the beam do not count.

    Without `beam`, a search with 100 games is followed by one with twice as many, and so on, as far
    as the time and the memory carry; then there must be a limit of time. Ctrl-C ends it, too.
    `found` is called with each better game, `progress` after each piece with the best game and the
    number of pieces. The result is the same with any number of threads. Raises CgtError if Bad's
    answers cannot be computed ahead, LimitError if such a beam needs more memory than allowed.
    """
    check_foreseen(setting.bad)
    if beam is None and limits.end is None:
        raise CgtError("a hunt with wider and wider beams needs a limit of time")
    if beam is not None:
        check_width(beam, limits)
    chosen = Weights.named(BEST_FOR_HUNTS) if weights is None else weights
    hunter = _Hunter(setting, chosen, beam, threads, most_games(limits))
    kept = Checkpoint.at(checkpoint)
    tell = kept.told_by(None)
    better = BetterGames(found)
    with kept.keeping(DescribedState("hunting", hunter, hunter.about())):
        try:
            while not hunter.is_finished or (beam is None and hunter.widen(limits)):
                better.tell(hunter.best)
                if not hunter.advance(limits):
                    break
                if progress is not None:
                    progress(hunter.best, hunter.placed)
                if tell is not None:
                    tell(hunter.placed, 0, 0)
            better.tell(hunter.best)
        except KeyboardInterrupt:
            better.tell(hunter.best)  # it may have come while that was done
            return replace(hunter.best, interrupted=True)
    return hunter.best


class BetterGames:
    """Tells each game that is better than all before, once, to whoever wants to know."""

    def __init__(self, found: Callable[[Hunted], object] | None) -> None:
        self._found = found
        self._score = 0

    def tell(self, best: Hunted) -> None:
        """Tells the best game so far, unless it was told."""
        if self._found is not None and best.score > self._score:
            self._found(best)
            self._score = best.score


class _Hunter:
    """A hunt in progress, which can be saved and resumed."""

    def __init__(
        self, setting: Setting, weights: Weights, beam: int | None, threads: int, most_games: int
    ) -> None:
        self._setting = setting
        self._most_games = most_games
        self._weights = weights
        self._start = setting.first_well()
        self._asked = beam
        self._threads = threads
        self._beam = FIRST_BEAM if beam is None else beam
        self._hunt = self._begun(self._beam)
        self._score = 0
        self._placements: _Placements = ()
        self._considered = 0

    def _begun(self, beam: int) -> _native.Hunt:
        setting = self._setting
        return _native.Hunt(
            setting.rules.native,
            native_bad(setting.bad, setting.request(1)),
            self._weights.native,
            self._start.columns,
            beam,
            self._threads,
            setting.seed,
            self._most_games,
        )

    @property
    def placed(self) -> int:
        """How many pieces the games have now."""
        return self._hunt.placed

    @property
    def is_finished(self) -> bool:
        """Whether all games are over, or have as many pieces as they may."""
        return not self._hunt.games or self._hunt.placed >= self._setting.max_pieces

    @property
    def best(self) -> Hunted:
        """The best game so far."""
        return Hunted(
            self._setting,
            self._weights,
            self._score,
            self._placements,
            self._beam,
            self.is_finished,
            self._considered + self._hunt.considered,
        )

    def widen(self, limits: Limits) -> bool:
        """Begins again with twice as many games; False if that is too many, or cannot help."""
        wider = 2 * self._beam
        if wider > MOST_KEPT or wider > self._most_games or limits.is_over():
            return False
        if self._score >= self._most_score():
            return False
        self._considered += self._hunt.considered
        self._beam, self._hunt = wider, self._begun(wider)
        return True

    def _most_score(self) -> int:
        """No game can score more: there are not enough cells for another row."""
        largest = max(len(piece.rotations[0].cells) for piece in self._setting.rules.pieces)
        before = sum(column.bit_count() for column in self._start.columns)
        return (before + largest * self._setting.max_pieces) // self._setting.rules.width

    def advance(self, limits: Limits) -> bool:
        """Places one piece more in all games; False if the time is up. Raises LimitError if there
        are too many to keep all."""
        try:
            if limits.is_over() or not self._hunt.advance(limits.left()):
                return False
        except RuntimeError as error:
            raise LimitError(str(error)) from None
        if self._hunt.score > self._score:
            self._placements = _placements(self._setting.rules, self._hunt.trace)
            self._score = self._hunt.score
        return True

    def about(self) -> dict[str, Any]:
        """Which hunt this is."""
        return about_hunt(self._setting, self._weights, self._asked)

    def state(self) -> dict[str, Any]:
        """The best game, and how all games that are kept came about."""
        return {
            "beam": self._beam,
            "score": self._score,
            "placements": [list(placement) for placement in self._placements],
            "ways": self._hunt.ways(),
            "considered": self._considered + self._hunt.considered,
        }

    def restore(self, state: Any) -> None:
        """Plays all games that were kept again; raises CgtError if they are against the rules."""
        try:
            beam, score, considered = (int(state[key]) for key in ("beam", "score", "considered"))
            placements = read_placements(self._setting, state["placements"], score)
            check_beam(beam)
            resumed = self._begun(beam)
            for nexts in state["ways"]:
                resumed.follow([(a, b, c, d) for a, b, c, d in nexts])
        except (KeyError, TypeError, ValueError, CgtError):
            raise CgtError("the checkpoint is damaged") from None
        self._beam, self._hunt = beam, resumed
        self._score, self._placements, self._considered = score, placements, considered


def _placements(rules: Rules, trace: list[tuple[int, int, int, int]]) -> _Placements:
    return tuple(WellPlacement(rules.names[piece], *place) for piece, *place in trace)


def about_hunt(setting: Setting, weights: Weights, beam: int | None) -> dict[str, Any]:
    """Which hunt it is, for its checkpoint; `beam` is None for wider and wider ones."""
    rules = setting.rules
    return {
        "pieces": "".join(rules.names),
        "width": rules.width,
        "height": rules.height,
        "moves": rules.moves,
        "ending": rules.ending,
        "bad": setting.bad_name,
        "start": list(setting.first_well().columns),
        "seed": setting.seed,
        "beam": beam,
        "weights": dict(weights.by_feature),
        "lowest": weights.lowest_is_best,
    }


def read_placements(setting: Setting, kept: Any, score: int) -> tuple[WellPlacement, ...]:
    """The placements of a game that a checkpoint has kept; raises an error if they are none, or
    against the rules, or if the game has another score."""
    placements = tuple(WellPlacement(str(piece), *map(int, place)) for piece, *place in kept)
    played = Trace(setting.rules, list(placements), setting.first_well()).play()
    if sum(placed.lines for placed in played) != score:
        raise ValueError("another score")
    return placements
