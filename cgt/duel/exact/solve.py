"""The duel solved exactly: who wins, with a strategy that proves it.

>>> answer = solve_duel(Rules("OT", width=4, height=5))
>>> answer.winner, answer.report.height
('good', 5)
>>> solve_duel(Rules("SZ", width=4, height=8)).winner
'bad'
>>> [(lower.rules.height, lower.winner) for lower in least_height(Rules("L", width=4))]
[(0, 'bad'), (1, 'bad'), (2, 'good')]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from cgt import _native
from cgt.common.checkpoint import Checkpoint, Progress
from cgt.common.drawable import Drawable
from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import UNLIMITED, Limits
from cgt.duel.exact.arguments import Argument, argue
from cgt.duel.exact.certificate import Report, verify
from cgt.duel.exact.ground import full_rows
from cgt.duel.exact.instruction import (
    MOST_PREVIEW,
    Player,
    room_for_instructions,
    room_in_native_list,
)
from cgt.duel.exact.instruction_list import FoundInstructions
from cgt.duel.exact.mirror_images import mirror_images
from cgt.duel.exact.native_check import plays_natively
from cgt.duel.exact.strategy import Strategy
from cgt.duel.rules import Rules
from cgt.duel.well import Well

GoodPlays = _native.GoodPlays
Winner = Literal["good", "bad", "unknown"]
ShortOf = Literal["", "time", "room"]

DEFAULT_MEMORY = 2**32
_WINNERS: dict[_native.DuelAnswer, Winner] = {
    _native.DuelAnswer.GOOD: "good",
    _native.DuelAnswer.BAD: "bad",
    _native.DuelAnswer.UNKNOWN: "unknown",
}
# Good's strategies inside lanes, and those that cover few cells, are searched for, too: they are
# found quickly or hardly at all.
LANES = (GoodPlays.IN_TIDY_LANES, GoodPlays.IN_LANES)
COVERING_FEW = (
    GoodPlays.COVERING_ONE,
    GoodPlays.COVERING_TWO,
    GoodPlays.COVERING_THREE,
    GoodPlays.COVERING_FOUR,
)
# The ways of playing take turns: each search may have so many states, then twice as many, and so
# on, and that of the whole game more.
_STATES_AT_FIRST, _TIMES_ANYWHERE = 1 << 18, 2
# For a strategy with instructions, where an argument has already decided who wins.
_SECONDS_BESIDE_ARGUMENT = 3.0
# Strategies with more instructions are not checked: by the native checker, and by the plain one.
MOST_CHECKED = 100_000_000
_MOST_CHECKED_PLAINLY = 300_000


@dataclass(frozen=True)
class DuelAnswer(Drawable):
    """Who wins a duel, and the winner's strategy with the checker's report.

    `states` and `bytes` say how much was searched. Where an argument decides, the strategy consists
    of that argument. `trusts` is the checkpoint that the search rested on if that was not made with
    this machine's key.

    The winner is certain, but the strategy that shows it may be missing, or not checked. Then
    `short_of` says what did not suffice for that: time, or room for so many instructions.
    """

    rules: Rules
    winner: Winner
    preview: int = 0
    start: Well | None = None
    states: int = 0
    safe_states: int = 0
    bytes: int = 0
    seconds: float = 0.0
    strategy: Strategy | None = None
    report: Report | None = None
    argument: Argument | None = None
    trusts: str | None = None
    short_of: ShortOf = ""
    bag: bool = False

    @property
    def is_verified(self) -> bool:
        """Whether the checker has confirmed the strategy."""
        return self.report is not None and self.report.valid


Known = Callable[[DuelAnswer], object]


@dataclass(frozen=True)
class _Question:
    """A question to the solver, with its limits."""

    rules: Rules
    preview: int
    start: Well
    limits: Limits
    fewest: bool
    most_instructions: int | None
    progress: Progress | None
    checkpoint: Checkpoint
    known: Known | None = None
    bag: bool = False
    threads: int = 1

    def answer(self, winner: Winner, states: int = 0, safe: int = 0, used: int = 0) -> DuelAnswer:
        """An answer to the question, without a strategy."""
        start = self.start if any(self.start.columns) else None
        answer = DuelAnswer(self.rules, winner, self.preview, start, states, safe, used)
        return replace(answer, bag=self.bag)

    def tell(self, answer: DuelAnswer) -> None:
        """Tells who wins, if anybody wants to know before there is a strategy. What rests on a
        checkpoint of somebody else waits until the strategy is checked."""
        if self.known is not None and self.checkpoint.trusts is None:
            self.known(answer)

    def most_that_fit(self, used: int) -> int:
        """How many instructions there may be if so much memory is used already. Those that are
        written or drawn, which is why any number is asked for, become Python's."""
        left = max(0, self.limits.bytes(DEFAULT_MEMORY) - used)
        if self.most_instructions is None:
            return room_for_instructions(left, self.rules.width)
        width, height = self.rules.width, self.rules.height
        if plays_natively(self.rules):
            room = room_in_native_list(left, width, height)
        else:
            room = room_for_instructions(left, width)
        return min(self.most_instructions, room)

    def solver(self, plays: GoodPlays) -> _native.DuelSolver:
        """A solver for the question; raises _TooLargeError."""
        images = [] if plays in LANES else mirror_images(self.rules)
        memory = self.limits.bytes(DEFAULT_MEMORY)
        native, columns = self.rules.native, self.start.columns
        try:
            return _native.duel_solver(
                native, columns, self.preview, images, plays, memory, self.bag, self.threads
            )
        except ValueError as error:
            raise _TooLargeError(f"{self.rules.pieces.name}: {error}") from None


