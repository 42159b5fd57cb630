"""The last guard of a time limit: whatever a command does, it ends."""

import pickle
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from patience import PATIENCE

from cgt.cli.support import options
from cgt.common.alarm import ended_by, ended_soon_after, undisturbed
from cgt.common.errors import CgtError, LimitError
from cgt.common.files import write_atomically
from cgt.common.limits import UNLIMITED, Allowed, Limits


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("cgt.common.alarm.SECONDS_OF_GRACE", 0.01)
    numbers = [getattr(signal, name) for name in ("SIGALRM", "SIGINT") if hasattr(signal, name)]
    before = [signal.getsignal(number) for number in numbers]
    yield
    assert [signal.getsignal(number) for number in numbers] == before
    if hasattr(signal, "getitimer"):
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def work(seconds: float = 2 * PATIENCE) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(1000))


def test_work_that_asks_no_clock_is_ended() -> None:
    start = time.monotonic()
    with pytest.raises(LimitError), ended_soon_after(Limits.of(seconds=0.05)):
        work()
    assert time.monotonic() - start < PATIENCE


def test_work_in_time_is_left_alone() -> None:
    for limits in (UNLIMITED, Limits.of(seconds=60)):
        with ended_soon_after(limits):
            work(0.02)


def test_a_command_with_a_time_limit_is_ended() -> None:
    @options.limits()
    def command(allowed: Allowed) -> None:
        assert allowed.whole.left() is not None
        work()

    with pytest.raises(LimitError, match="the time allowed did not suffice"):
        command(time_limit=0.05, memory=1)


def _sleep_for_ever() -> None:
    while True:
        try:
            time.sleep(60)
        except (CgtError, OSError):  # the end of the time is not taken for another error
            continue


def test_work_of_its_own_name_ends_at_its_limits() -> None:
    told = "the nap did not finish within the time allowed"
    with pytest.raises(LimitError, match=told), ended_by(Limits.of(seconds=0.05), "the nap"):
        _sleep_for_ever()


def test_nothing_begins_once_the_time_is_up() -> None:
    with pytest.raises(LimitError, match="the nap"), ended_by(Limits.of(seconds=0), "the nap"):
        raise AssertionError("this should not have begun")


def _two_naps(first: float, second: float, told: list[str]) -> None:
    try:
        with ended_by(Limits.of(seconds=first), "the first"):
            _sleep_for_ever()
    except LimitError as error:
        told.append(str(error))
    with ended_by(Limits.of(seconds=second), "the second"):
        _sleep_for_ever()


def test_alarms_are_set_inside_each_other() -> None:
    told: list[str] = []
    with (
        pytest.raises(LimitError, match="allowed did not suffice"),
        ended_soon_after(Limits.of(seconds=0.3)),
    ):
        _two_naps(0.05, 60, told)
    assert len(told) == 1
    assert "the first" in told[0]


def test_limits_travel_as_the_time_that_is_left() -> None:
    there = pickle.loads(pickle.dumps(Limits.of(seconds=60, memory=7)))
    left = there.left()
    assert left is not None
    assert 50 < left <= 60
    assert there.memory == 7
    assert pickle.loads(pickle.dumps(UNLIMITED)) == UNLIMITED


def test_what_is_undisturbed_is_finished_first() -> None:
    done = []

    def work_on() -> None:
        with undisturbed():
            with undisturbed():
                work(0.1)
            done.append("inside")
        done.append("not reached")

    with pytest.raises(LimitError), ended_soon_after(Limits.of(seconds=0)):
        work_on()
    assert done == ["inside"]
    with ended_soon_after(Limits.of(seconds=60)), undisturbed():
        work(0.01)  # and nothing is left over from before


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def write(file: object) -> None:
        work(0.1)
        file.write(b"all")  # type: ignore[attr-defined]

    with pytest.raises(LimitError), ended_soon_after(Limits.of(seconds=0)):
        write_atomically(path, write)
    assert path.read_bytes() == b"all"


def test_other_threads_have_no_alarm() -> None:
    done = []

    def run() -> None:
        with ended_soon_after(Limits.of(seconds=0)), undisturbed():
            work(0.05)
        done.append(True)

    thread = Thread(target=run)
    thread.start()
    thread.join()
    assert done == [True]


class Dying:
    """Works while it is removed, where nothing can be raised."""

    def __del__(self) -> None:
        work(0.2)


def test_an_alarm_where_nothing_can_be_raised_is_silent_and_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ignored = list[type[BaseException]]()
    monkeypatch.setattr("sys.unraisablehook", lambda told: ignored.append(told.exc_type))
    monkeypatch.setattr("cgt.common.alarm._SECONDS_TO_THE_NEXT", 0.3)
    hook = sys.unraisablehook

    def die_and_work() -> None:
        Dying()
        work()

    with pytest.raises(LimitError), ended_soon_after(Limits.of(seconds=0.05)):
        die_and_work()
    assert ignored == []
    assert sys.unraisablehook is hook


def test_other_faults_are_told_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    class Faulty:
        def __del__(self) -> None:
            raise ValueError

    ignored = list[type[BaseException]]()
    monkeypatch.setattr("sys.unraisablehook", lambda told: ignored.append(told.exc_type))
    with ended_soon_after(Limits.of(seconds=60)):
        Faulty()
    assert ignored == [ValueError]
