"""cgt solve: who wins, and one best move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from cgt.cli.support import options
from cgt.cli.support.boards import Asked, boards
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.proofs import ProofWish
from cgt.cli.support.show import JsonBoards, Unfolding, json_text, search_progress
from cgt.common.limits import Allowed, Limits

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cgt.board.boardfile import Board
    from cgt.cli.support.crews import Workers
    from cgt.cli.support.proofs import Proved
    from cgt.common.checkpoint import Checkpoint
    from cgt.placement.answer import Solved
    from cgt.placement.solver import Solver


@click.command()
@boards
@click.option("--nimber", is_flag=True, help="The value in normal play; implies --play normal.")
@options.worth_of_moves(0, "Values are given where they are found in a few seconds.")
@options.play
@options.threads
@options.crew
@options.limits()
@options.checkpoint("every minute and at the end")
@click.option(
    "--proof",
    metavar="FILE",
    type=click.Path(),
    help="Write a proof of the answer, which cgt verify checks; .gz is compressed.",
)
@click.option("--fewest", is_flag=True, help="Take time to find a proof with few positions.")
@click.option("--no-cache", is_flag=True, help="Neither read nor fill the cache; see cgt cache.")
@picture_options()
@options.as_json
@options.example(
    "cgt solve --size 6x6",
    "cgt solve example:midgame '....#|....#|##...'",
    "cgt solve --size 4x7 --pieces domino --nimber",
    "cgt solve --size 6x6 --proof proof.gz",
)
def solve(
    asked: Asked,
    nimber: bool,
    shown_moves: int,
    play: str | None,
    threads: int,
    workers: Workers,
    allowed: Allowed,
    checkpoint: Checkpoint,
    proof: str | None,
    fewest: bool,
    no_cache: bool,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Find out who wins, with one best move.

    N: the player to move wins; P: the other does. Works for boards that are too large for a
    complete analysis. BOARD is a board file, - for standard input, or a board itself, such as
    '....|..##'. The answer for each board is shown as soon as it is known.
    """
    from cgt.cli.support.crews import ShownJobs
    from cgt.cli.support.solvers import Solvers, games_of, setting_of
    from cgt.cli.support.unmade import MORE_MAY_DO
    from cgt.common.errors import LimitError
    from cgt.draw.describe.boards import solved_data
    from cgt.draw.describe.counting import SaidOnce
    from cgt.draw.pictures.boards import solved_drawing
    from cgt.draw.svg import stacked
    from cgt.placement.jobs.work import work

    if nimber and play == "misere":
        raise click.UsageError("--nimber needs normal play")
    loaded = asked.load_for_solver(allowed.memory)
    wish = ProofWish(proof, fewest)
    wish.check(len(loaded), [*asked.named, *pictures.files.values()])
    games = games_of(loaded, "normal" if nimber else play)
    once = SaidOnce()
    is_proved = True  # unless a proof is wished for and cannot be made
    found, time = [], allowed.before_files() if pictures else allowed
    answers = JsonBoards(allowed.memory)
    with (
        checkpoint.held(),
        answers.shown(setting_of(games)) if as_json else nullcontext(),
        search_progress() as line,
        workers.crew(work) if workers else nullcontext() as crew,
    ):
        by_jobs = None if crew is None else workers.solvers(crew, allowed.memory, checkpoint, line)
        told = checkpoint.told_by(line.progress)
        solvers = Solvers(loaded, threads, allowed.memory, told, by_jobs, use_cache=not no_cache)
        for number, ((board, _), game) in enumerate(zip(loaded, games, strict=True)):
            line.begin_board(number, len(loaded))
            limits = time.from_now(of=len(loaded) - number)
            text = None if as_json else Unfolding(line.aside, once.for_one())
            question = _Question(nimber, shown_moves)
            solver = solvers.get(game, board.grid)
            jobs = ShownJobs.of(solver)
            if nimber:
                line.asking = partial(getattr, solver, "asking")
            fulfil = partial(wish.fulfil, solver=solver, limits=limits, threads=threads, line=line)
            try:
                solved, proved = _solved(
                    board, solver, checkpoint, limits, question, text, fulfil if wish else None
                )
            except KeyboardInterrupt:
                if jobs is not None and not as_json:
                    jobs.show(line)
                raise
            data = solved_data(solved, board, most=shown_moves)
            if wish:
                data["proof"] = None if proved is None else proved.data()
                is_proved = proved is not None and proved.is_as_wished
                if proved is not None and not as_json:
                    proved.show(line)
            if jobs is not None:
                data["jobs"] = jobs.data()
                if not as_json:
                    jobs.show(line)
            answers.add([json_text(data)])
            found.append((solved, board))
    pictures.write(
        lambda: stacked([solved_drawing(*one) for one in found], "boards solved"),
        limits=allowed.whole,
    )
    if not is_proved or any(
        one.outcome is None or (nimber and one.nimber is None) for one, _ in found
    ):
        raise LimitError(MORE_MAY_DO)


class _Question(NamedTuple):
    """What is asked beside who wins: the value in normal play, and how many moves are shown."""

    nimber: bool
    moves: int


def _solved(
    board: Board,
    solver: Solver,
    kept: Checkpoint,
    limits: Limits,
    question: _Question,
    text: Unfolding | None,
    prove: Callable[[Solved], Proved | None] | None,
) -> tuple[Solved, Proved | None]:
    """Solves one board; `text` says which one it is, and who wins as soon as that is known. Then
    comes the proof, if there should be one, before a best move is looked for."""
    from cgt.common.errors import LimitError
    from cgt.draw.describe.boards import (
        describe_question,
        describe_solved,
        describe_unknown,
        describe_verdict,
    )
    from cgt.placement.answer import solve as solve_grid

    proved: Proved | None = None
    is_asked_first = True

    def tell(known: Solved) -> None:
        nonlocal proved, is_asked_first
        if text is not None:
            text.show(describe_verdict(replace(known, trusts=kept.trusts), board))
        is_found = known.outcome is not None and not (question.nimber and known.nimber is None)
        if prove is not None and is_asked_first and is_found:
            proved = prove(known)
        is_asked_first = False

    if text is not None:
        text.show(describe_question(board.grid, solver.game, board))
    try:
        with kept.keeping(solver):
            solved = solve_grid(
                board.grid, solver, limits, nimber=question.nimber, moves=question.moves, tell=tell
            )
    except LimitError:  # the whole command is out of time
        if text is not None:
            text.show(describe_unknown(board.grid, solver.game, board))
        raise
    solved = replace(solved, trusts=kept.trusts)
    if text is not None:
        text.show(describe_solved(solved, board), *_moves(solved, question.moves))
    return solved, proved


def _moves(solved: Solved, most: int) -> Iterator[RenderableType]:
    """The table of moves, below the description."""
    from rich.padding import Padding

    from cgt.draw.terminal.boards import moves_parts

    worths = solved.moves or ()
    if worths:
        yield ""
    in_full = f"; --moves {len(worths)} shows them all"
    for part in moves_parts(worths, most, in_full) if worths else ():
        yield Padding(part, (0, 0, 0, 2))
