"""Every example in README, docs, docstrings and help is run, and does what it shows."""

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest
from conftest import ROOT, Ran

import cgt
import cgt.cli
from cgt.common.errors import CgtError
from cgt.page import built_page

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
MODULES = ["cgt", *(module.name for module in pkgutil.walk_packages(cgt.__path__, "cgt."))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(path: Path, language: str) -> list[str]:
    return [text for found, text in FENCE.findall(path.read_text()) if found == language]


def shell_examples() -> Iterator[tuple[str, str, str]]:
    """(page, command, expected output) of each `$ …` line in a console block."""
    for path in PAGES:
        for block in blocks(path, "console"):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, expected = example.partition("\n")
                yield path.name, command, expected


def sessions() -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """The same, each with its page and first command; those of a page that leave something in
    build/ for the next ones are one session."""
    together: dict[str, list[tuple[str, str]]] = {}
    for page, command, expected in shell_examples():
        if "build/" in command:
            together.setdefault(page, []).append((command, expected))
        else:
            yield page, command, [(command, expected)]
    yield from ((page, examples[0][0], examples) for page, examples in together.items())


def help_examples(command: click.Command) -> Iterator[str]:
    """The examples in the help of a command and of those below it."""
    _, _, examples = (command.help or "").partition("Examples:\n")
    yield from (line.strip() for line in examples.splitlines() if line.strip())
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from help_examples(inner)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_python_in_a_page_does_what_it_shows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    source = "\n".join(blocks(path, "pycon"))
    test = doctest.DocTestParser().get_doctest(source, {}, path.name, str(path), 0)
    results = doctest.DocTestRunner(verbose=False).run(test)
    assert results.failed == 0
    assert results.attempted == source.count(">>> ")


@pytest.mark.parametrize("name", [name for name in MODULES if name != "cgt.__main__"])
def test_python_in_a_docstring_does_what_it_shows(name: str) -> None:
    module: ModuleType = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(("page", "first", "examples"), list(sessions()))
def test_a_command_in_a_page_prints_what_it_shows(
    page: str, first: str, examples: list[tuple[str, str]]
) -> None:
    checker = doctest.OutputChecker()
    for command, expected in examples:
        printed = run_in_a_shell(command)
        assert checker.check_output(expected, printed, doctest.ELLIPSIS), f"{command}\n{printed}"


def run_in_a_shell(command: str) -> str:
    """What a command of a page prints, with this Python's `cgt`."""
    ran = subprocess.run(
        command.replace("cgt ", f"{shlex.quote(sys.executable)} -m cgt ", 1)
        if command.startswith("cgt ")
        else command.replace("| cgt ", f"| {shlex.quote(sys.executable)} -m cgt "),
        shell=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "COLUMNS": "80", "PYTHONUTF8": "1"},
    )
    return ran.stdout + ran.stderr


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_has_no_place_left_to_fill(path: Path) -> None:
    assert not re.search(r"^[A-Z]{4,}$", path.read_text(), re.MULTILINE)


def test_there_are_examples_to_run() -> None:
    assert len(list(shell_examples())) >= 5
    assert sum(len(blocks(path, "pycon")) for path in PAGES) >= 5
    assert len(list(help_examples(cgt.cli.cgt))) >= 6


@pytest.mark.parametrize("example", [e for e in help_examples(cgt.cli.cgt) if e != "cgt bench"])
def test_an_example_in_the_help_runs(
    example: str, run_cgt: Callable[..., Ran], tmp_path: Path
) -> None:
    # A file to write: not into the project.
    written = re.compile(r"\w+\.(?:npy|svg|png|html|sqlite|gz)$")
    words = shlex.split(example)
    words = [
        str(tmp_path / word) if written.fullmatch(word) or before == "--out" else word
        for before, word in zip(["", *words], words, strict=False)
    ]
    arguments = [
        str(path.relative_to(ROOT)) if "*.txt" in word else word
        for word in words[1:]
        for path in (sorted(ROOT.glob(word)) if "*.txt" in word else [ROOT])
    ]
    assert words[0] == "cgt"
    if words[1] == "page":
        try:
            built_page()
        except CgtError as missing:
            pytest.skip(str(missing))
    ran = run_cgt(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_in_a_page_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text()):
        assert "://" in target or (path.parent / target).exists(), target


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_files_that_a_page_names_are_there(path: Path) -> None:
    for name in re.findall(
        r"`((?:cgt|tests|docs|boards|certificates)/[\w./-]+)`", path.read_text()
    ):
        assert "NAME" in name or (ROOT / name).exists(), name


def test_every_page_is_found_from_the_first_one() -> None:
    text = (ROOT / "README.md").read_text()
    for path in PAGES:
        name = str(path.relative_to(ROOT))
        assert name == "README.md" or f"({name})" in text, f"{name} is not linked"


def test_every_picture_of_the_gallery_is_made_by_a_command_above_it() -> None:
    """Or by `make pictures` itself, if it is of a terminal or a browser."""
    text = (ROOT / "docs" / "gallery.md").read_text()
    made = set(re.findall(r"docs/(images/[\w.-]+)", text))
    itself = (ROOT / "docs" / "make_pictures.py").read_text()
    shown = re.findall(r"\((images/[\w.-]+)\)", text)
    assert len(shown) >= 15
    for picture in shown:
        assert picture in made or f'"{Path(picture).name}"' in itself, picture
        assert (ROOT / "docs" / picture).stat().st_size > 500
        if picture in made:
            assert text.index(f"docs/{picture}") < text.index(f"({picture})")
    kept = {f"images/{path.name}" for path in (ROOT / "docs" / "images").iterdir()}
    pages = "".join(page.read_text() for page in (ROOT / "docs").glob("*.md"))
    of_pages = set(re.findall(r"\((images/[\w.-]+)\)", pages))
    assert kept == of_pages, "pictures that no page shows"
