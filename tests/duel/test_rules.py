"""Where pieces can land, against a search that tries every step one by one."""

import pickle
from dataclasses import replace

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.board.piecesets import TETROMINOES, piece_set
from cgt.common.errors import CgtError, PieceError, SizeError
from cgt.duel.moves import MODELS
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.well import Well

LETTERS = "IJLOSTZ"
ROOM = 12  # rows above a stack, more than any path to a place needs
PIECES = {
    name: oracles.filled_cells([[c == "#" for c in row] for row in text.split("|")])
    for name, text in TETROMINOES.items()
}


def cells_from_top(rules: Rules, placement: WellPlacement, rows: int) -> oracles.Cells:
    return frozenset((rows - 1 - row, column) for row, column in rules.cells(placement))


def found(rules: Rules, well: Well, piece: str, rows: int) -> set[oracles.Cells]:
    listed = rules.placements(well, piece)
    cells = [cells_from_top(rules, placement, rows) for placement in listed]
    assert len(set(cells)) == len(cells), "a placement is listed twice"
    return set(cells)


@given(wells(), st.sampled_from(LETTERS))
def test_drops_are_those_of_the_plain_version(well: Well, piece: str) -> None:
    rows = well.stack_height + ROOM
    plain = rows_of_well(well, rows)
    expected = set()
    for shape in set(oracles.four_turns(PIECES[piece])):
        expected |= oracles.drops(plain, shape)
    assert found(Rules(piece, width=well.width), well, piece, rows) == expected


@given(wells(), st.sampled_from(LETTERS))
def test_slides_are_those_of_a_naive_search(well: Well, piece: str) -> None:
    rows = well.stack_height + ROOM
    turns = oracles.four_turns(PIECES[piece])
    expected = oracles.landing_places(
        rows_of_well(well, rows),
        turns,
        oracles.starts_above(rows_of_well(well, rows), turns),
    )
    assert found(Rules(piece, width=well.width, moves="slide"), well, piece, rows) == expected


@given(wells(), st.sampled_from(LETTERS))
def test_spins_are_those_of_a_naive_search(well: Well, piece: str) -> None:
    rows = well.stack_height + ROOM
    turns = oracles.square_turns(oracles.FLAT_TETROMINOES[piece])
    expected = oracles.landing_places(
        rows_of_well(well, rows),
        turns,
        oracles.starts_above(rows_of_well(well, rows), turns),
        oracles.next_turn_once(turns),
    )
    assert found(Rules(piece, width=well.width, moves="spin"), well, piece, rows) == expected


