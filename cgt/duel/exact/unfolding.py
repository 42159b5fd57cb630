"""The instructions of a strategy, made from what the native solver found.

The solver keeps only one of each pair of mirror images, and pieces as numbers; what is left in a
bag is a number with a bit for each piece, or 0 without bags. This module visits the states that
really come up and makes an instruction for each, mirrored where necessary.
"""

from __future__ import annotations

from collections.abc import Iterator

from cgt.duel.exact.bags import bag_after, bag_at_choice, bag_dealt
from cgt.duel.exact.instruction import Instruction, Left
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

# What the native solver finds: columns, visible pieces, a placement, a rank, what is left.
Found = list[tuple[list[int], list[int], tuple[int, int, int], int, int]]
_Visible = tuple[str, ...]
_Key = tuple[tuple[int, ...], _Visible, Left]
_Place = tuple[int, int, int]


def good_instructions(
    found: Found, rules: Rules, start: Well, preview: int, lanes: bool, bag: bool
) -> Iterator[Instruction]:
    """Good's instructions, for all states that Bad can bring about. Inside lanes, where the solver
    merges no mirror images, these are all that it found."""
    names = rules.names
    table: dict[_Key, _Place] = {
        (tuple(columns), _named(rules, visible), _named_bits(rules, left)): place
        for columns, visible, place, _, left in found
    }
    if lanes:
        for (columns, visible, left), place in table.items():
            yield _instruction(rules, (columns, visible, left), place)
        return
    mirror = _Mirror(rules)
    states: list[_Key] = [
        (start.columns, queue, left) for queue, left in _beginnings(names, preview, bag)
    ]
    seen = set(states)
    while states:
        columns, queue, left = states.pop()
        for piece in left or names:
            key = (columns, (*queue, piece), bag_after(left, piece, names))
            found_place = table.get(key)
            if found_place is None:
                image = mirror.key(key)
                found_place = mirror.place(table[image], image[1][0], key[1][0])
            instruction = _instruction(rules, key, found_place)
            yield instruction
            assert instruction.after is not None
            state = (instruction.after.columns, key[1][1:], key[2])
            if state not in seen:
                seen.add(state)
                states.append(state)


def _beginnings(
    names: tuple[str, ...], preview: int, bag: bool
) -> Iterator[tuple[tuple[str, ...], Left]]:
    """The pieces that Good may see in the beginning, with what they leave in the bag."""
    queues: list[tuple[str, ...]] = [()]
    for _ in range(preview):
        queues = [(*queue, piece) for queue in queues for piece in names]
    for queue in queues:
        left = bag_dealt(queue, names) if bag else ()
        if left is not None:
            yield queue, left


def _instruction(rules: Rules, key: _Key, place: _Place) -> Instruction:
    columns, visible, left = key
    well, placement = Well.of(columns), WellPlacement(visible[0], *place)
    return Instruction(well, visible, placement, rules.place(well, placement).well, left=left)


def bad_instructions(found: Found, rules: Rules, start: Well) -> Iterator[Instruction]:
    """Bad's instructions, for all states that Good can bring about."""
    names = rules.names
    table: dict[_Key, tuple[str, int]] = {}
    for cells, numbers, _, rank, bits in found:
        visible, left = _named(rules, numbers), _named_bits(rules, bits)
        one = Instruction(Well.of(cells), visible, rank=rank, left=left)
        table[one.well.columns, visible[:-1], bag_at_choice(one, names)] = visible[-1], rank
    mirror = _Mirror(rules)
    first = next(iter(table))  # the solver tells the beginning first
    if first[0] != start.columns and (start.columns, *first[1:]) not in table:
        first = mirror.key(first)
    states: list[_Key] = [(start.columns, *first[1:])]
    seen = set(states)
    while states:
        columns, queue, left = state = states.pop()
        if state in table:
            piece, rank = table[state]
        else:
            image, rank = table[mirror.key(state)]
            piece = mirror.names[image]
        well, visible = Well.of(columns), (*queue, piece)
        after = bag_after(left, piece, names)
        yield Instruction(well, visible, rank=rank, left=after)
        for placement in rules.placements(well, visible[0]):
            placed = rules.place(well, placement)
            state = (placed.well.columns, visible[1:], after)
            if not placed.over and state not in seen:
                seen.add(state)
                states.append(state)


def _named(rules: Rules, pieces: list[int]) -> tuple[str, ...]:
    return tuple(rules.names[piece] for piece in pieces)


def _named_bits(rules: Rules, bits: int) -> tuple[str, ...]:
    return tuple(name for piece, name in enumerate(rules.names) if bits >> piece & 1)


# mirror images


def mirror_images(rules: Rules) -> list[int]:
    """For each piece the number of its mirror image; an empty list if the mirrored game is not the
    same game."""
    if rules.model.inside == "turns" or rules.ending != "height":
        return []
    images = []
    for piece in rules.pieces:
        mirrored = piece.rotations[0].mirrored()
        image = next((i for i, p in enumerate(rules.pieces) if mirrored in p.rotations), None)
        if image is None:
            return []
        images.append(image)
    return images


class _Mirror:
    """Mirror images of states and placements; a bag is mirrored piece by piece."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.names = {
            name: rules.names[image]
            for name, image in zip(rules.names, mirror_images(rules), strict=False)
        }
        self._pieces = {piece.name: piece for piece in rules.pieces}

    def key(self, key: _Key) -> _Key:
        columns, visible, left = key
        inside = {self.names[piece] for piece in left}
        return (
            columns[::-1],
            tuple(self.names[piece] for piece in visible),
            tuple(name for name in self.rules.names if name in inside),
        )

    def place(self, place: _Place, piece: str, image: str) -> _Place:
        """A placement of a piece, mirrored: the placement of its mirror image."""
        rotation, column, row = place
        shape = self._pieces[piece].rotations[rotation]
        turned = self._pieces[image].rotations.index(shape.mirrored())
        return turned, self.rules.width - column - shape.width, row
