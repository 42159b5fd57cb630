"""Saved games: a game of a person against the program as a text file that people can read.

```
cgt nim game 1
pieces: tetromino
play: misere
first: person
level: medium
seed: 7

....
....
....

person L (0,0) (1,0) (2,0) (2,1)
```

The first line names the format. Then come the game, the board at the start, and one line for each
move: who made it, the piece, and its cells as (row,column) from 0 at the top left. A user's own
pieces are written out, each in a line `shape NAME: ##|#.`. Lines that begin with `;` are comments.
Reading trusts nothing: every move is played by the rules, and a wrong one is an error that names
the line.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path

from cgt.board.boardfile import PLAY_CONVENTIONS
from cgt.board.cells import TETROMINO_CELLS
from cgt.board.grid import Cell, Grid
from cgt.board.piecetext import pieces_lines, read_pieces
from cgt.board.polyomino import Piece, Placement
from cgt.common.errors import CgtError, FileError, Location
from cgt.common.files import file_exists, read_text, source_name, write_atomically
from cgt.common.headers import Line, header_line, split_header, start_of_file, text_lines
from cgt.placement import LEVEL_NAMES
from cgt.placement.game import IllegalMoveError, PlacementGame
from cgt.placement.solver import check_board_size
from cgt.play.nim.game import LARGEST_SEED, SIDES, NimGame

FORMAT = "cgt nim game 1"
_LONGEST_FILE = 2**20
_KEYS = ("pieces", "play", "first", "level", "seed")
_CELL = re.compile(r"\((\d{1,2}),(\d{1,2})\)", re.ASCII)


# writing


def write_game(path: str | Path, game: NimGame) -> None:
    """Saves a game, whole or not at all; raises CgtError."""
    content = format_game(game).encode("utf-8")
    write_atomically(path, lambda file: file.write(content))


def save_game(path: str | Path, game: NimGame) -> None:
    """Saves a game, but does not overwrite a file that is not a saved game; raises CgtError."""
    if file_exists(path):
        try:
            read_game(path)
        except FileError:
            raise CgtError(f"{path}: this file exists and is not a saved game") from None
    write_game(path, game)


def format_game(game: NimGame) -> str:
    """The text of a saved game; reading it gives the same game."""
    lines = [FORMAT, *pieces_lines(game.pieces)]
    lines += [header_line(key, str(getattr(game, key))) for key in _KEYS[1:]]
    lines += ["", *game.start.rows(), ""]
    for number, move in enumerate(game.moves):
        cells = " ".join(f"({row},{column})" for row, column in move.cells)
        lines.append(f"{game.side_of(number)} {move.piece.name} {cells}")
    return "\n".join(lines).rstrip("\n") + "\n"


# reading


def read_game(path: str | Path) -> NimGame:
    """A saved game; raises FileError."""
    return parse_game(read_text(path, _LONGEST_FILE), source_name(path))


def parse_game(text: str, source: str = "text") -> NimGame:
    """The game of a text; raises FileError, which calls the text `source`."""
    lines = text_lines(text, source)
    where = start_of_file(lines, source, FORMAT, "a saved game")
    header, body = split_header(lines, where, _KEYS, shapes=True)
    cells = TETROMINO_CELLS.characters
    rows = list(itertools.takewhile(lambda line: cells.issuperset(line.text.strip()), body))
    game = NimGame(
        _grid(rows, body[0].at() if body else _end(text, source)),
        PlacementGame(read_pieces(header), header.require("play").choice(PLAY_CONVENTIONS)),
        first=header.require("first").choice(SIDES),
        level=header.require("level").choice(LEVEL_NAMES),
        seed=header.require("seed").number(0, LARGEST_SEED),
    )
    for line in body[len(rows) :]:
        game = _played(game, line)
    return game


def _end(text: str, source: str) -> Location:
    """The place of the last line of a text that is not blank."""
    return Location(source, text.rstrip("\n").count("\n") + 1)


def _grid(rows: list[Line], where: Location) -> Grid:
    """The board from its rows; if there are none, the error names `where`."""
    if not rows:
        raise FileError(where, "the rows of the board are missing")
    texts = [line.text.strip() for line in rows]
    for line, text in zip(rows, texts, strict=True):
        if len(text) != len(texts[0]):
            problem = f"this row has {len(text)} cells, the first row of the board has"
            raise FileError(line.at(), f"{problem} {len(texts[0])}")
    grid = Grid.from_rows(texts)
    check_board_size(grid, rows[0].at())
    return grid


def _played(game: NimGame, line: Line) -> NimGame:
    side, _, move = line.text.strip().partition(" ")
    if side not in SIDES:
        raise FileError(line.at(), f"a move begins with 'person' or 'program', not {side[:40]!r}")
    if side != game.turn:
        raise FileError(line.at(), f"it is the {game.turn}'s turn")
    move = move.strip()
    # Names may contain spaces and brackets: the longest that fits is meant.
    named = [piece for piece in game.pieces if f"{move} ".startswith(f"{piece.name} ")]
    if not named:
        raise FileError(line.at(), f"there is no piece {move.partition(' ')[0][:40]!r}")
    piece = max(named, key=lambda piece: len(piece.name))
    cells = [_CELL.fullmatch(word) for word in move[len(piece.name) :].split()]
    if not cells or None in cells:
        raise FileError(line.at(), "a move is a line such as: person O (0,0) (0,1) (1,0) (1,1)")
    places = [(int(cell[1]), int(cell[2])) for cell in cells if cell is not None]
    try:
        return game.placed(_placement(piece, places))
    except IllegalMoveError as error:
        raise FileError(line.at(), str(error)) from None


def _placement(piece: Piece, cells: list[Cell]) -> Placement:
    """The placement of a piece on some cells; raises IllegalMoveError if they are not its shape."""
    row, column = min(r for r, _ in cells), min(c for _, c in cells)
    for rotation in range(len(piece.rotations)):
        placement = Placement(piece, rotation, row, column)
        if sorted(cells) == list(placement.cells):
            return placement
    raise IllegalMoveError(f"these cells do not have the shape of {piece.name}")
