"""Formats of pictures: what each writes, and what a new one costs."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cgt.cli.support.pictures import Pictures, picture_options
from cgt.draw.charts import distribution_chart
from cgt.draw.formats import PICTURE_FORMATS, Format, Picture, picture_file
from cgt.draw.svg import Drawing

STARTS = {"svg": b"<svg", "png": b"\x89PNG\r\n\x1a\n"}
PICTURES: list[Picture] = [Drawing(20, 10, "a drawing"), distribution_chart([1, 2, 3])]


@pytest.mark.parametrize("form", PICTURE_FORMATS)
@pytest.mark.parametrize("picture", PICTURES, ids=["drawing", "chart"])
def test_drawings_and_charts_are_written_in_every_format(picture: Picture, form: str) -> None:
    written = picture_file(picture, form)
    found = {name for name, start in STARTS.items() if start in written[:1000]}
    assert written
    assert found == {form} & set(STARTS)


def test_the_formats_whose_starts_are_checked_are_there() -> None:
    assert set(STARTS) <= set(PICTURE_FORMATS)


def test_a_new_format_is_one_line_in_the_table(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    size = Format(lambda drawing: f"{drawing.width:g}×{drawing.height:g}".encode())
    monkeypatch.setitem(PICTURE_FORMATS, "size", size)

    @click.command()
    @picture_options()
    def draw(pictures: Pictures) -> None:
        pictures.write(lambda: Drawing(20, 10, "a drawing"))

    ran = CliRunner().invoke(draw, ["--size", str(tmp_path / "x")])
    assert ran.exit_code == 0
    assert (tmp_path / "x").read_text() == "52×42"  # with the margin of its paper
    assert "Draw a picture as SIZE." in CliRunner().invoke(draw, ["--help"]).output
