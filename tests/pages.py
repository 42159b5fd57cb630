"""What tests read out of HTML reports."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

_VOID = {"meta", "input", "br", "hr", "img", "link"}
_LINKS = ("src", "href", "action", "data", "poster", "srcset")
# Code that loads something, or takes text for markup.
_FORBIDDEN = ("fetch(", "XMLHttpRequest", "import(", "eval(", "innerHTML", "document.write")


class _Reader(HTMLParser):
    """Goes through a page; every element that is opened must be closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.scripts: list[str] = []
        self.texts: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [str(value) for key, value in attrs if key in _LINKS]
        self.ids += [str(value) for key, value in attrs if key == "id"]
        assert not [key for key, _ in attrs if key.startswith("on")], "a script in an attribute"
        if tag not in _VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data
        elif self.open and self.open[-1] != "style":
            self.texts.append(data)


class Page:
    """A report that is well-formed and refers to no other file: its text and its data."""

    def __init__(self, html: str) -> None:
        reader = _Reader()
        reader.feed(html)
        reader.close()
        assert html.startswith("<!DOCTYPE html>")
        assert reader.open == []
        assert reader.links == []
        assert len(reader.ids) == len(set(reader.ids))
        assert "default-src 'none'" in html
        assert len(reader.scripts) == 2
        assert not [word for word in _FORBIDDEN if word in reader.scripts[1]]
        self.text = " ".join(" ".join(reader.texts).split())
        self.data: Any = json.loads(reader.scripts[0])
