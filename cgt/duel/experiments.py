"""Experiments of the literature, run again and laid beside what was published.

M. Kravec's simulations (seed 003) leave open how ties are broken and whether walls count as sides
of a hole. The reading here reproduces the whole table: pieces slide; a hole's "above" is the cell
right above it; walls are no sides; of equally good placements Good takes the first by rotation
(from `###|#..` for L, `##|#.|#.` for J, `###|.#.` for T), then the lowest, then the one furthest
right; of equally bad pieces Bad takes the first, where J comes before O and O before L.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgt.duel.moves import Rules
from cgt.duel.simulate import Game, Result, Setting
from cgt.parallel import run_jobs


@dataclass(frozen=True)
class Row:
    """One game of an experiment: what was published of it, and what came out here."""

    run: int
    pieces: str
    width: int
    depth: int
    weights: str
    published: Result
    ours: Result
    placed: int
    cycle_length: int | None

    @property
    def setting(self) -> str:
        return f"run {self.run}: {self.pieces}, width {self.width}, depth {self.depth}"

    @property
    def agrees(self) -> bool:
        return self.published == self.ours


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


def kravec(processes: int = 1) -> Iterator[Row]:
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
    return Row(
        run.number,
        pieces,
        run.width,
        run.depth,
        run.weights,
        published,
        game.result,
        game.placed,
        length,
    )


EXPERIMENTS = {"kravec": kravec}
