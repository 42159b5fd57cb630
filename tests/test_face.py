"""The public face: `import cgt` offers everything by name, lazily, and its reference is fresh."""

import ast
import importlib
import inspect
import pydoc
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from conftest import ROOT

import cgt

NAMES = {name: home for names in cgt.CONTENTS.values() for name, home in names.items()}
STALE = "made from docstrings that have changed since: run make api"


@pytest.fixture(scope="module")
def make_api() -> Iterator[ModuleType]:
    """The module that makes the pages; it is not part of the package."""
    sys.path.insert(0, str(ROOT / "docs"))
    yield importlib.import_module("make_api")
    sys.path.remove(str(ROOT / "docs"))


# What scripts rely on; later versions have it, too.
PROMISED = (
    "Form", "Forms", "Game", "Limits", "PlacementGame", "Rules", "Setting", "Solver", "Strategy",
    "Weights", "Well", "analyse", "recommend", "solve_duel", "verify",
)  # fmt: skip


@pytest.mark.parametrize("name", PROMISED)
def test_what_was_promised_is_there(name: str) -> None:
    assert name in NAMES


@pytest.mark.parametrize(("name", "home"), NAMES.items())
def test_a_public_name_is_what_its_home_defines(name: str, home: str) -> None:
    value = getattr(cgt, name)
    assert value is getattr(importlib.import_module(f"cgt.{home}"), name)
    if inspect.isclass(value) or inspect.isfunction(value):
        assert value.__module__ == f"cgt.{home}", "it is only imported there"


def test_no_name_is_listed_twice_or_hides_a_room() -> None:
    listed = [name for names in cgt.CONTENTS.values() for name in names]
    assert len(listed) == len(set(listed))
    assert not set(listed) & {path.stem for path in (ROOT / "cgt").iterdir()}


def test_all_and_dir_follow_from_the_list() -> None:
    assert set(cgt.__all__) == {*NAMES, "__version__"}
    assert dir(cgt) == sorted(cgt.__all__)


def test_a_name_that_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Tetris'"):
        cgt.Tetris  # noqa: B018


def test_importing_it_loads_nothing_heavy() -> None:
    code = "import sys, cgt; print({'numpy', 'networkx', 'cgt._native'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "set()\n"


def test_ten_lines_that_import_nothing_else_do_it_all(tmp_path: Path) -> None:
    """The script in README: analyses a board, solves a duel, writes and checks its strategy, and
    plays an enemy of one's own against it."""
    text = (ROOT / "README.md").read_text()
    found = re.search(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", text, re.M | re.S)
    assert found is not None
    script, shown = found.groups()
    assert len([line for line in script.splitlines() if line]) == 10
    assert re.findall(r"^.*\bimport\b.*$", script, re.MULTILINE) == ["import cgt"]
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True
    )
    assert (ran.stdout, ran.stderr) == (shown, "")
    assert cgt.verify(tmp_path / "ot.txt").valid


def imports_for_type_checkers() -> dict[str, str]:
    block = next(
        node
        for node in ast.parse(Path(cgt.__file__).read_text()).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    return {
        f"{name.name} as {name.asname}": node.module or ""
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }


def test_type_checkers_see_what_the_list_says() -> None:
    expected = {f"{name} as {name}": f"cgt.{home}" for name, home in NAMES.items()}
    assert imports_for_type_checkers() == expected, "run make api"


def test_a_type_checker_knows_every_name_and_no_other(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("\n".join(["import cgt", *(f"cgt.{name}" for name in [*NAMES, "Tetris"])]))
    command = [sys.executable, "-m", "mypy", "--strict", str(script)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    found = [line.rpartition("/")[2] for line in ran.stdout.splitlines()]
    assert found == [
        f'script.py:{len(NAMES) + 2}: error: Module has no attribute "Tetris"  [attr-defined]',
        "Found 1 error in 1 file (checked 1 source file)",
    ]


def test_the_face_is_fresh(make_api: ModuleType) -> None:
    assert make_api.FACE.read_text() == make_api.face(), f"cgt/__init__.py is {STALE}"


def test_the_reference_is_fresh(make_api: ModuleType) -> None:
    assert make_api.PAGE.read_text() == make_api.page(), f"docs/api.md is {STALE}"


def test_help_reads_like_a_table_of_contents(make_api: ModuleType) -> None:
    text = pydoc.plain(pydoc.render_doc(cgt))
    description = text.partition("PACKAGE CONTENTS")[0]
    words = " ".join(description.split())
    for heading, group in make_api.entries().items():
        assert f"\n    {heading}\n" in description
        for entry in group:
            assert f" {entry.name} {entry.summary} " in f"{words} "


def test_everything_public_is_described(make_api: ModuleType) -> None:
    silent = []
    for group in make_api.entries().values():
        for entry in group:
            if not entry.docstring:
                silent.append(entry.name)
            silent += [
                f"{entry.name}: {member.shown}"
                for member in make_api.members(entry)
                if not member.docstring
            ]
    assert silent == []


def test_the_reference_has_one_place_for_each_name(make_api: ModuleType) -> None:
    lines = make_api.PAGE.read_text().splitlines()
    anchors = [line.lstrip("# ").strip("`").lower() for line in lines if re.match("##+ ", line)]
    assert len(anchors) == len(set(anchors))
    assert {name.lower() for name in NAMES} <= set(anchors)
