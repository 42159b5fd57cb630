"""Patterns: strategies for every width, found or checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cgt.draw.describe.names import pieces_words
from cgt.draw.describe.words import Description, Sentence
from cgt.draw.tables import Table
from cgt.duel.exact.pattern import Pattern
from cgt.duel.exact.pattern_check import PatternReport
from cgt.duel.exact.pattern_find import FoundPattern


@dataclass(frozen=True)
class CheckedPattern:
    """A pattern, and what the checker found."""

    name: str
    pattern: Pattern
    report: PatternReport


@dataclass(frozen=True)
class PatternAnswer:
    """What was found at one height or at several in turn, the report on the last of these, and the
    file that it was written to. `kind` says which patterns were looked for; it has no
    instructions."""

    kind: Pattern
    found: Sequence[FoundPattern]
    report: PatternReport | None = None
    out: str | None = None

    @property
    def pattern(self) -> Pattern | None:
        return self.found[-1].pattern


def describe_pattern_check(checked: CheckedPattern) -> Description:
    """Whether a pattern holds, and for which widths."""
    pattern, report = checked.pattern, checked.report
    seen = f", preview {pattern.preview}" if pattern.preview else ""
    holds = f"valid for {pattern.widths}{seen}"
    verdict = holds if report.valid else f"NOT VALID: {report.reason}"
    said = f"{verdict}, height {report.height}, {report.instructions} instructions"
    return Description(checked.name, (Sentence("verdict", said),))


def pattern_check_data(checked: CheckedPattern) -> dict[str, Any]:
    """The same for scripts."""
    pattern, report = checked.pattern, checked.report
    return {
        "name": checked.name,
        "kind": "pattern",
        "player": "good",
        "valid": report.valid,
        "pieces": pattern.pieces.name,
        **_widths_data(pattern),
        "height": report.height,
        "preview": pattern.preview,
        "instructions": report.instructions,
        "states": report.states,
        "reason": report.reason,
    }


def _widths_data(pattern: Pattern) -> dict[str, Any]:
    return {
        "widths": pattern.widths,
        "first_width": pattern.first_width,
        "lane": pattern.lane,
        "beside": list(pattern.beside),
        "many": pattern.many,
    }


def describe_pattern_answer(answer: PatternAnswer) -> Description:
    """What was found at which height, and whether it was checked."""
    kind = answer.kind
    seen = f", preview {kind.preview}" if kind.preview else ""
    lanes = " and one of ".join(str(width) for width in (kind.lane, *kind.beside))
    heading = f"{kind.pieces.name}, every width{seen}"
    title = f"{pieces_words(kind.pieces)}, every width{seen}"
    sentences = [
        Sentence("verdict", f"height {height}: {_verdict(found, lanes)}")
        for height, found in _by_height(answer)
    ]
    last = answer.found[-1]
    seconds = sum(found.seconds for found in answer.found)
    states = sum(found.states for found in answer.found)
    cost = f"{states:,} states, {seconds:.3f} s" if states else "it comes with the program"
    sentences.append(Sentence("cost", cost))
    if last.pattern is not None:
        count = len(last.pattern.instructions)
        checked = "verified" if answer.report is not None else "not verified in time"
        written = f", in {answer.out}" if answer.out else ""
        sentences.append(Sentence("how", f"{count:,} instructions, {checked}{written}"))
    return Description(heading, tuple(sentences), title)


def _by_height(answer: PatternAnswer) -> Iterator[tuple[int, FoundPattern]]:
    first = answer.kind.height - len(answer.found) + 1
    return enumerate(answer.found, first)


def _verdict(found: FoundPattern, lanes: str) -> str:
    if found.pattern is not None:
        return f"good: Good goes on for ever on {found.pattern.widths}"
    if found.complete:
        return f"no pattern in lanes of {lanes}"
    return "no pattern found within the limits"


def pattern_answer_data(answer: PatternAnswer) -> dict[str, Any]:
    """The same for scripts."""
    pattern, last = answer.pattern, answer.found[-1]
    return {
        "winner": "unknown" if pattern is None else "good",
        "height": answer.kind.height,
        **_widths_data(answer.kind if pattern is None else pattern),
        **({"widths": None, "first_width": None} if pattern is None else {}),
        "complete": last.complete,
        "states": sum(found.states for found in answer.found),
        "instructions": None if pattern is None else len(pattern.instructions),
        "verified": answer.report is not None and answer.report.valid,
        "certificate": answer.out,
        "seconds": round(sum(found.seconds for found in answer.found), 3),
        "heights": [
            {
                "height": height,
                "winner": "unknown" if found.pattern is None else "good",
                "complete": found.complete,
                "states": found.states,
            }
            for height, found in _by_height(answer)
        ],
    }


def patterns_table(checked: Sequence[CheckedPattern]) -> Table:
    """Checked patterns as a table."""
    rows = []
    for one in checked:
        pattern, report = one.pattern, one.report
        lanes = " + ".join(str(width) for width in (pattern.lane, *pattern.beside))
        rows.append(
            (
                pattern.pieces.name,
                pattern.preview,
                pattern.widths,
                report.height,
                lanes,
                report.states,
                report.instructions,
            )
        )
    heads = ("pieces", "preview", "holds for", "height", "lanes", "states", "instructions")
    return Table(heads, rows)
