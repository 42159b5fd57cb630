"""The terminal game, played by keys and mouse as a person does."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import oracles
import pytest
from patience import PATIENCE, until
from rich.cells import cell_len
from rich.text import Text
from textual.pilot import Pilot

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import Piece, PieceSet, Placement, Polyomino
from cgt.board.regions import find_regions
from cgt.common.limits import Allowed
from cgt.placement.analysis import RegionValue
from cgt.placement.forms import Forms
from cgt.placement.game import PlacementGame
from cgt.play.cells import Layout
from cgt.play.nim.app import NimApp, NimScreen
from cgt.play.nim.board import BoardView
from cgt.play.nim.game import NimGame
from cgt.play.nim.view import View, _add_regions, board_picture, panel_text

Script = Callable[[Pilot[None], NimScreen], Awaitable[None]]


def play(
    script: Script,
    board: Grid | None = None,
    *,
    pieces: str = "tetromino",
    size: tuple[int, int] = (80, 24),
    seconds: float = 5.0,
    shows_rules: bool = False,
    **game: Any,
) -> NimApp:
    """Runs the game on an invisible screen, with a script instead of a person."""
    app = NimApp(
        NimGame(board or Grid.of_size(4, 4), PlacementGame(pieces), **game),
        allowed=Allowed(seconds, memory=2**26),
        shows_rules=shows_rules,
    )

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, app.table)

    asyncio.run(run())
    return app


async def persons_turn(pilot: Pilot[None], table: NimScreen) -> None:
    await until(pilot, lambda: not table.is_thinking)


def keys_for(table: NimScreen, placement: Placement) -> list[str]:
    """The keys that move the piece in the hand to a placement."""
    number = table.view.game.pieces.pieces.index(placement.piece)
    cursor = table.view.cursor
    assert cursor is not None
    held = cursor.with_piece(number)
    assert held is not None
    keys = [str(number + 1)]
    while held.rotation != placement.rotation:
        held = held.turned(1)
        keys.append("r")
    down, right = placement.row - held.row, placement.column - held.column
    keys += ["down" if down > 0 else "k"] * abs(down)
    return keys + ["right" if right > 0 else "h"] * abs(right)


def screen_text(table: NimScreen) -> str:
    return board_picture(table.view).plain + "\n" + panel_text(table.view).plain


def test_a_game_is_played_to_its_end_by_keys() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        while not table.view.game.is_over:
            await pilot.press(*keys_for(table, table.view.game.placements[-1]), "enter")
            await persons_turn(pilot, table)
        game = table.view.game
        assert len(game.moves) >= 3
        assert ("You win!" in screen_text(table)) == (game.winner == "person")
        assert ("The program wins." in screen_text(table)) == (game.winner == "program")
        assert f"the last of {len(game.moves)} blocks" in screen_text(table)
        await pilot.press("enter")
        assert "The game is over" in table.view.notice
        await pilot.press("n", "down", "enter", "enter")  # one level up, I begin
        await pilot.pause()
        assert table.view.game.moves == ()
        assert table.view.game.level == "medium"

    play(script, Grid.of_size(5, 4), level="easy", seed=2)


def test_the_program_begins_if_it_is_asked_to() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await persons_turn(pilot, table)
        assert len(table.view.game.moves) == 1
        assert "*" in board_picture(table.view).plain  # its move is marked
        await pilot.press("u")
        assert len(table.view.game.moves) == 1
        assert "no move to take back" in table.view.notice

    play(script, Grid.of_size(5, 5), first="program")


def test_the_mouse_moves_turns_and_places() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        board = table.query_one(BoardView)
        layout = board.layout_of_cells

        def at(row: int, column: int) -> tuple[int, int]:
            return 1 + layout.cell_width * column, 1 + layout.cell_height * row

        await pilot.press("O")
        await pilot.hover(BoardView, offset=at(0, 0))
        assert table.view.cursor is not None
        assert table.view.cursor.placement.cells == ((0, 0), (0, 1), (1, 0), (1, 1))
        await pilot.press("I")
        await pilot.hover(BoardView, offset=at(5, 5))
        assert table.view.cursor.placement.cells == ((5, 2), (5, 3), (5, 4), (5, 5))
        await pilot.click(BoardView, offset=at(5, 5), button=3)
        assert table.view.cursor.rotation == 1
        await pilot.click(BoardView, offset=at(0, 0))
        assert table.view.game.moves[0].cells == ((0, 0), (1, 0), (2, 0), (3, 0))
        await persons_turn(pilot, table)
        before = table.view.game
        await pilot.click(BoardView, offset=at(0, 0))  # there is something now
        assert table.view.game is before
        assert "does not fit" in table.view.notice
        await pilot.click(BoardView, offset=(0, 0))  # the frame
        assert table.view.game is before

    play(script, Grid.of_size(6, 6))


def test_keys_that_mean_nothing_do_nothing() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        before = table.view.game, table.view.cursor
        for key in ("x", "0", "9", "Q", "f1", "ctrl+x", "escape", "ä", "½", "²", "%"):
            await pilot.press(key)
            assert (table.view.game, table.view.cursor) == before
        assert table.app.is_running

    play(script)


def test_a_piece_without_a_mirror_image_is_not_flipped() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("f")
        assert "mirror image is not a piece" in table.view.notice
        await pilot.press("tab", "f")
        assert table.view.cursor is not None
        assert table.view.cursor.piece.name == "Z"
        await pilot.press("shift+tab", "shift+tab", "R")
        assert table.view.cursor.piece.name == "L"
        assert table.view.cursor.rotation == 3

    play(script, Grid.of_size(6, 6), pieces="LSZ")


def test_taking_back_brings_the_board_back() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        start = table.view.game.board
        await pilot.press("enter")
        await persons_turn(pilot, table)
        first = table.view.game.board
        assert "xx" not in screen_text(table).lower()  # the hand is out of the way
        await pilot.press(*keys_for(table, table.view.game.placements[0]), "enter")
        await persons_turn(pilot, table)
        assert len(table.view.game.moves) == 4
        await pilot.press("u")
        assert table.view.game.board == first
        await pilot.press("u")
        assert table.view.game.board == start
        await pilot.press("u")
        assert table.view.game.board == start
        assert "no move to take back" in table.view.notice

    play(script, Grid.of_size(6, 6))


@pytest.mark.parametrize(
    "text", ["....|....", "....|....|....", "....|.###", "....|....|....|...."]
)
def test_a_hint_is_a_winning_move_or_the_hardest_to_answer(text: str) -> None:
    board, pieces = Grid(text), piece_set("tetromino")
    shapes = tuple(frozenset(cells) for cells in pieces.shapes)
    empty = frozenset(board.empty_cells())

    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("question_mark")
        await until(pilot, lambda: table.view.notice != "")
        assert table.view.hint is not None
        left = empty - frozenset(table.view.hint.cells)
        assert len(left) == len(empty) - 4
        assert board_picture(table.view).plain.count("<>") > 0
        if oracles.wins(empty, shapes, "misere"):
            assert not oracles.wins(left, shapes, "misere")
            assert table.view.notice.startswith("A winning move: ")
        else:
            assert table.view.notice.startswith("All moves lose against perfect play. The hardest")

    play(script, board)


def test_what_cannot_be_proven_in_time_is_said_to_be_unknown() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("question_mark")
        await until(pilot, lambda: "Not known within 0.2 s" in table.view.notice)
        assert "The likeliest to win: " in table.view.notice
        assert table.view.hint is not None
        assert table.view.game.fits(table.view.hint)
        await pilot.press("w")
        await until(pilot, lambda: table.view.winner_is_known)
        assert "perfect play: not known" in screen_text(table)

    play(script, Grid.of_size(12, 12), seconds=0.2)


@pytest.mark.parametrize(
    ("text", "words"), [("....|....", "you win"), ("....", "the program wins")]
)
def test_who_wins_is_said_in_words_on_request(text: str, words: str) -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        assert "perfect play" not in screen_text(table)
        await pilot.press("w")
        await until(pilot, lambda: f"perfect play: {words}" in screen_text(table))
        await pilot.press("w")
        assert "perfect play" not in screen_text(table)

    play(script, Grid(text))


def test_regions_are_shown_with_their_values() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("g")
        await until(pilot, lambda: len(table.view.regions) == 2)
        assert [(v.region.size, v.outcome) for v in table.view.regions] == [(8, "N"), (4, "P")]
        shown = screen_text(table)
        assert "A A " in shown
        assert "N next" in shown
        assert "P previous" in shown
        await pilot.press("g")
        assert "N next" not in screen_text(table)

    play(script, Grid("....#.#|....#.#|#####.#|#####.#"))


def test_the_screen_survives_any_size_and_says_if_it_is_too_small() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        for width, height in ((200, 60), (1, 1), (51, 20), (52, 19), (52, 20), (68, 20), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert table.has_class("-small") == (width < 52 or height < 20)
        board, panel = table.query_one(BoardView), table.query_one("#panel")
        assert board.size == (32, 16)
        assert board.region.right <= panel.region.x
        assert panel.region.right <= 80
        assert table.query_one("#keys").region.bottom <= 24
        await pilot.press("enter")
        await persons_turn(pilot, table)
        assert len(table.view.game.moves) == 2

    play(script, Grid.of_size(16, 16), level="beginner")


def test_the_rules_are_shown_first_and_any_key_closes_them() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        assert table.app.screen is not table
        await pilot.press("x")
        assert table.app.screen is table

    play(script, shows_rules=True)


def test_a_person_can_quit_while_the_program_thinks() -> None:
    ended: list[float] = []

    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await until(pilot, lambda: "thinking" in screen_text(table))
        assert table.is_thinking
        ended.append(time.monotonic())
        await pilot.press("q")

    app = play(script, Grid.of_size(12, 12), first="program", level="perfect", seconds=2 * PATIENCE)
    assert not app.is_running
    assert app.return_code == 0
    assert time.monotonic() - ended[0] < PATIENCE  # and not when it has thought


@pytest.mark.parametrize("keys", [["ctrl+q"], ["v", "q"], ["n", "enter", "q"], ["s", "ctrl+c"]])
def test_a_person_can_quit_from_any_window(keys: list[str]) -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press(*keys)
        await pilot.pause()
        assert table.app.return_code == (130 if "ctrl+c" in keys else 0)

    play(script)


def test_a_move_while_the_program_thinks_is_refused_and_taking_back_stops_it() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("enter")
        assert table.is_thinking
        table.action_place()  # not by a key: for those the pilot waits until nobody thinks
        assert len(table.view.game.moves) == 1
        assert "The program is thinking" in table.view.notice
        table.action_take_back()
        assert not table.is_thinking
        await pilot.pause(0.3)
        assert table.view.game.moves == ()
        await pilot.press("g")  # has to wait for whoever still thinks
        await until(pilot, lambda: len(table.view.regions) == 1)

    play(script, Grid.of_size(12, 12), level="perfect", seconds=60)


def test_a_game_is_saved_and_loaded_through_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "poem").write_text("mine")
    os.mkfifo(tmp_path / "pipe")  # which nobody ever writes to
    saved: list[NimGame] = []

    async def type_name(pilot: Pilot[None], text: str) -> None:
        await pilot.press("ctrl+u", *text, "enter")
        await pilot.pause()

    async def save(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("enter")
        await persons_turn(pilot, table)
        saved.append(table.view.game)
        await pilot.press("s")
        await type_name(pilot, "g")
        assert table.view.notice.startswith("Saved")
        await pilot.press("s")
        await type_name(pilot, "poem")
        assert "not a saved game" in table.view.notice
        assert table.view.game is saved[0]
        await pilot.press("s")
        await type_name(pilot, "pipe")
        assert "not an ordinary file" in table.view.notice

    async def load(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("o")
        await type_name(pilot, "none")
        await until(pilot, lambda: "no such file" in table.view.notice)
        for name in ("-", "pipe"):
            await pilot.press("o")
            await type_name(pilot, name)
            await until(pilot, lambda name=name: f"{name}: this is no" in table.view.notice)  # type: ignore[misc]
        await pilot.press("o")
        await type_name(pilot, "g")
        await until(pilot, lambda: table.view.notice.startswith("Loaded"))
        assert table.view.game.moves == saved[0].moves
        assert table.view.game.board == saved[0].board
        assert table.view.game.level == "easy"
        assert table.query_one(BoardView).size.width % 7 == 0  # the board has its own size
        await pilot.press(*keys_for(table, table.view.game.placements[0]), "enter")
        await persons_turn(pilot, table)
        assert len(table.view.game.moves) == 4

    play(save, Grid.of_size(7, 6), level="easy", seed=4)
    play(load, Grid.of_size(4, 4), pieces="domino")


def test_the_level_can_be_changed_in_the_middle_of_a_game() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("enter")
        await persons_turn(pilot, table)
        await pilot.press("v", "down", "enter")
        await pilot.pause()
        assert table.view.game.level == "hard"
        assert len(table.view.game.moves) == 2
        await pilot.press("v", "escape")
        assert table.view.game.level == "hard"

    play(script, Grid.of_size(5, 5))


def test_a_board_on_which_nothing_fits_is_a_game_that_is_over() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("enter", "r", "f", "tab", "up", "1", "question_mark", "u", "w", "g")
        assert "You win!" in screen_text(table)
        assert "Nothing fits" in screen_text(table)

    play(script, Grid("...|..."), pieces="I")


def test_the_board_can_be_read_without_colours() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("up", "up", "left", "left")
        lines = board_picture(table.view).plain.split("\n")
        assert lines == ["[][]· · · ", "[][]· · · ", "· · · · · ", "· · · ##  "]
        await pilot.press("down", "down", "right", "right", "right")
        lines = board_picture(table.view).plain.split("\n")
        assert lines[2:] == ["· · · xxxx", "· · · XXxx"]

    play(script, Grid(".....|.....|.....|...#."), pieces="O")


def test_answers_can_be_seen_beside_any_number_of_pieces() -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("w", "shift+tab")
        await until(pilot, lambda: table.view.winner_is_known)
        lines = panel_text(table.view).plain.split("\n")
        assert len(lines) < 20
        assert any(line.startswith("perfect play:") for line in lines)
        assert any(line == "60 of 60 pieces" for line in lines)

    play(script, Grid.of_size(4, 3), pieces="omino:6")


def test_wide_names_keep_the_board_in_shape() -> None:
    piece = Piece.of("한글", Polyomino("##"))
    game = NimGame(Grid("...."), PlacementGame(PieceSet("wide", [piece])))
    view = View(game.placed(game.placements[0]), None)
    assert cell_len(board_picture(view).plain) == 8


def test_a_genus_that_is_too_long_is_cut_with_a_sign() -> None:
    [region] = find_regions(Grid("...."), piece_set("tetromino"))
    lines = {}
    for size in (10, 12):
        text = Text()
        _add_regions(text, [RegionValue(region, None, Forms(canonical=True).heap(size), "N")])
        lines[size] = text.plain.splitlines()[-1]
    assert lines[10].endswith("  10^(10,8)")
    assert lines[12].endswith("  12^(12,1…")


@pytest.mark.parametrize(
    ("size", "cell", "below"),
    [((50, 1), (1, 1), True), ((26, 2), (2, 1), True), ((78, 3), (1, 1), True),
     ((20, 3), (2, 1), False), ((42, 6), (1, 1), False)],
)  # fmt: skip
def test_long_boards_have_room_on_a_usual_terminal(
    size: tuple[int, int], cell: tuple[int, int], below: bool
) -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        board, panel = table.query_one(BoardView), table.query_one("#panel")
        layout = board.layout_of_cells
        assert ((layout.cell_width, layout.cell_height), layout.text_below) == (cell, below)
        assert not table.has_class("-small")
        assert board.size == (cell[0] * size[0], cell[1] * size[1])
        assert (panel.region.y >= board.region.bottom) == below
        assert panel.region.height >= 15
        assert panel.region.right <= 80
        await pilot.press("I")
        await pilot.hover(BoardView, offset=(1 + cell[0] * (size[0] - 1), 1))
        assert table.view.cursor is not None
        assert table.view.cursor.placement.cells[-1] == (0, size[0] - 1)  # the last column

    play(script, Grid.of_size(*size), pieces="IO")


def test_a_cell_of_one_character_is_the_first_of_two() -> None:
    piece = Piece.of("O", Polyomino("##|##"))
    game = NimGame(Grid(".......#|........"), PlacementGame(PieceSet("o", [piece])))
    first, second = game.placements[0], game.placements[3]
    view = View(game.placed(first).placed(second), None)
    assert board_picture(view).plain == "O O   O*O*· · ##\nO O   O*O*· ·   "
    assert board_picture(view, Layout(1, 1)).plain == "OO **··#\nOO **·· "
