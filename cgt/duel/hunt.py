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
from cgt.duel.players.seats import check_foreseen, native_bad
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.trace import Trace

FIRST_BEAM = 100
DEFAULT_MAX_PIECES = 10_000
_BYTES_OF_GAME = 6 * 2**10  # measured: the well, Bad's memory, and the placements looked at

_Placements = tuple[WellPlacement, ...]


@dataclass(frozen=True)
class Hunted:
    """The best game found: its score, and its placements up to the last that scored.

    `beam` is how many games were kept after each piece in the end. `finished` says whether all of
    these were over or had the most pieces; if not, the time was up before, or it was `interrupted`.
    `considered` is how many placements were looked at.
    """

    setting: Setting
    weights: Weights
    score: int
    placements: _Placements
    beam: int
    finished: bool
    considered: int
    interrupted: bool = False

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
        _check_width(beam, limits)
    chosen = Weights.named(BEST_FOR_HUNTS) if weights is None else weights
    hunter = _Hunter(setting, chosen, beam, threads)
    kept = Checkpoint.at(checkpoint)
    tell = kept.told_by(None)
    with kept.keeping(DescribedState("hunting", hunter, hunter.about())):
        try:
            while not hunter.is_finished or (beam is None and hunter.widen(limits)):
                better = hunter.advance(limits)
                if better is None:
                    break
                if better and found is not None:
                    found(hunter.best)
                if progress is not None:
                    progress(hunter.best, hunter.placed)
                if tell is not None:
                    tell(hunter.placed, 0, 0)
        except KeyboardInterrupt:
            return replace(hunter.best, interrupted=True)
    return hunter.best


def _check_width(beam: int, limits: Limits) -> None:
    check_beam(beam)
    if beam * _BYTES_OF_GAME > limits.bytes():
        needed = beam * _BYTES_OF_GAME / 2**20
        raise LimitError(f"a beam of {beam:,} needs {needed:,.0f} MiB: --memory allows it")


class _Hunter:
    """A hunt in progress, which can be saved and resumed."""

    def __init__(self, setting: Setting, weights: Weights, beam: int | None, threads: int) -> None:
        self._setting = setting
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
        if wider > MOST_KEPT or wider * _BYTES_OF_GAME > limits.bytes() or limits.is_over():
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

    def advance(self, limits: Limits) -> bool | None:
        """Places one piece more in all games; whether that made a better one, None if the time is
        up. Raises LimitError if there are too many to keep all."""
        try:
            if limits.is_over() or not self._hunt.advance(limits.left()):
                return None
        except RuntimeError as error:
            raise LimitError(str(error)) from None
        if self._hunt.score <= self._score:
            return False
        self._score = self._hunt.score
        self._placements = _placements(self._setting.rules, self._hunt.trace)
        return True

    def about(self) -> dict[str, Any]:
        """Which hunt this is."""
        setting, rules = self._setting, self._setting.rules
        return {
            "pieces": "".join(rules.names),
            "width": rules.width,
            "height": rules.height,
            "moves": rules.moves,
            "ending": rules.ending,
            "bad": setting.bad_name,
            "start": list(self._start.columns),
            "seed": setting.seed,
            "beam": self._asked,
            "weights": dict(self._weights.by_feature),
            "lowest": self._weights.lowest_is_best,
        }

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
            placements = tuple(
                WellPlacement(str(p), *map(int, at)) for p, *at in state["placements"]
            )
            check_beam(beam)
            resumed = self._begun(beam)
            for nexts in state["ways"]:
                resumed.follow([(a, b, c, d) for a, b, c, d in nexts])
            played = Trace(self._setting.rules, list(placements), self._start).play()
            if sum(placed.lines for placed in played) != score:
                raise ValueError("another score")
        except (KeyError, TypeError, ValueError, CgtError):
            raise CgtError("the checkpoint is damaged") from None
        self._beam, self._hunt = beam, resumed
        self._score, self._placements, self._considered = score, placements, considered


def _placements(rules: Rules, trace: list[tuple[int, int, int, int]]) -> _Placements:
    return tuple(WellPlacement(rules.names[piece], *place) for piece, *place in trace)
