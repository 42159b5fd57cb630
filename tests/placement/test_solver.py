"""The solver against trying every move on whole boards, and against published values."""

import itertools
import math
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import oracles
import pytest
from checkpoints import PlacementWords, bytes_of, content_of, words_of, write_resealed
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import grids, rows_of

from cgt.board.grid import Grid
from cgt.board.piecesets import piece_set
from cgt.board.polyomino import Piece, PieceSet, Polyomino
from cgt.board.symmetry import Symmetry
from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError, FileError, Location, SizeError
from cgt.common.limits import Limits
from cgt.placement.forms import Form
from cgt.placement.game import PlacementGame
from cgt.placement.solver import Solver, check_board_size

MIXED = PieceSet(
    "mixed",
    [Piece.of("bar", Polyomino("##")), Piece.of("hook", Polyomino("###|#.."))],
)
PLAYS = ("misere", "normal")
# The most empty cells on which the oracle can still try every move.
MOST_CELLS = {
    "tetromino": 16,
    "domino": 10,
    "tromino": 13,
    "LJ": 16,
    "L": 16,
    "SZ": 16,
    "O": 18,
    "pentomino": 16,
    "omino:1": 7,
    "mixed": 10,
    "S": 14,
}


def pieces_named(name: str) -> PieceSet:
    return MIXED if name == "mixed" else piece_set(name)


@cache
def solver(name: str, play: str, side: int, threads: int = 1) -> Solver:
    return Solver(PlacementGame(pieces_named(name), play), largest_side=side, threads=threads)


def shapes_of(name: str) -> tuple[oracles.Cells, ...]:
    return tuple(frozenset(cells) for cells in pieces_named(name).shapes)


def sets_of(form: Form) -> frozenset:
    return frozenset(sets_of(option) for option in form.options)


def assert_solved_right(grid: Grid, name: str, side: int) -> None:
    """Asserts that every answer of the solver about a board equals the oracle's."""
    empty, shapes = oracles.empty_cells(rows_of(grid)), shapes_of(name)
    nimber = oracles.nimber(empty, shapes)
    for play in PLAYS:
        expected = "N" if oracles.wins(empty, shapes, play) else "P"
        assert solver(name, play, side).outcome(grid) == expected
    assert solver(name, "normal", side).nimber(grid) == nimber
    canonical = solver(name, "misere", side).canonical(grid)
    assert canonical is not None
    assert canonical.nimber == nimber
    assert canonical.outcome() == ("N" if oracles.wins(empty, shapes, "misere") else "P")


@st.composite
def boards_of_few_cells(draw: st.DrawFn) -> tuple[Grid, str]:
    """Boards of up to 16×16 with few empty cells, mostly close together, and a piece set."""
    name, most = draw(st.sampled_from(list(MOST_CELLS.items())))
    width, height = draw(st.integers(1, 16)), draw(st.integers(1, 16))
    cells = {(draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1)))}
    for _ in range(draw(st.integers(0, most - 1))):
        row, column = draw(st.sampled_from(sorted(cells)))
        step = draw(st.sampled_from([(0, 1), (1, 0), (0, -1), (-1, 0), (0, 2), (2, 0)]))
        cell = (row + step[0], column + step[1])
        if 0 <= cell[0] < height and 0 <= cell[1] < width:
            cells.add(cell)
    return Grid.of_size(width, height, cells).inverted(), name


@settings(max_examples=150)
@given(boards_of_few_cells())
def test_random_boards_agree_with_trying_every_move(board: tuple[Grid, str]) -> None:
    grid, name = board
    for side in (8, 11, 16):
        if side >= max(grid.width, grid.height):
            assert_solved_right(grid, name, side)


