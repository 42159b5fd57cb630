"""The instructions of a strategy, made from what the native solver found.

The solver keeps only one of each pair of mirror images, and pieces as numbers. This module visits
the states that really come up and makes an instruction for each, mirrored where necessary.
"""

from __future__ import annotations

from collections.abc import Iterator

from cgt.duel.exact.instruction import Instruction
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

# What the native solver finds: columns, visible pieces, a placement, a rank.
Found = list[tuple[list[int], list[int], tuple[int, int, int], int]]
_Key = tuple[tuple[int, ...], tuple[int, ...]]


def good_instructions(
    found: Found, rules: Rules, start: Well, preview: int, lanes: bool
) -> Iterator[Instruction]:
    """Good's instructions, for all states that Bad can bring about. Inside lanes, where the solver
    merges no mirror images, these are all that it found."""
    table: dict[_Key, tuple[int, int, int]] = {
        (tuple(columns), tuple(visible)): place for columns, visible, place, _ in found
    }
    if lanes:
        for (columns, visible), place in table.items():
            yield _instruction(rules, columns, visible, place)
        return
    images = mirror_images(rules)
    states = [(start.columns, queue) for queue in _queues(len(rules.names), preview)]
    seen = set(states)
    while states:
        columns, queue = states.pop()
        for piece in range(len(rules.names)):
            visible = (*queue, piece)
            found_place = table.get((columns, visible))
            if found_place is None:
                image = (columns[::-1], tuple(images[p] for p in visible))
                found_place = _mirrored_placement(rules, table[image], image[1][0], visible[0])
            instruction = _instruction(rules, columns, visible, found_place)
            yield instruction
            assert instruction.after is not None
            state = (instruction.after.columns, visible[1:])
            if state not in seen:
                seen.add(state)
                states.append(state)


def _queues(pieces: int, preview: int) -> list[tuple[int, ...]]:
    queues: list[tuple[int, ...]] = [()]
    for _ in range(preview):
        queues = [(*queue, piece) for queue in queues for piece in range(pieces)]
    return queues


def _instruction(
    rules: Rules, columns: tuple[int, ...], visible: tuple[int, ...], place: tuple[int, int, int]
) -> Instruction:
    names = tuple(rules.names[piece] for piece in visible)
    well, placement = Well.of(columns), WellPlacement(names[0], *place)
    return Instruction(well, names, placement, rules.place(well, placement).well)


def bad_instructions(found: Found, rules: Rules, start: Well) -> Iterator[Instruction]:
    """Bad's instructions, for all states that Good can bring about."""
    table: dict[_Key, tuple[int, int]] = {
        (tuple(columns), tuple(visible[:-1])): (visible[-1], rank)
        for columns, visible, _, rank in found
    }
    images = mirror_images(rules)
    first = tuple(found[0][1][:-1])
    if (start.columns, first) not in table and tuple(found[0][0]) != start.columns:
        first = tuple(images[piece] for piece in first)
    states: list[_Key] = [(start.columns, first)]
    seen = set(states)
    while states:
        columns, queue = states.pop()
        if (columns, queue) in table:
            piece, rank = table[columns, queue]
        else:
            image = (columns[::-1], tuple(images[p] for p in queue))
            piece, rank = images[table[image][0]], table[image][1]
        visible = (*queue, piece)
        well = Well.of(columns)
        names = tuple(rules.names[p] for p in visible)
        yield Instruction(well, names, rank=rank)
        for placement in rules.placements(well, names[0]):
            placed = rules.place(well, placement)
            state = (placed.well.columns, visible[1:])
            if not placed.over and state not in seen:
                seen.add(state)
                states.append(state)


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


def _mirrored_placement(
    rules: Rules, place: tuple[int, int, int], piece: int, image: int
) -> tuple[int, int, int]:
    """A placement of a piece, mirrored: the placement of its mirror image."""
    rotation, column, row = place
    shape = list(rules.pieces)[piece].rotations[rotation]
    turned = list(rules.pieces)[image].rotations.index(shape.mirrored())
    return turned, rules.width - column - shape.width, row
