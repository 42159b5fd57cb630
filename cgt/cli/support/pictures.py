"""The options --svg, --png and --html, and writing what they ask for.

What cannot be written is found out before the work is done, not after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from cgt.common.files import STANDARD_INPUT

_Function = TypeVar("_Function", bound=Callable[..., Any])
_OPTIONS = ("--svg", "--png", "--html")


class Picture(Protocol):
    """Something that can be written as a file: a drawing or a chart."""

    def svg(self) -> bytes: ...
    def png(self) -> bytes: ...


@dataclass(frozen=True)
class Pictures:
    """The files that a picture, and a report, are to be written to."""

    svg: str | None = None
    png: str | None = None
    html: str | None = None

    def __bool__(self) -> bool:
        return any((self.svg, self.png, self.html))

    def files(self) -> dict[str, str]:
        """The files by their options."""
        named = {"--svg": self.svg, "--png": self.png, "--html": self.html}
        return {option: file for option, file in named.items() if file is not None}

    def check(self, others: Iterable[str] = ()) -> None:
        """Raises CgtError if one of the files could not be written now, or would be written over
        another or over one of `others`, which the command reads or writes."""
        from cgt.common.errors import CgtError
        from cgt.common.files import check_writable

        taken = {Path(file).resolve() for file in others if file != STANDARD_INPUT}
        for option, file in self.files().items():
            target = Path(file).resolve()
            if target in taken and not (target.exists() and not target.is_file()):
                raise CgtError(f"{option} {file}: this file is already used otherwise")
            taken.add(target)
            check_writable(file)
        if self.png is not None:
            from cgt.draw.png import check_png

            check_png()

    def write(
        self, picture: Callable[[], Picture], report: Callable[[], str] | None = None
    ) -> None:
        """Draws what was asked for, and nothing else; raises CgtError. Files are written when all
        are drawn."""
        from cgt.cli.support.show import progress

        if not self:
            return
        drawn: list[tuple[str, bytes]] = []
        with progress() as tell:
            tell("drawing")
            if self.svg is not None or self.png is not None:
                shown = _shown(picture())
                if self.svg is not None:
                    drawn.append((self.svg, shown.svg()))
                if self.png is not None:
                    drawn.append((self.png, shown.png()))
            if self.html is not None and report is not None:
                drawn.append((self.html, report().encode()))
        for file, data in drawn:
            _write(file, data)


def _shown(picture: Picture) -> Picture:
    """A drawing on paper; a chart has its own."""
    from cgt.draw.svg import Drawing, on_paper

    return on_paper(picture) if isinstance(picture, Drawing) else picture


def _write(path: str, data: bytes) -> None:
    from cgt.common.files import write_atomically

    write_atomically(path, lambda file: file.write(data))


def picture_options(*, html: str | None = None) -> Callable[[_Function], _Function]:
    """Adds --svg and --png, and --html if there is a report, which `html` describes. The command
    gets them as one argument, `pictures`, checked."""

    def add(function: _Function) -> _Function:
        @wraps(function)
        def command(*arguments: Any, svg: str | None, png: str | None, **options: Any) -> Any:
            pictures = Pictures(svg, png, options.pop("html", None))
            pictures.check(_other_files(click.get_current_context()))
            return function(*arguments, pictures=pictures, **options)

        wanted = [("--svg", "Draw a picture as SVG."), ("--png", "Draw a picture as PNG.")]
        if html is not None:
            wanted.append(("--html", html))
        result: Any = command
        for name, help_text in reversed(wanted):
            result = click.option(name, metavar="FILE", type=click.Path(), help=help_text)(result)
        return result  # type: ignore[no-any-return]

    return add


def _other_files(context: click.Context) -> Iterator[str]:
    """The files that the other arguments and options of a command name."""
    for parameter in context.command.params:
        if isinstance(parameter.type, click.Path) and f"--{parameter.name}" not in _OPTIONS:
            value = context.params.get(parameter.name or "")
            yield from value if isinstance(value, tuple) else [] if value is None else [value]
