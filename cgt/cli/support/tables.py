"""The options --csv, --latex and --markdown of commands that print a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cgt.cli.support.show import echo, screen_width

if TYPE_CHECKING:
    from cgt.draw.tables import Table

_Function = TypeVar("_Function", bound=Callable[..., Any])

TABLE_FORMS = {
    "csv": "Print the table as CSV, for spreadsheets.",
    "latex": "Print the table as LaTeX, for papers.",
    "markdown": "Print the table as Markdown, for pages.",
}


def table_forms(function: _Function) -> _Function:
    """Adds the options; the command gets the form that was asked for as one argument, `form`, None
    for none. Only one of them and --json may be given."""

    @wraps(function)
    def command(*arguments: Any, **options: Any) -> Any:
        asked = [form for form in TABLE_FORMS if options.pop(form)]
        both = [*asked, "json"] if options.get("as_json") else asked
        if len(both) > 1:
            raise click.UsageError(f"give only one of --{' and --'.join(both)}")
        return function(*arguments, form=asked[0] if asked else None, **options)

    result: Any = command
    for form, help_text in reversed(TABLE_FORMS.items()):
        result = click.option(f"--{form}", is_flag=True, help=help_text)(result)
    return result  # type: ignore[no-any-return]


def show_table(table: Table, form: str) -> None:
    """Prints a table in one of the forms."""
    if form == "text":
        echo(table.text(screen_width()).rstrip("\n"))
        return
    text: Callable[[], str] = getattr(table, form)
    echo(text().rstrip("\n"))