def solve_duel(
    rules: Rules,
    *,
    preview: int = 0,
    bag: bool = False,
    start: Well | None = None,
    limits: Limits = UNLIMITED,
    fewest: bool = False,
    progress: Progress | None = None,
    ways: tuple[GoodPlays, ...] = (),
    most_instructions: int | None = MOST_CHECKED,
    checkpoint: Checkpoint | str | Path | None = None,
    known: Known | None = None,
    check: bool = True,
    threads: int = 1,
) -> DuelAnswer:
    """Who wins a duel; `unknown` if time or memory did not suffice. Raises CgtError.

    With `bag`, Bad deals bags: each piece once, in an order that Bad chooses, then a new bag.

    `known` is called as soon as the winner is known, with an answer that has no strategy yet. The
    final answer includes a strategy if one is found within the limits that has at most
    `most_instructions`. The strategy has been checked, unless `check` is False, it has more than
    MOST_CHECKED instructions (300,000 where pieces turn inside the well), or the time was up.

    Several `threads` search together once a search has become large; the winner is the same with
    any number, but the strategy may be another one.

    `ways` restricts the ways of playing that are tried for Good; inside lanes, or covering few
    cells only, Bad's wins are not found. With a `checkpoint`, the search of the whole game is
    resumed from that file if it exists, and saved to it every minute and at the end. Where an
    argument shows that Bad wins, the search for a strategy with instructions is short; if it finds
    none, or more instructions than an argument by floors has, the strategy is the argument.

    >>> answer = solve_duel(Rules("OT", width=4, height=5))
    >>> answer.winner, len(answer.strategy.instructions), answer.is_verified
    ('good', 84, True)
    """
    begin = time.perf_counter()
    if not 0 <= preview <= MOST_PREVIEW:
        raise CgtError(f"the solver takes a preview of 0 to {MOST_PREVIEW} pieces, not {preview}")
    first = Well.empty(rules.width) if start is None else start
    if full_rows(first):
        raise CgtError("the start has a full row, which would have been cleared")
    argument = argue(rules, first, preview=preview, bag=bag)
    kept = Checkpoint.at(checkpoint)
    question = _Question(
        rules,
        preview,
        first,
        limits,
        fewest,
        most_instructions,
        progress,
        kept,
        known,
        bag,
        threads,
    )
    if argument.valid and not ways:
        question.tell(question.answer("bad"))
        short = limits.share(1 / 2).within(_SECONDS_BESIDE_ARGUMENT)
        question, ways = replace(question, limits=short, known=None), (GoodPlays.ANYWHERE,)
    try:
        with kept.held():
            answer = _solve_in_ways(question, ways)
    except _TooLargeError as error:
        if not argument.valid:
            raise CgtError(str(error)) from None
        answer = question.answer("unknown")
    if argument.valid and _says_less(answer.strategy, argument):
        strategy = argued_strategy(rules, argument, preview, start, bag)
        answer = replace(answer, winner="bad", strategy=strategy, argument=argument, short_of="")
    answer = replace(answer, seconds=time.perf_counter() - begin, trusts=kept.trusts)
    return checked(answer, limits) if check else answer


