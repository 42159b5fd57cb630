"""Reports about games: a trace to step through, or a strategy to play against, each as one HTML
file."""

from __future__ import annotations

from html import escape

from cgt.common.errors import CgtError
from cgt.draw.describe.arguments import argument_text, does_not_hold
from cgt.draw.describe.counting import ROWS_OF_WELL
from cgt.draw.describe.names import players_words, well_words
from cgt.draw.reports.frames import MOST_PIECES, Data, trace_data
from cgt.draw.reports.html import page
from cgt.draw.reports.instructions import MOST_INSTRUCTIONS, strategy_data
from cgt.draw.svg import Drawing, on_paper
from cgt.duel.cycles import Cycle
from cgt.duel.exact.arguments import Argument, argument_of
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.players.strategies import FollowStrategy
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.trace import Trace

TRACE_SCRIPTS = ("player.js", "trace.js")
STRATEGY_SCRIPTS = ("player.js", "strategy.js", "strategy_good.js", "strategy_bad.js")
_START = "start.js"
COUNTING = f'<p class="small faint">{ROWS_OF_WELL}</p>'
_MOST_IN_EXAMPLE = 1_000  # pieces in a game that shows an argument at work
_ABOUT_TRACE = ("good", "bad", "depth", "preview", "beam", "ahead", "scoring", "ties", "seed")


def trace_page(
    trace: Trace,
    *,
    result: str = "",
    cycle: Cycle | None = None,
    most: int = MOST_PIECES,
) -> str:
    """A page to step through a trace, with a text about its end and the cycle if there was one.

    It has all pieces if there are at most `most`, otherwise the first and the last. Raises CgtError
    if the trace breaks the rules.
    """
    data = trace_data(trace, cycle, most)
    about = [(key, trace.about[key]) for key in _ABOUT_TRACE if key in trace.about]
    who = {key: trace.about.get(key, "") for key in ("good", "bad")}
    players = players_words(**who) if all(who.values()) else "A game of the duel"
    title = f"{players}: {well_words(trace.rules)}"
    body = _body(
        title,
        [result, *_cut_trace(data, trace), *_cut_cycle(data)],
        '<main id="trace"></main>',
        COUNTING,
        _facts("The game", [*_rules_facts(trace.rules), *about]),
    )
    return page(title, body, data, *TRACE_SCRIPTS, _START)


def strategy_page(
    strategy: Strategy,
    *,
    verdict: str = "",
    diagram: Drawing | None = None,
    most: int = MOST_INSTRUCTIONS,
) -> str:
    """A page to play against a strategy, with the checker's verdict and a diagram if they are
    given.

    Of a large strategy it has the instructions that come up soonest, at most `most`. A strategy
    that puts a piece where it has no room cannot be played; then the page says so.
    """
    if strategy.argument is not None:
        return _argument_page(strategy, verdict, diagram)
    title = _strategy_title(strategy)
    try:
        data = strategy_data(strategy, most)
    except CgtError as error:
        facts = _facts("The game", _strategy_facts(strategy))
        return page(title, _body(title, [verdict, f"It cannot be played: {error}."], facts), {})
    body = _body(
        title,
        [verdict, *_cut_strategy(data), *_lanes_note(strategy), *_bag_note(strategy)],
        '<main id="strategy"></main>',
        COUNTING,
        _diagram(diagram),
        _facts("The game", _strategy_facts(strategy)),
    )
    return page(title, body, data, *STRATEGY_SCRIPTS, _START)


def _argument_page(strategy: Strategy, verdict: str, diagram: Drawing | None) -> str:
    """The argument in words, and a game that shows it at work. If the checker rejects the argument,
    only the reason."""
    title = _strategy_title(strategy)
    checked = verify(strategy)
    if not checked.valid:
        return page(title, _body(title, [verdict, does_not_hold(checked)], _diagram(diagram)), {})
    argument = argument_of(strategy)
    example = _example(strategy, argument)
    body = _body(
        title,
        [verdict],
        "".join(f"<p>{escape(text)}</p>\n" for text in argument_text(argument)),
        '<h2>An example, against the Good player greedy</h2>\n<main id="trace"></main>',
        COUNTING,
        _diagram(diagram),
        _facts("The game", _strategy_facts(strategy)),
    )
    return page(title, body, trace_data(example), *TRACE_SCRIPTS, _START)


