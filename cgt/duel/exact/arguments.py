"""Why Bad wins: arguments that hold for every height and are checked without a search.

**Sums** (M. Kravec's thesis, theorems 2.2 and 2.3): columns have weights, and the pieces that Bad
sends raise the sum of the weights of all filled cells in every round, for all moves and endings.
`weights` has the details, `weights_search` finds the weights.

**Floors**: finitely many instructions by which Bad makes floor after floor, where pieces drop. They
depend on what Good does, and so on the preview. `floors` has the details, `floors_search` finds
them, and those that are known are kept in `shipped`.

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

By sums or lanes a preview does not help Good, however long: the pieces do not depend on what Good
does.

>>> argue(Rules("SZ", width=10, height=20)).most_pieces
1092434
>>> argument = argue(Rules("SZO", width=9, height=20))
>>> argument.kind, argument.valid, argument.most_lines, argument.most_pieces
('sums', True, 88, 200)
>>> argue(Rules("L", width=9, height=20)).reason
'the pieces can cover all columns evenly'
>>> argument = argue(Rules("JL", width=2, height=20))
>>> argument.kind, len(argument.instructions), argument.most_pieces
('floors', 5, 440)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cgt.board.polyomino import Piece, PieceSet
from cgt.common.errors import CgtError
from cgt.duel.exact.floors import most_pieces
from cgt.duel.exact.instruction import Instruction, Kind
from cgt.duel.exact.shipped_floors import shipped_floors
from cgt.duel.exact.strategy import Strategy
from cgt.duel.exact.weights import Weights, alternating, bounds, covers, gain
from cgt.duel.exact.weights_search import find_weights
from cgt.duel.rules import Rules
from cgt.duel.well import LANE, Well

_MOST_TRIED = 32  # pieces, each with a linear program


@dataclass(frozen=True)
class Argument:
    """An argument that Bad wins at every height; whether it is valid here, and if not, why not.

    Bad sends the `pieces` over and over, each of them `times` times in a row; by floors, Bad
    follows the `instructions`, which use these pieces. At most `most_pieces` can be placed before
    the stack leaves the well. `weights` are those of the columns. By sums, at most `most_lines`
    rows can be cleared; by lanes, at most `most_across` pieces can be placed across lanes.
    """

    kind: Kind
    valid: bool
    reason: str = ""
    pieces: tuple[str, ...] = ()
    times: int = 1
    most_pieces: int = 0
    most_lines: int | None = None
    most_across: int | None = None
    weights: Weights = ()
    instructions: tuple[Instruction, ...] = ()

    @property
    def sequence(self) -> list[str]:
        """The pieces that Bad sends, over and over."""
        return [piece for piece in self.pieces for _ in range(self.times)]


def argue(
    rules: Rules, start: Well | None = None, *, preview: int = 0, bag: bool = False
) -> Argument:
    """The argument that Bad wins this game at every height. It may be invalid. By sums or lanes it
    holds for every preview, by floors for this one.

    With `bag`, Bad deals bags. Raises CgtError if the well to begin with does not fit the rules.
    """
    first = Well.empty(rules.width) if start is None else start
    if first.width != rules.width or first.stack_height > rules.height:
        raise CgtError(f"the start does not fit in a well of {rules.width}×{rules.height}")
    if bag:
        return _argue_with_bags(rules, first)
    by_sums = argue_by_sums(rules, first, *_found_weights(rules))
    if by_sums.valid:
        return by_sums
    by_lanes = argue_by_lanes(rules, first)
    if by_lanes.valid:
        return by_lanes
    instructions = () if any(first.columns) else shipped_floors(rules, preview)
    if instructions:
        return argue_by_floors(rules, instructions)
    return by_sums if rules.width % LANE else by_lanes


def _argue_with_bags(rules: Rules, first: Well) -> Argument:
    """Bad has to send all pieces in turn."""
    weights = find_weights(rules.width, rules.pieces.pieces)
    if weights is None:
        return Argument("sums", False, "the pieces can cover all columns evenly")
    return argue_by_sums(rules, first, weights, rules.names)


def _found_weights(rules: Rules) -> tuple[Weights, tuple[str, ...]]:
    """Weights for one of the pieces, and all pieces that they are good for; none, if there are no
    weights for any, or if there are too many pieces to try."""
    for piece in rules.pieces if len(rules.names) <= _MOST_TRIED else ():
        weights = find_weights(rules.width, (piece,))
        if weights is not None:
            return weights, _raising(rules, weights)
    return (), ()


def _raising(rules: Rules, weights: Weights) -> tuple[str, ...]:
    return tuple(piece.name for piece in rules.pieces if gain(weights, [piece]) > 0)


def argue_by_sums(
    rules: Rules, first: Well, weights: Weights = (), sends: Sequence[str] = ()
) -> Argument:
    """The argument by sums with these weights, where Bad sends these pieces over and over. Without
    weights they are -1, +1, -1, …; without pieces Bad sends all that raise the sum."""
    weights = weights or alternating(rules.width)
    sends = tuple(sends) or _raising(rules, weights)
    pieces = [rules.pieces[name] for name in sends]
    if not sends:
        return Argument("sums", False, "the pieces can cover all columns evenly")
    if gain(weights, pieces) <= 0:
        return Argument("sums", False, "these weights and pieces do not raise the sum")
    most = bounds(weights, pieces, rules.height, first)
    return Argument(
        "sums",
        True,
        pieces=sends,
        most_pieces=most.pieces,
        most_lines=most.lines,
        weights=weights,
    )


def argue_by_floors(rules: Rules, instructions: Sequence[Instruction]) -> Argument:
    """The argument by floors with these instructions, which must hold."""
    used = {name for instruction in instructions for name in instruction.visible}
    return Argument(
        "floors",
        True,
        pieces=tuple(name for name in rules.names if name in used),
        most_pieces=most_pieces(rules.height, instructions),
        instructions=tuple(instructions),
    )


def argument_of(strategy: Strategy) -> Argument:
    """The argument that a strategy gives; it may be invalid. Instructions of an argument by floors
    are not checked here. Raises CgtError if the strategy gives none."""
    rules, first = strategy.rules, strategy.first_well
    if strategy.argument == "floors":
        return argue_by_floors(rules, strategy.instructions)
    if strategy.argument == "lanes":
        return argue_by_lanes(rules, first)
    if strategy.argument == "sums":
        return argue_by_sums(rules, first, strategy.weights, strategy.sends)
    raise CgtError("this strategy gives no argument")


def lane_weights(width: int) -> Weights:
    """The weights of the columns in the argument by lanes."""
    lanes = width // LANE
    return tuple(sign * (lanes - 1 - lane) for lane in range(lanes) for sign in (-1, 1))


def _sum(weights: Weights, well: Well) -> int:
    return sum(w * column.bit_count() for w, column in zip(weights, well.columns, strict=True))


def _changes(weights: Weights, piece: Piece) -> dict[tuple[int, int], int]:
    """How much a piece changes the sum, for each rotation and leftmost column."""
    return {
        (rotation, left): sum(map(int.__mul__, weights, counts))
        for rotation, left, counts in covers(piece, len(weights))
    }


def argue_by_lanes(rules: Rules, first: Well) -> Argument:
    """The argument by lanes."""
    if rules.width % LANE:
        return Argument("lanes", False, "lanes need an even width")
    if not rules.only_drops:
        return Argument("lanes", False, "on even widths it needs drops and the ending by height")
    lanes, height = rules.width // LANE, rules.height
    weights = lane_weights(rules.width)
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
        weights=weights,
    )


def _leaves_on_top(piece: Piece, rules: Rules, weights: Weights, side: int) -> bool:
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
