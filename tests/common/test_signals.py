"""Signals that are held back come afterwards, whichever thread got them."""

import os
import signal
import threading
from typing import Any

import pytest

from cgt.common.signals import _ENDING, held


@pytest.mark.parametrize("with_threads", [False, True])
def test_ctrl_c_comes_after_the_work(with_threads: bool) -> None:
    done, ended = list[int](), threading.Event()

    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        done.append(sum(range(1000)))

    others = [threading.Thread(target=ended.wait) for _ in range(3 * with_threads)]
    for thread in others:  # the system gives a signal to any of them
        thread.start()
    try:
        with pytest.raises(KeyboardInterrupt), held():
            work()
        assert done == [499500]
    finally:
        ended.set()
        for thread in others:
            thread.join()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_nothing_comes_if_nothing_came_and_other_threads_are_left_alone() -> None:
    with held():
        pass
    errors = []

    def work() -> None:
        try:
            with held():
                pass
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert not errors


@pytest.mark.parametrize("which", range(1, 2 * len(_ENDING) + 1))
def test_a_signal_that_comes_while_handlers_change_leaves_none_behind(
    monkeypatch: pytest.MonkeyPatch, which: int
) -> None:
    """Handlers are set before the work and after it; Ctrl-C comes with one of them."""
    before = [signal.getsignal(number) for number in _ENDING]
    really_set, calls = signal.signal, list[int]()

    def set_handler(number: int, handler: Any) -> Any:
        calls.append(number)
        earlier = really_set(number, handler)
        if len(calls) == which:
            raise KeyboardInterrupt
        return earlier

    monkeypatch.setattr(signal, "signal", set_handler)
    with pytest.raises(KeyboardInterrupt), held():
        pass
    monkeypatch.undo()
    assert [signal.getsignal(number) for number in _ENDING] == before
