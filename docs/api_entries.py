"""Everything public, read from the source files: signatures and docstrings as they were written.

`make_api.py` makes the pages of it. The list of public names is in `cgt/__init__.py`.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

import cgt

_OPERATORS = {
    "__add__": "a + b",
    "__mul__": "a * b",
    "__len__": "len(a)",
    "__iter__": "for … in a",
    "__getitem__": "a[…]",
    "__contains__": "… in a",
    "__str__": "str(a)",
    "__call__": "a(…)",
    "__eq__": "a == b",
    "__bool__": "bool(a)",
}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Entry:
    """A public name: where it comes from, and the statement that defines it there."""

    name: str
    home: str
    node: ast.stmt
    docstring: str

    @property
    def summary(self) -> str:
        """The first sentence of its docstring, up to a semicolon."""
        paragraph = " ".join(self.docstring.split("\n\n")[0].split())
        return re.split(r"(?<=\.)\s+(?=[A-Z`])|;\s", paragraph)[0].rstrip(".")

    @property
    def signature(self) -> str:
        """How it is called, or what it is."""
        if isinstance(self.node, ast.ClassDef):
            return _class_signature(self.node)
        if isinstance(self.node, Function):
            return f"{self.name}{_call(self.node)}"
        if isinstance(self.node, ast.AnnAssign):
            return f"{self.name}: {_source(self.node.annotation)}"
        return _source(self.node)


def entries() -> dict[str, list[Entry]]:
    """All public names, by the headings of the list in `cgt/__init__.py`."""
    return {
        heading: [_entry(name, f"cgt.{home}") for name, home in names.items()]
        for heading, names in cgt.CONTENTS.items()
    }


# reading the sources


@cache
def _statements(module: str) -> list[ast.stmt]:
    source = Path(inspect.getsourcefile(import_module(module)) or "").read_text()
    return ast.parse(source).body


def module_docstring(module: str) -> str:
    """What stands at the top of a module."""
    return _text_of(_statements(module)[0])


def public_names(module: str) -> list[str]:
    """The public names that come from a module, in the order of the list."""
    names = [(name, home) for group in cgt.CONTENTS.values() for name, home in group.items()]
    return [name for name, home in names if f"cgt.{home}" == module]


def imported(module: str) -> set[str]:
    """What a module imports from others of this package."""
    return {
        name.name
        for node in _statements(module)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cgt.")
        for name in node.names
    }


@cache
def definitions(module: str) -> dict[str, tuple[ast.stmt, str]]:
    """What a module defines, with the docstrings: for a value that is the text right below it."""
    found: dict[str, tuple[ast.stmt, str]] = {}
    body = _statements(module)
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef | Function):
            found[node.name] = (node, ast.get_docstring(node) or "")
        for target in _targets(node):
            found[target] = (node, _text_of(after))
    return found


def _targets(node: ast.stmt) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else ()
    for target in (node.target,) if isinstance(node, ast.AnnAssign) else targets:
        if isinstance(target, ast.Name):
            yield target.id


def _text_of(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return inspect.cleandoc(str(node.value.value))
    return ""


def _entry(name: str, home: str) -> Entry:
    return Entry(name, home, *definitions(home)[name])


def _call(function: Function, *, bound: bool = False) -> str:
    """The parameters and the result of a function; without the first one if it is bound."""
    result = f" -> {_source(function.returns)}" if function.returns else ""
    return f"({', '.join(_parameters(function.args, bound=bound))}){result}"


def _parameters(arguments: ast.arguments, *, bound: bool) -> Iterator[str]:
    positional = [*arguments.posonlyargs, *arguments.args]
    required = len(positional) - len(arguments.defaults)
    for number, argument in enumerate(positional):
        if number > 0 or not bound:
            default = arguments.defaults[number - required] if number >= required else None
            yield _parameter(argument, default)
        if argument is (arguments.posonlyargs or [None])[-1] and number > 0:
            yield "/"
    if arguments.vararg is not None:
        yield f"*{_parameter(arguments.vararg)}"
    elif arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(argument, default)
    if arguments.kwarg is not None:
        yield f"**{_parameter(arguments.kwarg)}"


def _parameter(argument: ast.arg, default: ast.expr | None = None) -> str:
    kind = f": {_source(argument.annotation)}" if argument.annotation else ""
    equals = " = " if kind else "="
    return argument.arg + kind + (f"{equals}{_source(default)}" if default is not None else "")


def _source(node: ast.AST) -> str:
    return ast.unparse(node).replace("'", '"')


def _class_signature(node: ast.ClassDef) -> str:
    for part in node.body:
        if isinstance(part, Function) and part.name == "__init__":
            return node.name + _call(part, bound=True).removesuffix(" -> None")
    kinds = {ast.unparse(base) for base in node.bases}
    if kinds & {"Protocol", "IntEnum", "Enum", "ABC", "Exception"} or not _fields(node):
        return node.name
    return f"{node.name}({', '.join(_fields(node))})"


def _fields(node: ast.ClassDef) -> list[str]:
    """The fields of a dataclass or a named tuple, as they are given when one is made."""
    fields = []
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            text = ast.unparse(part)
            hidden = part.target.id.startswith("_") or "ClassVar" in text or "init=False" in text
            if not hidden:
                argument = ast.arg(part.target.id, part.annotation)
                fields.append(_parameter(argument, _default(part.value)))
    return fields


def _default(value: ast.expr | None) -> ast.expr | None:
    """What a field is if it is not given; `field(...)` says that in its arguments."""
    if not (isinstance(value, ast.Call) and _source(value.func) == "field"):
        return value
    said = {keyword.arg: keyword.value for keyword in value.keywords}
    if "default_factory" in said:
        return ast.Call(said["default_factory"], [], [])
    return said.get("default")


# classes


@dataclass(frozen=True)
class Member:
    """A method or a property of a public class."""

    shown: str
    docstring: str


def members(entry: Entry) -> list[Member]:
    """What a class offers, with what it has from other classes of this package."""
    value = getattr(cgt, entry.name)
    if not inspect.isclass(value):
        return []
    found: dict[str, Member] = {}
    for kind in value.__mro__:
        if not kind.__module__.startswith("cgt.") or kind.__name__ not in definitions(
            kind.__module__
        ):
            continue
        node = definitions(kind.__module__)[kind.__name__][0]
        for part in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(part, Function) and part.name not in found:
                member = _member(entry.name, part)
                if member is not None:
                    found[part.name] = member
    return list(found.values())


def _member(owner: str, function: Function) -> Member | None:
    docstring = ast.get_docstring(function) or ""
    decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
    if function.name in ("__init__", "__post_init__") and docstring:
        return Member(f"{owner}(…)", docstring)
    if function.name in _OPERATORS and docstring:
        return Member(_OPERATORS[function.name], docstring)
    hidden = function.name.startswith("_") or "_native." in _call(function)
    if hidden or any("overload" in each for each in decorators):
        return None
    if decorators & {"property", "cached_property", "functools.cached_property"}:
        result = f": {_source(function.returns)}" if function.returns else ""
        return Member(f".{function.name}{result}", docstring)
    if any(each.endswith(".setter") for each in decorators):
        return None
    if decorators & {"classmethod", "staticmethod"}:
        bound = "classmethod" in decorators
        return Member(f"{owner}.{function.name}{_call(function, bound=bound)}", docstring)
    return Member(f".{function.name}{_call(function, bound=True)}", docstring)
