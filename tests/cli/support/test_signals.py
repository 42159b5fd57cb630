"""SIGTERM stops the work as Ctrl-C does, wherever it comes."""

import os
import signal
import threading
import time
from collections.abc import Callable

import pytest

from cgt.cli.support.signals import stopping_on_sigterm


def send(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(5)  # never this long: the signal ends it


def test_sigterm_is_like_ctrl_c_and_known_afterwards() -> None:
    with stopping_on_sigterm() as stopped:
        assert not stopped()
        with pytest.raises(KeyboardInterrupt):
            send(signal.SIGTERM)
        assert stopped()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_ctrl_c_is_not_sigterm() -> None:
    with stopping_on_sigterm() as stopped, pytest.raises(KeyboardInterrupt):
        send(signal.SIGINT)
    assert not stopped()


def test_a_forked_process_ends_at_once_and_silently() -> None:
    with stopping_on_sigterm() as stopped:
        child = os.fork()
        if child == 0:
            try:
                send(signal.SIGTERM)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 143
        assert not stopped()


class Drops:
    """Python drops what is raised when an object is deleted."""

    def __init__(self, action: Callable[[], None]) -> None:
        self.action = action

    def __del__(self) -> None:
        self.action()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_that_python_drops_comes_again(number: int) -> None:
    def wait() -> None:
        Drops(lambda: send(number))
        time.sleep(5)

    with stopping_on_sigterm() as stopped, pytest.raises(KeyboardInterrupt):
        wait()
    assert stopped() == (number == signal.SIGTERM)


def test_other_errors_that_python_drops_are_left_alone() -> None:
    seen = []

    def fail() -> None:
        raise ValueError("dropped")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.unraisablehook", lambda error: seen.append(error.exc_type))
        with stopping_on_sigterm():
            Drops(fail)
    assert seen == [ValueError]


def test_an_ignored_sigterm_stays_ignored() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with stopping_on_sigterm() as stopped:
            os.kill(os.getpid(), signal.SIGTERM)
        assert not stopped()
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


def test_other_threads_have_no_signals() -> None:
    def work() -> None:
        with stopping_on_sigterm() as stopped:
            found.append(stopped())

    found: list[bool] = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [False]
