"""cgt replay: decodes and plays a HATETRIS replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cgt.cli.support import options
from cgt.cli.support.declared import declared_names
from cgt.cli.support.names import BAD_PLAYER, NameChoice
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import echo, show_described, show_json
from cgt.cli.support.unmade import Unmade
from cgt.cli.support.watch import watch
from cgt.common.alarm import ended_by
from cgt.common.limits import Limits

if TYPE_CHECKING:
    from cgt.duel.trace import Trace
    from cgt.literature.hatetris import Encoding, Replay
    from cgt.literature.hatetris_games import FoundEnemy


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(allow_dash=True))
@click.option(
    "--enemy",
    metavar="PLAYER",
    type=BAD_PLAYER,
    help="The Bad player of the replay. If neither this nor the file says who it is, all of "
    "HATETRIS's are tried, and the one that fits is named.",
)
@click.option(
    "--score", type=click.IntRange(0), help="The score it should reach; exit code 1 if it does not."
)
@click.option(
    "--encode",
    type=NameChoice(declared_names("literature/hatetris.py", "Encoding")),
    help="Print the replay in this encoding instead.",
)
@click.option("--trace", metavar="FILE", type=click.Path(), help="Write a trace: every placement.")
@watch
@options.bounded("10m")
@picture_options(page="Write an interactive report, one file: play, pause, step.")
@options.as_json
@options.example("cgt replay example:tim-232", "cgt replay example:atypical-11 --encode base2048")
def replay(
    file: str,
    enemy: str | None,
    score: int | None,
    encode: Encoding | None,
    trace: str | None,
    limits: Limits,
    pictures: Pictures,
    as_json: bool,
) -> tuple[Trace, str] | None:
    """Decode a HATETRIS replay and play it.

    FILE has the replay in any encoding of HATETRIS. Lines such as 'enemy: hatetris-mild' and
    'score: 165' may stand before it. - is standard input. Moves after the end of the game are
    ignored.
    """
    from cgt.common.errors import NotValidError
    from cgt.common.files import check_writable, source_name
    from cgt.draw.describe.games import describe_replay, replay_data
    from cgt.draw.pictures.games import replay_drawing, replay_page
    from cgt.draw.terminal.pictures import well_picture
    from cgt.duel.trace import write_trace
    from cgt.literature import hatetris

    if trace is not None:
        check_writable(trace)
    unmade = Unmade()
    with ended_by(limits, f"reading {source_name(file)}"):
        loaded = hatetris.read_replay(file)
    if encode is not None:
        if pictures or trace is not None:
            raise click.UsageError(
                "--encode plays nothing, so there is nothing to draw or to trace"
            )
        _show_encoded(loaded.replay, encode, as_json)
        return None
    expected = loaded.score if score is None else score
    with ended_by(limits, "the game"):
        found = _found(loaded.replay, enemy or loaded.enemy, expected)
    played, tried = found.played, loaded.replay.tried
    if as_json:
        show_json(replay_data(played, tried, found.by, found.others))
    else:
        show_described(
            describe_replay(played, tried, found.by, found.others),
            well_picture(
                played.well, played.trace.rules.height, pieces=played.trace.settled_pieces()
            ),
        )
    with unmade.kept():
        if trace is not None:
            write_trace(trace, played.trace)
    with unmade.kept():
        pictures.write(lambda: replay_drawing(played), lambda: replay_page(played), limits)
    if expected is not None and expected != played.score:
        unmade.add(
            NotValidError(
                f"{source_name(file)}: the replay reaches {played.score}, not {expected}: "
                f"{_why_not(loaded.replay, expected, found)}"
            )
        )
    unmade.check()
    return played.trace, played.enemy


def _why_not(replay: Replay, score: int, found: FoundEnemy) -> str:
    """Why a replay may miss its score: the enemy with which it reaches it, if there is one."""
    from cgt.literature.hatetris_games import find_enemy

    if found.by != "said":
        return "it was cut off, changed, or not played against an enemy of HATETRIS"
    other = find_enemy(replay, score)
    if other.by == "score":
        return f"it was played against {other.played.enemy}, with which it reaches {score}"
    return f"it was cut off, changed, or not played against {found.played.enemy}"


def _found(replay: Replay, enemy: str | None, score: int | None) -> FoundEnemy:
    """The game, and what told who its enemy is."""
    from cgt.literature.hatetris import play
    from cgt.literature.hatetris_games import FoundEnemy, find_enemy

    if enemy is not None:
        return FoundEnemy(play(replay, enemy), "said")
    return find_enemy(replay, score)


def _show_encoded(replay: Replay, encoding: Encoding, as_json: bool) -> None:
    from cgt.literature.hatetris import encode

    text = encode(replay.steps, encoding)
    if as_json:
        show_json({"encoding": encoding, "moves": len(replay.steps), "replay": text})
    else:
        echo(text)
