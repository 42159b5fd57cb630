"""Texts about placement games: boards, shapes, saved games, forms; and tables of scores as CSV."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from random import Random

import oracles

from stress.kind import ROOT, TIME, Kind, LieError, example_files
from stress.mutate import NUMBERS, WORDS, word

_SMALL = ("--memory", "64M", *TIME)


def some_cells(random: Random, width: int, height: int, filled: float = 0.4) -> str:
    return "\n".join(
        "".join("#" if random.random() < filled else "." for _ in range(width))
        for _ in range(height)
    )


def some_board(random: Random) -> bytes:
    parts = []
    for _ in range(random.choice((0, 1, 1, 1, 2, 5))):
        lines = []
        for key in ("name", "play", "pieces", word(random)):
            if random.random() < 0.2:
                lines.append(f"{key}: {word(random)}")
        side = random.choice((1, 2, 4, 5, 6, 16, 17, 40))
        lines.append(some_cells(random, random.randint(1, side), random.randint(1, side)))
        parts.append("\n".join(lines))
    return random.choice(("\n\n", "\n")).join(parts).encode()


class Boards(Kind):
    name = "board"

    def make_examples(self) -> Sequence[bytes]:
        return example_files("boards/*.txt")

    def generate(self, random: Random) -> bytes:
        return some_board(random)

    def read(self, path: Path) -> None:
        from cgt.board.boardfile import format_boards, parse_boards, read_boards

        boards = read_boards(path)
        again = parse_boards(format_boards(boards))
        if [b.grid for b in again] != [b.grid for b in boards]:
            raise LieError("boards are not read back as they were written")

    def command(self, random: Random, path: Path) -> list[str]:
        file = str(path)
        return random.choice(
            (
                ["regions", file],
                ["regions", file, "--json"],
                ["regions", file, "--pieces", "omino:1"],
                ["analyse", file, *_SMALL],
                ["analyse", file, "--json", *_SMALL],
                ["analyse", file, "--svg", "figure.svg", *_SMALL],
                ["ois", file, *_SMALL],
                ["solve", file, *_SMALL],
                ["solve", file, "--nimber", "--json", *_SMALL],
            )
        )


class Shapes(Kind):
    name = "shapes"

    def make_examples(self) -> Sequence[bytes]:
        return [
            b"name: hook\nmirror: yes\n#.\n##\n##\n\nname: bar\n###\n",
            b"#\n\n##\n\n###\n.#.\n",
            b"name: ring\n###\n#.#\n###\n",
            b"; all at once\nmirror: no\n\n##\n\n#.\n##\n",
        ]

    def generate(self, random: Random) -> bytes:
        blocks = []
        for _ in range(random.choice((1, 1, 2, 3, 30))):
            head = f"name: {word(random)}\n" if random.random() < 0.3 else ""
            head += "mirror: yes\n" if random.random() < 0.3 else ""
            side = random.choice((1, 2, 3, 3, 4, 9, 33))
            blocks.append(
                head + some_cells(random, random.randint(1, side), random.randint(1, side), 0.8)
            )
        return "\n\n".join(blocks).encode()

    def read(self, path: Path) -> None:
        from cgt.board.piecesets import piece_set, read_piece_set
        from cgt.board.piecetext import pieces_lines

        pieces = read_piece_set(path)
        pieces_lines(pieces)
        piece_set(path.name)
        for piece in pieces:
            for rotation in piece.rotations:
                if len(oracles.components(rotation.cells)) != 1:
                    raise LieError("a piece of several parts was accepted")

    def command(self, random: Random, path: Path) -> list[str]:
        file = str(path)
        return random.choice(
            (
                ["regions", str(ROOT / "boards/midgame.txt"), "--pieces", file],
                ["analyse", str(ROOT / "boards/one-block.txt"), "--pieces", file, *_SMALL],
                ["solve", "--size", "4x4", "--pieces", file, *_SMALL],
                ["duel", "--pieces", file, "--width", "4", "--height", "3", *_SMALL],
                ["simulate", "--pieces", file, "--max-pieces", "5"],
            )
        )


class SavedGames(Kind):
    name = "saved game"

    def make_examples(self) -> Sequence[bytes]:
        return [
            b"cgt nim game 1\npieces: tetromino\nplay: misere\nfirst: person\nlevel: medium\n"
            b"seed: 7\n\n....\n....\n....\n\nperson L (0,0) (1,0) (2,0) (2,1)\n",
            b"cgt nim game 1\npieces: domino\nplay: normal\nfirst: program\nlevel: easy\n"
            b"seed: 1\n\n..\n..\n\nprogram domino (0,0) (0,1)\nperson domino (1,0) (1,1)\n",
            b"cgt nim game 1\npieces: mine\nshape hook: #.|##\nplay: misere\nfirst: person\n"
            b"level: perfect\nseed: 0\n\n...\n...\n\nperson hook (0,0) (1,0) (1,1)\n",
        ]

    def generate(self, random: Random) -> bytes:
        text = self.examples[random.randrange(3)].decode()
        head, _, _ = text.partition("\n\n")
        width, height = random.choice((1, 2, 4, 16, 17)), random.choice((1, 2, 4, 16, 17))
        moves = [
            f"{random.choice(('person', 'program', word(random)))} "
            f"{random.choice(('L', 'O', 'I', 'domino', 'hook', word(random)))} "
            + " ".join(
                f"({random.randint(0, height)},{random.randint(0, width)})"
                for _ in range(random.choice((0, 1, 2, 3, 4, 4, 99)))
            )
            for _ in range(random.choice((0, 1, 2, 9)))
        ]
        return "\n".join([head, "", some_cells(random, width, height, 0.2), "", *moves]).encode()

    def read(self, path: Path) -> None:
        from cgt.play.nim.file import format_game, parse_game, read_game

        game = read_game(path)
        text = format_game(game)
        if format_game(parse_game(text)) != text:
            raise LieError("a game is not read back as it was written")
        placed = [cell for move in game.moves for cell in move.cells]
        if len(set(placed)) != len(placed) or any(game.start[cell] for cell in placed):
            raise LieError("a game with two blocks in one place was accepted")

    def command(self, random: Random, path: Path) -> list[str]:
        return ["play", "nim", "--load", str(path)]


class FormTexts(Kind):
    """The text of `ois --eval`, kept in a file here."""

    name = "form"
    generated = 0.6

    def make_examples(self) -> Sequence[bytes]:
        return [
            b"{{0}, 0} \xc3\x97 {{0}, 0}",
            b"*2 + *2",
            b"{{{0}, 0}, {{0}}, 0} * *3",
            b"0",
            b"{*3, {*2, 0}}",
        ]

    def generate(self, random: Random) -> bytes:
        if random.random() < 0.05:
            depth = random.choice((50, 2000, 60_000))
            return (b"{" * depth + b"0" + b"}" * random.choice((depth, depth - 1)))[:120_000]
        return self._form(random, random.randint(0, 5)).encode()

    def _form(self, random: Random, depth: int) -> str:
        if depth == 0 or random.random() < 0.15:
            return random.choice(("0", "*", "*1", "*2", "*3", "*7", f"*{random.choice(NUMBERS)}"))
        parts = [self._form(random, depth - 1) for _ in range(random.choice((0, 1, 2, 2, 3)))]
        if random.random() < 0.2 and parts:
            return random.choice((" + ", "×", "*", " · ", " ")).join(parts)
        extra = random.choice(WORDS) if random.random() < 0.02 else ""
        return "{" + ", ".join(parts) + extra + "}"

    def read(self, path: Path) -> None:
        from cgt.placement.forms import Forms

        text = path.read_bytes().decode(errors="replace")
        forms = Forms(canonical=False, memory=2**25)
        form = forms.parse(text)
        if len(text) < 60 and form.birthday < 6:
            written = str(form)
            if len(written) < 10_000 and forms.parse(written) != form:
                raise LieError("a form is not read back as it was written")

    def command(self, random: Random, path: Path) -> list[str]:
        text = path.read_bytes().decode(errors="replace").replace("\0", "")
        more = random.choice(([], ["--json"], ["--full"]))
        return ["ois", f"--eval={text}", *more, *_SMALL]


class ScoreTables(Kind):
    """Tables of scores as CSV files."""

    name = "scores as CSV"
    suffix = ".csv"

    def make_examples(self) -> Sequence[bytes]:
        return [
            b"name,score,pieces,lines,setting,when\n"
            b"Ada,12840,100,40,sogang,2025-01-31T12:00:00+00:00\nGrace,9120,,76,,\n",
            b'name,score\n"a, b",-5\n"quo""te",9223372036854775807\n',
        ]

    def generate(self, random: Random) -> bytes:
        columns = ["name", "score", "pieces", "lines", "setting", "when", "game"]
        head = random.sample(columns, random.randint(1, 7))
        rows = [
            [random.choice((word(random), "x", "7", '"y"')) for _ in head]
            for _ in range(random.choice((0, 1, 3, 50)))
        ]
        return "\n".join(",".join(row) for row in itertools.chain([head], rows)).encode()

    def read(self, path: Path) -> None:
        from cgt.play.ranking import Ranking

        table = path.with_suffix(".sqlite")
        table.unlink(missing_ok=True)
        count = len(Ranking(table).import_csv(path))
        if len(Ranking(table)) != count:
            raise LieError("not all rows were entered")

    def command(self, random: Random, path: Path) -> list[str]:
        table = path.with_suffix(".sqlite")
        more = random.choice(([], ["--json"]))
        return ["rank", "import", str(path), "--table", str(table), *more]
