"""Advice against a Bad player whose answers can be computed ahead: a short hunt from where a game
is.

The game is played again up to now, so that the copy of Bad remembers what Bad does. Then a beam
looks as many pieces ahead as the setting says, each piece as Bad would send it.

>>> from cgt.duel.rules import Rules
>>> setting = Setting(Rules("OT", width=4, height=6), bad="hatetris")
>>> foreseen(setting, (), Weights.named("dt-10"), beam=8)
WellPlacement(piece='O', rotation=0, column=0, row=0)
>>> ranked = rank_foreseen(setting, Weights.named("dt-10"), beam=8)
>>> len(ranked), ranked[0].placement.piece, ranked[0].placed
(3, 'O', 40)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cgt import _native
from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import Limits
from cgt.duel.evaluate.recommend import Recommendation
from cgt.duel.evaluate.weights import Weights
from cgt.duel.kept_games import check_width, most_games
from cgt.duel.players.seats import check_foreseen, native_bad
from cgt.duel.rules import WellPlacement
from cgt.duel.setting import Setting

_Pulse = Callable[[], object] | None
_EACH_KEEPS = 32  # every placement of a piece has a beam of its own


def foreseen(
    setting: Setting,
    placements: Sequence[WellPlacement],
    weights: Weights,
    beam: int | None = None,
    pulse: _Pulse = None,
) -> WellPlacement | None:
    """Where to put the next piece, which Bad sends after these placements; None if the game is over
    wherever it goes.

    Whoever follows this from the start plays as the player `beam`: half of what was seen is
    followed before the next look ahead. Without `beam`, the setting says how many games are kept.
    `pulse` is called now and then; an error raised there stops the search. Raises CgtError if Bad's
    answers cannot be computed ahead, or if the placements are not of such a game, LimitError if
    that many games cannot be kept.
    """
    keeps = setting.keeps if beam is None else beam
    half = (setting.ahead + 1) // 2
    begin = len(placements) // max(1, half) * half
    since = list(placements[begin:])
    plan = _plan(setting, placements[:begin], weights, keeps, pulse)
    if since and (plan[: len(since)] != since or len(plan) == len(since)):
        since, plan = [], _plan(setting, placements, weights, keeps, pulse)
    return plan[len(since)] if plan else None


def rank_foreseen(
    setting: Setting, weights: Weights, beam: int = _EACH_KEEPS, pulse: _Pulse = None
) -> list[Recommendation]:
    """Every placement of the piece that Bad sends first, the best first; none if that piece has no
    room.

    The game begins with the setting's well, and Bad has seen nothing before. A search of its own
    follows each placement, so that their values can be compared, and keeps `beam` games after each
    piece. Placements after which more pieces can be placed come first, then those with better
    values. Raises as `foreseen`.
    """
    rules, start = setting.rules, setting.first_well()
    piece = first_piece(setting)
    found = [
        _followed(setting, placement, weights, beam, pulse)
        for placement in rules.placements(start, piece)
    ]
    sign = 1 if weights.lowest_is_best else -1
    return sorted(found, key=lambda one: (-one.placed, sign * one.value))


def first_piece(setting: Setting) -> str:
    """The piece that Bad sends first; raises CgtError if that cannot be computed."""
    live = _native.LiveGame(
        setting.rules.native,
        _copy_of_bad(setting),
        setting.first_well().columns,
        0,
        _native.Scoring.LINES,
    )
    live.come_in(None)
    return setting.rules.names[live.visible[0]]


def _followed(
    setting: Setting, placement: WellPlacement, weights: Weights, beam: int, pulse: _Pulse
) -> Recommendation:
    """What a first placement leads to."""
    rules, start = setting.rules, setting.first_well()
    about = (rules, start, (placement.piece,), placement)
    value, placed = sum(weights.judge(rules, start, placement)), 0
    if not rules.place(start, placement).over:
        hunt, placed = _begun(setting, [placement], weights, beam), 1
        sign = 1 if weights.lowest_is_best else -1
        while hunt.games and placed < setting.ahead:
            _looked_ahead(hunt, 1, pulse)
            if hunt.value is not None:
                value, placed = sign * hunt.value, placed + 1
    return Recommendation(*about, value, placed, setting.bad_name, setting.ahead)


def _plan(
    setting: Setting,
    placements: Sequence[WellPlacement],
    weights: Weights,
    beam: int,
    pulse: _Pulse,
) -> list[WellPlacement]:
    """How the best game goes on after these placements."""
    hunt = _begun(setting, placements, weights, beam)
    seen = _looked_ahead(hunt, setting.ahead, pulse)
    return [WellPlacement(setting.rules.names[piece], *place) for piece, *place in seen]


def _begun(
    setting: Setting, placements: Sequence[WellPlacement], weights: Weights, beam: int
) -> _native.Hunt:
    """A hunt from where these placements lead."""
    limits = Limits(memory=setting.memory)
    check_width(beam, limits)
    hunt = _native.Hunt(
        setting.rules.native,
        _copy_of_bad(setting),
        weights.native,
        setting.first_well().columns,
        beam,
        1,
        0,
        most_games(limits),
    )
    try:
        for _, rotation, column, row in placements:
            hunt.follow([(0, rotation, column, row)])
    except ValueError as error:
        raise CgtError(f"piece {hunt.placed + 1}: {error}") from None
    return hunt


def _looked_ahead(
    hunt: _native.Hunt, pieces: int, pulse: _Pulse
) -> list[tuple[int, int, int, int]]:
    try:
        return hunt.look_ahead(pieces, pulse)
    except RuntimeError as error:
        raise LimitError(str(error)) from None


def _copy_of_bad(setting: Setting) -> _native.Bad:
    check_foreseen(setting.bad)
    return native_bad(setting.bad, setting.request(1))
