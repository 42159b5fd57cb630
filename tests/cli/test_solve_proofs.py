"""cgt solve --proof: answers that come with a proof."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

Run = Callable[..., Ran]


def test_a_proof_is_written_checked_and_told(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "proof.gz"
    ran = run_cgt("solve", "--size", "6x6", "--proof", str(file))
    assert ran.code == 0
    assert f"proof in {file}: " in ran.out
    assert "checked in" in ran.out
    assert ran.out.rstrip().endswith("it holds")
    assert "valid: 6×6, tetromino, misère play: P" in run_cgt("verify", str(file)).out


def test_scripts_learn_where_it_is(run_cgt: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "proof.txt")
    words = ("solve", "4x6", "--pieces", "domino", "--nimber", "--proof", file, "--json")
    (board,) = run_cgt(*words).json()["boards"]
    assert board["nimber"] == 0
    nodes = board["proof"].pop("nodes")
    assert 0 < nodes <= board["nodes"]  # the best move is looked for after the proof is written
    assert board["proof"] == {"file": file, "positions": 0, "verified": True}  # by symmetry
    (board,) = run_cgt("solve", "5x6", "--pieces", "domino", "--proof", file, "--json").json()[
        "boards"
    ]
    assert board["proof"]["verified"]
    assert board["proof"]["positions"] > 10
    assert "claim: N\n" in Path(file).read_text()


def test_fewest_needs_fewer_positions(run_cgt: Run, tmp_path: Path) -> None:
    words = ("solve", "5x6", "--pieces", "domino", "--proof", str(tmp_path / "proof"), "--json")
    alone = ("--threads", "1", "--no-cache")  # what is found is the same every time
    quick, thorough = (
        run_cgt(*words, *alone, *more).json()["boards"][0]["proof"]["positions"]
        for more in ((), ("--fewest",))
    )
    assert thorough < quick


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("4x4", "5x5", "--proof", "PROOF"), "--proof takes one board"),
        (("4x4", "--fewest"), "--fewest needs --proof"),
        (("4x4", "--proof", "-"), "--proof takes the name of a file"),
        (("boards/full.txt", "--proof", "boards/full.txt"), "already used for something else"),
        (("4x4", "--proof", "FOLDER/a.svg", "--svg", "FOLDER/a.svg"), "already used"),
        (("4x4", "--proof", "FOLDER"), "it is a directory"),
        (("4x4", "--proof", "FOLDER/none/proof"), "cannot be written"),
    ],
)
def test_what_cannot_be_proved_is_one_line(
    run_cgt: Run, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    asked = [w.replace("FOLDER", str(tmp_path)).replace("PROOF", "proof.txt") for w in words]
    ran = run_cgt("solve", *asked)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_without_time_there_is_an_answer_but_no_proof(run_cgt: Run, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    ran = run_cgt("solve", "10x10", "--proof", str(file), "--time-limit", "0.2")
    assert ran.code == 3
    assert not file.exists()


def test_the_proof_comes_before_the_hardest_move(run_cgt: Run, tmp_path: Path) -> None:
    """So it does not depend on how far the search for that one comes."""
    texts = []
    for name in ("a", "b"):
        words = ("solve", "6x6", "--threads", "1", "--proof", str(tmp_path / name), "--json")
        (board,) = run_cgt(*words).json()["boards"]
        assert board["best_move"] is not None
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]


def test_what_cannot_be_read_again_is_not_checked(run_cgt: Run) -> None:
    ran = run_cgt("solve", "4x4", "--proof", "/dev/null")
    assert ran.code == 0
    assert "not checked, because it is no ordinary file" in ran.out


def test_a_nimber_that_is_not_found_has_no_proof(run_cgt: Run, tmp_path: Path) -> None:
    """Though who wins is known at once, by symmetry."""
    file = tmp_path / "proof"
    words = ("solve", "8x7", "--pieces", "domino", "--nimber", "--time-limit", "0.3")
    ran = run_cgt(*words, "--proof", str(file), "--json")
    (board,) = ran.json()["boards"]
    assert (ran.code, board["outcome"], board["nimber"], board["proof"]) == (3, "N", None, None)
    assert not file.exists()
