"""The type stub of the native core describes exactly what the module has.

Compared with a stub that nanobind makes of the module itself: names, classes with their bases and
members, functions with the names of their parameters and which of them may be left out. Types are
not: those in the stub are written by hand and say more.
"""

import ast
from pathlib import Path
from typing import Any

import pytest
from nanobind.stubgen import StubGen

import cgt._native

STUB = Path(__file__).parent.parent.parent / "cgt" / "_native.pyi"


def made_by_nanobind() -> str:
    generator = StubGen(module=cgt._native)
    generator.put(cgt._native)
    return str(generator.get())


def parameters(function: ast.FunctionDef) -> list[str]:
    """The names of a function's parameters, marked by `=` where there is a default."""
    found = function.args
    plain = [*found.posonlyargs, *found.args]
    missing = len(plain) - len(found.defaults)
    names = [each.arg + ("=" if i >= missing else "") for i, each in enumerate(plain)]
    names += [f"*{found.vararg.arg}"] if found.vararg else []
    names += [
        each.arg + ("" if default is None else "=")
        for each, default in zip(found.kwonlyargs, found.kw_defaults, strict=True)
    ]
    return names + ([f"**{found.kwarg.arg}"] if found.kwarg else [])


def described(body: list[ast.stmt]) -> dict[str, Any]:
    """The contents of a module or a class, by name. Names that begin with one underscore belong to
    the stub alone and are left out."""
    found: dict[str, Any] = {}
    for statement in body:
        if isinstance(statement, ast.FunctionDef):
            marks = [ast.unparse(each) for each in statement.decorator_list]
            found[statement.name] = (*marks, parameters(statement))
        elif isinstance(statement, ast.ClassDef):
            bases = [ast.unparse(base) for base in statement.bases]
            found[statement.name] = (bases, described(statement.body))
        elif isinstance(statement, ast.AnnAssign):
            found[ast.unparse(statement.target)] = "value"
        elif isinstance(statement, ast.Assign):
            found |= {ast.unparse(target): "value" for target in statement.targets}
    return {
        name: what
        for name, what in found.items()
        if not name.startswith("_") or name.startswith("__")
    }


def contents(text: str) -> dict[str, Any]:
    return described(ast.parse(text).body)


def test_the_stub_agrees_with_the_module() -> None:
    module, stub = contents(made_by_nanobind()), contents(STUB.read_text())
    assert stub.keys() == module.keys()
    for name, what in module.items():
        assert stub[name] == what, name


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def good_random(seed: int) -> Good: ...\n", ""),
        ("def good_random(seed: int)", "def good_random(number: int)"),
        ("def good_random(seed: int)", "def good_random(seed: int = 0)"),
        ("def good_random(seed: int)", "def good_random(seed: int, more: int)"),
        ("def good_random(seed: int)", "def good_chance(seed: int)"),
        ("    def nodes(self) -> int: ...\n", ""),
        ("    VALUES = ...\n", ""),
        ("class CheckpointError(RuntimeError)", "class CheckpointError(ValueError)"),
        ("MOST_BULK_CELLS: int\n", ""),
    ],
)
def test_a_stub_that_differs_from_the_module_is_noticed(old: str, new: str) -> None:
    text = STUB.read_text()
    assert old in text
    assert contents(text.replace(old, new)) != contents(made_by_nanobind())
