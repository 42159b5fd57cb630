"""Checkpoints of training: which run it is, and how far it got.

A file has two lines of JSON. The first says what kind of file it is and has a digest of the second;
the second has the run and its state. The file is replaced as a whole; one that is damaged or of
another run is refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cgt.common.errors import CgtError
from cgt.common.files import read_bytes, write_atomically

_FORMAT = "cgt-training"
_VERSION = 1
_LONGEST_FILE = 2**29
_LONGEST_VALUE = 40  # of a text quoted in a message


def save(path: str | Path, run: Mapping[str, Any], state: Mapping[str, Any]) -> None:
    """Writes a run and its state. Raises CgtError if it cannot; the old file is then untouched."""
    content = json.dumps({"run": run, "state": state}, allow_nan=False).encode()
    head = json.dumps({"format": _FORMAT, "version": _VERSION, "digest": _digest(content)})
    write_atomically(path, lambda file: file.write(head.encode() + b"\n" + content + b"\n"))


def load(path: str | Path, run: Mapping[str, Any]) -> Any:
    """The state in a file; raises CgtError if it cannot be read or is not of this run."""
    first, _, second = read_bytes(path, _LONGEST_FILE).partition(b"\n")
    head = _object(first)
    if head.get("format") != _FORMAT:
        raise CgtError(f"{path}: this is not a checkpoint of training, or it is damaged")
    if head.get("version") != _VERSION:
        raise CgtError(f"{path}: the checkpoint is of another version of this program")
    content = _object(second)
    if head.get("digest") != _digest(second.removesuffix(b"\n")) or "run" not in content:
        raise CgtError(f"{path}: the checkpoint is damaged")
    difference = _difference(content["run"], json.loads(json.dumps(run)))
    if difference is not None:
        raise CgtError(f"{path}: the checkpoint is of another run: {difference}")
    return content.get("state")


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
