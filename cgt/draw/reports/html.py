"""HTML: a report as one file that loads nothing else, neither from the disk nor from the network.

A page has the style that all reports share, its own scripts, and the data that the scripts show. A
policy in its head forbids the browser every request, so the reader sees only what is in the file.
"""

from __future__ import annotations

import json
from html import escape
from importlib import resources
from typing import Any

from cgt.draw.svg import legal
from cgt.draw.theme import style_of_page

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def page(title: str, body: str, data: Any, *scripts: str) -> str:
    """A page: its body in HTML, its data, which scripts get from `pageData()`, and its scripts,
    files of this package. They run in this order, after the script that all reports share."""
    script = "\n".join(_asset(name) for name in ("page.js", *scripts))
    return legal(f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{_asset("page.css")}{style_of_page()}</style>
</head>
<body>
{body}
<script type="application/json" id="data">{_as_json(data)}</script>
<script>
{script}</script>
</body>
</html>
""")


def _as_json(data: Any) -> str:
    """JSON that cannot close the HTML element around it."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=True).replace("<", "\\u003c")


def _asset(name: str) -> str:
    return (resources.files("cgt.draw.reports") / "assets" / name).read_text(encoding="utf-8")
