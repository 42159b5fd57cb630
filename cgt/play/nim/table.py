"""The table of the terminal game: it shows the game and lets the program think about it.

cgt.play.nim.app handles keys and mouse. The program thinks in another thread, one question at a
time. Everything that changes the game first stops that thread, so that no answer to an old question
is ever used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from time import monotonic
from typing import TypeVar

from cgt.board.grid import Grid
from cgt.board.polyomino import Placement
from cgt.board.regions import Region, find_regions
from cgt.common.errors import PieceError
from cgt.common.limits import Allowed, Limits
from cgt.draw.describe.proofs import sides_words
from cgt.placement.analysis import RegionValue, region_value
from cgt.placement.boxes import Box
from cgt.placement.choice import hint
from cgt.placement.game import PLAY_WORDS, Outcome
from cgt.placement.levels import Player, level_of
from cgt.placement.proof.player import ProofPlayer
from cgt.placement.thinking import Thinker
from cgt.play.asking import answer
from cgt.play.board_screen import BoardScreen
from cgt.play.hints import hint_text
from cgt.play.nim.board import BoardView
from cgt.play.nim.cursor import Cursor
from cgt.play.nim.game import NimGame
from cgt.play.nim.view import View, panel_text
from cgt.play.nim.windows import keys_text, title_text

_Answer = TypeVar("_Answer")

_SECONDS_FOR_REGION = 2.5  # of which each question takes a share
_SECONDS_FOR_PROOF = 60.0  # more than for who wins, to find the move of a proven win


class NimTable(BoardScreen):
    """A game on the screen, with the program thinking about it."""

    def __init__(
        self, game: NimGame, allowed: Allowed, threads: int, proof: ProofPlayer | None = None
    ) -> None:
        self._view_of_board = BoardView()
        super().__init__(self._view_of_board, keys_text())
        self.proof = proof
        self.allowed = allowed
        self._threads = threads
        self._thinking_since: float | None = None
        proved = sides_words(proof.head) if proof is not None else ""
        self.view = View(game, first_cursor(game), proved=proved)
        self.sit_down()

    def sit_down(self) -> None:
        """Makes the solver and the player for the game that is on the table."""
        game = self.view.game
        self.thinker = Thinker(
            game.rules,
            box=Box.around([game.start]),
            threads=self._threads,
            memory=self.allowed.memory,
        )
        self.player = self.new_player()

    def new_player(self) -> Player | ProofPlayer:
        if self.proof is not None:
            return self.proof
        game = self.view.game
        return Player(level_of(game.level), self.thinker, game.seed, self.allowed.time)

    @property
    def is_thinking(self) -> bool:
        """Whether the program is looking for its move."""
        return self.view.game.turn == "program" and not self.view.game.is_over

    # what is on the screen

    @property
    def grid(self) -> Grid:
        return self.view.game.start

    def on_mount(self) -> None:
        self.set_interval(0.5, self._tick)
        self.go_on()

    def draw(self) -> None:
        game = self.view.game
        self._view_of_board.view = self.view
        self.show_texts(title_text(game), panel_text(self.view), PLAY_WORDS[game.play])

    def tell(self, notice: str) -> None:
        self.view.notice = notice
        self.draw()

    def _tick(self) -> None:
        if self._thinking_since is not None:
            passed = int(monotonic() - self._thinking_since)
            self.view.thinking = f"thinking… {passed} s" if passed else "thinking…"
            self.draw()

    # the course of the game

    def set_game(self, game: NimGame, notice: str = "") -> None:
        cursor = self.view.cursor
        if cursor is not None and not game.fits(cursor.placement):
            cursor = cursor.nearest(game.placements)  # out of the way of what was just placed
        self.view = replace(
            self.view,
            game=game,
            cursor=cursor,
            hint=None,
            notice=notice,
            winner_is_known=False,
            regions=[],
        )
        self.go_on()

    def go_on(self) -> None:
        """Lets the program move if it is its turn; otherwise works out what the screen should
        show."""
        self.workers.cancel_group(self, "thinking")
        self._thinking_since = None
        self.view.thinking = ""
        if self.is_thinking:
            self.run_worker(self._find_move(), group="thinking")
        else:
            self.run_worker(self._survey(), group="thinking")
        self.draw()

    async def _ask(self, question: Callable[[Event], _Answer]) -> _Answer:
        """An answer from another thread, which is stopped when nobody waits for it any more."""
        self._thinking_since = monotonic()
        self._tick()
        return await answer(question)

    def _think_no_more(self) -> None:
        self._thinking_since = None
        self.view.thinking = ""
        self.draw()

    async def _find_move(self) -> None:
        game, player = self.view.game, self.player
        placement = await self._ask(lambda stop: player.move(game.board, stop))
        if placement is not None and self.view.game is game:
            # Not from here: the new state of the game ends all thinking about the old one.
            self.call_next(self._program_moves, game, placement)

    def _program_moves(self, game: NimGame, placement: Placement) -> None:
        if self.view.game is game:
            self.set_game(game.placed(placement))

    async def _survey(self) -> None:
        """Who wins, and the regions' values, if the screen should show them."""
        view = self.view
        board = view.game.board
        if view.shows_winner and not view.winner_is_known and not view.game.is_over:
            view.outcome = await self._ask(lambda stop: self._outcome(board, stop))
            view.winner_is_known = True
            self.draw()
        if view.shows_regions:
            for region in find_regions(board, view.game.pieces)[len(view.regions) :]:
                view.regions.append(await self._value(region))
                self.draw()
        self._think_no_more()

    def _outcome(self, board: Grid, stop: Event) -> Outcome | None:
        """Who wins a board on which the person is to move; a proof knows."""
        if self.proof is not None:
            return "P"
        return self.thinker.outcome(board, self.allowed.from_now(), stop)

    async def _value(self, region: Region) -> RegionValue:
        thinker = self.thinker
        return await self._ask(
            lambda stop: region_value(
                region, thinker.until(stop), Limits.of(seconds=_SECONDS_FOR_REGION)
            )
        )

    async def find_hint(self) -> None:
        view, thinker = self.view, self.thinker
        board = view.game.board
        found = await self._ask(
            lambda stop: hint(
                board,
                thinker.until(stop),
                self.allowed.from_now(),
                for_move=Limits.of(seconds=self.allowed.time + _SECONDS_FOR_PROOF),
            )
        )
        view.hint = found.move.placement if found.move else None
        view.notice = hint_text(found, self.allowed.time)
        await self._survey()


def first_cursor(game: NimGame) -> Cursor | None:
    try:
        return Cursor.over(game.pieces, game.start.width, game.start.height)
    except PieceError:  # nothing fits, and the game is over
        return None
