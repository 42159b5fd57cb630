"""What tests of reports share: a browser, and an atlas to show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from cgt.duel.exact.atlas import Atlas


@pytest.fixture(scope="session")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Atlas]:
    """All sets on small wells, with one game that is not known."""
    from cgt.duel.exact.atlas import Atlas
    from cgt.duel.exact.atlas_cells import Cell, Place

    atlas = Atlas(tmp_path_factory.mktemp("atlas") / "atlas")
    atlas.fill(range(2, 4), range(4), range(2), seconds=20)
    atlas.add(Cell(Place("IJLOSTZ", 3, 3, 1), "unknown", "computed", 7, 1.0, None, False, 1.0, 1))
    yield atlas
    atlas.close()
