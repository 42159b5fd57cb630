"""cgt hunt: looks for a long game against a Bad player that can be computed ahead."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support import options
from cgt.cli.support.names import BAD_PLAYER
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import progress, show_described, show_json
from cgt.cli.support.unmade import Unmade
from cgt.common.limits import Allowed

if TYPE_CHECKING:
    from cgt.common.checkpoint import Checkpoint
    from cgt.duel.evaluate.weights import Weights
    from cgt.duel.hunt import Hunted
    from cgt.duel.setting import Setting
    from cgt.literature.hatetris_games import Confirmed


@click.command()
@click.option(
    "--bad",
    metavar="PLAYER",
    type=BAD_PLAYER,
    default="hatetris",
    help="Who chooses the pieces, without chance: hatetris, hatetris-mild, brzustowski, burgiel, "
    "lovetris, minmax, constant:S or sequence:SZ.",
    show_default=True,
)
@click.option(
    "--weights",
    metavar="WEIGHTS",
    help="How wells and moves are judged: weights by name, or a weight file.",
    show_default="the best known for this",
)
@click.option(
    "--beam",
    type=int,
    metavar="N",
    help="How many games are kept after each piece; 0 for all.",
    show_default="100, then twice as many and so on, as far as time and memory carry",
)
@click.option(
    "--max-pieces",
    default=10_000,
    type=click.IntRange(1),
    help="The most pieces in a game: against some enemies it can go on for ever.",
    show_default=True,
)
@click.option(
    "--seed",
    default=1,
    help="Which of equally good wells are kept, and what --noise does.",
    show_default=True,
)
@click.option(
    "--hunts",
    type=click.IntRange(1),
    metavar="N",
    help="How many hunts, with seeds from --seed on; the best game counts.",
    show_default="1; with --cluster as many as the time allows",
)
@options.noise("0.02 for several hunts, else 0")
@options.cluster
@options.threads
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(),
    help="Write the replay of the best game, anew whenever a better one is found.",
)
@options.limits("10m")
@options.checkpoint("every minute and at the end")
@picture_options(page="Write an interactive report, one file: play, pause, step.")
@options.as_json
@options.example(
    "cgt hunt --beam 20",
    "cgt hunt --bad burgiel --beam 10 --out game.txt",
    "cgt hunt --hunts 4 --beam 10",
)
def hunt(
    bad: str,
    weights: str | None,
    beam: int | None,
    max_pieces: int,
    seed: int,
    hunts: int | None,
    noise: float | None,
    cluster: str | None,
    threads: int,
    out: str | None,
    allowed: Allowed,
    checkpoint: Checkpoint,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Look for a long game of HATETRIS against an enemy whose pieces can be computed ahead.

    All games have the same number of pieces, and the best are kept after each. The score is the
    number of rows cleared. Every game found is played again from its replay before it is told or
    written. The end of the time, or Ctrl-C, ends the hunt with the best game so far. Several hunts
    can share the work of a cluster.
    """
    from cgt.common.files import check_writable
    from cgt.draw.pictures.games import replay_drawing, replay_page
    from cgt.duel.evaluate.weights import Weights
    from cgt.literature.hatetris_games import confirmed

    if out is not None:
        check_writable(out)
    begin, limits, unmade = monotonic(), allowed.whole, Unmade()
    several = {"hunts": hunts, "cluster": cluster} if cluster or hunts else {}
    best = _hunted(
        _setting(bad, seed, max_pieces),
        out,
        several,
        weights=None if weights is None else Weights.named(weights),
        noise=noise,
        beam=beam,
        threads=threads,
        limits=limits.before_files(),  # the game is played again, and a wide beam saved
        checkpoint=checkpoint,
    )
    game = confirmed(best.trace) if best.score else None
    _show(best, game, monotonic() - begin, out, as_json)
    if game is not None:
        with unmade.kept():
            pictures.write(
                lambda: replay_drawing(game.played), lambda: replay_page(game.played), limits
            )
    unmade.check()
    if best.interrupted:
        raise click.Abort


def _setting(bad: str, seed: int, max_pieces: int) -> Setting:
    """HATETRIS's game, with its pieces in its own order: what an enemy sends may depend on that."""
    from cgt.duel.rulesets import RULE_SETS
    from cgt.literature.hatetris import PIECES

    return RULE_SETS["hatetris"].setting(
        pieces=PIECES, good="hunt", bad=bad, seed=seed, max_pieces=max_pieces
    )


def _hunted(
    setting: Setting,
    out: str | None,
    several: dict[str, Any],
    *,
    weights: Weights | None,
    noise: float | None,
    **others: Any,
) -> Hunted:
    """Hunts with a line of progress, once or several times; each better game is written at once."""
    from cgt.duel.evaluate.best import BEST_FOR_HUNTS
    from cgt.duel.evaluate.noise import noisy
    from cgt.duel.evaluate.weights import Weights
    from cgt.duel.hunt import hunt
    from cgt.duel.hunts import USUAL_NOISE, hunt_often
    from cgt.literature.hatetris_games import write_replay

    others["found"] = None if out is None else lambda found: write_replay(out, found.trace)
    chosen = Weights.named(BEST_FOR_HUNTS) if weights is None else weights
    with progress() as tell:
        if several:
            return hunt_often(
                setting,
                weights=chosen,
                noise=USUAL_NOISE if noise is None else noise,
                progress=lambda found, hunts: tell(
                    f"{hunts:,} hunts, best score so far {found.score:,}"
                ),
                **several,
                **others,
            )
        return hunt(
            setting,
            weights=noisy(chosen, noise or 0, setting.seed),
            progress=lambda found, pieces: tell(
                f"beam {found.beam:,}: {pieces:,} pieces, best score so far {found.score:,}"
            ),
            **others,
        )


def _show(
    best: Hunted, game: Confirmed | None, seconds: float, out: str | None, as_json: bool
) -> None:
    from cgt.draw.describe.hunts import describe_hunt, hunt_data
    from cgt.draw.terminal.pictures import well_picture

    if as_json:
        show_json(hunt_data(best, game, seconds), {"weights": best.weights.name})
        return
    parts = []
    if game is not None:
        pieces = game.played.trace.settled_pieces()
        parts.append(well_picture(game.played.well, best.setting.rules.height, pieces=pieces))
    show_described(describe_hunt(best, game, seconds, out), *parts)
