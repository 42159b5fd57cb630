"""The enemies of HATETRIS, the game that always sends the worst piece."""

from __future__ import annotations

from dataclasses import dataclass

from cgt import _native
from cgt.duel.players.request import Request

_ORDER = "SZOILJT"


@dataclass(frozen=True)
class Hatetris:
    """Sends the piece whose lowest possible stack is highest. If it remembers, it looks first for
    the piece that leads to wells it has seen least often."""

    remembers: bool = True

    def native_bad(self, request: Request) -> _native.Bad:
        names = request.rules.names
        known = [name for name in _ORDER if name in names]
        order = [*known, *(name for name in names if name not in known)]
        numbers = [request.rules.number(name) for name in order]
        return _native.bad_hatetris(request.rules.native, numbers, self.remembers)

    def __str__(self) -> str:
        return "hatetris" if self.remembers else "hatetris-mild"