@given(wells(max_height=10), st.sampled_from(LETTERS), st.integers(0, 12))
def test_placements_from_the_spawn_place_are_those_of_a_naive_search(
    well: Well, piece: str, room: int
) -> None:
    rows = max(well.stack_height + room, 4)
    if well.width < 4:
        return
    plain = rows_of_well(well, rows)
    flat_width = 1 + max(column for _, column in oracles.FLAT_TETROMINOES[piece])
    column = (well.width - flat_width) // 2

    turns = oracles.square_turns(oracles.FLAT_TETROMINOES[piece])
    top = min(row for row, _ in turns[0])
    spun = oracles.landing_places(plain, turns, [(0, -top, column)], oracles.next_turn_once(turns))
    assert (
        found(
            Rules(piece, width=well.width, height=rows, moves="spin", ending="spawn"),
            well,
            piece,
            rows,
        )
        == spun
    )

    slid: set[oracles.Cells] = set()
    if spun:  # the piece has room to come in
        turns = oracles.four_turns(PIECES[piece])
        starts = [
            (turn, 0, (well.width - 1 - max(column for _, column in shape)) // 2)
            for turn, shape in enumerate(turns)
        ]
        slid = oracles.landing_places(plain, turns, starts)
    dropped: set[oracles.Cells] = set()
    if spun:
        above = rows_of_well(well, rows + 4)  # pieces fall from above and must not stay there
        for shape in set(oracles.four_turns(PIECES[piece])):
            for cells in oracles.drops(above, shape):
                if min(row for row, _ in cells) >= 4:
                    dropped.add(frozenset((row - 4, column) for row, column in cells))
    rules = Rules(piece, width=well.width, height=rows, moves="drop", ending="spawn")
    assert found(rules, well, piece, rows) == dropped

    rules = Rules(piece, width=well.width, height=rows, moves="slide", ending="spawn")
    assert found(rules, well, piece, rows) == slid
    assert rules.has_room(well, piece) == bool(slid)


@given(wells(max_height=16), st.sampled_from(LETTERS))
def test_hatetris_placements_are_those_of_the_published_pieces(well: Well, piece: str) -> None:
    if well.width < 4:
        return
    turns = oracles.hatetris_turns(piece)
    expected = oracles.landing_places(
        rows_of_well(well, 20),
        turns,
        [(0, 0, (well.width - 4) // 2)],
        oracles.next_turn_once(turns),
    )
    assert found(Rules(piece, width=well.width, moves="hatetris"), well, piece, 20) == expected


@given(wells(full_rows=True), st.sampled_from(LETTERS), st.sampled_from(list(MODELS)), st.data())
def test_placing_is_as_in_the_plain_well(
    well: Well, piece: str, moves: str, data: st.DataObject
) -> None:
    if moves == "hatetris" and well.width < 4:
        return
    rules = Rules(piece, width=well.width, moves=moves)
    placement = data.draw(st.sampled_from(rules.placements(well, piece)))
    plain, lines = oracles.locked(rows_of_well(well, 20), cells_from_top(rules, placement, 20))
    placed = rules.place(well, placement)
    assert rows_of_well(placed.well, 20) == plain
    assert placed.lines == lines
    filled = cells_from_top(rules, placement, 20)
    full = [
        19 - r
        for r, row in enumerate(rows_of_well(well, 20))
        if all(cell or (r, c) in filled for c, cell in enumerate(row))
    ]
    assert placed.cleared == (tuple(sorted(full)) if lines else ())


@pytest.mark.parametrize("height", [2, 3, 4])
def test_a_stack_that_is_too_high_after_clearing_ends_the_game(height: int) -> None:
    rules = Rules("I", width=4, height=height)
    cleared = rules.place(Well("###.|###.|###."), WellPlacement("I", 1, 3, 0))
    assert (cleared.lines, cleared.well.stack_height, cleared.over) == (3, 1, False)
    stacked = rules.place(Well("##..|#..."), WellPlacement("I", 1, 0, 2))
    assert (stacked.lines, stacked.well.stack_height, stacked.over) == (0, 6, True)
    lying = rules.place(Well(".##.|###."), WellPlacement("I", 1, 3, 0))
    assert (lying.lines, lying.well.stack_height, lying.over) == (1, 3, height < 3)


def test_hatetris_clears_no_row_for_a_piece_above_its_bar() -> None:
    rules = Rules("I", width=4, height=6, moves="hatetris")  # the bar is four rows from the top
    well = Well("###.|###.")
    high = WellPlacement("I", 1, 3, 0)
    placed = rules.place(well, high)
    assert (placed.lines, placed.over) == (0, True)
    low = rules.place(Well("...."), WellPlacement("I", 0, 0, 1))
    assert (low.lines, low.over) == (1, False)


def cell_sets(rules: Rules, well: Well, piece: str) -> set[oracles.Cells]:
    return {frozenset(rules.cells(placement)) for placement in rules.placements(well, piece)}


def test_a_piece_is_pushed_under_an_overhang() -> None:
    """S. Park et al., figure 5: straight drops miss the place at the left, under the overhang."""
    well = Well("##....|......|......")
    tucked = frozenset({(0, 0), (0, 1), (0, 2), (1, 1)})
    assert tucked not in cell_sets(Rules("T", width=6, moves="drop"), well, "T")
    assert tucked in cell_sets(Rules("T", width=6, moves="slide"), well, "T")
    assert tucked in cell_sets(Rules("T", width=6, moves="spin"), well, "T")


def test_a_turn_and_a_move_are_separate_steps() -> None:
    """S. Park et al., figure 6: T would fit at the left under the overhang, but a turn alone and a
    move alone are both blocked. With room to turn first, it gets there."""
    tucked = WellPlacement("T", 2, 0, 2)
    rules = Rules("T", width=5, moves="spin")
    cells = frozenset(rules.cells(tucked))
    assert cells == {(2, 0), (2, 1), (2, 2), (3, 1)}
    narrow = Well("#..##|...##|##.##|##.##")
    assert rules.place(narrow, tucked).lines == 1  # there is room for it
    assert cells not in cell_sets(rules, narrow, "T")
    assert cells in cell_sets(rules, Well("#...#|....#|##.##|##.##"), "T")


def test_rotations_count_from_the_first_of_hatetris() -> None:
    rules = Rules("IJLOSTZ")
    for name in rules.names:
        turns = oracles.hatetris_turns(name)
        shapes = [frozenset(shape.cells) for shape in rules.pieces[name].rotations]
        assert [oracles.moved_to_corner(turn) for turn in turns[: len(shapes)]] == shapes


def test_other_piece_sets_keep_the_order_of_their_rotations() -> None:
    rules = Rules(piece_set("pentomino"), width=5)
    for piece in piece_set("pentomino"):
        assert rules.pieces[piece.name].rotations == piece.rotations


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"width": 1}, "2 to 40 columns"),
        ({"height": 41}, "0 to 40 rows"),
        ({"height": 0, "ending": "spawn"}, "1 to 40 rows"),
        ({"moves": "fly"}, "not by 'fly'"),
        ({"ending": "never"}, "not by 'never'"),
        ({"pieces": "omino:9"}, "more than 8 rows"),
        ({"pieces": "O", "width": 3, "moves": "hatetris"}, "4×5 at least"),
        ({"pieces": "domino", "moves": "hatetris"}, "seven tetrominoes"),
        ({"pieces": "pentomino:IT", "moves": "hatetris"}, "seven tetrominoes"),
        ({"pieces": "domino", "moves": "srs"}, "SRS has the seven tetrominoes only"),
        ({"pieces": "pentomino:IT", "moves": "srs"}, "SRS has the seven tetrominoes only"),
        ({"pieces": "I", "width": 3, "moves": "srs", "ending": "spawn"}, "no room to come in"),
        ({"pieces": "L", "height": 1, "ending": "spawn"}, "no room to come in"),
    ],
)
def test_games_that_do_not_exist_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(CgtError, match=message):
        Rules(**settings)  # type: ignore[arg-type]


