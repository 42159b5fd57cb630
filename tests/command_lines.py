"""A quick command line for each command, with the files that it writes; for tests that try all of
them. `{folder}` stands for a folder of the test's own, which has `one.csv`."""

from collections.abc import Iterator

import click

import cgt.cli
from cgt.common.errors import CgtError
from cgt.page import built_page


def is_built() -> bool:
    """Whether there is a browser page to write."""
    try:
        built_page()
    except CgtError:
        return False
    return True


SHORT = ["--games", "1", "--max-pieces", "5", "--held-out", "0", "--rules", "simplified"]
SHORT += ["--out", "{folder}/made"]
TABLE = ["--table", "{folder}/scores"]
QUICK = {
    "analyse": ["boards/full.txt", "--svg", "{folder}/made"],
    "atlas duel": ["--widths", "2", "--heights", "1", "--preview", "0", "--out", "{folder}/made"],
    "bench duel": ["--help"],
    "bench placement": ["--help"],
    "bench regions": ["--boards", "1", "--side", "1", "--repeat", "1"],
    "bench strength": ["--size", "2x2", "--games", "2"],
    "bench tetris": ["--help"],
    "cache": [],
    "duel": ["--pieces", "O", "--width", "2", "--height", "2", "--out", "{folder}/made"],
    "edit": ["boards/full.txt"],
    "examples": ["full"],
    "hunt": ["--beam", "5", "--out", "{folder}/made"],
    "ois": ["boards/full.txt"],
    "page": ["{folder}/made"] if is_built() else ["--help"],
    "play nim": ["boards/full.txt"],
    "play tetris": [],
    "rank add": ["Ada", "1", *TABLE],
    "rank export": ["{folder}/made", *TABLE],
    "rank find": ["Ada", *TABLE],
    "rank import": ["{folder}/one.csv", *TABLE],
    "rank list": TABLE,
    "rank remove": ["1", *TABLE],
    "recommend": ["boards/tetris-tuck.txt", "--next", "T", "--svg", "{folder}/made"],
    "regions": ["boards/full.txt", "--labels", "{folder}/made"],
    "replay": ["replays/atypical-11.txt", "--html", "{folder}/made"],
    "simulate": ["--pieces", "O", "--width", "2", "--svg", "{folder}/made", "--rank", "A", *TABLE],
    "table": ["--sizes", "2x2"],
    "solve": ["--size", "3x3", "--svg", "{folder}/made"],
    "train anneal": ["--steps", "1", *SHORT],
    "train cma": ["--steps", "1", "--population", "4", *SHORT],
    "train genetic": ["--steps", "1", *SHORT],
    "verify": ["certificates/ot-4.txt", "--dot", "{folder}/made"],
}


def commands(
    group: click.Group = cgt.cli.cgt, before: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    """All commands, by their names."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))
        else:
            yield " ".join((*before, name)), command
