"""Strategies as data that a report's player walks through.

As with the frames of a game, no script knows a rule: every instruction comes with the well it
leaves, and Bad's with every place where Good may put the piece. Of a large strategy, the data have
the instructions that come up soonest; a state has all of its instructions or none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cgt.board.grid import Cell
from cgt.draw.reports.frames import Data, RowTable, bent_way, game_data, well_rows
from cgt.duel.exact.bags import bag_at_choice, bag_dealt
from cgt.duel.exact.instruction import Instruction, Left
from cgt.duel.exact.strategy import Strategy, sorted_lanes
from cgt.duel.well import Well

MOST_INSTRUCTIONS = 20_000  # in one file
_MOST_PLACES = 100_000  # for Good to put Bad's pieces, in one file

# A well, with the pieces that are visible before Bad's choice, and what Bad chooses from.
State = tuple[Well, tuple[str, ...], Left]


def strategy_data(strategy: Strategy, most: int = MOST_INSTRUCTIONS) -> Data:
    """A strategy as data; raises CgtError if a piece has no room where it is put.

    Good's instructions have the well, the visible pieces, rotation, column, row, the well that play
    continues in, the well that is left, and the cleared rows; `ways` has the paths with bends, by
    the instruction's number. Bad's have the well, the visible pieces, the rank, and a list for each
    place where Good may put the first piece: rotation, column, row, the well that is left or -1
    where the game is over, and the cleared rows.

    With bags, a well is listed once for each bag that it comes with, and `left` has the pieces in
    these bags; in the beginning, that is the bag from which also the first visible pieces come.
    """
    packer = _Packer(strategy)
    packer.add_soonest(most)
    first = strategy.instructions[0].visible[:-1] if strategy.instructions else ()
    return {
        "player": strategy.player,
        "game": game_data(strategy.rules, packer.highest),
        "preview": strategy.preview,
        "sorted": strategy.lanes_in_any_order,
        "instructions": packer.instructions,
        "all": packer.all,
        "ways": packer.ways,
        "start": packer.start,
        "queue": [strategy.rules.number(name) for name in first],
        "wells": packer.wells(),
        "left": packer.left(),
        "rows": packer.table.rows(),
    }


def _first_states(strategy: Strategy, known: Iterable[State]) -> list[State]:
    """Of the states that have instructions, those that the game may begin with: in Good's strategy
    with any pieces, in Bad's with those that Bad has chosen."""
    first = strategy.first_well
    if strategy.player == "bad":
        if not strategy.instructions:
            return []
        one = strategy.instructions[0]
        return [(first, one.visible[:-1], bag_at_choice(one, strategy.rules.names))]
    numbers = {name: number for number, name in enumerate(strategy.rules.names)}
    begun = [state for state in known if state[0] == first and _is_first(strategy, state)]
    return sorted(begun, key=lambda state: [numbers[name] for name in state[1]])


def _is_first(strategy: Strategy, state: State) -> bool:
    """Whether a game may begin with a state."""
    well, queue, left = state
    dealt = bag_dealt(queue, strategy.rules.names) if strategy.bag else ()
    return well == strategy.first_well and left == dealt


