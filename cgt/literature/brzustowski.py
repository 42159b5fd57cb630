"""J. Brzustowski's strategies for Good, for every width, with what was published about them.

The solver builds those for one piece, and those for two pieces with a preview, inside lanes and at
the height that works for every width. Those for O with I, J or L follow his instructions word for
word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cgt.common.errors import CgtError
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.instruction import Instruction
from cgt.duel.exact.solve import GoodPlays, solve_duel
from cgt.duel.exact.strategy import Strategy, lane_of, sorted_lanes
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

_LANES = (GoodPlays.IN_LANES,)
_TIDY_LANES = (GoodPlays.IN_TIDY_LANES,)
_ANYWHERE = (GoodPlays.ANYWHERE,)
_RULE_HEIGHT = 20  # more than his instructions ever need


@dataclass(frozen=True)
class Published:
    """What is known from the literature: a strategy's height, and how many instructions it has."""

    height: int | None = None
    instructions: int | None = None


@dataclass(frozen=True)
class BuiltIn:
    """A strategy that can be built for a width, and what was published about it."""

    pieces: str
    width: int
    preview: int
    published: Published

    @property
    def name(self) -> str:
        seen = f", preview {self.preview}" if self.preview else ""
        return f"{self.pieces}, width {self.width}{seen}"

    def build(self, limits: Limits = UNLIMITED) -> Strategy:
        """Builds the strategy; raises CgtError if that fails within the limits."""
        if len(self.pieces) == 2 and not self.preview:
            return _by_his_instructions(self.pieces, self.width)
        for height, ways in self._tries():
            rules = Rules(self.pieces, width=self.width, height=height)
            answer = solve_duel(rules, preview=self.preview, ways=ways, limits=limits)
            if answer.winner == "good" and answer.strategy is not None:
                return answer.strategy
        limits.check(f"building the strategy for {self.name}")
        raise CgtError(f"no strategy was found: {self.name}")

    def _tries(self) -> Iterator[tuple[int, tuple[GoodPlays, ...]]]:
        """Heights and ways to play, the lowest first."""
        if self.preview:
            yield from ((height, _TIDY_LANES) for height in (6, 7, 8))
        elif self.pieces == "I" and self.width % 4 == 0:
            yield (0 if self.width == 4 else 1), _ANYWHERE  # lying
        else:
            yield from ((height, _LANES) for height in range(5))


_WIDTH_10 = {"O": (2, None), "I": (4, 10), "S": (4, 10), "L": (3, 10), "T": (4, 15)}
_MIRRORED = {"Z": "S", "J": "L"}
_PAIRS_WITH_PREVIEW = {"IL": 11, "IJ": 11, "LJ": 10}


def built_in(width: int) -> list[BuiltIn]:
    """All strategies for a width."""
    found = []
    for piece in "OISZLJT" if width % 2 == 0 else "ILJT":
        found.append(BuiltIn(piece, width, 0, _published_alone(piece, width)))
    if width % 2 == 0 and width >= 4:
        for other in "IJL":
            found.append(BuiltIn(f"O{other}", width, 0, Published()))
        for pair, height in _PAIRS_WITH_PREVIEW.items():
            found.append(BuiltIn(pair, width, 1, Published(height)))
    return found


def _published_alone(piece: str, width: int) -> Published:
    if width % 2:
        return Published()
    if width == 2:
        return Published({"O": 0, "I": 4}.get(piece, 2))
    if piece == "I" and width % 4 == 0:
        return Published(0 if width == 4 else 1)
    height, instructions = _WIDTH_10[_MIRRORED.get(piece, piece)]
    return Published(height, instructions if width == 10 else None)


# O with one of I, J and L


def _by_his_instructions(pieces: str, width: int) -> Strategy:
    """His instructions for O and X, followed through every state that can come up."""
    rules = Rules(pieces, width=width, height=_RULE_HEIGHT)
    instructions = []
    waiting = [Well.empty(width)]
    seen = set(waiting)
    highest = 0
    while waiting:
        well = waiting.pop()
        for piece in rules.names:
            placement = _his_choice(rules, well, piece)
            after = rules.place(well, placement).well
            instructions.append(Instruction(well, (piece,), placement, after))
            highest = max(highest, after.stack_height)
            state = sorted_lanes(after)
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    lowered = rules.with_height(highest)
    return Strategy(lowered, "good", instructions, lanes_in_any_order=True)


def _his_choice(rules: Rules, well: Well, piece: str) -> WellPlacement:
    """O goes to the bumpy lane if that is at least two lower than all the others, else to the
    lowest flat lane. X goes to the bumpy lane and flattens it, else to the lowest flat lane."""
    bumpy = [lane for lane in range(well.lanes) if well.is_bumpy(lane)]
    flat = min(
        (lane for lane in range(well.lanes) if lane not in bumpy),
        key=lambda lane: well.lane_height(lane),
    )
    if piece == "O":
        others = [well.lane_height(lane) for lane in range(well.lanes) if lane not in bumpy]
        low = bumpy and well.lane_height(bumpy[0]) + 2 <= min(others)
        return _inside(rules, well, piece, bumpy[0] if low else flat)[0]
    if bumpy:
        flattening = [
            placement
            for placement in _inside(rules, well, piece, bumpy[0])
            if _flattens(rules, well, placement, bumpy[0])
        ]
        return flattening[0]
    # Any placement that the next X can make flat again.
    for placement in _inside(rules, well, piece, flat):
        once = _lane_alone(rules, well, placement, flat)
        for again in _inside(rules, once, piece, 0):
            if _flattens(rules, once, again, 0):
                return placement
    raise AssertionError("X goes twice into a flat lane")


def _inside(rules: Rules, well: Well, piece: str, lane: int) -> list[WellPlacement]:
    """The placements inside a lane."""
    return [
        placement
        for placement in rules.placements(well, piece)
        if {lane_of(column, well.width) for _, column in rules.cells(placement)} == {lane}
    ]


def _lane_alone(rules: Rules, well: Well, placement: WellPlacement, lane: int) -> Well:
    """What a placement makes of its lane, at the left of an otherwise empty well of that width: no
    row is full there, unless there is but one lane."""
    columns = list(well.lane(lane))
    for row, column in rules.cells(placement):
        columns[column - 2 * lane] |= 1 << row
    return Well.of(columns + [0] * (well.width - 2))


def _flattens(rules: Rules, well: Well, placement: WellPlacement, lane: int) -> bool:
    return _lane_alone(rules, well, placement, lane).is_flat(0)
