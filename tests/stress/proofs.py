"""Proofs of placement games, as text and compressed."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from stress.kind import TIME, Kind, LieError, example_files
from stress.mutate import word

_SECONDS = 1.0
_MOST_TRIED = 12  # empty cells of a board on which everything is tried


class Proofs(Kind):
    name = "proof"

    def make_examples(self) -> Sequence[bytes]:
        from proofs import Game, make

        made = []
        for pieces, play, rows in (
            ("domino", "misere", ("...", "...", "...")),
            ("domino", "normal", (".....", ".....", ".....")),
            ("corners", "misere", ("....", "....")),
            ("hooks", "normal", ("....", "....", "....")),
            ("tetromino", "misere", (".#..", "....", "....")),
        ):
            game = Game(pieces, play, rows)
            claim = "P" if game.is_lost((game.start, 0)) else "N"
            made.append(make(game, pieces, claim, Random(1)).text().encode())
        [shipped] = example_files("certificates/proofs/cram-5x4.txt")
        return [*made, shipped, gzip.compress(made[0]), gzip.compress(shipped)]

    def generate(self, random: Random) -> bytes:
        """Another game, and lines out of a grammar, nearly right."""
        pieces = random.choice(("domino", "tromino", "omino:1", "omino:7", "LJ", "X", word(random)))
        shapes = ("##", "#.|##", "#.#|###", "#|#", "#.|.#")
        lines = [_some_sum(random, depth=3) for _ in range(random.choice((0, 1, 2, 5)))]
        board = "|".join([random.choice(("...", "....", ".#.."))] * random.choice((1, 2, 3, 4, 90)))
        head = [
            "cgt proof 1",
            f"pieces: {pieces}",
            *(f"shape {word(random)}: {random.choice(shapes)}" for _ in range(pieces == "X")),
            f"play: {random.choice(('misere', 'normal'))}",
            f"board: {board}",
            f"claim: {random.choice(('N', 'P', 'nimber 0', 'nimber 2', word(random)))}",
            f"positions: {random.choice((len(lines), len(lines), 0, 10**9))}",
        ]
        return "\n".join([*head, *lines, ""]).encode()

    def read(self, path: Path) -> None:
        from cgt.common.errors import LimitError
        from cgt.common.limits import Limits
        from cgt.placement.proof.verify import verify_proof

        reports = []
        for checker in ("plain", "native"):
            try:
                limits = Limits.of(seconds=_SECONDS, memory=2**26)
                reports.append(verify_proof(path, limits, checker=checker, threads=2))  # type: ignore[arg-type]
            except LimitError:
                pass
        if len({(one.valid, one.line, one.positions) for one in reports}) > 1:
            raise LieError("the two checkers do not agree")
        if reports and reports[0].valid and not _is_true(reports[0].head):
            raise LieError("a proof of something false was found valid")

    def command(self, random: Random, path: Path) -> list[str]:
        file = str(path)
        return random.choice(
            (
                ["verify", file, *TIME],
                ["verify", file, "--json", *TIME],
                ["verify", file, "--checker", "native", "--memory", "16M", *TIME],
            )
        )


def _some_sum(random: Random, depth: int) -> str:
    terms = []
    for _ in range(random.choice((1, 1, 2, 3))):
        kind = random.random()
        if kind < 0.4 and depth == 3:
            row = random.choice(("...", "..#", "....", "."))
            terms.append("|".join([row] * random.choice((1, 2, 3, 4))))
        elif kind < 0.7 or depth == 0:
            terms.append(random.choice(("0", "*", "*1", "*2", "*3", "*7", "*90", "*299", "*1000")))
        else:
            inside = (_some_sum(random, depth - 1) for _ in range(random.choice((0, 1, 2, 3))))
            terms.append("{" + ", ".join(inside) + "}")
    return random.choice((" + ", "+", "  +", " ")).join(terms)


def _is_true(head: Any) -> bool:
    """Whether the claim of a small board is true, by trying everything."""
    if len(head.board) > _MOST_TRIED:
        return True
    places = [
        frozenset((r + row, c + column) for r, c in shape)
        for shape in head.shapes
        for row in range(len(head.rows))
        for column in range(len(head.rows[0]))
    ]

    @cache
    def is_lost(empty: frozenset[tuple[int, int]], heap: int) -> bool:
        after = [(empty - put, heap) for put in places if put <= empty]
        after += [(empty, smaller) for smaller in range(heap)]
        return not any(is_lost(*one) for one in after) if after else head.play == "normal"

    if head.claim == "nimber":
        lost = [is_lost(head.board, heap) for heap in range(head.nimber + 1)]
        return lost[-1] and not any(lost[:-1])
    return is_lost(head.board, 0) == (head.claim == "P")
