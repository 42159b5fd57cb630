"""The genus of a form as text, and which genera are those of nim positions.

The genus is the nimber and, above it, the misère nimbers beside 0, 1, 2, … heaps of two, of which
the last two repeat for ever. Conway calls a form tame if it and every form that play can reach from
it have the genus of a nim position: 0^120, 1^031, 0^02, 1^13, 2^20, 3^31, 4^46, … (On Numbers and
Games, chapter 12). Sums of tame forms are won and lost as the same sums of nim positions.

>>> genus_text(3, [1, 4, 3, 1]), genus_text(6, [1, 9, 10, 8])
('3^1431', '6^(1,9,10,8)')
"""

from __future__ import annotations

from collections.abc import Sequence

from cgt import _native


def genus_text(nimber: int, superscript: Sequence[int]) -> str:
    """A genus as it is usually written: digits without signs between them; if a number above has
    more than one digit, all of them with commas, in parentheses."""
    digits = [str(value) for value in superscript]
    is_plain = all(len(each) == 1 for each in digits)
    return f"{nimber}^{''.join(digits)}" if is_plain else f"{nimber}^({','.join(digits)})"


def is_nim_like(nimber: int, misere_nimber: int) -> bool:
    """Whether some nim position has these values: 0 and 1 in any combination, or both the same. If
    that holds for all forms that play can reach from a form, its whole genus is a nim position's.
    """
    return nimber == misere_nimber or (nimber < 2 and misere_nimber < 2)


def wild_followers(store: _native.FormStore, number: int) -> list[int]:
    """Of the forms that play can reach from this one and that no nim position is like, the smallest
    ones: those that last the fewest moves, and of these those with the fewest options."""
    wild = [
        (store.birthday(follower), follower)
        for follower in store.followers(number)
        if not is_nim_like(store.nimber(follower), store.misere_nimber(follower))
    ]
    if not wild:
        return []
    first = min(wild)[0]
    sizes = {n: len(store.options(n)) for birthday, n in wild if birthday == first}
    return [n for n, size in sizes.items() if size == min(sizes.values())]
