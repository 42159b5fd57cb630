"""Lists for options: those that the library has when it is loaded."""

from typing import get_args

import click
import pytest

from cgt.cli.simulate import simulate
from cgt.cli.support.declared import declared_names, declared_usages
from cgt.duel.cycles import CYCLE_SEARCHES
from cgt.duel.evaluate.features import FEATURE_SETS
from cgt.duel.players.named import BAD_PLAYERS, GOOD_PLAYERS
from cgt.duel.players.request import TIES
from cgt.duel.rules import ENDINGS
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import SCORINGS
from cgt.literature.hatetris import Encoding
from cgt.literature.tetris import EXPERIMENTS
from cgt.placement.game import Play
from cgt.train.tetris import Fitness


@pytest.mark.parametrize(
    ("file", "name", "loaded"),
    [
        ("duel/setting.py", "Scoring", SCORINGS),
        ("duel/players/request.py", "Ties", TIES),
        ("duel/cycles.py", "CycleSearch", CYCLE_SEARCHES),
        ("duel/rules.py", "Ending", ENDINGS),
        ("duel/rulesets.py", "RULE_SETS", RULE_SETS),
        ("duel/evaluate/features.py", "FEATURE_SETS", FEATURE_SETS),
        ("literature/tetris.py", "EXPERIMENTS", EXPERIMENTS),
        ("literature/hatetris.py", "Encoding", get_args(Encoding)),
        ("placement/game.py", "Play", get_args(Play)),
        ("train/tetris.py", "Fitness", get_args(Fitness)),
    ],
)
def test_what_is_read_is_what_is_loaded(file: str, name: str, loaded: tuple[str, ...]) -> None:
    assert declared_names(file, name) == list(loaded)


@pytest.mark.parametrize(
    ("option", "table", "players"),
    [("good", "GOOD_PLAYERS", GOOD_PLAYERS), ("bad", "BAD_PLAYERS", BAD_PLAYERS)],
)
def test_help_names_every_player(option: str, table: str, players: dict[str, object]) -> None:
    usages = declared_usages("duel/players/named.py", table)
    assert [usage.partition("[")[0].partition(":")[0] for usage in usages] == list(players)
    [found] = [one for one in simulate.params if one.name == option]
    assert isinstance(found, click.Option)
    assert f": {', '.join(usages)}, or" in (found.help or "")


def test_what_is_not_declared_is_an_error() -> None:
    with pytest.raises(LookupError, match="declares no NOTHING"):
        declared_names("duel/rules.py", "NOTHING")
