"""cgt cache: what the program keeps to save time, and can make again."""

from __future__ import annotations

from pathlib import Path

import click

from cgt.cli.support import options
from cgt.cli.support.show import echo, show_json
from cgt.cli.support.units import size_text


@click.command()
@click.argument("what", required=False, metavar="[clear]", type=click.Choice(["clear"]))
@options.as_json
@options.example("cgt cache", "cgt cache --json")
def cache(what: str | None, as_json: bool) -> None:
    """Show the cache: tables that save time, where they are, and how large. `clear` removes them.

    The nimbers of all small regions of dominoes are worked out when a search by cgt solve in normal
    play first takes more than five seconds, and read by later ones. Answers are the same without.
    """
    from cgt.common.folders import cache_folder
    from cgt.placement.small_regions import kept_files

    files = [{"name": file.name, "bytes": _size(file)} for file in kept_files()]
    total = sum(one["bytes"] for one in files if isinstance(one["bytes"], int))
    if what == "clear":
        for file in kept_files():
            _remove(file)
    if as_json:
        found = {"folder": str(cache_folder()), "files": files, "bytes": total}
        show_json(found | {"cleared": what == "clear"})
        return
    number = f"{len(files)} file{'' if len(files) == 1 else 's'}, {size_text(total)}"
    if what == "clear":
        echo(f"{cache_folder()}: {number} removed" if files else f"{cache_folder()}: empty")
        return
    echo(f"{cache_folder()}: {number if files else 'empty'}")
    for one in files:
        echo(f"  {one['name']}")


def _size(file: Path) -> int:
    try:
        return file.lstat().st_size
    except FileNotFoundError:  # another process has just removed or replaced it
        return 0


def _remove(file: Path) -> None:
    from cgt.common.errors import CgtError

    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise CgtError(f"{file}: cannot be removed: {error.strerror}") from None
