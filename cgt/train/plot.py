"""The curve of a training run, drawn by matplotlib as PNG or SVG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cgt.errors import CgtError
from cgt.files import write_atomically
from cgt.train.trainer import Record

_FORMATS = (".png", ".svg")
_LARGE_RATIO = 100  # from here on, small values would lie on the axis


def check_plot(path: str | Path) -> str:
    """The ending of a file, which says how a plot is written; raises CgtError if there is no such
    way."""
    ending = Path(path).suffix.lower()
    if ending not in _FORMATS:
        raise CgtError(f"{path}: a plot is written as {' or '.join(_FORMATS)}")
    return ending


def write_plot(
    path: str | Path, history: Sequence[Record], title: str = "", fitness: str = "fitness"
) -> None:
    """Draws the best fitness so far, and the best and the mean of each step, as the file's ending
    says: .png or .svg. `fitness` is what the axis is called. Raises CgtError if the ending is
    another, there is nothing to draw, or the file cannot be written."""
    ending = check_plot(path)
    if not history:
        raise CgtError("there is no step to draw")
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
        from matplotlib.ticker import MaxNLocator
    except ImportError:
        raise CgtError("a plot needs the package matplotlib: pip install it") from None
    # Text stays text, and the same run gives the same file.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "cgt"}):
        figure = Figure(figsize=(8, 5), layout="constrained")
        axes = figure.add_subplot()
        steps = [record.step for record in history]
        marker = "." if len(steps) <= 50 else ""  # a single step is no line
        axes.plot(
            steps,
            [r.best for r in history],
            marker=marker,
            color="silver",  # broad and pale, as the others often lie on it
            linewidth=5,
            drawstyle="steps-post",
            label="best so far",
        )
        axes.plot(steps, [r.step_best for r in history], marker=marker, label="best of the step")
        axes.plot(steps, [r.step_mean for r in history], marker=marker, label="mean of the step")
        axes.set_yscale(_scale(history))
        axes.set_xlabel("step")
        axes.set_ylabel(fitness)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(alpha=0.3)
        axes.legend()
        if title:
            axes.set_title(title)
        form = ending.removeprefix(".")
        metadata = {"Date": None} if form == "svg" else {}
        write_atomically(
            path, lambda file: figure.savefig(file, format=form, dpi=150, metadata=metadata)
        )


def _scale(history: Sequence[Record]) -> str:
    """Logarithmic where fitness is positive and grows by orders of magnitude."""
    low = min(min(r.step_mean, r.step_best) for r in history)
    high = max(r.best for r in history)
    return "log" if low > 0 and high / low > _LARGE_RATIO else "linear"
