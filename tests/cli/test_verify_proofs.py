"""cgt verify, of proofs."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran

Run = Callable[..., Ran]
EXAMPLE = (ROOT / "certificates" / "proofs" / "cram-5x4.txt").read_text()
FIRST = "....|....|....|....\n"
SMALL = f"cgt proof 1\npieces: domino\nplay: misere\nboard: {FIRST}claim: P\npositions: 1\n{FIRST}"


@pytest.fixture
def proof(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str, name: str = "proof.txt") -> str:
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write


def test_the_example_holds(run_cgt: Run) -> None:
    ran = run_cgt("verify", "example:cram-5x4", "--checker", "native")
    assert ran.code == 0
    assert "valid: 5×4, domino, misère play: P; 26 positions, 548 moves answered" in ran.out
    assert "native checker" in ran.out


def test_the_result_is_data_too(run_cgt: Run, proof: Callable[[str], str]) -> None:
    [found] = run_cgt("verify", proof(SMALL), "--json").json()["results"]
    assert found.pop("seconds") >= 0
    assert found.pop("name").endswith("proof.txt")
    assert found == {
        "kind": "proof",
        "valid": True,
        "pieces": "domino",
        "play": "misere",
        "width": 4,
        "height": 4,
        "board": FIRST.strip(),
        "claim": "P",
        "positions": 1,
        "moves": 24,
        "checker": "plain",
        "line": None,
        "reason": "",
    }


def test_proofs_and_strategies_can_be_checked_together(
    run_cgt: Run, proof: Callable[[str], str]
) -> None:
    results = run_cgt("verify", "example:ot-4", proof(SMALL), "--json").json()["results"]
    assert [(one["kind"], one["valid"]) for one in results] == [("strategy", True), ("proof", True)]


@pytest.mark.parametrize("checker", ["plain", "native"])
def test_a_proof_that_does_not_hold_is_refused_with_its_line(
    run_cgt: Run, proof: Callable[[str], str], checker: str
) -> None:
    file = proof(SMALL.replace("claim: P", "claim: N"))
    ran = run_cgt("verify", file, "--checker", checker)
    assert ran.code == 1
    assert "NOT VALID: line 5: N is claimed, but no move" in ran.out
    assert ran.err == f"cgt: not valid: {file}\n"
    file = proof(SMALL.replace("positions: 1", "positions: 2") + "...#|....|....|....\n")
    [found] = run_cgt("verify", file, "--checker", checker, "--json").json()["results"]
    assert (found["valid"], found["line"]) == (False, 8)
    assert "@@" in found["reason"] or "@" in found["reason"]


def test_own_shapes_are_said_to_be_ones_own(run_cgt: Run, proof: Callable[[str], str]) -> None:
    ran = run_cgt("verify", proof(SMALL.replace("domino\n", "tiles\nshape a: ##\n")))
    assert "4×4, tiles (own shapes), misère play: P" in ran.out


def test_what_cannot_be_read_is_told_in_one_line(run_cgt: Run, proof: Callable[[str], str]) -> None:
    file = proof(SMALL + ".. x\n")
    ran = run_cgt("verify", file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"cgt: {file}:8:4: 'x' is not expected here\n"


def test_a_compressed_proof_is_known_by_its_content(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "without-ending"
    file.write_bytes(gzip.compress(SMALL.encode(), mtime=0))
    assert run_cgt("verify", str(file)).code == 0
    file.write_bytes(gzip.compress(SMALL.encode(), mtime=0)[:-9])
    ran = run_cgt("verify", str(file))
    assert (ran.code, ran.err) == (2, f"cgt: {file}:1:1: the compressed data end early\n")


@pytest.mark.parametrize(
    "data", [SMALL.encode(), gzip.compress(SMALL.encode(), mtime=0)], ids=["plain", "compressed"]
)
def test_a_proof_comes_from_standard_input(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run_cgt("verify", "-").code == 0


def test_the_limits_hold(run_cgt: Run, proof: Callable[[str], str]) -> None:
    large = proof(SMALL.replace(f"1\n{FIRST}", "1\n*90 + *89 + *88\n"))
    for checker in ("plain", "native"):
        ran = run_cgt("verify", large, "--checker", checker, "--time-limit", "0.3s")
        assert (ran.code, ran.out) == (3, "")
        assert ran.err == "cgt: the check of the proof did not finish within the time allowed\n"
    ran = run_cgt("verify", large, "--checker", "native", "--memory", "1M")
    assert ran.code == 3
    assert "takes more memory than allowed" in ran.err


def test_pictures_of_proofs_are_refused(run_cgt: Run, tmp_path: Path) -> None:
    for option in ("--svg", "--graphml"):
        ran = run_cgt("verify", "example:cram-5x4", option, str(tmp_path / "out.svg"))
        assert ran.code == 2
        assert "is a proof: it has --html and --dot only" in ran.err


def test_a_graph_of_a_small_proof_is_written(
    run_cgt: Run, tmp_path: Path, proof: Callable[[str], str]
) -> None:
    graph = tmp_path / "graph.dot"
    assert run_cgt("verify", proof(SMALL), "--dot", str(graph)).code == 0
    assert 'label="....\\n....\\n....\\n....", shape=box, peripheries=2' in graph.read_text()
    graph.unlink()
    ran = run_cgt("verify", proof(SMALL.replace("claim: P", "claim: N")), "--dot", str(graph))
    assert ran.code == 1
    ran = run_cgt("verify", "example:cram-6x6", "--dot", str(graph))
    assert (ran.code, ran.out) == (2, "")
    most = "a graph has room for 100 positions, and this proof has 1,"
    assert ran.err.startswith(f"cgt: example:cram-6x6: {most}")
    assert ran.err.count("\n") == 1
    ran = run_cgt("verify", "example:nim-tetris-6x6", "--dot", str(graph), "--time-limit", "0.5s")
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert not graph.exists()


def test_a_page_to_play_on_is_written(
    run_cgt: Run, tmp_path: Path, proof: Callable[[str], str]
) -> None:
    page = tmp_path / "page.html"
    assert run_cgt("verify", proof(SMALL), "--html", str(page)).code == 0
    assert "A proof: 4×4, domino, misère play: P" in page.read_text()
    page.unlink()
    ran = run_cgt("verify", proof(SMALL.replace("claim: P", "claim: N")), "--html", str(page))
    assert ran.code == 1
    assert not page.exists()


def test_the_example_is_listed_as_a_proof(run_cgt: Run) -> None:
    kinds = {one["name"]: one["kind"] for one in run_cgt("examples", "--json").json()["examples"]}
    assert (kinds["cram-5x4"], kinds["ot-4"]) == ("proof", "strategy")
    assert run_cgt("examples", "cram-5x4").out == EXAMPLE
