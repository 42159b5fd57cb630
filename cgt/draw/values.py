"""Pictures of values as files, for scripts: what a notebook shows, written as SVG or PNG.

>>> import tempfile
>>> from cgt.board.grid import Grid
>>> path = Path(tempfile.mkdtemp(), "board.svg")
>>> write_picture(Grid("....|.##."), path)
>>> path.read_text()[:4]
'<svg'
"""

from __future__ import annotations

from pathlib import Path
from typing import cast

from cgt.common.drawable import Drawable, picture_of
from cgt.common.errors import CgtError
from cgt.common.files import write_atomically
from cgt.draw.formats import PICTURE_FORMATS, Picture, picture_file


def write_picture(value: Drawable, path: str | Path) -> None:
    """Writes the picture of a value to a file: SVG or PNG, as the end of the file's name says.

    Values with a picture are grids, regions, analyses, solutions, wells, strategies, answers,
    games, traces and recommendations. Raises CgtError for another value, for another format, and
    if the file cannot be written.
    """
    form = Path(path).suffix.removeprefix(".").lower()
    if form not in PICTURE_FORMATS:
        known = ", ".join(f".{each}" for each in PICTURE_FORMATS)
        raise CgtError(f"{path}: the name of a picture must end in one of {known}")
    picture = picture_of(value)
    if picture is None:
        raise CgtError(f"there is no picture of a {type(value).__name__}")
    content = picture_file(cast(Picture, picture), form)
    write_atomically(path, lambda file: file.write(content))
