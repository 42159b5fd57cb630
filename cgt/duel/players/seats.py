"""Players take their seats: a name or an object becomes a native player of one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cgt import _native
from cgt.common.errors import CgtError
from cgt.common.names import named
from cgt.duel.players.bad import Uniform
from cgt.duel.players.bag import Bag
from cgt.duel.players.good import Beam, ReplayFile
from cgt.duel.players.homemade import AskedBad, AskedGood, fresh
from cgt.duel.players.named import (
    BAD_PLAYERS,
    FORESEEN,
    GOOD_PLAYERS,
    READ_FROM_FILES,
    AnyBad,
    AnyGood,
    bad_player,
    good_player,
)
from cgt.duel.players.player import Counter
from cgt.duel.players.request import Request
from cgt.duel.players.strategies import FollowFile

_LONGEST_NAME = 80  # a longer text is no name; the text of a strategy, say, is a whole file


def native_good(player: AnyGood | str, request: Request) -> _native.Good:
    """A Good player for one game; raises CgtError if it cannot play it."""
    made: Any = good_player(player) if isinstance(player, str) else player
    if hasattr(made, "native_good"):
        return made.native_good(request)  # type: ignore[no-any-return]
    name = player_name(player)
    mine = fresh(made, name, "place", request.rules, request.chance())
    return _native.good_python(AskedGood(mine, name, request.rules, Counter(0, request.reading)))


def native_bad(player: AnyBad | str, request: Request) -> _native.Bad:
    """A Bad player for one game; raises CgtError if it cannot play it."""
    made: Any = bad_player(player) if isinstance(player, str) else player
    if hasattr(made, "native_bad"):
        return made.native_bad(request)  # type: ignore[no-any-return]
    name = player_name(player)
    mine = fresh(made, name, "choose", request.rules, request.chance())
    return _native.bad_python(AskedBad(mine, name, request.rules, Counter(0, request.reading)))


def is_homemade(player: AnyGood | AnyBad | str) -> bool:
    """Whether a player is written in Python, and so may be slow or answer anything."""
    if isinstance(player, str):
        return named(player.partition(":")[0], (*GOOD_PLAYERS, *BAD_PLAYERS)) is None
    return not (hasattr(player, "native_good") or hasattr(player, "native_bad"))


def is_light(player: AnyGood | AnyBad | str) -> bool:
    """Whether a player is made anew at no cost: it is not written in Python, and it reads no
    strategy and no trace."""
    if isinstance(player, str):
        name = named(player.partition(":")[0], (*GOOD_PLAYERS, *BAD_PLAYERS))
        return name is not None and name not in READ_FROM_FILES
    return not (is_homemade(player) or isinstance(player, FollowFile | ReplayFile))


def check_foreseen(bad: AnyBad | str) -> None:
    """Raises CgtError unless this is a built-in Bad player whose answers can be computed ahead."""
    name, _, detail = player_name(bad).partition(":")
    if named(name, BAD_PLAYERS) == "bag" and detail:  # whoever deals from it
        name = detail.partition(":")[0]
    if isinstance(bad, str):
        bad_player(bad)  # raises CgtError if there is no such player
    if is_homemade(bad) or named(name, FORESEEN) is None:
        raise CgtError(
            f"what {player_name(bad)} sends cannot be computed ahead; what these send can be: "
            f"{', '.join(FORESEEN)}"
        )


def deals_bags(bad: AnyBad | str) -> bool:
    """Whether this Bad player deals pieces from a bag by chance."""
    if isinstance(bad, str):
        name, _, detail = bad.partition(":")
        return named(name, BAD_PLAYERS) == "bag" and detail in ("", "uniform")
    return isinstance(bad, Bag) and (bad.of is None or isinstance(bad.of, Uniform))


def looks_ahead(player: AnyGood | str, request: Request) -> bool:
    """Whether this Good player computes what Bad will send in such a game."""
    name = player_name(player).partition(":")[0]
    is_beam = isinstance(player, Beam) or (
        isinstance(player, str) and named(name, GOOD_PLAYERS) == "beam"
    )
    return is_beam and request.foreseen is not None


def name_in_game(player: AnyGood | AnyBad | str, request: Request) -> str:
    """A player's name in one game: with the weights that it takes there, if it names none."""
    known: Mapping[str, Callable[[str], Any]] = (
        GOOD_PLAYERS if request.side == "good" else BAD_PLAYERS
    )
    made: Any = player
    if isinstance(player, str):
        text, _, detail = player.partition(":")
        name = named(text, known)
        try:
            # What comes after `bag:` is a player, which may name no weights either.
            if name is not None and (not detail or name == "bag"):
                made = known[name](detail)
        except CgtError:  # a player that needs something after its name
            return player
    return player_name(made.in_game(request) if hasattr(made, "in_game") else player)


def player_name(player: AnyGood | AnyBad | str) -> str:
    """A player's name: the text that named it, else its own short text, else its class."""
    if isinstance(player, str):
        return player
    if isinstance(player, type):
        return player.__name__
    is_told = type(player).__str__ is not object.__str__
    text = " ".join(str(player).split()) if is_told else ""
    is_name = text and (len(text) <= _LONGEST_NAME or not is_homemade(player))
    return text if is_name else type(player).__name__
