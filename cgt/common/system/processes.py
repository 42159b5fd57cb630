"""How the processes of one program belong together, and how long one may wait for another.

Elsewhere Ctrl-C and alarms interrupt a thread that waits for another one. On Windows they do not:
there whoever waits looks up now and then.
"""

from __future__ import annotations

import os
import signal
import sys

if sys.platform == "win32":
    MOST_WORKERS = 61  # the system waits for no more at once
    SECONDS_WITHOUT_A_LOOK: float | None = 0.1

    def be_killed_with(parent: int | None) -> None:
        """Nothing: that the parent has ended is seen by its handle."""

    def kill_this_process() -> None:
        """Ends this process, whatever it is doing."""
        os._exit(1)

    def send_to_main_thread(number: int) -> None:
        """Sends this process a signal, of which Python tells the main thread."""
        signal.raise_signal(number)

else:
    import threading

    MOST_WORKERS = 256
    SECONDS_WITHOUT_A_LOOK: float | None = None
    _SIGNAL_AT_DEATH_OF_PARENT = 1  # an option of Linux's prctl

    def be_killed_with(parent: int | None) -> None:
        """Asks Linux to end this process with the thread that started it, even if it can do nothing
        itself, if that is of the process with this number. If the parent is gone already, the
        closed pipe tells."""
        if sys.platform == "linux" and os.getppid() == parent:
            import ctypes

            ctypes.CDLL(None).prctl(_SIGNAL_AT_DEATH_OF_PARENT, signal.SIGKILL)

    def kill_this_process() -> None:
        """Ends this process, whatever it is doing."""
        os.kill(os.getpid(), signal.SIGKILL)

    def send_to_main_thread(number: int) -> None:
        """Sends the main thread a signal, so that it stops waiting, too."""
        main = threading.main_thread().ident
        assert main is not None
        signal.pthread_kill(main, number)
