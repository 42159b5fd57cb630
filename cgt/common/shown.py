"""Text that came from elsewhere, made fit to be shown.

A name in a file, a file's name or an argument can hold characters that a terminal obeys: escape
sequences that clear the screen or set its title, or marks that turn the direction of writing. What
is shown has visible escapes in their place.
"""

from __future__ import annotations

import re

# C0 but for the tab, DEL and C1; marks of direction, separators of lines; halves of characters and
# what is none.
_CONTROL = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f"
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufffe\uffff]"
)
_UNDECODED = range(0xDC80, 0xDD00)  # Python's stand-ins for bytes of names that are not UTF-8


def printable(text: str) -> str:
    """A text on one line, with visible escapes for characters that a terminal would obey.

    >>> print(printable("comb\\x1b[2J \\udcff \\u202e"))
    comb\\x1b[2J \\xff \\u202e
    """
    return _CONTROL.sub(_escaped, text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines, which stay apart."""
    return "\n".join(map(printable, text.split("\n")))


def has_control(text: str) -> bool:
    """Whether a text has characters that a terminal would obey, or breaks of lines.

    >>> has_control("T-shirt, Größe 3"), has_control("\\x9b2J")
    (False, True)
    """
    return _CONTROL.search(text) is not None


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code in _UNDECODED:
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
