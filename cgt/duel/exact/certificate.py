"""The checker: does a strategy prove what it claims?

It shares nothing with the solver but the rules of the game. For a strategy of Good it visits every
state that Bad can bring about. There must be an instruction; its placement must be possible and
leave what the instruction says; and the game must go on. For a strategy of Bad it visits every
state that Good can bring about. There must be an instruction, and its rank must be less than the
one before. It may be on ground: then no piece may get to the lowest rows, which the checker empties
for that, so what is really there changes nothing, and what comes next is again on as much ground.

This is the plain checker, the one to read. A native one, with moves of its own, takes strategies
with many instructions by the same rule; both say the same of every strategy.

If a strategy gives an argument in place of instructions, the argument is checked for its game. One
by floors has instructions of its own kind, which `floors` checks.

With `bag: yes`, what is left in the bag is part of a state, and Bad chooses only from that. An
argument then holds only if the pieces that it sends come in bags.

With lanes in any order, wells that have the same lanes in another order are one state. That is
correct if pieces drop and every placement stays inside a lane: what a placement does to its lane,
and which rows are full, does not depend on the order of lanes.

>>> verify("example:ot-4").valid
True
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cgt.common.errors import CgtError
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.arguments import argument_of
from cgt.duel.exact.floors import FloorsError, check_floors
from cgt.duel.exact.ground import (
    full_rows,
    ground_of,
    instruction_for,
    on_ground,
    without_ground,
)
from cgt.duel.exact.instruction import Instruction, told
from cgt.duel.exact.native_check import check_natively, plays_natively
from cgt.duel.exact.strategy import Strategy
from cgt.duel.well import LANE, Well

# A well, visible pieces, and what is left in the bag; nothing is left in a game without bags.
State = tuple[Well, tuple[str, ...], frozenset[str]]

CheckerName = Literal["plain", "native"]

_CHECK = "the check of the strategy"
_FEW_INSTRUCTIONS = 500  # that the plain checker takes no time for


@dataclass(frozen=True)
class Report:
    """What the checker found, with a reason if the strategy is not valid."""

    valid: bool
    reason: str
    instructions: int  # those that can come up
    states: int
    height: int  # of the highest stack that can come up
    checker: CheckerName = "plain"


class _InvalidError(Exception):
    """The strategy does not hold."""


def verify(
    strategy: Strategy | str | Path,
    limits: Limits = UNLIMITED,
    *,
    checker: CheckerName | None = None,
) -> Report:
    """Whether a strategy, or the one in a file, holds whatever the other player does.

    Without a `checker`, the plain one takes few instructions, the native one many. Raises FileError
    if the file has no strategy, LimitError if the limits did not suffice, and CgtError if the
    native checker does not know the game.
    """
    if not isinstance(strategy, Strategy):
        strategy = Strategy.read(strategy, limits)
    plain = _Checker(strategy, limits)
    try:
        plain.check_head()
        if _is_for_native(strategy, checker):
            found = check_natively(strategy, limits, _CHECK)
            return Report(not found.reason, *found, "native")
        plain.run()
    except _InvalidError as error:
        return Report(False, str(error), plain.used, len(plain.seen), plain.height)
    return Report(True, "", plain.used, len(plain.seen), plain.height)


def _is_for_native(strategy: Strategy, checker: CheckerName | None) -> bool:
    """Whether the native checker takes a strategy. Arguments, and Bad without instructions, are for
    the plain one whatever is asked for: there is nothing to be fast at."""
    has_few = strategy.argument is not None or not strategy.instructions
    if checker == "plain" or has_few:
        return False
    knows = plays_natively(strategy.rules)
    if checker == "native" and not knows:
        raise CgtError("the native checker knows only games in which pieces drop or slide")
    return knows and (checker == "native" or len(strategy.instructions) > _FEW_INSTRUCTIONS)


class _Checker:
    def __init__(self, strategy: Strategy, limits: Limits) -> None:
        self.strategy = strategy
        self.limits = limits
        self.rules = strategy.rules
        self.seen: set[State] = set()
        self.waiting: list[State] = []
        self.used = 0
        self.height = 0
        self.most_ground = 0
        self.table: dict[State, Instruction] = {}
        self.full_bag = frozenset(self.rules.names if strategy.bag else ())

    def check_head(self) -> None:
        strategy = self.strategy
        if strategy.first_well.width != self.rules.width:
            raise _InvalidError("the start has another width than the well")
        if strategy.first_well.stack_height > self.rules.height:
            raise _InvalidError("the start is higher than the well")
        if full_rows(strategy.first_well):
            raise _InvalidError("the start has a full row")
        if strategy.lanes_in_any_order:
            if not self.rules.only_drops:
                raise _InvalidError("lanes can be in any order only where pieces drop")
            if strategy.player != "good":
                raise _InvalidError("lanes can be in any order for Good only")

    def run(self) -> None:
        strategy = self.strategy
        if strategy.argument is not None:
            self.check_argument()
            return
        for instruction in strategy.instructions:
            self.limits.check(_CHECK)
            self.add(instruction)
        if strategy.player == "good":
            # One after the other: there may be far more queues than instructions.
            for queue in itertools.product(self.rules.names, repeat=strategy.preview):
                if not self.can_come(queue):
                    continue
                self.reach(strategy.first_well, queue, self.left_after(queue))
                while self.waiting:
                    self.check_good(*self.waiting.pop())
        elif strategy.instructions:
            queue = strategy.instructions[0].visible[:-1]
            if not self.can_come(queue):
                raise _InvalidError(f"no bag begins with {' '.join(queue)}")
            self.height = strategy.first_well.stack_height
            left = self.left_after(queue)
            self.wait_for(self.on_ground(strategy.first_well, 0, queue, left)[0])
            while self.waiting:
                self.check_bad(*self.waiting.pop())
        else:
            raise _InvalidError("there are no instructions")

    def check_argument(self) -> None:
        if self.strategy.player != "bad":
            raise _InvalidError("an argument is for Bad")
        if self.strategy.argument == "floors":
            self.check_floors()
            return
        if self.strategy.instructions:
            raise _InvalidError("an argument stands in place of instructions")
        strategy = self.strategy
        if strategy.argument != "sums" and (strategy.weights or strategy.sends):
            raise _InvalidError("weights and what Bad sends are for an argument by sums")
        argument = argument_of(strategy)
        if not argument.valid:
            raise _InvalidError(argument.reason)
        if self.strategy.bag and not _come_in_bags(argument.sequence, self.full_bag):
            raise _InvalidError("the pieces that the argument sends do not come in bags")
        self.height = self.rules.height

    def check_floors(self) -> None:
        strategy = self.strategy
        if strategy.bag or strategy.weights or strategy.sends:
            raise _InvalidError("floors are for games without bags, and need no weights")
        if any(strategy.first_well.columns):
            raise _InvalidError("floors begin with the empty well")
        try:
            self.used = check_floors(
                self.rules, strategy.preview, strategy.instructions, self.limits
            )
        except FloorsError as error:
            raise _InvalidError(str(error)) from None
        self.height = self.rules.height

    def add(self, instruction: Instruction) -> None:
        """Enters an instruction into the table: Good's under the well and all visible pieces, Bad's
        under the well and the pieces that were visible before the choice. With bags also under what
        is left after all pieces of the key."""
        well, visible, left = instruction.well, instruction.visible, frozenset(instruction.left)
        if bool(left) != self.strategy.bag:
            raise _InvalidError(f"the bag is missing, or there is none: {told(well, visible)}")
        if left != self.full_bag and visible[-1] in left:
            raise _InvalidError(f"the last piece is still in the bag: {told(well, visible, left)}")
        key: State = (well, visible, left)
        if self.strategy.player == "bad":
            others = frozenset() if left == self.full_bag else left
            before = others | {visible[-1]} if self.strategy.bag else left
            key = (well, visible[:-1], before)
            self.most_ground = max(self.most_ground, ground_of(well))
        if key in self.table:
            raise _InvalidError(f"two instructions for {told(*key)}")
        if self.strategy.lanes_in_any_order and instruction.well != _sorted_lanes(instruction.well):
            raise _InvalidError(f"lanes are not in order: {told(*key)}")
        self.table[key] = instruction

    def left_after(
        self, pieces: tuple[str, ...], left: frozenset[str] | None = None
    ) -> frozenset[str]:
        """What these pieces leave in a bag, a full one if none is given; after the last piece of a
        bag, the next bag is full."""
        left = self.full_bag if left is None else left
        for piece in pieces:
            left = left - {piece} or self.full_bag
        return left

    def can_come(self, pieces: tuple[str, ...]) -> bool:
        """Whether a game can begin with these pieces."""
        size = len(self.full_bag)
        bags = [pieces[i : i + size] for i in range(0, len(pieces), size)] if size else []
        return all(len(set(bag)) == len(bag) for bag in bags)

    def reach(self, well: Well, queue: tuple[str, ...], left: frozenset[str]) -> None:
        self.height = max(self.height, well.stack_height)
        self.wait_for(
            (_sorted_lanes(well) if self.strategy.lanes_in_any_order else well, queue, left)
        )

    def wait_for(self, state: State) -> None:
        if state not in self.seen:
            self.seen.add(state)
            self.waiting.append(state)

    def check_good(self, well: Well, queue: tuple[str, ...], bag: frozenset[str]) -> None:
        self.limits.check(_CHECK)
        for piece in self.rules.names:
            if self.strategy.bag and piece not in bag:
                continue
            visible, left = (*queue, piece), self.left_after((piece,), bag)
            instruction = self.table.get((well, visible, left))
            if instruction is None or instruction.placement is None:
                raise _InvalidError(f"no instruction for {told(well, visible, left)}")
            placement = instruction.placement
            if placement not in self.rules.placements(well, visible[0]):
                raise _InvalidError(f"the piece cannot land there: {told(well, visible)}")
            if self.strategy.lanes_in_any_order:
                columns = (column for _, column in self.rules.cells(placement))
                if len({_lane_of(column, well.width) for column in columns}) > 1:
                    raise _InvalidError(f"the piece leaves its lane: {told(well, visible)}")
            placed = self.rules.place(well, placement)
            if placed.well != instruction.after:
                raise _InvalidError(f"that is not what is left: {told(well, visible)}")
            if placed.over or placed.well.stack_height > self.rules.height:
                raise _InvalidError(f"the game is over after {told(well, visible)}")
            self.used += 1
            self.reach(placed.well, visible[1:], left)

    def on_ground(
        self, well: Well, ground: int, queue: tuple[str, ...], left: frozenset[str]
    ) -> tuple[State, Instruction]:
        """Bad's instruction for a state whose lowest rows, `ground` of them, may be anything, and
        the state that it is for."""
        instruction = instruction_for(
            well, ground, self.most_ground, lambda there: self.table.get((there, queue, left))
        )
        if instruction is None:
            raise _InvalidError(f"no instruction for {told(on_ground(well, ground), queue, left)}")
        return (instruction.well, queue, left), instruction

    def check_bad(self, well: Well, queue: tuple[str, ...], bag: frozenset[str]) -> None:
        self.limits.check(_CHECK)
        instruction = self.table[well, queue, bag]
        self.used += 1
        visible = instruction.visible
        left = self.left_after(visible[-1:], bag)
        ground = ground_of(well)
        above = without_ground(well)
        for placement in self.rules.placements(above, visible[0]):
            if placement.row < ground:
                raise _InvalidError(f"the piece gets to the ground: {told(well, visible)}")
            placed = self.rules.place(above, placement)
            if placed.over:
                continue
            state, following = self.on_ground(placed.well, ground, visible[1:], left)
            if following.rank >= instruction.rank:
                raise _InvalidError(f"the rank does not fall after {told(well, visible)}")
            self.height = max(self.height, placed.well.stack_height)
            self.wait_for(state)


def _come_in_bags(pieces: list[str], bag: frozenset[str]) -> bool:
    """Whether pieces, sent over and over, come in bags."""
    parts = [pieces[i : i + len(bag)] for i in range(0, len(pieces), len(bag))]
    return all(len(part) == len(bag) and set(part) == bag for part in parts)


# A second, plain version of the order of lanes: a checker shares no code with the solver whose
# strategies it checks.


def _lane_of(column: int, width: int) -> int:
    return min(column // LANE, (width - 3) // LANE if width % LANE else width // LANE - 1)


def _sorted_lanes(well: Well) -> Well:
    pairs = well.width // LANE - well.width % LANE
    lanes = sorted(well.columns[LANE * i : LANE * (i + 1)] for i in range(pairs))
    others = well.columns[LANE * pairs :]
    return Well.of([column for lane in lanes for column in lane] + list(others))
