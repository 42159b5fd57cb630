"""The answer of cgt duel: who wins is told at once, then the strategy is written and checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from cgt.cli.support.show import ProgressLine, Unfolding, progress
from cgt.cli.support.unmade import Unmade
from cgt.common.errors import LimitError
from cgt.common.limits import Limits
from cgt.draw.describe.duels import Decided, describe_duel, describe_winners
from cgt.duel.exact.solve import DuelAnswer, checked


class Telling:
    """Prints who wins as soon as that is known, and the rest at the end."""

    def __init__(self, line: ProgressLine) -> None:
        self._text = Unfolding(line.aside)
        self._known: list[DuelAnswer] = []

    def winner(self, answer: DuelAnswer) -> None:
        """Tells who wins at the next height."""
        self._known.append(answer)
        self._text.show(describe_winners(self._known))

    def everything(self, decided: Decided) -> None:
        """Tells all that is not told yet."""
        self._text.show(describe_duel(decided))


def finished(
    decided: Decided, out: str | None, limits: Limits, for_check: Limits, unmade: Unmade
) -> Decided:
    """Writes the strategies: the winner's, and with several heights Bad's for one row less. Then
    has all of them checked: whoever asked for a file would rather have it than know that it holds,
    which cgt verify can tell later. What rests on another's checkpoint is checked first."""
    if decided.answer.trusts is not None:
        decided = replace(decided, answers=[checked(one, for_check) for one in decided.answers])
    limits = limits.at_the_end()
    with progress() as tell:
        if out is not None:
            tell("writing the strategy")
            with unmade.kept():
                decided = replace(decided, out=_written(decided.answer, out, limits))
            if len(decided.answers) > 1:
                below = str(Path(out).with_suffix(f".below{Path(out).suffix}"))
                with unmade.kept():
                    decided = replace(decided, below=_written(decided.answers[-2], below, limits))
        tell("checking the strategy")
        answers = [one if one.is_verified else checked(one, for_check) for one in decided.answers]
        return replace(decided, answers=answers)


def _written(answer: DuelAnswer, file: str, limits: Limits) -> str:
    """Writes the winner's strategy; raises LimitError if there is none, and CgtError if it cannot
    be written. Returns the file."""
    if answer.strategy is None:
        raise LimitError(f"{file}: not written, because {_lacking(answer)}")
    answer.strategy.write(file, limits)
    return file


def _lacking(answer: DuelAnswer) -> str:
    """Why there is no strategy, in words."""
    if answer.winner == "unknown":
        return "it is not known who wins"
    if answer.short_of == "time":
        return "the strategy was not found in time"
    return "the strategy has too many instructions for --memory"
