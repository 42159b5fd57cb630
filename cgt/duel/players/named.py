"""Players by name: the one place where text becomes a player.

A player is named as on the command line: `minmax`, `greedy:kravec-1`, `constant:S`. Your own class
is named `module:Class`, where Python must find the module; the current directory is searched, too.

>>> good_player("beam:dt-20")
Beam(weights='dt-20', keeps=None)
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeVar

from cgt.common.errors import CgtError
from cgt.common.names import did_you_mean, named
from cgt.duel.players.bad import (
    Bastet,
    Brzustowski,
    Constant,
    KnownSequence,
    Sequence,
    Uniform,
)
from cgt.duel.players.bag import IN_BAGS, Bag
from cgt.duel.players.good import Beam, Best, Greedy, Random, ReplayFile
from cgt.duel.players.hatetris import Hatetris
from cgt.duel.players.minmax import MinMax
from cgt.duel.players.player import BadPlayer, GoodPlayer
from cgt.duel.players.request import MakesBad, MakesGood
from cgt.duel.players.strategies import FollowFile

AnyGood = GoodPlayer | MakesGood
AnyBad = BadPlayer | MakesBad
_Made = TypeVar("_Made")


def good_player(text: str) -> AnyGood:
    """The Good player with this name; raises CgtError."""
    return _player("Good", GOOD_PLAYERS, text)


def bad_player(text: str) -> AnyBad:
    """The Bad player with this name; raises CgtError."""
    return _player("Bad", BAD_PLAYERS, text)


def _player(
    kind: Literal["Good", "Bad"], players: Mapping[str, Callable[[str], _Made]], text: str
) -> _Made:
    name, colon, detail = text.partition(":")
    known = named(name, players)
    if known is not None:
        return players[known](detail)
    names = ", ".join(players)
    none = f"there is no {kind} player {name!r}"
    hint = did_you_mean(name, players)
    if not colon or not name:
        raise CgtError(f"{none}{hint}; there are {names}, or MODULE:CLASS")
    made: Any = _instance(f"{none}, nor a module{hint}; there are {names}", name, detail)
    return made  # type: ignore[no-any-return]


def _instance(if_none: str, module: str, class_name: str) -> object:
    """An instance of a class in a module; raises CgtError if there is none, with the words for
    that if there is no such module."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            raise CgtError(if_none) from None
        raise CgtError(f"the module {module} cannot be loaded: {error}") from error
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise CgtError(f"the module {module} cannot be loaded: {told}") from error
    made = getattr(found, class_name, None)
    if not isinstance(made, type):
        raise CgtError(f"the module {module} has no class {class_name!r}")
    try:
        return made()
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        raise CgtError(f"{module}:{class_name} cannot be made: {told}") from error


def _nothing(name: str, detail: str) -> None:
    """Raises CgtError if there is text after the colon of a player that takes none."""
    if detail:
        raise CgtError(f"the player {name!r} takes nothing after its name")


# Good


def _best(detail: str) -> MakesGood:
    """best: beam if Good sees coming pieces, else greedy, with the best known weights."""
    _nothing("best", detail)
    return Best()


def _good_minmax(detail: str) -> MakesGood:
    """minmax[:WEIGHTS]: looks --depth pieces ahead and takes the placement whose worst case is
    best."""
    return MinMax(detail or None)


def _greedy(detail: str) -> MakesGood:
    """greedy[:WEIGHTS]: takes the placement that leaves the best well, and looks no further."""
    return Greedy(detail or None)


def _beam(detail: str) -> MakesGood:
    """beam[:WEIGHTS]: looks ahead over all visible pieces, keeping the best --beam wells after
    each; if what Bad sends can be computed, over --ahead pieces."""
    return Beam(detail or None)


def _random(detail: str) -> MakesGood:
    """random: any placement, by --seed."""
    _nothing("random", detail)
    return Random()


def _replay(detail: str) -> MakesGood:
    """replay:TRACE: places pieces as in a trace file; after its end, takes the first placement."""
    if not detail:
        raise CgtError("replay needs a trace file: replay:FILE")
    return ReplayFile(detail)


def _strategy(detail: str) -> FollowFile:
    """strategy:FILE: follows a strategy file, and stops where it has no instruction."""
    return _follower("strategy", detail)


def _follower(name: str, detail: str) -> FollowFile:
    if not detail:
        raise CgtError(f"{name} needs a strategy file: {name}:FILE")
    return FollowFile(detail)


