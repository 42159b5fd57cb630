"""The editor of boards: keys, mouse and paste turned into changes of a board."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Paste
from textual.screen import ModalScreen, Screen

from cgt.board.boardfile import format_boards, parse_boards
from cgt.board.grid import Cell, Grid
from cgt.common.errors import CgtError, FileError
from cgt.common.examples import PREFIX, is_example
from cgt.common.limits import Allowed
from cgt.placement.levels import PER_MOVE
from cgt.placement.solver import check_board_size
from cgt.play.dialogs import ChoiceWindow, NameWindow, TextWindow
from cgt.play.edit.board import DrawnBoard
from cgt.play.edit.document import Document
from cgt.play.edit.drawing import History, next_mirroring, painted, painted_cells, resized
from cgt.play.edit.help import HELP
from cgt.play.edit.table import EditTable

INTERRUPTED = 130  # what is returned after Ctrl-C
_DEFAULT_FILE = "board.txt"
_SIZE = re.compile(r"(\d{1,3})\s*[x×]\s*(\d{1,3})", re.ASCII)
_PASTED = "what was pasted"  # what messages call it


class EditScreen(EditTable):
    """The table, and what a person can do at it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1, 0)"),
        Binding("down,j", "move(1, 0)"),
        Binding("left,h", "move(0, -1)"),
        Binding("right,l", "move(0, 1)"),
        Binding("space,enter", "paint"),
        Binding("full_stop", "type(False)"),
        Binding("number_sign", "type(True)"),
        Binding("y", "symmetry"),
        Binding("u,ctrl+z", "undo"),
        Binding("r,ctrl+y", "redo"),
        Binding("f", "fill"),
        Binding("c", "clear"),
        Binding("x", "invert"),
        Binding("shift+right,L", "resize(1, 0)"),
        Binding("shift+left,H", "resize(-1, 0)"),
        Binding("shift+down,J", "resize(0, 1)"),
        Binding("shift+up,K", "resize(0, -1)"),
        Binding("z", "size"),
        Binding("t", "name"),
        Binding("m", "play"),
        Binding("p", "pieces"),
        Binding("tab", "next_board(1)"),
        Binding("shift+tab", "next_board(-1)"),
        Binding("question_mark", "hint"),
        Binding("s,ctrl+s", "save"),
        Binding("i,f1", "help"),
        Binding("q", "app.quit"),
    ]

    def __init__(self, document: Document, allowed: Allowed, **said: str | None) -> None:
        super().__init__(document, allowed, **said)
        self._stroke: tuple[History, bool] | None = None  # before it, and what it paints

    # painting

    def action_move(self, down: int, right: int) -> None:
        grid, (row, column) = self.view.board.grid, self.view.cursor
        self._point((row + down) % grid.height, (column + right) % grid.width)

    def _point(self, row: int, column: int) -> None:
        self.view.cursor = (row, column)
        self.tell("")

    def _paint(self, cell: Cell, filled: bool, history: History | None = None) -> None:
        """Paints a cell and its images; with a `history`, as one step with what was painted since
        then."""
        grid = self.view.board.grid
        cells = painted_cells(grid, cell, self.view.mirroring)
        new = painted(grid, cells, filled=filled)
        self._change((history or self.history).changed(new))

    def action_paint(self) -> None:
        self._paint(self.view.cursor, not self.view.board.grid[self.view.cursor])

    def action_type(self, filled: bool) -> None:
        """Writes a cell as in a board file, and goes to the next one."""
        self._paint(self.view.cursor, filled)
        row, column = self.view.cursor
        self._point(row, min(column + 1, self.view.board.grid.width - 1))

    def on_drawn_board_pressed(self, event: DrawnBoard.Pressed) -> None:
        self._point(*event.cell)
        self._stroke = self.history, not self.view.board.grid[event.cell]
        self._paint(event.cell, self._stroke[1], self._stroke[0])

    def on_drawn_board_dragged(self, event: DrawnBoard.Dragged) -> None:
        if self._stroke is not None:
            self._point(*event.cell)
            self._paint(event.cell, self._stroke[1], self._stroke[0])

    def on_drawn_board_released(self) -> None:
        self._stroke = None

    def action_symmetry(self) -> None:
        self.view.mirroring = next_mirroring(self.view.mirroring)
        self.tell("")

    # the whole board

    def _change(self, history: History, notice: str = "") -> bool:
        """Shows a changed board, or says why it cannot be; returns whether it could."""
        try:
            check_board_size(history.now.grid, history.now.where)
            format_boards([history.now])  # a name, for example, must fit on a line
            self.set_history(history, notice)
        except FileError as error:
            self.tell(f"{error.problem}.")
        except CgtError as error:
            self.tell(f"{error}.")
        else:
            return True
        return False

    def _change_grid(self, grid: Grid) -> None:
        self._change(self.history.changed(grid))

    def action_undo(self) -> None:
        there_is = bool(self.history.before)
        self._change(self.history.undone(), "" if there_is else "There is nothing to undo.")

    def action_redo(self) -> None:
        there_is = bool(self.history.after)
        self._change(self.history.redone(), "" if there_is else "There is nothing to redo.")

    def action_fill(self) -> None:
        grid = self.view.board.grid
        self._change_grid(Grid.of_size(grid.width, grid.height).inverted())

    def action_clear(self) -> None:
        grid = self.view.board.grid
        self._change_grid(Grid.of_size(grid.width, grid.height))

    def action_invert(self) -> None:
        self._change_grid(self.view.board.grid.inverted())

    def action_resize(self, columns: int, rows: int) -> None:
        grid = self.view.board.grid
        self._resize(max(1, grid.width + columns), max(1, grid.height + rows))

    def _resize(self, width: int, height: int) -> None:
        self._change_grid(resized(self.view.board.grid, width, height))

    def action_size(self) -> None:
        def resize(text: str | None) -> None:
            if text is None:
                return
            found = _SIZE.fullmatch(text)
            if found is None or not int(found[1]) or not int(found[2]):
                self.tell(f"{text!r} is not a size such as 7x7.")
            else:
                self._resize(int(found[1]), int(found[2]))

        grid = self.view.board.grid
        self._ask("Columns × rows", f"{grid.width}x{grid.height}", "size", resize)

    def on_paste(self, event: Paste) -> None:
        event.stop()
        text = event.text.strip("\r\n").replace("\r\n", "\n").replace("\r", "\n")
        if "\n" not in text:
            text = text.replace("|", "\n")
        try:
            board = parse_boards(text, _PASTED, pieces=self.view.board.pieces)[0]
        except CgtError as error:
            self.tell(f"{error}.")
        else:
            said = {key: getattr(board, key) for key in ("name", "play", "pieces")}
            known = {key: value for key, value in said.items() if value is not None}
            self._change(self.history.changed(board.grid, **known), "Pasted; u undoes it.")

    # what is said about it

    def _ask(self, title: str, text: str, what: str, then: Callable[[str | None], None]) -> None:
        self.app.push_screen(NameWindow(title, text, what), then)

    def action_name(self) -> None:
        def name(text: str | None) -> None:
            if text is not None:
                self._change(self.history.changed(name=text))

        self._ask("The board's name", self.view.board.name or "", "name", name)

    def action_pieces(self) -> None:
        def choose(text: str | None) -> None:
            if text is not None:
                self._change(self.history.changed(pieces=text))

        self._ask("The pieces", self.view.board.pieces or "tetromino", "pieces", choose)

    def action_play(self) -> None:
        other = "misere" if self.view.board.play == "normal" else "normal"
        self._change(self.history.changed(play=other))

    def action_next_board(self, step: int) -> None:
        if len(self.histories) == 1:
            self.tell("There is only one board in this file.")
            return
        before = self.number
        self.number = (before + step) % len(self.histories)
        if not self._change(self.history):
            self.number = before
            self.draw()

    def action_hint(self) -> None:
        self.look_for_move()

    def action_help(self) -> None:
        self.app.push_screen(TextWindow("Drawing a board", HELP))

    # files

    def action_save(self) -> None:
        self.save()

    def save(self, *, and_leave: bool = False) -> None:
        """Asks for a name and saves, if the person does not change their mind."""

        def save(name: str | None) -> None:
            if name is None:
                return
            try:
                is_other = self.document.would_overwrite(name)
            except CgtError as error:
                self.tell(f"{error}.")
                return
            if is_other:
                self._ask_to_overwrite(name, and_leave)
            else:
                self._save(name, and_leave)

        self._ask("Save the board file", self._offered_name(), "file name", save)

    def _offered_name(self) -> str:
        path = self.document.path
        if path is None:
            return _DEFAULT_FILE
        return f"{path.removeprefix(PREFIX)}.txt" if is_example(path) else path

    def _ask_to_overwrite(self, name: str, and_leave: bool) -> None:
        def overwrite(answer: str | None) -> None:
            if answer == "yes":
                self._save(name, and_leave)
            else:
                self.tell("Not saved.")

        options = [("no", " No, keep it"), ("yes", " Yes, overwrite it")]
        window = ChoiceWindow(f"{Path(name).name} has something else", options, "no")
        self.app.push_screen(window, overwrite)

    def _save(self, name: str, and_leave: bool) -> None:
        try:
            self.document = self.document.saved(name, [one.now for one in self.histories])
        except CgtError as error:
            self.tell(f"{error}.")
            return
        self.histories = [
            History(board, history.before, history.after)
            for board, history in zip(self.document.boards, self.histories, strict=True)
        ]
        self.view.board = self.history.now
        self.tell(f"Saved as {name}.")
        if and_leave:
            self.app.exit()


class EditApp(App[None]):
    """The editor."""

    TITLE = "cgt edit"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", priority=True, show=False),
    ]

    def __init__(
        self, document: Document, *, allowed: Allowed = PER_MOVE, **said: str | None
    ) -> None:
        """`allowed` is for each thing that is found out. What is `said`, `pieces` and `play`, is
        changed in all boards. Raises CgtError for a piece set that does not exist."""
        super().__init__()
        self.table = EditScreen(document, allowed, **said)

    def action_interrupt(self) -> None:
        self.exit(return_code=INTERRUPTED)

    async def action_quit(self) -> None:
        """Leaves, or asks what to do with changes that are not saved; only closes a window."""
        if isinstance(self.screen, ModalScreen):
            self.screen.dismiss(None)
            return
        if self.table.is_saved:
            self.exit()
            return

        def decide(answer: str | None) -> None:
            if answer == "save":
                self.table.save(and_leave=True)
            elif answer == "leave":
                self.exit()

        options = [("save", " Save them"), ("leave", " Leave without them"), ("stay", " Stay")]
        self.push_screen(ChoiceWindow("There are unsaved changes", options, "save"), decide)

    def get_default_screen(self) -> Screen[None]:
        return self.table
