"""Lists that a module of the library declares, for the choices and the help of options.

They are read from the module's text: importing the module would load numpy and the native core, and
help should not wait for them.

>>> declared_names("duel/setting.py", "Scoring")
['lines', 'sogang']
>>> declared_usages("duel/players/named.py", "GOOD_PLAYERS")[:2]
['best', 'minmax[:WEIGHTS]']
"""

from __future__ import annotations

import ast
from functools import cache
from importlib.resources import files


def declared_names(file: str, name: str) -> list[str]:
    """The texts of a type `Literal[...]`, or the keys of a table, with this name."""
    value = _declared(file, name)
    if isinstance(value, ast.Dict):
        return [ast.literal_eval(key) for key in value.keys if key is not None]
    assert isinstance(value, ast.Subscript), f"{name} is neither a table nor a type"
    return list(ast.literal_eval(value.slice))


def declared_usages(file: str, name: str) -> list[str]:
    """How a user writes the entries of a table of functions: the start of their docstrings, up to
    the first `: `."""
    table = _declared(file, name)
    assert isinstance(table, ast.Dict), f"{name} is no table"
    helps = {
        node.name: ast.get_docstring(node) or ""
        for node in _module(file).body
        if isinstance(node, ast.FunctionDef)
    }
    return [helps[ast.unparse(function)].partition(": ")[0] for function in table.values]


def _declared(file: str, name: str) -> ast.expr:
    """The expression that the module assigns to this name."""
    for node in _module(file).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if value is not None and any(ast.unparse(target) == name for target in targets):
            return value
    raise LookupError(f"{file} declares no {name}")


@cache
def _module(file: str) -> ast.Module:
    return ast.parse(files("cgt").joinpath(file).read_text(encoding="utf-8"))
