"""Forms, analyses and tables of heaps as HTML and LaTeX, for notebooks and papers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from cgt.draw.describe.boards import REGION_HEADINGS, describe_analysis, region_facts
from cgt.draw.describe.heaps import HEAP_HEADINGS, heap_heading, heap_rows, heap_sentences
from cgt.draw.describe.words import in_figure
from cgt.draw.mathematics import (
    form_latex,
    genus_html,
    genus_latex,
    html_table,
    html_words,
    latex_table,
    latex_words,
)
from cgt.draw.palette import region_name
from cgt.draw.pictures.boards import analysed_board
from cgt.placement.analysis import Analysis
from cgt.placement.forms import Form
from cgt.placement.heap_table import HeapTable

_LONGEST_FORM = 2000
_LONGEST_IN_TABLE = 120


def html_of_form(form: Form) -> str:
    """The form, and its genus for who points at it."""
    return f'<span title="genus {escape(form.genus)}">{escape(_text(form))}</span>'


def latex_of_form(form: Form) -> str:
    """The form as mathematics."""
    return f"${form_latex(_text(form))}$"


def _text(form: Form) -> str:
    return form.text(_LONGEST_FORM, heaps=form.store.is_canonical)


def html_of_analysis(analysis: Analysis) -> str:
    """The board, the table of its regions, and who wins."""
    description = describe_analysis(analysis)
    rows = (
        (name, cells, outcome, genus_html(genus), escape(form))
        for name, cells, outcome, genus, form in _regions(analysis)
    )
    parts = [
        f"<p><b>{escape(description.heading)}</b></p>",
        str(analysed_board(analysis)),
        html_table(REGION_HEADINGS, rows) if analysis.regions else "",
        *(f"<p>{html_words(text)}</p>" for text in description.texts(in_figure)),
    ]
    return "<div>\n" + "\n".join(filter(None, parts)) + "\n</div>"


def latex_of_analysis(analysis: Analysis) -> str:
    """The table of the regions, and who wins."""
    rows = [
        (latex_words(name), cells, latex_words(outcome), genus_latex(genus), form_latex(form))
        for name, cells, outcome, genus, form in _regions(analysis)
    ]
    table = [latex_table("lrlll", REGION_HEADINGS, rows)] if rows else []
    verdict = describe_analysis(analysis).texts(in_figure, "verdict")
    inside = " \\\\\n".join([*table, *map(latex_words, verdict)])
    return f"$$\\begin{{array}}{{l}}\n{inside}\n\\end{{array}}$$"


def _regions(analysis: Analysis) -> Iterator[Sequence[str]]:
    for number, value in enumerate(analysis.regions, 1):
        yield region_name(number), *region_facts(value, _LONGEST_IN_TABLE)


def html_of_heaps(table: HeapTable) -> str:
    """The table, and the periods."""
    rows = (
        (heap, nimber, genus_html(genus), tame) for heap, nimber, genus, tame in heap_rows(table)
    )
    parts = [
        f"<p><b>{escape(heap_heading(table))}</b></p>",
        html_table(HEAP_HEADINGS, rows),
        *(f"<p>{escape(text)}</p>" for text in heap_sentences(table)),
    ]
    return "<div>\n" + "\n".join(parts) + "\n</div>"


def latex_of_heaps(table: HeapTable) -> str:
    """The table."""
    rows = (
        (heap, nimber, genus_latex(genus), latex_words(tame))
        for heap, nimber, genus, tame in heap_rows(table)
    )
    return f"$${latex_table('rrll', HEAP_HEADINGS, rows)}$$"