@settings(max_examples=60)
@given(boards_of_few_cells())
def test_the_ois_is_the_plain_set_of_sets(board: tuple[Grid, str]) -> None:
    grid, name = board
    found = solver(name, "misere", 16).ois(grid)
    assert found is not None
    expected = oracles.option_sets(oracles.empty_cells(rows_of(grid)), shapes_of(name))
    assert sets_of(found) == expected
    canonical = solver(name, "misere", 16).canonical(grid)
    assert str(found.canonical()) == str(canonical)


@settings(max_examples=60)
@given(grids(4, 3), grids(4, 3), st.sampled_from(["tetromino", "tromino", "LJ"]))
def test_boards_side_by_side_are_the_product_of_their_forms(a: Grid, b: Grid, name: str) -> None:
    height = max(a.height, b.height)
    both = np.ones((height, a.width + 1 + b.width), dtype=bool)
    both[: a.height, : a.width] = a.to_array()
    both[: b.height, a.width + 1 :] = b.to_array()
    misere = solver(name, "misere", 16)
    left, right = misere.canonical(a), misere.canonical(b)
    together = misere.canonical(Grid.from_array(both))
    assert left is not None
    assert right is not None
    assert together is left * right


@given(grids(5, 5), st.sampled_from(Symmetry))
def test_symmetric_boards_have_the_same_value(grid: Grid, symmetry: Symmetry) -> None:
    misere = solver("tetromino", "misere", 8)
    assert misere.canonical(grid) is misere.canonical(grid.transform(symmetry))


# published values


# Cram, normal play (Winning Ways; Schneider 2009; Lemoine and Viennot; Beling).
@pytest.mark.parametrize(
    ("width", "height", "nimber"),
    [
        *[(3, 3, 0), (4, 4, 0), (4, 5, 2), (4, 7, 3), (5, 5, 0), (5, 6, 2), (4, 9, 1), (5, 7, 1)],
        *[(6, 6, 0), (6, 8, 0), (6, 10, 0), (4, 14, 0)],  # at once, by the half turn
        *(
            pytest.param(*board, marks=pytest.mark.long)
            for board in [(5, 8, 1), (4, 11, 1), (5, 9, 1), (6, 7, 5)]
        ),
    ],
)
def test_published_nimbers_of_cram(width: int, height: int, nimber: int) -> None:
    grid = Grid.of_size(width, height)
    assert Solver.for_boards([grid], PlacementGame("domino", "normal")).nimber(grid) == nimber


def test_a_search_for_a_nimber_says_which_number_it_asks_for() -> None:
    """The half turn says at once that 4×9 is not 0."""
    grid, asked = Grid.of_size(9, 4), []
    solver = Solver.for_boards(
        [grid],
        PlacementGame("domino", "normal"),
        progress=lambda *_: asked.append(solver.asking),
    )
    assert solver.nimber(grid) == 1
    assert asked
    assert set(asked) <= {None, 0, 1}
    assert asked[-1] == 1


@pytest.mark.parametrize(
    ("width", "height", "misere_nimber"),
    [(2, 2, 1), (2, 3, 0), (3, 3, 1), (3, 4, 0), (3, 6, 1), (4, 4, 0)],
)
def test_published_misere_nimbers_of_cram(width: int, height: int, misere_nimber: int) -> None:
    form = solver("domino", "misere", 8).canonical(Grid.of_size(width, height))
    assert form is not None
    assert form.misere_nimber == misere_nimber


def test_the_golden_value_of_cram() -> None:
    grid = Grid(".........|##.######")
    form = solver("domino", "misere", 11).canonical(grid)
    assert form is not None
    assert form.nimber == 4
    assert form is form.store.parse("{*2+*2, *3, *2, *1}")


# I-tetrominoes in a row are the octal game .0007.
@pytest.mark.parametrize(
    ("cells", "genus"), [*((n, "1^031") for n in range(4, 8)), (8, "2^20"), (3, "0^120")]
)
def test_published_genera_of_i_tetrominoes_in_a_row(cells: int, genus: str) -> None:
    form = solver("I", "misere", 8).canonical(Grid.of_size(cells, 1))
    assert form is not None
    assert form.genus == genus


