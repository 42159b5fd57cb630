"""How many cores this process may use: how many threads or processes work by default.

>>> usable_cores() >= 1
True
"""

from __future__ import annotations

import os

from cgt.common.system.processes import MOST_WORKERS


def usable_cores() -> int:
    """The cores that the system lets this process use, at most as many as there may be workers."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:  # not Linux
        cores = os.cpu_count() or 1
    return min(cores, MOST_WORKERS)
