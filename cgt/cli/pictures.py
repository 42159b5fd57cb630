"""The options --svg, --png and --html, and writing what they ask for.

What cannot be written is found out before the work is done, not after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, TypeVar

import click

_Function = TypeVar("_Function", bound=Callable[..., Any])


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

    def check(self) -> None:
        """Raises CgtError if one of the files could not be written now."""
        from cgt.files import check_writable

        for file in (self.svg, self.png, self.html):
            if file is not None:
                check_writable(file)
        if self.png is not None:
            from cgt.draw.png import check_png

            check_png()

    def write(
        self, picture: Callable[[], Picture], report: Callable[[], str] | None = None
    ) -> None:
        """Draws what was asked for, and nothing else; raises CgtError."""
        if self.svg is not None or self.png is not None:
            from cgt.draw.svg import Drawing, on_paper

            drawn = picture()
            shown: Picture = on_paper(drawn) if isinstance(drawn, Drawing) else drawn
            if self.svg is not None:
                _write(self.svg, shown.svg())
            if self.png is not None:
                _write(self.png, shown.png())
        if self.html is not None and report is not None:
            _write(self.html, report().encode())

    def named(self) -> str:
        """The files, for a line that says where the picture is."""
        return ", ".join(file for file in (self.svg, self.png, self.html) if file is not None)


def _write(path: str, data: bytes) -> None:
    from cgt.files import write_atomically

    write_atomically(path, lambda file: file.write(data))


def picture_options(*, html: str | None = None) -> Callable[[_Function], _Function]:
    """Adds --svg and --png, and --html if there is a report, which `html` describes. The command
    gets them as one argument, `pictures`, checked."""

    def add(function: _Function) -> _Function:
        @wraps(function)
        def command(*arguments: Any, svg: str | None, png: str | None, **options: Any) -> Any:
            pictures = Pictures(svg, png, options.pop("html", None))
            pictures.check()
            return function(*arguments, pictures=pictures, **options)

        wanted = [("--svg", "Draw a picture as SVG."), ("--png", "Draw a picture as PNG.")]
        if html is not None:
            wanted.append(("--html", html))
        result: Any = command
        for name, help_text in reversed(wanted):
            result = click.option(name, metavar="FILE", type=click.Path(), help=help_text)(result)
        return result  # type: ignore[no-any-return]

    return add
