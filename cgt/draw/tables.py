"""Tables as text: CSV for spreadsheets, Markdown for pages, LaTeX for papers, columns for people.

A table is a value: headings, and rows of texts and numbers. What is not known is None, which is an
empty cell.

>>> table = Table(("board", "nimber"), [("3×3", 0), ("4×5", None)])
>>> print(table.text(), end="")
board  nimber
─────────────
3×3         0
4×5
>>> print(table.csv(), end="")
board,nimber
3×3,0
4×5,
>>> print(table.markdown(), end="")
| board | nimber |
|---|---:|
| 3×3 | 0 |
| 4×5 |  |
>>> print(table.latex(), end="")
% needs \\usepackage{booktabs}
\\begin{tabular}{lr}
\\toprule
board & nimber \\\\
\\midrule
3$\\times$3 & 0 \\\\
4$\\times$5 &  \\\\
\\bottomrule
\\end{tabular}
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Formula:
    """A text that LaTeX sets as mathematics."""

    text: str
    latex: str

    def __str__(self) -> str:
        return self.text


Cell = str | int | float | Formula | None

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "×": r"$\times$",
        "±": r"$\pm$",
        "≤": r"$\le$",
        "≥": r"$\ge$",
        "<": r"$<$",
        ">": r"$>$",
        "…": r"\ldots{}",
    }
)


@dataclass(frozen=True)
class Table:
    """Headings, and as many cells in each row."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def text(self, width: int | None = None) -> str:
        """Columns side by side, numbers to the right, under a line; closer together if they would
        be wider than `width` characters."""
        cells = [list(self.headings), *([_text(cell) for cell in row] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        sides = [str.rjust if is_number else str.ljust for is_number in self._are_numbers()]
        whole = sum(widths) + 2 * (len(widths) - 1)
        gap = "  " if width is None or whole <= width else " "
        lines = [
            gap.join(
                side(*one) for side, one in zip(sides, zip(row, widths, strict=True), strict=True)
            )
            for row in cells
        ]
        lines.insert(1, "─" * len(lines[0]))
        return "".join(f"{line.rstrip()}\n" for line in lines)

    def csv(self) -> str:
        """One line a row, with commas between the cells, as spreadsheets read it."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([self.headings, *self.rows])
        return text.getvalue()

    def markdown(self) -> str:
        """A table of a Markdown page."""
        rules = ("---:" if is_number else "---" for is_number in self._are_numbers())
        lines = [self._markdown_row(self.headings), f"|{'|'.join(rules)}|"]
        lines += (self._markdown_row(map(_text, row)) for row in self.rows)
        return "".join(f"{line}\n" for line in lines)

    @staticmethod
    def _markdown_row(cells: Iterable[str]) -> str:
        escaped = (cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells)
        return f"| {' | '.join(escaped)} |"

    def latex(self) -> str:
        """A tabular for a paper, in the style of the package booktabs."""
        columns = "".join("r" if is_number else "l" for is_number in self._are_numbers())
        lines = ["% needs \\usepackage{booktabs}", f"\\begin{{tabular}}{{{columns}}}", "\\toprule"]
        lines += [_latex_row(self.headings), "\\midrule"]
        lines += (_latex_row(row) for row in self.rows)
        lines += ["\\bottomrule", "\\end{tabular}"]
        return "".join(f"{line}\n" for line in lines)

    def _are_numbers(self) -> list[bool]:
        """Whether a column has numbers only."""
        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(self.headings)
        return [
            any(cell is not None for cell in column)
            and all(cell is None or isinstance(cell, int | float) for cell in column)
            for column in columns
        ]


def latex_text(text: str) -> str:
    """Words for LaTeX, with escapes for what it obeys."""
    return text.translate(_LATEX)


def _latex_row(cells: Iterable[Cell]) -> str:
    return f"{' & '.join(map(_latex_cell, cells))} \\\\"


def _latex_cell(cell: Cell) -> str:
    return f"${cell.latex}$" if isinstance(cell, Formula) else latex_text(_text(cell))


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell)
