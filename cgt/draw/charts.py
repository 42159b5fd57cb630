"""Charts, drawn by matplotlib: the curve of a training run or of several, and the spread of many
games' results."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

from cgt.common.errors import CgtError
from cgt.draw.palette import FAINT_LINE, INK, PAPER
from cgt.draw.theme import DARK

if TYPE_CHECKING:
    from cgt.train.trainer import Record

_LARGE_RATIO = 100  # above this ratio, small values would lie on the axis
_MOST_BARS = 60
_COLOURS = ("#d55e00", "#0072b2", "#009e73")


@dataclass(frozen=True)
class Chart:
    """Something that draws on axes, and can be written as a file."""

    draw: Callable[[Any], object]
    title: str = ""

    def written(self, form: str) -> bytes:
        """The chart as a file in a format of matplotlib's, such as svg or png. Raises CgtError if
        matplotlib does not know the format or is not installed."""
        check_charts()
        from matplotlib import rc_context
        from matplotlib.figure import Figure

        file = io.BytesIO()
        # Text stays text, and the same data give the same file.
        with rc_context({"svg.fonttype": "none", "svg.hashsalt": "cgt"}):
            figure = Figure(figsize=(8, 5), layout="constrained")
            axes = figure.add_subplot()
            self.draw(axes)
            axes.grid(alpha=0.3)
            axes.legend()
            if self.title:
                axes.set_title(self.title)
            metadata = {"Date": None} if form == "svg" else {}
            try:
                figure.savefig(file, format=form, dpi=150, metadata=metadata)
            except ValueError as error:
                raise CgtError(f"the chart cannot be written: {error}") from None
        return _following_the_theme(file.getvalue()) if form == "svg" else file.getvalue()


def _following_the_theme(svg: bytes) -> bytes:
    """A chart with a style sheet that exchanges its colours where the reader prefers dark.
    matplotlib writes colours into style attributes, which only an important rule overrides."""
    exchanged = {"#ffffff": DARK[PAPER], "#000000": DARK[INK], "#cccccc": DARK[FAINT_LINE]}
    rules = [
        f'[style*="{kind}: {light}"] {{ {kind}: {dark} !important }}'
        for light, dark in exchanged.items()
        for kind in ("fill", "stroke")
    ]
    rules.append(f"text {{ fill: {DARK[INK]} }}")
    style = f"<style>@media (prefers-color-scheme: dark) {{ {' '.join(rules)} }}</style>"
    return svg.replace(b"<defs>", style.encode() + b"<defs>", 1)


def check_charts() -> None:
    """Raises CgtError if charts cannot be drawn here."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise CgtError("a chart needs the package matplotlib: pip install it") from None


def training_chart(history: Sequence[Record], title: str = "", fitness: str = "fitness") -> Chart:
    """The best fitness so far, and the best and the mean of each step. `fitness` is the name of the
    axis. Raises CgtError if there is nothing to draw."""
    if not history:
        raise CgtError("there is no step to draw")

    def draw(axes: Any) -> None:
        from matplotlib.ticker import MaxNLocator

        steps = [record.step for record in history]
        marker = "." if len(steps) <= 50 else ""  # a single step is no line
        axes.plot(
            steps,
            [r.best for r in history],
            marker=marker,
            color="silver",  # broad and pale, because the others often lie on it
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

    return Chart(draw, title)


@dataclass(frozen=True)
class Curve:
    """What several runs came to in each generation: a list for each generation, a value for each
    run."""

    name: str
    values: Sequence[Sequence[float]]


def runs_chart(curves: Sequence[Curve], title: str = "", what: str = "lines") -> Chart:
    """Curves of several runs by generation, from 0 on: for each the median of the runs, a band from
    the lowest to the highest, and every run as a thin line. Raises CgtError if there is nothing to
    draw."""
    if not any(curve.values for curve in curves):
        raise CgtError("there is no generation to draw")

    def draw(axes: Any) -> None:
        from statistics import median

        from matplotlib.ticker import MaxNLocator

        for curve, colour in zip(curves, _COLOURS, strict=False):
            steps = range(len(curve.values))
            low, middle, high = ([f(v) for v in curve.values] for f in (min, median, max))
            axes.fill_between(steps, low, high, color=colour, alpha=0.15)
            for run in zip(*curve.values, strict=True):
                axes.plot(steps, run, color=colour, linewidth=0.7, alpha=0.6)
            axes.plot(steps, middle, color=colour, linewidth=2.5, marker=".", label=curve.name)
        values = [value for curve in curves for step in curve.values for value in step]
        axes.set_yscale(_scale_of(min(values), max(values)))
        axes.set_xlabel("generation")
        axes.set_ylabel(what)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))

    return Chart(draw, title)


def distribution_chart(values: Sequence[int], title: str = "", what: str = "lines") -> Chart:
    """How often each result came up in many games, with their mean and its 95 % confidence
    interval. Raises CgtError if there is nothing to draw."""
    if not values:
        raise CgtError("there is no game to draw")
    from cgt.common.statistics import Statistics

    found = Statistics.of(values)

    def draw(axes: Any) -> None:
        from matplotlib.ticker import MaxNLocator

        axes.hist(values, bins=_edges(values), color="#56b4e9", edgecolor="white", linewidth=0.5)
        if found.deviation:
            axes.axvspan(*found.interval, color="#e69f00", alpha=0.3, label="95 % confidence")
        axes.axvline(found.mean, color="#d55e00", linewidth=2, label=f"mean {found.mean:,.1f}")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel(f"{what} in a game")
        axes.set_ylabel(f"games of {len(values):,}")

    return Chart(draw, title)


def _edges(values: Sequence[int]) -> list[float]:
    """The edges of the bars, which all span equally many whole numbers; more games give more
    bars."""
    low, high = min(values), max(values)
    bars = min(round(2 * sqrt(len(values))), _MOST_BARS)
    step = ceil((high - low + 1) / max(bars, 1))
    return [low - 0.5 + step * bar for bar in range((high - low) // step + 2)]


def _scale(history: Sequence[Record]) -> str:
    """Logarithmic where fitness is positive and grows by orders of magnitude."""
    low = min(min(r.step_mean, r.step_best) for r in history)
    high = max(r.best for r in history)
    return _scale_of(low, high)


def _scale_of(low: float, high: float) -> str:
    return "log" if low > 0 and high / low > _LARGE_RATIO else "linear"