class _Packer:
    """Instructions as lists of numbers, and the wells in them."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.rules = strategy.rules
        self.table = RowTable()
        self.instructions: list[list[Any]] = []
        self.ways: dict[int, list[tuple[float, float]]] = {}
        self.highest = 0
        self.all: int | None = len(strategy.instructions)
        self._places = 0
        self._wells: dict[tuple[Well, Left], int] = {}
        self.start = self._state((strategy.first_well, (), self._full_bag()))

    def add_soonest(self, most: int) -> None:
        """Adds the instructions of each state while there is room: states in the order in which
        they come up, then those that never do."""
        if self.strategy.has_ground:
            self._add_on_ground(most)
            return
        left: dict[State, list[Instruction]] = {}
        for instruction in self.strategy.instructions:
            left.setdefault(self._before(instruction), []).append(instruction)
        waiting = _first_states(self.strategy, left)
        for state in waiting:
            if state in left:
                if not self._has_room(left[state], most):
                    return
                for instruction in left.pop(state):
                    waiting += [state for state in self._add(instruction) if state in left]
        for instructions in left.values():
            if not self._has_room(instructions, most):
                return
            for instruction in instructions:
                self._add(instruction)

    def _add_on_ground(self, most: int) -> None:
        """The same for Bad's instructions that are on ground: one for each well that comes up. How
        many there would be is not known if there is no room for all."""
        self.all = None
        waiting = dict.fromkeys(_first_states(self.strategy, ()))
        order = list(waiting)
        for state in order:  # grows meanwhile
            instruction = self.strategy.sent_in(*state)
            if instruction is None:
                continue
            if not self._has_room([instruction], most):
                return
            for following in self._add(instruction._replace(well=state[0])):
                if following not in waiting:
                    waiting[following] = None
                    order.append(following)
        self.all = len(self.instructions)

    def wells(self) -> list[list[int]]:
        return [self.table.numbers(well_rows(well)) for well, _ in self._wells]

    def left(self) -> list[list[int]]:
        """The pieces left in the bag, by well; nothing without bags."""
        if not self.strategy.bag:
            return []
        bags = (left or self.rules.names for _, left in self._wells)
        return [[self.rules.number(name) for name in left] for left in bags]

    def _full_bag(self) -> Left:
        return self.rules.names if self.strategy.bag else ()

    def _before(self, instruction: Instruction) -> State:
        left = bag_at_choice(instruction, self.rules.names)
        return instruction.well, instruction.visible[:-1], left

    def _has_room(self, instructions: list[Instruction], most: int) -> bool:
        return len(self.instructions) + len(instructions) <= most and self._places < _MOST_PLACES

    def _add(self, instruction: Instruction) -> list[State]:
        """Packs an instruction; returns the states that may come after it."""
        queue, left = instruction.visible[1:], instruction.left
        numbers = [self.rules.number(name) for name in instruction.visible]
        head = [self._state(self._before(instruction)), *numbers]
        if instruction.placement is None or instruction.after is None:
            following, places = self._good_may(instruction)
            self._places += len(places)
            self.instructions.append([*head, instruction.rank, *places])
            return [(well, queue, left) for well in following]
        well, after = instruction.well, instruction.after
        stands = sorted_lanes(after) if self.strategy.lanes_in_any_order else after
        cells = self.rules.cells(instruction.placement)
        self._make_room(cells)
        if way := bent_way(self.rules, well, cells):
            self.ways[len(self.instructions)] = way
        cleared = self.rules.place(well, instruction.placement).cleared
        wells = (self._state((stands, queue, left)), self._state((after, queue, left)))
        self.instructions.append([*head, *instruction.placement[1:], *wells, *cleared])
        return [(stands, queue, left)]

    def _good_may(self, instruction: Instruction) -> tuple[list[Well], list[list[int]]]:
        """The wells that Good can leave, and all places for the first piece."""
        following, places = [], []
        for placement in sorted(self.rules.placements(instruction.well, instruction.visible[0])):
            placed = self.rules.place(instruction.well, placement)
            self._make_room(self.rules.cells(placement))
            state = (placed.well, instruction.visible[1:], instruction.left)
            number = -1 if placed.over else self._state(state)
            places.append([*placement[1:], number, *placed.cleared])
            if not placed.over:
                following.append(placed.well)
        return following, places

    def _make_room(self, cells: list[Cell]) -> None:
        self.highest = max(self.highest, *(row + 1 for row, _ in cells))

    def _state(self, state: State) -> int:
        """The number of a well with its bag. Those that a game begins with are one, whatever is
        visible: the player deals the first pieces from the full bag itself."""
        well, _, left = state
        self.highest = max(self.highest, well.stack_height)
        key = (well, () if _is_first(self.strategy, state) else left)
        return self._wells.setdefault(key, len(self._wells))
