"""The options for pictures and pages, such as --svg, --png and --html, and the writing of the
files.

The options follow from the table in `cgt.draw.formats`. A file that cannot be written is an error
before the work, not after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import click

from cgt.cli.support.boards import is_written_out
from cgt.cli.support.unmade import Unmade
from cgt.common.alarm import ended_by
from cgt.common.errors import CgtError
from cgt.common.files import (
    STANDARD_INPUT,
    check_writable,
    file_of,
    target_of,
    write_atomically,
)
from cgt.common.limits import UNLIMITED, Limits
from cgt.draw.formats import PICTURE_FORMATS, Picture, picture_file

_Function = TypeVar("_Function", bound=Callable[..., Any])
_PAGE = "html"


@dataclass(frozen=True)
class Pictures:
    """The files for a picture and for a page, by format."""

    files: Mapping[str, str]

    def __bool__(self) -> bool:
        return bool(self.files)

    @property
    def has_page(self) -> bool:
        return _PAGE in self.files

    @property
    def page(self) -> str:
        """The file for the page; there must be one."""
        return self.files[_PAGE]

    def check(self, others: Iterable[str] = ()) -> None:
        """Raises CgtError if one of the files could not be written now, or is also another of them
        or one of `others`, which the command reads or writes."""
        taken = {target_of(file_of(file)) for file in others if file != STANDARD_INPUT}
        for form, file in self.files.items():
            target = target_of(file)
            if target in taken and not (target.exists() and not target.is_file()):
                raise CgtError(f"--{form} {file}: this file is already used for something else")
            taken.add(target)
            check_writable(file)
        for form in self._picture_forms():
            PICTURE_FORMATS[form].check()

    def write(
        self,
        picture: Callable[[], Picture] | None,
        page: Callable[[], str] | None = None,
        limits: Limits = UNLIMITED,
    ) -> None:
        """Draws what the options ask for, and nothing else; no `picture` if only a page can be
        asked for. If a file cannot be made, the others
        are made all the same; then raises CgtError, or LimitError if the time was up."""
        from cgt.cli.support.show import progress

        unmade, limits = Unmade(), limits.at_the_end()
        with progress() as tell:
            if picture is not None and (forms := self._picture_forms()):
                tell("drawing")
                with unmade.kept(), ended_by(limits, self._told(forms)):
                    shown = picture()
                    for form in forms:  # a file that is done is kept if the next is not in time
                        self._save(form, picture_file(shown, form))
            if self.has_page and page is not None:
                tell("writing the page")
                with unmade.kept(), ended_by(limits, self._told([_PAGE])):
                    self._save(_PAGE, page().encode())
        unmade.check()

    def _save(self, form: str, data: bytes) -> None:
        write_atomically(self.files[form], lambda out: out.write(data))

    def _told(self, forms: Iterable[str]) -> str:
        """The making of some files, in words."""
        return f"drawing {', '.join(self.files[form] for form in forms)}"

    def _picture_forms(self) -> list[str]:
        return [form for form in self.files if form in PICTURE_FORMATS]


def picture_options(*, page: str | None = None) -> Callable[[_Function], _Function]:
    """Adds an option for each format of pictures, and --html with the help text `page` if that is
    given. The command gets them as one checked argument, `pictures`."""
    wanted = {form: f"Draw a picture as {form.upper()}." for form in PICTURE_FORMATS}
    if page is not None:
        wanted[_PAGE] = page

    def add(function: _Function) -> _Function:
        @wraps(function)
        def command(*arguments: Any, **options: Any) -> Any:
            asked = {form: options.pop(form) for form in wanted}
            pictures = Pictures({form: file for form, file in asked.items() if file is not None})
            pictures.check(_other_files(click.get_current_context(), wanted))
            return function(*arguments, pictures=pictures, **options)

        result: Any = command
        for form, help_text in reversed(wanted.items()):
            option = click.option(f"--{form}", metavar="FILE", type=click.Path(), help=help_text)
            result = option(result)
        return result  # type: ignore[no-any-return]

    return add


def _other_files(context: click.Context, forms: Iterable[str]) -> Iterator[str]:
    """The files that the other arguments and options of a command name."""
    for parameter in context.command.params:
        if isinstance(parameter.type, click.Path) and parameter.name not in forms:
            value = context.params.get(parameter.name or "")
            values = value if isinstance(value, tuple) else () if value is None else (value,)
            yield from (text for text in values if not is_written_out(text))
