"""What stands in `docs/api.md` and at the top of `cgt/__init__.py`, made from the docstrings of
everything public. Run by `make api`; a test tells when it has to be run again.

The list of public names is in `cgt/__init__.py`. Signatures and docstrings are read from the source
files, so that they look as they were written.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path

import cgt

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "api.md"
FACE = ROOT / "cgt" / "__init__.py"

HEAD = """# The Python interface

Everything that `import cgt` offers, made from the docstrings by `make api`. A name is loaded when
it is first used.

**What is stable.** The names on this page, their parameters and what they return are the interface.
From version 1.0 on they change only with the first number of the version; before that, only with a
line in [the changes](../CHANGELOG.md). The same holds for the files that `cgt` writes, which
carry the version of their format. Everything else may change at any time: the modules that the
names come from, names with an underscore, and `cgt._native`.

**Errors.** What can be wrong with input is raised as a `CgtError` with one clear line; a
mistake in the program that calls is a `TypeError` or a `ValueError`.
"""

_WIDTH = 100
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
        return self.name


def entries() -> dict[str, list[Entry]]:
    """All public names, by the headings of the list in `cgt/__init__.py`."""
    return {
        heading: [_entry(name, f"cgt.{home}") for name, home in names.items()]
        for heading, names in cgt.CONTENTS.items()
    }


# reading the sources


@cache
def _definitions(module: str) -> dict[str, tuple[ast.stmt, str]]:
    """What a module defines, with the docstrings: for a value that is the text right below it."""
    source = Path(inspect.getsourcefile(import_module(module)) or "").read_text()
    found: dict[str, tuple[ast.stmt, str]] = {}
    body = ast.parse(source).body
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
    return Entry(name, home, *_definitions(home)[name])


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
        if not kind.__module__.startswith("cgt.") or kind.__name__ not in _definitions(
            kind.__module__
        ):
            continue
        node = _definitions(kind.__module__)[kind.__name__][0]
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
    if function.name.startswith("_") or any("overload" in each for each in decorators):
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


# the page


def page() -> str:
    """The text of `docs/api.md`."""
    groups = entries()
    names = {entry.name for group in groups.values() for entry in group}
    parts = [HEAD, _contents(groups)]
    for heading, group in groups.items():
        parts.append(f"## {heading}\n")
        parts += [_about(entry, names) for entry in group]
    return _linked(parts[0], names, "") + "\n" + "\n".join(parts[1:])


def _contents(groups: dict[str, list[Entry]]) -> str:
    lines = []
    for heading, group in groups.items():
        links = " · ".join(f"[`{entry.name}`](#{_anchor(entry.name)})" for entry in group)
        lines += textwrap.wrap(
            f"- **{heading}**: {links}", 110, subsequent_indent="  ", break_on_hyphens=False
        )
    return "\n".join(lines) + "\n"


def _anchor(name: str) -> str:
    return name.lower()


def _about(entry: Entry, names: set[str]) -> str:
    parts = [f"### `{entry.name}`", "", *_code(entry.signature, _kind(entry)), ""]
    parts += [_linked(_text(entry.docstring), names, entry.name), "", *_values(entry)]
    for member in members(entry):
        first = " ".join(member.docstring.split("\n\n")[0].split())
        text = f": {_linked(first, names, entry.name)}" if first else ""
        parts += textwrap.wrap(
            f"- `{member.shown}`{text}",
            110,
            subsequent_indent="  ",
            break_on_hyphens=False,
            break_long_words=False,
        )
    return "\n".join(parts).rstrip() + "\n"


def _values(entry: Entry) -> list[str]:
    """The values of an enumeration."""
    value = getattr(cgt, entry.name)
    if not (inspect.isclass(value) and issubclass(value, Enum)):
        return []
    return [f"One of {', '.join(f'`{each.name}`' for each in value)}.", ""]


def _kind(entry: Entry) -> str:
    if isinstance(entry.node, ast.ClassDef):
        return "class "
    return "def " if isinstance(entry.node, Function) else ""


def _code(signature: str, kind: str) -> list[str]:
    """A signature in a block of its own, one parameter a line where it is long."""
    text = kind + signature
    if len(text) > _WIDTH:
        opening, closing = text.index("("), text.rindex(")")
        parameters = _split(text[opening + 1 : closing])
        text = "\n".join(
            [text[: opening + 1], *(f"    {each}," for each in parameters), text[closing:]]
        )
    return ["```python", text, "```"]


def _split(parameters: str) -> list[str]:
    """The text between the commas that stand in no brackets."""
    parts, depth = [""], 0
    for character in parameters:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def _text(docstring: str) -> str:
    """A docstring as Markdown: its examples as code."""
    parts = []
    for paragraph in docstring.split("\n\n"):
        before, found, example = paragraph.partition(">>> ")
        if before.strip():
            parts.append(before.rstrip())
        if found:
            parts.append(f"```python\n{textwrap.dedent(found + example).rstrip()}\n```")
    return re.sub(r"\n```\n\n```python\n(?=>>> )", "\n", "\n\n".join(parts))


def _linked(text: str, names: set[str], itself: str) -> str:
    """With a link at every public name that stands in `` `quotes` `` and not in an example."""

    def link(match: re.Match[str]) -> str:
        name = match[1]
        known = name in names and name != itself
        return f"[`{name}`](#{_anchor(name)})" if known else match[0]

    pieces = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    pieces[::2] = [re.sub(r"(?<!\[)`(\w+)`", link, piece) for piece in pieces[::2]]
    return "".join(pieces)


# the face


def face() -> str:
    """The text of `cgt/__init__.py`: its own, with the contents in its docstring and the imports
    that type checkers read made anew from its list."""
    source = FACE.read_text()
    source = _between(source, "\nContents:\n", '"""\n', _table_of_contents())
    return _between(source, "\nif TYPE_CHECKING:\n", "\n    __version__: str\n", _imports())


def _between(text: str, start: str, end: str, new: str) -> str:
    head, start, tail = text.partition(start)
    _, end, tail = tail.partition(end)
    return head + start + new + end + tail


def _table_of_contents() -> str:
    lines = []
    groups = entries()
    for heading, group in groups.items():
        width = max(len(entry.name) for entry in group) + 2
        lines += ["", heading]
        for entry in group:
            lines += textwrap.wrap(
                f"{entry.name:{width}}{entry.summary}",
                _WIDTH - 2,
                initial_indent="    ",
                subsequent_indent=" " * (4 + width),
                break_on_hyphens=False,
            )
    return "\n".join(lines) + "\n"


def _imports() -> str:
    homes = sorted(
        (home, not name.isupper(), not name[0].isupper(), name)
        for names in cgt.CONTENTS.values()
        for name, home in names.items()
    )
    return "".join(f"    from cgt.{home} import {name} as {name}\n" for home, _, _, name in homes)


def main() -> None:
    FACE.write_text(face())
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
