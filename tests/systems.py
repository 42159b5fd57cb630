"""Tests of what only some systems have."""

import sys

import pytest

NOT_ON_WINDOWS = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has nothing of this kind"
)
