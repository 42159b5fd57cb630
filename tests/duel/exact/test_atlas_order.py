"""What follows in the atlas, and which game is computed next, against plain versions."""

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.common.errors import CgtError
from cgt.duel.exact import atlas_filling
from cgt.duel.exact.atlas import Atlas
from cgt.duel.exact.atlas_cells import (
    EASIER_MOVES,
    SETS,
    Cell,
    Place,
    following,
    has_argument,
    mirrored,
)
from cgt.duel.exact.atlas_frontier import SMALL_SETS_FIRST, STEEP, Frontier, Game
from cgt.duel.exact.atlas_known import Known
from cgt.duel.exact.solve import GoodPlays
from cgt.duel.rules import Rules
from cgt.duel.well import Well
from cgt.page.duel_data import atlas as atlas_of_the_docs

MOVES = ("drop", "slide", "spin", "srs")
places = st.builds(
    Place,
    st.sampled_from(SETS),
    st.integers(4, 5),
    st.integers(0, 5),
    st.integers(0, 3),
    st.sampled_from(MOVES),
)
cells = st.builds(Cell, places, st.sampled_from(("good", "bad", "unknown")), st.just("computed"))


@given(st.lists(cells, max_size=12), places)
def test_what_follows_is_what_follows_from_some_cell(found: list[Cell], asked: Place) -> None:
    known, kept = Known(), []
    for cell in found:
        contradicted = any(
            (there := following(other, cell.place)) is not None and there.winner != cell.winner
            for other in kept
        ) and (cell.winner != "unknown")
        if contradicted:
            with pytest.raises(CgtError, match="but bad wins"):
                known.add(cell)
        else:
            known.add(cell)
            kept.append(cell)
    winners = {there.winner for cell in kept if (there := following(cell, asked)) is not None}
    answer = known.follows(asked)
    assert winners == (set() if answer is None else {answer.winner})
    heights = [
        height
        for height in range(6)
        for cell in kept
        if cell.winner == "good"
        and following(cell, Place(asked.pieces, asked.width, height, asked.preview, asked.moves))
    ]
    assert known.lowest_good(asked) == min(heights, default=None)


def is_easier(one: Game, other: Game) -> bool:
    """Whether Good wins the first game if it wins the other."""
    images = (other[0], mirrored(other[0]))
    contained = any(set(one[0]) <= set(image) for image in images)
    return contained and one[1] >= other[1] and one[2] >= other[2]


games = st.tuples(st.sampled_from(SETS), st.integers(0, 3), st.integers(0, 1))


@given(
    st.lists(st.tuples(st.sampled_from(("good", "bad")), games), max_size=6),
    st.lists(games, max_size=4),
    st.sampled_from((SMALL_SETS_FIRST, STEEP)),
)
def test_the_next_games_are_open_and_do_not_settle_each_other(
    settled: list[tuple[str, Game]], left_out: list[Game], costs: object
) -> None:
    frontier = Frontier(range(4), range(2), costs)  # type: ignore[arg-type]
    for winner, game in settled:
        frontier.settle(winner, game)  # type: ignore[arg-type]
    for game in left_out:
        frontier.leave_out(game)
    images = {(mirrored(pieces), *rest) for pieces, *rest in left_out} | set(left_out)

    def is_open(game: Game) -> bool:
        return not any(
            is_easier(game, other) if winner == "good" else is_easier(other, game)
            for winner, other in settled
        )

    chosen = frontier.next_games(3)
    assert all(is_open(game) and game not in images for game in chosen)
    for one, other in itertools.permutations(chosen, 2):
        assert not is_easier(one, other)
    if not chosen:
        everything = itertools.product(SETS, range(4), range(2))
        assert all(game in images or not is_open(game) for game in everything)


columns = st.lists(st.integers(0, 2**6 - 1), min_size=2, max_size=6)


@given(columns, st.sampled_from("IJLOSTZ"))
def test_easier_moves_lead_to_every_place_that_harder_ones_lead_to(
    filled: list[int], piece: str
) -> None:
    full = filled[0]
    for column in filled:
        full &= column
    well = Well.of([filled[0] & ~full, *filled[1:]])
    reached = {}
    for moves in MOVES:
        rules = Rules("IJLOSTZ", width=len(filled), height=8, moves=moves)
        reached[moves] = {tuple(rules.cells(at)) for at in rules.placements(well, piece)}
    for moves, easier in EASIER_MOVES.items():
        assert all(reached[moves] <= reached[other] for other in easier)


