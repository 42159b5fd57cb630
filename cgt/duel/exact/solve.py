"""The duel solved exactly: who wins, with a strategy that proves it.

>>> answer = solve(Rules("OT", width=4, height=5))
>>> answer.winner, answer.report.height
('good', 5)
>>> solve(Rules("SZ", width=4, height=8)).winner
'bad'
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from cgt import _native
from cgt.common.checkpoint import load_checkpoint, save_checkpoint
from cgt.common.errors import CgtError
from cgt.common.files import file_exists
from cgt.duel.exact.arguments import Argument, argue
from cgt.duel.exact.certificate import Report, check
from cgt.duel.exact.strategy import MOST_PREVIEW, Instruction, Strategy
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

GoodPlays = _native.GoodPlays
# What the native solver gives: columns, visible pieces, a placement, a rank.
_Found = list[tuple[list[int], list[int], tuple[int, int, int], int]]
_Key = tuple[tuple[int, ...], tuple[int, ...]]
Winner = Literal["good", "bad", "unknown"]
Progress = Callable[[int, int, int], object]

_ALL = 2**62
_SECONDS_BETWEEN_SAVES = 60
DEFAULT_MEMORY = 2**32
_WINNERS: dict[_native.DuelAnswer, Winner] = {
    _native.DuelAnswer.GOOD: "good",
    _native.DuelAnswer.BAD: "bad",
    _native.DuelAnswer.UNKNOWN: "unknown",
}
# Strategies inside lanes are looked for first: they are found in no time or hardly at all.
_SECONDS_FOR_LANES = 10.0
# Where an argument has the answer already.
_SECONDS_BESIDE_ARGUMENT = 3.0
# What an instruction takes with its wells, as seen, and with the checker's table of them.
_BYTES_OF_INSTRUCTION = 2000
# Strategies with more instructions take longer to write down and to check than to find.
MOST_CHECKED = 300_000


@dataclass(frozen=True)
class Answer:
    """Who wins, how much was looked at, and the winner's strategy with the checker's report; with
    an argument that strategy is the argument."""

    winner: Winner
    states: int
    safe_states: int
    bytes: int
    seconds: float
    strategy: Strategy | None = None
    report: Report | None = None
    argument: Argument | None = None


@dataclass(frozen=True)
class _Question:
    """What is asked, and within which limits."""

    rules: Rules
    preview: int
    start: Well
    memory: int
    deadline: float | None  # as time.perf_counter tells it
    fewest: bool
    most_instructions: int
    progress: Progress | None
    checkpoint: str | Path | None

    def left(self) -> float | None:
        """The seconds that are left."""
        return None if self.deadline is None else max(0.0, self.deadline - time.perf_counter())


def solve(
    rules: Rules,
    *,
    preview: int = 0,
    start: Well | None = None,
    memory: int = DEFAULT_MEMORY,
    seconds: float | None = None,
    fewest: bool = False,
    progress: Progress | None = None,
    ways: tuple[GoodPlays, ...] = (),
    most_instructions: int | None = MOST_CHECKED,
    checkpoint: str | Path | None = None,
) -> Answer:
    """Who wins; `unknown` where the time or the memory did not suffice. Raises CgtError.

    A strategy comes with the answer if it has no more than `most_instructions`, and can be found in
    the time and the memory; it is checked first, unless it has more than MOST_CHECKED. With `ways`,
    only these are tried for Good; inside lanes alone, Bad's wins are not found. With a checkpoint,
    the search outside lanes goes on from that file if it exists, and is saved to it every minute
    and at the end. Where an argument says that Bad wins, the search for a strategy with
    instructions is short, and without one the answer is the argument.
    """
    begin = time.perf_counter()
    if not 0 <= preview <= MOST_PREVIEW:
        raise CgtError(f"the solver takes a preview of 0 to {MOST_PREVIEW} pieces, not {preview}")
    first = Well.empty(rules.width) if start is None else start
    argument = argue(rules, first)
    if argument.valid and not ways:
        seconds = min(_SECONDS_BESIDE_ARGUMENT, seconds if seconds is not None else math.inf)
        ways = (GoodPlays.ANYWHERE,)
    most = memory // _BYTES_OF_INSTRUCTION
    question = _Question(
        rules,
        preview,
        first,
        memory,
        None if seconds is None else begin + seconds,
        fewest,
        most if most_instructions is None else min(most, most_instructions),
        progress,
        checkpoint,
    )
    try:
        answer = _solve_in_ways(question, ways)
    except _TooLargeError as error:
        if not argument.valid:
            raise CgtError(str(error)) from None
        answer = Answer("unknown", 0, 0, 0, 0.0)
    if argument.valid and answer.strategy is None:
        strategy = Strategy(rules, "bad", [], preview, start, argument=argument.kind)
        answer = replace(
            answer, winner="bad", strategy=strategy, report=_checked(strategy), argument=argument
        )
    return replace(answer, seconds=time.perf_counter() - begin)


class _TooLargeError(Exception):
    """The native solver has no room for such a game."""


def _solve_in_ways(question: _Question, ways: tuple[GoodPlays, ...]) -> Answer:
    rules = question.rules
    states = 0
    for plays in ways or _ways(rules):
        lanes = plays is not GoodPlays.ANYWHERE
        images = [] if lanes else _mirror_images(rules)
        try:
            solver = _native.duel_solver(
                rules.native,
                question.start.columns,
                question.preview,
                images,
                plays,
                question.memory,
            )
        except ValueError as error:
            raise _TooLargeError(f"{rules.pieces.name}: {error}") from None
        left = question.left()
        if lanes and not ways:
            left = min(_SECONDS_FOR_LANES, left / 3 if left is not None else _SECONDS_FOR_LANES)
        saved = None if lanes else question.checkpoint
        winner = _WINNERS[_search(solver, left, question.progress, saved)]
        explored, lost, used = solver.progress
        states += explored
        if lanes and winner != "good":
            continue  # what is impossible inside lanes may be possible outside
        answer = Answer(winner, states, explored - lost, used, 0.0)
        if winner != "unknown":
            answer = _with_strategy(answer, solver, question, lanes)
        return answer
    return Answer("unknown", states, 0, 0, 0.0)


def _search(
    solver: _native.DuelSolver,
    seconds: float | None,
    progress: Progress | None,
    checkpoint: str | Path | None,
) -> _native.DuelAnswer:
    if checkpoint is None:
        return solver.solve(seconds, progress)
    if file_exists(checkpoint):
        load_checkpoint(checkpoint, solver)
    last = time.monotonic()

    def tell(states: int, lost: int, used: int) -> None:
        nonlocal last
        if progress is not None:
            progress(states, lost, used)
        if time.monotonic() - last > _SECONDS_BETWEEN_SAVES:
            save_checkpoint(checkpoint, solver)
            last = time.monotonic()

    try:
        return solver.solve(seconds, tell)
    finally:
        save_checkpoint(checkpoint, solver)


def decide(rules: Rules, preview: int = 0, memory: int = DEFAULT_MEMORY) -> Winner:
    """Who wins, by the whole game alone and without a strategy."""
    start = Well.empty(rules.width).columns
    images = _mirror_images(rules)
    solver = _native.duel_solver(rules.native, start, preview, images, GoodPlays.ANYWHERE, memory)
    return _WINNERS[solver.solve(None, None)]


def _ways(rules: Rules) -> tuple[GoodPlays, ...]:
    """How Good should play: inside lanes first."""
    if (rules.moves, rules.ending) == ("drop", "height"):
        return GoodPlays.IN_TIDY_LANES, GoodPlays.IN_LANES, GoodPlays.ANYWHERE
    return (GoodPlays.ANYWHERE,)


def _with_strategy(
    answer: Answer, solver: _native.DuelSolver, question: _Question, lanes: bool
) -> Answer:
    """The answer with the winner's strategy, if that can be had within the limits."""
    rules, preview, start = question.rules, question.preview, question.start
    found = solver.instructions(question.fewest, question.most_instructions, question.left())
    if found is None:
        return answer
    if answer.winner == "good":
        instructions = list(_good_instructions(found, rules, start, preview, lanes))
    else:
        instructions = list(_bad_instructions(found, rules, start))
    strategy = Strategy(
        rules,
        "good" if answer.winner == "good" else "bad",
        instructions,
        preview,
        start if any(start.columns) else None,
        lanes,
    )
    if len(instructions) > MOST_CHECKED:
        return replace(answer, strategy=strategy)
    return replace(answer, strategy=strategy, report=_checked(strategy))


