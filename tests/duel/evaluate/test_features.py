"""The generated page about the features."""

import runpy

from conftest import ROOT


def test_the_page_of_features_is_up_to_date() -> None:
    maker = runpy.run_path(str(ROOT / "docs" / "make_tetris.py"))
    assert (ROOT / "docs" / "features.md").read_text() == maker["features_page"]()
