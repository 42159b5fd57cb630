"""The texts and questions of the terminal game: its keys, its rules, its choices."""

from __future__ import annotations

from rich.text import Text

from cgt.common.shown import printable
from cgt.draw.describe.names import GAMES
from cgt.play.dialogs import ChoiceWindow, TextWindow
from cgt.play.keys import shown_keys
from cgt.play.nim.game import NimGame
from cgt.play.nim.view import View, rules_text

_KEYS = (
    (
        ("arrows", "move"), ("r R", "turn"), ("f", "flip"), ("tab", "piece"), ("enter", "place"),
        ("u", "take back"), ("?", "hint"),
    ),
    (
        ("w", "who wins"), ("g", "regions"), ("n", "new"), ("v", "level"), ("s", "save"),
        ("o", "load"), ("i", "rules"), ("q", "quit"),
    ),
)  # fmt: skip

_LEVELS = {
    "beginner": "moves at random",
    "easy": "sees the end when few cells are left",
    "medium": "sees it earlier",
    "hard": "sees it from afar, and sets traps",
    "perfect": "plays what it can prove to win",
}


def title_text(game: NimGame) -> str:
    """The game and the size of its board."""
    name = GAMES.get(game.pieces.name, printable(game.pieces.name)[:12])
    return f"{name} {game.start.width}×{game.start.height}"


def keys_text() -> Text:
    """The keys, for the lowest lines of the screen."""
    return shown_keys(_KEYS)


def level_window(current: str) -> ChoiceWindow:
    options = [(name, f" {name:9} {meaning}") for name, meaning in _LEVELS.items()]
    return ChoiceWindow("Level", options, current)


def side_window(current: str) -> ChoiceWindow:
    options = [("person", " I begin"), ("program", " The program begins")]
    return ChoiceWindow("Who begins?", options, current)


def rules_window(view: View) -> TextWindow:
    aim = rules_text(view.game) + (f"\n{view.proved}" if view.proved else "")
    return TextWindow("How to play", _RULES.format(opponent=view.opponent, aim=aim))


_RULES = """\
You and the {opponent} take turns to place a block.
A block may lie anywhere on empty cells, turned as you like.
{aim}

Move it with the arrows (or hjkl) or the mouse.
r or R turns it; so do the wheel and a right click.
f flips it; tab, a digit or a capital letter chooses another.
Enter, space or a click places it. [] fits, xx does not.

?  shows a winning move, or the best there is
w  tells who wins with perfect play
g  shows the regions that the board falls into
u  takes back your last move and the answer to it"""