def dawsons_kayles(n: int) -> list[int]:
    """Nimbers of .07, from its rule: take two neighbours, leaving any two rows."""
    values = [0, 0]
    for length in range(2, n + 1):
        options = {values[left] ^ values[length - 2 - left] for left in range(length - 1)}
        values.append(oracles.least_missing(options))
    return values


def test_dominoes_in_a_row_are_dawsons_kayles() -> None:
    normal = solver("domino", "normal", 16)
    expected = dawsons_kayles(16)
    assert [normal.nimber(Grid.of_size(n, 1)) for n in range(1, 17)] == expected[1:]


# Found by trying every move.
@pytest.mark.parametrize(
    ("width", "height", "outcome"),
    [(1, 4, "P"), (2, 4, "N"), (2, 8, "P"), (4, 4, "N"), (4, 5, "N"), (5, 5, "P"), (5, 6, "N")],
)
def test_known_outcomes_of_nim_tetris(width: int, height: int, outcome: str) -> None:
    assert solver("tetromino", "misere", 8).outcome(Grid.of_size(width, height)) == outcome


@pytest.mark.parametrize(("width", "height", "text"), [(5, 5, "*1"), (4, 6, "*3")])
def test_known_canonical_forms_of_nim_tetris(width: int, height: int, text: str) -> None:
    assert str(solver("tetromino", "misere", 8).canonical(Grid.of_size(width, height))) == text


@pytest.mark.parametrize(
    ("width", "height", "nimber"), [(3, 4, 3), (4, 4, 1), (4, 5, 5), (5, 5, 1), (5, 6, 2)]
)
def test_known_nimbers_of_nim_tetris(width: int, height: int, nimber: int) -> None:
    assert solver("tetromino", "normal", 8).nimber(Grid.of_size(width, height)) == nimber


def test_6_by_5_has_106_reduced_and_2055_unreduced_forms() -> None:
    fresh = Solver(largest_side=6)
    canonical, plain = fresh.canonical(Grid.of_size(6, 5)), fresh.ois(Grid.of_size(6, 5))
    assert canonical is not None
    assert plain is not None
    assert (len(canonical.store), len(plain.store)) == (106, 2055)


def test_threads_do_not_change_the_answer() -> None:
    for threads in (1, 2, 4):
        for width, height, outcome in ((6, 6, "P"), (6, 7, "N")):
            several = Solver(largest_side=8, threads=threads)
            assert several.outcome(Grid.of_size(width, height)) == outcome


def test_a_tiny_table_does_not_change_the_answer() -> None:
    for play, outcome in (("misere", "P"), ("normal", "N")):
        tiny = Solver(PlacementGame(play=play), largest_side=6, memory=1 << 16)
        assert tiny.outcome(Grid.of_size(5, 5)) == outcome


def test_one_solver_answers_about_both_plays() -> None:
    """Misère outcomes and nimbers share a table and must not be confused there."""
    asked = Solver(largest_side=8)
    fresh = Solver(PlacementGame(play="normal"), largest_side=8)
    for width, height in itertools.product(range(4, 7), range(4, 6)):
        grid = Grid.of_size(width, height)
        nimber = asked.nimber(grid)
        assert nimber == fresh.nimber(grid)
        outcome = asked.outcome(grid)
        canonical = asked.canonical(grid)
        assert canonical is not None
        assert (outcome, nimber) == (canonical.outcome(), canonical.nimber)


# limits


