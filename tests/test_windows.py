"""The Windows side of what differs between systems, tried elsewhere: parts of the tests are run
again by a Python that pretends to be there."""

import subprocess
import sys

import pytest
from conftest import ROOT
from systems import NOT_ON_WINDOWS

pytestmark = NOT_ON_WINDOWS  # there, the tests themselves are run

# Alarms, Ctrl-C, files, checkpoints with their locks and the key, and commands that do all of that.
TESTS = {
    "common": ["tests/common/test_alarm.py", "tests/common/test_signals.py",
               "tests/common/test_files.py", "tests/common/checkpoint"],
    "commands": ["tests/common/windows_side.py"],
}  # fmt: skip
# They start programs that do not pretend.
NOT_ALONE = ("killed_process", "processes_that_make_it_at_once")


@pytest.mark.parametrize("part", TESTS)
def test_the_windows_side_passes(part: str) -> None:
    command = [sys.executable, "tests/pretended_windows.py", "-m", "pytest", "-q", "--tb=short",
               "-p", "no:cacheprovider", "-p", "no:xdist", "-k", f"not ({' or '.join(NOT_ALONE)})",
               "-W", "ignore::pytest.PytestAssertRewriteWarning", *TESTS[part]]  # fmt: skip
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout
