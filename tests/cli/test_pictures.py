"""--svg, --png and --html, for every command that has something to draw."""

import os
import re
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran
from pages import Page
from svgs import SVG, of_class, parsed, texts

from cgt.draw.palette import piece_colour
from cgt.duel.exact.strategy import Strategy
from cgt.duel.rules import Rules

Run = Callable[..., Ran]

TRAINING = (
    "train", "cma", "--rules", "simplified", "--height", "8", "--steps", "2", "--games", "1",
    "--held-out", "0",
)  # fmt: skip
SIMULATION = (
    "simulate",
    "--good",
    "greedy",
    "--bad",
    "constant:O",
    "--width",
    "4",
    "--pieces",
    "O",
)

# A command, a text that its picture has, and whether it writes a report.
COMMANDS = [
    (
        ("analyse", "boards/midgame.txt"),
        "N: the player to move wins (the last to place loses",
        True,
    ),
    (("solve", "--size", "4x4"), "Nim tetris on 4×4, misère play", False),
    (("solve", "boards/two-areas.txt", "--nimber"), "nimber 0", False),
    (("duel", "--pieces", "O", "--width", "4", "--height", "2"), "Good goes on for ever (", True),
    (("duel", "--pieces", "SZ", "--width", "4", "--height", "2"), "Bad forces the end (", True),
    (("verify", "certificates/ot-4.txt"), "certificates/ot-4.txt", True),
    (("verify", "--all", "--width", "2"), "O, width 2", False),
    (SIMULATION, "Good goes on for ever", True),
    (("simulate", "--garbage", "5", "--max-pieces", "50"), "not decided", False),
    ((*SIMULATION, "--games", "3", "--max-pieces", "50"), "games of 3", False),
    (("replay", "replays/brzustowski-55.txt", "--enemy", "brzustowski"), "score 55", True),
    (("recommend", "boards/tetris-tuck.txt", "--next", "TLI"), "T: rotation 0, column 1", False),
    (TRAINING, "best so far", False),
    (
        ("atlas", "duel", "--widths", "2", "--heights", "1-2", "--preview", "0"),
        "I J L O S T Z",
        True,
    ),
]


@pytest.mark.parametrize(("command", "text", "has_report"), COMMANDS)
def test_a_picture_says_what_the_command_found(
    run_cgt: Run, tmp_path: Path, command: tuple[str, ...], text: str, has_report: bool
) -> None:
    files = {name: tmp_path / f"picture.{name}" for name in ("svg", "png", "html")}
    if not has_report:
        del files["html"]
    if command[0] == "atlas":
        command = (*command, "--out", str(tmp_path / "atlas.sqlite"))
    asked = [word for name, path in files.items() for word in (f"--{name}", str(path))]
    plain, drawn = run_cgt(*command), run_cgt(*command, *asked)
    assert drawn.code == plain.code, drawn.err
    assert len(drawn.out.splitlines()) == len(plain.out.splitlines())
    svg = files["svg"].read_text()
    said = " ".join("".join(e.itertext()) for e in _root(svg).iter(f"{SVG}text"))
    assert text in " ".join(said.split())
    png = files["png"].read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert min(struct.unpack(">II", png[16:24])) >= 100
    if has_report:
        assert Page(files["html"].read_text()).data


def _root(svg: str) -> object:
    from xml.etree import ElementTree

    if "matplotlib" in svg:  # its frame is its own
        return ElementTree.fromstring(svg)
    return parsed(svg)


# A command, and the title of its page and of its picture.
TITLES = [
    (("analyse", "boards/cram.txt"), "public golden value: Cram on 9×2, normal play", "Cram on "),
    (("analyse", "....|....", "--pieces", "LJ"), "L and J on 4×2, misère play", None),
    (("duel", "--pieces", "OT", "--width", "4", "--height", "5"),
     "Good’s strategy with O and T in a well of 4×5", "Good’s strategy with O and T"),
    (SIMULATION, "Greedy with the weights cgt-10 against O for ever: O in a well of 4×20", None),
    (("simulate", "--good", "greedy:dt-10", "--bad", "sequence:SZ", "--max-pieces", "9"),
     "Greedy with the weights dt-10 against SZ over and over: the seven tetrominoes in a well of "
     "10×20", None),
    (("replay", "replays/deasuke-30.txt"),
     "A replay against hatetris: the seven tetrominoes in a well of 10×20",
     "A replay against hatetris"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "page_title", "picture_title"), TITLES)
def test_titles_are_in_words(
    run_cgt: Run,
    tmp_path: Path,
    command: tuple[str, ...],
    page_title: str,
    picture_title: str | None,
) -> None:
    page, svg = tmp_path / "page.html", tmp_path / "picture.svg"
    assert run_cgt(*command, "--html", str(page), "--svg", str(svg)).code in (0, 3)
    html = page.read_text()
    title = re.findall("<title>(.*?)</title>", html)[0]  # drawings have theirs, too
    assert re.search(page_title, title)
    heading = re.findall("<h1[^>]*>(.*?)</h1>", html)
    assert heading in ([title], [""])  # the page of boards fills it in
    said = " ".join(texts(parsed(svg.read_text())))
    assert re.search(picture_title or page_title, said)


@pytest.mark.parametrize(("command", "text", "has_report"), COMMANDS)
@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_a_file_that_cannot_be_written_is_an_error_before_the_work(
    run_cgt: Run, command: tuple[str, ...], text: str, has_report: bool, option: str
) -> None:
    if command[0] == "atlas":
        command = (*command, "--out", "/nowhere/atlas.sqlite")
    ran = run_cgt(*command, option, "/nowhere/picture")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("cgt: /nowhere/picture: cannot be written")
    assert ran.err.count("\n") == 1