@given(boards_of_few_cells(), st.integers(0, 3))
@settings(max_examples=40)
def test_proof_numbers_of_a_board_beside_a_heap(board: tuple[Grid, str], heap: int) -> None:
    """With nodes enough they say who wins; with fewer they are never wrong."""
    grid, name = board
    empty, shapes = oracles.empty_cells(rows_of(grid)), shapes_of(name)
    wins = {
        "misere": oracles.wins(empty, shapes, "misere"),
        "normal": oracles.nimber(empty, shapes) != heap,
    }
    for play in PLAYS:
        asked = Solver(PlacementGame(pieces_named(name), play), box=(grid.width, grid.height))
        beside = heap if play == "normal" else 0
        right = (0, math.inf) if wins[play] else (math.inf, 0)
        for most_nodes in (0, 1, 5):
            found = asked.numbers(grid, beside, most_nodes=most_nodes)
            assert found is None or found == right or 0 < min(found) <= max(found) < math.inf
        assert asked.numbers(grid, beside, most_nodes=10**9) == right
        assert asked.numbers(grid, beside, most_nodes=0) == right


@pytest.mark.parametrize("play", PLAYS)
def test_a_search_of_some_nodes_ends_soon_and_says_how_far_it_is(play: str) -> None:
    asked = Solver(PlacementGame("tetromino", play), box=(9, 8))
    grid = Grid.of_size(9, 7)
    found = asked.numbers(grid, most_nodes=50)
    assert found is not None
    assert 0 < min(found) <= max(found) < math.inf
    assert 50 <= asked.nodes < 5000
    before = asked.nodes
    assert asked.numbers(grid, most_nodes=0) is not None
    assert asked.nodes == before


def test_there_is_no_heap_in_misere_play() -> None:
    with pytest.raises(ValueError, match="normal play only"):
        Solver(largest_side=4).numbers(Grid("...."), 1, most_nodes=1)


@settings(max_examples=60)
@given(
    grids(4, 4),
    st.sampled_from(["tetromino", "tromino", "LJ", "mixed"]),
    st.sampled_from(PLAYS),
    st.sampled_from([1, 2]),
    st.sampled_from([0.0, 0.2, 0.5, 1.0]),
)
def test_replies_are_counted(grid: Grid, name: str, play: str, threads: int, share: float) -> None:
    """Every move is counted, unless enough win."""
    empty = oracles.empty_cells(rows_of(grid))
    if len(empty) > MOST_CELLS[name]:
        return
    shapes = shapes_of(name)
    moves = oracles.placements(empty, shapes)
    wins = sum(not oracles.wins(empty - move, shapes, play) for move in moves)
    counted = solver(name, play, 4, threads).replies(grid, share)
    assert counted is not None
    assert counted.moves == len(moves)
    if wins < share * len(moves):
        assert (counted.wins, counted.losses) == (wins, len(moves) - wins)
    else:
        assert share * len(moves) <= counted.wins <= wins
        assert counted.losses <= len(moves) - wins


def test_replies_that_take_long_are_not_counted_in_little_time() -> None:
    """Those that are easy to decide are: on 10×10, none."""
    counted = Solver(largest_side=10).replies(Grid.of_size(10, 10), limits=Limits.of(seconds=0.05))
    assert counted is not None
    assert counted.moves == len(PlacementGame().placements(Grid.of_size(10, 10)))
    assert counted.wins == counted.losses == 0


@pytest.mark.parametrize("play", PLAYS)
def test_the_effort_to_win_agrees_with_what_is_known(play: str) -> None:
    asked = Solver(PlacementGame(play=play), largest_side=8)
    grid = Grid.of_size(5, 6, [(0, 0)])  # not symmetric, so nothing is known at once
    effort = asked.effort_to_win(grid)
    assert effort is not None
    assert 0 < effort < math.inf
    for move in asked.game.moves(grid):
        lost = asked.outcome(move.leaves) == "P"
        assert asked.effort_to_win(move.leaves) == (math.inf if lost else 0)
    assert asked.effort_to_win(grid) == (math.inf if asked.outcome(grid) == "P" else 0)


