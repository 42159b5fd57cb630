"""Labelling against plain flood fill and against scipy.ndimage."""

import signal
import sys

import numpy as np
import oracles
import pytest
from conftest import child_process, work_for
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray
from patience import PATIENCE
from scipy import ndimage
from strategies import grids

from cgt.board.grid import Grid
from cgt.board.labelling import label, label_boards, pack_boards
from cgt.board.piecesets import piece_set
from cgt.board.regions import label_regions
from cgt.common.errors import CgtError, SizeError

SETS = ["tetromino", "domino", "tromino", "pentomino", "omino:1", "LJ", "SZ", "O", "I"]
BOOLEAN_IMAGES = hnp.arrays(np.bool_, hnp.array_shapes(min_dims=2, max_dims=2, max_side=150))


def checkerboard(height: int, width: int) -> NDArray[np.bool_]:
    return np.indices((height, width)).sum(axis=0) % 2 == 0


def comb(height: int, width: int) -> NDArray[np.bool_]:
    """Teeth that only the last row joins."""
    image = np.zeros((height, width), dtype=bool)
    image[:, ::2] = True
    image[-1] = True
    return image


def spiral(side: int) -> NDArray[np.bool_]:
    """One path that winds inwards, walls one cell thick."""
    image = np.zeros((side, side), dtype=bool)
    row, column, d_row, d_column = 0, 0, 0, 1
    image[0, 0] = True
    steps, turns = side - 1, 0
    while steps > 0:
        for _ in range(steps):
            row, column = row + d_row, column + d_column
            image[row, column] = True
        d_row, d_column = d_column, -d_row
        turns += 1
        if turns >= 3 and turns % 2 == 1:
            steps -= 2
    return image


def assert_labelled(cells: NDArray[np.bool_]) -> None:
    """Every way to label an image gives exactly what scipy gives."""
    expected, expected_count = ndimage.label(cells)
    width = cells.shape[1]
    for labels, count in (
        label(cells),
        label(np.packbits(cells, axis=1, bitorder="little"), width=width),
        label(np.packbits(cells, axis=1), width=width, bitorder="big"),
    ):
        assert count == expected_count
        assert labels.dtype == np.int32
        assert np.array_equal(labels, expected)


# one image


@settings(max_examples=300)
@given(BOOLEAN_IMAGES)
def test_labelling_agrees_with_scipy(cells: NDArray[np.bool_]) -> None:
    assert_labelled(cells)


@given(hnp.arrays(np.bool_, hnp.array_shapes(min_dims=2, max_dims=2, max_side=24)))
def test_labelling_agrees_with_plain_flood_fill(cells: NDArray[np.bool_]) -> None:
    height, width = cells.shape
    labels, count = label(cells)
    filled = oracles.filled_cells(cells.tolist())
    assert labels.tolist() == oracles.labels(filled, height, width)
    assert count == len(oracles.components(filled))


@pytest.mark.parametrize("density", [0.1, 0.3, 0.5, 0.6, 0.7, 0.9])
@pytest.mark.parametrize("width", [1, 2, 7, 8, 9, 63, 64, 65, 127, 128, 129, 200, 1000])
def test_random_images_of_every_width_around_a_word(width: int, density: float) -> None:
    random = np.random.default_rng(width)
    for height in (1, 2, 3, 17, 100):
        assert_labelled(random.random((height, width)) < density)


@pytest.mark.parametrize("height", range(1, 13))
@pytest.mark.parametrize("width", range(1, 13))
def test_small_images_of_every_size(height: int, width: int) -> None:
    random = np.random.default_rng(height * 100 + width)
    for density in (0.3, 0.5, 0.7):
        assert_labelled(random.random((height, width)) < density)
    assert_labelled(np.zeros((height, width), dtype=bool))
    assert_labelled(np.ones((height, width), dtype=bool))


@pytest.mark.parametrize("side", [2, 3, 5, 16, 64, 65, 100, 257])
def test_images_with_many_late_joins(side: int) -> None:
    for image in (
        checkerboard(side, side),
        checkerboard(side, side + 1),
        ~checkerboard(side, side),
        comb(side, side),
        comb(side, side)[::-1],
        comb(side, side).T,
        comb(side, side).T[:, ::-1],
        spiral(side),
        ~spiral(side),
        spiral(side)[::-1, ::-1],
        np.eye(side, dtype=bool),
    ):
        assert_labelled(np.ascontiguousarray(image))


def test_images_of_many_runs_agree_with_scipy() -> None:
    assert_labelled(checkerboard(601, 601))
    assert_labelled(np.random.default_rng(4).random((700, 900)) < 0.5)


