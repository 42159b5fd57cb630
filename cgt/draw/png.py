"""PNG: drawings as pixels, made by resvg.

resvg is a single wheel that needs no system libraries. Letters come from the DejaVu fonts in
matplotlib, so that a picture is the same on every machine, even on one without fonts.
"""

from __future__ import annotations

from pathlib import Path

from cgt.common.errors import CgtError
from cgt.draw.svg import Drawing, is_wide

_SCALE = 2  # pixels for a unit of the drawing: sharp on today's screens
_MOST_PIXELS = 2**26


def check_png() -> None:
    """Raises CgtError if PNG cannot be written here."""
    try:
        import matplotlib  # noqa: F401
        import resvg_py  # noqa: F401
    except ImportError as error:
        raise CgtError(
            f"a PNG needs the package {error.name}: pip install resvg-py matplotlib"
        ) from None


def png(drawing: Drawing) -> bytes:
    """A drawing as a PNG; raises CgtError if the packages for it are missing."""
    check_png()
    import matplotlib
    import resvg_py

    svg = str(drawing)
    scale = min(_SCALE, (_MOST_PIXELS / max(drawing.width * drawing.height, 1)) ** 0.5)
    fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                zoom=scale,
                # Characters that DejaVu lacks are left to the fonts of the machine, if it has any.
                skip_system_fonts=not any(map(is_wide, svg)),
                font_files=[str(fonts / f"DejaVuSans{kind}.ttf") for kind in ("", "-Bold")],
                font_family="DejaVu Sans",
                sans_serif_family="DejaVu Sans",
            )
        )
    except ValueError as error:
        raise CgtError(f"the picture cannot be drawn as PNG: {error}") from None
