"""Good players: they place pieces and want the game to go on for ever."""

from __future__ import annotations

from collections.abc import Callable

from cgt import _native
from cgt.common.errors import CgtError
from cgt.duel.players import Request, advice_of, load_strategy, named_player


def minmax(request: Request) -> _native.Good:
    """minmax[:WEIGHTS]: looks --depth pieces ahead and takes the placement whose worst case is
    best."""
    return _looking_ahead(request, request.depth)


def greedy(request: Request) -> _native.Good:
    """greedy[:WEIGHTS]: takes the placement that leaves the best well, and looks no further."""
    return _looking_ahead(request, 1)


def _looking_ahead(request: Request, depth: int) -> _native.Good:
    return _native.good_minmax(
        request.rules.native,
        request.weights().native,
        depth,
        request.native_ties(),
        request.seed,
    )


def beam(request: Request) -> _native.Good:
    """beam[:WEIGHTS]: looks at all visible pieces, and keeps the best --beam wells after each."""
    return _native.good_beam(request.rules.native, request.weights().native, request.beam)


def random(request: Request) -> _native.Good:
    """random: any placement, by --seed."""
    request.no_detail("random")
    return _native.good_random(request.seed)


def replay(request: Request) -> _native.Good:
    """replay:TRACE: places pieces as in a trace file; after its end, anywhere."""
    from cgt.duel.trace import read_trace

    if not request.detail:
        raise CgtError("replay needs a trace file: replay:FILE")
    trace = read_trace(request.detail)
    for what in ("width", "height", "moves", "ending"):
        theirs, ours = getattr(trace.rules, what), getattr(request.rules, what)
        if theirs != ours:
            raise CgtError(f"{request.detail}: a trace with {what} {theirs}, but this is {ours}")
    return _native.good_scripted([placement[1:] for placement in trace.placements])


def strategy(request: Request) -> _native.Good:
    """strategy:FILE: follows a strategy file, and stops where it has no instruction."""
    return _advised(request, checked=False)


def exact(request: Request) -> _native.Good:
    """exact:FILE: the same with a strategy that is checked first, so that it never loses."""
    return _advised(request, checked=True)


def _advised(request: Request, *, checked: bool) -> _native.Good:
    strategy = load_strategy(request, "good", checked=checked)
    advice = advice_of(strategy, request)
    return _native.good_advised(request.rules.native, advice, strategy.lanes_in_any_order)


GOOD_PLAYERS: dict[str, Callable[[Request], _native.Good]] = {
    "minmax": minmax,
    "greedy": greedy,
    "beam": beam,
    "random": random,
    "replay": replay,
    "strategy": strategy,
    "exact": exact,
}


def good_player(text: str, request: Request) -> _native.Good:
    """The Good player of a name; raises CgtError."""
    return named_player("Good", GOOD_PLAYERS, text, request)