def _checked(strategy: Strategy) -> Report:
    """The checker's report on a strategy of ours, which must hold."""
    report = check(strategy)
    if not report.valid:
        raise AssertionError(f"the solver's strategy does not hold: {report.reason}")
    return report


def _good_instructions(
    found: _Found, rules: Rules, start: Well, preview: int, lanes: bool
) -> Iterator[Instruction]:
    """Good's instructions. The solver has one of each pair of mirror images only: the states that
    really come up are gone through, and get theirs from the image where need be."""
    table: dict[_Key, tuple[int, int, int]] = {
        (tuple(columns), tuple(visible)): place for columns, visible, place, _ in found
    }
    if lanes:
        for (columns, visible), place in table.items():
            yield _instruction(rules, columns, visible, place)
        return
    images = _mirror_images(rules)
    states = [(start.columns, queue) for queue in _queues(len(rules.names), preview)]
    seen = set(states)
    while states:
        columns, queue = states.pop()
        for piece in range(len(rules.names)):
            visible = (*queue, piece)
            found_place = table.get((columns, visible))
            if found_place is None:
                image = (columns[::-1], tuple(images[p] for p in visible))
                found_place = _mirrored_placement(rules, table[image], image[1][0], visible[0])
            instruction = _instruction(rules, columns, visible, found_place)
            yield instruction
            assert instruction.after is not None
            state = (instruction.after.columns, visible[1:])
            if state not in seen:
                seen.add(state)
                states.append(state)


