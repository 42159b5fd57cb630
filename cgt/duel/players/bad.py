"""Bad players: they choose the pieces and want the game to end."""

from __future__ import annotations

from collections.abc import Callable

from cgt import _native
from cgt.common.errors import CgtError, PieceError
from cgt.duel.exact.arguments import argue
from cgt.duel.players import Request, advice_of, load_strategy, named_player

_HATETRIS_ORDER = "SZOILJT"


def minmax(request: Request) -> _native.Bad:
    """minmax[:WEIGHTS]: sends the piece whose best placement, --depth pieces ahead, is worst."""
    return _native.bad_minmax(
        request.rules.native,
        request.weights().native,
        request.depth,
        request.native_ties(),
        request.seed,
    )


def constant(request: Request) -> _native.Bad:
    """constant:X: sends X for ever."""
    if not request.detail:
        raise CgtError("constant needs a piece: constant:S")
    return _native.bad_sequence(request.rules.native, [request.rules.number(request.detail)])


def sequence(request: Request) -> _native.Bad:
    """sequence:TEXT: sends the pieces of a text such as SZLJ, over and over."""
    if not request.detail:
        raise CgtError("sequence needs the letters of pieces: sequence:SZ")
    return _native.bad_sequence(
        request.rules.native, [request.rules.number(letter) for letter in request.detail]
    )


def burgiel(request: Request) -> _native.Bad:
    """burgiel: S and Z in turn."""
    return _alternating(request, "burgiel", "SZ")


def lovetris(request: Request) -> _native.Bad:
    """lovetris: I for ever."""
    return _alternating(request, "lovetris", "I")


def _alternating(request: Request, name: str, letters: str) -> _native.Bad:
    request.no_detail(name)
    return _native.bad_sequence(request.rules.native, _numbers(request, name, letters))


def uniform(request: Request) -> _native.Bad:
    """uniform: any piece, by --seed."""
    request.no_detail("uniform")
    return _native.bad_uniform(request.rules.native, request.seed)


def bag(request: Request) -> _native.Bad:
    """bag: all pieces in an order by chance, then all again in another, by --seed."""
    request.no_detail("bag")
    return _native.bad_bag(request.rules.native, request.seed)


def bastet(request: Request) -> _native.Bad:
    """bastet[:WEIGHTS]: of the pieces, sorted by how bad their best placement is, the worst in 80
    of 100 cases, then the second in 12, the third in 6, the fourth in 2, by --seed."""
    return _native.bad_bastet(request.rules.native, request.weights().native, request.seed)


def brzustowski(request: Request) -> _native.Bad:
    """brzustowski: S until the well repeats, then Z until it repeats, and so on; with a preview it
    shows the change one piece ahead."""
    request.no_detail("brzustowski")
    s, z = _numbers(request, "brzustowski", "SZ")
    return _native.bad_brzustowski(request.rules.native, s, z)


def hatetris(request: Request) -> _native.Bad:
    """hatetris: the piece that leads to wells seen least often; of these the one that cannot leave
    a low stack."""
    request.no_detail("hatetris")
    return _hatetris(request, remembers=True)


def hatetris_mild(request: Request) -> _native.Bad:
    """hatetris-mild: the piece that cannot leave a low stack."""
    request.no_detail("hatetris-mild")
    return _hatetris(request, remembers=False)


def _hatetris(request: Request, *, remembers: bool) -> _native.Bad:
    names = request.rules.names
    known = [name for name in _HATETRIS_ORDER if name in names]
    order = [*known, *(name for name in names if name not in known)]
    numbers = [request.rules.number(name) for name in order]
    return _native.bad_hatetris(request.rules.native, numbers, remembers)


def strategy(request: Request) -> _native.Bad:
    """strategy:FILE: follows a strategy file, and stops where it has no instruction."""
    return _advised(request, checked=False)


def exact(request: Request) -> _native.Bad:
    """exact:FILE: the same with a strategy that is checked first, so that it always wins."""
    return _advised(request, checked=True)


def _advised(request: Request, *, checked: bool) -> _native.Bad:
    strategy = load_strategy(request, "bad", checked=checked)
    if strategy.argument is None:
        return _native.bad_advised(request.rules.native, advice_of(strategy, request))
    argument = argue(strategy.rules, strategy.start)
    if not argument.valid:
        raise CgtError(f"{request.detail}: {argument.reason}")
    pieces = [request.rules.number(name) for name in argument.sequence]
    return _native.bad_sequence(request.rules.native, pieces)


def _numbers(request: Request, name: str, letters: str) -> list[int]:
    for letter in letters:
        if letter not in request.rules.names:
            raise PieceError(f"the player {name!r} needs the piece {letter}")
    return [request.rules.number(letter) for letter in letters]


BAD_PLAYERS: dict[str, Callable[[Request], _native.Bad]] = {
    "minmax": minmax,
    "constant": constant,
    "sequence": sequence,
    "uniform": uniform,
    "bag": bag,
    "bastet": bastet,
    "brzustowski": brzustowski,
    "burgiel": burgiel,
    "hatetris": hatetris,
    "hatetris-mild": hatetris_mild,
    "lovetris": lovetris,
    "strategy": strategy,
    "exact": exact,
}


def bad_player(text: str, request: Request) -> _native.Bad:
    """The Bad player of a name; raises CgtError."""
    return named_player("Bad", BAD_PLAYERS, text, request)
