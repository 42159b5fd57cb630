"""The atlas of the duel."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import Limits
from cgt.draw.describe.atlases import Extract, heights_table
from cgt.duel.exact.atlas import Atlas
from cgt.duel.exact.atlas_cells import SETS, Cell, Place
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.solve import solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.rules import Rules

WIDTHS, HEIGHTS, PREVIEWS = range(2, 4), range(1, 4), range(2)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "atlas"
    atlas = Atlas(path)
    atlas.fill(WIDTHS, HEIGHTS, PREVIEWS, seconds=20)
    atlas.close()
    return path


def test_there_are_127_sets_of_tetrominoes() -> None:
    assert len(SETS) == len(set(SETS)) == 127


def test_inferred_cells_agree_with_computed_ones(filled: Path) -> None:
    atlas = Atlas(filled)
    assert len(atlas) == 127 * 2 * 3 * 2
    inferred = [cell for cell in atlas.cells() if cell.how != "computed"]
    assert len(inferred) > len(atlas) / 2
    assert any(cell.how.startswith("argued by") for cell in inferred)
    assert all(cell.verified for cell in atlas.cells())
    for cell in inferred[::3]:
        place = cell.place
        rules = Rules(place.pieces, width=place.width, height=place.height)
        assert solve_duel(rules, preview=place.preview).winner == cell.winner, cell
    atlas.close()


def test_certificates_are_kept_and_hold(filled: Path) -> None:
    database = sqlite3.connect(filled)
    rows = database.execute(
        "SELECT pieces, winner, certificate, version, made FROM cells "
        "WHERE how = 'computed' OR how LIKE 'argued%'"
    ).fetchall()
    database.close()
    assert rows
    for pieces, winner, certificate, version, made in rows:
        strategy = Strategy.parse(certificate)
        assert verify(strategy).valid
        assert (strategy.player, strategy.rules.pieces.name) == (winner, pieces)
        assert version
        assert datetime.fromisoformat(made) <= datetime.now(UTC)


def test_an_atlas_is_resumed(filled: Path, tmp_path: Path) -> None:
    path = tmp_path / "atlas"
    path.write_bytes(filled.read_bytes())
    atlas = Atlas(path)
    told: list[Cell] = []
    atlas.fill(WIDTHS, HEIGHTS, PREVIEWS, seconds=20, progress=told.append)
    assert told == []
    atlas.fill(WIDTHS, range(1, 5), range(1), seconds=20, progress=told.append)
    assert {cell.place.height for cell in told} == {4}
    atlas.close()


def test_an_atlas_keeps_what_is_known_when_the_time_for_all_games_is_up(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "atlas")
    with pytest.raises(LimitError, match="filling the atlas did not finish"):
        atlas.fill(range(4, 11), range(4, 20), range(1), seconds=20, limits=Limits.of(seconds=1))
    known = list(atlas.cells())
    assert known
    assert all(cell.winner != "unknown" for cell in known)
    atlas.close()


def test_once_the_time_is_up_only_what_follows_from_other_games_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_long(_: Place) -> None:
        raise AssertionError("arguments take long")

    monkeypatch.setattr("cgt.duel.exact.atlas.argued", too_long)
    with closing(Atlas(tmp_path / "atlas")) as atlas:
        atlas.add(Cell(Place("JO", 10, 9, 0), "good", "computed"))
        with pytest.raises(LimitError, match="filling the atlas did not finish"):
            atlas.fill([10], [20], range(2), seconds=20, limits=Limits.of(seconds=0))
        found = {(c.place.pieces, c.place.preview) for c in atlas.cells() if c.place.height == 20}
        # in a higher well, with a preview, without a piece, and in a mirror
        assert found == {
            (pieces, seen) for pieces in ("J", "L", "O", "JO", "LO") for seen in (0, 1)
        }


def test_kept_strategies_are_checked_again(filled: Path, tmp_path: Path) -> None:
    path = tmp_path / "atlas"
    path.write_bytes(filled.read_bytes())
    atlas = Atlas(path)
    found = list(atlas.recheck())
    assert len(found) > 50
    assert all(report.valid for _, report in found)
    atlas.close()
    with closing(sqlite3.connect(path)) as database, database:
        [row] = database.execute(
            "SELECT min(rowid) FROM cells WHERE winner = 'good' AND certificate LIKE '%row 0%'"
        ).fetchone()
        database.execute(
            "UPDATE cells SET certificate = replace(certificate, 'row 0', 'row 1') "
            f"WHERE rowid = {row}"
        )
    atlas = Atlas(path)
    wrong = [cell for cell, report in atlas.recheck() if not report.valid]
    assert len(wrong) == 1
    assert wrong[0].verified  # so it is recorded
    atlas.close()


def test_a_strategy_for_another_game_is_refused(filled: Path, tmp_path: Path) -> None:
    path = tmp_path / "atlas"
    path.write_bytes(filled.read_bytes())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "UPDATE cells SET certificate = (SELECT max(certificate) FROM cells) "
            "WHERE pieces = 'O' AND width = 2 AND height = 2 AND preview = 0"
        )
    atlas = Atlas(path)
    with pytest.raises(CgtError, match="the strategy kept for O, 2×2 is for another game"):
        atlas.strategy(Place("O", 2, 2, 0))
    atlas.close()


def test_several_processes_fill_the_same_atlas(filled: Path, tmp_path: Path) -> None:
    alone, together = Atlas(filled), Atlas(tmp_path / "atlas")
    together.fill(WIDTHS[1:], HEIGHTS[:2], PREVIEWS, seconds=20, processes=2)
    for cell in together.cells():
        known = alone.get(cell.place)
        assert known is not None
        assert known.winner == cell.winner
    alone.close()
    together.close()


def test_unknown_cells_are_shown_as_such(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "atlas")
    atlas.add(Cell(Place("L", 4, 1, 0), "bad", "computed"))
    atlas.add(Cell(Place("L", 4, 2, 0), "unknown", "computed"))
    assert atlas.least_heights(4, 0) == {"L": "≥2?"}
    atlas.add(Cell(Place("L", 4, 2, 0), "good", "computed"))
    atlas.add(Cell(Place("O", 4, 2, 0), "bad", "computed"))
    assert atlas.least_heights(4, 0) == {"L": "2", "O": ">2"}
    atlas.add(Cell(Place("T", 4, 5, 0), "good", "computed"))
    assert atlas.least_heights(4, 0)["T"] == "≤5"  # no lower height was tried
    assert ("L", "2") in heights_table(Extract(atlas, [4], [2], [0])).rows
    inferred = atlas.infer(Place("J", 4, 3, 1))
    assert inferred is not None
    assert inferred.how == "inferred from L in a mirror, height 2"
    assert atlas.infer(Place("LT", 4, 3, 0)) is None
    atlas.close()


def test_a_file_that_is_no_atlas_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello, this is a text and no database at all" * 30)
    with pytest.raises(CgtError, match="cannot be used as an atlas"):
        Atlas(tmp_path / "text")
    with pytest.raises(CgtError, match="cannot be used as an atlas"):
        Atlas(tmp_path / "missing" / "atlas")


def test_a_wrong_inference_is_noticed_where_that_is_cheap(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "atlas")
    atlas.add(Cell(Place("OT", 4, 1, 0), "good", "computed"))
    with pytest.raises(CgtError, match="O, 4×1: bad by computation, but good inferred from OT"):
        atlas.infer(Place("O", 4, 1, 0))
    atlas.close()


def test_games_that_were_given_up_are_tried_again_only_with_higher_limits(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "atlas")
    wells = (range(6, 7), range(7, 8), range(1))
    atlas.fill(*wells, seconds=0.01, memory=2**18)
    unknown = [cell for cell in atlas.cells() if cell.winner == "unknown"]
    assert unknown
    atlas.close()
    for seconds, memory, again in ((0.01, 2**18, False), (0.02, 2**18, True)):
        atlas = Atlas(tmp_path / "atlas")
        told: list[Cell] = []
        atlas.fill(*wells, seconds=seconds, memory=memory, progress=told.append)
        assert bool(told) == again
        atlas.close()


def test_an_atlas_of_an_earlier_version_is_resumed(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "atlas")
    database.execute(
        "CREATE TABLE cells ( pieces TEXT, width INTEGER, height INTEGER, preview INTEGER, winner "
        "TEXT NOT NULL, how TEXT NOT NULL, states INTEGER, seconds REAL, version TEXT NOT NULL, "
        "certificate TEXT, PRIMARY KEY (pieces, width, height, preview) )"
    )
    database.execute(
        "INSERT INTO cells VALUES ('L', 4, 2, 0, 'good', 'computed', 5, 0.1, '0', NULL)"
    )
    database.commit()
    database.close()
    atlas = Atlas(tmp_path / "atlas")
    assert [cell.winner for cell in atlas.cells()] == ["good"]
    atlas.add(Cell(Place("L", 4, 1, 0), "bad", "computed", verified=True))
    assert atlas.least_heights(4, 0) == {"L": "2"}
    atlas.close()
    again = Atlas(tmp_path / "atlas")  # which has the later columns now
    assert len(again) == 2
    again.close()


def test_an_inferred_cell_leads_to_the_strategy_it_was_inferred_from(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "atlas")
    computed = Cell(Place("JO", 4, 5, 0), "good", "computed", certificate="a text")
    mirrored = Cell(Place("LO", 4, 5, 0), "good", "inferred from JO in a mirror, height 5")
    higher = Cell(Place("LO", 4, 6, 1), "good", "inferred from LO, height 5")
    twice = Cell(Place("J", 4, 7, 1), "good", "inferred from LO in a mirror, height 6, preview 1")
    lost = Cell(Place("T", 4, 7, 0), "good", "inferred from IT, height 5")
    for cell in (computed, mirrored, higher, twice, lost):
        atlas.add(cell)
    assert atlas.origin(computed) == (computed, False)
    assert atlas.origin(mirrored) == (computed, True)
    assert atlas.origin(higher) == (computed, True)
    assert atlas.origin(twice) == (computed, False)
    assert atlas.origin(lost) == (lost, False)
    round_about = Cell(Place("S", 4, 1, 0), "bad", "inferred from S, height 1")
    atlas.add(round_about)
    assert atlas.origin(round_about) == (round_about, False)
    assert atlas.certificate(computed.place) == "a text"
    assert atlas.certificate(mirrored.place) is None
    assert atlas.certificate(Place("Z", 4, 1, 0)) is None
    atlas.close()
    with pytest.raises(CgtError, match="cannot be used as an atlas"):
        atlas.certificate(computed.place)
