"""The dark theme of drawings: what their light colours become where the reader prefers dark.

A drawing has light colours as attributes, which every program can show. A style sheet exchanges
them: in an SVG file by what the system prefers, in a page also by the page's own button. Colours of
regions and pieces stay, and so does the ink on them.

>>> print(dark_rules(".x").splitlines()[0])
.x rect[fill="#ffffff"] { fill: #16181b }
"""

from __future__ import annotations

from cgt.draw.palette import (
    BACK_COLOURS,
    BAD_COLOUR,
    BAD_INK,
    EMPTY_COLOUR,
    FAINT_INK,
    FAINT_LINE,
    FAINTEST_INK,
    FILLED_COLOUR,
    INK,
    PAPER,
    WARNING_COLOUR,
    WEIGHT_COLOURS,
)

# Equal to the dark colours of pages, where those have them.
DARK = {
    PAPER: "#16181b",
    INK: "#ececec",
    FAINT_INK: "#a3a7ad",
    FAINTEST_INK: "#5f666e",
    FAINT_LINE: "#3a3f45",
    EMPTY_COLOUR: "#2a2e33",
    FILLED_COLOUR: "#8b9097",
    WARNING_COLOUR: "#ff8a80",
    BAD_COLOUR: "#4a2b1f",
    BAD_INK: "#f3b79c",
    **dict(zip(WEIGHT_COLOURS.values(), ("#5a3426", "#2a2e33", "#26425f"), strict=True)),
    **dict(
        zip(
            BACK_COLOURS,
            ("#f0915a", "#6db4f0", "#d08ae6", "#7fd083", "#f07ba3", "#4fc9d0"),
            strict=True,
        )
    ),
}

_SCOPE = ".cgt-drawing"  # what a file's style sheet is for, also where it stands inside a page
_PAGE_SCOPE = ".themed"


def dark_rules(scope: str) -> str:
    """The rules that make drawings inside a scope dark, one on a line."""
    rules = []
    for light, dark in DARK.items():
        # White letters stand on colours that stay.
        filled = "rect" if light == PAPER else ""
        rules.append(f'{scope} {filled}[fill="{light}"] {{ fill: {dark} }}')
        rules.append(f'{scope} [stroke="{light}"] {{ stroke: {dark} }}')
    return "\n".join(rules)


def style_of_file() -> str:
    """The style sheet of an SVG file, which follows the system."""
    return f"@media (prefers-color-scheme: dark) {{\n{dark_rules(_SCOPE)}\n}}"


def style_of_page() -> str:
    """The style sheet for drawings in a page, which follow the system or the page's button."""
    chosen = dark_rules(f':root[data-theme="dark"] {_PAGE_SCOPE}')
    by_system = dark_rules(f':root:not([data-theme="light"]) {_PAGE_SCOPE}')
    return f"{chosen}\n@media (prefers-color-scheme: dark) {{\n{by_system}\n}}\n"
