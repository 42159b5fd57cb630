"""--svg, --png and --html: on every command that finds something to see."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran
from pages import Page
from svgs import SVG, of_class, parsed, texts

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
    (("solve", "--size", "4x4"), "4x4, 4×4, tetromino, misere play", False),
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


@pytest.mark.parametrize(("command", "text", "has_report"), COMMANDS)
@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_what_cannot_be_written_is_told_before_the_work(
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


def test_several_boards_are_drawn_one_under_the_other(run_cgt: Run, tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    files = ("boards/two-areas.txt", "boards/one-block.txt")
    ran = run_cgt("analyse", *files, "--svg", str(path), "--json")
    headings = [text for text in texts(parsed(path.read_text())) if "misère play" in text]
    names = [board["name"] for board in ran.json()["boards"]]
    assert [heading.split(":")[0] for heading in headings] == names
    assert len(names) > 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "--games", "2", "--html", "x.html"), "--html is of one game, not of --games"),
        (("simulate", "--garbage", "5", "--html", "x.html"), "--html cannot tell the rows"),
        (
            ("simulate", "--experiment", "kravec", "--svg", "x.svg"),
            "--experiment has its own --svg",
        ),
        (("verify", "--all", "--html", "x.html"), "--html are of one strategy file"),
        (("replay", "replays/tim-232.txt", "--encode", "hex", "--svg", "x.svg"), "plays nothing"),
    ],
)
def test_what_has_no_picture_is_told(
    run_cgt: Run, arguments: tuple[str, ...], message: str
) -> None:
    ran = run_cgt(*arguments)
    assert ran.code == 2
    assert message in ran.err
    assert not Path("x.html").exists()


def test_a_missing_package_is_told_before_the_work(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    ran = run_cgt("solve", "--size", "4x4", "--png", str(tmp_path / "x.png"))
    assert (ran.code, ran.out) == (2, "")
    assert "needs the package resvg_py" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_duel_that_is_not_decided_draws_nothing(run_cgt: Run, tmp_path: Path) -> None:
    ran = run_cgt(
        "duel", "--pieces", "ILJ", "--width", "10", "--height", "12", "--time-limit", "0.01s",
        "--svg", str(tmp_path / "x.svg"), "--html", str(tmp_path / "x.html"),
    )  # fmt: skip
    assert ran.code == 3
    assert list(tmp_path.iterdir()) == []
