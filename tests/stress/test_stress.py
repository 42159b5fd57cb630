"""A little of `make stress`, so that it stays in working order; it must find nothing, either."""

from pathlib import Path

import pytest

from stress.kills import LONG, kill_often
from stress.kinds import KINDS
from stress.streams import CASES, try_cases
from stress.supervise import try_inputs


@pytest.mark.parametrize("kind", KINDS)
def test_changed_files_do_no_harm(tmp_path: Path, kind: str) -> None:
    tally = try_inputs(kind, 0, range(25), tmp_path)
    assert tally.tried == 25
    assert not tally.failures


@pytest.mark.parametrize("command", ["rank add"])
def test_killed_commands_leave_nothing_unfinished(command: str) -> None:
    tally = kill_often(command, 0, 3)
    assert tally.tried == 3
    assert not tally.failures


@pytest.mark.parametrize("name", CASES)
def test_odd_surroundings_are_borne(name: str) -> None:
    assert not try_cases(name, most=4).failures


def test_all_long_commands_are_killed() -> None:
    assert {long.arguments[0] for long in LONG.values()} >= {"solve", "duel", "train", "atlas"}
