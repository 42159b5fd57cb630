"""Makes the pictures in the docs anew. Run by `make pictures`, in the project's folder.

The commands stand in the gallery, each above its picture; they are run as they stand there. What
is shown on a terminal, or in a browser, is taken from there.
"""

import re
import shlex
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text
from terminal_pictures import edit_picture, nim_picture, tetris_picture

FOLDER = Path(__file__).parent
IMAGES = FOLDER / "images"
COLUMNS = 80
# What a reader would do in a report before the picture is taken.
STEPS = "const press = (key) => document.dispatchEvent(new KeyboardEvent('keydown', {key}));"
REPORTS = (
    ("midgame.html", "midgame-report.png", "1100,1000", "press('Enter');"),
    ("proof.html", "proof-report.png", "1100,640",
     "for (const c of [6, 7, 8, 13, 22, 23, 24])"
     " document.querySelectorAll('#board .cell')[c].click();"),
    ("strategy-ot.html", "strategy-report.png", "1100,1250", "for (const k of 'TTOT') press(k);"),
    ("cycle.html", "cycle-report.png", "1100,1000", ""),
    ("atlas.html", "atlas-report.png", "1100,1850",
     "press('w'); press('w'); document.querySelector('[data-set=OT]').click();"),
)  # fmt: skip
# rich's frame without its web fonts, so that it shows offline too.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width;
}}
.{unique_id}-title {{ font-family: ui-sans-serif, "Helvetica Neue", Arial, sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def gallery_commands() -> list[list[str]]:
    """The commands of the gallery, in its order."""
    text = (FOLDER / "gallery.md").read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def run(command: list[str]) -> None:
    print(shlex.join(command), flush=True)
    ran = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{shlex.join(command)} ended with {ran.returncode}: {ran.stderr}")


def terminal_picture(command: list[str]) -> str:
    """What a command shows on a terminal."""
    ran = subprocess.run(
        [sys.executable, "-m", *command],
        capture_output=True,
        text=True,
        check=True,
        env={"FORCE_COLOR": "1", "COLORTERM": "truecolor", "COLUMNS": str(COLUMNS)},
    )
    return _recorded(ran.stdout, shlex.join(command))


def _recorded(output: str, title: str) -> str:
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True,
                      color_system="truecolor")  # fmt: skip
    console.print(Text.from_ansi(output.rstrip("\n")))
    return console.export_svg(title=title, code_format=FRAME, unique_id="cgt")


def browser_picture(page: Path, picture: Path, size: str, steps: str) -> None:
    """A page in a browser after some steps; the old picture stays where there is no browser."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print(f"{picture.name} stays as it is: there is no Chromium (make browser)")
        return
    # A copy of the page that takes the steps itself: nothing but the browser is needed.
    copy = page.with_suffix(".steps.html")
    copy.write_text(page.read_text().replace("</body>", f"<script>{STEPS}{steps}</script></body>"))
    subprocess.run(
        [
            chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--disable-background-networking", f"--window-size={size}",
            f"--screenshot={picture}", copy.resolve().as_uri(),
        ],
        check=True,
        capture_output=True,
    )  # fmt: skip


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    analyse = ["cgt", "analyse", "boards/midgame.txt"]
    (IMAGES / "analyse.svg").write_text(terminal_picture(analyse))
    for command in gallery_commands():
        run(command)
    (IMAGES / "play-nim.svg").write_text(nim_picture())
    (IMAGES / "edit.svg").write_text(edit_picture())
    (IMAGES / "play-tetris.svg").write_text(tetris_picture())
    for report, picture, size, steps in REPORTS:
        browser_picture(Path("build") / report, IMAGES / picture, size, steps)


if __name__ == "__main__":
    main()