def _queues(pieces: int, preview: int) -> list[tuple[int, ...]]:
    queues: list[tuple[int, ...]] = [()]
    for _ in range(preview):
        queues = [(*queue, piece) for queue in queues for piece in range(pieces)]
    return queues


def _instruction(
    rules: Rules, columns: tuple[int, ...], visible: tuple[int, ...], place: tuple[int, int, int]
) -> Instruction:
    names = tuple(rules.names[piece] for piece in visible)
    well, placement = Well.of(columns), WellPlacement(names[0], *place)
    return Instruction(well, names, placement, rules.place(well, placement).well)


def _bad_instructions(found: _Found, rules: Rules, start: Well) -> Iterator[Instruction]:
    """Bad's instructions, for all states that Good can bring about."""
    table: dict[_Key, tuple[int, int]] = {
        (tuple(columns), tuple(visible[:-1])): (visible[-1], rank)
        for columns, visible, _, rank in found
    }
    images = _mirror_images(rules)
    first = tuple(found[0][1][:-1])
    if (start.columns, first) not in table and tuple(found[0][0]) != start.columns:
        first = tuple(images[piece] for piece in first)
    states: list[_Key] = [(start.columns, first)]
    seen = set(states)
    while states:
        columns, queue = states.pop()
        if (columns, queue) in table:
            piece, rank = table[columns, queue]
        else:
            image = (columns[::-1], tuple(images[p] for p in queue))
            piece, rank = images[table[image][0]], table[image][1]
        visible = (*queue, piece)
        well = Well.of(columns)
        names = tuple(rules.names[p] for p in visible)
        yield Instruction(well, names, rank=rank)
        for placement in rules.placements(well, names[0]):
            placed = rules.place(well, placement)
            state = (placed.well.columns, visible[1:])
            if not placed.over and state not in seen:
                seen.add(state)
                states.append(state)


# mirror images


def _mirror_images(rules: Rules) -> list[int]:
    """For each piece its mirror image, where a game in a mirror is the same game; else nothing."""
    if rules.moves not in ("drop", "slide") or rules.ending != "height":
        return []
    images = []
    for piece in rules.pieces:
        mirrored = piece.rotations[0].mirrored()
        image = next((i for i, p in enumerate(rules.pieces) if mirrored in p.rotations), None)
        if image is None:
            return []
        images.append(image)
    return images


def _mirrored_placement(
    rules: Rules, place: tuple[int, int, int], piece: int, image: int
) -> tuple[int, int, int]:
    """The placement of a piece as its mirror image makes it."""
    rotation, column, row = place
    shape = list(rules.pieces)[piece].rotations[rotation]
    turned = list(rules.pieces)[image].rotations.index(shape.mirrored())
    return turned, rules.width - column - shape.width, row


# heights


def least_height(
    rules: Rules,
    *,
    preview: int = 0,
    memory: int = DEFAULT_MEMORY,
    seconds: float | None = None,
    fewest: bool = False,
    progress: Progress | None = None,
    most_instructions: int | None = MOST_CHECKED,
) -> Iterator[tuple[int, Answer]]:
    """The answers for heights 0, 1, 2, … up to the first at which Good wins, or to that of the
    rules, or to the first that is not known."""
    deadline = None if seconds is None else time.perf_counter() + seconds
    for height in range(rules.height + 1):
        left = None if deadline is None else max(0.0, deadline - time.perf_counter())
        lower = Rules(
            rules.pieces, width=rules.width, height=height, moves=rules.moves, ending=rules.ending
        )
        answer = solve(
            lower,
            preview=preview,
            memory=memory,
            seconds=left,
            fewest=fewest,
            progress=progress,
            most_instructions=most_instructions,
        )
        yield height, answer
        if answer.winner != "bad":
            return
