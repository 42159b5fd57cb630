"""What wheels, releases and the site are made from: the files name what exists, and the scripts do
what they say. `make wheel` and `make site` try the results themselves."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import ROOT

yaml = pytest.importorskip("yaml", reason="PyYAML, which Dask brings, is not installed")


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(name).stem, ROOT / "packaging" / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# the site


class SiteLoader(yaml.SafeLoader):  # type: ignore[misc, name-defined]
    """Reads mkdocs.yml without calling what it names."""


SiteLoader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def site() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.load((ROOT / "mkdocs.yml").read_text(), SiteLoader)
    return loaded


def pages_of(nav: Any) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [page for part in parts for page in pages_of(part)]


def test_the_site_lists_every_page_once() -> None:
    of_project = {"index.md", "contributing.md", "changes.md"}  # README and its like
    there = {path.name for path in (ROOT / "docs").glob("*.md")} | of_project
    listed = pages_of(site()["nav"])
    assert sorted(listed) == sorted(there)


def test_the_site_fetches_no_fonts_and_is_strict() -> None:
    assert site()["theme"]["font"] is False
    assert site()["strict"] is True
    for file in [*site()["hooks"], *(f"packaging/{name}" for name in site()["extra_javascript"])]:
        assert (ROOT / file).is_file()


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text('<h1 id="top">a</h1><a href="b.html#there">b</a>')
    (tmp_path / "b.html").write_text('<p id="there"><a href="index.html#top">a</a></p>')
    return tmp_path


def test_a_site_with_whole_links_has_no_problems(built: Path) -> None:
    assert script("site/check.py").problems(built) == []


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ('<a href="c.html">', "page.html links to c.html: there is no such file"),
        ('<a href="b.html#no">', "page.html links to b.html#no: there is no such anchor"),
        ('<img src="no.png">', "page.html links to no.png: there is no such file"),
        ('<script src="https://a.example/x.js">', "page.html fetches https://a.example/x.js"),
        ('<link rel="stylesheet" href="//a.example/x">', "page.html fetches //a.example/x"),
    ],
)
def test_what_is_wrong_with_a_site_is_named(built: Path, page: str, problem: str) -> None:
    (built / "page.html").write_text(page)
    assert script("site/check.py").problems(built) == [problem]


def test_a_style_that_fetches_is_a_problem(built: Path) -> None:
    (built / "a.css").write_text("p { background: url('https://a.example/x.png') }")
    assert len(script("site/check.py").problems(built)) == 1


def test_every_report_in_the_gallery_is_made_for_the_site() -> None:
    gallery = (ROOT / "docs" / "gallery.md").read_text()
    commands = script("site/reports.py").report_commands(gallery, Path("there"))
    made = [words[words.index("--html") + 1] for words in commands]
    shown = re.findall(r"\(images/([\w-]+)-report\.png\)", gallery)
    assert shown
    for report in shown:
        assert sum(name.startswith(f"there/{report}") for name in made) == 1
    for words in commands:
        assert not {"--svg", "--png"} & set(words)
        assert not any(word.startswith(("docs/", "build/")) for word in words)


# releases


def test_wheels_are_tried_by_a_script_that_is_there() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheels = settings["tool"]["cibuildwheel"]
    [tried] = re.findall(r"\{project\}/(\S+)", wheels["test-command"])
    assert (ROOT / tried).is_file()
    lowest = settings["project"]["requires-python"].removeprefix(">=").replace(".", "")
    assert wheels["build"].split()[0] == f"cp{lowest}-*"
    options = (ROOT / "CMakeLists.txt").read_text()
    toolchain = "cmake.define.CMAKE_TOOLCHAIN_FILE"
    for part in wheels["overrides"]:
        chosen = part["config-settings"]
        assert (toolchain in chosen) == ("win" in part["select"])
        assert (ROOT / chosen.pop(toolchain, "CMakeLists.txt")).is_file()
        for name in chosen:
            assert f"set({name.removeprefix('cmake.define.')} " in options


def test_wheels_are_built_for_every_system_that_is_configured() -> None:
    release = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())
    built = " ".join(release["jobs"]["wheels"]["strategy"]["matrix"]["system"])
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    names = {"manylinux": "ubuntu", "macosx": "macos", "win": "windows"}
    for part in wheels["overrides"]:
        system, _, processor = part["select"].removeprefix("*-").partition("_")
        assert names[system] in built
        assert processor in ("x86_64", "amd64", "aarch64", "arm64")
    assert len(wheels["overrides"]) == len(built.split())


def test_only_a_tag_is_published_and_by_trust_alone() -> None:
    release = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text())
    publish = release["jobs"]["publish"]
    assert publish["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert publish["permissions"] == {"id-token": "write"}
    assert set(publish["needs"]) == set(release["jobs"]) - {"publish"}
    assert "secrets" not in str(release)


def test_a_wheel_takes_the_build_for_its_processor() -> None:
    code = (
        "import sys, types; have = sys.argv[1] == 'yes';"
        "sys.modules['cgt._processor'] = types.SimpleNamespace(has_faster=lambda: have);"
        "import cgt; cgt._native; print(cgt.__path__[0])"
    )
    for have, folder in (("yes", "faster"), ("no", "cgt")):
        ran = subprocess.run(
            [sys.executable, "-c", code, have], capture_output=True, text=True, check=True
        )
        assert Path(ran.stdout.strip()).name == folder


# the compiler from PyPI


@pytest.fixture
def zig(tmp_path: Path) -> Path:
    """A folder with the compiler's names, and a Python that says what it was called with."""
    for tool in ("c++", "ar"):
        (tmp_path / f"zig-{tool}").write_bytes((ROOT / "packaging" / "zig.sh").read_bytes())
        (tmp_path / f"zig-{tool}").chmod(0o755)
    (tmp_path / "python").write_text('#!/bin/sh\nfor a; do echo "$a"; done\n')
    (tmp_path / "python").chmod(0o755)
    return tmp_path


