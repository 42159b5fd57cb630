"""What many games with one setting have brought so far, as a checkpoint keeps it: whole games, or
estimates by splitting."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any, Generic, TypeVar

from cgt.common.checkpoint import Checkpoint
from cgt.common.checkpoint.described import DescribedState
from cgt.common.errors import CgtError
from cgt.duel.evaluate.weights import Weights
from cgt.duel.players.seats import is_light
from cgt.duel.setting import Setting

_Result = TypeVar("_Result")

_DECIDE = (
    "depth", "preview", "ties", "seed", "max_pieces", "cycles", "beam", "ahead", "scoring",
    "garbage",
)  # fmt: skip


class KeptResults(Generic[_Result]):
    """Results that come one after the other, in an order that the setting decides."""

    def __init__(
        self,
        kind: str,
        setting: Setting,
        as_row: Callable[[_Result], list[Any]],
        of_row: Callable[[list[Any]], _Result],
        more: Mapping[str, Any] | None = None,
    ) -> None:
        """`of_row` reads what `as_row` wrote, and raises TypeError or ValueError if it is something
        else; `more` decides the results beside the setting."""
        self.results: list[_Result] = []
        self._kind = kind
        self._setting = setting
        self._as_row = as_row
        self._of_row = of_row
        self._more = more or {}

    def collected(
        self, play: Callable[[int], Iterator[_Result]], checkpoint: Checkpoint
    ) -> Generator[int, None, None]:
        """Collects what `play` brings, given how many results there are, and yields their number
        after each; a checkpoint that exists is resumed. Raises CgtError if it is damaged, of other
        games, or cannot keep these."""
        if checkpoint:
            _check_kept(self._setting)
        about = {**_about(self._setting), **self._more}
        with checkpoint.keeping(DescribedState(self._kind, self, about)):
            tell = checkpoint.told_by(None)
            for result in play(len(self.results)):
                self.results.append(result)
                if tell is not None:
                    tell(len(self.results), 0, 0)
                yield len(self.results)

    def state(self) -> list[list[Any]]:
        return [self._as_row(result) for result in self.results]

    def restore(self, state: Any) -> None:
        try:
            self.results = [self._of_row(row) for row in state]
        except (TypeError, ValueError):
            raise CgtError("the checkpoint is damaged") from None


def _check_kept(setting: Setting) -> None:
    """Raises CgtError if it cannot be told whether another run has the same players."""
    for player, name in ((setting.good, setting.good_name), (setting.bad, setting.bad_name)):
        if not is_light(player):
            raise CgtError(f"a checkpoint keeps games of players that ship, not of {name}")


def _about(setting: Setting) -> dict[str, Any]:
    """What decides the games: of another setting nothing is resumed."""
    rules = setting.rules
    return {
        "good": _player(setting.good_name),
        "bad": _player(setting.bad_name),
        "pieces": [str(piece) for piece in rules.pieces.pieces],
        "well": [rules.width, rules.height],
        "moves": rules.moves,
        "ending": rules.ending,
        "start": None if setting.start is None else list(setting.start.columns),
        **{key: getattr(setting, key) for key in _DECIDE},
    }


def _player(name: str) -> list[Any]:
    """A player by name, and the weights that are named there: a file may change."""
    kind, _, detail = name.partition(":")
    try:
        return [kind, dict(Weights.named(detail).by_feature)] if detail else [kind]
    except CgtError:
        return [kind, detail]
