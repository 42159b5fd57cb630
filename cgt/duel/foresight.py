"""Advice against a Bad player whose answers can be computed ahead: a short hunt from where a game
is.

The game is played again up to now, so that the copy of Bad remembers what Bad does. Then a beam
looks so many pieces ahead, each piece as Bad would send it, and the first placement of the best
game is the advice.

>>> from cgt.duel.rules import Rules
>>> setting = Setting(Rules("OT", width=4, height=6), bad="hatetris")
>>> foreseen(setting, (), "O", Weights.named("dt-10"), beam=8)
WellPlacement(piece='O', rotation=0, column=0, row=0)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cgt import _native
from cgt.common.errors import CgtError
from cgt.duel.evaluate.recommend import check_beam
from cgt.duel.evaluate.weights import Weights
from cgt.duel.players.seats import check_foreseen, native_bad
from cgt.duel.rules import WellPlacement
from cgt.duel.setting import Setting

PIECES_AHEAD = 20


def can_be_foreseen(setting: Setting) -> bool:
    """Whether the pieces that come in a game can be computed: Bad uses no chance, and sends each
    piece when the one before has landed."""
    try:
        check_foreseen(setting.bad)
    except CgtError:
        return False
    return setting.preview == 0 and setting.garbage == 0


def foreseen(
    setting: Setting,
    placements: Sequence[WellPlacement],
    piece: str,
    weights: Weights,
    beam: int = 32,
    pulse: Callable[[], object] | None = None,
) -> WellPlacement | None:
    """Where to put the next piece, which Bad has sent after these placements; None if the game is
    over wherever it goes.

    If all games that are kept end sooner than 20 pieces ahead, one that ends last counts. `pulse`
    is called before each piece. Raises CgtError if Bad's answers cannot be computed ahead, or if
    the placements are not of such a game.
    """
    check_foreseen(setting.bad)
    check_beam(beam)
    rules = setting.rules
    hunt = _native.Hunt(
        rules.native,
        native_bad(setting.bad, setting.request(1)),
        weights.native,
        setting.first_well().columns,
        beam,
        1,
        setting.seed,
    )
    try:
        for _, rotation, column, row in placements:
            hunt.follow([(0, rotation, column, row)])
    except ValueError as error:
        raise CgtError(f"piece {hunt.placed + 1}: {error}") from None
    ways: list[list[tuple[int, int, int, int]]] = []
    for _ in range(PIECES_AHEAD):
        if pulse is not None:
            pulse()
        hunt.advance(None)
        if not hunt.games:
            break
        ways = hunt.ways()[len(placements) :]
    return WellPlacement(piece, *_first_of_best(ways)) if ways else None


def _first_of_best(ways: list[list[tuple[int, int, int, int]]]) -> tuple[int, int, int]:
    """The first placement on the way to the best game, which comes first."""
    game = 0
    for nexts in reversed(ways):
        game, *place = nexts[game]
    return place[0], place[1], place[2]
