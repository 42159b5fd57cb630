"""The seal at the end of a checkpoint: with which machine's key it was made, and a code that only
whoever has that key can compute.

A seal is one line of text behind the content. It also says whether the content rests on trust: on a
checkpoint that was loaded although it had not been made with this machine's key.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from hashlib import blake2b
from typing import BinaryIO

from cgt.common.errors import CgtError

_NO_KEY = "0" * 32
_LINE = re.compile(rb"cgt-seal-1 key=([0-9a-f]{32}) trusts=([01]) code=([0-9a-f]{64})\n")
_LENGTH = len(f"cgt-seal-1 key={_NO_KEY} trusts=0 code=\n") + 64
_AT_ONCE = 2**20


@dataclass(frozen=True)
class Sealed:
    """What a seal says: how many bytes it seals, whether with our key, and whether they rest on
    trust."""

    size: int
    ours: bool
    trusts: bool


def add_seal(file: BinaryIO, key: bytes | None, *, trusts: bool) -> None:
    """Seals all that a file has so far; without a key, in a way that nobody knows as their own."""
    head = f"cgt-seal-1 key={_name_of(key)} trusts={int(trusts)} code=".encode()
    size = file.seek(0, os.SEEK_END)
    code = "0" * 64 if key is None else _code(file, size, head, key)
    file.seek(size)
    file.write(head + code.encode() + b"\n")


def read_seal(file: BinaryIO, key: bytes | None) -> Sealed:
    """The seal of a file. Raises CgtError if there is none, or if the file was changed after it was
    sealed with our key; the message is without the file's name."""
    size = file.seek(0, os.SEEK_END) - _LENGTH
    found = None
    if size >= 0:
        file.seek(size)
        line = file.read(_LENGTH)
        found = _LINE.fullmatch(line)
    if found is None:
        raise CgtError(
            "this is no checkpoint of this version of the program, or a part of it is missing"
        )
    ours = key is not None and found[1].decode() == _name_of(key)
    if ours and key is not None:
        from hmac import compare_digest

        code = _code(file, size, line[: found.start(3)], key)
        if not compare_digest(code.encode(), found[3]):
            raise CgtError("this checkpoint is damaged: it was changed after it was written")
    return Sealed(size, ours, trusts=not ours or found[2] == b"1")


def _name_of(key: bytes | None) -> str:
    """What a key is called in public."""
    return _NO_KEY if key is None else blake2b(b"name", digest_size=16, key=key).hexdigest()


def _code(file: BinaryIO, size: int, head: bytes, key: bytes) -> str:
    """The code for the first `size` bytes of a file and the beginning of the seal."""
    code = blake2b(digest_size=32, key=key, person=b"cgt-checkpoint")
    file.seek(0)
    while size > 0 and (part := file.read(min(size, _AT_ONCE))):
        code.update(part)
        size -= len(part)
    code.update(head)
    return code.hexdigest()