def argued_strategy(
    rules: Rules,
    argument: Argument,
    preview: int = 0,
    start: Well | None = None,
    bag: bool = False,
) -> Strategy:
    """Bad's strategy that consists of an argument."""
    by_sums = argument.kind == "sums"
    return Strategy(
        rules,
        "bad",
        list(argument.instructions),
        preview,
        start,
        argument=argument.kind,
        bag=bag,
        weights=argument.weights if by_sums else (),
        sends=argument.pieces if by_sums else (),
    )


def _says_less(strategy: Strategy | None, argument: Argument) -> bool:
    """Whether an argument says more than a strategy for one height: there is none, or by floors
    fewer instructions do for every height."""
    if strategy is None:
        return True
    return argument.kind == "floors" and len(argument.instructions) < len(strategy.instructions)


class _TooLargeError(Exception):
    """The game is too large for the native solver."""


def _solve_in_ways(question: _Question, ways: tuple[GoodPlays, ...]) -> DuelAnswer:
    ended = _search_in_turns(question) if not ways else _search_one_by_one(question, ways)
    if ended.solver is None:
        return question.answer("unknown", ended.states)
    explored, lost, used = ended.solver.progress
    answer = question.answer(ended.winner, ended.states, explored - lost, used)
    if answer.winner == "unknown":
        return answer
    question.tell(answer)
    found = _found(ended.solver, question, used)
    lanes = ended.plays in LANES
    del ended  # its tables make room for the strategy
    return _with_strategy(answer, found, question, lanes)


class _Ended(NamedTuple):
    """How the searches ended: who wins, the states of all of them, and the search that says so."""

    winner: Winner
    states: int
    plays: GoodPlays
    solver: _native.DuelSolver | None


def _search_one_by_one(question: _Question, ways: tuple[GoodPlays, ...]) -> _Ended:
    """The ways that were asked for, each to its end."""
    states = 0
    for plays in ways:
        solver = question.solver(plays)
        restricted = plays is not GoodPlays.ANYWHERE
        kept = Checkpoint(None) if restricted else question.checkpoint
        winner = _search(solver, question.limits, question.progress, kept)
        states += solver.progress[0]
        if winner == "good" or not restricted:
            return _Ended(winner, states, plays, solver)
    return _Ended("unknown", states, GoodPlays.ANYWHERE, None)  # Good may win by playing otherwise


def _search_in_turns(question: _Question) -> _Ended:
    """All ways of playing in turn, each for a while, then each for twice as long, and so on. They
    share the memory: when none has room to go on, the widest of the restricted ones is dropped."""
    left = {plays: question.solver(plays) for plays in _ways(question.rules)}
    done = 0  # states of searches that have ended
    most = _STATES_AT_FIRST
    while True:
        stuck = 0
        for plays, solver in list(left.items()):
            restricted = plays is not GoodPlays.ANYWHERE
            states = most if restricted else _TIMES_ANYWHERE * most
            alone = len(left) == 1
            kept = Checkpoint(None) if restricted else question.checkpoint
            winner = _search(
                solver,
                question.limits,
                question.progress,
                kept,
                None if alone else states,
                _room_for(plays, left, question.limits.bytes(DEFAULT_MEMORY)),
            )
            all_states = done + sum(one.progress[0] for one in left.values())
            if winner == "good" or (winner == "bad" and not restricted):
                return _Ended(winner, all_states, plays, solver)
            if alone or question.limits.is_over():
                return _Ended("unknown", all_states, GoodPlays.ANYWHERE, left[GoodPlays.ANYWHERE])
            if winner == "bad":  # there is no such strategy
                done += solver.progress[0]
                del left[plays], solver
            elif solver.progress[0] < states:
                stuck += 1
        if stuck == len(left) > 1:
            widest = list(left)[-2]
            done += left.pop(widest).progress[0]
        most *= 2


