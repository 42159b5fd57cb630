"""The screen on which Tetris is played: it shows a live game, takes its keys, and lets time pass.

The rules are in `cgt.play.tetris.live` and below. Bad's choice and the search for a recommended
placement may take long. They run in a thread and are stopped when nobody waits for them.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import events, work
from textual.binding import Binding, BindingType

from cgt.common.errors import CgtError
from cgt.duel.evaluate.recommend import recommend
from cgt.duel.foresight import foreseen
from cgt.duel.moves.model import TurnKind
from cgt.duel.rules import WellPlacement
from cgt.play.ranking import Entry
from cgt.play.tetris import view
from cgt.play.tetris.live import Move
from cgt.play.tetris.questions import NameScreen, ReplayScreen
from cgt.play.tetris.screens import TableScreen
from cgt.play.tetris.session import Session
from cgt.play.tetris.well_screen import WellScreen

if TYPE_CHECKING:
    from textual.timer import Timer

AUTOMATIC_SPEEDS = (1, 2, 4, 8, 15, 30, 60)  # pieces a second
_FIRST_AUTOMATIC_SPEED = 2  # which of them

_Answer = TypeVar("_Answer")


class _UnwantedError(Exception):
    """Stops a search that nobody waits for any more."""


async def _answer(search: Callable[[Callable[[], None]], _Answer]) -> _Answer:
    """Searches in a thread. The search gets a function to call now and then, which raises an error
    once this is cancelled."""
    unwanted = threading.Event()

    def pulse() -> None:
        if unwanted.is_set():
            raise _UnwantedError

    try:
        return await asyncio.to_thread(search, pulse)
    finally:
        unwanted.set()


class GameScreen(WellScreen):
    """A game and the keys that play it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move('left')", show=False),
        Binding("right", "move('right')", show=False),
        Binding("down", "move('down')", show=False),
        Binding("up,x", "move('turn')", show=False),
        Binding("z", "turn('counterclockwise')", show=False),
        Binding("c", "turn('half')", show=False),
        Binding("space", "move('drop')", show=False),
        Binding("p", "pause", show=False),
        Binding("r", "recommend", show=False),
        Binding("a", "automatic", show=False),
        Binding("plus,equals_sign", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        Binding("n", "new_game", show=False),
        Binding("t", "table", show=False),
        Binding("m", "menu", show=False),
        Binding("s", "save_replay", show=False),
        Binding("q", "quit", show=False),
    ]

    def __init__(self, session: Session, *, automatic: bool) -> None:
        super().__init__(session.game.setting.rules)
        self.session = session
        self.automatic = automatic
        self.shows_recommended = False
        self.paused = False
        self.recommended: WellPlacement | None = None
        self._problem = ""
        self._end_is_to_come = False
        self._automatic_speed = _FIRST_AUTOMATIC_SPEED
        self._falls: Timer | None = None
        self._plays: Timer | None = None

    # what is shown

    def on_mount(self) -> None:
        if self.session.wishes.speed > 0:
            self._falls = self.set_interval(1 / self.session.wishes.speed, self._fall)
        self._set_automatic_timer()
        self._problem = self.session.problem
        self._go_on()

    def on_resize(self, event: events.Resize) -> None:
        self.fit_in(event.size, "The game waits; q quits.")
        if not self.fits:
            self.paused = self.paused or not self.session.game.over
        self.picture("well").styles.height = self._well_rows + 1
        self._show()

    def _show(self) -> None:
        if not self.query("#well"):
            return  # the screen is being closed, and an answer came in late
        shown = self.recommended if self.shows_recommended or self.automatic else None
        self.picture("well").show(
            view.well_rows(
                self.session.game,
                self._well_rows,
                None if self.paused else shown,
                self._notice(),
            )
        )
        self.picture("left").show(self._left())
        self.picture("right").show(self._right())

    @property
    def _well_rows(self) -> int:
        """How many rows of the well are shown, including those above it if pieces come in there."""
        rules = self.session.game.setting.rules
        rows = rules.height + (view.ROWS_ABOVE if rules.begin_above else 0)
        return min(rows, max(self.size.height - 1, rules.height))

    def _notice(self) -> list[str]:
        if self.session.game.over:
            replay = [] if self.session.why_no_replay else ["s: save the replay"]
            return ["", "GAME OVER", "n: new game", *replay, ""]
        return ["", "PAUSED", "p: continue", ""] if self.paused else []

    def _left(self) -> view.Rows:
        game, wishes = self.session.game, self.session.wishes
        rank, of = self.session.rank
        falls = f"{wishes.speed:g} row{'' if wishes.speed == 1 else 's'}/s"
        state: view.Row = []
        if game.waits:
            state = view.notice_row("Bad is thinking")
        elif self.automatic:
            state = view.notice_row(f"automatic, {self._pieces_a_second}/s")
        elif self.shows_recommended:
            state = view.notice_row("recommending")
        return [
            view.title_row(),
            [],
            *view.value_rows(
                [
                    ("score", f"{game.score:,}"),
                    ("lines", f"{game.lines:,}"),
                    ("pieces", f"{game.placed:,}"),
                    ("rank so far", f"{rank:,} of {of:,}"),
                ]
            ),
            [],
            *view.value_rows(
                [
                    ("against", game.setting.bad_name),
                    ("seed", str(game.setting.seed)),
                    ("falls", falls if wishes.speed else "by your hand"),
                    ("advice", wishes.weights.name),
                ]
            ),
            [],
            state,
            [],
            *(
                view.told(self._problem)
                if self._problem
                else view.legend_rows(self.shows_recommended or self.automatic)
            ),
        ]

    def _right(self) -> view.Rows:
        game = self.session.game
        coming = game.visible if game.waits else game.visible[1:]
        return [
            *([view.heading("next")] if coming else []),
            *view.next_rows(game.setting.rules, coming),
            view.heading("keys"),
            *view.keys_rows(game.setting.rules.model, with_replay=not self.session.why_no_replay),
        ]

    # what happens

    @property
    def _waits(self) -> bool:
        return self.paused or self.session.game.over or not self.is_active

    def _fall(self) -> None:
        if not self._waits and not self.automatic:
            self._move("down")

    def _move(self, move: Move) -> None:
        placed = self.session.game.placed
        self.session.game.move(move)
        if self.session.game.placed > placed:
            self._next_piece()
        self._show()

    def _next_piece(self) -> None:
        self.recommended = None
        self._go_on()

    def _go_on(self) -> None:
        """Decides what happens after a piece has landed or come in."""
        if self.session.game.waits:
            self._let_bad_think()
        elif self.session.game.over:
            self._end()
        else:
            if self._falls is not None:
                self._falls.reset()  # each piece starts with a full time step
            self._look_for_recommendation()

    @work(group="bad", exclusive=True)
    async def _let_bad_think(self) -> None:
        game = self.session.game
        await _answer(game.come_in)
        if game is self.session.game:
            self._go_on()
            self._show()

    def _end(self) -> None:
        game = self.session.game
        self.automatic = False
        self._end_is_to_come = not self.is_active
        if self._end_is_to_come:
            return
        self.session.try_to_write_down()
        self._problem = " ".join(filter(None, (game.problem, self.session.problem)))
        if game.placed:
            self.app.push_screen(NameScreen(self.session), self._entered)

    def on_screen_resume(self) -> None:
        if self._end_is_to_come:  # Bad was thinking while something else was shown
            self._end()
            self._show()

    def _entered(self, entry: Entry | None) -> None:
        if entry is not None:
            self.app.push_screen(TableScreen(self.session, entry))

    # recommended placements

    def _look_for_recommendation(self) -> None:
        wanted = self.automatic or self.shows_recommended
        if not wanted:
            self.workers.cancel_group(self, "recommend")
        elif self.recommended is None and self.session.game.falling is not None:
            self._recommend()

    @work(group="recommend", exclusive=True)
    async def _recommend(self) -> None:
        game, wishes = self.session.game, self.session.wishes
        setting, placed, well, visible = game.setting, game.placed, game.well, game.visible
        played = game.trace().placements

        def search(pulse: Callable[[], None]) -> WellPlacement | None:
            if setting.can_be_foreseen:
                found = foreseen(setting, played, wishes.weights, setting.keeps, pulse)
                if found is not None:
                    return found
            best = recommend(setting.rules, well, visible, wishes.weights, setting.keeps, pulse)
            return None if best is None else best.placement

        try:
            found = await _answer(search)
        except CgtError as error:
            self._recommend_no_more(error)
            return
        if game is self.session.game and placed == game.placed and found is not None:
            self.recommended = found
            self._show()

    def _recommend_no_more(self, error: CgtError) -> None:
        self._problem = f"No recommendation: {error}"
        self.automatic = self.shows_recommended = False
        self._show()

    @property
    def _pieces_a_second(self) -> int:
        return AUTOMATIC_SPEEDS[self._automatic_speed]

    def _set_automatic_timer(self) -> None:
        if self._plays is not None:
            self._plays.stop()
        self._plays = self.set_interval(1 / self._pieces_a_second, self._play_recommended)

    def _play_recommended(self) -> None:
        if self._waits or not self.automatic or self.recommended is None:
            return
        try:
            self.session.game.place(self.recommended)
        except CgtError as error:
            self._recommend_no_more(error)
            return
        self.session.automatic_pieces += 1
        self._next_piece()
        self._show()

    # keys

    def action_move(self, move: Move) -> None:
        if not self._waits and not self.automatic:
            self._move(move)

    def action_turn(self, turn: TurnKind) -> None:
        """Makes another kind of turn, if the move model has several."""
        if turn in self.session.game.setting.rules.model.turns[1:]:
            self.action_move(turn)

    def action_pause(self) -> None:
        if not self.session.game.over and self.fits:
            self.paused = not self.paused
            self._show()

    def action_recommend(self) -> None:
        self.shows_recommended = not self.shows_recommended
        self._problem = ""
        self._look_for_recommendation()
        self._show()

    def action_automatic(self) -> None:
        if not self.session.game.over:
            self.automatic = not self.automatic
            self._problem = ""
            self._look_for_recommendation()
            self._show()

    def action_speed(self, by: int) -> None:
        speed = self._automatic_speed + by
        self._automatic_speed = min(max(speed, 0), len(AUTOMATIC_SPEEDS) - 1)
        self._set_automatic_timer()
        self._show()

    def action_new_game(self) -> None:
        if not self.is_active:
            return
        try:
            self.session.begin_anew()
        except CgtError as error:
            self._problem = f"No new game: {error}"
            self._show()
            return
        for group in ("bad", "recommend"):
            self.workers.cancel_group(self, group)
        self.paused = not self.fits
        self._problem = self.session.problem
        self._next_piece()
        self._show()

    def action_table(self) -> None:
        if self.is_active:
            self._wait()
            self.app.push_screen(TableScreen(self.session))

    def action_save_replay(self) -> None:
        if self.is_active and self.session.has_replay:
            self.app.push_screen(ReplayScreen(self.session), self._saved)

    def _saved(self, file: str | None) -> None:
        if file is not None:
            self._problem = f"The replay is in {file}"
            self._show()

    def action_quit(self) -> None:
        if self.is_active:
            self._wait()
            self.app.action_ask_to_leave()  # type: ignore[attr-defined]

    def action_menu(self) -> None:
        if self.is_active:  # unless an earlier key has left it already
            self.app.pop_screen()

    def _wait(self) -> None:
        self.paused = not self.session.game.over
        self._show()
