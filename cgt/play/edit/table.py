"""The table on which a board is drawn: it shows the board, and lets the program think about it.

cgt.play.edit.app handles keys and mouse. Whatever changes the board first stops the thinking about
the old one, so typing never waits, and no answer to an old question is ever shown.
"""

from __future__ import annotations

import asyncio

from cgt.board.boardfile import Board
from cgt.board.grid import Grid
from cgt.common.limits import Allowed, Limits
from cgt.placement.boxes import Box
from cgt.placement.choice import hint
from cgt.placement.game import PlacementGame
from cgt.placement.thinking import Thinker
from cgt.play.asking import answer
from cgt.play.board_screen import BoardScreen
from cgt.play.edit.board import DrawnBoard
from cgt.play.edit.document import Document
from cgt.play.edit.drawing import History
from cgt.play.edit.survey import Survey
from cgt.play.edit.view import View, keys_text, panel_text, title_text
from cgt.play.hints import hint_text

_PAUSE = 0.08  # seconds without a change before thinking begins
_SECONDS_FOR_PROOF = 60.0  # more than for who wins, to find the move of a proven win


class EditTable(BoardScreen):
    """The boards of a document with their histories, one of them on the screen."""

    def __init__(self, document: Document, allowed: Allowed, **said: str | None) -> None:
        """Raises CgtError for a piece set that does not exist."""
        self._drawn = DrawnBoard()
        super().__init__(self._drawn, keys_text())
        self.document = document
        self.allowed = allowed
        self.histories = [History(board).changed(None, **said) for board in document.boards]
        self.number = 0
        board = self.history.now
        survey = Survey(board.grid, self._game(board))
        self._thinker = self._new_thinker(survey)
        self.view = View(board, survey, seconds=allowed.time)

    def _game(self, board: Board) -> PlacementGame:
        return PlacementGame(self.document.pieces_of(board), board.play or "misere")

    def _new_thinker(self, survey: Survey) -> Thinker:
        box = Box.around([survey.grid])
        return Thinker(survey.game, box=box, memory=self.allowed.memory)

    @property
    def history(self) -> History:
        return self.histories[self.number]

    @property
    def is_saved(self) -> bool:
        """Whether the file has the boards as they are."""
        now = [history.now for history in self.histories]
        return now == list(self.document.boards)

    # what is on the screen

    @property
    def grid(self) -> Grid:
        return self.view.board.grid

    def on_mount(self) -> None:
        self._survey_anew()

    def draw(self) -> None:
        if not self.query(DrawnBoard):
            return  # an answer came while the person leaves
        view = self.view
        view.file, view.is_saved = self.document.path, self.is_saved
        view.number, view.boards = self.number, len(self.histories)
        self._drawn.view = view
        self.show_texts(title_text(view), panel_text(view))

    def tell(self, notice: str) -> None:
        self.view.notice = notice
        self.draw()

    # changes

    def set_history(self, history: History, notice: str = "") -> None:
        """Shows another board from now on. Raises CgtError for a piece set that does not exist;
        then nothing changes."""
        board, old, shown = history.now, self.view.survey, self.view.board
        is_same = (board.pieces, board.play) == (shown.pieces, shown.play)
        game = old.game if is_same else self._game(board)  # many pieces take long to list
        self.histories[self.number] = history
        row, column = self.view.cursor
        cursor = min(row, board.grid.height - 1), min(column, board.grid.width - 1)
        self.view.board, self.view.cursor, self.view.notice = board, cursor, notice
        if board.grid != old.grid or game != old.game:
            self.view.survey = Survey(board.grid, game)
            self.view.hint = None
            sides = (board.grid.width, board.grid.height)
            if game != old.game or sides != (old.grid.width, old.grid.height):
                self._thinker = self._new_thinker(self.view.survey)
            self._survey_anew()
        self.lay_out(self.size)
        self.draw()

    # thinking

    def _survey_anew(self) -> None:
        self.workers.cancel_group(self, "thinking")
        self.run_worker(self._survey(), group="thinking")
        self.draw()

    async def _survey(self) -> None:
        survey, thinker = self.view.survey, self._thinker
        await asyncio.sleep(_PAUSE)
        async for _ in survey.find_out(thinker, self.allowed.time):
            self.draw()

    def look_for_move(self) -> None:
        """Looks for the best move, then for what else is not known yet."""
        self.workers.cancel_group(self, "thinking")
        self.tell("Looking for the best move…")
        self.run_worker(self._look_for_move(), group="thinking")

    async def _look_for_move(self) -> None:
        view, thinker = self.view, self._thinker
        found = await answer(
            lambda stop: hint(
                view.board.grid,
                thinker.until(stop),
                self.allowed.from_now(),
                for_move=Limits.of(seconds=self.allowed.time + _SECONDS_FOR_PROOF),
            )
        )
        view.hint = found.move.placement if found.move else None
        view.survey.outcome = found.outcome or view.survey.outcome
        view.notice = hint_text(found, self.allowed.time)
        self.draw()
        await self._survey()