@pytest.mark.parametrize(
    ("march", "understood"),
    [
        ("x86-64-v3", "x86_64_v3"),
        ("x86-64", "x86_64"),
        ("native", "native"),
        ("armv8-a", "armv8-a"),
    ],
)
def test_processors_have_names_that_the_compiler_knows(
    zig: Path, march: str, understood: str
) -> None:
    words = [str(zig / "zig-c++"), f"-march={march}", "-c", "a file.cpp"]
    ran = subprocess.run(words, capture_output=True, text=True, check=True, env={})
    called = ["-m", "ziglang", "c++", "-O2", f"-march={understood}", "-c", "a file.cpp"]
    assert ran.stdout.splitlines() == called


def test_the_compiler_builds_for_the_system_that_is_asked_for(zig: Path) -> None:
    environment = {"CGT_ZIG_TARGET": "x86_64-linux-gnu.2.17"}
    for tool, expected in (("c++", ["c++", "-target", "x86_64-linux-gnu.2.17"]), ("ar", ["ar"])):
        ran = subprocess.run(
            [str(zig / f"zig-{tool}")], capture_output=True, text=True, check=True, env=environment
        )
        assert ran.stdout.splitlines()[2:][: len(expected)] == expected


@pytest.mark.parametrize(("compiler", "from_pypi"), [("", True), ("c++", False)])
def test_make_takes_the_compiler_from_pypi_where_there_is_none(
    compiler: str, from_pypi: bool
) -> None:
    words = ["make", "--dry-run", "--always-make", f"CXX={compiler}", ".venv/stamps/compiler"]
    ran = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    assert (
        "the PyPI package ziglang for want of another; the first build takes some minutes longer."
        in ran.stdout
    ) is from_pypi
    assert ("install ziglang" in ran.stdout) is from_pypi
