"""Forms, analyses and tables of heaps in a notebook: as HTML and as LaTeX."""

import re
from html.parser import HTMLParser

import pytest

import cgt
from cgt.board.grid import Grid
from cgt.common.drawable import Drawable
from cgt.common.limits import Limits
from cgt.draw.mathematics import html_words, latex_words
from cgt.placement.analysis import Analysis, analyse
from cgt.placement.forms import Forms
from cgt.placement.game import PlacementGame
from cgt.placement.heap_game import HeapGame
from cgt.placement.heap_table import heap_table
from cgt.placement.solver import Solver


class Cells(HTMLParser):
    """The cells of all tables, and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        elif tag == "sup" and "td" in self.open:
            self.rows[-1][-1] += "^"

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


def html(value: Drawable) -> str:
    text = value._repr_html_()
    assert text is not None
    return text


def latex(value: Drawable) -> str:
    """The LaTeX of a value: mathematics in which everything that opens is closed."""
    text = value._repr_latex_()
    assert text is not None
    dollars = "$$" if text.startswith("$$") else "$"
    assert text.startswith(dollars)
    assert text.endswith(dollars)
    inside = text.removeprefix(dollars).removesuffix(dollars)
    words_without_formulas = re.sub(r"(?<!\\)\$[^$]*\$", "", inside)
    assert not re.search(r"(?<!\\)[$#%~]", words_without_formulas)
    depth = 0
    for sign in re.findall(r"(?<!\\)[{}]", re.sub(r"\\\\", "", inside)):
        depth += 1 if sign == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert re.findall(r"\\begin\{(\w+)\}", text) == re.findall(r"\\end\{(\w+)\}", text)
    return text


def two_regions() -> Analysis:
    solver = Solver(PlacementGame("domino"), largest_side=9)
    return analyse(Grid(".........|##.######|#########|..#######"), solver)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{*3, *2}, *3}", r"$\{{*2}+{*2},\, {*3}\}$"),
        ("0", "$0$"),
        ("*12", "${*12}$"),
        ("{{*2}, 0}", r"$\{\{{*2}\},\, 0\}$"),
    ],
)
def test_a_form_in_latex(text: str, expected: str) -> None:
    assert latex(Forms(canonical=True).parse(text)) == expected


def test_a_form_that_is_not_reduced_is_written_as_it_prints() -> None:
    form = Forms().parse("*2 + *2")
    assert (
        latex(form)
        == "$" + str(form).replace("{", r"\{").replace("}", r"\}").replace(", ", r",\, ") + "$"
    )
    assert str(form) in html(form)


def test_a_long_form_is_shortened() -> None:
    form = Solver(PlacementGame("domino"), largest_side=5).canonical(Grid.of_size(5, 5))
    assert form is not None
    assert re.search(r"\\ldots\\;\d+\\text\{ more\}", latex(form))
    assert len(latex(form)) < 6000
    assert "… " in html(form)


def test_a_form_in_html_names_its_genus() -> None:
    form = Forms(canonical=True).parse("{*2+*2, *3, *2, *1}")
    assert html(form) == '<span title="genus 4^146">{*2+*2, *3, *2, *1}</span>'
    assert form._repr_svg_() is None


def test_an_analysis_is_a_picture_and_a_table() -> None:
    text = html(two_regions())
    assert Cells(text).rows == [
        ["region", "cells", "outcome", "genus", "canonical form"],
        ["A", "10", "N", "4^146", "{*2+*2, *3, *2, *1}"],
        ["B", "2", "P", "1^031", "*1"],
    ]
    assert text.count("<svg") == 1
    assert "P: the player to move loses (the last to place loses, genus 5<sup>057</sup>)." in text


def test_an_analysis_in_latex_is_a_table() -> None:
    text = latex(two_regions())
    assert r"\text{A} & 10 & \text{N} & 4^{146} & \{{*2}+{*2},\, {*3},\, {*2},\, {*1}\} \\" in text
    assert r"\text{B} & 2 & \text{P} & 1^{031} & {*1} \\" in text
    assert r"\text{P: the player to move loses (the last to place loses, genus $5^{057}$).}" in text


def test_what_is_not_known_is_a_question_mark() -> None:
    analysis = analyse(Grid.of_size(10, 10), limits=Limits.of(seconds=0.01))
    assert Cells(html(analysis)).rows[1:] == [["A", "100", "?", "?", "?"]]
    assert r"\text{A} & 100 & \text{?} & ? & ? \\" in latex(analysis)


def test_a_board_without_regions_has_no_table() -> None:
    analysis = analyse(Grid("###|###"))
    assert Cells(html(analysis)).rows == []
    assert r"\hline" not in latex(analysis)


def test_a_table_of_heaps() -> None:
    table = heap_table(HeapGame("0.77"), 4, 5)
    assert Cells(html(table)).rows == [
        ["heap", "nimber", "genus", "tame"],
        ["4", "1", "1^031", "yes"],
        ["5", "4", "4^146", "no"],
    ]
    assert r"5 & 4 & 4^{146} & \text{no} \\" in latex(table)
    assert "period 12 from heap 71 on, proved" in html(table)


def test_words_in_latex_are_escaped() -> None:
    assert latex_words("genus 6^(1,9,10,8).") == r"\text{genus $6^{(1,9,10,8)}$.}"
    assert html_words("<genus 4^146>") == "&lt;genus 4<sup>146</sup>&gt;"
    assert latex_words("a_b {50%} \\x") == r"\text{a\_b \{50\%\} \textbackslash{}x}"


def test_a_value_that_is_only_drawn_has_neither() -> None:
    assert cgt.Grid("..")._repr_html_() is None
    assert cgt.Grid("..")._repr_latex_() is None
