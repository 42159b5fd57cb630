"""Games as values, and games as files."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import Piece, PieceSet, Placement, Polyomino
from cgt.common.errors import CgtError, FileError
from cgt.placement.game import IllegalMoveError, PlacementGame, Play
from cgt.play.nim.cursor import Cursor
from cgt.play.nim.file import FORMAT, format_game, parse_game, read_game, save_game, write_game
from cgt.play.nim.game import NimGame, Side

OWN_PIECES = PieceSet(
    "some/where/my shapes.txt",
    [Piece.of("bar", Polyomino("##")), Piece.of("big hook", Polyomino("###|#.."))],
)
PIECE_SETS = [piece_set("tetromino"), piece_set("domino"), piece_set("pentomino:FX"), OWN_PIECES]


@st.composite
def games(draw: st.DrawFn) -> NimGame:
    """Games on small boards after some random moves."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    filled = draw(st.sets(st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))))
    plays: list[Play] = ["misere", "normal"]
    sides: list[Side] = ["person", "program"]
    game = NimGame(
        Grid.of_size(width, height, filled if len(filled) < 12 else ()),
        PlacementGame(draw(st.sampled_from(PIECE_SETS)), draw(st.sampled_from(plays))),
        first=draw(st.sampled_from(sides)),
        level=draw(st.sampled_from(["beginner", "perfect"])),
        seed=draw(st.integers(0, 2**63 - 1)),
    )
    for _ in range(draw(st.integers(0, 8))):
        if game.is_over:
            break
        game = game.placed(draw(st.sampled_from(game.placements)))
    return game


def same(one: NimGame, other: NimGame) -> bool:
    """Whether two games are equal, whatever name their piece sets go by."""
    keys = ("start", "play", "first", "level", "seed", "moves", "board", "turn", "winner")
    return one.pieces.pieces == other.pieces.pieces and all(
        getattr(one, key) == getattr(other, key) for key in keys
    )


# the course of a game


@settings(max_examples=30)
@given(games())
def test_moves_fill_the_board_and_sides_alternate(game: NimGame) -> None:
    assert game.board.filled == game.start.filled + sum(m.piece.size for m in game.moves)
    sides = [game.side_of(number) for number in range(len(game.moves) + 1)]
    assert sides[0] == game.first
    assert sides[-1] == game.turn
    assert all(one != other for one, other in pairwise(sides))


@settings(max_examples=30)
@given(games())
def test_whoever_placed_last_loses_in_misere_play_and_wins_in_normal_play(game: NimGame) -> None:
    if not game.is_over:
        assert game.winner is None
        return
    placed_last = "program" if game.turn == "person" else "person"
    assert (game.winner == placed_last) == (game.play == "normal")


@settings(max_examples=30)
@given(games())
def test_taking_back_undoes_the_persons_last_move_and_the_answer(game: NimGame) -> None:
    if "person" not in [game.side_of(number) for number in range(len(game.moves))]:
        assert not game.can_be_taken_back
        with pytest.raises(IllegalMoveError):
            game.taken_back()
        return
    assert game.can_be_taken_back
    before = game.taken_back()
    assert before.turn == "person"
    assert before.moves == game.moves[: len(before.moves)]
    assert 1 <= len(game.moves) - len(before.moves) <= 2
    assert before.board == before.start.with_filled(c for m in before.moves for c in m.cells)


def test_a_move_off_the_board_on_a_block_or_of_a_strange_piece_is_refused() -> None:
    square = piece_set("O")
    game = NimGame(Grid("...|...|.#."), PlacementGame(square))
    for row, column in ((1, 0), (-1, 0), (0, 2), (0, -1), (2, 2)):
        with pytest.raises(IllegalMoveError, match="O does not fit there"):
            game.placed(Placement(square["O"], 0, row, column))
    with pytest.raises(IllegalMoveError):
        game.placed(Placement(piece_set("I")["I"], 0, 0, 0))
    assert game.placed(Placement(square["O"], 0, 0, 0)).is_over


def test_a_new_game_has_its_own_seed() -> None:
    game = NimGame(Grid.of_size(4, 4), seed=3)
    again = game.placed(game.placements[0]).again("hard", "program")
    assert (again.moves, again.seed, again.level, again.first) == ((), 4, "hard", "program")
    last = NimGame(game.start, seed=2**63 - 1).again("easy", "person")
    assert same(parse_game(format_game(last)), last)


