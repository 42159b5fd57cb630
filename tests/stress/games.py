"""Texts about the duel and Tetris: strategies, weights, replays, traces, wells to start from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import oracles

from stress.kind import ROOT, TIME, Kind, LieError, example_files
from stress.mutate import word
from stress.texts import some_cells

_PLAYED = ("--max-pieces", "20")


class Strategies(Kind):
    name = "strategy"

    def make_examples(self) -> Sequence[bytes]:
        from cgt.duel.exact.solve import solve_duel
        from cgt.duel.rules import Rules

        made = []
        for pieces, width, height, preview in (
            ("O", 2, 2, 0), ("OT", 4, 4, 0), ("S", 3, 4, 0), ("I", 4, 4, 1), ("SZ", 4, 8, 0),
            ("T", 4, 3, 0),
        ):  # fmt: skip
            answer = solve_duel(Rules(pieces, width=width, height=height), preview=preview)
            if answer.strategy is not None:
                made.append(str(answer.strategy).encode())
        slides = solve_duel(Rules("O", width=4, height=3, moves="slide"))
        return [*made, str(slides.strategy).encode()]

    def generate(self, random: Random) -> bytes:
        """Another game above the instructions of an example."""
        text = random.choice(self.examples).decode()
        _, _, body = text.partition("\n\n")
        pieces = random.choice(("O", "OT", "S", "SZ", "I", "omino:3", "omino:8", "pentomino", "X"))
        head = [
            "cgt strategy 1",
            f"player: {random.choice(('good', 'bad'))}",
            f"pieces: {pieces}",
            *(f"shape {random.choice(('O', word(random)))}: ##|##" for _ in range(pieces == "X")),
            f"width: {random.choice((2, 3, 4, 10, 32, 99))}",
            f"height: {random.choice((0, 2, 4, 8, 32, 99))}",
            f"moves: {random.choice(('drop', 'slide', 'spin', 'srs', 'hatetris'))}",
            f"ending: {random.choice(('height', 'lock', 'spawn'))}",
            f"preview: {random.choice((0, 0, 1, 2, 3, 4))}",
        ]
        if random.random() < 0.3:
            head.append(random.choice(("lanes: any order", "argument: sums", "argument: lanes")))
        return ("\n".join(head) + "\n\n" + random.choice((body, ""))).encode()

    def read(self, path: Path) -> None:
        from cgt.duel.exact.certificate import verify
        from cgt.duel.exact.strategy import Strategy

        strategy = Strategy.read(path)
        report = verify(strategy)
        if report.valid and not _really_holds(strategy):
            raise LieError("a strategy that does not hold was found valid")

    def command(self, random: Random, path: Path) -> list[str]:
        file = str(path)
        return random.choice(
            (
                ["verify", file],
                ["verify", file, "--json"],
                ["verify", file, "--dot", "graph.dot"],
                [*f"simulate --good strategy:{file} --pieces O --width 2".split(), *_PLAYED],
                [*f"simulate --bad exact:{file} --pieces SZ --width 4".split(), *_PLAYED],
            )
        )


def _really_holds(strategy: Any) -> bool:
    """Plays the instructions of a strategy with the slow rules, if they are plain ones; True for
    others."""
    rules = strategy.rules
    plain = rules.moves == "drop" and rules.ending == "height" and strategy.argument is None
    if not plain or strategy.lanes_in_any_order or len(strategy.instructions) > 500:
        return True
    return _good_holds(strategy) if strategy.player == "good" else _bad_holds(strategy)


def _well_rows(well: Any, room: int) -> list[list[bool]]:
    text = well.grid(room).rows()
    return [[cell == "#" for cell in row] for row in text]


def _good_holds(strategy: Any) -> bool:
    rules, height = strategy.rules, strategy.rules.height
    room = height + 10
    shapes = {piece.name: frozenset(piece.rotations[0].cells) for piece in rules.pieces}
    table = {(i.well, i.visible): i for i in strategy.instructions}
    start = strategy.first_well
    waiting = [(start, ())] if strategy.preview == 0 else _queues(start, shapes, strategy.preview)
    seen = set(waiting)
    while waiting:
        well, queue = waiting.pop()
        rows = _well_rows(well, room)
        for name in shapes:
            instruction = table.get((well, (*queue, name)))
            if instruction is None:
                return False
            piece = shapes[instruction.visible[0]]
            after = _well_rows(instruction.after, room)
            left = [
                oracles.locked(rows, cells)[0]
                for turn in set(oracles.four_turns(piece))
                for cells in oracles.drops(rows, turn)
            ]
            if after not in left or any(any(row) for row in after[: room - height]):
                return False
            state = (instruction.after, (*queue, name)[1:])
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return True


def _queues(well: Any, shapes: Any, preview: int) -> list[Any]:
    queues: list[tuple[str, ...]] = [()]
    for _ in range(preview):
        queues = [(*queue, name) for queue in queues for name in shapes]
    return [(well, queue) for queue in queues]


def _bad_holds(strategy: Any) -> bool:
    rules, height = strategy.rules, strategy.rules.height
    if strategy.preview:
        return True
    room = height + 10
    shapes = {piece.name: frozenset(piece.rotations[0].cells) for piece in rules.pieces}
    table = {str(_well_rows(i.well, room)): i for i in strategy.instructions}
    waiting = [_well_rows(strategy.first_well, room)]
    seen = {str(waiting[0])}
    while waiting:
        rows = waiting.pop()
        instruction = table.get(str(rows))
        if instruction is None:
            return False
        piece = shapes[instruction.visible[0]]
        for turn in set(oracles.four_turns(piece)):
            for cells in oracles.drops(rows, turn):
                after, _ = oracles.locked(rows, cells)
                if any(any(row) for row in after[: room - height]):
                    continue
                following = table.get(str(after))
                if following is None or following.rank >= instruction.rank:
                    return False
                if str(after) not in seen:
                    seen.add(str(after))
                    waiting.append(after)
    return True


class WeightFiles(Kind):
    name = "weights"
    suffix = ".weights"

    def make_examples(self) -> Sequence[bytes]:
        return example_files("cgt/duel/evaluate/shipped/*.weights")

    def generate(self, random: Random) -> bytes:
        from cgt.duel.evaluate.features import FEATURES

        lines = [
            f"{random.choice((word(random), random.uniform(-9, 9)))} "
            f"{random.choice((*FEATURES, word(random)))}"
            for _ in range(random.choice((0, 1, 3, 40)))
        ]
        return "\n".join(["best: highest", *lines]).encode()

    def read(self, path: Path) -> None:
        from cgt.duel.evaluate.weights import Weights
        from cgt.duel.well import Well

        weights = Weights.read(path)
        Weights.named(path.name)
        if weights.value(Well("#..#|##.#")) != weights.value(Well("#..#|##.#")):
            raise LieError("the value of a well is not a number")
        if Weights.parse(str(weights), "text").by_feature != weights.by_feature:
            raise LieError("weights are not read back as they were written")

    def command(self, random: Random, path: Path) -> list[str]:
        file = str(path)
        well = str(ROOT / "boards/tetris-tuck.txt")
        return random.choice(
            (
                ["recommend", well, "--next", "TL", "--weights", file],
                ["recommend", well, "--next", "T", "--weights", file, "--json"],
                ["simulate", "--good", f"greedy:{file}", *_PLAYED],
                ["simulate", "--good", f"beam:{file}", "--json", *_PLAYED],
            )
        )


class Replays(Kind):
    """HATETRIS replays in all encodings."""

    name = "replay"

    def make_examples(self) -> Sequence[bytes]:
        from cgt.literature.hatetris import ENCODINGS, decode, encode

        stored = json.loads((ROOT / "tests/data/hatetris_replays.json").read_text())["replays"]
        texts = [entry["replay"] for entry in stored if len(entry["replay"]) < 4000]
        steps = [decode(text).steps for text in texts[:4]]
        encoded = [encode(one, encoding) for one in steps for encoding in ENCODINGS]
        return [text.encode() for text in encoded] + example_files("replays/*.txt")

    def generate(self, random: Random) -> bytes:
        from cgt.literature.hatetris import ENCODINGS, encode

        steps = "".join(random.choice("LRDUDD") for _ in range(random.choice((1, 9, 200, 3000))))
        enemy = random.choice(
            ("hatetris", "hatetris-mild", "brzustowski", "burgiel", "constant:S", "sequence:SZ",
             "uniform", "bag", "minmax", "strategy:x", "os:system", word(random))
        )  # fmt: skip
        head = f"enemy: {enemy}\n" if random.random() < 0.6 else ""
        head += f"score: {word(random)}\n" if random.random() < 0.3 else ""
        return (head + encode(steps, random.choice(ENCODINGS))).encode()

    def read(self, path: Path) -> None:
        from cgt.literature.hatetris import play, read_replay

        loaded = read_replay(path)
        played = play(loaded.replay, loaded.enemy or "hatetris")
        placed = list(played.trace.play())
        if len(placed) != played.pieces or sum(one.lines for one in placed) != played.score:
            raise LieError("the score is not that of the game")
        if played.moves > len(loaded.replay.steps):
            raise LieError("more moves were played than there are")

    def command(self, random: Random, path: Path) -> list[str]:
        file = str(path)
        return random.choice(
            (
                ["replay", file],
                ["replay", file, "--json"],
                ["replay", file, "--encode", random.choice(("raw", "hex", "base2048"))],
                ["replay", file, "--enemy", "hatetris-mild", "--trace", "trace.txt"],
            )
        )


class Traces(Kind):
    name = "trace"

    def make_examples(self) -> Sequence[bytes]:
        from cgt.duel.trace import write_trace
        from cgt.literature.hatetris import decode, play

        path = Path("example.trace")
        write_trace(path, play(decode("A9E" * 40)).trace)
        drops = b"cgt trace 1\npieces: LJ\nwidth: 6\nheight: 8\nmoves: drop\nending: height\n"
        own = b"cgt trace 1\npieces: mine\nshape hook: #.|##\nwidth: 4\nheight: 9\nmoves: slide\n"
        return [
            path.read_bytes(),
            drops + b"good: greedy\nstart: #.....\nL 0 3 0\nJ 0 0 1\n",
            own + b"ending: lock\nhook 0 0 0\nhook 2 2 0\n",
        ]

    def generate(self, random: Random) -> bytes:
        head = random.choice(self.examples).decode().splitlines()[:7]
        lines = [
            f"{random.choice(('L', 'J', 'hook', 'S', word(random)))} {random.randint(0, 4)} "
            f"{random.randint(0, 11)} {random.choice((0, 1, 2, 19, word(random)))}"
            for _ in range(random.choice((0, 1, 5, 100)))
        ]
        return "\n".join([*head, *lines]).encode()

    def read(self, path: Path) -> None:
        from cgt.duel.trace import read_trace

        trace = read_trace(path)
        for placed in trace.play():
            if placed.well.width != trace.rules.width:
                raise LieError("a well has another width now")

    def command(self, random: Random, path: Path) -> list[str]:
        player = f"replay:{path}"
        return random.choice(
            (
                ["simulate", "--good", player, *_PLAYED],
                [*f"simulate --good {player} --pieces LJ --width 6 --json".split(), *_PLAYED],
                [*f"simulate --good {player} --bad hatetris --moves hatetris".split(), *_PLAYED],
            )
        )


class Wells(Kind):
    """Wells to start from: the first board of a file."""

    name = "well"

    def make_examples(self) -> Sequence[bytes]:
        return [
            b"....\n#..#\n",
            b"..........\n" * 3 + b"##.#######\n",
            *example_files("boards/tetris-*.txt"),
        ]

    def generate(self, random: Random) -> bytes:
        width = random.choice((1, 2, 3, 4, 4, 4, 10, 32, 33, 64, 65))
        height = random.choice((1, 2, 3, 8, 20, 32, 33, 64, 65, 200))
        return some_cells(random, width, height, random.choice((0, 0.3, 0.9, 1))).encode()

    def read(self, path: Path) -> None:
        from cgt.cli.support.load import load_well
        from cgt.duel.well import Well

        well = load_well(str(path))
        if Well.from_grid(well.grid()) != well:
            raise LieError("a well is not what its grid says")

    def command(self, random: Random, path: Path) -> list[str]:
        file = str(path)
        width = str(random.choice((4, 4, 10)))
        return random.choice(
            (
                ["recommend", file, "--next", "LT"],
                ["recommend", file, "--next", "O", "--json", "--moves", "drop"],
                [*f"duel --start {file} --width {width} --height 4 --pieces O".split(), *TIME],
                ["simulate", "--start", file, "--width", width, *_PLAYED],
                [
                    *f"simulate --start {file} --good random --json --width {width}".split(),
                    *_PLAYED,
                ],
            )
        )
