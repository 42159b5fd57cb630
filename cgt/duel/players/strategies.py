"""Players that follow a strategy, Good or Bad.

>>> from cgt.duel.exact.strategy import Strategy
>>> print(FollowStrategy(Strategy.read("example:ot-4"), checked=True))
exact:strategy
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cgt import _native
from cgt.common.errors import CgtError, LimitError
from cgt.common.files import read_within, source_name
from cgt.duel.exact.arguments import argument_of
from cgt.duel.exact.bags import MOST_IN_BAG
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.pattern import Pattern
from cgt.duel.exact.pattern_text import is_pattern
from cgt.duel.exact.pattern_width import strategy_on
from cgt.duel.exact.strategy import Strategy
from cgt.duel.players.floors import FollowFloors
from cgt.duel.players.homemade import AskedBad
from cgt.duel.players.player import Counter
from cgt.duel.players.request import Request
from cgt.duel.well import Well

_Advice = list[tuple[tuple[int, ...], list[int], tuple[int, int, int], int, int]]


@dataclass(frozen=True)
class FollowStrategy:
    """Follows a strategy, and stops the game where the strategy has no instruction.

    If `checked`, a game begins with a proof that the strategy always wins it. `name` is what
    messages call the strategy. A strategy of Good for bags stops the game where a piece comes that
    the bag does not have.
    """

    strategy: Strategy
    checked: bool = False
    name: str = "strategy"

    def native_good(self, request: Request) -> _native.Good:
        self._check(request, "good")
        lanes = self.strategy.lanes_in_any_order
        return _native.good_advised(
            request.rules.native, self._advice(request), lanes, self._bag(request)
        )

    def native_bad(self, request: Request) -> _native.Bad:
        self._check(request, "bad")
        if self.strategy.argument is None:
            return _native.bad_advised(
                request.rules.native, self._advice(request), self._bag(request)
            )
        if self.strategy.argument == "floors":
            return self._floors(request)
        argument = argument_of(self.strategy)
        if not argument.valid:
            raise CgtError(f"{self.name}: {argument.reason}")
        pieces = [request.rules.number(name) for name in argument.sequence]
        return _native.bad_sequence(request.rules.native, pieces)

    def __str__(self) -> str:
        return f"{'exact' if self.checked else 'strategy'}:{self.name}"

    def _floors(self, request: Request) -> _native.Bad:
        if not self.strategy.instructions:
            raise CgtError(f"{self.name}: this strategy has no instructions")
        player = FollowFloors(self.strategy, self.name)
        counter = Counter(0, request.reading)
        return _native.bad_python(AskedBad(player, self.name, request.rules, counter))

    def _check(self, request: Request, player: Literal["good", "bad"]) -> None:
        """Raises CgtError if the strategy is for another game or player, or if it is to be checked
        and does not hold."""
        strategy = self.strategy
        if strategy.player != player:
            raise CgtError(f"{self.name}: this is a strategy for {strategy.player}")
        for what in ("width", "moves"):
            theirs, ours = getattr(strategy.rules, what), getattr(request.rules, what)
            if theirs != ours:
                raise CgtError(f"{self.name}: a strategy with {what} {theirs}, but this is {ours}")
        if strategy.rules.model != request.rules.model:
            raise CgtError(f"{self.name}: a strategy with another model {request.rules.moves}")
        if self.checked:
            self._check_fits(request)
            report = verify(strategy)
            if not report.valid:
                raise CgtError(f"{self.name}: the strategy does not hold: {report.reason}")

    def _check_fits(self, request: Request) -> None:
        """Raises CgtError if the strategy proves nothing for this game."""
        strategy = self.strategy
        ours, theirs = request.rules, strategy.rules
        good = strategy.player == "good"
        fewer, more = (ours, theirs) if good else (theirs, ours)
        lower, higher = (theirs, ours) if good else (ours, theirs)
        first = Well.empty(ours.width) if request.start is None else request.start
        for fits, what in (
            (request.garbage == 0, "game, with garbage"),
            (ours.ending == theirs.ending, "ending"),
            (request.preview == strategy.preview or _holds_for_all_previews(strategy), "preview"),
            (first == strategy.first_well, "start"),
            (set(fewer.pieces) <= set(more.pieces), "pieces"),
            # With fewer pieces bags end sooner, so Good's strategy knows nothing of them.
            (not (good and strategy.bag) or set(more.pieces) <= set(fewer.pieces), "bag"),
            (lower.height <= higher.height or _holds_for_all_heights(strategy), "height"),
        ):
            if not fits:
                raise CgtError(f"{self.name}: this strategy proves nothing here: another {what}")

    def _advice(self, request: Request) -> _Advice:
        """The instructions as the native players take them; raises CgtError if there are none."""
        if not self.strategy.instructions:
            raise CgtError(f"{self.name}: this strategy has no instructions")
        advice: _Advice = []
        for instruction in self.strategy.instructions:
            pieces = [request.rules.number(name) for name in instruction.visible]
            _, rotation, column, row = instruction.placement or (None, 0, 0, 0)
            left = _bits(request, instruction.left)
            place = rotation, column, row
            advice.append((instruction.well.columns, pieces, place, left, instruction.rank))
        return advice

    def _bag(self, request: Request) -> int:
        """The pieces of a full bag as bits; 0 if the strategy is for a game without bags."""
        return _bits(request, self.strategy.rules.names) if self.strategy.bag else 0


def _holds_for_all_heights(strategy: Strategy) -> bool:
    """Whether what Bad sends does not depend on the height; by lanes it does."""
    return strategy.argument in ("sums", "floors")


def _holds_for_all_previews(strategy: Strategy) -> bool:
    return strategy.argument in ("sums", "lanes")


def _bits(request: Request, names: tuple[str, ...]) -> int:
    """Pieces as the bits of a number; raises CgtError if there are too many to count them."""
    if names and len(request.rules.names) > MOST_IN_BAG:
        raise CgtError(f"players follow strategies for bags of up to {MOST_IN_BAG} pieces")
    return sum(1 << request.rules.number(name) for name in names)


@dataclass(frozen=True)
class FollowFile:
    """The same for a strategy file, which is read when a game begins, within the limits of that. A
    pattern is followed as the strategy that it is on the width of the game."""

    path: str
    checked: bool = False

    def native_good(self, request: Request) -> _native.Good:
        return self._player(request).native_good(request)

    def native_bad(self, request: Request) -> _native.Bad:
        return self._player(request).native_bad(request)

    def _player(self, request: Request) -> FollowStrategy:
        limits = request.limits
        text, source = read_within(self.path, limits), source_name(self.path)
        if not is_pattern(text):
            return FollowStrategy(Strategy.parse(text, source, limits), self.checked, self.path)
        pattern = Pattern.parse(text, source, limits)
        try:
            strategy = strategy_on(pattern, request.rules.width, limits, preview=request.preview)
        except LimitError:
            raise
        except CgtError as error:
            raise CgtError(f"{self.path}: {error}") from None
        return FollowStrategy(strategy, self.checked, self.path)

    def __str__(self) -> str:
        return f"{'exact' if self.checked else 'strategy'}:{self.path}"
