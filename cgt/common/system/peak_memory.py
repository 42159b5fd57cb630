"""The most memory that this process has had so far."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _Counters(ctypes.Structure):
        """What the system counts of a process, PROCESS_MEMORY_COUNTERS."""

        _fields_ = (
            ("size", wintypes.DWORD),
            ("page_faults", wintypes.DWORD),
            ("most_in_memory", ctypes.c_size_t),
            ("others", ctypes.c_size_t * 7),
        )

    def peak_memory() -> int:
        """In bytes."""
        counters = _Counters(ctypes.sizeof(_Counters))
        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.K32GetProcessMemoryInfo.argtypes = (
            wintypes.HANDLE,
            ctypes.POINTER(_Counters),
            wintypes.DWORD,
        )
        if not kernel.K32GetProcessMemoryInfo(
            kernel.GetCurrentProcess(), ctypes.byref(counters), counters.size
        ):
            raise ctypes.WinError()
        return int(counters.most_in_memory)

else:
    import resource

    _UNIT = 1 if sys.platform == "darwin" else 1024

    def peak_memory() -> int:
        """In bytes."""
        return _UNIT * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
