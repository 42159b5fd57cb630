"""Films: every moment shows exactly one frame."""

from xml.etree import ElementTree as Tree

import pytest

from cgt.board.grid import Grid
from cgt.draw.film import film
from cgt.draw.pictures.nim import PlayedGame, game_film
from cgt.draw.svg import NAMESPACE, Drawing
from cgt.placement.game import PlacementGame

SVG = f"{{{NAMESPACE}}}"


def frames_of(drawing: Drawing) -> list[Tree.Element]:
    root = Tree.fromstring(str(drawing))
    return [one for one in root.iter(f"{SVG}g") if one.get("class") == "frame-of-film"]


def shown_at(frame: Tree.Element, moment: float) -> bool:
    """Whether a frame is visible at a part of a round, by the rules of SVG's discrete steps."""
    animate = frame.find(f"{SVG}animate")
    assert animate is not None
    times = [float(time) for time in animate.attrib["keyTimes"].split(";")]
    values = animate.attrib["values"].split(";")
    assert times[0] == 0
    assert times == sorted(times)
    return [value for time, value in zip(times, values, strict=True) if time <= moment][
        -1
    ] == "visible"


@pytest.mark.parametrize("count", [2, 3, 7])
def test_every_moment_shows_one_frame_and_the_last_stays_longest(count: int) -> None:
    shown = frames_of(film([Drawing(10, 10, "") for _ in range(count)], "film", 1.0))
    assert len(shown) == count
    moments = [(tick + 0.5) / 1000 for tick in range(1000)]
    at = [[number for number, one in enumerate(shown) if shown_at(one, m)] for m in moments]
    assert all(len(one) == 1 for one in at)
    order = [number for [number] in at]
    assert order == sorted(order)
    assert order.count(count - 1) > 2 * order.count(0) > 0


def test_a_picture_that_does_not_move_is_the_last_frame() -> None:
    shown = frames_of(film([Drawing(10, 10, "") for _ in range(4)], "film", 1.0))
    assert [one.get("visibility") for one in shown] == ["hidden"] * 3 + ["visible"]
    [only] = frames_of(film([Drawing(10, 10, "")], "film", 1.0))
    assert only.get("visibility") == "visible"
    assert only.find(f"{SVG}animate") is None


@pytest.mark.parametrize(("play", "winner"), [("misere", "Ada"), ("normal", "Bob")])
def test_a_game_is_told_move_by_move(play: str, winner: str) -> None:
    game = PlacementGame("O", "normal" if play == "normal" else "misere")
    grid = Grid("..#..|..#..")
    first, second = game.placements(grid)
    drawing = game_film(PlayedGame(grid, game, [first, second], ("Ada", "Bob")))
    texts = [" ".join(one.itertext()) for one in frames_of(drawing)]
    assert "Ada begins." in texts[0]
    assert "Ada places O." in texts[1]
    assert "Bob places O." in texts[2]
    assert f"{winner} wins" in texts[2]
    assert f"{winner} wins" in drawing.title
    assert "No piece fits" not in texts[1]
