"""Checks a built site: every link leads to a page and an anchor that are there, and no page asks
another host for anything. Usage: check.py FOLDER.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself, by the tag and the attribute that name it.
_FETCHED = {
    ("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"),
    ("video", "src"), ("audio", "src"), ("embed", "src"), ("object", "data"), ("image", "href"),
}  # fmt: skip
_OUTSIDE_IN_STYLE = re.compile(r"(?:url\(|@import)\s*['\"]?\s*(?:https?:)?//[^)'\"\s]+")
_NOT_FETCHED = {"canonical", "alternate", "next", "prev"}  # kinds of <link>


class Links(HTMLParser):
    """The anchors of a page, what it links to, and what it fetches."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name in ("id", "name"):
            if given.get(name) and (name == "id" or tag == "a"):
                self.anchors.add(str(given[name]))
        for name, value in attrs:
            if value is None:
                continue
            if (tag, name) in _FETCHED:
                if given.get("rel") not in _NOT_FETCHED:
                    self.fetched.append(value)
            elif (tag, name) == ("a", "href"):
                self.links.append(value)


def problems(site: Path) -> list[str]:
    """What is wrong with the site, one line each."""
    pages = {path: Links(path.read_text()) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        for target in page.fetched:
            if urlsplit(target).netloc:
                found.append(f"{path.relative_to(site)} fetches {target}")
        # The page for what is not found is shown at any address: its links begin at the top.
        inner = [] if path.name == "404.html" else [*page.links, *page.fetched]
        for target in inner:
            wrong = _problem(path, target, pages)
            if wrong:
                found.append(f"{path.relative_to(site)} links to {target}: {wrong}")
    for path in sorted(site.rglob("*.css")):
        for outside in _OUTSIDE_IN_STYLE.findall(path.read_text()):
            found.append(f"{path.relative_to(site)} fetches {outside}")
    return found


def _problem(path: Path, target: str, pages: dict[Path, Links]) -> str | None:
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return None
    file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if file.is_dir():
        file /= "index.html"
    if not file.exists():
        return "there is no such file"
    anchor = unquote(parts.fragment)
    if anchor and file in pages and anchor not in pages[file].anchors:
        return "there is no such anchor"
    return None


def main() -> None:
    site = Path(sys.argv[1]).resolve()
    found = problems(site)
    for line in found:
        print(line, file=sys.stderr)
    if found:
        sys.exit(1)
    print(f"{len(list(site.rglob('*.html')))} pages, every link leads somewhere")


if __name__ == "__main__":
    main()
