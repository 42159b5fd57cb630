"""What the site has beside the pages in `docs/`, and how their links lead there.

The pages are written for any host that shows Markdown, with links between the files of the
project. On the site README, CONTRIBUTING and CHANGELOG are pages, too; other files that a page
links to come with the site as they are; pictures of reports lead to the reports. What
`docs/api.md` says about each name is made from the docstrings by mkdocstrings here, under the same
headings.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files

import cgt

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
REPORTS = ROOT / "build" / "reports"
BROWSER_PAGE = ROOT / "build" / "cgt.html"

# Pages outside docs/, by their names on the site.
OUTSIDE = {
    "index.md": "README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changes.md": "CHANGELOG.md",
}
_LINK = re.compile(r"(!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(|<img src=\")([^)\s\"#]+)")
_FOLDER_LINK = re.compile(r"\[([^\]\[]*)\]\(([^)\s#:]+)\)")
_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_BROWSER_NOTE = """\
[Open it in the browser](cgt.html){ .md-button } Nothing is installed.
"""
_NOTE_ABOVE = {"index.md": "Try it", "page.md": "A board to draw on"}
_REPORT_PICTURE = re.compile(r"^!\[(.*)\]\(images/([\w-]+)-report\.png\)$", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, source in OUTSIDE.items():
        files.append(File.generated(config, name, content=(ROOT / source).read_text()))
    for file in ("sort.js", "site.css"):
        files.append(File.generated(config, f"site/{file}", abs_src_path=str(HERE / file)))
    for report in sorted(REPORTS.glob("*.html")):
        files.append(File.generated(config, f"reports/{report.name}", abs_src_path=str(report)))
    if BROWSER_PAGE.exists():
        files.append(File.generated(config, "cgt.html", abs_src_path=str(BROWSER_PAGE)))
    for source in sorted(_linked_sources()):
        files.append(File.generated(config, f"files/{source}", abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    name = page.file.src_uri
    if name == "api.md":
        markdown = api_page(markdown)
    if name == "gallery.md":
        markdown = _REPORT_PICTURE.sub(_live, markdown)
    if name in _NOTE_ABOVE and BROWSER_PAGE.exists():
        heading = f"\n## {_NOTE_ABOVE[name]}"
        markdown = markdown.replace(heading, f"\n{_BROWSER_NOTE}{heading}", 1)
    source = OUTSIDE.get(name, f"docs/{name}")
    parts = _FENCE.split(markdown)
    parts[::2] = [_relinked(part, source) for part in parts[::2]]
    return "".join(parts)


def api_page(markdown: str) -> str:
    """The introduction of `docs/api.md`, and every name with what mkdocstrings finds about it."""
    introduction, _, _ = markdown.partition("\n## ")
    parts = [introduction]
    for title, names in cgt.CONTENTS.items():
        parts.append(f"## {title}")
        for name, home in names.items():
            # The anchor that links in docs/api.md lead to; mkdocstrings makes a longer one.
            parts.append(f"[](){{ #{name.lower()} }}\n\n::: cgt.{home}.{name}")
    return "\n\n".join(parts) + "\n"


def site_path(target: str) -> str | None:
    """Where a file of the project, named from its top folder, is on the site; None if it is not."""
    for name, source in OUTSIDE.items():
        if target == source:
            return name
    if target.startswith("docs/"):
        return target.removeprefix("docs/")
    return f"files/{target}" if (ROOT / target).is_file() else None


def _live(found: re.Match[str]) -> str:
    words, report = found.groups()
    [name] = [path.name for path in REPORTS.glob("*.html") if path.stem.startswith(report)]
    return (
        f"[{found.group()}](reports/{name})\n\n"
        f'[Open this report](reports/{name}){{ .md-button title="{words}" }}'
    )


def _relinked(markdown: str, source: str) -> str:
    """Links between the project's files, as links between the pages of the site; folders, which
    it does not have, are only named."""

    def relinked(found: re.Match[str]) -> str:
        start, link = found.groups()
        if "://" in link or link.startswith(("reports/", "cgt.html", "mailto:")):
            return found.group()
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
        there = site_path(target)
        return start + there if there is not None else found.group()

    def unlinked(found: re.Match[str]) -> str:
        words, link = found.groups()
        return words if (ROOT / Path(source).parent / link).is_dir() else found.group()

    return _LINK.sub(relinked, _FOLDER_LINK.sub(unlinked, markdown))


def _linked_sources() -> set[str]:
    """Files of the project that pages link to, and that are neither pages nor in docs/."""
    found = set()
    pages = [*OUTSIDE.values(), *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
    for source in pages:
        for part in _FENCE.split((ROOT / source).read_text())[::2]:
            for _, link in _LINK.findall(part):
                target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
                there = None if "://" in link else site_path(target)
                if there is not None and there.startswith("files/"):
                    found.add(target)
    return found
