"""Proofs made by trying everything, and a judge of proofs: slow, plain, and of their own.

Positions here are whole boards as bit masks, one bit a cell, and a nim heap. The maker knows who
wins each of them. The judge follows the rule of docs/proofs.md for a proof that somebody changed;
its values are those of `cgt.Forms`, with which the checkers share nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from io import BytesIO

from oracles import Cells, fixed_polyominoes, four_turns, mirrored

from cgt.common.files import OpenedFile
from cgt.placement.forms import Forms
from cgt.placement.proof.file import ProofFile
from cgt.placement.proof.verify import ProofReport, verify_opened

Part = tuple[str, ...] | int | str  # rows of a picture, a heap, or the text of a form
Region = tuple[tuple[int, int], ...]

SHAPES = {
    "domino": fixed_polyominoes(2),
    "tromino": fixed_polyominoes(3),
    "tetromino": fixed_polyominoes(4),
    "pentomino": fixed_polyominoes(5),
    "omino:1": fixed_polyominoes(1),
}
OWN = {  # by what a file says of them
    "corners": ["##|#."],
    "hooks": ["###|#.."],  # without their mirror images
    "mixed": ["#", "##"],
    "uneven": ["##", "###|.#."],
}


def cells_of(rows: Iterable[str], sign: str) -> Cells:
    return frozenset((r, c) for r, row in enumerate(rows) for c, at in enumerate(row) if at == sign)


def shapes_of(pieces: str) -> frozenset[Cells]:
    if pieces in SHAPES:
        return frozenset(SHAPES[pieces])
    drawn = [cells_of(text.split("|"), "#") for text in OWN[pieces]]
    return frozenset(turn for shape in drawn for turn in four_turns(shape))


def placements(cells: Cells, shapes: frozenset[Cells]) -> Iterator[Cells]:
    if not cells:
        return
    last_row, last_column = (max(place[i] for place in cells) for i in (0, 1))
    for shape in shapes:
        for row in range(last_row + 1):
            for column in range(last_column + 1):
                put = frozenset((r + row, c + column) for r, c in shape)
                if put <= cells:
                    yield put


# who wins, by trying everything


class Game:
    """All positions of a game on one board."""

    def __init__(self, pieces: str, play: str, rows: tuple[str, ...]) -> None:
        self.shapes = shapes_of(pieces)
        self.is_misere = play == "misere"
        self.width, self.height = len(rows[0]), len(rows)
        self.start = self.mask(cells_of(rows, "."))
        whole = frozenset((r, c) for r in range(self.height) for c in range(self.width))
        self.masks = [self.mask(put) for put in placements(whole, self.shapes)]
        self.known: dict[tuple[int, int], bool] = {}

    def mask(self, cells: Iterable[tuple[int, int]]) -> int:
        return sum(1 << (r * self.width + c) for r, c in cells)

    def moves(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        empty, heap = position
        made = [(empty ^ put, heap) for put in self.masks if put & empty == put]
        return made + [(empty, smaller) for smaller in range(heap)]

    def is_lost(self, position: tuple[int, int]) -> bool:
        if position not in self.known:
            moves = self.moves(position)
            lost = not any(self.is_lost(after) for after in moves)
            self.known[position] = lost if moves else not self.is_misere
        return self.known[position]

    @cached_property
    def nimber(self) -> int:
        return next(heap for heap in range(99) if self.is_lost((self.start, heap)))

    def rows(self, empty: int) -> tuple[str, ...]:
        signs = "".join(".#"[not empty >> i & 1] for i in range(self.width * self.height))
        return tuple(signs[i : i + self.width] for i in range(0, len(signs), self.width))


# proofs


@dataclass(frozen=True)
class Proof:
    pieces: str
    play: str
    board: tuple[str, ...]
    claim: str
    lines: tuple[tuple[Part, ...], ...]
    count: int | None = None  # if another is written than there are lines

    def text(self) -> str:
        shapes = [f"shape s{i}: {text}" for i, text in enumerate(OWN.get(self.pieces, []))]
        count = len(self.lines) if self.count is None else self.count
        head = [
            "cgt proof 1",
            f"pieces: {self.pieces}",
            *shapes,
            f"play: {self.play}",
            f"board: {'|'.join(self.board)}",
            f"claim: {self.claim}",
            f"positions: {count}",
        ]
        return "\n".join([*head, *(line_text(line) for line in self.lines), ""])


def line_text(line: tuple[Part, ...]) -> str:
    return " + ".join(
        "|".join(part) if isinstance(part, tuple) else f"*{part}" if isinstance(part, int) else part
        for part in line
    )


def make(game: Game, pieces: str, claim: str, chance: random.Random) -> Proof:
    """A proof of a claim that is true, with answers taken by chance."""
    heaps = range(game.nimber + 1) if claim.startswith("nimber") else [0]
    waiting: list[tuple[int, int]] = []
    for heap in heaps:
        start = game.start, heap
        if game.is_lost(start):
            waiting.append(start)
        elif game.moves(start):
            waiting.append(chance.choice([m for m in game.moves(start) if game.is_lost(m)]))
    listed: dict[tuple[int, int], None] = {}
    while waiting:
        position = waiting.pop()
        if position in listed or not game.moves(position):
            continue
        listed[position] = None
        for after in game.moves(position):
            answers = [m for m in game.moves(after) if game.is_lost(m)]
            if answers and not any(answer in listed for answer in answers):
                waiting.append(chance.choice(answers))
    lines = [written(game, position) for position in listed]
    chance.shuffle(lines)
    play = "misere" if game.is_misere else "normal"
    return Proof(pieces, play, game.rows(game.start), claim, tuple(lines))


def written(game: Game, position: tuple[int, int]) -> tuple[Part, ...]:
    empty, heap = position
    parts: list[Part] = [game.rows(empty)] if empty else []
    return (*parts, heap) if heap or not parts else tuple(parts)


def checked(text: str, checker: str, small: int | None = None, threads: int = 1) -> ProofReport:
    """What a checker says of a proof; `small` changes how many cells count as few, so that small
    boards have long proofs."""
    file = ProofFile(OpenedFile(BytesIO(text.encode()), "proof"))
    if small is not None:
        file.head = replace(file.head, small=small)
    return verify_opened(file, checker=checker, threads=threads)  # type: ignore[arg-type]


# the judge


class Judge:
    """Whether proofs of one game hold. It keeps what it has worked out for the next one."""

    def __init__(self, pieces: str, play: str, small: int | None = None) -> None:
        self.shapes = shapes_of(pieces)
        self.is_misere = play == "misere"
        largest = max(map(len, self.shapes))
        self.small = small if small is not None else 12 if largest <= 2 else 4 * largest
        self.mirrors = all(mirrored(shape) in self.shapes for shape in self.shapes)
        self.forms = Forms(canonical=True)
        self.split = cache(self._split)
        self.after = cache(self._after)
        self.form = cache(self._form)

    def is_valid(self, proof: Proof) -> bool:
        if proof.count is not None and proof.count != len(proof.lines):
            return False
        listed = {self.of_line(line) for line in proof.lines}
        won = cache(lambda position: self.is_won(position, listed))
        for position in listed:
            if not position[0]:
                if not self.value_is_lost(position[1]):
                    return False
            elif not all(won(after) for after in self.moves(position)):
                return False
        kind, _, number = proof.claim.partition(" ")
        beside = [self.of_line((proof.board, heap)) for heap in range(int(number or 0) + 1)]
        if kind == "N":
            return won(beside[0])
        return self.is_lost(beside[-1], listed) and all(map(won, beside[:-1]))

    def of_line(self, line: tuple[Part, ...]):
        regions: list[Region] = []
        value = self.forms.zero
        for part in line:
            if isinstance(part, tuple):
                regions += self.split(cells_of(part, "."))
            else:
                text = f"*{part}" if isinstance(part, int) and part else part
                value = value + self.forms.parse(str(text or 0))
        return self.normal(regions, value if self.is_misere else self.forms.heap(value.nimber))

    def normal(self, regions: Iterable[Region], value):
        large: list[Region] = []
        for region in regions:
            if len(region) <= self.small:
                value = value + self.form(region)
            elif not self.is_misere and region in large:
                large.remove(region)
            elif self.is_misere or not self.copies(region):
                large.append(region)
        return tuple(sorted(large)), value if self.is_misere else self.forms.heap(value.nimber)

    def _form(self, region: Region):
        return self.forms.of(self.normal(left, self.forms.zero)[1] for left in self.after(region))

    def _split(self, cells: Cells) -> list[Region]:
        left = list(placements(cells, self.shapes))
        found: list[Region] = []
        while left:
            region = left.pop()
            while touching := [put for put in left if put & region]:
                left = [put for put in left if not put & region]
                region = region.union(*touching)
            turns = four_turns(region)
            turns += [mirrored(turn) for turn in turns] if self.mirrors else []
            found.append(min(tuple(sorted(turn)) for turn in turns))
        return found

    def _after(self, region: Region) -> list[list[Region]]:
        cells = frozenset(region)
        return [self.split(cells - put) for put in placements(cells, self.shapes)]

    @cache  # noqa: B019 (a judge lives as long as a test)
    def copies(self, region: Region) -> bool:
        """Whether the second player can copy every move."""
        last_row, last_column = (max(place[i] for place in region) for i in (0, 1))
        images = [lambda r, c: (last_row - r, last_column - c)]
        if self.mirrors:
            images += [lambda r, c: (r, last_column - c), lambda r, c: (last_row - r, c)]
            images += [lambda r, c: (c, r), lambda r, c: (last_column - c, last_row - r)]
        cells = frozenset(region)
        return any(
            frozenset(image(*cell) for cell in cells) == cells
            and all(
                not put & {image(*cell) for cell in put} for put in placements(cells, self.shapes)
            )
            for image in images
        )

    def moves(self, position):
        large, value = position
        for i, region in enumerate(large):
            for left in self.after(region):
                yield self.normal([*large[:i], *large[i + 1 :], *left], value)
        for option in value.options:
            yield large, option

    def value_is_lost(self, value) -> bool:
        return value.outcome("misere" if self.is_misere else "normal") == "P"

    def is_lost(self, position, listed) -> bool:
        return position in listed if position[0] else self.value_is_lost(position[1])

    def is_won(self, position, listed) -> bool:
        if not position[0]:
            return not self.value_is_lost(position[1])
        return any(self.is_lost(after, listed) for after in self.moves(position))


# changes


def changed(proof: Proof, chance: random.Random) -> Proof:
    """A proof with one thing changed, which may or may not break it."""
    change = chance.choice(_CHANGES if proof.lines else _CHANGES_OF_HEAD)
    return change(proof, chance)


def _with_line(proof: Proof, at: int, *lines: tuple[Part, ...]) -> Proof:
    return replace(proof, lines=(*proof.lines[:at], *lines, *proof.lines[at + 1 :]))


def _toggled(rows: tuple[str, ...], chance: random.Random) -> tuple[str, ...]:
    r, c = chance.randrange(len(rows)), chance.randrange(len(rows[0]))
    row = rows[r][:c] + ("." if rows[r][c] == "#" else "#") + rows[r][c + 1 :]
    return (*rows[:r], row, *rows[r + 1 :])


def _cell(proof: Proof, chance: random.Random) -> Proof:
    at = chance.randrange(len(proof.lines))
    line = [_toggled(p, chance) if isinstance(p, tuple) else p for p in proof.lines[at]]
    return _with_line(proof, at, tuple(line))


def _line_lost(proof: Proof, chance: random.Random) -> Proof:
    without = _with_line(proof, chance.randrange(len(proof.lines)))
    return replace(without, count=len(proof.lines) if chance.random() < 0.2 else None)


def _line_twice(proof: Proof, chance: random.Random) -> Proof:
    at = chance.randrange(len(proof.lines))
    return _with_line(proof, at, proof.lines[at], proof.lines[at][::-1])


def _beside(proof: Proof, chance: random.Random) -> Proof:
    at = chance.randrange(len(proof.lines))
    heap = [part for part in proof.lines[at] if isinstance(part, tuple)]
    beside = chance.choice([0, 1, 2, 3, "{*1}", "{*2+*2, *3}", "{*2, 0}", "{{*2}, *1+*1}"])
    return _with_line(proof, at, (*heap, beside))


def _line_added(proof: Proof, chance: random.Random) -> Proof:
    rows = tuple("".join(chance.choice(".#") for _ in row) for row in proof.board)
    added: tuple[Part, ...] = (rows, chance.choice([0, 0, 1, 2]))
    return replace(proof, lines=(*proof.lines, added))


def _count(proof: Proof, chance: random.Random) -> Proof:
    return replace(proof, count=max(0, len(proof.lines) + chance.choice([-1, 1])))


def _play(proof: Proof, chance: random.Random) -> Proof:
    claim = chance.choice("NP") if proof.claim.startswith("nimber") else proof.claim
    return replace(proof, play="normal" if proof.play == "misere" else "misere", claim=claim)


def _pieces(proof: Proof, chance: random.Random) -> Proof:
    return replace(proof, pieces=chance.choice(["domino", "tromino", "corners", "hooks"]))


def _board(proof: Proof, chance: random.Random) -> Proof:
    return replace(proof, board=_toggled(proof.board, chance))


def _claim(proof: Proof, chance: random.Random) -> Proof:
    claims = ["N", "P"] + [f"nimber {k}" for k in range(4)] * (proof.play == "normal")
    return replace(proof, claim=chance.choice(claims))


_CHANGES_OF_HEAD = [_line_added, _play, _pieces, _board, _claim, _count]
_CHANGES = [*[_cell, _line_lost] * 3, _line_twice, *[_beside] * 2, *_CHANGES_OF_HEAD]
