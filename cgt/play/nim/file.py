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

The first line names the format. Then come what is played, the board at the start, and one line a
move: who, the piece, and its cells as (row,column) from the top left corner. Pieces of one's own
are written out, a line `shape: NAME ##|#.` each. Lines that begin with `;` are comments. Reading
believes nothing: every move is played by the rules, and what is wrong is an error with its line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from cgt.board.boardfile import PLAY_CONVENTIONS
from cgt.board.grid import CELL_CHARACTERS, Cell, Grid
from cgt.board.piecesets import named_piece_set
from cgt.board.polyomino import Piece, PieceSet, Placement, Polyomino
from cgt.common.errors import CgtError, FileError, Location, PieceError
from cgt.common.files import file_exists, read_text, source_name, write_atomically
from cgt.placement import LEVEL_NAMES
from cgt.placement.game import IllegalMoveError, PlacementGame, Play
from cgt.placement.solver import check_board_size
from cgt.play.nim.game import LARGEST_SEED, SIDES, NimGame, Side

FORMAT = "cgt nim game 1"
_LONGEST_FILE = 2**20
_KEYS = ("pieces", "play", "first", "level", "seed")
_PLAIN_NAME = re.compile(r"\w[\w.-]*")
_KEY_LINE = re.compile(r"(?P<key>[a-z]+):\s*(?P<value>.*)")
_SHAPE = re.compile(r"(?P<name>.*\S)\s+(?P<rows>[.#]+(?:\|[.#]+)*)")
_CELL = re.compile(r"\((\d{1,2}),(\d{1,2})\)", re.ASCII)
_LONGEST_LINE = 4096


# writing


def write_game(path: str | Path, game: NimGame) -> None:
    """Saves a game, whole or not at all; raises CgtError."""
    content = format_game(game).encode("utf-8")
    write_atomically(path, lambda file: file.write(content))


def save_game(path: str | Path, game: NimGame) -> None:
    """Saves a game, but not over a file that is something else; raises CgtError."""
    if file_exists(path):
        try:
            read_game(path)
        except FileError:
            raise CgtError(f"{path}: there is such a file, and it is no saved game") from None
    write_game(path, game)


def format_game(game: NimGame) -> str:
    """The text of a saved game; reading it gives the same game."""
    lines = [FORMAT, *_format_pieces(game.pieces)]
    lines += [f"{key}: {getattr(game, key)}" for key in _KEYS[1:]]
    lines += ["", *game.start.rows(), ""]
    for number, move in enumerate(game.moves):
        cells = " ".join(f"({row},{column})" for row, column in move.cells)
        lines.append(f"{game.side_of(number)} {move.piece.name} {cells}")
    return "\n".join(lines).rstrip("\n") + "\n"


def _format_pieces(pieces: PieceSet) -> list[str]:
    known = _named(pieces.name)
    if known is not None and known.pieces == pieces.pieces:
        return [f"pieces: {pieces.name}"]
    # A set from a file: the file may be gone when the game is read, so its shapes are written out.
    shapes = [f"shape: {piece.name} {_text(piece.rotations[0])}" for piece in pieces]
    name = Path(pieces.name).stem
    return [f"pieces: {name if _PLAIN_NAME.fullmatch(name) else 'shapes'}", *shapes]


def _text(shape: Polyomino) -> str:
    return "|".join(shape.grid().rows())


def _named(text: str) -> PieceSet | None:
    try:
        return named_piece_set(text)
    except PieceError:
        return None


# reading


@dataclass(frozen=True)
class _Line:
    text: str
    where: Location


def read_game(path: str | Path) -> NimGame:
    """A saved game; raises FileError."""
    return parse_game(read_text(path, _LONGEST_FILE), source_name(path))


def parse_game(text: str, source: str = "text") -> NimGame:
    """The game of a text; raises FileError, in which the text is called `source`."""
    for number, raw in enumerate(text.split("\n"), 1):
        if len(raw) > _LONGEST_LINE:
            where = Location(source, number)
            raise FileError(where, f"no line has more than {_LONGEST_LINE} characters")
    lines = [
        _Line(line.strip(), Location(source, number))
        for number, line in enumerate(text.split("\n"), 1)
        if not line.startswith(";")
    ]
    if not lines or lines[0].text != FORMAT:
        raise FileError(Location(source), f"this is no saved game: its first line is not {FORMAT}")
    head, rows, moves = _parts(lines[1:], Location(source, text.count("\n")))
    values, shapes = _values(head, lines[0].where)
    game = NimGame(
        _grid(rows),
        PlacementGame(_pieces(values["pieces"], shapes), _play(values["play"])),
        first=_side(values["first"].text, values["first"].where),
        level=_level(values["level"]),
        seed=_seed(values["seed"]),
    )
    for line in moves:
        game = _played(game, line)
    return game


