"""Charts: the curve of a run, the spread of many games."""

import struct
import sys
from itertools import pairwise
from unittest.mock import MagicMock
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgt.common.errors import CgtError
from cgt.draw.charts import (
    Chart,
    Curve,
    _edges,
    _scale,
    distribution_chart,
    runs_chart,
    training_chart,
)
from cgt.train.trainer import Record

HISTORY = [Record(n, 10 * n, 5.0 + n, 4.0 + n, 1.0 + n / 2) for n in range(1, 30)]


def texts_of(chart: Chart) -> set[str]:
    root = ElementTree.fromstring(chart.written("svg"))
    assert root.tag.endswith("svg")
    return {"".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")}


def test_a_run_has_its_labels_as_text() -> None:
    texts = texts_of(training_chart(HISTORY, "A run", "lines a game"))
    assert {"A run", "step", "lines a game"} <= texts
    assert {"best so far", "best of the step", "mean of the step"} <= texts


def test_a_distribution_shows_its_mean_and_the_number_of_games() -> None:
    texts = texts_of(distribution_chart([1, 2, 6], "three games", "points"))
    assert {"three games", "points in a game", "games of 3", "mean 3.0"} <= texts
    assert "95 % confidence" in texts
    assert "95 % confidence" not in texts_of(distribution_chart([5]))  # of one game nothing follows


RUNS = Curve("best", [[1.0, 4.0, 2.0], [3.0, 9.0, 8.0]])


def test_several_runs_have_their_median_their_range_and_each_run() -> None:
    drawn = MagicMock()
    runs_chart([RUNS]).draw(drawn)
    steps, low, high = drawn.fill_between.call_args.args
    assert (list(steps), low, high) == ([0, 1], [1, 3], [4, 9])
    lines = [list(call.args[1]) for call in drawn.plot.call_args_list]
    assert lines == [[1, 3], [4, 9], [2, 8], [2, 8]]  # three runs, then their median
    assert drawn.plot.call_args.kwargs["label"] == "best"
    drawn.set_yscale.assert_called_once_with("linear")


def test_several_runs_have_their_labels_as_text() -> None:
    mean = Curve("mean", [[0.1, 0.2, 0.3], [1.0, 2.0, 99.0]])
    texts = texts_of(runs_chart([RUNS, mean], "Runs", "lines a game"))
    assert {"Runs", "generation", "lines a game", "best", "mean"} <= texts
    with pytest.raises(CgtError, match="there is no generation to draw"):
        runs_chart([Curve("best", [])])


def test_every_game_is_in_a_bar() -> None:
    values = [3, 3, 3, 10, 50]
    drawn = MagicMock()
    distribution_chart(values).draw(drawn)
    [given], options = drawn.hist.call_args
    assert given == values
    edges = options["bins"]
    assert edges[0] < min(values) <= max(values) < edges[-1]
    # 13.8 ± 1.96 · 20.46 / √5
    low, high = drawn.axvspan.call_args.args
    assert (low, high) == (pytest.approx(-4.14, abs=0.01), pytest.approx(31.74, abs=0.01))


@pytest.mark.parametrize(
    ("values", "edges"),
    [
        ([7], [6.5, 7.5]),
        ([7, 7], [6.5, 7.5]),
        ([0, 1], [-0.5, 0.5, 1.5]),
        ([0, 5], [-0.5, 1.5, 3.5, 5.5]),
    ],
)
def test_bars_hold_whole_numbers(values: list[int], edges: list[float]) -> None:
    assert _edges(values) == edges


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=50))
def test_all_bars_hold_as_many_numbers(values: list[int]) -> None:
    edges = _edges(values)
    steps = {b - a for a, b in pairwise(edges)}
    assert len(steps) == 1
    assert steps.pop() == int(edges[1] - edges[0])
    assert len(edges) <= 61
    assert edges[0] == min(values) - 0.5
    assert edges[-2] < max(values) < edges[-1]


@pytest.mark.parametrize("chart", [training_chart(HISTORY), distribution_chart([1, 2, 3])])
def test_png_is_large_enough_to_read(chart: Chart) -> None:
    data = chart.written("png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1200, 750)


def test_the_same_run_gives_the_same_file() -> None:
    for form in ("svg", "png"):
        first, second, other = (
            training_chart(history).written(form) for history in (HISTORY, HISTORY, HISTORY[:-1])
        )
        assert first == second != other


def test_one_step_and_negative_fitness_can_be_drawn() -> None:
    assert b"<svg" in training_chart(HISTORY[:1]).written("svg")
    assert b"<svg" in training_chart([Record(n, n, -5.0, -6.0, -1e6) for n in (1, 2)]).written(
        "svg"
    )


def test_orders_of_magnitude_are_drawn_as_such() -> None:
    assert _scale(HISTORY) == "linear"
    assert _scale([Record(1, 1, 1e5, 1e5, 3.0)]) == "log"
    assert _scale([Record(1, 1, 1e5, 1e5, 0.0)]) == "linear"  # zero has no logarithm


def test_what_cannot_be_drawn_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CgtError, match="no step"):
        training_chart([])
    with pytest.raises(CgtError, match="no game"):
        distribution_chart([])
    with pytest.raises(CgtError, match="the chart cannot be written"):
        training_chart(HISTORY).written("nothing")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(CgtError, match="needs the package matplotlib"):
        training_chart(HISTORY).written("png")
