"""cgt play nim: a person against the program in a placement game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cgt.cli.support import options
from cgt.cli.support.boards import pieces, size_option
from cgt.cli.support.names import NameChoice
from cgt.cli.support.screen import check_screen, run_screen
from cgt.cli.support.show import progress, show_described, show_json
from cgt.common.cores import usable_cores
from cgt.common.files import STANDARD_INPUT, check_writable
from cgt.common.limits import Allowed
from cgt.common.system.processes import MOST_WORKERS
from cgt.placement import LEVEL_NAMES

if TYPE_CHECKING:
    from cgt.placement.proof.player import ProofPlayer
    from cgt.play.nim.game import NimGame
    from cgt.play.nim.match import Match

_DEFAULT_LEVEL = "medium"
_DEFAULT_SIZE = (10, 10)
_SEEDS = 1_000_000
_SECONDS_TO_CHECK = 600.0  # a proof, unless the user says how long: as for cgt verify


@click.command()
@click.argument("file", required=False, metavar="[BOARD]", type=click.Path(allow_dash=True))
@size_option(several=False, help_text="An empty board of this size; 10x10 if not given.")
@pieces
@options.play
@click.option(
    "--level",
    type=NameChoice(LEVEL_NAMES),
    help="How well the program plays; medium if not given.",
)
@click.option(
    "--opponent",
    metavar="proof:FILE",
    help="Play against a proof, which wins: one of 'cgt solve --proof', or an example, such as "
    "proof:example:cram-5x4. It says what is played, and who begins. It is checked first, for up "
    "to ten minutes, or --time-limit.",
)
@click.option("--first", type=NameChoice(["me", "program"]), help="Who begins; me by default.")
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_WORKERS),
    help="How many threads search together. With several, the program may choose another of "
    "equally good moves.  [default: the cores there are; 1 with --match, whose games a seed "
    "repeats]",
)
@options.limits_of_each("move", default="5s")
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    help="Seed of everything random; random if not given.",
)
@click.option("--load", metavar="FILE", type=click.Path(), help="Resume a saved game.")
@click.option(
    "--match", type=NameChoice(LEVEL_NAMES), help="Let this level of the program play games..."
)
@click.option("--against", type=NameChoice(LEVEL_NAMES), help="...against this one.")
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    help="How many games a match has; 20 if not given.",
)
@click.option(
    "--film",
    metavar="FILE",
    type=click.Path(),
    help="Write the first game of a match as an SVG picture that moves.",
)
@options.as_json
@options.example(
    "cgt play nim --match hard --against easy --games 4 --size 6x6 --seed 1",
    "cgt play nim example:cram --match medium --against beginner --games 2 --json",
)
def nim(
    file: str | None,
    size: tuple[int, int] | None,
    opponent: str | None,
    load: str | None,
    match: str | None,
    against: str | None,
    games: int | None,
    film: str | None,
    threads: int | None,
    allowed: Allowed,
    as_json: bool,
    **settings: Any,
) -> None:
    """Play Nim tetris, Cram or another placement game against the program.

    Whoever places the last block loses (with --play normal: wins). BOARD is a board file, of which
    the game uses the first board, or a board itself, such as '....|..##'. The screen shows the
    keys, and level and side can be changed there. With --match the program plays against itself,
    without a screen. With --opponent a proof plays, and you lose.
    """
    if sum(given is not None for given in (file, size, load)) > 1:
        raise click.UsageError("give only one of a board file, --size and --load")
    if (match is None) != (against is None):
        raise click.UsageError("--match and --against go together")
    if match is None and (as_json or games is not None or film is not None):
        raise click.UsageError("--json, --games and --film need --match")
    if film is not None:
        check_writable(film)
    if opponent is not None:
        _check_against_proof({"file": file, "size": size, "load": load, "match": match} | settings)
        _play_against(opponent, threads or usable_cores(), allowed)
        return
    game = _loaded(load, settings) if load is not None else _new(file, size, settings)
    if match is not None and against is not None:
        found = _match(game, match, against, games or 20, threads or 1, as_json, allowed)
        if film is not None:
            _write_film(found, film)
    else:
        _play(game, load, threads or usable_cores(), allowed)


def _new(file: str | None, size: tuple[int, int] | None, settings: dict[str, Any]) -> NimGame:
    """A game from the options; raises CgtError."""
    from secrets import randbelow

    from cgt.cli.support.load import empty_board, load_boards
    from cgt.cli.support.solvers import play_of
    from cgt.placement.game import PlacementGame
    from cgt.placement.solver import check_board_size
    from cgt.play.nim.game import NimGame

    chosen = settings["pieces"]
    if file is None:
        board, piece_set = empty_board(*(size or _DEFAULT_SIZE), chosen)
    else:
        board, piece_set = load_boards([file], chosen)[0]
    check_board_size(board.grid, board.where)
    seed = settings["seed"]
    return NimGame(
        board.grid,
        PlacementGame(piece_set, play_of(settings["play"], board)),
        first="program" if settings["first"] == "program" else "person",
        level=settings["level"] or _DEFAULT_LEVEL,
        seed=randbelow(_SEEDS) if seed is None else seed,
    )


def _loaded(file: str, settings: dict[str, Any]) -> NimGame:
    """A saved game, perhaps at another level; raises CgtError."""
    from cgt.play.nim.file import read_game

    for option in ("pieces", "play", "first", "seed"):
        if settings[option] is not None:
            raise click.UsageError(f"--{option} cannot change a saved game")
    game = read_game(file)
    return game if settings["level"] is None else game.at_level(settings["level"])


def _check_against_proof(settings: dict[str, Any]) -> None:
    """Raises click.UsageError for what a proof determines, and for a match."""
    given = [name for name, value in settings.items() if value is not None]
    if given:
        named = "a board" if given[0] == "file" else f"--{given[0]}"
        raise click.UsageError(f"--opponent and {named} do not go together")


def _play_against(opponent: str, threads: int, allowed: Allowed) -> None:
    """Checks a proof, and plays against it; raises CgtError."""
    from functools import partial

    from cgt.cli.support.proofs import tell_positions
    from cgt.common.limits import Limits
    from cgt.placement.proof.player import ProofPlayer
    from cgt.play.nim.game import game_against

    kind, _, file = opponent.partition(":")
    if kind.lower() != "proof" or file in ("", STANDARD_INPUT):
        raise click.UsageError("--opponent takes proof:FILE; levels are chosen by --level")
    usual = click.get_current_context().get_parameter_source("time_limit")
    is_given = usual is ParameterSource.COMMANDLINE
    seconds = allowed.time if is_given else _SECONDS_TO_CHECK
    limits = Limits.of(seconds=seconds, memory=allowed.memory)
    with progress() as tell:
        proof = ProofPlayer(file, limits, threads=threads, tell=partial(tell_positions, tell, file))
    _play(game_against(proof), None, threads, allowed, proof)


def _play(
    game: NimGame,
    file: str | None,
    threads: int,
    allowed: Allowed,
    proof: ProofPlayer | None = None,
) -> None:
    """Shows the game; `file` is the file it was saved in, if any, and `proof` the opponent, if it
    is no level."""
    check_screen("playing", "a person needs a terminal to play; --match works without one")
    from cgt.play.nim.app import NimApp

    run_screen(NimApp(game, allowed=allowed, threads=threads, file=file, proof=proof))


def _match(
    game: NimGame,
    level: str,
    against: str,
    games: int,
    threads: int,
    as_json: bool,
    allowed: Allowed,
) -> Match:
    from time import perf_counter

    from cgt.play.nim.match import describe_match, match_data, play_match

    start = perf_counter()
    with progress() as tell:
        found = play_match(
            game,
            level,
            against,
            games=games,
            allowed=allowed,
            threads=threads,
            progress=lambda played: tell(f"{played} of {games} games"),
        )
    if as_json:
        chosen = {"pieces": game.pieces.name, "play": game.play, "seed": game.seed}
        show_json(match_data(found, perf_counter() - start), chosen | {"games": games})
    else:
        show_described(describe_match(found))
    return found


def _write_film(match: Match, file: str) -> None:
    """Draws the first game of a match; raises CgtError."""
    from cgt.common.files import write_atomically
    from cgt.draw.formats import picture_file
    from cgt.draw.pictures.nim import PlayedGame, game_film

    game, players = match.first_game, (match.level, match.against)
    played = PlayedGame(game.start, game.rules, game.moves, players)
    data = picture_file(game_film(played), "svg")
    write_atomically(file, lambda out: out.write(data))
