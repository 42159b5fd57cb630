"""The last guard of a limit of memory."""

import sys

import pytest

from cgt.common.errors import LimitError
from cgt.common.memory import bounded_memory

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux only has such a limit")


def test_more_memory_than_allowed_is_refused_and_less_is_not() -> None:
    with bounded_memory(300 * 2**20):
        assert len(bytes(200 * 2**20)) == 200 * 2**20
    with pytest.raises(LimitError, match="memory"), bounded_memory(100 * 2**20):
        bytes(500 * 2**20)
    assert len(bytes(500 * 2**20)) == 500 * 2**20  # the guard is gone


def test_guards_inside_each_other_keep_the_smaller_limit() -> None:
    with pytest.raises(LimitError), bounded_memory(100 * 2**20), bounded_memory(2**40):
        bytes(500 * 2**20)
