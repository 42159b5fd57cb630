"""What to type instead: options that other programs have, and ours under another name."""

from __future__ import annotations

import click

_PICTURES = ("--svg", "--png", "--html")
_OURS = {
    "--misere": "--play misere",
    "--misère": "--play misere",
    "--normal": "--play normal",
}
_FOR_FILES = ("-o", "--out", "--output")


def advice_on_option(error: click.NoSuchOption) -> str:
    """What is said of an option that a command does not have."""
    known = _options(error)
    meant = _OURS.get(error.option_name)
    if meant is not None and meant.split()[0] in known:
        return f"No such option '{error.option_name}': write {meant}."
    if error.option_name in _FOR_FILES:
        written = [f"{option} FILE" for option in _PICTURES if option in known]
        if written:
            return f"No such option '{error.option_name}': write {' or '.join(written)}."
    return error.format_message()


def _options(error: click.NoSuchOption) -> set[str]:
    if error.ctx is None:
        return set()
    return {name for parameter in error.ctx.command.params for name in parameter.opts}
