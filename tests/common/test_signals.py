"""Signals that are held back come afterwards, whichever thread got them."""

import os
import signal
import threading

import pytest

from cgt.common.signals import held


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
