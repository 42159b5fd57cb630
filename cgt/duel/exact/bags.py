"""The bag of the duel in which Bad deals bags: each piece of the set once, in an order that Bad
chooses, then a new bag.

What is left in a bag is a tuple of names in the order of the set. It is never empty, because a full
bag follows an empty one; () stands for a game without bags.

>>> bag_after(("S", "Z"), "S", "SZ"), bag_after(("Z",), "Z", "SZ")
(('Z',), ('S', 'Z'))
>>> bag_before(("Z",), "S", "SZ"), bag_before(("S", "Z"), "S", "SZ")
(('S', 'Z'), ('S',))
>>> bag_dealt("SZZ", "SZ"), bag_dealt("SS", "SZ")
(('S',), None)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cgt.duel.exact.instruction import Instruction, Left

MOST_IN_BAG = 64  # pieces that a native player counts


def bag_after(left: Left, piece: str, names: Sequence[str]) -> Left:
    """What is left after a piece of the bag has come."""
    if not left:
        return ()
    return tuple(name for name in left if name != piece) or tuple(names)


def bag_before(left: Left, piece: str, names: Sequence[str]) -> Left:
    """What was left before a piece came, if afterwards this is left."""
    if not left:
        return ()
    inside = {piece} if left == tuple(names) else {piece, *left}
    return tuple(name for name in names if name in inside)


def bag_dealt(pieces: Iterable[str], names: Sequence[str]) -> Left | None:
    """What is left after these pieces have come out of a full bag and those after it; None if they
    cannot come in this order."""
    left = tuple(names)
    for piece in pieces:
        if piece not in left:
            return None
        left = bag_after(left, piece, names)
    return left


def bag_at_choice(instruction: Instruction, names: Sequence[str]) -> Left:
    """What Bad chose the last visible piece of an instruction from; () without bags."""
    return bag_before(instruction.left, instruction.visible[-1], names)
