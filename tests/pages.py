"""Reading reports back: what a test finds in an HTML page."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

_VOID = {"meta", "br", "input", "link", "img", "hr"}


class _Checker(HTMLParser):
    """Goes through a page and keeps what is open, and what the page might ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.data = ""
        self.scripts = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if "id" in attributes:
            self.ids.append(attributes["id"] or "")
        for key in ("src", "href", "action", "data", "poster", "srcset"):
            if key in attributes:
                self.references.append(f"{tag} {key}={attributes[key]}")
        assert not [key for key in attributes if key.startswith("on")], "no inline handlers"
        if tag not in _VOID:
            self.open.append(tag if attributes.get("id") != "data" else "script#data")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().partition("#")[0] == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script#data":
            self.data += data
        elif self.open and self.open[-1] == "script":
            self.scripts += data


def read_page(html: str) -> Any:
    """The data of a page that is well-formed, refers to nothing outside, and has no id twice."""
    assert html.startswith("<!DOCTYPE html>")
    checker = _Checker()
    checker.feed(html)
    checker.close()
    assert checker.open == []
    assert checker.references == []
    assert len(checker.ids) == len(set(checker.ids))
    assert "default-src 'none'" in html
    for word in ("fetch(", "XMLHttpRequest", "import(", "eval(", "innerHTML", "document.write"):
        assert word not in checker.scripts
    return json.loads(checker.data)
