"""Printing: nothing that a terminal would obey gets out, whatever a command prints."""

import ast
import json
from pathlib import Path

import click
import pytest
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cgt.cli.support.show import echo, show_json, show_text

CGT = Path(__file__).parents[3] / "cgt"
EVIL = "a\x1b[2Jb\x9b\x07\x7f\u202e\udcff"
SHOWN = "a\\x1b[2Jb\\x9b\\x07\\x7f\\u202e\\xff"


def evil_table() -> Table:
    table = Table(EVIL)
    table.add_row(Text(EVIL, "bold red"))
    return table


@pytest.mark.parametrize("colour", [False, True])
def test_no_control_character_gets_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, colour: bool
) -> None:
    if colour:
        monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    echo(EVIL)
    show_text([EVIL, Text(EVIL, "bold"), Panel(EVIL, title=EVIL), evil_table()])
    out = capsys.readouterr().out
    assert "\x1b[2J" not in out
    assert not any(character in out for character in "\x9b\x07\x7f\u202e\udcff")
    assert out.count("\\x1b[2J") == 7
    assert ("\x1b[1m" in out) == colour  # rich's own colours do
    assert out.startswith(SHOWN)


def test_json_has_no_control_character(capsys: pytest.CaptureFixture[str]) -> None:
    with click.Context(click.Command("solve")):
        show_json({EVIL: EVIL})
    out = capsys.readouterr().out
    assert out.isascii()
    assert out.strip().isprintable()
    assert json.loads(out)[EVIL] == EVIL


def test_everything_is_printed_through_show() -> None:
    """Otherwise a later command could send to the terminal what a file says."""
    allowed = {CGT / "cli/__init__.py", CGT / "cli/support/show.py"}
    for path in CGT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called in ("print", "click.echo", "click.secho", "sys.stdout.write"):
                assert path in allowed, f"{path}:{getattr(node, 'lineno', 0)} calls {called}"
