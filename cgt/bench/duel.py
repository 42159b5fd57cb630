"""The duel: how fast games are played, and how fast replays.

No other program plays in the same run; the help of the command quotes the speeds that others
published.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from cgt.bench.harness import OURS, Work, ask_program
from cgt.common.chance import derived_seed
from cgt.duel.exact.solve import decide
from cgt.duel.game import Game
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.literature import hatetris

# Width, height, pieces, preview: games in which most wells must be visited.
QUESTIONS = ((4, 6, "LJ", 0), (6, 4, "LJ", 1))
WHOLE = "cgt duel"  # the whole command, from its start to the checked strategy

SECONDS = 1.0  # for each measurement
_STEPS_AT_ONCE = 138_000  # of a long public replay


@dataclass(frozen=True)
class Rate:
    """How many things of a kind were done, and in how much time."""

    work: str
    unit: str
    count: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.count / self.seconds


def work(question: tuple[int, int, str, int], baseline: str | None) -> Work[bool]:
    """The question whether Good wins: the search of cgt, the whole command with its strategy
    checked, and another program, called as PROGRAM 4 6 LJ 0."""
    width, height, pieces, preview = question
    rules = Rules(pieces, width=width, height=height)

    def ours() -> bool:
        return decide(rules, preview) == "good"

    def prepare() -> dict[str, Callable[[], bool]]:
        runs: dict[str, Callable[[], bool]] = {OURS: ours, WHOLE: lambda: _whole(question)}
        if baseline is not None:
            runs["baseline"] = lambda: _theirs(question, baseline)
        return runs

    seen = f", preview {preview}" if preview else ""
    return Work(f"{pieces}, {width}×{height}{seen}", 1, "question", prepare, lambda a, b: a == b)


def _whole(question: tuple[int, int, str, int]) -> bool:
    width, height, pieces, preview = map(str, question)
    options = ["--pieces", pieces, "--width", width, "--height", height, "--preview", preview]
    command = [sys.executable, "-m", "cgt", "duel", *options, "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return bool(json.loads(ran.stdout)["winner"] == "good")


def _theirs(question: tuple[int, int, str, int], baseline: str) -> bool:
    command = [baseline, *map(str, question)]
    return ask_program(command, r"Good ([01])")


def measure(seconds: float, progress: Callable[[str], None]) -> Iterator[Rate]:
    """Plays with each player for `seconds`, then plays a replay."""
    for work, setting in _games():
        progress(work)
        yield from _play(work, setting, seconds)
    progress("replay")
    yield _replay()


def _games() -> Iterator[tuple[str, Setting]]:
    for moves in ("drop", "slide", "spin"):
        rules = Rules(moves=moves)
        yield f"greedy, 10×20, {moves}", Setting(rules, "greedy:kravec-2", "uniform")
    yield "minmax, depth 2, seven pieces", Setting(Rules(), "minmax:kravec-2", "uniform", depth=2)


def _play(work: str, setting: Setting, seconds: float) -> Iterator[Rate]:
    """Game after game; only playing counts, not setting up."""
    placed = considered = number = 0
    passed = 0.0
    while passed < seconds:
        game = Game(replace(setting, seed=derived_seed(1, number)))
        begin = perf_counter()
        game.advance()
        passed += perf_counter() - begin
        placed += game.placed
        considered += game.considered
        number += 1
    yield Rate(work, "pieces", placed, passed)
    if setting.depth == 1:
        yield Rate(work, "placements evaluated", considered, passed)


def _replay() -> Rate:
    """A game of 138,000 steps against HATETRIS: pieces go to the left wall and to the right."""
    steps = 0
    begin = perf_counter()
    replay = hatetris.Replay(_WALLS, "raw")
    while steps < _STEPS_AT_ONCE:
        steps += hatetris.play(replay).moves
    return Rate("replay against hatetris", "steps", steps, perf_counter() - begin)


_WALLS = "".join(("L" * left + "R" * right + "D" * 20) for left in range(6) for right in range(5))
