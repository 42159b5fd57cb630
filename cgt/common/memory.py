"""The last guard of a limit of memory: work that counts no bytes of its own is ended beyond it.

Searches bound their tables, forms and lists themselves, and answer within what they have. What
reads a file needs little, but a file from a stranger may be made to need much. So the system is
asked to refuse more; that ends the command with LimitError. Systems other than Linux have no such
limit that holds.

>>> with bounded_memory(2**30):
...     print("done")
done
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cgt.common.errors import LimitError

_FOR_THE_PROGRAM = 64 * 2**20  # modules that are still to be imported, stacks of threads


@contextmanager
def bounded_memory(memory: int) -> Iterator[None]:
    """Raises LimitError if the work inside takes more than so many bytes beyond what the program
    itself needs. What takes memory when it is imported, such as NumPy, must have been."""
    if sys.platform != "linux":
        yield
        return
    import resource

    before, most = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = _bytes_in_use() + _FOR_THE_PROGRAM + memory
    lowest = min((limit for limit in (before, most) if limit != resource.RLIM_INFINITY), default=-1)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if lowest < 0 else min(wanted, lowest), most))
    try:
        yield
    except MemoryError:
        raise LimitError("the memory allowed did not suffice") from None
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, most))


def _bytes_in_use() -> int:
    """What the system counts: the private memory that this process may write to."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 0
