"""What the contracts of import-linter cannot see: rooms reached by the public face, or by name.

The contracts must overlook `from cgt import ...`, by which modules get the native core; but the
public face would hand out the names of all rooms in the same way.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cgt

PACKAGE = Path(cgt.__file__).parent
MODULES = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
FROM_THE_FACE = {"_native", "__version__"}

# The public face, commands, move models, and players that a user names as module:Class.
LOAD_BY_NAME = {
    "__init__.py",
    "cli/support/lazy.py",
    "duel/moves/__init__.py",
    "duel/players/named.py",
}


def taken_from_the_face(source: str) -> set[str]:
    """What a module imports from `cgt` itself; `cgt` stands for all of it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module == "cgt" or node.level):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {
                alias.name
                for alias in node.names
                if alias.name == "cgt" or (alias.name.startswith("cgt.") and not alias.asname)
            }
    return found


def loads_by_name(source: str) -> bool:
    """Whether a module can load others by their names as text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name | ast.Attribute):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if name in {"import_module", "__import__"}:
                return True
        elif isinstance(node, ast.alias) and node.name == "import_module":
            return True
    return False


def test_there_are_modules() -> None:
    assert {"board/grid.py", "cli/__init__.py"} <= set(MODULES)
    assert set(MODULES) >= LOAD_BY_NAME


@pytest.mark.parametrize(
    ("source", "taken"),
    [
        ("from cgt import write_picture", {"write_picture"}),
        ("def f():\n    from cgt import _native, analyse as a", {"_native", "analyse"}),
        ("import cgt", {"cgt"}),
        ("import cgt as c", {"cgt"}),
        ("import cgt.draw.values", {"cgt.draw.values"}),  # binds cgt
        ("from .. import draw", {"draw"}),
        ("from cgt.board.grid import Grid", set()),
    ],
)
def test_what_counts_as_taken(source: str, taken: set[str]) -> None:
    assert taken_from_the_face(source) == taken


@pytest.mark.parametrize(
    "source",
    [
        "from importlib import import_module as load",
        "import importlib\nimportlib.import_module('cgt.draw')",
        "import importlib as i\ni.import_module('cgt.draw')",
        "__import__('cgt.draw')",
    ],
)
def test_what_counts_as_loading_by_name(source: str) -> None:
    assert loads_by_name(source)
    assert not loads_by_name("from importlib import resources")


@pytest.mark.parametrize("name", sorted(MODULES))
def test_rooms_take_nothing_else_from_the_face(name: str) -> None:
    assert taken_from_the_face(MODULES[name].read_text("utf-8")) <= FROM_THE_FACE


def test_only_these_load_modules_by_name() -> None:
    found = {name for name, path in MODULES.items() if loads_by_name(path.read_text("utf-8"))}
    assert found == LOAD_BY_NAME