def test_a_checkerboard_has_the_most_labels() -> None:
    labels, count = label(checkerboard(301, 301))
    assert count == 301 * 151 - 150
    assert labels.max() == count


def test_any_kind_of_array_is_labelled() -> None:
    cells = np.random.default_rng(5).random((40, 60)) < 0.5
    expected = label(cells)[0]
    for variant in (
        cells.astype(np.uint8) * 7,
        cells.astype(np.int64) * -(2**40),
        cells.astype(np.float64) * 0.25,
        np.asfortranarray(cells),
        np.repeat(cells, 2, axis=1)[:, ::2],
    ):
        assert np.array_equal(label(variant)[0], expected)
    assert np.array_equal(label(cells.tolist())[0], expected)


def test_packed_rows_may_be_longer_than_needed_and_apart() -> None:
    cells = np.random.default_rng(6).random((30, 40)) < 0.5
    packed = np.full((60, 9), 0xFF, dtype=np.uint8)
    packed[::2, :5] = np.packbits(cells, axis=1, bitorder="little")
    assert np.array_equal(label(packed[::2], width=40)[0], label(cells)[0])


def test_an_image_without_cells_has_no_labels() -> None:
    for shape in ((0, 0), (0, 5), (5, 0)):
        labels, count = label(np.zeros(shape, dtype=bool))
        assert labels.shape == shape
        assert count == 0


def test_labels_are_written_to_the_given_array() -> None:
    cells = np.random.default_rng(7).random((50, 70)) < 0.5
    out = np.full((50, 70), -1, dtype=np.int32)
    labels, _ = label(cells, out=out)
    assert labels is out
    assert np.array_equal(out, ndimage.label(cells)[0])


def test_output_arrays_that_do_not_fit_are_refused() -> None:
    cells = np.ones((4, 6), dtype=bool)
    with pytest.raises(CgtError, match=r"int64 of shape \(4, 6\), not int32"):
        label(cells, out=np.zeros((4, 6), dtype=np.int64))  # type: ignore[arg-type]
    with pytest.raises(CgtError, match=r"shape \(6, 4\)"):
        label(cells, out=np.zeros((6, 4), dtype=np.int32))
    with pytest.raises(CgtError, match="C-contiguous"):
        label(cells, out=np.zeros((6, 4), dtype=np.int32).T)
    read_only = np.zeros((4, 6), dtype=np.int32)
    read_only.flags.writeable = False
    with pytest.raises(CgtError, match="writable"):
        label(cells, out=read_only)
    unaligned = np.zeros(4 * 4 * 6 + 1, dtype=np.uint8)[1:].view(np.int32).reshape(4, 6)
    with pytest.raises(CgtError, match="aligned"):
        label(cells, out=unaligned)
    shared = np.zeros((4, 6), dtype=np.int32)
    with pytest.raises(CgtError, match="shares its memory"):
        label(shared, out=shared)


def test_input_that_is_not_an_image_is_refused() -> None:
    with pytest.raises(SizeError, match="two dimensions, not 3"):
        label(np.zeros((2, 2, 2)))
    with pytest.raises(CgtError, match="packed cells are uint8, not bool"):
        label(np.zeros((2, 2), dtype=bool), width=2)
    with pytest.raises(SizeError, match="2 bytes cannot hold 17 cells"):
        label(np.zeros((2, 2), dtype=np.uint8), width=17)
    with pytest.raises(SizeError, match="cannot hold -1 cells"):
        label(np.zeros((2, 2), dtype=np.uint8), width=-1)
    with pytest.raises(CgtError, match="bitorder"):
        label(np.zeros((2, 2), dtype=np.uint8), width=2, bitorder="middle")  # type: ignore[arg-type]


