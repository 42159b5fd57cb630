"""cgt page: the program in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from cgt.cli.support import options
from cgt.cli.support.show import echo, show_json


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@options.as_json
@options.example("cgt page cgt.html")
def page(file: Path | None, opens: bool, as_json: bool) -> None:
    """Write the browser page: the program in one HTML file that works offline.

    Draw a board and see who wins, play Nim tetris, play Tetris against its worst enemy. Without
    FILE, it says where the page is. 'make page' builds it into the package.
    """
    from cgt.common.files import write_atomically
    from cgt.page import built_page

    found = built_page()
    if file is not None:
        contents = found.read_bytes()
        write_atomically(file, lambda target: target.write(contents))
        found = file
    if opens:
        _open(found)
    if as_json:
        show_json({"file": str(found)})
    else:
        echo(str(found))


def _open(page: Path) -> None:
    """Raises CgtError if there is no browser."""
    import webbrowser

    from cgt.common.errors import CgtError

    if not webbrowser.open(page.resolve().as_uri()):
        raise CgtError(f"no browser was found; open {page} yourself")