def test_the_winning_move_and_the_regions_are_in_the_picture(run_cgt: Run, tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    run_cgt("analyse", "boards/midgame.txt", "--svg", str(path))
    root = parsed(path.read_text())
    assert [region.get("data-region") for region in of_class(root, "region")] == list("ABCD")
    [move] = of_class(root, "move")
    assert texts(move) == ["I"]
    assert {"2^20", "4^46", "1^031", "*4"} <= set(texts(root))


def test_several_boards_are_drawn_one_below_the_other(run_cgt: Run, tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    files = ("boards/two-areas.txt", "boards/one-block.txt")
    ran = run_cgt("analyse", *files, "--svg", str(path), "--json")
    said = " ".join(texts(parsed(path.read_text())))
    names = [board["name"] for board in ran.json()["boards"]]
    places = [said.index(f"{name}: Nim tetris on") for name in names]
    assert places == sorted(places)
    assert len(names) > 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("simulate", "--games", "2", "--html", "x.html"),
            "--html is for one game, not for --games",
        ),
        (("simulate", "--garbage", "5", "--html", "x.html"), "--html cannot show the rows"),
        (
            ("simulate", "--experiment", "kravec", "--svg", "x.svg"),
            "--experiment kravec has a table only, and no picture",
        ),
        (("verify", "--all", "--html", "x.html"), "--html take one strategy file"),
        (("replay", "replays/tim-232.txt", "--encode", "hex", "--svg", "x.svg"), "plays nothing"),
    ],
)
def test_asking_for_a_picture_that_does_not_exist_is_an_error(
    run_cgt: Run, arguments: tuple[str, ...], message: str
) -> None:
    ran = run_cgt(*arguments)
    assert ran.code == 2
    assert message in ran.err
    assert not Path("x.html").exists()


def test_a_missing_package_is_named_before_the_work(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    ran = run_cgt("solve", "--size", "4x4", "--png", str(tmp_path / "x.png"))
    assert (ran.code, ran.out) == (2, "")
    assert "needs the package resvg_py" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_the_band_of_a_cycle_is_framed_and_pieces_have_their_colours(
    run_cgt: Run, tmp_path: Path
) -> None:
    path = tmp_path / "x.svg"
    run_cgt(*SIMULATION, "--svg", str(path))  # two O in rows 0 and 1, then all is cleared
    root = parsed(path.read_text())
    [band] = of_class(root, "band")
    [frame] = of_class(root, "empty")
    assert float(band.attrib["height"]) == 2 * 28
    assert float(band.attrib["y"]) + 2 * 28 == float(frame.attrib["height"])
    run_cgt("simulate", "--bad", "constant:T", "--max-pieces", "3", "--svg", str(path))
    filled = of_class(parsed(path.read_text()), "filled")
    assert {cell.get("fill") for cell in filled} == {piece_colour("T")}


@pytest.mark.parametrize(
    "files",
    [("--svg", "F", "--png", "F"), ("--svg", "F", "--html", "F"), ("--png", "boards/cram.txt")],
)
def test_no_file_is_written_over_another(
    run_cgt: Run, tmp_path: Path, files: tuple[str, ...]
) -> None:
    names = [str(tmp_path / "x") if word == "F" else word for word in files]
    ran = run_cgt("analyse", "boards/cram.txt", *names)
    assert (ran.code, ran.out) == (2, "")
    assert "already used for something else" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_picture_is_not_written_over_the_strategy(run_cgt: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "x")
    ran = run_cgt(
        "duel", "--pieces", "O", "--width", "2", "--height", "2", "--out", out, "--svg", out
    )
    assert ran.code == 2
    assert "already used for something else" in ran.err


@pytest.mark.parametrize("change", [("column 0", "column 9"), ("rotation 0", "rotation 7")])
def test_a_strategy_that_does_not_hold_is_drawn_and_said_not_to_hold(
    run_cgt: Run, tmp_path: Path, change: tuple[str, str]
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text((ROOT / "certificates" / "ot-4.txt").read_text().replace(*change, 1))
    svg, html = tmp_path / "x.svg", tmp_path / "x.html"
    ran = run_cgt("verify", str(bad), "--svg", str(svg), "--html", str(html), "--json")
    assert ran.code == 1
    assert ran.json()["results"][0]["valid"] is False
    assert "NOT VALID" in " ".join(texts(parsed(svg.read_text())))
    assert "NOT VALID" in Page(html.read_text()).text


def test_an_argument_for_another_width_proves_nothing(run_cgt: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    strategy = Strategy(Rules("SZ", width=5, height=4), "bad", [], argument="lanes")
    bad.write_text("\n".join(strategy.lines()) + "\n")
    html = tmp_path / "x.html"
    assert run_cgt("verify", str(bad), "--html", str(html)).code == 1
    text = Page(html.read_text()).text
    assert "The argument does not hold" in text
    assert "pieces fit" not in text


def test_the_number_of_strategies_not_drawn_is_said(
    run_cgt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgt.draw.pictures.strategies.MOST_DRAWN", 2)
    path = tmp_path / "x.svg"
    run_cgt("verify", "--all", "--width", "2", "--svg", str(path))
    said = " ".join(texts(parsed(path.read_text())))
    assert said.count("Good’s strategy") == 2
    assert "The first 2 of 7 strategies are drawn." in said


def test_file_names_need_not_be_text(run_cgt: Run, tmp_path: Path) -> None:
    board = tmp_path / os.fsdecode(b"b\xff.txt")
    board.write_text("....\n")
    html = tmp_path / "x.html"
    ran = run_cgt("analyse", str(board), "--html", str(html), "--svg", str(tmp_path / "x.svg"))
    assert ran.code == 0
    assert Page(html.read_text()).data["boards"][0]["title"].endswith(", misère play")
