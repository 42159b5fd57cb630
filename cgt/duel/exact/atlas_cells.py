"""The games of the atlas and what is known of each: computed, argued, or inferred from another.

`atlas` keeps the cells in a file, and `atlas_known` draws the conclusions; this module knows what
follows from one cell for another game. For Good a larger set of pieces is no easier, a greater
height no harder, a longer preview no harder, the mirrored game is the same, and moves that lead to
more placements are no harder.

>>> known = Cell(Place("LJ", 4, 4, 1), "good", "computed")
>>> following(known, Place("L", 4, 6, 1)).how
'inferred from LJ, height 4, preview 1'
>>> following(known, Place("L", 4, 4, 1, "slide")).how
'inferred from LJ by drop, height 4, preview 1'
>>> following(known, Place("T", 4, 6, 1)) is None
True
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.arguments import argue
from cgt.duel.exact.atlas_patterns import patterns_for
from cgt.duel.exact.instruction import Kind
from cgt.duel.exact.pattern_width import strategy_on
from cgt.duel.exact.solve import DuelAnswer, GoodPlays, Winner, argued_strategy, solve_duel
from cgt.duel.rules import Rules

DROP = "drop"
# For each way to move, those that lead to every place that it leads to, and those whose every place
# it leads to: where a game ends by height, pieces can be turned and moved freely above the stack.
EASIER_MOVES = {
    DROP: (DROP, "slide", "spin", "srs"),
    "slide": ("slide", "spin", "srs"),
    "spin": ("spin",),
    "srs": ("srs",),
}
HARDER_MOVES = {
    moves: tuple(other for other, easier in EASIER_MOVES.items() if moves in easier)
    for moves in EASIER_MOVES
}
LETTERS = "IJLOSTZ"
SETS = tuple(
    "".join(chosen)
    for size in range(1, len(LETTERS) + 1)
    for chosen in itertools.combinations(LETTERS, size)
)
_MIRROR = str.maketrans("JLSZ", "LJZS")

_INFERRED = re.compile(
    r"inferred from (\w+)( in a mirror)?(?: by (\w+))?, height (\d{1,3})(?:, preview (\d))?",
    re.ASCII,
)
COMPUTED, IN_LANES, BY_PATTERN = "computed", "computed in lanes", "by the pattern "
_SECONDS_TO_CHECK = 60.0  # for a strategy of a winner who is known
_MOST_KEPT = 5_000
_MEMORY_FOR_PATTERN = 2**23


@dataclass(frozen=True)
class Place:
    """A game of the atlas: how pieces move is named, and the ending is by height."""

    pieces: str
    width: int
    height: int
    preview: int
    moves: str = DROP

    def __str__(self) -> str:
        seen = f", preview {self.preview}" if self.preview else ""
        moves = f", by {self.moves}" if self.moves != DROP else ""
        return f"{self.pieces}, {self.width}×{self.height}{seen}{moves}"

    def rules(self) -> Rules:
        return Rules(self.pieces, width=self.width, height=self.height, moves=self.moves)


@dataclass(frozen=True)
class Cell:
    """What is known of a game: who wins, and how that was found: computed, argued or inferred.

    A cell is verified if the checker has confirmed the winner's strategy, or if an argued or
    inferred answer was computed as well. If the winner is unknown, `allowed_seconds` and
    `allowed_memory` are the limits that did not suffice.
    """

    place: Place
    winner: Winner
    how: str
    states: int | None = None
    seconds: float | None = None
    certificate: str | None = None
    verified: bool = False
    allowed_seconds: float | None = None
    allowed_memory: int | None = None


@dataclass(frozen=True)
class LeastHeight:
    """What is known about the least height at which Good wins.

    `good` is the least height at which Good is known to win, and `exact` says whether Bad wins just
    below it. `unknown` is the least height below it that is not decided, `highest` the greatest
    height that was tried.
    """

    good: int | None
    exact: bool
    unknown: int | None
    highest: int

    def __str__(self) -> str:
        if self.unknown is not None:
            return f"≥{self.unknown}?" + ("" if self.good is None else f" ≤{self.good}")
        if self.good is None:
            return f">{self.highest}"
        return f"{self.good}" if self.exact else f"≤{self.good}"


def following(known: Cell, place: Place) -> Cell | None:
    """What follows for a game from the cell of another; None if nothing does."""
    other = known.place
    if other.width != place.width or known.winner == "unknown":
        return None
    for pieces, how in ((other.pieces, ""), (mirrored(other.pieces), " in a mirror")):
        if known.winner == "good":
            follows = (
                set(pieces) >= set(place.pieces)
                and other.height <= place.height
                and other.preview <= place.preview
                and place.moves in EASIER_MOVES[other.moves]
            )
        else:
            follows = (
                set(pieces) <= set(place.pieces)
                and other.height >= place.height
                and other.preview >= place.preview
                and place.moves in HARDER_MOVES[other.moves]
            )
        if follows:
            return Cell(place, known.winner, _inferred_from(other, how, place.moves))
    return None


def origin(cell: Cell) -> tuple[Place, bool] | None:
    """The game that a cell was inferred from, and whether it was mirrored; None if the cell was not
    inferred."""
    found = _INFERRED.fullmatch(cell.how)
    if found is None:
        return None
    pieces, mirror, moves, height, preview = found.groups()
    width = cell.place.width
    named = Place(pieces, width, int(height), int(preview or 0), moves or cell.place.moves)
    return named, bool(mirror)


def is_possible(cell: Cell) -> bool:
    """Whether what a cell says of its game can be: an argument must hold, and what was inferred
    must follow from the game it names."""
    if cell.how == COMPUTED:
        return True
    if cell.how == IN_LANES:
        return cell.winner == "good" and cell.place.moves == DROP
    if cell.how.startswith(BY_PATTERN):
        return _is_by_pattern(cell)
    found = origin(cell)
    if found is None:
        kind = _kind_for(cell.place)
        return cell.winner == "bad" and kind is not None and cell.how == f"argued by {kind}"
    place, _ = found
    if place.pieces not in SETS or place.moves not in EASIER_MOVES:
        return False
    if cell.winner == "unknown":  # only the mirrored game is known to be unknown, too
        return in_a_mirror(replace(cell, place=place)).place == cell.place
    return following(Cell(place, cell.winner, ""), cell.place) is not None


def _kind_for(place: Place) -> Kind | None:
    return _argument_for(place.pieces, place.width, place.preview, place.moves)


@cache
def _argument_for(pieces: str, width: int, preview: int, moves: str) -> Kind | None:
    """The argument that holds for some pieces in a well of a width, if one does; at one height it
    holds if and only if it holds at every other."""
    argument = argue(Rules(pieces, width=width, moves=moves), preview=preview)
    return argument.kind if argument.valid else None


def by_patterns(width: int) -> Iterator[Cell]:
    """What the patterns that come with the program say about the games of a width."""
    for name, pattern in patterns_for(width):
        pieces = "".join(sorted(pattern.pieces.name))
        place = Place(pieces, width, pattern.height, pattern.preview)
        yield Cell(place, "good", f"{BY_PATTERN}{name}", verified=True)


def strategy_of_pattern(cell: Cell) -> str | None:
    """The text of the strategy that a cell's pattern has for its game; None if it has no pattern,
    or the strategy is too large to be kept."""
    pattern = dict(patterns_for(cell.place.width)).get(cell.how.removeprefix(BY_PATTERN))
    if pattern is None:
        return None
    try:
        strategy = strategy_on(pattern, cell.place.width, Limits(memory=_MEMORY_FOR_PATTERN))
    except LimitError:
        return None
    return str(replace(strategy, rules=cell.place.rules()))


def _is_by_pattern(cell: Cell) -> bool:
    said = ((other.place, other.how) for other in by_patterns(cell.place.width))
    return cell.winner == "good" and (cell.place, cell.how) in said


def in_a_mirror(cell: Cell) -> Cell:
    """The cell of the mirrored game."""
    place = replace(cell.place, pieces=mirrored(cell.place.pieces))
    how = _inferred_from(cell.place, " in a mirror", place.moves)
    return replace(cell, place=place, how=how, certificate=None)


def mirrored(pieces: str) -> str:
    """The mirror images of some pieces."""
    return "".join(sorted(pieces.translate(_MIRROR)))


def bits_of_set(pieces: str) -> int:
    """A set of pieces as a number with a bit for each letter."""
    return sum(1 << LETTERS.index(letter) for letter in pieces)


def _inferred_from(other: Place, mirrored: str, moves: str) -> str:
    seen = f", preview {other.preview}" if other.preview else ""
    by = f" by {other.moves}" if other.moves != moves else ""
    return f"inferred from {other.pieces}{mirrored}{by}, height {other.height}{seen}"


def has_argument(place: Place) -> bool:
    """Whether an argument says who wins a game."""
    return _kind_for(place) is not None


def no_preview_helps(place: Place) -> bool:
    """Whether an argument says that Bad wins a game with every preview: by sums or lanes, the
    pieces that Bad sends do not depend on what Good does."""
    return _kind_for(place) in ("sums", "lanes")


def argued(place: Place) -> Cell | None:
    """What an argument says about a game; None if none holds."""
    if not has_argument(place):
        return None
    rules = place.rules()
    argument = argue(rules, preview=place.preview)
    text = str(argued_strategy(rules, argument, place.preview))
    return Cell(place, "bad", f"argued by {argument.kind}", certificate=text)


def computed(
    place: Place,
    *,
    seconds: float,
    memory: int,
    way: GoodPlays = GoodPlays.ANYWHERE,
    limits: Limits = UNLIMITED,
) -> Cell:
    """Who wins a game, computed within this many seconds and bytes, and within the time of the
    limits; if the winner is known by then, there is more time for the strategy. If Good may only
    play inside lanes and has no strategy there, the winner is unknown."""
    solve = partial(solve_duel, place.rules(), preview=place.preview, ways=(way,))
    allowed = replace(limits, memory=memory)
    try:
        answer = solve(limits=allowed.within(seconds))
        if answer.winner != "unknown" and answer.short_of == "time":
            answer = solve(limits=allowed.within(seconds + _SECONDS_TO_CHECK))
    except CgtError:  # the well is too large for the solver
        answer = DuelAnswer(place.rules(), "unknown", place.preview)
    strategy = answer.strategy
    kept = strategy is not None and len(strategy.instructions) <= _MOST_KEPT
    unknown = answer.winner == "unknown"
    return Cell(
        place,
        answer.winner,
        IN_LANES if strategy is not None and strategy.lanes_in_any_order else COMPUTED,
        answer.states,
        round(answer.seconds, 3),
        str(strategy) if kept else None,
        verified=answer.is_verified,
        allowed_seconds=seconds if unknown else None,
        allowed_memory=memory if unknown else None,
    )


def least_height_in(cells: Iterable[Cell]) -> LeastHeight:
    """What cells, one for each height, say about the least height at which Good wins."""
    winners = {cell.place.height: cell.winner for cell in cells}
    good = min((height for height, winner in winners.items() if winner == "good"), default=None)
    unknown = min((height for height, w in winners.items() if w == "unknown"), default=None)
    if unknown is not None and good is not None and good < unknown:
        unknown = None
    exact = good == 0 or (good is not None and winners.get(good - 1) == "bad")
    return LeastHeight(good, exact, unknown, max(winners))
