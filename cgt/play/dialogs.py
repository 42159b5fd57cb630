"""Small windows over a game: a text to read, a choice, a name.

Each returns what was chosen, or None if it was closed with Escape.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from cgt.common.shown import has_control, printable_lines

_CSS = """
TextWindow, ChoiceWindow, NameWindow { align: center middle; }
.window {
    width: auto; max-width: 90%; height: auto; max-height: 90%;
    padding: 0 2; border: round $accent; background: $surface;
}
.window Static { width: auto; }
.window OptionList { width: 50; height: auto; background: $surface; padding: 0; }
.window OptionList, .window OptionList:focus { border: none; }
.window Input, .window Input:focus { width: 52; height: 1; border: none; padding: 0; }
"""


class _Window(ModalScreen[str]):
    """A window that closes only once, however many keys come in one burst."""

    def leave_with(self, result: str | None) -> None:
        if self.is_current:
            self.dismiss(result)

    def action_leave(self) -> None:
        self.leave_with(None)


class TextWindow(_Window):
    """Something to read, until a key is pressed."""

    DEFAULT_CSS = _CSS

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        window = Vertical(Static(Content(printable_lines(self._text))), classes="window")
        window.border_title = self._title
        window.border_subtitle = "any key"
        yield window

    async def on_key(self, event: Key) -> None:
        event.stop()
        if event.key == "q":
            await self.app.action_quit()
        else:
            self.leave_with(None)

    def on_click(self, event: Click) -> None:
        event.stop()
        self.leave_with(None)


class ChoiceWindow(_Window):
    """A choice of one of several, with the arrows and Enter or with the mouse."""

    DEFAULT_CSS = _CSS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave"),
        Binding("q", "app.quit"),
    ]

    def __init__(self, title: str, options: Sequence[tuple[str, str]], current: str) -> None:
        """`options` are pairs of a name, which the window returns, and the text that it shows."""
        super().__init__()
        self._title = title
        self._options = options
        self._current = current

    def compose(self) -> ComposeResult:
        choice = OptionList(*(Content(shown) for _, shown in self._options))
        choice.highlighted = [name for name, _ in self._options].index(self._current)
        window = Vertical(choice, classes="window")
        window.border_title = self._title
        window.border_subtitle = "enter · escape"
        yield window

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.leave_with(self._options[event.option_index][0])


class NameWindow(_Window):
    """The name of a file, or of something else."""

    DEFAULT_CSS = _CSS
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave")]

    def __init__(self, title: str, name: str, what: str = "file name") -> None:
        super().__init__()
        self._title = title
        self._what = what
        self._name = "" if has_control(name) else name  # nobody could see or type it

    def compose(self) -> ComposeResult:
        window = Vertical(Input(self._name, placeholder=self._what), classes="window")
        window.border_title = self._title
        window.border_subtitle = "enter · escape"
        yield window

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.leave_with(event.value.strip() or None)
