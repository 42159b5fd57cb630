"""Checkpoints taken apart, changed, and sealed again as if they had been written that way.

    content = bytearray(content_of(path))       # what the solver or the trainer wrote
    content[100] ^= 1                           # flip anything
    write_resealed(path, content)               # checksum (or digest) and seal are right again

So a reader cannot tell such a file by a checksum: it has to check what the file says. `key` is the
key to seal with; by default that of this machine, so that the file passes for one of ours. With
`key=b"x" * 32` it is a stranger's, and loaded only by `Checkpoint(path, trusting=True)` or
`--trust-checkpoint`. `words_of` and `bytes_of` turn a native solver's content into its 64-bit words
and back; `PlacementWords` and `DuelWords` say where in them everything is.
"""

import hashlib
import json
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from cgt.common.checkpoint.key import machine_key
from cgt.common.checkpoint.seal import add_seal, read_seal

STRANGERS_KEY = b"stranger" * 4
_ALL_BITS = 2**64 - 1


def content_of(path: Path) -> bytes:
    """The content of a checkpoint, without its seal."""
    return without_seal(path.read_bytes())


def without_seal(data: bytes) -> bytes:
    """The same for the bytes of a file."""
    return data[: read_seal(BytesIO(data), None).size]


def write_resealed(
    path: Path, content: bytes | bytearray, *, key: bytes | None = None, trusts: bool = False
) -> None:
    """Writes a checkpoint with this content, with the right checksum or digest and seal."""
    path.write_bytes(resealed(bytes(content), key=key, trusts=trusts))


def resealed(content: bytes, *, key: bytes | None = None, trusts: bool = False) -> bytes:
    """The bytes of such a file."""
    file = BytesIO(resummed(content))
    add_seal(file, machine_key() if key is None else key, trusts=trusts)
    return file.getvalue()


def resummed(content: bytes) -> bytes:
    """Content with the right checksum or digest."""
    if content.startswith(b"{"):
        head, _, rest = content.partition(b"\n")
        digest = hashlib.sha256(rest.removesuffix(b"\n")).hexdigest()
        try:
            return json.dumps({**json.loads(head), "digest": digest}).encode() + b"\n" + rest
        except (ValueError, TypeError, RecursionError):
            return content
    if len(content) % 8 or not content:
        return content
    words = words_of(content)
    return bytes_of([*words[:-1], checksum(words[:-1])])


def words_of(content: bytes) -> list[int]:
    return list(struct.unpack(f"<{len(content) // 8}Q", content))


def bytes_of(words: Iterable[int]) -> bytes:
    listed = [word & _ALL_BITS for word in words]
    return struct.pack(f"<{len(listed)}Q", *listed)


def checksum(words: Iterable[int]) -> int:
    """The checksum that native solvers write behind their words."""
    total = 0
    for word in words:
        total = (_mix(total ^ word) + 1) & _ALL_BITS
    return total


def _mix(x: int) -> int:
    for _ in range(2):
        x = (x ^ x >> 32) * 0xD6E8FEB86659FD93 & _ALL_BITS
    return x ^ x >> 32


@dataclass(frozen=True)
class PlacementWords:
    """Where the words of a checkpoint of `cgt solve` are: the second word of each outcome, whose
    lower half is what is known; the number of forms; and for each form the number of its options,
    with the options behind it."""

    outcomes: list[int]
    count: int
    forms: list[int]

    @staticmethod
    def of(words: list[int]) -> "PlacementWords":
        at, outcomes, forms = 2, [], []
        while words[at] or words[at + 1]:
            outcomes.append(at + 1)
            at += 2
        count = at + 2
        at = count + 1
        for _ in range(words[count]):
            forms.append(at)
            at += 1 + words[at]
        return PlacementWords(outcomes, count, forms)


@dataclass(frozen=True)
class DuelWords:
    """Where the words of a checkpoint of `cgt duel` are: the number of states and that of the lost
    ones; and for each state its key, then the first slot that trusts in it (or its rank) with its
    flags in the lowest byte, then for each of its slots the next one in the same list."""

    states: int
    losses: int
    keys: list[int]
    heads: list[int]
    nexts: list[list[int]]

    @staticmethod
    def of(words: list[int], pieces: int, words_of_key: int = 1) -> "DuelWords":
        size = words_of_key + 1 + pieces
        keys = [4 + number * size for number in range(words[2])]
        heads = [key + words_of_key for key in keys]
        nexts = [[head + 1 + piece for piece in range(pieces)] for head in heads]
        return DuelWords(2, 3, keys, heads, nexts)
