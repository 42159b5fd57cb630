"""Every argument and option that names a file, with names that no file should have."""

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from command_lines import QUICK, commands
from conftest import Forked

INSTEAD = {"solve": [], "verify": []}  # arguments that a file takes the place of
IMPOSSIBLE = ("", "folder", "loop", "n" * 300, "file/x")
ODD = ("a\nb\x1b[2J\udcff", "missing\udcff/x", "pipe", "/dev/zero")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


def lines_with(name: str, folder: Path, skipped: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """Command lines with this name in each place where a file is named."""
    path = name if not name or name.startswith("/") else f"{folder}/{name}"
    for command, parsed in commands():
        if command.startswith("bench"):  # this takes a program, not a file
            continue
        usual = [argument.format(folder=folder) for argument in QUICK[command]]
        for parameter in parsed.params:
            if not isinstance(parameter.type, click.Path) or parameter.name in skipped:
                continue
            given = list(usual)
            if isinstance(parameter, click.Argument):
                given[:1] = []
                given = [path, *INSTEAD.get(command, given)]
            else:
                option = parameter.opts[0]
                if option in given:
                    del given[given.index(option) : given.index(option) + 2]
                given += [option, path]
            yield [*command.split(), *given]


def assert_one_line(line: list[str], err: str) -> None:
    assert err.startswith("cgt: "), (line, err)
    assert err.count("\n") == 1, (line, err)
    assert err.strip("\n").isprintable(), (line, err)


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_name_that_cannot_be_used_is_one_line(forked: Forked, folder: Path, name: str) -> None:
    for line in lines_with(name, folder):
        code, err = forked(line)
        assert code == 2, (line, code, err)
        assert_one_line(line, err)


@pytest.mark.parametrize("name", ODD)
def test_an_odd_name_is_used_or_refused(forked: Forked, folder: Path, name: str) -> None:
    for line in lines_with(name, folder, ("png", "html")):  # written like svg, but not as quickly
        code, err = forked(line)
        assert code in (0, 2), (line, code, err)
        if code:
            assert_one_line(line, err)
