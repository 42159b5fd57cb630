"""Writes the source of the plain checker into its page, where people read it. Run by `make api`."""

import re
from pathlib import Path

DOCS = Path(__file__).parent
PAGE = DOCS / "proofs.md"
SOURCES = DOCS.parent / "cgt" / "placement" / "proof"
PRINTED = ("plain.py", "worth.py")
_BLOCK = re.compile(r"^```python\n.*?^```$", re.MULTILINE | re.DOTALL)


def page_with_sources(page: str) -> str:
    """The page with the sources as they are now, in the blocks that are there for them."""
    sources = iter(PRINTED)
    return _BLOCK.sub(lambda _: f"```python\n{(SOURCES / next(sources)).read_text()}```", page)


if __name__ == "__main__":
    PAGE.write_text(page_with_sources(PAGE.read_text()))