def test_no_answer_is_given_when_the_time_is_up() -> None:
    big = Solver(largest_side=10)
    assert big.outcome(Grid.of_size(10, 10), Limits.of(seconds=0.1)) is None
    assert big.canonical(Grid.of_size(10, 10), Limits.of(seconds=0.1)) is None
    assert big.nimber(Grid.of_size(10, 10), Limits.of(seconds=0.1)) is None


def test_no_answer_is_given_when_the_memory_is_used_up() -> None:
    small = Solver(PlacementGame("domino"), largest_side=6, memory=1 << 19)
    assert small.ois(Grid.of_size(6, 5), Limits.of(seconds=30)) is None


def test_listing_moves_counts_as_memory() -> None:
    """There are some 150,000 placements of heptominoes here, too many for the memory allowed."""
    small = Solver(PlacementGame("omino:7"), largest_side=16, memory=1 << 20)
    assert small.outcome(Grid.of_size(16, 16), Limits.of(seconds=60)) is None
    assert small.nodes == 1


def test_multiplying_huge_forms_stops_when_the_time_is_up() -> None:
    """The forms of the two parts are found quickly; their product takes many seconds."""
    asked = Solver(largest_side=13, memory=8 * 2**30)
    parts = Grid("|".join(5 * ["......#......"]))
    assert asked.ois(Grid("|".join(5 * ["......"]))) is not None
    assert asked.ois(parts, Limits.of(seconds=1)) is None


def test_progress_is_reported() -> None:
    told: list[tuple[int, int, int]] = []
    asked = Solver(largest_side=10, progress=lambda *values: told.append(values))
    asked.outcome(Grid.of_size(10, 10), Limits.of(seconds=0.3))
    assert told
    nodes, used, room = told[-1]
    assert 0 < used <= nodes
    assert used <= room
    assert asked.nodes >= nodes


def test_boards_that_are_too_large_are_refused() -> None:
    with pytest.raises(SizeError, match="fit in 8×8, not 9×2"):
        solver("tetromino", "misere", 8).outcome(Grid.of_size(9, 2))
    with pytest.raises(SizeError, match="1 to 256 cells, not 17×17"):
        Solver(PlacementGame("O"), largest_side=17)
    with pytest.raises(FileError, match="up to 256 cells"):
        check_board_size(Grid.of_size(129, 2), Location("a.txt"))


# checkpoints whose seals and checksums are right, and whose words are not


@pytest.fixture(scope="module")
def words_of_checkpoint(tmp_path_factory: pytest.TempPathFactory) -> list[int]:
    """What a solver wrote that has searched."""
    path = tmp_path_factory.mktemp("checkpoints") / "checkpoint"
    with Checkpoint(path).keeping(solver := Solver(largest_side=8)):
        assert solver.outcome(Grid.of_size(5, 6)) == "N"
    return words_of(content_of(path))


def form_out_of_range(words: list[int]) -> None:
    words[PlacementWords.of(words).forms[-1] + 1] = 2**32 - 1


def a_form_of_itself(words: list[int]) -> None:
    forms = PlacementWords.of(words).forms
    words[forms[2] + words[forms[2]]] = 2


def options_out_of_order(words: list[int]) -> None:
    place = next(at for at in PlacementWords.of(words).forms if words[at] >= 2)
    words[place + 1], words[place + 2] = words[place + 2], words[place + 1]


def more_options_than_forms(words: list[int]) -> None:
    words[PlacementWords.of(words).forms[1]] = 2**62


def more_forms_than_words(words: list[int]) -> None:
    words[PlacementWords.of(words).count] = 2**40


def one_form_twice(words: list[int]) -> None:
    found = PlacementWords.of(words)
    last = words[found.forms[-1] : -1]
    words[-1:-1] = last
    words[found.count] += 1


def another_first_form(words: list[int]) -> None:
    """The form of a heap of one is {0}."""
    words[PlacementWords.of(words).forms[1]] = 0
    del words[PlacementWords.of(words).forms[1] + 1]


