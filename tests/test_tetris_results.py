"""The page with the results of one-player Tetris: its top is taken from its own tables."""

import runpy
from pathlib import Path

import pytest
import tetris_played

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


def test_games_that_were_played_are_told_with_what_whole_games_would_come_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tetris_played, "GAMES", 3)
    monkeypatch.setattr(tetris_played, "PIECES", 20_000)
    said = tetris_played.played("dellacherie", None)
    lines = sum(game["lines"] for game in said["games"])
    assert said["results"] == {"cycle": 0, "topped-out": 0, "limit": 3}
    assert lines > 20_000
    told = tetris_played.row("dellacherie", 1, said)
    assert told[:4] == ("dellacherie", "1 million", "3", "0")
    assert told[5:] == ("more", "0.0 million to more")  # none ended: nothing bounds it from above


def test_games_that_all_ended_are_told_by_their_mean() -> None:
    games = [{"lines": 2_000_000}, {"lines": 4_000_000}]
    said = {
        "games": games,
        "results": {"cycle": 0, "topped-out": 2, "limit": 0},
        "mean_lines": 3e6,
        "interval": [1e6, 5e6],
        "whole_lines": None,
    }
    told = tetris_played.row("bcts", None, said)
    assert told[3:] == ("2", "6.0 million", "3.0 million", "1.0 million to 5.0 million")
