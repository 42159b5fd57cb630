"""Instructions as the native core keeps them: found by the solver, and read by the native
checker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import overload

from cgt import _native
from cgt.duel.exact.instruction import Instruction
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

_NOWHERE = (255, 0, 0)  # no piece has so many rotations


class FoundInstructions(Sequence[Instruction]):
    """What the solver found. Each instruction is made when it is asked for: most strategies are
    only checked."""

    def __init__(self, rules: Rules, native: _native.InstructionList) -> None:
        self.native = native
        self._rules = rules

    def __len__(self) -> int:
        return len(self.native)

    @overload
    def __getitem__(self, index: int) -> Instruction: ...
    @overload
    def __getitem__(self, index: slice) -> list[Instruction]: ...
    def __getitem__(self, index: int | slice) -> Instruction | list[Instruction]:
        if isinstance(index, slice):
            return [self._made(i) for i in range(*index.indices(len(self)))]
        return self._made(range(len(self))[index])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def _made(self, index: int) -> Instruction:
        columns, numbers, place, after, rank, bag = self.native.at(index)
        names = self._rules.names
        visible = tuple(names[number] for number in numbers)
        return Instruction(
            Well.of(columns),
            visible,
            None if place is None else WellPlacement(visible[0], *place),
            None if after is None else Well.of(after),
            rank,
            tuple(name for number, name in enumerate(names) if bag >> number & 1),
        )


def native_list(
    instructions: Sequence[Instruction], rules: Rules, preview: int
) -> _native.InstructionList:
    """The same instructions for the native checker; raises ValueError, KeyError or OverflowError if
    one of them is none for these rules."""
    if isinstance(instructions, FoundInstructions):
        return instructions.native
    found = _native.InstructionList(rules.width, preview + 1)
    numbers = {name: number for number, name in enumerate(rules.names)}
    for one in instructions:
        place: tuple[int, int, int] | None = None
        after = None
        if one.placement is not None:
            piece, *where = one.placement
            place = tuple(where) if piece == one.visible[0] else _NOWHERE  # type: ignore[assignment]
            after = (Well.empty(rules.width) if one.after is None else one.after).columns
        visible = [numbers[piece] for piece in one.visible]
        found.add((one.well.columns, visible, place, after, one.rank, _bits(one.left, numbers)))
    return found


def _bits(pieces: Iterable[str], numbers: dict[str, int]) -> int:
    return sum(1 << numbers[piece] for piece in pieces)
