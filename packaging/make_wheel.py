"""Makes a wheel that runs on other machines, and the source package, in `dist/`, and tries them.

The compiler is the one in the PyPI package ziglang: it builds against the C library of 2012, so
that the wheel runs on any Linux since. The core is built twice, for every x86-64 processor since
about 2009 and for those since about 2013; which one is taken is decided when it is loaded.
auditwheel checks what it needs of the system. Then the wheel is installed into an empty
environment and tried by `smoke.py`.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "wheel"
DIST = ROOT / "dist"
BIN = Path(sys.executable).parent
C_LIBRARY = "2.17"
BUILDS = {"x86_64": ("x86-64-v2", "x86-64-v3"), "aarch64": ("armv8-a", "")}
EXAMPLES = ("boards", "replays", "certificates")
SOURCES = ("cgt/native/", "cgt/page/assets/")  # what the core and the page are built from
MOST_BYTES = 20_000_000


def main() -> None:
    machine = platform.machine()
    if sys.platform != "linux" or machine not in BUILDS:
        sys.exit("make wheel works on Linux for x86-64 and ARM; cibuildwheel builds elsewhere")
    shutil.rmtree(WORK / "out", ignore_errors=True)
    DIST.mkdir(exist_ok=True)
    wheel = repaired(built(machine))
    check_wheel(wheel)
    check_source(source_package())
    try_it(wheel)


def run(*words: str | Path, **variables: str) -> None:
    # Quiet tools find each other in the environment that make has set up.
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([str(word) for word in words], check=True, cwd=ROOT,
                   env={**os.environ, "PATH": path, **variables})  # fmt: skip


def built(machine: str) -> Path:
    march, faster = BUILDS[machine]
    defined = {
        "CGT_MARCH": march,
        "CGT_FASTER_MARCH": faster,
        "CMAKE_AR": BIN / "zig-ar",
        "CMAKE_RANLIB": BIN / "zig-ranlib",
    }
    print(f"Building for {machine}: {march} {faster}", flush=True)
    run(
        sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "wheel", "--no-deps",
        "--no-build-isolation", "--wheel-dir", WORK / "out",
        f"--config-settings=build-dir={WORK}/cmake",
        *(f"--config-settings=cmake.define.{name}={value}" for name, value in defined.items()),
        ROOT,
        CXX=str(BIN / "zig-c++"), CGT_ZIG_TARGET=f"{machine}-linux-gnu.{C_LIBRARY}",
    )  # fmt: skip
    [wheel] = (WORK / "out").glob("*.whl")
    return wheel


def repaired(wheel: Path) -> Path:
    """The wheel under the name of the systems it runs on; an error if they are not old enough."""
    name = f"manylinux_{C_LIBRARY.replace('.', '_')}_{platform.machine()}"
    shutil.rmtree(WORK / "repaired", ignore_errors=True)
    run("auditwheel", "repair", "--plat", name, "--wheel-dir", WORK / "repaired", wheel)
    [made] = (WORK / "repaired").glob("*.whl")
    return Path(shutil.copy(made, DIST))


def tracked(*folders: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, check=True,
                            capture_output=True, text=True)  # fmt: skip
    return set(listed.stdout.splitlines())


def check_wheel(wheel: Path) -> None:
    """It has every module and every example, and no sources of the core or of the page."""
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
    package = {name for name in tracked("cgt") if not name.startswith(SOURCES)}
    missing = package | {f"cgt/examples/{name}" for name in tracked(*EXAMPLES)}
    missing -= names
    extra = {name for name in names if name.startswith((*SOURCES, "tests/", "docs/"))}
    if missing or extra:
        sys.exit(f"{wheel.name} lacks {sorted(missing)}, and should not have {sorted(extra)}")
    size = wheel.stat().st_size
    if size > MOST_BYTES:
        sys.exit(f"{wheel.name} has {size:,} bytes")
    print(f"{wheel.name}: {len(names)} files, {size:,} bytes")


def source_package() -> Path:
    code = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    run(sys.executable, "-c", code, DIST)
    return max(DIST.glob("*.tar.gz"), key=lambda path: path.stat().st_mtime)


def check_source(source: Path) -> None:
    """It has all that the build, the tests and the docs need."""
    with tarfile.open(source) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    needed = {"CMakeLists.txt", "pyproject.toml", "Makefile", "README.md", "LICENSE"}
    missing = (needed | tracked("cgt", "tests", "docs", "packaging", *EXAMPLES)) - names
    if missing:
        sys.exit(f"{source.name} lacks {sorted(missing)}")
    print(f"{source.name}: {len(names)} files, {source.stat().st_size:,} bytes")


def try_it(wheel: Path) -> None:
    folder = WORK / "environment"
    venv.create(folder, clear=True, with_pip=True)
    python = folder / "bin" / "python"
    run(python, "-m", "pip", "-q", "--disable-pip-version-check", "install", wheel)
    run(python, "-I", ROOT / "packaging" / "smoke.py")
    print(f"{DIST.name}/{wheel.name} is ready")


if __name__ == "__main__":
    main()
