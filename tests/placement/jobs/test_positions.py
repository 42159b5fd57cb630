"""Positions as leader and workers exchange them."""

import oracles
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, rows_of

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.symmetry import ROTATIONS, Symmetry
from cgt.placement.game import PlacementGame
from cgt.placement.jobs.positions import Position, followers, key_of, outcome_when_over

SETS = ("tetromino", "domino", "L", "SZ")


def plain_key(grid: Grid, name: str) -> list[list[tuple[int, int]]]:
    """The regions, each as the least of its images moved to the corner."""
    shapes = [frozenset(cells) for cells in piece_set(name).shapes]
    mirrored = name in ("tetromino", "domino", "SZ")
    found = []
    for region in oracles.regions(oracles.empty_cells(rows_of(grid)), shapes):
        turns = oracles.four_turns(region)
        if mirrored:
            turns += oracles.four_turns(oracles.mirrored(region))
        found.append(min(sorted(oracles.moved_to_corner(image)) for image in turns))
    return sorted(found)


@settings(max_examples=60)
@given(
    st.sampled_from(SETS),
    st.lists(st.tuples(grids(5, 4), st.integers(0, 1)), min_size=2, max_size=4),
)
def test_keys_are_equal_exactly_if_the_regions_and_heaps_are(
    name: str, boards: list[tuple[Grid, int]]
) -> None:
    game = PlacementGame(name, "normal")
    keys = [key_of(Position.of(grid, game, heap), game) for grid, heap in boards]
    plain = [(plain_key(grid, name), heap) for grid, heap in boards]
    for one, other in zip(keys, plain, strict=True):
        assert [key == one for key in keys] == [same == other for same in plain]


@given(st.sampled_from(SETS), grids(6, 5), st.sampled_from(Symmetry))
def test_images_of_a_board_have_its_key(name: str, grid: Grid, symmetry: Symmetry) -> None:
    game = PlacementGame(name)
    if symmetry in ROTATIONS or game.pieces.has_mirror_images:
        image = grid.transform(symmetry)
        assert key_of(Position.of(grid, game), game) == key_of(Position.of(image, game), game)


@settings(max_examples=40)
@given(st.sampled_from(SETS), grids(5, 4), st.integers(0, 2))
def test_every_move_has_its_follower(name: str, grid: Grid, heap: int) -> None:
    game = PlacementGame(name, "normal")
    position = Position.of(grid, game, heap)
    found = {key_of(one, game) for one in followers(position, game)}
    moved = {
        key_of(Position.of(grid.with_filled(cells), game, heap), game)
        for cells in oracles.placements(
            oracles.empty_cells(rows_of(grid)), [frozenset(c) for c in game.pieces.shapes]
        )
    }
    in_heap = {key_of(Position.of(grid, game, smaller), game) for smaller in range(heap)}
    assert found == moved | in_heap
    assert all(one.size < position.size for one in followers(position, game))


def test_a_game_is_over_when_nothing_fits() -> None:
    misere, normal = PlacementGame("domino"), PlacementGame("domino", "normal")
    assert outcome_when_over(Position.of(Grid(".#"), misere), misere) == "N"
    assert outcome_when_over(Position.of(Grid(".#"), normal), normal) == "P"
    assert outcome_when_over(Position.of(Grid(".#"), normal, 1), normal) == "N"
    assert outcome_when_over(Position.of(Grid(".."), normal), normal) is None
