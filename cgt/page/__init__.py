"""The browser page: the native core as WebAssembly, and what is drawn around it.

`make page` builds it: cgt.page.build compiles the core, cgt.page.data writes down what the page has
to know, and both end up with the scripts of `assets/` in one HTML file, which needs nothing else.
This module only finds that file: beside itself in an installed package, under `build/` in a
checkout.
"""

from __future__ import annotations

from pathlib import Path

from cgt.common.errors import CgtError

NAME = "cgt.html"
_HERE = Path(__file__).parent
CHECKOUT = _HERE.parent.parent
_MISSING = "the page was not built into this package; in a checkout, 'make page' builds it"


def built_page() -> Path:
    """The file of the page; raises CgtError if it was not built."""
    for folder in (_HERE, CHECKOUT / "build"):
        if (folder / NAME).is_file():
            return folder / NAME
    raise CgtError(_MISSING)
