"""Fixtures that several test files share."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

import cgt.cli

# Machines are shared: how long an example takes says nothing about whether it is right.
settings.register_profile("cgt", deadline=None)
settings.load_profile("cgt")

ROOT = Path(__file__).parent.parent


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run_cgt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Runs `cgt` in the project's folder with the given arguments."""

    def run(*arguments: str) -> Ran:
        monkeypatch.setattr("sys.argv", ["cgt", *arguments])
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.chdir(ROOT)
        with pytest.raises(SystemExit) as left:
            cgt.cli.main()
        captured = capsys.readouterr()
        code = left.value.code
        return Ran(0 if code is None else int(code), captured.out, captured.err)

    return run
