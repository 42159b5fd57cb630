"""The page with the results of one-player Tetris: its top is taken from its own tables."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "tetris-results.md"


def test_the_sentences_at_the_top_are_those_of_the_tables() -> None:
    """Where this fails, `make tetris ONLY=` writes them anew."""
    maker = runpy.run_path(str(ROOT / "docs" / "make_tetris.py"))
    assert maker["results_page"](PAGE.read_text(), []) == PAGE.read_text()


def test_a_section_is_made_alone() -> None:
    maker = runpy.run_path(str(ROOT / "docs" / "make_tetris.py"))
    page = PAGE.read_text()
    made = """| weights | published | here | interval |
|---|---|---|---|
| old | 10 | 9 | 8 to 10 |
| new |  | 1,200 | 1,100 to 1,300 |
"""
    heading, _ = maker["SECTIONS"]["players"]
    maker["SECTIONS"]["players"] = (heading, lambda checkpoint: made)
    anew = maker["results_page"](page, ["players"])
    assert "`new` clears 1,200 lines a game" in anew
    assert "`old`, 9 (8 to 10)" in " ".join(anew.split())
    section = anew.split(f"## {heading}\n")[1].split("\n## ")[0]
    assert section.endswith(made)
    parts = [text[text.index("## The recommender") :].split("\n## ")[0] for text in (page, anew)]
    assert parts[0] == parts[1]
