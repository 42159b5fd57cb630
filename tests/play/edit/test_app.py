"""The editor of boards, used by keys, mouse and paste as a person does."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import oracles
import pytest
from hypothesis import given, settings
from patience import PATIENCE, until
from strategies import grids, rows_of
from textual.events import Paste
from textual.pilot import Pilot

from cgt.board.boardfile import Board, read_boards
from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.common.errors import FileError
from cgt.common.limits import Allowed
from cgt.placement.game import PlacementGame
from cgt.placement.thinking import Thinker, check
from cgt.play.cells import PANEL_WIDTH
from cgt.play.dialogs import ChoiceWindow, NameWindow, TextWindow
from cgt.play.edit.app import INTERRUPTED, EditApp, EditScreen
from cgt.play.edit.board import DrawnBoard
from cgt.play.edit.document import Document
from cgt.play.edit.survey import Survey
from cgt.play.edit.view import View, board_picture, panel_text

Script = Callable[[Pilot[None], EditScreen], Awaitable[None]]
EMPTY = Grid.of_size(4, 4)


def draw(
    script: Script,
    document: Document | Grid = EMPTY,
    *,
    size: tuple[int, int] = (80, 24),
    seconds: float = 5.0,
    **said: str,
) -> EditApp:
    """Runs the editor on an invisible screen, with a script instead of a person."""
    if isinstance(document, Grid):
        document = Document((Board(document),))
    app = EditApp(document, allowed=Allowed(seconds, memory=2**26), **said)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, app.table)

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    return app


def text_of(table: EditScreen) -> str:
    return board_picture(table.view).plain + "\n" + panel_text(table.view).plain


def grid_of(table: EditScreen) -> str:
    return "|".join(table.view.board.grid.rows())


async def paste(pilot: Pilot[None], table: EditScreen, text: str) -> None:
    table.post_message(Paste(text))
    await pilot.pause()


# painting


def test_keys_paint_symmetrically_undo_and_redo() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        for keys, expected in (
            ("space", "#...|....|....|...."),
            ("right j enter", "#...|.#..|....|...."),
            ("enter", "#...|....|....|...."),
            ("y space", "#...|.#..|..#.|...."),  # with a half turn
            ("y space", "#...|....|..#.|...."),  # left and right: both are empty now
            ("y space", "#...|.#..|.##.|...."),  # up and down
            ("y space", "#...|....|....|...."),  # both ways
            ("y space", "#...|.#..|....|...."),  # alone again
            ("u u u", "#...|....|..#.|...."),
            ("u", "#...|.#..|..#.|...."),
            ("r ctrl+y", "#...|.#..|.##.|...."),
            ("x", ".###|#.##|#..#|####"),
            ("c", "....|....|....|...."),
            ("r", "....|....|....|...."),
            ("f", "####|####|####|####"),
            ("ctrl+z", "....|....|....|...."),
        ):
            await pilot.press(*keys.split())
            assert grid_of(table) == expected, keys
        assert "nothing to redo" not in table.view.notice
        await pilot.press(*["u"] * 40)
        assert table.view.notice == "There is nothing to undo."
        await pilot.press(*["r"] * 40)
        assert table.view.notice == "There is nothing to redo."

    draw(script)


def test_the_cursor_goes_round_the_board() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        for key, cell in (
            ("up", (2, 0)),
            ("left", (2, 4)),
            ("j", (0, 4)),
            ("l", (0, 0)),
            ("h", (0, 4)),
            ("k", (2, 4)),
        ):
            await pilot.press(key)
            assert table.view.cursor == cell, key

    draw(script, Grid.of_size(5, 3))


def test_cells_are_typed_as_in_a_board_file() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("#", "#", ".", "#", "#")
        assert grid_of(table) == "##.#|####"
        assert table.view.cursor == (0, 3)

    draw(script, Grid("....|####"))


def test_the_mouse_paints_a_stroke_that_is_undone_at_once() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        board = table.query_one(DrawnBoard)
        layout = board.layout_of_cells

        def at(row: int, column: int) -> tuple[int, int]:
            return 1 + layout.cell_width * column, 1 + layout.cell_height * row

        await pilot.mouse_down(board, at(0, 0))
        for column in (1, 2, 1, 2):
            await pilot.hover(board, at(0, column))
        await pilot.hover(board, at(1, 2))
        await pilot.mouse_up(board, at(1, 2))
        assert grid_of(table) == "###.|..#.|....|...."
        assert table.view.cursor == (1, 2)
        await pilot.hover(board, at(3, 3))  # no button is pressed any more
        assert grid_of(table) == "###.|..#.|....|...."
        await pilot.mouse_down(board, at(0, 1))  # a filled cell: this stroke empties
        await pilot.hover(board, at(0, 2))
        await pilot.mouse_up(board, at(0, 2))
        assert grid_of(table) == "#...|..#.|....|...."
        await pilot.press("u")
        assert grid_of(table) == "###.|..#.|....|...."
        await pilot.press("u")
        assert grid_of(table) == "....|....|....|...."
        await pilot.click(board, (0, 0))  # the frame
        assert grid_of(table) == "....|....|....|...."

    draw(script)


def test_a_board_is_resized_by_keys_and_by_name() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("f", "shift+right", "J")
        assert grid_of(table) == "####.|####.|####.|####.|....."
        await pilot.press("H", "H", "K", "shift+up")
        assert grid_of(table) == "###|###|###"
        await pilot.press(*["H"] * 5, *["K"] * 5)
        assert grid_of(table) == "#"
        await pilot.press("z", "ctrl+u", *"3x2", "enter")
        assert grid_of(table) == "#..|..."
        await pilot.press("z", "ctrl+u", *"0x2", "enter")
        assert "'0x2' is not a size such as 7x7." in table.view.notice
        await pilot.press("z", "ctrl+u", *"300x2", "enter")
        assert "this board is 300×2" in table.view.notice
        await pilot.press("z", "escape")
        assert grid_of(table) == "#..|..."

    draw(script)


def test_the_cursor_stays_on_a_board_that_becomes_smaller() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("up", "left")
        assert table.view.cursor == (3, 3)
        await pilot.press("H", "K")
        assert table.view.cursor == (2, 2)
        await pilot.press("space")
        assert grid_of(table) == "...|...|..#"

    draw(script)


@pytest.mark.parametrize(
    ("text", "grid"),
    [
        ("..#\n#..\n", "..#|#.."),
        ("..#|#..", "..#|#.."),
        ("..#\r\n#..", "..#|#.."),
        ("..#\r#..", "..#|#.."),
        ("□ □ ■\n■ □ □", "..#|#.."),
        ("; a comment\nname: pasted\nplay: normal\n.T.\n", ".#."),
    ],
)
def test_a_board_is_pasted(text: str, grid: str) -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await paste(pilot, table, text)
        assert grid_of(table) == grid
        if "name" in text:
            assert (table.view.board.name, table.view.board.play) == ("pasted", "normal")
        await pilot.press("u")
        assert table.view.board == Board(EMPTY)

    draw(script)


def test_what_is_no_board_is_not_pasted() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await paste(pilot, table, "hello\x1b[2J")
        assert table.view.board == Board(EMPTY)
        assert "what was pasted:1:6" in table.view.notice
        assert "\x1b" not in text_of(table)
        await paste(pilot, table, "." * 300)
        assert table.view.board == Board(EMPTY)
        assert "300×1" in table.view.notice

    draw(script)


# what is known


@settings(max_examples=8)
@given(grids(5, 4))
def test_what_it_says_is_what_trying_every_move_says(grid: Grid) -> None:
    empty = oracles.empty_cells(rows_of(grid))
    for pieces, play in (("tetromino", "misere"), ("domino", "normal")):
        shapes = tuple(frozenset(cells) for cells in piece_set(pieces).shapes)
        survey = Survey(grid, PlacementGame(pieces, play))

        async def find_out(survey: Survey = survey) -> None:
            thinker = Thinker(survey.game, largest_side=5, memory=2**26)
            async for _ in survey.find_out(thinker, 20.0):
                pass

        asyncio.run(find_out())
        wins = oracles.wins(empty, shapes, play)
        assert survey.is_done
        assert survey.outcome == ("N" if wins else "P")
        assert [set(r.cells) for r in survey.regions] == [
            set(cells) for cells in oracles.regions(empty, shapes)
        ]
        said = panel_text(View(Board(grid), survey)).plain
        assert f"the player to move {'wins' if wins else 'loses'}" in said
        if play == "normal":
            assert f"\nnimber {oracles.nimber(empty, shapes)}\n" in said
        else:
            form = oracles.option_sets(empty, shapes)
            assert survey.whole is not None
            assert survey.whole.nimber == oracles.form_nimber(form)
            assert survey.whole.misere_nimber == oracles.form_misere_nimber(form)
            assert f"\ngenus {survey.whole.genus}\n" in said


def test_values_follow_what_is_drawn() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await until(pilot, lambda: table.view.survey.is_done)
        assert "N: the player to move wins" in text_of(table)
        await paste(pilot, table, "....#....|....#....")
        await until(pilot, lambda: table.view.survey.is_done)
        said = text_of(table)
        assert "P: the player to move loses\ngenus 0^02" in said
        assert " A        8  N    2^20   *2\n" in said
        assert " B        8  N    2^20   *2\n" in said
        assert "A A A A ##B B B B " in said
        await pilot.press("m")
        await until(pilot, lambda: table.view.survey.is_done)
        assert "nimber 0" in text_of(table)
        assert "tetromino, normal play" in text_of(table)
        await pilot.press("p", "ctrl+u", *"domino", "enter")
        await until(pilot, lambda: table.view.survey.is_done)
        assert "domino, normal play" in text_of(table)
        await pilot.press("p", "ctrl+u", *"nonsense", "enter")
        assert "no piece set 'nonsense'" in table.view.notice
        assert table.view.board.pieces == "domino"
        await pilot.press("f")
        assert "No piece fits." in text_of(table)

    draw(script)


def test_a_best_move_is_shown_on_demand() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("down", "down", "question_mark")
        await until(pilot, lambda: "marked <>" in table.view.notice)
        assert "<>" in text_of(table)
        hint = table.view.hint
        assert hint is not None
        shapes = tuple(frozenset(cells) for cells in piece_set("tetromino").shapes)
        left = oracles.empty_cells(rows_of(table.view.board.grid)) - set(hint.cells)
        assert not oracles.wins(left, shapes, "misere")
        await pilot.press("space")
        assert table.view.hint is None
        await paste(pilot, table, "....")
        await pilot.press("question_mark")
        await until(pilot, lambda: "All moves lose" in table.view.notice)
        await pilot.press("f", "question_mark")
        await until(pilot, lambda: "The game is over" in table.view.notice)

    draw(script, Grid("....|....|####"))


def test_typing_never_waits_for_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    searching, stopped = threading.Event(), threading.Event()

    def search(thinker: Thinker, grid: Grid, limits: object, stop: threading.Event) -> None:
        searching.set()
        try:
            while True:
                check(stop)
                time.sleep(0.001)
        finally:
            stopped.set()

    monkeypatch.setattr(Thinker, "outcome", search)

    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await until(pilot, searching.is_set)
        await pilot.press("space", "right", "space")
        assert grid_of(table) == "##..|....|....|...."
        await until(pilot, stopped.is_set)
        assert "who wins: not known yet" in text_of(table)

    draw(script)


def test_what_is_not_found_in_time_is_not_known() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await until(pilot, lambda: table.view.survey.is_done)
        assert "who wins: not known in 0.2 s" in text_of(table)
        assert "?" in text_of(table)

    draw(script, Grid.of_size(10, 10), seconds=0.2)


# names, files, leaving


TWO = "; kept\nname: one\n....\n....\n\nname: two\npieces: domino\n..\n"


def test_one_board_of_a_file_is_edited_and_the_others_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(TWO)

    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("tab")
        assert "domino, misère play" in text_of(table)
        await pilot.press("space", "t", "ctrl+u", *"new", "enter", "m")
        assert "two.txt (changed)" in text_of(table)
        await pilot.press("s", "enter")
        assert f"Saved as {file}." in table.view.notice
        assert "(changed)" not in text_of(table)
        await pilot.press("u")  # what was done before can still be undone
        assert table.view.board.play is None
        await pilot.press("r", "shift+tab")
        assert table.view.board.name == "one"

    assert draw(script, Document.read(str(file))).return_code in (None, 0)
    expected = TWO.replace("name: two", "name: new").replace("\n..\n", "\nplay: normal\n#.\n")
    assert file.read_text() == expected


def test_a_board_with_pieces_that_are_missing_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text("....\n\npieces: shapes.txt\n..\n")

    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("tab")
        assert "no piece set 'shapes.txt'" in table.view.notice
        await pilot.press("space")
        assert grid_of(table) == "#..."
        await pilot.press("s", "enter")

    draw(script, Document.read(str(file)))
    assert file.read_text() == "#...\n\npieces: shapes.txt\n..\n"
    file.write_text("pieces: shapes.txt\n..\n")
    with pytest.raises(FileError, match=r"two.txt:1:9: no piece set 'shapes.txt'"):
        EditApp(Document.read(str(file)))


def test_a_new_board_is_saved_under_a_name_with_what_was_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "new.txt"

    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("tab")
        assert "only one board" in table.view.notice
        await pilot.press("space", "s")
        assert isinstance(table.app.screen, NameWindow)
        await pilot.press("ctrl+u", *file.name, "enter")

    draw(script, pieces="domino", play="normal")
    [board] = read_boards(file)
    assert board == Board(Grid("#...|....|....|...."), None, "normal", "domino")


def test_another_file_is_overwritten_only_if_the_person_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    other = tmp_path / "other.txt"
    other.write_text("precious")

    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        ask = ("s", "ctrl+u", *other.name, "enter")
        await pilot.press(*ask)
        assert isinstance(table.app.screen, ChoiceWindow)
        await pilot.press("enter")
        assert other.read_text() == "precious"
        assert "Not saved." in table.view.notice
        await pilot.press(*ask, "escape")
        assert other.read_text() == "precious"
        await pilot.press(*ask, "down", "enter")
        assert read_boards(other) == [Board(EMPTY)]
        await pilot.press("space", "s", "enter")  # now it is the file that is edited
        assert other.read_text().startswith("#...\n")

    draw(script)


def test_what_cannot_be_saved_is_said(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("s", "enter")
        assert "cannot be written" in table.view.notice
        await pilot.press("s", "ctrl+u", *"example:full", "enter")
        assert "come with the program" in table.view.notice
        await pilot.press("s", "ctrl+u", "-", "enter")
        assert "not an ordinary file" in table.view.notice

    draw(script, Document((Board(EMPTY),), str(tmp_path / "no" / "board.txt")))


def test_an_example_is_saved_under_another_name() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("s")
        window = table.app.screen
        assert isinstance(window, NameWindow)
        assert window._name == "midgame.txt"

    draw(script, Document.read("example:midgame"))


def test_it_asks_before_changes_are_lost(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"

    async def stay(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("space", "q")
        assert isinstance(table.app.screen, ChoiceWindow)
        await pilot.press("q")  # not twice by mistake
        assert table.app.screen is table
        await pilot.press("q", "down", "down", "enter")
        assert table.app.screen is table
        assert table.app.is_running
        await pilot.press("i")
        assert isinstance(table.app.screen, TextWindow)
        await pilot.press("q")
        assert table.app.screen is table
        await pilot.press("q", "enter", "enter")  # saves, then leaves

    app = draw(stay, Document((Board(EMPTY),), str(file)))
    assert app.return_code == 0
    assert file.read_text().startswith("#")

    async def leave(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("space", "q", "down", "enter")

    before = file.read_text()
    assert draw(leave, Document.read(str(file))).return_code == 0
    assert file.read_text() == before


def test_it_is_left_at_once_if_nothing_changed() -> None:
    async def leave(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("space", "space", "q")

    assert draw(leave).return_code == 0

    async def interrupt(pilot: Pilot[None], table: EditScreen) -> None:
        await pilot.press("space", "ctrl+c")

    assert draw(interrupt).return_code == INTERRUPTED


# the window


def test_wide_boards_have_their_text_below_and_small_windows_say_so() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        assert table.has_class("-below")
        panel, board = table.query_one("#panel"), table.query_one(DrawnBoard)
        assert panel.region.y >= board.region.bottom
        assert panel.region.height >= 15
        await pilot.resize_terminal(30, 10)
        assert table.has_class("-small")
        assert "too small: 30×10" in str(table.query_one("#small").render())
        await pilot.resize_terminal(120, 40)
        assert not table.has_class("-small")
        assert not table.has_class("-below")
        assert board.layout_of_cells.cell_width == 4

    draw(script, Grid.of_size(16, 2), size=(60, 24))


def test_text_fits_beside_the_board_at_80_columns() -> None:
    async def script(pilot: Pilot[None], table: EditScreen) -> None:
        await until(pilot, lambda: table.view.survey.is_done)
        await pilot.press("y")
        lines = panel_text(table.view).plain.splitlines()
        assert max(map(len, lines)) <= PANEL_WIDTH - 2
        assert len(lines) <= table.query_one("#panel").content_size.height

    draw(script, Document.read("example:midgame"))
    comb = "|".join(["........"] + [".#.#.#.#"] * 6)
    named = Board(Grid(comb), name="a name that is far too long for a line " * 3)
    draw(script, Document((named,), "a/path/that/is/too/long/for/the/panel/board.txt"))
