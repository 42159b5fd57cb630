"""The screens around a game of Tetris: the menu and the table of scores.

The menu is that of S. Park's game: 1 plays, 2 shows the ranking, 3 plays by recommendation and 4
leaves.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cgt.common.errors import CgtError
from cgt.common.shown import printable
from cgt.play.ranking import Entry
from cgt.play.tetris import view
from cgt.play.tetris.session import Session

_BEST = 10  # ranks shown, and ranks shown around a new entry further down
_AROUND = 2
_WIDEST_NAME = 20
Choice = Literal["play", "ranking", "auto", "exit"]
_CHOICES: dict[Choice, str] = {
    "play": "1  Play",
    "ranking": "2  Ranking",
    "auto": "3  Automatic play, by recommendation",
    "exit": "4  Exit",
}


def _title() -> Text:
    return Text.assemble(*view.title_row(), justify="center")


class MenuScreen(Screen[None]):
    """What to do."""

    class Chosen(Message):
        """One of the choices was made."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(label[0], f"choose('{name}')", show=False) for name, label in _CHOICES.items()),
        Binding("q", "choose('exit')", show=False),
    ]

    def __init__(self, about: str) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(_title(), classes="title")
            yield Static(printable(self._about), classes="about", markup=False)
            yield OptionList(*(Option(label, id=name) for name, label in _CHOICES.items()))
            yield Static("1 to 4, or ↑ ↓ and enter", classes="hint")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_choose(list(_CHOICES)[event.option_index])

    def action_choose(self, name: Choice) -> None:
        if self.is_active:
            self.post_message(MenuScreen.Chosen(name))


class TableScreen(ModalScreen[None]):
    """The best scores of the game that is played, and those around a new one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,t,space", "close", show=False),
        Binding("q", "app.ask_to_leave", show=False),
    ]

    def __init__(self, session: Session, new: Entry | None = None) -> None:
        super().__init__()
        self._session = session
        self._new = new

    def compose(self) -> ComposeResult:
        with Vertical(classes="box wide"):
            yield Static(_title(), classes="title")
            yield Static(printable(self._session.table_game), classes="game", markup=False)
            with VerticalScroll():
                yield Static(self._picture(), id="ranking")
            yield Static("enter: back   q: quit", classes="hint")

    def action_close(self) -> None:
        if self.is_active:  # unless an earlier key has closed it already
            self.dismiss()

    def _picture(self) -> Table | Text:
        try:
            entries = self._list(1, _BEST)
            if self._new is not None and self._new.rank > _BEST:
                first = max(self._new.rank - _AROUND, _BEST + 1)
                entries += self._list(first, self._new.rank + _AROUND)
        except CgtError as error:
            return Text(printable(str(error)))
        if not entries:
            return Text("Nobody is in the table of this game yet.", justify="center")
        return ranking_table(entries, self._new)

    def _list(self, first: int, last: int) -> list[Entry]:
        return self._session.ranking.list(first, last, game=self._session.table_game)


def ranking_table(entries: list[Entry], new: Entry | None) -> Table:
    """Entries with their ranks; an arrow marks a new one."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True)
    for column in ("rank", "name", "score", "lines", "pieces", "setting"):
        is_text = column in ("name", "setting")
        table.add_column(
            column,
            justify="left" if is_text else "right",
            no_wrap=True,
            max_width=_WIDEST_NAME if column == "name" else None,
            ratio=1 if column == "setting" else None,  # it takes what is left
        )
    last = 0
    for entry in entries:
        if entry.rank > last + 1:
            table.add_row("…")
        last = entry.rank
        is_new = new is not None and entry == new
        table.add_row(
            f"{'► ' if is_new else ''}{entry.rank:,}",
            Text(printable(entry.name)),
            f"{entry.score:,}",
            "" if entry.lines is None else f"{entry.lines:,}",
            "" if entry.pieces is None else f"{entry.pieces:,}",
            Text(printable(entry.setting)),
            style=Style(color="#f2d13e", bold=True) if is_new else "",
        )
    return table