def an_impossible_outcome(words: list[int]) -> None:
    words[PlacementWords.of(words).outcomes[0]] |= 2**27 - 1


def outcomes_without_end(words: list[int]) -> None:
    del words[PlacementWords.of(words).count - 2 :]
    words += [5] * 9


@pytest.mark.parametrize(
    "change",
    [
        form_out_of_range,
        a_form_of_itself,
        options_out_of_order,
        more_options_than_forms,
        more_forms_than_words,
        one_form_twice,
        another_first_form,
        an_impossible_outcome,
        outcomes_without_end,
    ],
)
def test_an_impossible_checkpoint_is_refused_and_leaves_the_solver_as_it_was(
    change: Callable[[list[int]], None], words_of_checkpoint: list[int], tmp_path: Path
) -> None:
    words = list(words_of_checkpoint)
    change(words)
    write_resealed(tmp_path / "changed", bytes_of(words))
    solver = Solver(largest_side=8)
    with (
        pytest.raises(CgtError, match=r"damaged|ends too soon|does not fit"),
        Checkpoint(tmp_path / "changed").keeping(solver),
    ):
        pass
    write_resealed(tmp_path / "right", bytes_of(words_of_checkpoint))
    with Checkpoint(tmp_path / "right").keeping(solver):
        assert solver.outcome(Grid.of_size(5, 6)) == "N"
    assert solver.nodes == 0


def test_a_checkpoint_takes_no_more_memory_than_is_allowed(
    words_of_checkpoint: list[int], tmp_path: Path
) -> None:
    """Forms of one option each, one of the other: few bytes in the file, many in memory."""
    forms = [word for form in range(1, 100_000) for word in (1, form - 1)]
    words = [*words_of_checkpoint[:2], 0, 0, 100_000, 0, *forms, 0]
    write_resealed(tmp_path / "changed", bytes_of(words))
    solver = Solver(largest_side=8, memory=2**22)
    with (
        pytest.raises(CgtError, match="more memory than is allowed"),
        Checkpoint(tmp_path / "changed").keeping(solver),
    ):
        pass
    assert solver.outcome(Grid.of_size(5, 5)) == "P"


def test_lies_about_nimbers_do_not_make_a_search_endless(tmp_path: Path) -> None:
    """Every region is said to have none of the nimbers from 0 to 25."""
    game, path = PlacementGame("domino", "normal"), tmp_path / "checkpoint"
    with Checkpoint(path).keeping(solver := Solver(game, largest_side=8)):
        assert solver.nimber(Grid.of_size(5, 5)) == 0
    words = words_of(content_of(path))
    for at in PlacementWords.of(words).outcomes:
        words[at] = words[at] & ~(2**27 - 1) | 2**26 - 1
    write_resealed(path, bytes_of(words))
    kept, solver = Checkpoint(path), Solver(game, largest_side=8)
    with pytest.raises(CgtError, match="cannot be true"), kept.keeping(solver):
        solver.nimber(Grid.of_size(5, 5))


def test_a_long_checkpoint_is_loaded_whole(words_of_checkpoint: list[int], tmp_path: Path) -> None:
    """Outcomes are written in the order of their keys, and the table begins small."""
    chance, path = np.random.default_rng(1), tmp_path / "checkpoint"
    keys = np.sort(chance.integers(2**64 - 1, size=200_000, dtype=np.uint64))
    outcomes = [word for key in keys.tolist() for word in (key, key & ~(2**32 - 1) | 1)]
    words = [*words_of_checkpoint[:2], *outcomes, 0, 0, 2, 0, 1, 0, 0]
    write_resealed(path, bytes_of(words))
    with Checkpoint(path).keeping(Solver(largest_side=8)):
        pass
    kept = len(PlacementWords.of(words_of(content_of(path))).outcomes)
    assert 199_000 <= kept <= 200_000