# files


@settings(max_examples=30)
@given(games())
def test_a_saved_game_reads_back_the_same(game: NimGame) -> None:
    text = format_game(game)
    assert text.splitlines()[0] == FORMAT
    assert same(parse_game(text), game)
    assert same(parse_game(text.replace("\n", "\r\n")), game)


def test_a_saved_game_is_plain_text(tmp_path: Path) -> None:
    game = NimGame(Grid("....|...."), seed=7)
    game = game.placed(game.placements[0])
    write_game(tmp_path / "game.txt", game)
    assert (tmp_path / "game.txt").read_text() == (
        "cgt nim game 1\npieces: tetromino\nplay: misere\nfirst: person\nlevel: medium\nseed: 7\n\n"
        "....\n....\n\nperson I (0,0) (0,1) (0,2) (0,3)\n"
    )
    assert same(read_game(tmp_path / "game.txt"), game)


def test_a_game_is_not_saved_over_something_else(tmp_path: Path) -> None:
    game = NimGame(Grid("...."))
    precious = tmp_path / "precious.txt"
    precious.write_text("my only poem")
    with pytest.raises(CgtError, match="is not a saved game"):
        save_game(precious, game)
    assert precious.read_text() == "my only poem"
    save_game(tmp_path / "new.txt", game)
    save_game(tmp_path / "new.txt", game.placed(game.placements[0]))
    assert len(read_game(tmp_path / "new.txt").moves) == 1


