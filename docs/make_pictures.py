"""Makes the pictures in the docs anew: what commands print on a terminal, as SVG.

Run by `make pictures`. The SVG names no fonts to be fetched, so it shows offline too.
"""

from pathlib import Path

from rich.console import Console

from cgt.analysis import analyse
from cgt.cli.analysis_report import AnalysisReport
from cgt.cli.board_report import report_parts
from cgt.cli.load import load_boards
from cgt.placement import Solver
from cgt.regions import label_regions

FOLDER = Path(__file__).parent
COLUMNS = 80
# rich's frame without its web fonts.
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


def picture_of_analyse(board_file: str) -> str:
    """What `cgt analyse` shows of a board file."""
    with open("/dev/null", "w") as nowhere:
        console = Console(
            record=True, force_terminal=True, color_system="truecolor", width=COLUMNS, file=nowhere
        )
        [(board, pieces)] = load_boards([board_file], None)
        analysis = analyse(board.grid, Solver.for_boards([board.grid], pieces))
        labels, count = label_regions(board.grid, pieces)
        report = AnalysisReport(board, pieces, labels, count, analysis, "misere", False)
        for part in report_parts([report], COLUMNS, most=100):
            console.print(part)
        return console.export_svg(
            title=f"cgt analyse {board_file}", code_format=FRAME, unique_id="cgt"
        )


def main() -> None:
    images = FOLDER / "images"
    images.mkdir(exist_ok=True)
    (images / "analyse.svg").write_text(picture_of_analyse("boards/midgame.txt"))


if __name__ == "__main__":
    main()
