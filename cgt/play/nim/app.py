"""The terminal game: a person against the program on a board of a placement game.

This module turns keys and mouse into moves of a `NimGame`. Rules, levels and pictures are
elsewhere; cgt.play.nim.table lets the program think.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.screen import Screen

from cgt.common.errors import CgtError
from cgt.common.files import STANDARD_INPUT, file_exists, file_of
from cgt.common.limits import Allowed
from cgt.placement.levels import PER_MOVE
from cgt.placement.proof.player import ProofPlayer
from cgt.play.dialogs import NameWindow
from cgt.play.nim.board import BoardView
from cgt.play.nim.cursor import Cursor
from cgt.play.nim.file import read_game, save_game
from cgt.play.nim.game import NimGame, Side
from cgt.play.nim.table import NimTable, first_cursor
from cgt.play.nim.windows import level_window, rules_window, side_window

INTERRUPTED = 130  # what is returned after Ctrl-C
_DEFAULT_FILE = "nim-game.txt"


class NimScreen(NimTable):
    """The table, and what a person can do at it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1, 0)"),
        Binding("down,j", "move(1, 0)"),
        Binding("left,h", "move(0, -1)"),
        Binding("right,l", "move(0, 1)"),
        Binding("r", "turn(1)"),
        Binding("R", "turn(-1)"),
        Binding("f", "flip"),
        Binding("tab", "next_piece(1)"),
        Binding("shift+tab", "next_piece(-1)"),
        Binding("enter,space", "place"),
        Binding("u", "take_back"),
        Binding("question_mark", "hint"),
        Binding("w", "toggle_winner"),
        Binding("g", "toggle_regions"),
        Binding("n", "new_game"),
        Binding("v", "level"),
        Binding("s", "save"),
        Binding("o", "load"),
        Binding("i", "rules"),
        Binding("q", "app.quit"),
    ]

    def __init__(
        self,
        game: NimGame,
        allowed: Allowed,
        threads: int,
        shows_rules: bool,
        file: str | None,
        proof: ProofPlayer | None,
    ) -> None:
        super().__init__(game, allowed, threads, proof)
        self._shows_rules = shows_rules
        self._file = file or _DEFAULT_FILE

    def on_mount(self) -> None:  # textual calls the table's own, too
        if self._shows_rules:
            self.action_rules()

    # the piece in the hand

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        if self.view.cursor is not None:
            self._hold(self.view.cursor.centred_at(*event.cell))

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        self.action_place()

    def on_board_view_turned(self, event: BoardView.Turned) -> None:
        self.action_turn(event.quarters)

    def _hold(self, cursor: Cursor | None, otherwise: str = "") -> None:
        if cursor is None:
            self.tell(otherwise)
        elif cursor != self.view.cursor:
            self.view.cursor = cursor
            self.tell("")

    def action_move(self, down: int, right: int) -> None:
        if self.view.cursor is not None:
            self._hold(self.view.cursor.moved(down, right))

    def action_turn(self, quarters: int) -> None:
        if self.view.cursor is not None:
            self._hold(self.view.cursor.turned(quarters))

    def action_flip(self) -> None:
        if self.view.cursor is not None:
            self._hold(self.view.cursor.mirrored(), "Its mirror image is not a piece of this game.")

    def action_next_piece(self, step: int) -> None:
        if self.view.cursor is not None:
            self._hold(self.view.cursor.with_next_piece(step))

    def on_key(self, event: Key) -> None:
        """Digits choose a piece by its place, capital letters by its name."""
        cursor, character = self.view.cursor, event.character or ""
        if cursor is None or not (character.isdigit() or character.isupper()) or character == "R":
            return
        event.stop()
        names = [piece.name for piece in self.view.game.pieces]
        if character in names:
            number = names.index(character)
        else:
            number = int(character) - 1 if character.isdecimal() else -1
        self._hold(cursor.with_piece(number), f"There is no piece {character}.")

    # moves

    def _may_act(self) -> bool:
        """Whether it is the person's turn; says so if not."""
        if self.view.game.is_over:
            self.tell("The game is over: n for a new one.")
        elif self.is_thinking:
            self.tell(f"The {self.view.opponent} is thinking.")
        else:
            return True
        return False

    def action_place(self) -> None:
        cursor = self.view.cursor
        if cursor is None or not self._may_act():
            return
        try:
            self.set_game(self.view.game.placed(cursor.placement))
        except CgtError as error:
            self.tell(f"{error}.")

    def action_take_back(self) -> None:
        try:
            self.set_game(self.view.game.taken_back(), "Taken back.")
        except CgtError as error:
            self.tell(f"{str(error).capitalize()}.")

    def action_hint(self) -> None:
        if self._may_act():
            self.workers.cancel_group(self, "thinking")
            self.run_worker(self.find_hint(), group="thinking")

    def action_toggle_winner(self) -> None:
        self.view.shows_winner = not self.view.shows_winner
        self._survey_anew()

    def action_toggle_regions(self) -> None:
        self.view.shows_regions = not self.view.shows_regions
        self._survey_anew()

    def _survey_anew(self) -> None:
        """Starts the survey again; while the program looks for its move, the survey waits."""
        if self.is_thinking:
            self.draw()
        else:
            self.go_on()

    # other games

    def action_rules(self) -> None:
        self.app.push_screen(rules_window(self.view))

    def action_level(self) -> None:
        if self.proof is not None:
            self.tell("A proof has no levels.")
            return

        def choose(level: str | None) -> None:
            if level is not None:
                self.view.game = self.view.game.at_level(level)
                self.player = self.new_player()
                self.set_game(self.view.game, f"Level {level} from now on.")

        self.app.push_screen(level_window(self.view.game.level), choose)

    def action_new_game(self) -> None:
        if self.proof is not None:  # it says who begins
            self._begin(self.view.game.level, self.view.game.first)
            return

        def choose_level(level: str | None) -> None:
            if level is None:
                return

            def choose_side(first: str | None) -> None:
                if first is not None:
                    self._begin(level, "program" if first == "program" else "person")

            self.app.push_screen(side_window(self.view.game.first), choose_side)

        self.app.push_screen(level_window(self.view.game.level), choose_level)

    def _begin(self, level: str, first: Side) -> None:
        self.view.game = self.view.game.again(level, first)
        self.player = self.new_player()
        self.set_game(self.view.game, "A new game.")

    def action_save(self) -> None:
        def save(name: str | None) -> None:
            if name is None:
                return
            try:
                _check_ordinary(name)
                save_game(name, self.view.game)
            except CgtError as error:
                self.tell(str(error))
            else:
                self._file = name
                later = " Loaded again, it is against level perfect." if self.proof else ""
                self.tell(f"Saved as {name}.{later}")

        self.app.push_screen(NameWindow("Save this game", self._file), save)

    def action_load(self) -> None:
        def load(name: str | None) -> None:
            if name is not None:
                self.run_worker(self._load(name), group="loading", exclusive=True)

        self.app.push_screen(NameWindow("Load a game", self._file), load)

    async def _load(self, name: str) -> None:
        """Reads a game in another thread, because a file may be slow or take long to check."""
        try:
            _check_ordinary(name)
            game = await asyncio.to_thread(read_game, name)
        except CgtError as error:
            self.tell(str(error))
            return
        self._file = name
        self.proof = None  # which is about another game
        self.view = replace(self.view, game=game, cursor=first_cursor(game), proved="")
        self.sit_down()
        self.set_game(game, f"Loaded {name}.")
        self.lay_out(self.size)


def _check_ordinary(name: str) -> None:
    """Raises CgtError for what would block the screen: standard input, a pipe, a device."""
    path = Path(name)
    if name == STANDARD_INPUT or (file_exists(path) and not Path(file_of(path)).is_file()):
        raise CgtError(f"{name}: this is not an ordinary file")


class NimApp(App[None]):
    """The terminal game."""

    TITLE = "cgt play nim"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", priority=True, show=False),
    ]

    def __init__(
        self,
        game: NimGame,
        *,
        allowed: Allowed = PER_MOVE,
        threads: int = 1,
        shows_rules: bool = True,
        file: str | None = None,
        proof: ProofPlayer | None = None,
    ) -> None:
        """`allowed` is for each move of the program, each hint, and each answer to who is winning;
        `threads` search together; `file` is the name that is offered when the game is to be
        saved; `proof` plays instead of a level, in a game that `game_against` made."""
        super().__init__()
        self.table = NimScreen(game, allowed, threads, shows_rules, file, proof)

    def action_interrupt(self) -> None:
        self.exit(return_code=INTERRUPTED)

    def get_default_screen(self) -> Screen[None]:
        return self.table