def test_wells_and_pieces_of_another_game_are_refused() -> None:
    rules = Rules("O", width=4)
    with pytest.raises(SizeError, match="5 wide, but 4"):
        rules.placements(Well.empty(5), "O")
    with pytest.raises(PieceError, match="no piece 'T'"):
        rules.placements(Well.empty(4), "T")
    with pytest.raises(CgtError, match="no room there"):
        rules.place(Well("####"), WellPlacement("O", 0, 0, 0))
    with pytest.raises(CgtError, match="no room there"):
        rules.place(Well.empty(4), WellPlacement("O", 0, 3, 0))
    with pytest.raises(CgtError, match="no such rotation"):
        rules.place(Well.empty(4), WellPlacement("O", 1, 0, 0))
    with pytest.raises(CgtError, match="no such rotation"):
        rules.cells(WellPlacement("O", 1, 0, 0))
    for nowhere in (WellPlacement("O", 0, -1, 0), WellPlacement("O", 0, 0, 10**30)):
        with pytest.raises(CgtError, match="no such place"):
            rules.place(Well.empty(4), nowhere)


def test_a_well_that_was_too_high_stays_too_high() -> None:
    rules = Rules("O", width=4, height=2)
    assert rules.place(Well("#...|#...|#...|#..."), WellPlacement("O", 0, 2, 0)).over


# rules as values


def test_rules_are_values() -> None:
    rules = Rules("LJ", width=6, height=8)
    assert repr(rules) == "Rules('LJ', width=6, height=8, moves='drop', ending='height')"
    same = Rules("LJ", width=6, height=8)
    assert rules == same
    assert len({rules, same, pickle.loads(pickle.dumps(rules))}) == 1
    assert Setting() == Setting()
    for other in (
        Rules("JL", width=6, height=8),
        Rules("LJ", width=7, height=8),
        Rules("LJ", width=6, height=9),
        Rules("LJ", width=6, height=8, moves="slide"),
        Rules("LJ", width=6, height=8, moves=replace(MODELS["drop"], turns=("counterclockwise",))),
        Rules("LJ", width=6, height=8, ending="lock"),
    ):
        assert rules != other
    assert rules != "LJ"
