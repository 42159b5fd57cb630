"""How many cores this process may use."""

import os

import pytest

from cgt.common.cores import MOST_WORKERS, usable_cores


@pytest.mark.parametrize(
    ("cores", "used"), [({0}, 1), ({2, 5, 7}, 3), (set(range(1000)), MOST_WORKERS)]
)
def test_the_cores_are_those_that_this_process_may_use(
    monkeypatch: pytest.MonkeyPatch, cores: set[int], used: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: cores, raising=False)
    assert usable_cores() == used


@pytest.mark.parametrize(("cores", "used"), [(4, 4), (None, 1)])
def test_a_system_that_does_not_say_has_all_its_cores(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, used: int
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert usable_cores() == used
