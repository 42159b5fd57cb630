"""How a board that is drawn looks on a terminal: its cells and the text beside it, as rich text.

The characters alone say everything: `##` is a filled cell, a letter one of a region, a blank one
that no piece reaches; `[]` is the cursor, `()` the cells that are painted with it, `<>` the move
of a hint.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import set_cell_size
from rich.style import Style
from rich.text import Text

from cgt.board.boardfile import Board
from cgt.board.grid import Cell
from cgt.board.polyomino import Placement
from cgt.common.shown import printable
from cgt.draw.palette import region_colour, region_name
from cgt.placement.analysis import RegionValue
from cgt.placement.game import Play
from cgt.play.cells import (
    FILLED,
    HINT,
    LIVE_BACKGROUND,
    PANEL_WIDTH,
    PLAIN_LAYOUT,
    UNREACHED,
    Layout,
    cells_picture,
)
from cgt.play.edit.drawing import MIRRORINGS, Mirroring, painted_cells
from cgt.play.edit.survey import Survey
from cgt.play.keys import shown_keys

_ROOM = PANEL_WIDTH - 2
_FORM_ROOM = _ROOM - 25  # what the other columns of a region leave
_MOST_REGIONS = 9
_NO_NAME = "(no name)"

_ON_EMPTY = "#f4f4f8"
_ON_FILLED = "#b06f1c"
_FAINT = Style(color="#8a929e")
_STRONG = Style(bold=True)
_NOTICE = Style(color="#f2d13e")
_VERDICTS = {"N": Style(color="#63c05a", bold=True), "P": Style(color="#e5605c", bold=True)}

_KEYS = (
    (
        ("arrows", "move"), ("space", "paint"), ("y", "symmetry"), ("u r", "undo"),
        ("f c x", "fill clear invert"),
    ),
    (
        ("?", "best move"), ("z", "size"), ("s", "save"), ("i", "help: all keys"),
        ("q", "quit"),
    ),
)  # fmt: skip


@dataclass
class View:
    """Everything to show: the board, which of how many of its file, and what is known of it."""

    board: Board
    survey: Survey
    cursor: Cell = (0, 0)
    mirroring: Mirroring = "none"
    hint: Placement | None = None
    notice: str = ""
    seconds: float = 0.0  # that each question may take
    number: int = 0
    boards: int = 1
    file: str | None = None
    is_saved: bool = True


# the board


def board_picture(view: View, layout: Layout = PLAIN_LAYOUT) -> Text:
    """The board with its regions, the cursor, and the best move if it was asked for."""
    return cells_picture(view.board.grid, _looks(view), layout)


def _looks(view: View) -> dict[Cell, tuple[str, Style]]:
    grid, labels = view.board.grid, view.survey.labels
    looks: dict[Cell, tuple[str, Style]] = {}
    for row in range(grid.height):
        for column in range(grid.width):
            region = int(labels[row, column])
            if grid[row, column]:
                looks[row, column] = FILLED
            elif region:
                style = Style(color=region_colour(region), bgcolor=LIVE_BACKGROUND, bold=True)
                looks[row, column] = (region_name(region)[:2].ljust(2), style)
            else:
                looks[row, column] = UNREACHED
    for cell in painted_cells(grid, view.cursor, view.mirroring):
        looks[cell] = ("()", _under_cursor(view, cell))
    if view.hint is not None:
        looks |= dict.fromkeys(view.hint.cells, HINT)
    looks[view.cursor] = ("[]", _under_cursor(view, view.cursor))
    return looks


def _under_cursor(view: View, cell: Cell) -> Style:
    back = _ON_FILLED if view.board.grid[cell] else _ON_EMPTY
    return Style(color="#000000", bgcolor=back, bold=True)


# the text beside it


def keys_text() -> Text:
    """The most useful keys, for the lowest lines of the screen."""
    return shown_keys(_KEYS)


def title_text(view: View) -> str:
    """The size of the board, and which of its file it is."""
    grid = view.board.grid
    which = f" · board {view.number + 1} of {view.boards}" if view.boards > 1 else ""
    return f"{grid.width}×{grid.height}{which}"


def panel_text(view: View) -> Text:
    """The board's name, who wins, the regions with their values, and whatever was asked for."""
    text = Text(end="")
    name = view.board.name
    text.append(f"{_cut(printable(name)) if name else _NO_NAME}\n", _STRONG if name else _FAINT)
    file = printable(view.file) if view.file else "no file yet"
    changed = "" if view.is_saved else " (changed)"
    text.append(f"{_end_of(file, _ROOM - len(changed))}{changed}\n", _FAINT)
    text.append(f"{_cut(printable(str(view.survey.game)))}\n", _FAINT)
    text.append("\n")
    _add_verdict(text, view)
    if view.notice:
        text.append(f"{printable(view.notice)}\n", _NOTICE)
    text.append("\n")
    _add_regions(text, view.survey)
    _add_cursor(text, view)
    return text


