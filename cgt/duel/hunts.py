"""Several hunts, one after the other or on the workers of a cluster, of which the best game counts.

Hunts with the same weights and other seeds find almost the same, so each changes the weights a
little by chance. What one finds is known only when it is over, so on a cluster they begin with
narrow beams and become wider. A worker that is lost costs the hunt that it was at.

>>> from cgt.duel.rules import Rules
>>> setting = Setting(Rules("SZ", width=4, height=8), bad="burgiel", max_pieces=30)
>>> found = hunt_often(setting, hunts=3, beam=5)
>>> found.score, found.hunts, found.finished
(29, 3, True)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from cgt.common.alarm import ended_by
from cgt.common.checkpoint import Checkpoint
from cgt.common.checkpoint.described import DescribedState
from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.common.parallel import run_jobs
from cgt.duel.evaluate.best import BEST_FOR_HUNTS
from cgt.duel.evaluate.noise import check_noise, noisy
from cgt.duel.evaluate.recommend import MOST_KEPT
from cgt.duel.evaluate.weights import Weights
from cgt.duel.hunt import FIRST_BEAM, BetterGames, Hunted, about_hunt, hunt, read_placements
from cgt.duel.kept_games import check_width, most_games
from cgt.duel.players.seats import check_foreseen
from cgt.duel.setting import Setting

USUAL_NOISE = 0.02
_HUNTS_AT_A_WIDTH = 8


def hunt_often(
    setting: Setting,
    *,
    hunts: int | None = None,
    weights: Weights | None = None,
    noise: float = USUAL_NOISE,
    beam: int | None = None,
    threads: int = 1,
    cluster: str | None = None,
    limits: Limits = UNLIMITED,
    checkpoint: Checkpoint | str | Path | None = None,
    found: Callable[[Hunted], object] | None = None,
    progress: Callable[[Hunted, int], object] | None = None,
) -> Hunted:
    """The best game of so many hunts, with seeds from the setting's on; the first of equally good
    ones. Without a number, there are as many as the time allows.

    Without `beam`, the first eight keep 100 games, the next eight 200, and so on, as far as the
    memory carries. With `cluster`, the address of a Dask scheduler, the hunts run on its workers,
    with that much memory and one thread each. `found` is called with each better game, `progress`
    after each hunt with the best game and the number of hunts. With a checkpoint, only hunts that
    were not finished begin again. Raises CgtError if Bad's answers cannot be computed ahead or the
    cluster cannot be reached, LimitError if such a beam needs more memory than allowed.
    """
    check_foreseen(setting.bad)
    check_noise(noise)
    if hunts is None and limits.end is None:
        raise CgtError("hunts without a number need a limit of time")
    if beam is not None:
        check_width(beam, limits)
    chosen = Weights.named(BEST_FOR_HUNTS) if weights is None else weights
    state = _Hunts(setting, chosen, noise, beam, hunts)
    on_time = limits.before_files() if cluster else limits  # an answer takes a while to come
    work = partial(_hunted, 1 if cluster else threads, limits.memory, _clock_at_end(on_time))
    kept = Checkpoint.at(checkpoint)
    tell = kept.told_by(None)
    better = BetterGames(found)
    with kept.keeping(DescribedState("hunts", state, state.about())):
        try:
            better.tell(state.best)
            with ended_by(limits, "hunting"):
                for hunted in run_jobs(work, state.jobs(limits), 1, cluster, in_order=False):
                    state.add(hunted)
                    better.tell(state.best)
                    if progress is not None:
                        progress(state.best, state.done)
                    if tell is not None:
                        tell(state.done, 0, 0)
                    if hunted.interrupted:
                        raise KeyboardInterrupt
        except KeyboardInterrupt:
            better.tell(state.best)  # it may have come while that was done
            return replace(state.best, interrupted=True)
        except LimitError:
            if not limits.is_over():
                raise
            better.tell(state.best)
    return state.best


@dataclass(frozen=True)
class _Job:
    """A hunt to do: its number from 0, what it plays and judges by, and how many games it keeps."""

    number: int
    setting: Setting
    weights: Weights
    beam: int


@dataclass(frozen=True)
class _Done(Hunted):
    """What a hunt found, and which it was."""

    number: int = 0


def _clock_at_end(limits: Limits) -> float | None:
    """When the time is up by the clock on the wall, which other machines have, too. A hunt may wait
    for its turn, so the seconds left would tell it nothing."""
    left = limits.left()
    return None if left is None else time.time() + left


def _hunted(threads: int, memory: int | None, clock_at_end: float | None, job: _Job) -> _Done:
    """Does a hunt, until it is over or the time is."""
    seconds = None if clock_at_end is None else max(0.0, clock_at_end - time.time())
    limits = Limits.of(seconds=seconds, memory=memory)
    best = hunt(job.setting, weights=job.weights, beam=job.beam, threads=threads, limits=limits)
    return _Done(**vars(best), number=job.number)


class _Hunts:
    """Hunts in progress, which can be saved and resumed."""

    def __init__(
        self, setting: Setting, weights: Weights, noise: float, beam: int | None, hunts: int | None
    ) -> None:
        self._setting = setting
        self._weights = weights
        self._noise = noise
        self._beam = beam
        self._hunts = hunts
        self._finished: set[int] = set()
        self._considered = 0
        nothing = Hunted(setting, weights, 0, (), beam or FIRST_BEAM, False, 0)
        self._best = _Done(**vars(nothing), number=-1)

    @property
    def done(self) -> int:
        """How many hunts were finished."""
        return len(self._finished)

    @property
    def best(self) -> Hunted:
        """The best game so far; finished if all hunts are that were asked for."""
        mine = {name: getattr(self._best, name) for name in Hunted.__dataclass_fields__}
        return Hunted(**mine | {
            "finished": self._hunts is not None and self.done >= self._hunts,
            "considered": self._considered,
            "interrupted": False,
            "hunts": self.done,
        })  # fmt: skip

    def jobs(self, limits: Limits) -> Iterator[_Job]:
        """The hunts that are left, until the time is up."""
        for number in count() if self._hunts is None else range(self._hunts):
            if limits.is_over():
                return
            if number not in self._finished:
                yield self._job(number, most_games(limits))

    def _job(self, number: int, most: int) -> _Job:
        seed = self._setting.seed + number
        wider = FIRST_BEAM << min(number // _HUNTS_AT_A_WIDTH, MOST_KEPT.bit_length())
        beam = min(wider, most, MOST_KEPT) if self._beam is None else self._beam
        weights = noisy(self._weights, self._noise, seed)
        return _Job(number, replace(self._setting, seed=seed), weights, beam)

    def add(self, hunted: _Done) -> None:
        """Counts a hunt. Of equally good games, the one of the first hunt counts, whichever was
        done first."""
        if hunted.finished:
            self._finished.add(hunted.number)
        self._considered += hunted.considered
        if (-hunted.score, hunted.number) < (-self._best.score, self._best.number):
            self._best = hunted

    def about(self) -> dict[str, Any]:
        """Which hunts these are."""
        about = about_hunt(self._setting, self._weights, self._beam)
        return about | {"noise": self._noise, "hunts": self._hunts}

    def state(self) -> dict[str, Any]:
        """The best game, and which hunts are finished."""
        return {
            "finished": sorted(self._finished),
            "considered": self._considered,
            "number": self._best.number,
            "beam": self._best.beam,
            "score": self._best.score,
            "placements": [list(placement) for placement in self._best.placements],
        }

    def restore(self, state: Any) -> None:
        """Raises CgtError if the game is against the rules or has another score."""
        try:
            finished = {int(number) for number in state["finished"]}
            considered, number, beam, score = (
                int(state[key]) for key in ("considered", "number", "beam", "score")
            )
            placements = read_placements(self._setting, state["placements"], score)
            if number < -1 or min(finished, default=0) < 0 or not 0 <= beam <= MOST_KEPT:
                raise ValueError("no such hunt")
        except (KeyError, TypeError, ValueError, CgtError):
            raise CgtError("the checkpoint is damaged") from None
        job = self._job(max(0, number), beam)
        best = Hunted(job.setting, job.weights, score, placements, beam, False, 0)
        self._best = _Done(**vars(best), number=number)
        self._finished, self._considered = finished, considered
