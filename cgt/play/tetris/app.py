"""One-player Tetris in the terminal: the program around its screens."""

from __future__ import annotations

from typing import ClassVar, Literal

from textual.app import App
from textual.binding import Binding, BindingType

from cgt.common.errors import CgtError
from cgt.play.ranking import Entry
from cgt.play.tetris.game import GameScreen
from cgt.play.tetris.questions import LeaveScreen, Leaving, NameScreen
from cgt.play.tetris.screens import MenuScreen, TableScreen
from cgt.play.tetris.session import Session, Wishes

Start = Literal["menu", "play", "auto"]


class TetrisApp(App[CgtError]):
    """Runs until the person leaves; returns the error if one ended it."""

    TITLE = "Tetris"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority, so that they also work while the game asks for a name.
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]
    CSS = """
    Screen { background: #101016; color: #c8c8d4; align: center middle; }
    ModalScreen { background: #101016 60%; }
    #game { width: auto; height: 100%; align: center middle; }
    #left, #right { padding: 0 2; }
    #small { display: none; width: 100%; height: 100%; content-align: center middle;
             text-align: center; }
    .box { width: 48; height: auto; max-height: 100%; padding: 1 2; background: #1b1b24;
           border: round #8a8a9c; }
    .wide { width: 78; max-width: 100%; }
    .wide VerticalScroll { height: auto; max-height: 16; margin: 1 0; }
    .title, .about, .hint, .over, .game { width: 100%; text-align: center; }
    .game { margin: 1 0 0 0; color: #8a8a9c; }
    .about { margin: 1 0; color: #8a8a9c; }
    .hint { margin: 1 0 0 0; color: #8a8a9c; }
    .over { color: #f2d13e; text-style: bold; }
    #problem { width: 100%; height: auto; min-height: 2; color: #e5605c; text-align: center; }
    .why { width: 100%; margin: 0 0 1 0; color: #e5605c; text-align: center; }
    Input, Input:focus { border: round #f2d13e; background: #101016; }
    OptionList > .option-list--option-highlighted { color: #16161d; background: #f2d13e; }
    OptionList { height: auto; border: none; background: transparent; padding: 0 2; }
    """

    def __init__(self, wishes: Wishes, start: Start = "menu") -> None:
        """Raises CgtError if the wishes cannot be played."""
        super().__init__()
        self.session = Session(wishes)
        self.interrupted = False  # by Ctrl-C
        self._start = start
        self.animation_level = "none"  # the pieces move enough

    def on_mount(self) -> None:
        setting = self.session.game.setting
        rules = setting.rules
        self.push_screen(MenuScreen(f"{rules.width}×{rules.height}, against {setting.bad_name}"))
        if self._start != "menu":
            self._play(automatic=self._start == "auto")

    def on_menu_screen_chosen(self, event: MenuScreen.Chosen) -> None:
        if not isinstance(self.screen, MenuScreen):
            return  # another choice came first
        if event.choice == "exit":
            self.action_ask_to_leave()
        elif event.choice == "ranking":
            self.push_screen(TableScreen(self.session))
        else:
            self._play(automatic=event.choice == "auto")

    def _play(self, *, automatic: bool) -> None:
        """Continues a person's game, or begins one."""
        game = self.session.game
        try:
            if game.over or (automatic and game.placed):
                self.session.begin_anew()
        except CgtError as error:
            self.exit(error)
        else:
            self.push_screen(GameScreen(self.session, automatic=automatic))

    def action_interrupt(self) -> None:
        self.interrupted = True
        self.action_leave()

    def action_ask_to_leave(self) -> None:
        """Leaves; but if a game is not over, asks first what becomes of it."""
        if isinstance(self.screen, LeaveScreen | NameScreen):
            return  # an earlier key has asked already
        game = self.session.game
        if game.over or not game.placed:
            self.action_leave()
        else:
            self.push_screen(LeaveScreen(self.session), self._leave_as)

    def _leave_as(self, leaving: Leaving | None) -> None:
        if leaving == "leave":
            self.action_leave()
        elif leaving == "keep":
            self.push_screen(NameScreen(self.session), self._leave_kept)

    def _leave_kept(self, entry: Entry | None) -> None:
        if entry is not None:
            self.action_leave()

    def action_leave(self) -> None:
        """Leaves at once; the trace of an unfinished game is written as far as it went."""
        try:
            self.session.write_down()
        except CgtError as error:
            self.exit(error)
        else:
            self.exit()
