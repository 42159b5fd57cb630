"""Checkpoints of both solvers and of training: changed as bytes, and changed with care, so that
their checksums are right again and only what they say is wrong."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from checkpoints import STRANGERS_KEY, bytes_of, resealed, without_seal, words_of

from cgt.common.errors import CgtError
from stress.kind import TIME, Kind, LieError
from stress.mutate import word
from stress.trial import ORIGINAL, run_command

_WORD = 2**64 - 1
_TRUST = "--trust-checkpoint"
_TRUSTS = "this rests on the checkpoint"
_EDGES = (0, 1, 2, 3, 255, 256, 2**16, 2**31, 2**32 - 1, 2**32, 2**63, _WORD)


def _perhaps_trusted(random: Random) -> list[str]:
    return random.choice(([_TRUST], []))


def _edited_words(random: Random, data: bytes) -> bytes:
    """Words changed under a right checksum and a stranger's seal: of a file with our seal only the
    bytes are changed, because whoever has the key can lie as he likes."""
    words = words_of(without_seal(data))[:-1]
    for _ in range(random.choice((1, 1, 2, 10))):
        at = random.randrange(random.choice((0, 2)), len(words))
        match random.randrange(6):
            case 0:
                words[at] = random.choice(_EDGES)
            case 1:
                words[at] ^= 1 << random.randrange(64)
            case 2:
                words[at] = random.choice(words)
            case 3:
                words[at] = (words[at] + random.choice((-1, 1))) & _WORD
            case 4:
                words.insert(at, random.choice((*_EDGES, random.getrandbits(64))))
            case _:
                del words[at : at + random.choice((1, 2, 5))]
                if not words:
                    words = [0]
    return resealed(bytes_of([*words, 0]), key=STRANGERS_KEY)


class Checkpoints(Kind):
    """A kind of checkpoint."""

    suffix = ".checkpoint"
    generated = 0.7
    answer: ClassVar[str]  # what the command says of an unchanged file

    def check_output(self, path: Path, arguments: list[str], code: int, output: str) -> None:
        """A changed file is never believed unless the user says so."""
        is_ours = ORIGINAL.read_bytes() in (b"", *self.examples)
        if code != CgtError.exit_code and not is_ours and _TRUST not in arguments:
            raise LieError("a changed checkpoint was believed")
        if code == 0 and self.answer not in output and _TRUSTS not in output:
            raise LieError("a changed checkpoint changed the answer")


class PlacementCheckpoints(Checkpoints):
    name = "checkpoint of solve"
    answer = "N: "

    def make_examples(self) -> Sequence[bytes]:
        from cgt.board.grid import Grid
        from cgt.common.checkpoint import Checkpoint

        made = []
        for size in ((4, 4), (4, 6)):
            solver = self._solver()
            solver.outcome(Grid.of_size(*size))
            file = Path("example.checkpoint")
            with Checkpoint(file).keeping(solver):
                pass
            made.append(file.read_bytes())
            file.unlink()
        return made

    def _solver(self) -> Any:
        from cgt.placement.solver import Solver

        return Solver(largest_side=6, memory=2**24)

    def generate(self, random: Random) -> bytes:
        return _edited_words(random, random.choice(self.examples))

    def read(self, path: Path) -> None:
        from cgt.board.grid import Grid
        from cgt.common.checkpoint import Checkpoint
        from cgt.common.limits import Limits

        solver, kept = self._solver(), Checkpoint(path, trusting=True)
        with kept.keeping(solver):
            outcome = solver.outcome(Grid.of_size(4, 6), Limits.of(seconds=1.0))
        if outcome not in (None, "N") and kept.trusts is None:
            raise LieError("a changed checkpoint changed who wins")

    def command(self, random: Random, path: Path) -> list[str]:
        command = ["solve", "--size", "4x6", "--checkpoint", str(path), *_perhaps_trusted(random)]
        return [*command, "--memory", "16M", *TIME]


class DuelCheckpoints(Checkpoints):
    name = "checkpoint of duel"
    answer = "bad: Bad forces the end"

    def make_examples(self) -> Sequence[bytes]:
        from cgt.duel.exact.solve import GoodPlays, solve_duel
        from cgt.duel.rules import Rules

        solve_duel(
            Rules("OT", width=4, height=4),
            ways=(GoodPlays.ANYWHERE,),
            checkpoint="example.checkpoint",
        )
        return [Path("example.checkpoint").read_bytes()]

    def generate(self, random: Random) -> bytes:
        return _edited_words(random, random.choice(self.examples))

    def read(self, path: Path) -> None:
        from cgt.common.checkpoint import Checkpoint
        from cgt.common.limits import Limits
        from cgt.duel.exact.solve import GoodPlays, solve_duel
        from cgt.duel.rules import Rules

        answer = solve_duel(
            Rules("OT", width=4, height=4),
            ways=(GoodPlays.ANYWHERE,),
            limits=Limits.of(seconds=1.0, memory=2**24),
            checkpoint=Checkpoint(path, trusting=True),
        )
        if answer.winner == "good" and answer.trusts is None:
            raise LieError("a changed checkpoint changed who wins")

    def command(self, random: Random, path: Path) -> list[str]:
        game = ["--pieces", "OT", "--width", "4", "--height", "4"]
        trust = _perhaps_trusted(random)
        return ["duel", *game, "--checkpoint", str(path), *trust, "--memory", "16M", *TIME]


class TrainingCheckpoints(Checkpoints):
    name = "checkpoint of train"
    answer = ""
    _RUN = ("--rules", "simplified", "--height", "4", "--games", "1", "--max-pieces", "5",
            "--held-out", "0", "--steps", "2")  # fmt: skip

    def make_examples(self) -> Sequence[bytes]:
        result = run_command(["train", "anneal", *self._RUN, "--checkpoint", "example.checkpoint"])
        assert result.code == 0, result
        return [Path("example.checkpoint").read_bytes()]

    def generate(self, random: Random) -> bytes:
        """Other values in the second line, under a right digest."""
        head, _, body = without_seal(random.choice(self.examples)).partition(b"\n")
        content = json.loads(body)
        for _ in range(random.choice((1, 1, 3))):
            _change_json(random, content)
        text = json.dumps(content).encode()
        if random.random() < 0.1:
            text = b"[" * random.choice((100, 100_000)) + text
        return resealed(head + b"\n" + text + b"\n", key=STRANGERS_KEY)

    def read(self, path: Path) -> None:
        result = run_command(self.command(Random(0), path))
        if result.problem:
            raise AssertionError(result.problem)
        if result.code == CgtError.exit_code:
            raise CgtError(result.errors)

    def command(self, random: Random, path: Path) -> list[str]:
        more = random.choice(([], ["--json"]))
        trust = _perhaps_trusted(random)
        return ["train", "anneal", *self._RUN, "--checkpoint", str(path), *trust, *more]


def _change_json(random: Random, value: Any) -> None:
    """Gives one place in an object of JSON another value."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = random.choice(keys)
        if isinstance(value[key], dict | list) and value[key] and random.random() < 0.8:
            value = value[key]
            continue
        value[key] = random.choice(
            (None, True, 0, -1, 10**30, 1e308, float("nan"), float("inf"), "", word(random), [], {},
             [[1]], {"a": None}, [0] * 1000)
        )  # fmt: skip
        return
