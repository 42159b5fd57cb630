"""Patterns: strategies of the duel for every width."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from stress.kind import Kind, LieError, example_files

_PLAYED = ("--max-pieces", "20")
_WIDEST = 16


class Patterns(Kind):
    name = "pattern"

    def make_examples(self) -> Sequence[bytes]:
        files = example_files("certificates/every-width/*.txt")
        return [data for data in files if len(data) < 5000]

    def generate(self, random: Random) -> bytes:
        """Another game above the instructions of an example."""
        text = random.choice(self.examples).decode()
        _, _, body = text.partition("\n\n")
        head = [
            "cgt pattern 1",
            f"pieces: {random.choice(('O', 'I', 'S', 'OL', 'omino:3', 'omino:8', 'pentomino'))}",
            f"preview: {random.choice((0, 0, 0, 1, 3, 4))}",
            f"height: {random.choice((0, 2, 4, 8, 40, 99))}",
            f"lanes: many of {random.choice((1, 2, 2, 2, 4, 8, 9))}",
            f"many: {random.choice((1, 2, 2, 3, 9, 0))}",
            f"from: {random.choice((1, 1, 2, 99, 0))}",
        ]
        if random.random() < 0.3:
            head[4] += random.choice((", one of 3", ", one of 2", ", one of 3, one of 5"))
        return ("\n".join(head) + "\n\n" + random.choice((body, ""))).encode()

    def read(self, path: Path) -> None:
        from cgt.duel.exact.certificate import verify
        from cgt.duel.exact.pattern import Pattern
        from cgt.duel.exact.pattern_check import verify_pattern
        from cgt.duel.exact.pattern_width import strategy_on

        pattern = Pattern.read(path)
        if not verify_pattern(pattern).valid:
            return
        for width in range(max(2, pattern.first_width), _WIDEST):
            if pattern.holds_for(width) and not verify(strategy_on(pattern, width)).valid:
                raise LieError("a pattern that does not hold was found valid")

    def command(self, random: Random, path: Path) -> list[str]:
        file = str(path)
        return random.choice(
            (
                ["verify", file],
                ["verify", file, "--every-width", "--json"],
                [*f"simulate --good strategy:{file} --pieces O --width 4".split(), *_PLAYED],
                [*f"simulate --good exact:{file} --pieces I --width 6".split(), *_PLAYED],
            )
        )
