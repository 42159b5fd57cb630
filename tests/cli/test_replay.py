"""cgt replay: HATETRIS replays."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran

from cgt.duel.trace import read_trace

Run = Callable[..., Ran]


@pytest.mark.parametrize("file", sorted(p.name for p in (ROOT / "replays").iterdir()))
def test_the_bundled_replays_reach_their_scores(run_cgt: Run, file: str) -> None:
    ran = run_cgt("replay", f"replays/{file}", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json()["score"] == int(file.removesuffix(".txt").rpartition("-")[2])


def test_json_has_the_promised_keys(run_cgt: Run) -> None:
    found = run_cgt("replay", "replays/atypical-11.txt", "--json").json()
    assert {key: found[key] for key in ("enemy", "score", "pieces", "moves", "over")} == {
        "enemy": "hatetris",
        "score": 11,
        "pieces": 61,
        "moves": 875,
        "over": True,
    }


def test_text_says_the_score(run_cgt: Run) -> None:
    out = run_cgt("replay", "replays/brzustowski-55.txt").out
    assert out.startswith(
        "base2048, against brzustowski\n  score 55, 167 pieces, 2407 moves\n  the game is over\n"
    )
    assert "not over" in run_cgt("replay", "replays/knewjade-loop-165.txt").out


def test_a_replay_is_written_in_another_encoding(run_cgt: Run, tmp_path: Path) -> None:
    for encoding in ("raw", "hex", "base65536", "base2048"):
        text = run_cgt("replay", "replays/tim-232.txt", "--encode", encoding).out
        (tmp_path / "again").write_text(text)
        again = run_cgt("replay", str(tmp_path / "again"), "--json").json()
        assert (again["encoding"], again["score"]) == (encoding, 232)


def test_a_replay_that_misses_its_score_is_exit_code_1(run_cgt: Run) -> None:
    ran = run_cgt("replay", "replays/atypical-11.txt", "--score", "12", "--json")
    assert ran.code == 1
    assert ran.json()["score"] == 11
    assert ran.err.count("\n") == 1
    assert "reaches 11, not 12" in ran.err


def test_a_file_must_reach_the_score_it_names(run_cgt: Run) -> None:
    ran = run_cgt("replay", "replays/tim-232.txt", "--enemy", "brzustowski")
    assert ran.code == 1
    assert "not played against brzustowski" in ran.err


@pytest.mark.parametrize(("more", "code"), [(8, 0), (9, 2)])
def test_a_few_steps_after_the_end_are_accepted(
    run_cgt: Run, tmp_path: Path, more: int, code: int
) -> None:
    steps = run_cgt("replay", "replays/deasuke-30.txt", "--encode", "raw").out.strip()
    (tmp_path / "replay").write_text(steps + more * "D")
    assert run_cgt("replay", str(tmp_path / "replay")).code == code


def test_a_trace_is_written(run_cgt: Run, tmp_path: Path) -> None:
    run_cgt("replay", "replays/deasuke-30.txt", "--trace", str(tmp_path / "trace"))
    trace = read_trace(tmp_path / "trace")
    assert sum(placed.lines for placed in trace.play()) == 30


@pytest.mark.parametrize(
    ("text", "more", "message"),
    [
        ("LRDUX", [], "1:1: character 5 is 'X'"),
        ("", [], "there is no replay"),
        ("####", [], "this replay is empty"),
        ("score: " + 5000 * "9" + "\nA9", [], "score is a number"),
        ("A9E", ["--enemy", "nobody"], "there is no Bad player 'nobody'"),
        ("D" * 2000, [], "of 2000 moves"),
    ],
)
def test_bad_replays_are_one_line_and_exit_code_2(
    run_cgt: Run, tmp_path: Path, text: str, more: list[str], message: str
) -> None:
    (tmp_path / "replay").write_text(text)
    ran = run_cgt("replay", str(tmp_path / "replay"), *more)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_a_missing_file(run_cgt: Run) -> None:
    ran = run_cgt("replay", "missing.txt")
    assert ran.code == 2
    assert "missing.txt:1:1: there is no such file" in ran.err