GOOD = """cgt nim game 1
; a comment
pieces: O
play: normal
first: program
level: hard
seed: 12

....
..#.
....

program O (0,0) (0,1) (1,0) (1,1)
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("cgt nim game 1", "cgt nim game 2", 1, "of version 2, not 1"),
        ("cgt nim game 1\n; a comment\n", "", 1, "a saved game begins with a line"),
        ("pieces: O", "pieces: Q", 3, "no piece set 'Q'"),
        ("pieces: O", "pieces: omino:99", 3, "can be listed, not of 99"),
        ("pieces: O", "pieces: mine\nshape A: #.#", 4, "not connected"),
        ("pieces: O", "pieces: mine\nshape A: ?", 4, "cell"),
        ("pieces: O", "pieces: mine\nshape A: ##\nshape B: ##", 3, "twice"),
        ("play: normal", "play: odd", 4, "'misere' or 'normal'"),
        ("first: program", "first: me", 5, "'person' or 'program'"),
        ("level: hard", "level: godlike", 6, "'hard' or 'perfect', not 'godlike'"),
        ("seed: 12", "seed: -1", 7, "seed is a number"),
        ("seed: 12", f"seed: {2**63}", 7, "seed is a number"),
        ("seed: 12", "seed: 12\nseed: 12", 8, "given twice"),
        ("seed: 12", "sead: 12", 7, "unknown key 'sead'"),
        ("seed: 12\n", "", 1, "no line 'seed: …'"),
        ("..#.", "..#", 10, "3 cells"),
        ("....\n..#.\n....\n", "", 10, "rows of the board are missing"),
        ("....\n..#.\n....\n", f"{'.' * 257}\n", 9, "257×1"),
        ("program O", "person O", 13, "the program's turn"),
        ("program O", "nobody O", 13, "'person' or 'program'"),
        ("program O", "program I", 13, "there is no piece 'I'"),
        ("(1,1)", "(1,2)", 13, "not have the shape of O"),
        ("(1,1)", "(1,1) (1,1)", 13, "not have the shape of O"),
        ("(0,0) (0,1) (1,0) (1,1)", "(0,1) (0,2) (1,1) (1,2)", 13, "O does not fit there"),
        ("(0,0) (0,1) (1,0) (1,1)", "(2,0) (2,1) (3,0) (3,1)", 13, "O does not fit there"),
        ("(0,0) (0,1) (1,0) (1,1)", "somewhere", 13, "a move is a line such as"),
    ],
)
def test_what_is_wrong_in_a_saved_game_is_named_with_its_line(
    old: str, new: str, line: int, problem: str
) -> None:
    assert parse_game(GOOD).moves
    assert old in GOOD
    with pytest.raises(FileError, match=r"game\.txt") as raised:
        parse_game(GOOD.replace(old, new), "game.txt")
    assert problem in raised.value.problem
    assert raised.value.where.line == line


@settings(max_examples=30)
@given(st.data())
def test_a_damaged_saved_game_is_an_error_or_a_game(data: st.DataObject) -> None:
    text = GOOD
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 6)))
        text = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    try:
        game = parse_game(text)
    except FileError:
        return
    assert same(parse_game(format_game(game)), game)


def test_a_file_that_is_not_text_or_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        read_game(tmp_path / "missing")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileError):
        read_game(tmp_path / "binary")


# the piece in the hand


@settings(max_examples=60)
@given(
    st.sampled_from(PIECE_SETS),
    st.integers(1, 7),
    st.integers(1, 7),
    st.lists(st.tuples(st.sampled_from("mtfnpc"), st.integers(-9, 9), st.integers(-9, 9))),
)
def test_the_piece_in_the_hand_never_leaves_the_board(
    pieces: PieceSet, width: int, height: int, steps: list[tuple[str, int, int]]
) -> None:
    try:
        cursor = Cursor.over(pieces, width, height)
    except CgtError:
        assert not NimGame(Grid.of_size(width, height), PlacementGame(pieces)).placements
        return
    for what, one, two in steps:
        changed = {
            "m": lambda c=cursor, a=one, b=two: c.moved(a, b),
            "t": lambda c=cursor, a=one: c.turned(a),
            "f": lambda c=cursor: c.mirrored(),
            "n": lambda c=cursor, a=one: c.with_next_piece(1 if a > 0 else -1),
            "p": lambda c=cursor, a=one: c.with_piece(a),
            "c": lambda c=cursor, a=one, b=two: c.centred_at(a, b),
        }[what]()
        cursor = changed or cursor
        # An empty board: what is inside fits.
        NimGame(Grid.of_size(width, height), PlacementGame(pieces)).placed(cursor.placement)


def test_turning_at_a_wall_moves_the_piece_inside_and_four_turns_bring_it_back() -> None:
    cursor = Cursor.over(piece_set("LJT"), 5, 6).moved(-9, 9)
    assert cursor.turned(1).placement.column == 3
    assert cursor.turned(4).placement.cells == cursor.placement.cells
    assert cursor.turned(1).turned(-1).placement.rotation == cursor.rotation


def test_flipping_takes_the_mirror_image_if_there_is_one() -> None:
    cursor = Cursor.over(piece_set("LJT"), 5, 6)
    flipped = cursor.mirrored()
    assert flipped is not None
    assert flipped.piece.name == "J"
    assert Cursor.over(piece_set("L"), 5, 6).mirrored() is None


@settings(max_examples=30)
@given(games(), st.integers(0, 6), st.integers(0, 6))
def test_the_nearest_placement_is_with_the_same_piece_if_that_fits(
    game: NimGame, row: int, column: int
) -> None:
    if not game.placements:
        return
    cursor = Cursor.over(game.pieces, game.start.width, game.start.height).at(row, column)
    nearest = cursor.nearest(game.placements)
    assert nearest.placement in game.placements
    if cursor.placement in game.placements:
        assert nearest == cursor
    if cursor.piece in [placement.piece for placement in game.placements]:
        assert nearest.piece == cursor.piece
    assert cursor.nearest([]) == cursor


def test_names_of_pieces_may_look_like_cells() -> None:
    pieces = PieceSet(
        "odd", [Piece.of("(0,0)", Polyomino("##")), Piece.of("a b (1,1)", Polyomino("###"))]
    )
    game = NimGame(Grid.of_size(4, 2), PlacementGame(pieces))
    for _ in range(2):
        game = game.placed(game.placements[-1])
    assert parse_game(format_game(game)).moves == game.moves


def test_a_long_line_of_spaces_is_refused_at_once() -> None:
    game = format_game(NimGame(Grid("...."), PlacementGame("I")))
    for line in ("person" + " " * 4000 + "x", "person I" + " (0,0)" * 600, "x" * 5000):
        with pytest.raises(FileError):
            parse_game(game + line)
