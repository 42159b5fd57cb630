"""Descriptions: each medium has its own words for what its picture marks."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cgt.draw
from cgt.draw.describe.words import (
    Description,
    MarkedMove,
    MarkedRows,
    Sentence,
    Words,
    in_figure,
    on_page,
    on_terminal,
)

CYCLE = Sentence("verdict", "cycle", MarkedRows(11, 13), ": for ever")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (on_terminal, "cycle, in rows 11 to 13: for ever"),
        (in_figure, "cycle, in the framed rows 11 to 13: for ever"),
        (on_page, "cycle, in the framed rows 11 to 13: for ever"),
    ],
)
def test_rows_are_named_or_framed(words: Words, expected: str) -> None:
    assert CYCLE.text(words) == expected


@pytest.mark.parametrize(
    ("words", "is_only", "expected"),
    [
        (on_terminal, True, "1 move, marked @@: T"),
        (on_terminal, False, "1 move; one is marked @@: T"),
        (in_figure, True, "1 move, drawn: T"),
        (in_figure, False, "1 move; one is drawn: T"),
        (on_page, False, "1 move: T"),
    ],
)
def test_a_move_is_marked_drawn_or_shown(words: Words, is_only: bool, expected: str) -> None:
    assert Sentence("how", "1 move", MarkedMove(is_only), " T").text(words) == expected


@given(st.lists(st.sampled_from(["board", "verdict", "how", "note", "cost"])))
def test_roles_pick_and_order_sentences(roles: list[str]) -> None:
    described = Description("x", tuple(Sentence(r, f"{r} {i}") for i, r in enumerate(roles)))  # type: ignore[arg-type]
    assert described.texts(on_page) == [f"{role} {i}" for i, role in enumerate(roles)]
    picked = described.texts(on_page, "how", "verdict")
    assert picked == [
        f"{role} {i}" for wanted in ("how", "verdict") for i, role in enumerate(roles)
        if role == wanted
    ]  # fmt: skip


def test_options_of_the_command_line_are_for_the_command_line_to_name() -> None:
    for file in Path(cgt.draw.__file__).parent.rglob("*.py"):
        assert not re.search(r"--[a-z]", file.read_text()), file
