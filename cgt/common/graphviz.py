"""What texts in Graphviz's language have in common."""

from __future__ import annotations


def quoted(text: str) -> str:
    """A text quoted for Graphviz, with its bars as line breaks.

    >>> print(quoted('..|"#'))
    "..\\n\\"#"
    """
    inside = text.replace("\\", "\\\\").replace('"', '\\"').replace("|", "\\n")
    return f'"{inside}"'
