"""The wheel: what is installed has everything that the help names."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT


@pytest.mark.long
def test_a_wheel_has_the_examples_and_runs_them_anywhere(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", str(tmp_path), str(ROOT)], check=True)
    [wheel] = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as files:
        names = set(files.namelist())
        files.extractall(installed)
    for folder in ("boards", "replays", "certificates"):
        for file in (ROOT / folder).rglob("*.txt"):
            assert f"cgt/examples/{file.relative_to(ROOT)}" in names
    run = (  # the checkout is found by a hook of its own, which would come first
        "import sys; sys.meta_path = [f for f in sys.meta_path if 'ScikitBuild' not in str(f)];"
        "sys.path.insert(0, sys.argv.pop(1)); import cgt.cli;"
        "assert cgt.__file__.startswith(sys.path[0]); cgt.cli.main()"
    )
    ran = subprocess.run(
        [sys.executable, "-I", "-c", run, str(installed), "solve", "example:two-areas"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "P: the player to move loses" in ran.stdout
