"""The plain checker of proofs: the one to read. It shares nothing with the search.

A position is some regions side by side, and a value that stands for everything small beside them. A
proof is a list of positions. If every move from a listed position can be answered by a move to one
in the list, or to something small that is lost, then every listed position is lost for the player
to move. For suppose that some are won, and take the one with the least left to play. A move leads
from it to a lost position. But from there, an answer leads to a position that is lost, because it
is small and its value says so, or because it is in the list and has less left to play. So the
position before the answer is won: a contradiction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cgt.placement.proof.file import ProofFile
from cgt.placement.proof.found import Found, Pulse, not_proved, unanswered, won, wrong_count
from cgt.placement.proof.shapes import Cell, Cells, in_corner, mirrored
from cgt.placement.proof.terms import Sum, position_terms
from cgt.placement.proof.words import Move, Position, Region, move_text, position_text
from cgt.placement.proof.worth import Forms, Nimbers, Values

Symmetry = Callable[[int, int, int, int], Cell]

# Where cell (r, c) of a box goes whose last row is h and whose last column is w: four turns, then
# the mirror images. All but the quarter turns lead back if they are made twice.
SYMMETRIES: list[Symmetry] = [
    lambda r, c, h, w: (r, c),
    lambda r, c, h, w: (h - r, w - c),
    lambda r, c, h, w: (c, h - r),
    lambda r, c, h, w: (w - c, r),
    lambda r, c, h, w: (r, w - c),
    lambda r, c, h, w: (h - r, c),
    lambda r, c, h, w: (c, r),
    lambda r, c, h, w: (w - c, h - r),
]
HALF_TURN, MIRRORS = SYMMETRIES[1:2], SYMMETRIES[4:]


def images(cells: Iterable[Cell], box: Cells, symmetries: list[Symmetry]) -> list[Cells]:
    """Where symmetries of the box around `box`, which lies in the corner, take some cells."""
    h, w = max(row for row, _ in box), max(column for _, column in box)
    return [frozenset(to(r, c, h, w) for r, c in cells) for to in symmetries]


class Checker:
    """Checks a list of positions of one game; `values` are those of its play convention, and a
    region of up to `small` cells has one."""

    def __init__(self, shapes: frozenset[Cells], values: Values, small: int) -> None:
        self.shapes = [sorted(shape) for shape in shapes]
        self.has_mirrors = all(mirrored(shape) in shapes for shape in shapes)
        self.values = values
        self.small = small
        self.listed: dict[Position, int] = {}  # with the number of its line
        self._won: set[Position] = set()
        self._written: dict[Cells, list[Region]] = {}
        self._value: dict[Region, int] = {}

    # positions

    def placements(self, cells: Cells) -> list[Cells]:
        """Every way to put a piece on empty cells: each shape with its first cell on each cell."""
        found = []
        for shape in self.shapes:
            for row, column in cells:
                first_row, first_column = shape[0]
                r, c = row - first_row, column - first_column
                placement = frozenset((r + i, c + j) for i, j in shape)
                if placement <= cells:
                    found.append(placement)
        return found

    def regions(self, placements: Iterable[Cells]) -> list[Region]:
        """What placements fall apart into: those that overlap are in one region."""
        found: list[Cells] = []
        for placement in placements:
            if not any(placement <= region for region in found):
                apart = [region for region in found if region.isdisjoint(placement)]
                touched = [region for region in found if not region.isdisjoint(placement)]
                found = [*apart, placement.union(*touched)]
        return [written for region in found for written in self.written(in_corner(region))]

    def written(self, region: Cells) -> list[Region]:
        """A region that lies in the corner, turned and mirrored in the way that comes first; none
        if it is worth nothing because every move in it can be copied."""
        if region not in self._written:
            allowed = SYMMETRIES if self.has_mirrors else SYMMETRIES[:4]
            least = min(tuple(sorted(image)) for image in images(region, region, allowed))
            drops = self.values.has_mirror_play and self.is_zero(region)
            self._written[region] = [] if drops else [least]
        return self._written[region]

    def is_zero(self, region: Cells) -> bool:
        """Whether, in normal play, the second player can copy every move: by a symmetry that takes
        the region to itself, and each placement to another that does not overlap it."""
        return any(
            images(region, region, [to]) == [region]
            and not any(p & images(p, region, [to])[0] for p in self.placements(region))
            for to in HALF_TURN + (MIRRORS if self.has_mirrors else [])
        )

    def after(self, region: Region) -> Iterator[tuple[Cells, list[Region]]]:
        """Every placement in a region, and the regions that it leaves: what can still be placed
        does not overlap it."""
        placements = self.placements(frozenset(region))
        for placement in placements:
            left = (other for other in placements if other.isdisjoint(placement))
            yield placement, self.regions(left)

    def value(self, region: Region) -> int:
        """What a small region is worth: the value whose options are those of its moves."""
        if region not in self._value:
            left = (self.position(regions, 0) for _, regions in self.after(region))
            self._value[region] = self.values.of(value for _, value in left)
        return self._value[region]

    def position(self, regions: Iterable[Region], value: int) -> Position:
        """Regions beside a value, in the one way in which a position is written: what is small is
        added to the value; in normal play, two equal regions are worth nothing."""
        large: list[Region] = []
        for region in regions:
            if len(region) <= self.small:
                value = self.values.add(value, self.value(region))
            elif self.values.has_mirror_play and region in large:
                large.remove(region)
            else:
                large.append(region)
        return tuple(sorted(large)), value

    def of_terms(self, terms: Sum) -> Position:
        """The position of a line."""
        regions: list[Region] = []
        value = 0
        for term in terms:
            if isinstance(term, frozenset):
                regions += self.regions(self.placements(term))
            else:
                value = self.values.add(value, self.values.of_term(term))
        return self.position(regions, value)

    # the proof

    def moves(self, position: Position) -> Iterator[tuple[Move, Position]]:
        """Every move, and what it leads to."""
        large, value = position
        for i, region in enumerate(large):
            for placement, left in self.after(region):
                others = large[:i] + large[i + 1 :]
                yield (region, placement), self.position([*others, *left], value)
        for option in self.values.options(value):
            yield (value, option), (large, option)

    def is_lost(self, position: Position) -> bool:
        """Whether it is known that the player to move loses: small positions are known."""
        large, value = position
        return self.values.is_lost(value) if not large else position in self.listed

    def is_won(self, position: Position) -> bool:
        """Whether it is known that the player to move wins: by a move to what is known as lost."""
        large, value = position
        if not large:
            return not self.values.is_lost(value)
        if position not in self._won:
            if not any(self.is_lost(following) for _, following in self.moves(position)):
                return False
            self._won.add(position)
        return True

    def claim_holds(self, board: Cells, claim: str, nimber: int) -> bool:
        """Whether the list proves who wins on a board, or its nimber: the heap beside which it is
        lost, while it is won beside each smaller one."""
        regions = self.regions(self.placements(board))
        beside = [self.position(regions, self.values.of_term(k)) for k in range(nimber + 1)]
        if claim == "N":
            return self.is_won(beside[0])
        return self.is_lost(beside[-1]) and all(map(self.is_won, beside[:-1]))


def check_plainly(file: ProofFile, pulse: Pulse) -> Found:
    """What there is to say about a proof: it is read whole, then every position is checked, in
    order, and then the claim."""
    head = file.head
    values: Values = Nimbers() if head.play == "normal" else Forms()
    checker = Checker(head.shapes, values, head.small)
    lines = 0
    for line in file.lines():
        lines += 1
        pulse(0, lines)
        position = checker.of_terms(position_terms(line, head.size))
        checker.listed.setdefault(position, line.number)
    count, tried = len(checker.listed), 0
    if lines != head.positions:
        return Found(count, tried, wrong_count(head, lines))
    for checked, (position, number) in enumerate(checker.listed.items()):
        if not position[0] and not checker.is_lost(position):
            return Found(count, tried, won(number, position_text(values, position)))
        for move, following in checker.moves(position) if position[0] else ():
            pulse(checked, count)
            if not checker.is_won(following):
                told = position_text(values, position), move_text(values, move)
                return Found(count, tried, unanswered(number, *told))
            tried += 1
    holds = checker.claim_holds(head.board, head.claim, head.nimber)
    return Found(count, tried, None if holds else not_proved(head))
