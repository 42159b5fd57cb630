"""Tables as CSV, LaTeX, Markdown and columns."""

import csv
import io
import re

from hypothesis import given
from hypothesis import strategies as st

from cgt.draw.tables import Table

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]))
ROWS = st.lists(st.tuples(TEXTS, st.integers() | st.none()), max_size=5)


@given(ROWS)
def test_csv_is_read_back(rows: list[tuple[str, int | None]]) -> None:
    text = Table(("name", "number"), rows).csv()
    head, *body = csv.reader(io.StringIO(text))
    assert head == ["name", "number"]
    assert body == [[name, "" if n is None else str(n)] for name, n in rows]


@given(ROWS)
def test_no_cell_breaks_a_latex_table(rows: list[tuple[str, int | None]]) -> None:
    lines = Table(("name", "number"), rows).latex().splitlines()
    body = lines[lines.index("\\midrule") + 1 : lines.index("\\bottomrule")]
    assert len(body) == len(rows)
    for line in body:
        bare = re.sub(r"\\[{}&%$#_]", "", line.removesuffix(" \\\\"))
        assert bare.count("&") == 1
        assert not re.search("[%#_]", bare)
        assert bare.count("$") % 2 == 0
        assert bare.count("{") == bare.count("}")


@given(ROWS)
def test_no_cell_breaks_a_markdown_table(rows: list[tuple[str, int | None]]) -> None:
    lines = Table(("name", "number"), rows).markdown().splitlines()
    assert len(lines) == len(rows) + 2
    for line in lines:
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 3


def test_numbers_stand_to_the_right() -> None:
    table = Table(("board", "nimber", "won"), [("3×3", 0, "N"), ("10×4", 12, "?")])
    assert table.text().splitlines() == [
        "board  nimber  won",
        "──────────────────",
        "3×3         0  N",
        "10×4       12  ?",
    ]
    assert table.markdown().splitlines()[1] == "|---|---:|---|"
    assert "{lrl}" in table.latex()


def test_a_table_without_rows_is_a_table() -> None:
    assert Table(("a", "b"), []).csv() == "a,b\n"
    assert "\\bottomrule" in Table(("a", "b"), []).latex()


def test_a_table_that_is_too_wide_is_closer_together() -> None:
    table = Table(("a", "b", "c"), [("xxx", "yyy", "zzz")])
    assert table.text(13).splitlines()[-1] == "xxx  yyy  zzz"
    assert table.text(12).splitlines()[-1] == "xxx yyy zzz"