def _exact_good(detail: str) -> MakesGood:
    """exact:FILE: follows a strategy file that is checked first, so it never loses."""
    return replace(_follower("exact", detail), checked=True)


GOOD_PLAYERS: dict[str, Callable[[str], AnyGood]] = {
    "best": _best,
    "minmax": _good_minmax,
    "greedy": _greedy,
    "beam": _beam,
    "random": _random,
    "replay": _replay,
    "strategy": _strategy,
    "exact": _exact_good,
}


# Bad


def _bad_minmax(detail: str) -> MakesBad:
    """minmax[:WEIGHTS]: sends the piece whose best placement, --depth pieces ahead, is worst."""
    return MinMax(detail or None)


def _constant(detail: str) -> MakesBad:
    """constant:X: sends X for ever."""
    if not detail:
        raise CgtError("constant needs a piece: constant:S")
    return Constant(detail)


def _sequence(detail: str) -> MakesBad:
    """sequence:TEXT: sends the pieces of a text such as SZLJ, over and over."""
    if not detail:
        raise CgtError("sequence needs the letters of pieces: sequence:SZ")
    return Sequence(detail)


def _uniform(detail: str) -> MakesBad:
    """uniform: any piece, by --seed."""
    _nothing("uniform", detail)
    return Uniform()


def _bag(detail: str) -> MakesBad:
    """bag[:PLAYER]: all pieces in a random order, by --seed, then all again in another, and so on;
    or in the order that minmax, bastet, hatetris or hatetris-mild chooses, piece by piece."""
    if not detail:
        return Bag()
    name, colon, _ = detail.partition(":")
    known = named(name, BAD_PLAYERS)
    if known is None and not colon:
        none = f"there is no Bad player {name!r}{did_you_mean(name, _BAGGED)}"
        raise CgtError(f"{none}; in a bag there are {', '.join(_BAGGED)}")
    if known not in _BAGGED:
        raise CgtError(f"{name!r} cannot be restricted to a bag; {', '.join(_BAGGED)} can")
    player = bad_player(detail)
    assert isinstance(player, IN_BAGS)
    return Bag(of=player)


def _bastet(detail: str) -> MakesBad:
    """bastet[:WEIGHTS]: sorts the pieces by how bad their best placement is; sends the worst in 80
    of 100 cases, the second worst in 12, the third in 6, the fourth in 2, by --seed."""
    return Bastet(detail or None)


def _brzustowski(detail: str) -> MakesBad:
    """brzustowski: S until the well repeats, then Z until it repeats, and so on; with a preview it
    shows the change one piece ahead."""
    _nothing("brzustowski", detail)
    return Brzustowski()


def _burgiel(detail: str) -> MakesBad:
    """burgiel: S and Z in turn."""
    _nothing("burgiel", detail)
    return KnownSequence("burgiel", "SZ")


def _lovetris(detail: str) -> MakesBad:
    """lovetris: I for ever."""
    _nothing("lovetris", detail)
    return KnownSequence("lovetris", "I")


def _hatetris(detail: str) -> MakesBad:
    """hatetris: the piece that leads to wells seen least often; of several, the one whose lowest
    possible stack is highest."""
    _nothing("hatetris", detail)
    return Hatetris()


def _hatetris_mild(detail: str) -> MakesBad:
    """hatetris-mild: the piece whose lowest possible stack is highest."""
    _nothing("hatetris-mild", detail)
    return Hatetris(remembers=False)


def _exact_bad(detail: str) -> MakesBad:
    """exact:FILE: follows a strategy file that is checked first, so it always wins."""
    return replace(_follower("exact", detail), checked=True)


BAD_PLAYERS: dict[str, Callable[[str], AnyBad]] = {
    "minmax": _bad_minmax,
    "constant": _constant,
    "sequence": _sequence,
    "uniform": _uniform,
    "bag": _bag,
    "bastet": _bastet,
    "brzustowski": _brzustowski,
    "burgiel": _burgiel,
    "hatetris": _hatetris,
    "hatetris-mild": _hatetris_mild,
    "lovetris": _lovetris,
    "strategy": _strategy,
    "exact": _exact_bad,
}

_BAGGED = ("minmax", "uniform", "bastet", "hatetris", "hatetris-mild")

READ_FROM_FILES = ("replay", "strategy", "exact")

# Those who use no chance and read no file: what they answer can be computed ahead.
FORESEEN = (
    "minmax",
    "constant",
    "sequence",
    "brzustowski",
    "burgiel",
    "hatetris",
    "hatetris-mild",
    "lovetris",
)
