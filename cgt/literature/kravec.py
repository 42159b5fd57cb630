"""Experiments from the literature, run again and compared with what was published.

M. Kravec's simulations (thesis, 2009) leave open how ties are broken and whether walls count as
sides of a hole. The reading here reproduces the whole table: pieces slide; a hole's "above" is the
cell right above it; walls are no sides; of equally good placements Good takes the first by rotation
(from `###|#..` for L, `##|#.|#.` for J, `###|.#.` for T), then the lowest, then the one furthest
right; of equally bad pieces Bad takes the first, where J comes before O and O before L.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgt.common.parallel import run_jobs
from cgt.duel.game import Game, Result
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.literature.experiment import Experiment, Row


@dataclass(frozen=True)
class _Run:
    """A simulation of the thesis: its setting, and the piece sets that cycled and that lost."""

    number: int
    weights: str
    depth: int
    width: int
    cycled: tuple[str, ...]
    lost: tuple[str, ...] = ()


KRAVEC = (
    _Run(1, "kravec-1", 1, 10, ("O", "I", "S", "Z"), ("L", "J", "T")),
    _Run(2, "kravec-2", 1, 10, ("O", "I", "S", "Z", "L"), ("J", "T")),
    _Run(3, "kravec-2", 2, 10, ("O", "I", "S", "Z", "L", "J", "T")),
    _Run(4, "kravec-2", 1, 8, ("O", "I", "S", "Z", "L", "J", "T")),
    _Run(5, "kravec-2", 2, 9, ("L", "J", "I", "T"), ("O", "S", "Z")),
    _Run(6, "kravec-2", 2, 10, ("OI", "OL", "JO"), ("IL", "IJ", "LJ")),
)
_HEIGHT = 20
_MOST_PIECES = 100_000
_IN_A_WORD = {"cycle": "cycle", "topped-out": "lost", "limit": "undecided"}


def kravec(processes: int | None = 1) -> Iterator[Row]:
    """Every game of the thesis's table, in its order."""
    jobs: list[tuple[_Run, str, Result]] = [
        (run, pieces, published)
        for run in KRAVEC
        for published, sets in _published(run).items()
        for pieces in sets
    ]
    return run_jobs(_play, jobs, processes)


def _published(run: _Run) -> dict[Result, tuple[str, ...]]:
    return {"cycle": run.cycled, "topped-out": run.lost}


def _play(job: tuple[_Run, str, Result]) -> Row:
    run, pieces, published = job
    rules = Rules(pieces, width=run.width, height=_HEIGHT, moves="slide")
    player = f"minmax:{run.weights}"
    game = Game(Setting(rules, player, player, depth=run.depth, max_pieces=_MOST_PIECES))
    game.advance()
    length = None if game.cycle is None else game.cycle.length
    agrees = published == game.result
    ended = f"of {length}" if length else f"at piece {game.placed}"
    return Row(
        f"run {run.number}: {pieces}, width {run.width}, depth {run.depth}",
        published,
        game.result,
        agrees,
        (
            str(run.number),
            pieces,
            str(run.width),
            str(run.depth),
            run.weights,
            _IN_A_WORD[published],
            f"{_IN_A_WORD[game.result]} {ended}",
            "agrees" if agrees else "DIFFERS",
        ),
        {"placed": game.placed, "cycle_length": length},
    )


KRAVECS_EXPERIMENT = Experiment(
    ("run", "pieces", "width", "depth", "weights", "published", "ours", ""), kravec
)
