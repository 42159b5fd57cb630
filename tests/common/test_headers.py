"""Headers of text files: what is written is read, and what is wrong is named with its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.common.errors import CgtError, FileError, Location
from cgt.common.headers import (
    Header,
    Line,
    Value,
    header_line,
    paragraphs,
    shape_line,
    split_header,
    start_of_file,
    text_lines,
)

FIRST = "cgt sample 1"
KEYS = st.from_regex(r"[a-z][a-z0-9_-]{0,5}", fullmatch=True)
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc"], exclude_characters="\ufffe\uffff")
    | st.just("\t"),
    max_size=12,
)
WORDS = TEXTS.map(str.strip).filter(bool)
ODD = st.text(st.sampled_from("ab:; #.|\t\r\nshape1é\xa0")).map(f"{FIRST}\n".__add__)


def read(text: str, keys: tuple[str, ...] | None = None) -> tuple[Header, list[Line]]:
    lines = text_lines(text, "a.txt")
    where = start_of_file(lines, "a.txt", FIRST, "a sample")
    return split_header(lines, where, keys, shapes=True)


@given(
    st.dictionaries(KEYS, WORDS),
    st.dictionaries(WORDS, st.text("#.|", min_size=1)),
    st.lists(st.text("#.", min_size=1)),
    st.sampled_from(["\n", "\r\n", " \t\n", "\n; a comment\n", "\n\n"]),
)
def test_what_is_written_is_read(
    values: dict[str, str], shapes: dict[str, str], body: list[str], end: str
) -> None:
    lines = [FIRST, *(header_line(key, value) for key, value in values.items())]
    lines += [shape_line(name, value) for name, value in shapes.items()]
    header, found = read("".join(line + end for line in [*lines, *body]))
    assert header.others(()) == values
    assert {name: value.text for name, value in header.shapes.items()} == shapes
    assert [line.text for line in found] == body


def _is_inside(where: Location, text: str) -> bool:
    lines = text.replace("\r\n", "\n").split("\n")
    return where.line <= len(lines) and where.column <= len(lines[where.line - 1]) + 1


@given(ODD | st.text())
def test_any_text_is_read_or_refused_with_a_place_inside_it(text: str) -> None:
    problem: FileError | None = None
    try:
        header, body = read(text, ("a", "b"))
    except FileError as error:
        problem = error
    if problem is not None:
        assert _is_inside(problem.where, text)
        assert "\n" not in str(problem)
        return
    lines = text.replace("\r\n", "\n").split("\n")
    for value in (*header.values.values(), *header.shapes.values()):
        line = lines[value.where.line - 1]
        assert line[value.where.column - 1 :].startswith(value.text)
        assert line[value.key_where.column - 1 :].lower().startswith(value.key[:1])
    for one in body:
        assert lines[one.number - 1].rstrip(" \t") == one.text != ""


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "a sample begins with a line 'cgt sample 1'"),
        ("; c\nsomething", 2, 1, "a sample begins with a line"),
        ("cgt sample 2\n", 1, 1, "a sample of version 2, not 1"),
        (f"{FIRST}\na: 1\n\n  A : 2\n", 4, 3, "'a' is given twice"),
        (f"{FIRST}\n  c: 1\n", 2, 3, "unknown key 'c'; the known keys are a, b, shape NAME"),
        (f"{FIRST}\na:  \n", 2, 3, "'a' has no value"),
        (f"{FIRST}\na: 1\rb: 2\n", 2, 5, "a carriage return inside a line"),
        (f"{FIRST}\nshape x: #\nshape x: ##\n", 3, 1, "'shape x' is given twice"),
    ],
)
def test_an_error_names_the_place(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(FileError) as caught:
        read(text, ("a", "b"))
    assert (caught.value.where.line, caught.value.where.column) == (line, column)
    assert problem in caught.value.problem


def test_names_of_shapes_may_contain_colons_and_spaces() -> None:
    header, _ = read(f"{FIRST}\nshape  my: own : ##|#.\n")
    assert header.shapes["my: own"].text == "##|#."


def test_values_are_numbers_and_choices() -> None:
    def value(text: str) -> Value:
        return Value("size", text, Location("a.txt", 2, 7), Location("a.txt", 2, 1))

    assert value("007").number(0, 9) == 7
    for text in ("10", "-1", "+1", "1.0", "", "٣", "9" * 5000):
        with pytest.raises(FileError, match=r"a.txt:2:7: size is a number from 0 to 9, not"):
            value(text).number(0, 9)
    assert value("big").choice(("big", "small")) == "big"
    assert value("BIG").choice(("big", "small")) == "big"
    with pytest.raises(FileError, match=r"size is 'big', 'small' or 'none', not 'huge'"):
        value("huge").choice(("big", "small", "none"))


def test_a_missing_key_is_an_error_at_the_first_line() -> None:
    header, _ = read(f"; c\n{FIRST}\na: 1\n")
    assert header.get("b") is None
    assert header.text("b", "none") == "none"
    with pytest.raises(FileError, match=r"a.txt:2:1: there is no line 'b: …'"):
        header.require("b")


def test_paragraphs_are_lines_between_blank_ones() -> None:
    lines = text_lines("\n\na\nb\n \t\n\n; c\nd\n;e\nf", "a.txt")
    assert [[line.text for line in part] for part in paragraphs(lines)] == [["a", "b"], ["d", "f"]]


@pytest.mark.parametrize("value", ["", " a", "a ", "a\nb", "a\rb", "a\0b", "\ud800", "\xa0"])
def test_what_could_not_be_read_back_is_not_written(value: str) -> None:
    with pytest.raises(CgtError, match="cannot be written on one line"):
        header_line("name", value)
    with pytest.raises(CgtError, match="cannot be written on one line"):
        shape_line(value, "##")
