"""Text made fit for a terminal."""

import pytest

from cgt.common.shown import has_control, printable, printable_lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, Größe 李 'x' \\", "plain, Größe 李 'x' \\"),
        ("a\tb\u00a0c\u200d", "a\tb\u00a0c\u200d"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x9b2J\x7f\x85", "\\x9b2J\\x7f\\x85"),
        ("a\rb\nc\0", "a\\x0db\\x0ac\\x00"),
        ("\u202eabc\u2066\u2028", "\\u202eabc\\u2066\\u2028"),
        ("name-\udcff", "name-\\xff"),
        ("half \ud83d", "half \\ud83d"),
        ("\ufffe\uffff", "\\ufffe\\uffff"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert has_control(text) == (text != shown)
    assert not has_control(printable(text))
    shown.encode()


def test_lines_stay_apart() -> None:
    assert printable_lines("a\x1b\nb\n") == "a\\x1b\nb\n"
