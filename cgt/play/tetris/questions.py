"""What a game of Tetris asks: for a name at its end, for a file to write its replay to, and what to
do with a game that the person leaves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, Generic, Literal, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from cgt.common.errors import CgtError
from cgt.common.shown import printable
from cgt.play.ranking import LONGEST_NAME, Entry, checked_name
from cgt.play.tetris.session import Session

_Answer = TypeVar("_Answer")
_LONGEST_FILE_NAME = 200

Leaving = Literal["keep", "leave", "back"]
_LEAVING: dict[Leaving, str] = {
    "keep": "1  Keep the score, and quit",
    "leave": "2  Quit without it",
    "back": "3  Back to the game",
}


def _figures(session: Session) -> str:
    game = session.game
    rank, of = session.rank
    return (
        f"score {game.score:,}   lines {game.lines:,}   pieces {game.placed:,}\n"
        f"rank {rank:,} of {of:,}"
    )


class _Question(ModalScreen[_Answer | None], Generic[_Answer]):
    """Asks for a text. Enter gives it; if it cannot be used, the question says why and stays.
    Escape gives None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._is_done = False

    def use(self, text: str) -> _Answer:
        """Uses the text; raises CgtError if it cannot be used."""
        raise NotImplementedError

    def about(self) -> Iterator[Widget]:
        """What stands above the line to type in."""
        raise NotImplementedError

    def keys(self) -> str:
        """What enter and escape do."""
        raise NotImplementedError

    def line(self) -> Input:
        """The line to type in."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield from self.about()
            yield self.line()
            yield Static("", id="problem", markup=False)
            yield Static(self.keys(), classes="hint")

    def on_input_changed(self) -> None:
        self._tell("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self._is_done or not self.is_active:
            return  # enter was pressed twice
        self._is_done = True
        try:
            answer = self.use(event.value)
        except CgtError as error:
            self._is_done = False
            self._tell(f"Sorry: {error}.")
        else:
            self.dismiss(answer)

    def action_close(self) -> None:
        if not self._is_done and self.is_active:
            self._is_done = True
            self.dismiss(None)

    def _tell(self, problem: str) -> None:
        self.query_one("#problem", Static).update(printable(problem))


class NameScreen(_Question[Entry]):
    """Asks for a name after the end of a game, or when it is given up; returns the entry, or None
    if the score is not entered."""

    def use(self, text: str) -> Entry:
        return self.session.enter(checked_name(text))

    def keys(self) -> str:
        if self.session.game.over:
            return "enter: into the table   esc: not this one"
        return "enter: keep it, and quit   esc: do not"

    def about(self) -> Iterator[Widget]:
        game = self.session.game
        yield Static("GAME OVER" if game.over else "THE GAME SO FAR", classes="over")
        yield Static(_figures(self.session), classes="about")
        for problem in (game.problem, self.session.problem):
            if problem:
                yield Static(printable(problem), classes="why", markup=False)

    def line(self) -> Input:
        name = Input(max_length=LONGEST_NAME)
        name.border_title = "your name"
        return name


class ReplayScreen(_Question[str]):
    """Asks for a file, and writes the replay of the game to it; returns the file, or None if it is
    not written."""

    def keys(self) -> str:
        return "enter: write it   esc: do not"

    def use(self, text: str) -> str:
        file = text.strip()
        if not file:
            raise CgtError("a file has a name")
        if Path(file).exists():
            raise CgtError(f"{file} is there already")
        self.session.save_replay(file)
        return file

    def about(self) -> Iterator[Widget]:
        yield Static("THE REPLAY, TO SHARE", classes="over")
        yield Static("in Base2048, as HATETRIS reads it", classes="about")

    def line(self) -> Input:
        game = self.session.game
        name = f"{game.setting.bad_name}-{game.score}.txt"
        file = Input(name, max_length=_LONGEST_FILE_NAME)
        file.border_title = "file"
        return file


class LeaveScreen(ModalScreen[Leaving]):
    """Asks what becomes of a game that is not over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Not q, which may come twice when it is held down.
        *(Binding(label[0], f"choose('{name}')", show=False) for name, label in _LEAVING.items()),
        Binding("escape", "choose('back')", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static("QUIT?", classes="over")
            yield Static(_figures(self._session), classes="about")
            yield OptionList(*(Option(label, id=name) for name, label in _LEAVING.items()))
            yield Static("1 to 3, or ↑ ↓ and enter", classes="hint")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_choose(list(_LEAVING)[event.option_index])

    def action_choose(self, leaving: Leaving) -> None:
        if self.is_active:  # unless an earlier key has closed it already
            self.dismiss(leaving)
