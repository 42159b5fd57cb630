"""The formats of pictures and pages: one table, from which the options of commands follow. A new
format is a line in the table and a function that writes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cgt.draw.charts import Chart
from cgt.draw.png import check_png, png
from cgt.draw.svg import Drawing, on_paper
from cgt.draw.theme import style_of_file

Picture = Drawing | Chart


@dataclass(frozen=True)
class Format:
    """How a drawing becomes the bytes of a file. `check` raises CgtError if that cannot be done
    here: commands call it before their work, not after."""

    write: Callable[[Drawing], bytes]
    check: Callable[[], object] = lambda: None


PICTURE_FORMATS = {
    "svg": Format(lambda drawing: drawing.styled(style_of_file()).encode()),
    "png": Format(png, check_png),
}


def picture_file(picture: Picture, form: str) -> bytes:
    """A picture as the bytes of a file. Drawings get paper; charts have their own. In SVG both are
    light or dark as the system prefers. Raises CgtError."""
    if isinstance(picture, Chart):
        return picture.written(form)
    return PICTURE_FORMATS[form].write(on_paper(picture))