def _example(strategy: Strategy, argument: Argument) -> Trace:
    setting = Setting(
        strategy.rules,
        good="greedy:kravec-2",  # it loses soon, so that the end is in the example
        bad=FollowStrategy(strategy),
        start=strategy.start,
        preview=strategy.preview if argument.kind == "floors" else 0,
        max_pieces=_MOST_IN_EXAMPLE,
        cycles="none",
    )
    game = Game(setting, keeps_trace=True)
    game.advance()
    return game.trace()


# parts of a page


def _body(title: str, notes: list[str], *parts: str) -> str:
    told = "\n".join(f'<p class="note">{escape(note)}</p>' for note in notes if note)
    shown = "\n".join(part for part in parts if part)
    return f"""<header><h1>{escape(title)}</h1>
<button type="button" id="theme">Light or dark</button></header>
{told}
{shown}
<noscript><p class="note">The player needs JavaScript, which is in this file; it loads nothing
else.</p></noscript>"""


def _facts(heading: str, facts: list[tuple[str, str]]) -> str:
    rows = "\n".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>'
        for name, value in facts
    )
    return f'<h2>{escape(heading)}</h2>\n<table class="facts"><tbody>\n{rows}\n</tbody></table>'


def _diagram(diagram: Drawing | None) -> str:
    if diagram is None:
        return ""
    return f'<h2>As a diagram</h2>\n<div class="scrolls themed">{on_paper(diagram)}</div>'


def _strategy_title(strategy: Strategy) -> str:
    name = strategy.about.get("name")
    played = well_words(strategy.rules)
    return (
        f"{name}: {played}" if name else f"{strategy.player.capitalize()}’s strategy with {played}"
    )


def _rules_facts(rules: Rules) -> list[tuple[str, str]]:
    return [
        ("pieces", " ".join(rules.names)),
        ("well", f"{rules.width}×{rules.height}"),
        ("moves", rules.moves),
        ("ending", rules.ending),
    ]


def _strategy_facts(strategy: Strategy) -> list[tuple[str, str]]:
    known = [("instructions", f"{len(strategy.instructions):,}")]
    if strategy.argument is not None:
        known = [("argument", strategy.argument)]
    return [
        ("player", strategy.player.capitalize()),
        *_rules_facts(strategy.rules),
        ("preview", str(strategy.preview)),
        *([("bag", "yes")] if strategy.bag else []),
        *known,
        *strategy.about.items(),
    ]


def _cut_trace(data: Data, trace: Trace) -> list[str]:
    """A note on the pieces in the file, if not all are there."""
    if len(data["parts"]) < 2:
        return []
    ranges = [
        f"{part['first'] + 1:,} to {part['first'] + len(part['steps']):,}" for part in data["parts"]
    ]
    return [f"This file has pieces {' and '.join(ranges)} of {len(trace.placements):,}."]


def _cut_cycle(data: Data) -> list[str]:
    """That a cycle cannot be repeated, if no whole round of it is in the file."""
    is_cut = data["cycle"] is not None and data["cycle"]["loop"] is None
    return ["A whole round of the cycle is not in this file."] if is_cut else []


def _cut_strategy(data: Data) -> list[str]:
    here, everything = len(data["instructions"]), data["all"]
    if here == everything:
        return []
    which = (
        f"{here:,} instructions"
        if everything is None
        else (f"{here:,} of the {everything:,} instructions")
    )
    return [f"This file has {which}, those that come up soonest."]


def _lanes_note(strategy: Strategy) -> list[str]:
    if not strategy.lanes_in_any_order:
        return []
    return [
        "The order of lanes, pairs of columns, does not matter: after each piece they are sorted, "
        "and the well shown stands for all wells with the same lanes."
    ]


def _bag_note(strategy: Strategy) -> list[str]:
    if not strategy.bag:
        return []
    return ["Bad deals bags: each piece once, in an order that Bad chooses, then a new bag."]
