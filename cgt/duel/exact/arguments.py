"""Why Bad wins: two arguments that hold for every height and are checked without a search.

Both give each column a weight and look at the sum of the weights of all filled cells. In a well of
a given height this sum is bounded. How much a placement changes it depends only on the columns that
the piece covers.

**Sums**, on odd widths, for all moves and endings (M. Kravec's thesis, theorems 2.2 and 2.3). The
weights are +1, -1, +1, … A piece that always covers as many cells of weight +1 as of weight -1, as
O, S and Z do, leaves the sum unchanged. A full row has one more cell of weight +1, so clearing it
takes 1 from the sum. Since the sum is bounded, so is the number of cleared rows.

**Lanes**, on even widths, where S and Z drop (after theorem 4.2). Lane i of n has the weights
-(n-1-i), +(n-1-i), so every full row has the sum 0.

1. An S or Z inside a lane leaves the sum unchanged; anywhere else it raises the sum by at least 1.
   So the number of pieces placed across lanes is bounded. Bad sends S K times, then Z K times, and
   so on: sooner or later there are many such phases in a row whose pieces all stay inside lanes.
2. The numbers of cells that columns have received differ by no more than the height. So among K
   pieces every lane gets one, and then enough others that its topmost row is younger than all rows
   that existed when the last lane got its first piece. An S on an S fills its lane row by row, and
   leaves the right cell of the topmost row empty.
3. So after such a phase of S there is a row above all old ones in which every lane has its left
   cell filled, and in which one lane has its right cell empty with nothing above it. Z never fills
   a right cell beside a filled left one, so this row survives the phase of Z. After that phase
   there is such a row for the other side above it. The new row covers the empty cell as long as it
   exists, and it exists as long as S comes. So every phase adds a row that is never cleared.

A preview does not help Good, however long: the pieces do not depend on what Good does.

>>> argue(Rules("SZ", width=10, height=20)).most_pieces
1092434
>>> argument = argue(Rules("SZO", width=9, height=20))
>>> argument.valid, argument.most_lines, argument.most_pieces
(True, 80, 225)
>>> argue(Rules("L", width=9, height=20)).reason
'every piece covers the columns unevenly somewhere'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cgt.board.polyomino import Piece, PieceSet
from cgt.common.errors import CgtError
from cgt.duel.rules import Rules
from cgt.duel.well import LANE, Well

Kind = Literal["sums", "lanes"]
KINDS: tuple[Kind, ...] = ("sums", "lanes")


@dataclass(frozen=True)
class Argument:
    """An argument that Bad wins at every height; whether it is valid here, and if not, why not.

    Bad sends the `pieces` over and over, each of them `times` times in a row. At most `most_pieces`
    can be placed before the stack leaves the well. By sums, at most `most_lines` rows can be
    cleared; by lanes, at most `most_across` pieces can be placed across lanes.
    """

    kind: Kind
    valid: bool
    reason: str = ""
    pieces: tuple[str, ...] = ()
    times: int = 1
    most_pieces: int = 0
    most_lines: int | None = None
    most_across: int | None = None

    @property
    def sequence(self) -> list[str]:
        """The pieces that Bad sends, over and over."""
        return [piece for piece in self.pieces for _ in range(self.times)]


def argue(rules: Rules, start: Well | None = None) -> Argument:
    """The argument that Bad wins this game at every height. It is checked, and may be invalid.

    Raises CgtError if the well to begin with does not fit the rules.
    """
    first = Well.empty(rules.width) if start is None else start
    if first.width != rules.width or first.stack_height > rules.height:
        raise CgtError(f"the start does not fit in a well of {rules.width}×{rules.height}")
    return (
        _argue_by_lanes(rules, first) if rules.width % LANE == 0 else _argue_by_sums(rules, first)
    )


def column_weights(width: int) -> list[int]:
    """The weights of the columns in the argument for a width."""
    if width % LANE:
        return [1 if column % 2 == 0 else -1 for column in range(width)]
    lanes = width // LANE
    return [sign * (lanes - 1 - lane) for lane in range(lanes) for sign in (-1, 1)]


def _sum(weights: list[int], well: Well) -> int:
    return sum(w * column.bit_count() for w, column in zip(weights, well.columns, strict=True))


def _changes(weights: list[int], piece: Piece) -> dict[tuple[int, int], int]:
    """How much a piece changes the sum, for each rotation and leftmost column."""
    return {
        (rotation, left): sum(weights[left + column] for _, column in shape.cells)
        for rotation, shape in enumerate(piece.rotations)
        for left in range(len(weights) - shape.width + 1)
    }


def _argue_by_sums(rules: Rules, first: Well) -> Argument:
    weights = column_weights(rules.width)
    assert sum(weights) == 1
    even = [piece for piece in rules.pieces if not any(_changes(weights, piece).values())]
    if not even:
        return Argument("sums", False, "every piece covers the columns unevenly somewhere")
    # The sum is least when all cells of weight -1 are filled, and no others.
    most_lines = _sum(weights, first) + weights.count(-1) * rules.height
    free = rules.width * rules.height - sum(column.bit_count() for column in first.columns)
    size = min(piece.size for piece in even)
    return Argument(
        "sums",
        True,
        pieces=tuple(piece.name for piece in even),
        most_pieces=(free + rules.width * most_lines) // size,
        most_lines=most_lines,
    )


def _argue_by_lanes(rules: Rules, first: Well) -> Argument:
    if not rules.only_drops:
        return Argument("lanes", False, "on even widths it needs drops and the ending by height")
    lanes, height = rules.width // LANE, rules.height
    weights = column_weights(rules.width)
    pair = [
        next((p for p in rules.pieces if _leaves_on_top(p, rules, weights, side)), None)
        for side in (0, 1)
    ]
    if pair[0] is None or pair[1] is None:
        return Argument("lanes", False, "there are no two pieces that lean as S and Z do")
    most_across = height * sum(weights[1::2]) - _sum(weights, first)
    # In a phase, all lanes get their first piece within lanes·height + 1 pieces: until then, the
    # rows cleared are no more than the cells in a column of the lane without a piece. Then each
    # lane gets half the height in pieces, since a piece takes it two rows up; for the same reason
    # that happens within lanes·(height + half - 1) + 1 more pieces.
    half = max(1, (height + 1) // 2)
    times = lanes * (2 * height + half - 1) + 2
    # Every run of this many pieces inside lanes contains height + 1 whole phases.
    run = times * (height + 2)
    return Argument(
        "lanes",
        True,
        pieces=(pair[0].name, pair[1].name),
        times=times,
        most_pieces=most_across + (most_across + 1) * run,
        most_across=most_across,
    )


def _leaves_on_top(piece: Piece, rules: Rules, weights: list[int], side: int) -> bool:
    """Whether a piece does what the argument needs. `side` is the side of a lane that the piece
    leaves on top: 0 is the left one, as with S, 1 the right one, as with Z."""
    if all(shape.width != LANE for shape in piece.rotations):
        return False
    for (rotation, left), change in _changes(weights, piece).items():
        inside = piece.rotations[rotation].width == LANE and left % LANE == 0
        if change != 0 if inside else change < 1:
            return False
    # Where a dropped piece lands depends only on the tops of the columns.
    lane = Rules(PieceSet(piece.name, [piece]), width=LANE, height=rules.height)
    for left in range(rules.height + 1):
        for right in range(rules.height + 1):
            tops = (left, right) if side == 0 else (right, left)
            placements = lane.placements(Well.of(((1 << left) - 1, (1 << right) - 1)), piece.name)
            if not placements:
                return False
            for placement in placements:
                cells = lane.cells(placement)
                upper = [row for row, column in cells if column == side]
                lower = [row for row, column in cells if column != side]
                if not _lands_well(upper, lower, *tops):
                    return False
    return True


def _lands_well(upper: list[int], lower: list[int], upper_top: int, lower_top: int) -> bool:
    """Whether a placement in a lane does what the argument needs. `upper` are the rows that it
    covers on the side it leaves on top, `lower` those on the other side; the tops are the heights
    of these sides before."""
    return (
        len(upper) == len(lower) == 2
        and min(upper) >= upper_top
        and min(lower) >= lower_top
        and max(upper) == max(lower) + 1  # it leaves that side on top
        and min(upper) >= lower_top  # it never lies beside a cell that the other side has
        # on top of another such piece it fills the lane without a gap
        and (upper_top <= lower_top or lower == [upper_top - 1, upper_top])
        and (upper_top <= lower_top or upper == [upper_top, upper_top + 1])
    )
