"""cgt duel --every-width: a pattern is looked for, written and checked."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import click

from cgt.cli.support.load import load_rules
from cgt.cli.support.show import progress, show_described, show_json
from cgt.cli.support.unmade import MORE_MAY_DO, Unmade
from cgt.common.errors import CgtError, LimitError
from cgt.common.files import check_writable
from cgt.common.limits import Limits
from cgt.draw.describe.patterns import (
    PatternAnswer,
    describe_pattern_answer,
    pattern_answer_data,
)
from cgt.duel.exact.pattern import Pattern, shipped_patterns
from cgt.duel.exact.pattern_check import verify_pattern
from cgt.duel.exact.pattern_find import FoundPattern, find_pattern, lowest_pattern

_LANES = re.compile(r"(\d+)((?:\+\d+)*)", re.ASCII)


def every_width_duel(
    options: dict[str, Any],
    preview: int,
    lanes: str,
    many: int,
    least_height: bool,
    out: str | None,
    limits: Limits,
    as_json: bool,
) -> None:
    """Looks for a pattern, writes and checks it, and tells about it. Raises CgtError; LimitError if
    nothing was found within the limits."""
    said = _LANES.fullmatch(lanes)
    if not said:
        raise click.UsageError(f"--lanes is a width, or widths such as 2+3, not {lanes!r}")
    if out is not None:
        check_writable(out)
    rules = load_rules(options)
    if not rules.only_drops:
        raise click.UsageError("patterns are for --moves drop and --ending height only")
    lane, beside = int(said[1]), tuple(int(digits) for digits in said[2].split("+")[1:])
    wanted: dict[str, Any] = {
        "height": rules.height,
        "preview": preview,
        "lane": lane,
        "beside": beside,
        "many": many,
        "limits": limits.before_files(),
    }
    kind = Pattern(rules.pieces, preview, rules.height, lane, beside, many, many, [])
    with progress() as tell:
        wanted["progress"] = lambda states: tell(f"{states:,} states")
        if least_height:
            found = list(lowest_pattern(rules.pieces, **wanted))
        else:
            found = [_shipped(kind) or find_pattern(rules.pieces, **wanted)]
    if least_height:
        kind = replace(kind, height=len(found) - 1)
    unmade = Unmade()
    answer = _finished(PatternAnswer(kind, found), out, limits, unmade)
    if as_json:
        show_json(pattern_answer_data(answer), {"width": None})
    else:
        show_described(describe_pattern_answer(answer))
    if not _is_known(found[-1]):
        unmade.add(LimitError(MORE_MAY_DO))
    unmade.check()


def _shipped(kind: Pattern) -> FoundPattern | None:
    """The lowest pattern of a kind that comes with the program, if there is one: in high wells a
    search can take long to find what is known."""
    fitting = [
        pattern
        for pattern in shipped_patterns(kind.pieces, kind.preview)
        if (pattern.lane, pattern.beside) == (kind.lane, kind.beside)
        and pattern.many <= kind.many
        and pattern.height <= kind.height
    ]
    lowest = min(fitting, key=lambda pattern: pattern.height, default=None)
    return None if lowest is None else FoundPattern(lowest, True, states=0, seconds=0.0)


def _is_known(found: FoundPattern) -> bool:
    return found.pattern is not None or found.complete


def _finished(
    answer: PatternAnswer, out: str | None, limits: Limits, unmade: Unmade
) -> PatternAnswer:
    """The answer with its pattern written and checked."""
    pattern = answer.pattern
    if pattern is None:
        if out is not None:
            error = CgtError if _is_known(answer.found[-1]) else LimitError
            unmade.add(error(f"{out}: not written, because no pattern was found"))
        return answer
    if out is not None:
        with unmade.kept():
            pattern.write(out, limits.at_the_end())
            answer = replace(answer, out=out)
    try:
        report = verify_pattern(pattern, limits)
    except LimitError:
        return answer
    if not report.valid:
        raise AssertionError(f"the pattern that was found does not hold: {report.reason}")
    return replace(answer, report=report)
