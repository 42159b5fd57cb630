"""The atlas of the duel, and the argument for odd widths."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.duel.atlas import SETS, Atlas, Cell, Place, markdown
from cgt.duel.certificate import check
from cgt.duel.defeat import argue
from cgt.duel.moves import Rules
from cgt.duel.simulate import Game, Setting
from cgt.duel.solve import solve
from cgt.duel.strategy import parse_strategy
from cgt.errors import CgtError

WIDTHS, HEIGHTS, PREVIEWS = range(2, 4), range(1, 4), range(2)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "atlas"
    atlas = Atlas(path)
    atlas.fill(WIDTHS, HEIGHTS, PREVIEWS, seconds=20)
    atlas.close()
    return path


def test_all_sets_are_there() -> None:
    assert len(SETS) == len(set(SETS)) == 127


def test_what_is_inferred_is_what_would_be_computed(filled: Path) -> None:
    atlas = Atlas(filled)
    assert len(atlas) == 127 * 2 * 3 * 2
    inferred = [cell for cell in atlas.cells() if cell.how != "computed"]
    assert len(inferred) > len(atlas) / 2
    for cell in inferred[::3]:
        place = cell.place
        rules = Rules(place.pieces, width=place.width, height=place.height)
        assert solve(rules, preview=place.preview).winner == cell.winner, cell
    atlas.close()


def test_certificates_are_kept_and_hold(filled: Path) -> None:
    database = sqlite3.connect(filled)
    rows = database.execute(
        "SELECT pieces, winner, certificate, version FROM cells WHERE how = 'computed'"
    ).fetchall()
    database.close()
    assert rows
    for pieces, winner, certificate, version in rows:
        strategy = parse_strategy(certificate)
        assert check(strategy).valid
        assert (strategy.player, strategy.rules.pieces.name) == (winner, pieces)
        assert version


def test_an_atlas_is_gone_on_with(filled: Path, tmp_path: Path) -> None:
    path = tmp_path / "atlas"
    path.write_bytes(filled.read_bytes())
    atlas = Atlas(path)
    told: list[Cell] = []
    atlas.fill(WIDTHS, HEIGHTS, PREVIEWS, seconds=20, progress=told.append)
    assert told == []
    atlas.fill(WIDTHS, range(1, 5), range(1), seconds=20, progress=told.append)
    assert {cell.place.height for cell in told} == {4}
    atlas.close()


def test_several_processes_fill_the_same_atlas(filled: Path, tmp_path: Path) -> None:
    alone, together = Atlas(filled), Atlas(tmp_path / "atlas")
    together.fill(WIDTHS, HEIGHTS, PREVIEWS, seconds=20, processes=2)
    for cell in together.cells():
        known = alone.get(cell.place)
        assert known is not None
        assert known.winner == cell.winner
    alone.close()
    together.close()


def test_what_is_not_known_is_told(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "atlas")
    atlas.add(Cell(Place("L", 4, 1, 0), "bad", "computed"))
    atlas.add(Cell(Place("L", 4, 2, 0), "unknown", "computed"))
    assert atlas.least_heights(4, 0) == {"L": "≥2?"}
    atlas.add(Cell(Place("L", 4, 2, 0), "good", "computed"))
    atlas.add(Cell(Place("O", 4, 2, 0), "bad", "computed"))
    assert atlas.least_heights(4, 0) == {"L": "2", "O": ">2"}
    atlas.add(Cell(Place("T", 4, 5, 0), "good", "computed"))
    assert atlas.least_heights(4, 0)["T"] == "≤5"  # less was not looked at
    assert "| L | 2 |" in markdown(atlas, range(4, 5), range(1))
    inferred = atlas.infer(Place("J", 4, 3, 1))
    assert inferred is not None
    assert inferred.how == "inferred from L in a mirror, height 2"
    assert atlas.infer(Place("LT", 4, 3, 0)) is None
    atlas.close()


def test_what_is_no_atlas_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello, this is a text and no database at all" * 30)
    with pytest.raises(CgtError, match="cannot be used as an atlas"):
        Atlas(tmp_path / "text")
    with pytest.raises(CgtError, match="cannot be used as an atlas"):
        Atlas(tmp_path / "missing" / "atlas")


# odd widths


@given(
    st.sampled_from(["O", "S", "Z", "SZ", "OSZ"]),
    st.sampled_from([3, 5, 7, 9]),
    st.integers(1, 8),
    st.sampled_from(["drop", "slide", "spin"]),
    st.integers(0, 100),
)
@settings(max_examples=40)
def test_games_end_within_the_bound_of_the_argument(
    pieces: str, width: int, height: int, moves: str, seed: int
) -> None:
    rules = Rules(pieces, width=width, height=height, moves=moves)  # type: ignore[arg-type]
    argument = argue(rules)
    assert argument.valid
    for good in ("greedy", "random"):
        game = Game(Setting(rules, good, "uniform", seed=seed))
        game.advance()
        assert game.result == "topped-out"
        assert game.placed <= argument.most_pieces + 1  # the last one is too high
        assert game.lines <= argument.most_lines


@pytest.mark.parametrize(("pieces", "width"), [("I", 5), ("L", 5), ("J", 7), ("T", 3), ("O", 4)])
def test_the_argument_does_not_hold_where_good_wins(pieces: str, width: int) -> None:
    assert not argue(Rules(pieces, width=width, height=6)).valid
