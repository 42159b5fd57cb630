"""cgt play tetris: one-player Tetris in the terminal."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support import options
from cgt.cli.support.moves import moves_option
from cgt.cli.support.names import BAD_PLAYER, NameChoice
from cgt.cli.support.screen import is_terminal
from cgt.cli.support.show import echo
from cgt.common.errors import CgtError

if TYPE_CHECKING:
    from cgt.duel.evaluate.weights import Weights
    from cgt.duel.setting import Setting

_SEEDS = 1_000_000  # one below this is drawn if none is given: short enough to type again


@click.command()
@click.option(
    "--rules",
    "rule_set",
    type=NameChoice(options.RULE_SETS),
    help="The rules by name; other options override them.  [default: sogang, or "
    "HATETRIS's own against its players]",
)
@click.option(
    "--bad",
    metavar="PLAYER",
    type=BAD_PLAYER,
    help="Who chooses the pieces: uniform, bag, bag:hatetris, bastet, hatetris, hatetris-mild, "
    "brzustowski, burgiel, minmax, constant:S, sequence:SZ, or any other of 'cgt simulate', also "
    "your own.",
)
@click.option("--width", type=int, metavar="N", help="Columns of the well.")
@click.option("--height", type=int, metavar="N", help="Rows of the well.")
@moves_option()
@click.option(
    "--ending",
    type=NameChoice(options.ENDINGS),
    help="Over when the stack is too high after full rows are cleared; when a piece sticks out "
    "before that; when a piece has no room to come in.",
)
@click.option("--preview", type=int, metavar="N", help="How many coming pieces you see.")
@click.option("--pieces", metavar="SET", help="The pieces, such as tetromino, LJT or pentomino.")
@click.option(
    "--weights",
    metavar="WEIGHTS",
    help="How recommended placements are judged: weights by name, or a weight file.",
    show_default="the best known for what is played: see docs/tetris.md",
)
@options.beam
@options.ahead
@click.option(
    "--speed",
    default=1.0,
    metavar="ROWS",
    help="How many rows a piece falls in a second; 0 if only you move it.",
    show_default=True,
)
@click.option("--seed", type=int, help="Seed of everything random; random if not given.")
@options.score_table
@click.option(
    "--trace",
    metavar="FILE",
    type=click.Path(),
    help="Write a trace: every placement of the last finished game, or of the unfinished one if "
    "you finish none.",
)
@click.option(
    "--replay",
    metavar="FILE",
    type=click.Path(),
    help="Write a HATETRIS replay of the same game, to share; only by its own rules.",
)
@click.option(
    "--start",
    type=NameChoice(["menu", "play", "auto"]),
    default="menu",
    help="What to show first: the menu, a game, or a game that plays itself.",
    show_default=True,
)
def tetris(
    rule_set: str | None,
    bad: str | None,
    weights: str | None,
    beam: int | None,
    ahead: int,
    speed: float,
    seed: int | None,
    table: str | None,
    trace: str | None,
    replay: str | None,
    start: str,
    **others: Any,
) -> None:
    """Play Tetris: arrows move, up or x turns, space drops, q quits.

    Try: cgt play tetris --start play, or against HATETRIS: cgt play tetris --bad hatetris
    """
    try:
        import textual  # noqa: F401
    except ImportError:
        raise CgtError(
            "playing needs the package textual: pip install 'cgt-analyser[play]'"
        ) from None
    from cgt.play.tetris.app import TetrisApp
    from cgt.play.tetris.session import Wishes

    chance = SystemRandom().randrange(_SEEDS) if seed is None else seed
    setting = _setting(rule_set, bad, chance, others | {"beam": beam, "ahead": ahead})
    setting.first_well()  # raises CgtError if it makes no game
    wishes = Wishes(
        setting,
        _advising(setting, weights),
        speed=speed,
        table=table,
        trace=trace,
        replay=replay,
    )
    app = TetrisApp(wishes, start)  # type: ignore[arg-type]
    if not is_terminal():
        raise CgtError("a game needs a terminal, and this is not one")
    error = app.run()
    if error is not None:
        raise error
    if app.return_code:
        raise click.exceptions.Exit(app.return_code)
    if app.session.game.placed:
        echo(app.session.summary())
    if app.interrupted:
        raise click.Abort


def _advising(setting: Setting, weights: str | None) -> Weights:
    """The weights that advice goes by."""
    from cgt.duel.evaluate.best import BEST_FOR_HUNTS

    if weights is None and setting.can_be_foreseen:
        weights = BEST_FOR_HUNTS
    return setting.request(0).weights(weights, seen=1 + setting.preview)


def _setting(rule_set: str | None, bad: str | None, seed: int, others: dict[str, Any]) -> Setting:
    """The setting of the named rules, with the other options applied."""
    from cgt.duel.rulesets import RULE_SETS

    usual = "hatetris" if bad in ("hatetris", "hatetris-mild") else "sogang"
    rules = RULE_SETS[rule_set or usual]
    given = {name: value for name, value in others.items() if value is not None}
    if bad is not None:
        given["bad"] = bad
    return rules.setting(good="person", seed=seed, **given)
