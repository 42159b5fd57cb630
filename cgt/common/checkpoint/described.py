"""What a checkpoint of work in Python contains: which run it is, and how far it got.

It is two lines of JSON. The first says what kind of file it is and has a digest of the second; the
second has the run and its state. One that is damaged or of another run is refused. When it is
written and whether it is believed is decided by `cgt.common.checkpoint`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from cgt.common.errors import CgtError

_VERSION = 1
_LONGEST_FILE = 2**29
_LONGEST_VALUE = 40  # of a text quoted in a message


class Resumable(Protocol):
    """Work that says how far it is in what JSON can hold, and can continue from there.

    If `restore` raises CgtError, nothing has changed.
    """

    def state(self) -> Any: ...
    def restore(self, state: Any) -> None: ...


class DescribedState:
    """Work of some kind in a run, as something that a checkpoint keeps."""

    def __init__(self, kind: str, work: Resumable, run: Mapping[str, Any]) -> None:
        """`run` says which run it is: of another one nothing is resumed."""
        self._kind = kind
        self._work = work
        self._run = run

    def save(self, path: str) -> None:
        """Writes the run and its state."""
        state = {"run": self._run, "state": self._work.state()}
        content = json.dumps(state, allow_nan=False).encode()
        head = json.dumps({"format": self._format, "version": _VERSION, "digest": _digest(content)})
        Path(path).write_bytes(head.encode() + b"\n" + content + b"\n")

    def load(self, path: str, size: int) -> None:
        """Resumes from the first `size` bytes of a file; raises CgtError if they are not of this
        run, and the work is then as it was."""
        if size > _LONGEST_FILE:
            raise CgtError(f"the checkpoint is longer than {_LONGEST_FILE // 2**20} MiB")
        with open(path, "rb") as file:
            first, _, second = file.read(size).partition(b"\n")
        head = _object(first)
        if head.get("format") != self._format:
            raise CgtError(f"this is no checkpoint of {self._kind}, or it is damaged")
        if head.get("version") != _VERSION:
            raise CgtError("the checkpoint is of another version of this program")
        content = _object(second)
        if head.get("digest") != _digest(second.removesuffix(b"\n")) or "run" not in content:
            raise CgtError("the checkpoint is damaged")
        difference = _difference(content["run"], json.loads(json.dumps(self._run)))
        if difference is not None:
            raise CgtError(f"the checkpoint is of another run: {difference}")
        self._work.restore(content.get("state"))

    @property
    def _format(self) -> str:
        return f"cgt-{self._kind}"


def _object(text: bytes) -> dict[str, Any]:
    """An object of JSON; an empty one if the text is something else."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _difference(there: Any, here: Any, name: str = "run") -> str | None:
    """The first thing in which two runs differ, in words; None if there is none."""
    if isinstance(there, dict) and isinstance(here, dict):
        for key in [*here, *(key for key in there if key not in here)]:
            found = _difference(there.get(key), here.get(key), str(key))
            if found is not None:
                return found
        return None
    if there == here:
        return None
    texts = [json.dumps(value, ensure_ascii=False) for value in (there, here)]
    if max(map(len, texts)) > _LONGEST_VALUE:
        return f"its {name} differs"
    return f"its {name} is {texts[0]}, not {texts[1]}"
