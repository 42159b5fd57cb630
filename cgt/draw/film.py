"""Films: pictures that move, as one SVG file without a script.

A film shows frames one after the other, over and over. Each is there from the start and is made
visible when its time comes. A program that does not move pictures shows the last frame.
"""

from __future__ import annotations

from collections.abc import Sequence

from cgt.draw.svg import Drawing

_LAST = 3  # how many times as long the last frame stays


def film(frames: Sequence[Drawing], title: str, seconds: float) -> Drawing:
    """The frames, each for so many seconds; the last one stays longer."""
    width = max((frame.width for frame in frames), default=0)
    height = max((frame.height for frame in frames), default=0)
    whole = Drawing(width, height, title)
    beats = len(frames) - 1 + _LAST
    for number, frame in enumerate(frames):
        is_last = number == len(frames) - 1
        with whole.group(class_="frame-of-film", visibility="visible" if is_last else "hidden"):
            whole.put(frame, 0, 0)
            if len(frames) > 1:
                start, end = number / beats, 1.0 if is_last else (number + 1) / beats
                _show(whole, start, end, seconds * beats)
    return whole


def _show(drawing: Drawing, start: float, end: float, seconds: float) -> None:
    """Makes the group that is drawn visible from `start` to `end`, as parts of each round."""
    steps = {0.0: "hidden", start: "visible"}
    if end < 1:
        steps[end] = "hidden"
    drawing.mark(
        "animate",
        attributeName="visibility",
        calcMode="discrete",
        values=";".join(steps.values()),
        keyTimes=";".join(f"{time:.4f}" for time in steps),
        dur=f"{seconds:g}s",
        repeatCount="indefinite",
    )
