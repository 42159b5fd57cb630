"""A finished game watched in the terminal: it plays by itself, stops, steps, and goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from cgt.duel.trace import Trace
from cgt.play.tetris import view
from cgt.play.tetris.app import TetrisApp
from cgt.play.tetris.recording import Recording
from cgt.play.tetris.well_screen import WellScreen

if TYPE_CHECKING:
    from textual.timer import Timer

INTERRUPTED = 130  # what is returned after Ctrl-C
SPEEDS = (1, 2, 4, 8, 15, 30, 60)  # pieces a second
_FIRST_SPEED = 2  # which of them
_FAR = 25  # pieces that the keys for a page go
_KEYS = (
    ("space", "pause, continue"),
    ("← →", "a piece back, on"),
    ("pgup", f"{_FAR} back"),
    ("pgdn", f"{_FAR} on"),
    ("home", "the beginning"),
    ("end", "the end"),
    ("+ -", "speed"),
    ("q", "quit"),
)


class WatchScreen(WellScreen):
    """A recording and the keys that run it; `number` is the moment that is shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,p", "pause", show=False),
        Binding("right,l", "step(1)", show=False),
        Binding("left,h", "step(-1)", show=False),
        Binding("pagedown", f"step({_FAR})", show=False),
        Binding("pageup", f"step(-{_FAR})", show=False),
        Binding("home", "go_to(0)", show=False),
        Binding("end", "end", show=False),
        Binding("plus,equals_sign", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        Binding("q,escape", "app.quit", show=False),
    ]

    def __init__(self, recording: Recording, against: str) -> None:
        super().__init__(recording.rules)
        self.recording = recording
        self.number = 0
        self.paused = False
        self._against = against
        self._speed = _FIRST_SPEED
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        self.picture("well").styles.height = self.recording.rules.height + 1
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_interval(1 / SPEEDS[self._speed], self._play_on)

    def on_resize(self, event: events.Resize) -> None:
        self.fit_in(event.size, "q quits.")
        self._show()

    # what is shown

    def _show(self) -> None:
        moment = self.recording[self.number]
        notice = ["", "GAME OVER" if self.recording.is_over else "THE END", ""]
        self.picture("well").show(
            view.moment_rows(self.recording.rules, moment, () if moment.landing else notice)
        )
        self.picture("left").show(
            [
                view.title_row(),
                [],
                *view.value_rows(
                    [
                        ("score", f"{moment.lines:,}"),
                        ("pieces", f"{self.number:,} of {self.recording.pieces:,}"),
                        ("against", self._against),
                    ]
                ),
                [],
                view.progress_row(self.number, self.recording.pieces),
                [],
                self._state(),
            ]
        )
        self.picture("right").show([view.heading("keys"), *view.plain_keys_rows(_KEYS)])

    def _state(self) -> view.Row:
        if self.number == self.recording.pieces:
            return view.notice_row("space: once more")
        if self.paused:
            return view.notice_row("paused")
        speed = SPEEDS[self._speed]
        return view.heading(f"{speed} piece{'' if speed == 1 else 's'} a second")

    # what happens

    def _play_on(self) -> None:
        if not self.paused and self.fits:
            self.action_go_to(self.number + 1)

    def action_go_to(self, number: int) -> None:
        self.number = max(0, min(number, self.recording.pieces))
        self._show()

    def action_end(self) -> None:
        self.action_go_to(self.recording.pieces)

    def action_step(self, pieces: int) -> None:
        self.paused = True
        self.action_go_to(self.number + pieces)

    def action_pause(self) -> None:
        if self.number == self.recording.pieces:
            self.number, self.paused = 0, False
        else:
            self.paused = not self.paused
        self._show()

    def action_speed(self, by: int) -> None:
        self._speed = max(0, min(self._speed + by, len(SPEEDS) - 1))
        self._set_timer()
        self._show()


class WatchApp(App[None]):
    """Shows a game from its trace until the person leaves."""

    TITLE = "cgt replay --watch"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", priority=True, show=False),
    ]
    CSS = TetrisApp.CSS

    def __init__(self, trace: Trace, against: str) -> None:
        """Raises CgtError if the trace breaks the rules."""
        super().__init__()
        self.shown = WatchScreen(Recording(trace), against)
        self.animation_level = "none"  # the pieces move enough

    def action_interrupt(self) -> None:
        self.exit(return_code=INTERRUPTED)

    def get_default_screen(self) -> WatchScreen:
        return self.shown
