"""What every JSON answer begins with: the program's version, the format's, the command, and the
setting, which is all that the answer depends on.

The setting is made from the command's options, so that a new option is in it by itself. A command
adds what the options alone do not say, such as the rules behind a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from cgt.draw.formats import PICTURE_FORMATS

FORMAT = 1
_LIMITS = "cgt.limits"  # where a command's context keeps them

# Options about how the answer is shown, kept or worked out, but not about what it is.
_BESIDE_THE_ANSWER = {
    "checkpoint", "cluster", "csv", "dot", "full", "graphml", "help", "html", "json", "labels",
    "latex", "load", "markdown", "memory", "out", "processes", "rank", "size", "table", "threads",
    "time-limit", "trace", "trust-checkpoint", "watch", *PICTURE_FORMATS,
}  # fmt: skip


def keep_limits(seconds: float | None, memory: int, per: str | None = None) -> None:
    """Remembers the limits of the command that runs, for its setting; a time `per` board or game is
    for each of them."""
    told: dict[str, Any] = {"seconds": seconds, "memory": memory}
    context = click.get_current_context(silent=True)
    if context is not None:  # there is none where a command's function is called by itself
        context.meta[_LIMITS] = told if per is None else told | {"per": per}


def envelope(setting: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The first keys of the answer of the command that runs. `setting` has what its options do not
    say, and what replaces them."""
    from cgt import __version__

    context = click.get_current_context()
    whole = {**_asked(context), **(setting or {})}
    if _LIMITS in context.meta:
        whole["limits"] = context.meta[_LIMITS]
    command = context.command_path.partition(" ")[2]
    return {"cgt": __version__, "format": FORMAT, "command": command, "setting": whole}


def _asked(context: click.Context) -> dict[str, Any]:
    """The values of the options that the answer depends on, by the options' names."""
    options = [one for one in context.command.params if isinstance(one, click.Option)]
    named = {max(option.opts, key=len).lstrip("-"): option.name or "" for option in options}
    return {
        name.replace("-", "_"): context.params.get(parameter)
        for name, parameter in named.items()
        if name not in _BESIDE_THE_ANSWER
    }
