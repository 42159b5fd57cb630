"""Builds the page: `python -m cgt.page.build [FILE]`, or `make page`.

The core is compiled with emscripten, the scripts and styles of `assets/` are put together, and all
of it goes into one HTML file with what cgt.page.data writes down. Object files are kept under
`build/page`, so only what changed is compiled again.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cgt.common.errors import CgtError
from cgt.common.files import write_atomically
from cgt.draw.theme import dark_rules
from cgt.page import CHECKOUT, NAME
from cgt.page.data import page_data
from cgt.page.packed_data import packed_data

_ASSETS = Path(__file__).parent / "assets"
_NATIVE = CHECKOUT / "cgt" / "native"
_OBJECTS = CHECKOUT / "build" / "page"
# The exact solver of the duel is not on the page.
_ROOMS = ("base", "label", "placement", "proof", "duel", "duel/evaluate", "players", "bind/browser")
_COMPILE = ("-std=c++20", "-O2", "-fexceptions", "-msimd128", "-Wall", "-Wextra", f"-I{_NATIVE}")
_LINK = (
    "-O2",
    "-fexceptions",
    "-sMODULARIZE=1",
    "-sEXPORT_NAME=createCore",
    "-sENVIRONMENT=worker",
    "-sFILESYSTEM=0",
    "-sALLOW_MEMORY_GROWTH=1",
    "-sINITIAL_MEMORY=64MB",
    "-sMAXIMUM_MEMORY=1GB",
    "-sEXPORTED_FUNCTIONS=_cgt_ask",
    "-sEXPORTED_RUNTIME_METHODS=ccall",
)
# Debian's emscripten finds its optimiser here.
_NODE_PATH = "/usr/share/nodejs:/usr/lib/nodejs"
# In the order in which they use each other.
SCRIPTS = (
    "core.js", "strings.js", "strings_ko.js", "strings_sk.js", "language.js", "dom.js",
    "board.js", "picture.js", "board_file.js", "analysis.js", "board_tab.js", "proof.js",
    "nim_tab.js", "game_file.js", "duel_tab.js", "bad_tab.js", "evolution.js", "lab_tab.js",
    "lessons.js", "page.js",
)  # fmt: skip
_MISSING = "emscripten is not installed: 'make page' installs it as root on Debian"


def build(target: Path) -> None:
    """Writes the page; raises CgtError if that is not possible."""
    compiler = shutil.which("em++")
    if compiler is None:
        raise CgtError(_MISSING)
    _OBJECTS.mkdir(parents=True, exist_ok=True)
    glue = _OBJECTS / "core.js"
    objects = _compiled(compiler)
    if _is_older(glue, objects):
        _run([compiler, *_LINK, *map(str, objects), "-o", str(glue)])
    text = assembled(glue.read_text(encoding="utf-8"), glue.with_suffix(".wasm").read_bytes())
    write_atomically(target, lambda file: file.write(text.encode()))


def assembled(glue: str, wasm: bytes) -> str:
    """The page around a compiled core."""
    page = (_ASSETS / "page.html").read_text(encoding="utf-8")
    scripts = "\n".join((_ASSETS / name).read_text(encoding="utf-8") for name in SCRIPTS)
    worker = glue + "\n" + (_ASSETS / "worker.js").read_text(encoding="utf-8")
    parts = {
        "STYLE": (_ASSETS / "page.css").read_text(encoding="utf-8") + _dark_drawings(),
        "DATA": _in_script(json.dumps(page_data(), ensure_ascii=False, separators=(",", ":"))),
        "PACKED": packed(
            json.dumps(packed_data(), ensure_ascii=False, separators=(",", ":")).encode()
        ),
        "WORKER": _in_script(worker),
        "CORE": packed(wasm),
        "SCRIPT": f'"use strict";\n{{\n{_in_script(scripts)}\n}}',
    }
    for name, text in parts.items():
        page = page.replace(f"<!--{name}-->", text)
    return page


def _dark_drawings() -> str:
    """The style of drawings that the program made."""
    return f"@media (prefers-color-scheme: dark) {{\n{dark_rules('.themed')}\n}}\n"


def packed(contents: bytes) -> str:
    """Bytes as text, which the page unpacks."""
    return base64.b64encode(gzip.compress(contents, 9, mtime=0)).decode()


def _in_script(text: str) -> str:
    """Text that does not end the element it stands in."""
    return text.replace("</", "<\\/").replace("<!--", "<\\!--")


def _compiled(compiler: str) -> list[Path]:
    """The object files of the core, up to date."""
    sources = [path for room in _ROOMS for path in sorted((_NATIVE / room).glob("*.cpp"))]
    pairs = [(source, _object_of(source)) for source in sources]
    old = [(source, made) for source, made in pairs if _is_older(made, _needed(source, made))]
    for source, _ in old:
        sys.stderr.write(f"compiling {source.relative_to(_NATIVE)}\n")
    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        list(pool.map(lambda pair: _compile(compiler, *pair), old))
    return [made for _, made in pairs]


def _object_of(source: Path) -> Path:
    return _OBJECTS / ("_".join(source.relative_to(_NATIVE).parts) + ".o")


def _needed(source: Path, made: Path) -> list[Path]:
    """What an object file was made from, by the list that the compiler left beside it."""
    listed = made.with_suffix(".d")
    if not listed.is_file():
        return [source]
    words = listed.read_text(encoding="utf-8").replace("\\\n", " ").split()[1:]
    return [path for path in map(Path, words) if path.is_relative_to(_NATIVE)]


def _is_older(made: Path, needed: list[Path]) -> bool:
    if not made.is_file() or not all(path.is_file() for path in needed):
        return True
    return any(path.stat().st_mtime > made.stat().st_mtime for path in needed)


def _compile(compiler: str, source: Path, made: Path) -> None:
    listed = ["-MMD", "-MF", str(made.with_suffix(".d"))]
    _run([compiler, *_COMPILE, *listed, "-c", str(source), "-o", str(made)])


def _run(command: list[str]) -> None:
    environment = {"NODE_PATH": _NODE_PATH, **os.environ}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if "error" in line]
        raise CgtError(f"emscripten failed: {said[0] if said else ' '.join(command)}")


def main() -> None:
    """Builds the page into the file that is named, or into `build/cgt.html`."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else CHECKOUT / "build" / NAME
    try:
        build(target)
    except CgtError as error:
        sys.exit(f"cgt.page.build: {error}")
    sys.stderr.write(f"{target}: {target.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