def _parts(lines: list[_Line], end: Location) -> tuple[list[_Line], list[_Line], list[_Line]]:
    """The lines of values, of the board and of the moves, each without the blank ones."""
    head: list[_Line] = []
    rows: list[_Line] = []
    moves: list[_Line] = []
    for line in lines:
        if not line.text:
            continue
        if _KEY_LINE.fullmatch(line.text) and not rows:
            head.append(line)
        elif set(line.text) <= set(CELL_CHARACTERS) and not moves:
            rows.append(line)
        else:
            moves.append(line)
    if not rows:
        raise FileError(moves[0].where if moves else end, "the rows of the board are missing")
    return head, rows, moves


def _values(head: list[_Line], where: Location) -> tuple[dict[str, _Line], list[_Line]]:
    """Each value by its key, and the shapes."""
    values: dict[str, _Line] = {}
    shapes: list[_Line] = []
    for line in head:
        match = _KEY_LINE.fullmatch(line.text)
        assert match is not None
        key, value = match["key"], _Line(match["value"], line.where)
        if key == "shape":
            shapes.append(value)
        elif key not in _KEYS:
            raise FileError(line.where, f"unknown key {key!r}; known are {', '.join(_KEYS)}, shape")
        elif key in values:
            raise FileError(line.where, f"{key!r} is given twice")
        else:
            values[key] = value
    for key in _KEYS:
        if key not in values:
            raise FileError(where, f"the line {key!r} is missing")
    return values, shapes


def _grid(rows: list[_Line]) -> Grid:
    for line in rows:
        if len(line.text) != len(rows[0].text):
            raise FileError(
                line.where,
                f"this row has {len(line.text)} cells, the first row of the board has "
                f"{len(rows[0].text)}",
            )
    grid = Grid.from_rows([line.text for line in rows])
    check_board_size(grid, rows[0].where)
    return grid


def _pieces(name: _Line, shapes: list[_Line]) -> PieceSet:
    try:
        if shapes:
            return PieceSet(name.text, [_shape(line) for line in shapes])
        known = named_piece_set(name.text)
    except PieceError as error:
        raise FileError(name.where, str(error)) from None
    if known is None:
        raise FileError(name.where, f"no piece set {name.text!r}, and no shapes of its pieces")
    return known


def _shape(line: _Line) -> Piece:
    match = _SHAPE.fullmatch(line.text)
    if not match:
        raise FileError(line.where, "a shape is a name and rows such as ##|#.")
    try:
        return Piece.of(match["name"], Polyomino(match["rows"]))
    except CgtError as error:
        raise FileError(line.where, str(error)) from None


def _play(line: _Line) -> Play:
    if line.text not in PLAY_CONVENTIONS:
        raise FileError(line.where, f"play is 'misere' or 'normal', not {line.text!r}")
    return "normal" if line.text == "normal" else "misere"


def _side(text: str, where: Location) -> Side:
    for side in SIDES:
        if text == side:
            return side
    raise FileError(where, f"a side is 'person' or 'program', not {text!r}")


def _level(line: _Line) -> str:
    if line.text not in LEVEL_NAMES:
        raise FileError(line.where, f"no level {line.text!r}: there are {', '.join(LEVEL_NAMES)}")
    return line.text


def _seed(line: _Line) -> int:
    if not re.fullmatch(r"\d{1,19}", line.text, re.ASCII) or int(line.text) > LARGEST_SEED:
        raise FileError(line.where, f"a seed is a number from 0 to 2^63 - 1, not {line.text!r}")
    return int(line.text)


def _played(game: NimGame, line: _Line) -> NimGame:
    side, _, move = line.text.partition(" ")
    if _side(side, line.where) != game.turn:
        raise FileError(line.where, f"it is the {game.turn}'s turn")
    move = move.strip()
    # Names may have blanks and brackets in them: the longest that fits is meant.
    named = [piece for piece in game.pieces if f"{move} ".startswith(f"{piece.name} ")]
    if not named:
        raise FileError(line.where, f"there is no piece {move.partition(' ')[0]!r}")
    piece = max(named, key=lambda piece: len(piece.name))
    cells = [_CELL.fullmatch(word) for word in move[len(piece.name) :].split()]
    if not cells or None in cells:
        raise FileError(line.where, "a move is a line such as: person O (0,0) (0,1) (1,0) (1,1)")
    places = [(int(cell[1]), int(cell[2])) for cell in cells if cell is not None]
    try:
        return game.placed(_placement(piece, places))
    except IllegalMoveError as error:
        raise FileError(line.where, str(error)) from None


def _placement(piece: Piece, cells: list[Cell]) -> Placement:
    """The placement of a piece on some cells; raises IllegalMoveError if they are not its shape."""
    row, column = min(r for r, _ in cells), min(c for _, c in cells)
    for rotation in range(len(piece.rotations)):
        placement = Placement(piece, rotation, row, column)
        if sorted(cells) == list(placement.cells):
            return placement
    raise IllegalMoveError(f"these cells have not the shape of {piece.name}")
