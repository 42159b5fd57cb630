"""The curve of a run."""

import struct
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cgt.errors import CgtError
from cgt.train.plot import _scale, write_plot
from cgt.train.trainer import Record

HISTORY = [Record(n, 10 * n, 5.0 + n, 4.0 + n, 1.0 + n / 2) for n in range(1, 30)]


def test_svg_has_its_labels_as_text(tmp_path: Path) -> None:
    path = tmp_path / "run.svg"
    write_plot(path, HISTORY, "A run", "lines a game")
    root = ElementTree.fromstring(path.read_text())
    assert root.tag.endswith("svg")
    texts = {"".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")}
    assert {"A run", "step", "lines a game"} <= texts
    assert {"best so far", "best of the step", "mean of the step"} <= texts


def test_png_is_large_enough_to_read(tmp_path: Path) -> None:
    path = tmp_path / "run.PNG"
    write_plot(path, HISTORY)
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1200, 750)


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_same_run_gives_the_same_file(ending: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"{n}.{ending}" for n in range(3)]
    for path, history in zip(paths, [HISTORY, HISTORY, HISTORY[:-1]], strict=True):
        write_plot(path, history)
    assert paths[0].read_bytes() == paths[1].read_bytes() != paths[2].read_bytes()


def test_one_step_and_negative_fitness_can_be_drawn(tmp_path: Path) -> None:
    write_plot(tmp_path / "one.svg", HISTORY[:1])
    write_plot(tmp_path / "negative.svg", [Record(n, n, -5.0, -6.0, -1e6) for n in (1, 2)])
    assert len(list(tmp_path.iterdir())) == 2


def test_orders_of_magnitude_are_drawn_as_such() -> None:
    assert _scale(HISTORY) == "linear"
    assert _scale([Record(1, 1, 1e5, 1e5, 3.0)]) == "log"
    assert _scale([Record(1, 1, 1e5, 1e5, 0.0)]) == "linear"  # zero has no logarithm


def test_what_cannot_be_drawn_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CgtError, match=r"written as \.png or \.svg"):
        write_plot(tmp_path / "run.gif", HISTORY)
    with pytest.raises(CgtError, match="no step"):
        write_plot(tmp_path / "run.png", [])
    with pytest.raises(CgtError, match="cannot be written"):
        write_plot(tmp_path / "missing" / "run.png", HISTORY)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(CgtError, match="needs the package matplotlib"):
        write_plot(tmp_path / "run.png", HISTORY)
    assert list(tmp_path.iterdir()) == []
