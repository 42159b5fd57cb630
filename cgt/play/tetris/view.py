"""What a game of Tetris looks like in a terminal: the well, the next pieces, the panels beside it.

These functions return rows of text with styles; the program that shows them is elsewhere. Cells are
two characters wide. The characters alone say what a cell is; colour only makes it pleasant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from rich.style import Style

from cgt.board.grid import Cell
from cgt.draw.palette import FILLED_COLOUR, piece_colour
from cgt.duel.moves.model import MoveModel, TurnKind
from cgt.duel.rules import Rules, WellPlacement
from cgt.play.tetris.live import LiveGame
from cgt.play.tetris.recording import Moment

Part = tuple[str, Style]
Row = list[Part]
Rows = list[Row]

SETTLED, FALLING, GHOST, RECOMMENDED, BOTH, EMPTY = "[]", "██", "░░", "<>", "◄►", " ·"
BAR = "▁▁"

PANEL = 27  # columns on each side of the well
_ROOM = PANEL - 4  # columns of them for text
ROWS_ABOVE = 4  # rows above the well that are shown if there is room
PANEL_ROWS = 23
_MOST_NEXT_ROWS = 9

_INK = "#16161d"
_FAINT = "#34343f"
_WALL = Style(color="#8a8a9c")
_HEADING = Style(color="#8a8a9c")
_VALUE = Style(color="#f4f4f8", bold=True)
_KEY = Style(color="#f2d13e", bold=True)
_TEXT = Style(color="#c8c8d4")
_NOTICE = Style(color=_INK, bgcolor="#f2d13e", bold=True)

KEYS = (
    ("← → ↓", "move"),
    ("↑ x", "turn"),
    ("space", "drop"),
    ("p", "pause"),
    ("r", "recommend"),
    ("a", "automatic play"),
    ("+ -", "its speed"),
    ("n", "new game"),
    ("t", "table of scores"),
    ("m", "menu"),
    ("q", "quit"),
)
_LIFT_KEY = ("c", "lift")
_REPLAY_KEY = ("s", "save the replay")
_OTHER_TURNS: dict[TurnKind, tuple[str, str]] = {
    "counterclockwise": ("z", "turn back"),
    "half": ("c", "half turn"),
}


def needed_size(rules: Rules) -> tuple[int, int]:
    """The columns and rows of a terminal that a game needs."""
    return 2 * (rules.width + 1) + 2 * PANEL, max(rules.height + 1, PANEL_ROWS)


def well_rows(
    game: LiveGame, rows: int, recommended: WellPlacement | None = None, notice: Sequence[str] = ()
) -> Rows:
    """The well with this many rows, from the top, between walls and on its floor; over it a notice
    of a few lines, if there is one."""
    return _framed(game.setting.rules, _cells(game, recommended), rows, notice)


def moment_rows(rules: Rules, moment: Moment, notice: Sequence[str] = ()) -> Rows:
    """The same for a moment of a finished game; the piece that lands is solid."""
    cells = {cell: (SETTLED, _block(name)) for cell, name in moment.settled().items()}
    if moment.landing is not None:
        style = Style(color=piece_colour(moment.landing.piece), bold=True)
        cells |= dict.fromkeys(rules.cells(moment.landing), (FALLING, style))
    return _framed(rules, cells, rules.height, notice)


def _framed(rules: Rules, cells: Mapping[Cell, Part], rows: int, notice: Sequence[str]) -> Rows:
    """Cells between walls and on a floor, with a notice over them."""
    first = rows // 2 - len(notice) // 2
    picture: Rows = []
    for row in reversed(range(rows)):
        wall = "│" if row < rules.height else " ", _WALL
        line = rows - 1 - row - first
        if 0 <= line < len(notice):
            words = notice[line].center(2 * rules.width)[: 2 * rules.width]
            picture.append([wall, (words, _NOTICE), wall])
        else:
            empty = _empty(rules, row)
            here = [cells.get((row, column), empty) for column in range(rules.width)]
            picture.append([wall, *here, wall])
    picture.append([("└" + "─" * (2 * rules.width) + "┘", _WALL)])
    return picture


def _empty(rules: Rules, row: int) -> Part:
    """How an empty cell looks; in HATETRIS there is a bar, and the game is over when a piece sticks
    out above it."""
    if rules.model.bar and row == rules.height - rules.model.bar:
        return BAR, Style(color=piece_colour("Z"))
    return EMPTY if row < rules.height else "  ", Style(color=_FAINT)


def _cells(game: LiveGame, recommended: WellPlacement | None) -> Mapping[Cell, Part]:
    """How each cell looks that is not empty."""
    rules = game.setting.rules
    cells = {cell: (SETTLED, _block(name)) for cell, name in game.settled.items()}
    falling, ghost = game.falling, game.ghost
    if falling is None or ghost is None:
        return cells
    colour = piece_colour(falling.piece)
    ghostly = rules.cells(ghost)
    cells |= {cell: (GHOST, Style(color=colour)) for cell in ghostly}
    if recommended is not None:
        style = Style(color="#ffffff", bold=True)
        for cell in rules.cells(recommended):
            cells[cell] = (BOTH if cell in ghostly else RECOMMENDED, style)
    cells |= {cell: (FALLING, Style(color=colour, bold=True)) for cell in rules.cells(falling)}
    return cells


def _block(piece: str) -> Style:
    return Style(color=_INK, bgcolor=piece_colour(piece) if piece else FILLED_COLOUR, bold=True)


# the panels


def title_row() -> Row:
    """The name of the game in the colours of its pieces."""
    return [
        (f" {letter} ", _block(piece)) for letter, piece in zip("TETRIS", "ZLOSIT", strict=True)
    ]


def next_rows(rules: Rules, pieces: Sequence[str]) -> Rows:
    """The coming pieces as they look, the first on top; by name where there is no room."""
    picture: Rows = []
    for number, name in enumerate(pieces):
        shape = min(rules.pieces[name].rotations, key=lambda shape: shape.height)
        if len(picture) + shape.height > _MOST_NEXT_ROWS:
            picture.append([(_shortened("then " + _in_a_row(pieces[number:])), _TEXT)])
            break
        filled, empty = (SETTLED, _block(name)), ("  ", Style())
        for row in range(shape.height):
            columns = range(shape.width)
            picture.append([filled if (row, c) in shape.cells else empty for c in columns])
        picture.append([])
    return picture


def _in_a_row(names: Sequence[str]) -> str:
    return ("" if all(len(name) == 1 for name in names) else " ").join(names)


def _shortened(text: str) -> str:
    return text if len(text) <= _ROOM else f"{text[: _ROOM - 1]}…"


def keys_rows(model: MoveModel, *, with_replay: bool = False) -> Rows:
    """The keys, with those for the other turns of a move model in a row of their own, and with that
    for the replay if there can be one."""
    others = [_OTHER_TURNS[turn] for turn in model.turns[1:] if turn in _OTHER_TURNS]
    if model.rises:
        others.append(_LIFT_KEY)
    keys = list(KEYS)
    if others:
        keys.insert(2, (" ".join(key for key, _ in others), ", ".join(told for _, told in others)))
    if with_replay:
        keys.insert(-1, _REPLAY_KEY)
    return plain_keys_rows(keys)


def plain_keys_rows(keys: Iterable[tuple[str, str]]) -> Rows:
    """Keys and what they do, a row each."""
    return [[(f"{key:<7}", _KEY), (meaning, _TEXT)] for key, meaning in keys]


def progress_row(done: int, of: int) -> Row:
    """A bar that shows how far something is."""
    full = _ROOM * done // max(of, 1)
    return [("━" * full, _KEY), ("─" * (_ROOM - full), _HEADING)]


def heading(word: str) -> Row:
    return [(word, _HEADING)]


def value_rows(values: Iterable[tuple[str, str]]) -> Rows:
    """Names and values, a row each; a value that is too long continues below."""
    picture: Rows = []
    for name, value in values:
        room = _ROOM - len(name) - 1
        picture.append([(f"{name} ", _HEADING)])
        if len(value) > room:
            room = _ROOM
            picture.append([])
        picture[-1].append((f"{_shortened(value):>{room}}", _VALUE))
    return picture


def legend_rows(shows_recommended: bool) -> Rows:
    """What the characters mean."""
    lines = [(FALLING, "falling"), (GHOST, "where it drops"), (SETTLED, "settled")]
    if shows_recommended:
        lines += [(RECOMMENDED, "recommended"), (BOTH, "both: drop it")]
    return [[(f"{characters} ", _TEXT), (meaning, _HEADING)] for characters, meaning in lines]


def notice_row(words: str) -> Row:
    return [(f" {words} ", _NOTICE)]


def told(words: str) -> Rows:
    """One or two sentences as rows."""
    return [[(line, _KEY)] for line in wrap(words, _ROOM)]
