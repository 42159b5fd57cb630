"""The table of small regions in the cache: answers are the same with it, without it, and with a
file that is damaged."""

from pathlib import Path

import numpy as np
import oracles
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgt.board.grid import Grid
from cgt.common.folders import cache_folder
from cgt.common.limits import Limits
from cgt.placement.game import PlacementGame
from cgt.placement.small_regions import SmallRegions, kept_files
from cgt.placement.solver import Solver

CRAM = PlacementGame("domino", "normal")
DOMINOES = tuple(oracles.fixed_polyominoes(2))
CELLS = 7  # quickly made

rows = st.lists(st.text(".#", min_size=5, max_size=5), min_size=3, max_size=3).map("|".join)
keeping_the_cache = settings(
    max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, which a solver uses at once."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("cgt.placement.solver._LEAST_CELLS", 0)
    monkeypatch.setattr("cgt.placement.solver._MAKE_AFTER", 0)
    return tmp_path / "cgt"


def small_regions() -> SmallRegions:
    return SmallRegions("domino", CRAM.pieces, CELLS)


def nimber_by_solver(board: str, small: SmallRegions | None) -> int | None:
    return Solver(CRAM, box=(6, 4), small_regions=small).nimber(Grid(board))


def nimber_by_oracle(board: str) -> int:
    rows = [[cell == "#" for cell in row] for row in board.split("|")]
    return oracles.nimber(oracles.empty_cells(rows), DOMINOES)


@keeping_the_cache
@given(rows, st.sampled_from(["fresh", "reused", "none"]))
def test_nimbers_are_those_of_the_oracle(cache: Path, board: str, state: str) -> None:
    if state == "fresh":
        for file in kept_files():
            file.unlink()
    found = nimber_by_solver(board, None if state == "none" else small_regions())
    assert found == nimber_by_oracle(board)
    assert state == "none" or len(kept_files()) == 1


@keeping_the_cache
@given(rows, st.data())
def test_a_damaged_file_is_made_anew(cache: Path, board: str, data: st.DataObject) -> None:
    made = small_regions().made()
    assert made is not None
    (file,) = kept_files()
    whole = file.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans(), label="shorter"):
        file.write_bytes(whole[:place])
    else:
        changed = whole[place] ^ data.draw(st.integers(1, 255))
        file.write_bytes(whole[:place] + bytes([changed]) + whole[place + 1 :])
    assert small_regions().kept() is None
    assert nimber_by_solver(board, small_regions()) == nimber_by_oracle(board)
    assert file.read_bytes()[: made.nbytes] == made.tobytes()


def test_a_table_is_really_used(cache: Path) -> None:
    """One that lies changes the answer."""
    table = small_regions().made()
    assert table is not None
    lies = table.copy()
    lies[3:][table[3:] != 0] ^= np.uint64(1 << 56)
    solver = Solver(CRAM, box=(6, 4))
    solver._native.use_small_nimbers(lies)
    assert solver.nimber(Grid("....")) != nimber_by_oracle("....")


def test_a_table_sealed_with_another_key_is_not_believed(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert small_regions().made() is not None
    assert small_regions().kept() is not None
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    assert small_regions().kept() is None


def test_a_table_of_other_pieces_is_not_used(cache: Path) -> None:
    assert small_regions().made() is not None
    (file,) = kept_files()
    others = SmallRegions("tromino", PlacementGame("tromino", "normal").pieces, CELLS)
    file.rename(cache / others.file)
    solver = Solver(PlacementGame("tromino", "normal"), box=(6, 4), small_regions=others)
    expected = Solver(PlacementGame("tromino", "normal"), box=(6, 4)).nimber(Grid.of_size(5, 4))
    assert solver.nimber(Grid.of_size(5, 4)) == expected


def test_where_nothing_can_be_kept_nothing_is_made(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    assert small_regions().made() is None
    assert small_regions().kept() is None
    assert nimber_by_solver("......|.....#", small_regions()) == nimber_by_oracle("......|.....#")


@pytest.mark.parametrize(
    ("pieces", "play"), [("domino", "misere"), ("tetromino", "normal"), ("omino:1", "normal")]
)
def test_other_games_have_no_table(pieces: str, play: str) -> None:
    assert SmallRegions.for_game(PlacementGame(pieces, play)) is None


def test_quick_and_short_searches_leave_the_cache_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    solver = Solver(CRAM, box=(13, 5), small_regions=SmallRegions.for_game(CRAM))
    assert solver.nimber(Grid.of_size(4, 5)) == 2
    assert solver.nimber(Grid.of_size(13, 5), Limits.of(seconds=0.3)) is None
    assert not cache_folder().exists()
