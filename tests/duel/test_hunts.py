"""Several hunts: the best game counts, whoever finds it, here or on a cluster."""

import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from checkpoints import content_of, write_resealed

from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import Limits
from cgt.duel.evaluate.best import BEST_FOR_HUNTS
from cgt.duel.evaluate.noise import noisy
from cgt.duel.evaluate.weights import Weights
from cgt.duel.hunt import Hunted, hunt
from cgt.duel.hunts import hunt_often
from cgt.duel.many import play_many
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting

WEIGHTS = Weights.named(BEST_FOR_HUNTS)
SMALL = Setting(Rules("SZOILJT", width=6, height=9), bad="hatetris", seed=5, max_pieces=200)


def one_by_one(hunts: int, beam: int, noise: float) -> list[Hunted]:
    return [
        hunt(replace(SMALL, seed=seed), weights=noisy(WEIGHTS, noise, seed), beam=beam)
        for seed in range(5, 5 + hunts)
    ]


def test_the_best_of_several_hunts_counts() -> None:
    alone = one_by_one(5, 3, 0.2)
    scores = [found.score for found in alone]
    assert len(set(scores)) > 1
    best = hunt_often(SMALL, hunts=5, beam=3, noise=0.2)
    first = alone[scores.index(max(scores))]
    assert (best.score, best.placements) == (max(scores), first.placements)
    assert (best.setting.seed, best.weights) == (first.setting.seed, first.weights)
    assert (best.hunts, best.finished) == (5, True)
    assert best.considered == sum(found.considered for found in alone)


def test_without_a_beam_hunts_become_wider() -> None:
    setting = replace(SMALL, max_pieces=2)
    beams: list[int] = []
    told: list[int] = []

    def watch(best: Hunted, hunts: int) -> None:
        told.append(hunts)
        beams.append(best.beam)

    hunt_often(setting, hunts=9, progress=watch)
    assert told == list(range(1, 10))
    assert beams[0] == 100
    with pytest.raises(CgtError, match="hunts without a number need a limit of time"):
        hunt_often(setting)


def test_the_time_and_the_memory_bound_them() -> None:
    best = hunt_often(SMALL, beam=3, limits=Limits.of(seconds=0.5))
    assert not best.finished
    assert best.hunts > 0
    with pytest.raises(LimitError, match="a beam of 1,000 needs"):
        hunt_often(SMALL, hunts=1, beam=1000, limits=Limits.of(memory=2**20))
    with pytest.raises(LimitError, match="too many games to keep all"):
        hunt_often(SMALL, hunts=1, beam=0, limits=Limits.of(memory=2**20))


@pytest.mark.parametrize("noise", [-0.1, 2, float("nan"), float("inf")])
def test_noise_is_a_share(noise: float) -> None:
    with pytest.raises(CgtError, match="noise is a share of each weight"):
        hunt_often(SMALL, hunts=1, beam=1, noise=noise)


def test_noise_depends_on_the_seed_only() -> None:
    assert noisy(WEIGHTS, 0, 3) == WEIGHTS
    assert noisy(WEIGHTS, 0.1, 3) == noisy(WEIGHTS, 0.1, 3) != noisy(WEIGHTS, 0.1, 4)
    changes = [
        value / WEIGHTS.by_feature[feature] - 1
        for seed in range(60)
        for feature, value in noisy(WEIGHTS, 0.1, seed).by_feature.items()
    ]
    assert abs(sum(changes) / len(changes)) < 0.02
    assert 0.009 < sum(change**2 for change in changes) / len(changes) < 0.011


# checkpoints


def interrupted_after(number: int) -> Callable[[Hunted, int], None]:
    def progress(_: Hunted, hunts: int) -> None:
        if hunts == number:
            raise KeyboardInterrupt

    return progress


def test_hunts_that_are_finished_are_not_done_again(tmp_path: Path) -> None:
    path = tmp_path / "hunts"
    whole = hunt_often(SMALL, hunts=5, beam=3, noise=0.2)
    part = hunt_often(
        SMALL, hunts=5, beam=3, noise=0.2, checkpoint=path, progress=interrupted_after(2)
    )
    assert (part.interrupted, part.hunts) == (True, 2)
    told: list[int] = []
    resumed = hunt_often(
        SMALL,
        hunts=5,
        beam=3,
        noise=0.2,
        checkpoint=path,
        progress=lambda _, hunts: told.append(hunts),
    )
    assert resumed == whole
    assert told == [3, 4, 5]
    with pytest.raises(CgtError, match="of another run: its noise"):
        hunt_often(SMALL, hunts=5, beam=3, noise=0.1, checkpoint=path)


@pytest.mark.parametrize(
    "change",
    [
        {"score": 99},
        {"placements": [["S", 0, 0, 5]]},
        {"placements": 5},
        {"finished": [-1]},
        {"finished": "all"},
        {"number": -2},
        {"beam": -1},
        {"considered": None},
    ],
)
def test_a_checkpoint_that_lies_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "hunts"
    hunt_often(SMALL, hunts=2, beam=1, checkpoint=path)
    first, second = content_of(path).splitlines()
    content = json.loads(second)
    content["state"] |= change
    write_resealed(path, first + b"\n" + json.dumps(content).encode() + b"\n")
    with pytest.raises(CgtError, match="the checkpoint is damaged"):
        hunt_often(SMALL, hunts=2, beam=1, checkpoint=path)


# clusters


def test_a_cluster_that_loses_a_worker_finds_the_same(tmp_path: Path) -> None:
    """Two workers, one of which is killed while it hunts; games of `play_many` alike."""
    from distributed import LocalCluster

    here = hunt_often(SMALL, hunts=12, beam=60, noise=0.2)
    games = Setting(Rules(width=6, height=6), seed=3)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        address = cluster.scheduler_address
        assert list(play_many(games, 5, cluster=address)) == list(play_many(games, 5))
        victims = [next(iter(cluster.workers.values())).pid]

        def kill(_: Hunted, __: int) -> None:
            while victims:
                os.kill(victims.pop(), signal.SIGKILL)

        told: list[int] = []
        there = hunt_often(
            SMALL,
            hunts=12,
            beam=60,
            noise=0.2,
            cluster=address,
            found=lambda found: told.append(found.score),
            progress=kill,
        )
        late = hunt_often(SMALL, beam=60, cluster=address, limits=Limits.of(seconds=2))
    assert there == here
    assert told == sorted(set(told))
    assert told[-1] == here.score
    assert not late.finished
    assert not late.interrupted
