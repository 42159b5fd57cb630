"""What stands in `docs/api.md` and at the top of `cgt/__init__.py`, made from the docstrings of
everything public. Run by `make api`; a test tells when it has to be run again.

The list of public names is in `cgt/__init__.py`; `api_entries.py` reads what is said about them.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import get_origin

from api_entries import (
    Entry,
    Function,
    definitions,
    entries,
    imported,
    members,
    module_docstring,
    public_names,
)

import cgt

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "api.md"
FACE = ROOT / "cgt" / "__init__.py"

HEAD = """# The Python interface

Everything that `import cgt` offers, made from the docstrings by `make api`. A name is loaded when
it is first used. The examples leave out the line `from cgt import …`.

**What is stable.** The names on this page, their parameters and what they return are the interface.
From version 1.0 on they change only with the first number of the version; before that, only with a
line in [the changes](../CHANGELOG.md). The same holds for the files that `cgt` writes, which
carry the version of their format. Everything else may change at any time: the modules that the
names come from, names with an underscore, and `cgt._native`.

**Errors.** What can be wrong with input is raised as a `CgtError` with one clear line; a
mistake in the program that calls is a `TypeError` or a `ValueError`.
"""

_WIDTH = 100


# the page


def page() -> str:
    """The text of `docs/api.md`."""
    groups = entries()
    names = {entry.name for group in groups.values() for entry in group}
    parts = [HEAD, _contents(groups)]
    for heading, group in groups.items():
        parts.append(f"## {heading}\n")
        parts += [_about(entry, names) for entry in group]
    parts.append(_types(groups, names))
    return _linked(parts[0], names, "") + "\n" + "\n".join(parts[1:])


def _types(groups: dict[str, list[Entry]], names: set[str]) -> str:
    """The names of types that signatures use, with what they stand for."""
    found: dict[str, str] = {}
    for entry in (entry for group in groups.values() for entry in group):
        module = import_module(entry.home)
        shown = " ".join([entry.signature, *(member.shown for member in members(entry))])
        for name in re.findall(r"(?<![\w.])[A-Z]\w*", shown):
            value = getattr(module, name, None)
            is_own = name in definitions(entry.home) or name in imported(entry.home)
            if is_own and name not in names and get_origin(value) is not None:
                found[name] = re.sub(r"\b[a-z]\w*\.(?=\w)", "", repr(value)).replace("'", '"')
    lines = [f"- `{name}`: `{found[name]}`" for name in sorted(found)]
    return "\n".join(["## Names of types in the signatures", "", *lines]) + "\n"


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
    parts += _example(entry)
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


def _example(entry: Entry) -> list[str]:
    """The example at the top of its module, if it has none of its own: for the first public name
    that this example uses."""
    text = module_docstring(entry.home)
    example = text[text.index(">>> ") :] if ">>> " in text else ""
    used = [name for name in public_names(entry.home) if re.search(rf"\b{name}\b", example)]
    if ">>> " in entry.docstring or used[:1] != [entry.name]:
        return []
    return [_text(re.sub(r"^>>> from cgt\..*\n", "", example, flags=re.MULTILINE)), ""]


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
    """With a link at every public name that stands in `` `quotes` ``, and at every error; not in an
    example."""

    def link(match: re.Match[str]) -> str:
        name = match[0].strip("`")
        known = name in names and name != itself
        return f"[`{name}`](#{_anchor(name)})" if known else match[0]

    pieces = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    pieces[::2] = [re.sub(r"`[^`]*`|\b\w+Error\b", link, piece) for piece in pieces[::2]]
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
