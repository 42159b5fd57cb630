r"""Forms and genera as LaTeX and as HTML, from the text that they are printed as.

>>> print(form_latex("{*2+*2, *3, 0}"), genus_latex("6^(1,9,10,8)"))
\{{*2}+{*2},\, {*3},\, 0\} 6^{(1,9,10,8)}
>>> print(genus_html("4^146"))
4<sup>146</sup>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import chain, zip_longest

from cgt.draw.tables import latex_text

_PARTS_OF_A_FORM = re.compile(r"\*\d+|[{}]|, |… (\d+) more")
_GENUS = re.compile(r"\b\d+\^(?:\d+|\([\d,]+\))")
_LATEX_OF = {"{": r"\{", "}": r"\}", ", ": r",\, "}


def form_latex(text: str) -> str:
    """A form for LaTeX's mathematics."""

    def latex(match: re.Match[str]) -> str:
        found = match[0]
        if match[1]:
            return rf"\ldots\;{match[1]}\text{{ more}}"
        return f"{{{found}}}" if found[0] == "*" else _LATEX_OF[found]

    return _PARTS_OF_A_FORM.sub(latex, text)


def genus_latex(genus: str) -> str:
    """A genus for LaTeX's mathematics."""
    base, _, superscript = genus.partition("^")
    return f"{base}^{{{superscript}}}" if superscript else base


def genus_html(genus: str) -> str:
    """A genus for HTML."""
    base, _, superscript = genus.partition("^")
    return f"{escape(base)}<sup>{escape(superscript)}</sup>" if superscript else escape(base)


def latex_words(text: str) -> str:
    """Words in the midst of LaTeX's mathematics; a genus among them is mathematics again."""
    words = [latex_text(each) for each in _GENUS.split(text)]
    genera = [f"${genus_latex(genus)}$" for genus in _GENUS.findall(text)]
    return rf"\text{{{_alternating(words, genera)}}}"


def html_words(text: str) -> str:
    """Words for HTML, with what is above in a genus above it."""
    return _alternating(map(escape, _GENUS.split(text)), map(genus_html, _GENUS.findall(text)))


def _alternating(words: Iterable[str], genera: Iterable[str]) -> str:
    return "".join(chain.from_iterable(zip_longest(words, genera, fillvalue="")))


def latex_table(columns: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that LaTeX and notebooks can set: its rows are mathematics, its headings words."""
    lines = [
        rf"\begin{{array}}{{{columns}}}",
        " & ".join(map(latex_words, headings)) + r" \\ \hline",
        *(" & ".join(row) + r" \\" for row in rows),
        r"\end{array}",
    ]
    return "\n".join(lines)


def html_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells are HTML."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    lines = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows]
    return f"<table>\n<tr>{head}</tr>\n" + "\n".join(lines) + "\n</table>"
