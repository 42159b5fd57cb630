"""Makes the live reports of the site: what the gallery's commands write by `--html`.

The commands are those of `docs/gallery.md`, without their pictures. Usage: reports.py FOLDER.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
_PICTURE_OPTIONS = ("--svg", "--png", "--film")
_WRITTEN = ("--html", "--out")


def report_commands(gallery: str, folder: Path) -> list[list[str]]:
    """The commands that write a report, each into this folder."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", gallery, re.MULTILINE | re.DOTALL)
    commands = [shlex.split(line) for block in blocks for line in block.splitlines()]
    return [_moved(words, folder) for words in commands if "--html" in words]


def _moved(words: list[str], folder: Path) -> list[str]:
    moved: list[str] = []
    given = iter(words)
    for word in given:
        if word in _PICTURE_OPTIONS:
            next(given)
        elif word in _WRITTEN:
            moved += [word, str(folder / Path(next(given)).name)]
        else:
            moved.append(word)
    return moved


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for command in report_commands((ROOT / "docs" / "gallery.md").read_text(), folder):
        print(shlex.join(command), flush=True)
        subprocess.run([sys.executable, "-m", *command], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