def _cut(text: str, room: int = _ROOM) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"


def _end_of(path: str, room: int) -> str:
    return path if len(path) <= room else f"…{path[1 - room :]}"


def _add_verdict(text: Text, view: View) -> None:
    survey = view.survey
    if survey.outcome is not None:
        said = "the player to move wins" if survey.outcome == "N" else "the player to move loses"
        text.append(f"{survey.outcome}: {said}\n", _VERDICTS[survey.outcome])
    elif survey.is_done:
        text.append(f"who wins: not known in {view.seconds:g} s\n", _STRONG)
    else:
        text.append("who wins: not known yet\n", _STRONG)
    value = whole_value(survey)
    if value is not None:
        text.append(f"{value}\n")


def whole_value(survey: Survey) -> str | None:
    """The value of the whole board in words; None if it is not known."""
    if survey.game.play == "normal":
        return None if survey.nimber is None else f"nimber {survey.nimber}"
    return None if survey.whole is None else f"genus {_cut(survey.whole.genus, _ROOM - 6)}"


def _add_regions(text: Text, survey: Survey) -> None:
    if not survey.regions:
        text.append("No piece fits.\n", _FAINT)
        return
    last = "nimber" if survey.game.play == "normal" else "genus "
    text.append(f"region cells wins {last} form\n", _FAINT)
    shown = list(zip(survey.regions, survey.values, strict=True))[:_MOST_REGIONS]
    for number, (region, value) in enumerate(shown, 1):
        style = Style(color="#000000", bgcolor=region_colour(number), bold=True)
        text.append(region_name(number).center(4), style)
        facts = region_facts(value, survey.game.play, survey.is_done)
        text.append(set_cell_size(f"{region.size:7}  {facts}", _ROOM - 4).rstrip() + "\n")
    if len(survey.regions) > _MOST_REGIONS:
        text.append(f"and {len(survey.regions) - _MOST_REGIONS} more\n", _FAINT)


def region_facts(value: RegionValue | None, play: Play, is_done: bool) -> str:
    """Who wins a region, its value and its form; … for what is still looked for."""
    unknown = "?" if is_done else "…"
    outcome = (value.outcome if value is not None else None) or unknown
    if value is None or value.canonical is None:
        return f"{outcome:4} {unknown:6} {unknown}"
    form = value.canonical
    worth = str(form.nimber) if play == "normal" else form.genus
    return f"{outcome:4} {worth:6} {form.text(_FORM_ROOM, heaps=True)}"


def _add_cursor(text: Text, view: View) -> None:
    row, column = view.cursor
    grid = view.board.grid
    here = "##" if grid[view.cursor] else "."
    text.append(f"\n{grid.empty} empty · row {row}, column {column}: {here}\n", _FAINT)
    called, _ = MIRRORINGS[view.mirroring]
    if called:
        text.append(f"painting {called}\n", _NOTICE)
