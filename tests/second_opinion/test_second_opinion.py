"""Every result on the page of results, up to a size, found again in the plainest way.

The program beside this file knows nothing of the solver. It takes boards of up to 8 rows and
columns: of up to 30 cells in both plays, and of up to 36 in misère play.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import ROOT

from cgt.board.piecesets import piece_set

SOURCE = Path(__file__).parent / "second_opinion.cpp"
SECTIONS = {"tetromino": "## Nim tetris", "domino": "## Cram"}
LONGEST_SIDE = 8
MOST_CELLS = {"misere": 36, "normal": 30}
QUICK_CELLS = 16


class Claim(NamedTuple):
    pieces: str
    play: str
    width: int
    height: int
    value: str


def claims() -> Iterator[Claim]:
    """What the tables of the page say of boards that are not too large."""
    page = (ROOT / "docs/results.md").read_text()
    for pieces, heading in SECTIONS.items():
        table = page.split(heading)[1].split("\n## ")[0]
        for row, cells in re.findall(r"^\| \*\*(\d+)\*\* \|(.*)\|$", table, re.MULTILINE):
            for number, cell in enumerate(cells.split("|")):
                width, height = number + 1, int(row)
                found = re.match(r" ([NP])✓? (\d+)", cell)
                if found is None or width > LONGEST_SIDE:
                    continue
                for play, value in zip(MOST_CELLS, found.groups(), strict=True):
                    if width * height <= MOST_CELLS[play]:
                        yield Claim(pieces, play, width, height, value)


CLAIMS = list(claims())


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = os.environ.get("CXX") or shutil.which("c++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    program = tmp_path_factory.mktemp("second") / "second_opinion"
    subprocess.run([compiler, "-std=c++20", "-O2", SOURCE, "-o", program], check=True)
    return program


def opinion(program: Path, claim: Claim) -> str:
    shapes = [shape for piece in piece_set(claim.pieces) for shape in piece.rotations]
    texts = ["|".join(shape.grid().rows()) for shape in shapes]
    command = [program, claim.play, str(claim.width), str(claim.height), *texts]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_there_are_results() -> None:
    assert len(CLAIMS) > 100
    assert Claim("tetromino", "misere", 6, 6, "P") in CLAIMS
    assert Claim("domino", "normal", 6, 5, "2") in CLAIMS


@pytest.mark.parametrize("pieces", SECTIONS)
def test_small_boards_have_the_values_that_the_page_says(program: Path, pieces: str) -> None:
    small = [one for one in CLAIMS if one.pieces == pieces]
    small = [one for one in small if one.width * one.height <= QUICK_CELLS]
    assert small
    for claim in small:
        assert opinion(program, claim) == claim.value, claim


@pytest.mark.long
@pytest.mark.parametrize(
    "claim", [one for one in CLAIMS if one.width * one.height > QUICK_CELLS], ids=str
)
def test_larger_boards_have_them_too(program: Path, claim: Claim) -> None:
    assert opinion(program, claim) == claim.value