def test_good_strategies_by_drops_serve_with_all_moves_and_bad_ones_do_not(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "atlas")
    atlas.add(Cell(Place("JO", 8, 5, 0), "good", "computed in lanes"))
    won = atlas.infer(Place("LO", 8, 20, 1, "srs"))
    assert won is not None
    assert (won.winner, str(atlas.reason(won))) == (
        "good",
        "follows from height 5, preview 0, by drop: strategy in lanes",
    )
    for moves in MOVES:  # the argument for even widths needs drops
        assert atlas.is_settled(Place("SZ", 8, 20, 0, moves)) == (moves == "drop")
        assert has_argument(Place("SZ", 9, 20, 0, moves))
    atlas.close()


def test_strategies_for_high_wells_are_looked_for_in_low_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Place, object]] = []

    def answer(place: Place, *, way: GoodPlays, **_: object) -> Cell:
        asked.append((place, way))
        if way is GoodPlays.IN_LANES and set(place.pieces) <= set("JO") and place.height >= 5:
            return Cell(place, "good", "computed in lanes", seconds=0.0)
        return Cell(place, "unknown", "computed", seconds=0.0)

    monkeypatch.setattr(atlas_filling, "computed", answer)
    monkeypatch.setattr(atlas_filling, "by_patterns", lambda _: ())
    atlas = Atlas(tmp_path / "atlas")
    atlas.fill([10], [20], [0], seconds=1)
    for pieces in SETS:
        cell = atlas.get(Place(pieces, 10, 20, 0))
        assert cell is not None
        if set(pieces) <= set("JO") or set(pieces) <= set("LO"):
            assert cell.winner == "good"
            assert atlas.lowest_good(cell.place) == 5
        else:
            assert cell.winner == ("bad" if {"S", "Z"} <= set(pieces) else "unknown")
    whole = {place.width * place.height for place, way in asked if way is GoodPlays.ANYWHERE}
    assert max(whole) <= 60
    assert max(len(place.pieces) for place, _ in asked) < 5  # their parts are not won
    atlas.close()


def test_patterns_settle_games_on_many_widths(tmp_path: Path) -> None:
    atlas = Atlas(tmp_path / "atlas")
    atlas.conclude([10, 11], [20], [0, 1])
    cell = atlas.get(Place("JL", 10, 20, 1))
    assert cell is not None
    assert str(atlas.reason(cell)) == "follows from height 7: pattern every-even-lj-preview-1"
    assert atlas.get(Place("JL", 10, 20, 0)) is None
    assert atlas.get(Place("JL", 11, 20, 1)) is None
    atlas.add(Cell(Place("T", 10, 1, 0), "good", "by the pattern every-even-o"))
    atlas.close()
    with pytest.raises(CgtError, match="cannot be good, 'by the pattern every-even-o'"):
        Atlas(tmp_path / "atlas")


def test_the_atlas_in_the_docs_is_monotone() -> None:
    """Fewer pieces, a longer preview and a mirror never make it harder for Good."""
    table = atlas_of_the_docs()
    assert len(table["rows"]) == len(SETS)
    least = {pieces: [_lowest(text) for text in row] for pieces, row in table["rows"].items()}
    for pieces, row in table["rows"].items():
        assert row == table["rows"][mirrored(pieces)]
        for fewer in (pieces.replace(letter, "") for letter in pieces if len(pieces) > 1):
            for (low, _), (_, high) in zip(least[fewer], least[pieces], strict=True):
                assert low <= high
    names = table["columns"]
    for name in names:
        if (seen := f"{name}, preview 1") in names:
            for row in least.values():
                assert row[names.index(seen)][0] <= row[names.index(name)][1]


def _lowest(text: str) -> tuple[int, int]:
    """The least and the greatest that the least height at which Good wins may be."""
    if text.startswith(">"):
        return int(text[1:]) + 1, 99
    if found := re.fullmatch(r"≥(\d+)\?(?: ≤(\d+))?", text):
        return int(found[1]), int(found[2] or 99)
    return int(text.lstrip("≤")), int(text.lstrip("≤"))
