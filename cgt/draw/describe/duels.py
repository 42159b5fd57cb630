"""Solved duels: who wins, and whether a strategy holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from cgt.draw.describe.names import pieces_words
from cgt.draw.describe.words import Description, Sentence, trust_sentences
from cgt.duel.exact.arguments import Argument
from cgt.duel.exact.certificate import Report
from cgt.duel.exact.solve import DuelAnswer
from cgt.duel.exact.strategy import Strategy
from cgt.literature.brzustowski import BuiltIn

_MEANING = {
    "good": "Good goes on for ever",
    "bad": "Bad forces the end",
    "unknown": "not known within the limits",
}
_FROM_SEARCH = "the winner is known from the search alone"
# Why a strategy was not checked, or is missing, by what was short.
_NOT_CHECKED = {
    "": "not verified",
    "time": f"not verified within the time allowed: {_FROM_SEARCH}",
    "room": "too many to be verified here",
}
_NOT_FOUND = {
    "": "there is no strategy",
    "time": f"no strategy was found within the time allowed: {_FROM_SEARCH}",
    "room": "the strategy has too many instructions for these limits",
}


# answers


@dataclass(frozen=True)
class Decided:
    """A decided duel, at one height or at several in turn, and the files with the strategies: the
    winner's, and Bad's for one row less."""

    answers: Sequence[DuelAnswer]
    out: str | None = None
    below: str | None = None

    @property
    def answer(self) -> DuelAnswer:
        """The last answer: the one that counts."""
        return self.answers[-1]


def describe_duel(decided: Decided) -> Description:
    """Who wins at which height, and the strategy that proves it."""
    winners = describe_winners(decided.answers)
    sentences = (*winners.sentences, *_strategy_sentences(decided))
    return Description(winners.heading, sentences, winners.title)


def describe_winners(answers: Sequence[DuelAnswer]) -> Description:
    """Only who wins at which height: the beginning of the whole description."""
    answer = answers[-1]
    seen = f", preview {answer.preview}" if answer.preview else ""
    seen += ", Bad deals bags" if answer.bag else ""
    heading = f"{answer.rules.pieces.name}, width {answer.rules.width}{seen}"
    told = (f"height {a.rules.height}: {a.winner}: {_MEANING[a.winner]}" for a in answers)
    title = f"{pieces_words(answer.rules.pieces)}, width {answer.rules.width}{seen}"
    return Description(heading, tuple(Sentence("verdict", said) for said in told), title)


def _strategy_sentences(decided: Decided) -> Iterator[Sentence]:
    answer = decided.answer
    yield Sentence("cost", f"{answer.states:,} states, {answer.seconds:.3f} s")
    written = f", in {decided.out}" if decided.out else ""
    if answer.argument is not None:
        argument = answer.argument
        yield Sentence("how", f"by an argument ({argument.kind}): {_sent(argument)}")
        yield Sentence("how", f"at most {argument.most_pieces:,} of them fit, verified{written}")
    elif answer.strategy is not None:
        count = len(answer.strategy.instructions)
        checked = "verified" if answer.is_verified else _NOT_CHECKED[answer.short_of]
        yield Sentence("how", f"{count:,} instructions, {checked}{written}")
    elif answer.winner != "unknown":
        yield Sentence("note", _NOT_FOUND[answer.short_of])
    if decided.below is not None:
        yield Sentence("note", f"Bad's for one row less in {decided.below}")
    yield from trust_sentences(answer.trusts)


def _sent(argument: Argument) -> str:
    each = f" {argument.times:,} times" if argument.times > 1 else ""
    pieces = ", ".join(f"{piece}{each}" for piece in argument.pieces)
    if argument.kind == "floors":
        return f"{pieces}, by {len(argument.instructions):,} instructions for every height"
    return f"{pieces}, and so on"


def duel_data(decided: Decided) -> dict[str, Any]:
    """The same for scripts."""
    answer = decided.answer
    strategy, argument = answer.strategy, answer.argument
    return {
        "winner": answer.winner,
        "height": answer.rules.height,
        "states": answer.states,
        "safe_states": answer.safe_states,
        "bytes": answer.bytes,
        "instructions": None if strategy is None else len(strategy.instructions),
        "verified": answer.is_verified,
        "not_verified": _why_not_verified(answer),
        "certificate": decided.out,
        "certificate_below": decided.below,
        "argument": None if argument is None else _argument_data(argument),
        "seconds": round(answer.seconds, 3),
        "trusts": answer.trusts,
        "heights": [
            {"height": one.rules.height, "winner": one.winner, "states": one.states}
            for one in decided.answers
        ],
    }


def _argument_data(argument: Argument) -> dict[str, Any]:
    """An argument for scripts; of its instructions only how many there are."""
    counted = {"instructions": len(argument.instructions)}
    return asdict(replace(argument, instructions=())) | counted


def _why_not_verified(answer: DuelAnswer) -> str | None:
    """Why no checked strategy shows that the winner wins; None if one does, or nobody is known to
    win."""
    if answer.is_verified or answer.winner == "unknown":
        return None
    return (_NOT_FOUND if answer.strategy is None else _NOT_CHECKED)[answer.short_of]


def describe_answer(answer: DuelAnswer) -> Description:
    """One answer in a sentence, for a picture whose heading already names the game."""
    if answer.winner == "unknown":
        return Description("", (Sentence("verdict", f"{_MEANING['unknown'].capitalize()}."),))
    states = f"{answer.states:,} states" if answer.states else "by an argument"
    checked = "verified" if answer.is_verified else "not verified"
    said = f"{_MEANING[answer.winner]} ({states}, {checked})."
    return Description("", (Sentence("verdict", said),))


# strategies


@dataclass(frozen=True)
class Checked:
    """A strategy, what the checker found, and for a published strategy what was published."""

    name: str
    strategy: Strategy
    report: Report
    built_in: BuiltIn | None = None


def describe_check(checked: Checked) -> Description:
    """Whether a strategy holds, next to what was published."""
    report, argument = checked.report, checked.strategy.argument
    verdict = "valid" if report.valid else f"NOT VALID: {report.reason}"
    how = f"an argument by {argument}" if argument else f"{report.instructions} instructions"
    said = f"{verdict}, height {report.height}, {how}{_beside_published(checked)}"
    return Description(checked.name, (Sentence("verdict", said),))


def _beside_published(checked: Checked) -> str:
    if checked.built_in is None or checked.built_in.published.height is None:
        return ""
    published = checked.built_in.published
    count = f", {published.instructions}" if published.instructions else ""
    return f" (published: {published.height}{count}; {_comparison(checked)})"


def _comparison(checked: Checked) -> str | None:
    """How the height compares with the published one; None if none was published."""
    if checked.built_in is None or checked.built_in.published.height is None:
        return None
    height, published = checked.report.height, checked.built_in.published.height
    return "same" if height == published else "lower" if height < published else "higher"


def check_data(checked: Checked) -> dict[str, Any]:
    """The same for scripts."""
    strategy, report, one = checked.strategy, checked.report, checked.built_in
    known: dict[str, Any] = {"argument": strategy.argument}
    if one is not None:
        known = {
            "published_height": one.published.height,
            "published_instructions": one.published.instructions,
            "comparison": _comparison(checked),
        }
    return {
        "name": checked.name,
        "kind": "strategy",
        "player": strategy.player,
        "valid": report.valid,
        "pieces": strategy.rules.pieces.name,
        "width": strategy.rules.width,
        "height": report.height,
        "preview": strategy.preview,
        "bag": strategy.bag,
        "instructions": report.instructions,
        "states": report.states,
        **known,
        "reason": report.reason,
    }