def _room_for(plays: GoodPlays, left: Mapping[GoodPlays, _native.DuelSolver], memory: int) -> int:
    """The memory that one of several searches may take: what the others have left, and no more than
    a half for that of the whole game, and the other half for the restricted ones together."""
    room = memory - sum(solver.progress[2] for one, solver in left.items() if one is not plays)
    if len(left) == 1:
        return memory
    share = 2 if plays is GoodPlays.ANYWHERE else 2 * (len(left) - 1)
    return max(0, min(room, memory // share))


def _search(
    solver: _native.DuelSolver,
    limits: Limits,
    progress: Progress | None,
    checkpoint: Checkpoint,
    most_states: int | None = None,
    memory: int | None = None,
) -> Winner:
    with checkpoint.keeping(solver):
        told = checkpoint.told_by(progress)
        return _WINNERS[solver.solve(limits.left(), told, most_states, memory)]


def decide(
    rules: Rules, preview: int = 0, limits: Limits = UNLIMITED, *, bag: bool = False
) -> Winner:
    """Who wins, by searching; no strategy, no argument. Raises CgtError."""
    start = Well.empty(rules.width)
    question = _Question(rules, preview, start, limits, False, 0, None, Checkpoint(None), bag=bag)
    try:
        return _search_in_turns(question).winner
    except _TooLargeError as error:
        raise CgtError(str(error)) from None


def _ways(rules: Rules) -> tuple[GoodPlays, ...]:
    """The ways of playing to try for Good: those with few states first, the whole game last."""
    if rules.only_drops:
        return *LANES, *COVERING_FEW, GoodPlays.ANYWHERE
    return (GoodPlays.ANYWHERE,)


def _found(solver: _native.DuelSolver, question: _Question, used: int) -> FoundInstructions | None:
    """The winner's instructions; None if there are too many, or the time is up. `used` is the
    memory of the solver."""
    most = question.most_that_fit(used)
    found = solver.instructions(question.fewest, most, question.limits.left())
    return None if found is None else FoundInstructions(question.rules, found)


def _with_strategy(
    answer: DuelAnswer, found: FoundInstructions | None, question: _Question, lanes: bool
) -> DuelAnswer:
    """The answer with the winner's strategy, if that is made within the limits."""
    if found is None:
        return replace(answer, short_of="time" if question.limits.is_over() else "room")
    player: Player = "good" if answer.winner == "good" else "bad"
    strategy = Strategy(question.rules, player, found, question.preview, answer.start, lanes)
    return replace(answer, strategy=replace(strategy, bag=question.bag))


def checked(answer: DuelAnswer, limits: Limits = UNLIMITED) -> DuelAnswer:
    """The answer with the checker's report on its strategy, which must hold. If the strategy is
    missing, too large, or not checked in time, there is no report. Raises CgtError if it does not
    hold and the solver has trusted a checkpoint."""
    strategy = answer.strategy
    if strategy is None:
        return answer
    most = MOST_CHECKED if plays_natively(answer.rules) else _MOST_CHECKED_PLAINLY
    if len(strategy.instructions) > most:
        return replace(answer, short_of="room")
    begin = time.perf_counter()
    try:
        report = verify(strategy, limits)
    except LimitError:
        return replace(answer, short_of="time")
    if not report.valid and answer.trusts is not None:
        raise CgtError(f"{answer.trusts}: what this checkpoint says is not true: {report.reason}")
    if not report.valid:
        raise AssertionError(f"the solver's strategy does not hold: {report.reason}")
    seconds = answer.seconds + time.perf_counter() - begin
    return replace(answer, report=report, seconds=seconds)


def least_height(
    rules: Rules,
    *,
    preview: int = 0,
    bag: bool = False,
    limits: Limits = UNLIMITED,
    fewest: bool = False,
    progress: Progress | None = None,
    most_instructions: int | None = MOST_CHECKED,
    known: Known | None = None,
    check: bool = True,
    threads: int = 1,
) -> Iterator[DuelAnswer]:
    """The answers for heights 0, 1, 2, … up to the first at which Good wins.

    They end earlier at the height of the rules, or at the first height that is not decided. The
    limits are for all heights together.
    """
    for height in range(rules.height + 1):
        answer = solve_duel(
            rules.with_height(height),
            preview=preview,
            bag=bag,
            limits=limits,
            fewest=fewest,
            progress=progress,
            most_instructions=most_instructions,
            known=known,
            check=check,
            threads=threads,
        )
        yield answer
        if answer.winner != "bad":
            return