@pytest.mark.long
def test_the_largest_image_has_the_right_number_of_components() -> None:
    side = 32768
    packed = np.full((side, side // 8), 0b01010101, dtype=np.uint8)
    packed[1::2] = 0b10101010
    labels, count = label(packed, width=side)
    assert count == side * side // 2
    assert labels[0, 0] == 1
    assert labels[-1, -1] == count


# many boards


@pytest.mark.parametrize("width", range(1, 17))
def test_boards_of_every_size_agree_with_scipy(width: int) -> None:
    for height in range(1, 17):
        random = np.random.default_rng(width * 100 + height)
        density = random.random((40, 1, 1))
        boards = random.random((40, height, width)) < density
        boards[0], boards[1], boards[2] = False, True, checkerboard(height, width)
        packed = pack_boards(boards)
        for cells, chosen in ((boards, "filled"), (~boards, "empty")):
            labels, counts = label_boards(packed, width, height, cells=chosen)  # type: ignore[arg-type]
            for board, found, count in zip(cells, labels, counts, strict=True):
                expected, expected_count = ndimage.label(board)
                assert np.array_equal(found, expected)
                assert count == expected_count


@settings(max_examples=100)
@given(grids(16, 16), st.sampled_from(SETS))
def test_the_regions_of_many_boards_are_those_of_each(grid: Grid, name: str) -> None:
    pieces = piece_set(name)
    boards = np.stack([grid.words()] * 3)
    labels, counts = label_boards(boards, grid.width, grid.height, cells=pieces)
    expected, count = label_regions(grid, pieces)
    assert np.array_equal(labels, np.stack([expected] * 3))
    assert counts.tolist() == [count] * 3


@pytest.mark.parametrize("size", [(1, 256), (256, 1), (2, 128), (3, 85), (85, 3), (4, 64)])
def test_long_boards_are_labelled_as_each_alone(size: tuple[int, int]) -> None:
    width, height = size
    random = np.random.default_rng(width)
    boards = random.random((20, height, width)) < random.random((20, 1, 1)) / 2
    boards[0] = False
    for name in SETS:
        labels, counts = label_boards(pack_boards(boards), width, height, cells=piece_set(name))
        for board, found, count in zip(boards, labels, counts, strict=True):
            expected, expected_count = label_regions(Grid.from_array(board), piece_set(name))
            assert np.array_equal(found, expected)
            assert count == expected_count


@given(grids(16, 16))
def test_boards_are_packed_as_grids_are(grid: Grid) -> None:
    [words] = pack_boards(grid.to_array()[None])
    assert np.array_equal(words, grid.words())


def test_bits_outside_the_board_do_not_matter() -> None:
    boards = np.array([[~np.uint64(0), ~np.uint64(0)]], dtype=np.uint64)
    labels, counts = label_boards(boards, 10, 10)
    assert counts.tolist() == [1]
    assert (labels == 1).all()
    assert label_boards(boards, 10, 10, cells="empty")[1].tolist() == [0]


def test_board_labels_are_written_to_the_given_array() -> None:
    boards = pack_boards(np.ones((5, 3, 4)))
    out = np.zeros((5, 3, 4), dtype=np.uint8)
    assert label_boards(boards, 4, 3, out=out)[0] is out
    assert out.all()
    with pytest.raises(CgtError, match="output array"):
        label_boards(boards, 4, 3, out=out[:, :, :3])
    backing = np.zeros(2, dtype=np.uint64)
    with pytest.raises(CgtError, match="shares its memory"):
        label_boards(backing[:1, None], 4, 2, out=backing.view(np.uint8)[:8].reshape(1, 2, 4))


def test_boards_need_not_be_aligned() -> None:
    boards = pack_boards(np.random.default_rng(3).random((50, 9, 9)) < 0.5)
    shifted = np.zeros(boards.nbytes + 1, dtype=np.uint8)[1:].view(np.uint64).reshape(boards.shape)
    shifted[:] = boards
    assert np.array_equal(label_boards(shifted, 9, 9)[0], label_boards(boards, 9, 9)[0])


def test_no_boards_have_no_labels() -> None:
    labels, counts = label_boards(np.zeros((0, 2), dtype=np.uint64), 10, 10)
    assert labels.shape == (0, 10, 10)
    assert counts.shape == (0,)


def test_boards_that_do_not_fit_are_refused() -> None:
    boards = np.zeros((3, 2), dtype=np.uint64)
    with pytest.raises(SizeError, match="1 to 256 cells are labelled in bulk, not 65×4"):
        label_boards(boards, 65, 4)
    with pytest.raises(CgtError, match="4 words a row"):
        label_boards(boards, 16, 16)
    with pytest.raises(CgtError, match="not int64"):
        label_boards(boards.astype(np.int64), 10, 10)  # type: ignore[arg-type]
    with pytest.raises(CgtError, match="'filled', 'empty' or a piece set"):
        label_boards(boards, 10, 10, cells="live")  # type: ignore[arg-type]
    with pytest.raises(SizeError, match="three dimensions"):
        pack_boards(np.zeros((3, 3)))


# stopping


def test_ctrl_c_stops_the_native_core() -> None:
    """Labelling these boards would take many minutes; the child must stop from inside it."""
    program = """
import numpy as np
from cgt import label_boards, piece_set
pieces = piece_set("omino:8")
boards = np.zeros((10_000_000, 2), dtype=np.uint64)
try:
    print("started", flush=True)
    label_boards(boards, 10, 10, cells=pieces)
except KeyboardInterrupt:
    print("stopped")
else:
    print("ran to its end")
"""
    with child_process([sys.executable, "-c", program]) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "started\n"
        work_for(child, 1)  # it should be well inside the call
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=PATIENCE)
    assert output == "stopped\n"
