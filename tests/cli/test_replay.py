"""cgt replay: HATETRIS replays."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran
from terminal import started

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
        "  encodings tried: raw, hex, base65536, then base2048\n"
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
    assert "it was played against hatetris, with which it reaches 232" in ran.err
    ran = run_cgt("replay", "replays/tim-232.txt", "--enemy", "brzustowski", "--score", "1000")
    assert ran.code == 1
    assert "cut off, changed, or not played against brzustowski" in ran.err


def text_alone(file: str) -> str:
    """The replay of a bundled file without its header."""
    lines = (ROOT / "replays" / file).read_text().splitlines()
    return "\n".join(line for line in lines if ":" not in line and not line.startswith(";"))


@pytest.mark.parametrize("more", ["D", 16 * "D", 20 * "D", 5000 * "D", "LRUD" * 2])
@pytest.mark.parametrize("said", [(), ("--enemy", "hatetris"), ("--score", "30")])
def test_steps_after_the_end_are_ignored_and_counted(
    run_cgt: Run, tmp_path: Path, more: str, said: tuple[str, ...]
) -> None:
    (tmp_path / "bare").write_text(text_alone("deasuke-30.txt"))
    steps = run_cgt("replay", str(tmp_path / "bare"), "--encode", "raw").out.strip()
    before = run_cgt("replay", "replays/deasuke-30.txt", "--json").json()
    (tmp_path / "replay").write_text(steps + more)
    ran = run_cgt("replay", str(tmp_path / "replay"), *said, "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json()
    for key in ("enemy", "score", "pieces", "moves", "well"):
        assert found[key] == before[key]
    assert found["ignored"] == before["ignored"] + len(more)
    told = run_cgt("replay", str(tmp_path / "replay"), *said).out
    words = "1 move" if found["ignored"] == 1 else f"{found['ignored']:,} moves"
    assert f"the game is over; {words} after its end " in told


def test_of_a_named_enemy_all_steps_after_the_end_are_ignored(run_cgt: Run, tmp_path: Path) -> None:
    (tmp_path / "replay").write_text(text_alone("tim-232.txt"))
    ran = run_cgt("replay", str(tmp_path / "replay"), "--enemy", "lovetris", "--json")
    assert (ran.code, ran.json()["over"]) == (0, True)
    assert ran.json()["moves"] + ran.json()["ignored"] == 8220


ENEMIES = {
    "atypical-11.txt": "hatetris",
    "brzustowski-55.txt": "brzustowski",
    "deasuke-30.txt": "hatetris",
    "tim-232.txt": "hatetris",
}


@pytest.mark.parametrize(("file", "enemy"), ENEMIES.items())
def test_an_enemy_that_nobody_names_is_found_by_the_end_of_the_game(
    run_cgt: Run, tmp_path: Path, file: str, enemy: str
) -> None:
    (tmp_path / "replay").write_text(text_alone(file))
    found = run_cgt("replay", str(tmp_path / "replay"), "--json").json()
    assert (found["enemy"], found["enemy_found_by"]) == (enemy, "end")
    assert found["score"] == int(file.removesuffix(".txt").rpartition("-")[2])
    told = run_cgt("replay", str(tmp_path / "replay")).out
    assert f"enemy found: against {enemy} the game ends where the moves end" in told


def test_an_enemy_that_nobody_names_is_found_by_the_score(run_cgt: Run, tmp_path: Path) -> None:
    (tmp_path / "replay").write_text("score: 165\n" + text_alone("knewjade-loop-165.txt"))
    found = run_cgt("replay", str(tmp_path / "replay"), "--json").json()
    said = run_cgt("replay", "replays/knewjade-loop-165.txt", "--json").json()
    assert said["enemy_found_by"] is None
    same = ("enemy", "score", "pieces", "moves", "ignored", "over", "well", "encoding")
    assert {key: found[key] for key in same} == {key: said[key] for key in same}
    assert (said["other_enemies"], found["other_enemies"]) == ([], [])
    assert found["enemy_found_by"] == "score"
    assert "reaches the expected score" in run_cgt("replay", str(tmp_path / "replay")).out


def test_enemies_that_fit_as_well_are_told(run_cgt: Run, tmp_path: Path) -> None:
    (tmp_path / "replay").write_text("D" * 1000)
    found = run_cgt("replay", str(tmp_path / "replay"), "--json").json()
    assert (found["enemy"], found["score"]) == ("hatetris", 0)
    assert "lovetris" in found["other_enemies"]
    assert "lovetris would do, too)" in run_cgt("replay", str(tmp_path / "replay")).out


def test_a_score_that_no_enemy_gives_is_exit_code_1(run_cgt: Run, tmp_path: Path) -> None:
    (tmp_path / "replay").write_text("score: 31\n" + text_alone("deasuke-30.txt"))
    ran = run_cgt("replay", str(tmp_path / "replay"), "--json")
    assert (ran.code, ran.json()["enemy"], ran.json()["score"]) == (1, "hatetris", 30)


def test_of_a_replay_that_was_cut_off_the_enemy_is_a_guess(run_cgt: Run, tmp_path: Path) -> None:
    (tmp_path / "bare").write_text(text_alone("tim-232.txt"))
    steps = run_cgt("replay", str(tmp_path / "bare"), "--encode", "raw").out.strip()
    (tmp_path / "replay").write_text(steps[:4000])
    found = run_cgt("replay", str(tmp_path / "replay"), "--json").json()
    assert (found["enemy"], found["over"]) == ("hatetris", False)
    assert found["enemy_found_by"] == "guess"
    assert "a guess" in run_cgt("replay", str(tmp_path / "replay")).out


def test_a_replay_that_was_changed_fits_no_enemy(run_cgt: Run, tmp_path: Path) -> None:
    (tmp_path / "bare").write_text(text_alone("tim-232.txt"))
    steps = run_cgt("replay", str(tmp_path / "bare"), "--encode", "raw").out.strip()
    (tmp_path / "replay").write_text(steps[:500] + "R" + steps[501:])
    ran = run_cgt("replay", str(tmp_path / "replay"))
    assert (ran.code, ran.out) == (2, "")
    assert "of 8220 moves" in ran.err
    assert "--enemy NAME" in ran.err
    assert ran.err.count("\n") == 1


def test_encodings_are_tried_in_order_and_named(run_cgt: Run, tmp_path: Path) -> None:
    tried = ["raw", "hex", "base65536", "base2048"]
    for number, encoding in enumerate(tried, 1):
        text = run_cgt("replay", "replays/deasuke-30.txt", "--encode", encoding).out
        (tmp_path / "again").write_text(text)
        found = run_cgt("replay", str(tmp_path / "again"), "--json").json()
        assert (found["encoding"], found["encodings_tried"]) == (encoding, tried[:number])
    (tmp_path / "again").write_text("ਹ!ԇ")
    err = run_cgt("replay", str(tmp_path / "again")).err
    assert "character 2 is '!', which is not in base2048 (tried: raw, hex, base65536, base20" in err


def test_letters_and_names_in_any_case(run_cgt: Run, tmp_path: Path) -> None:
    lower = run_cgt("replay", "replays/deasuke-30.txt", "--encode", "RAW").out.lower()
    (tmp_path / "replay").write_text("enemy: HateTris\nscore: 30\n" + lower)
    ran = run_cgt("replay", str(tmp_path / "replay"), "--json")
    assert (ran.code, ran.json()["enemy"], ran.json()["encoding"]) == (0, "hatetris", "raw")
    ran = run_cgt("replay", str(tmp_path / "replay"), "--enemy", "HATETRIS", "--json")
    assert (ran.code, ran.json()["enemy"]) == (0, "hatetris")


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
        ("A9E", ["--enemy", "hatetrsi"], "(did you mean hatetris?)"),
        ("enemy: hatetrsi\nA9E", [], "1:8: the enemy in a file is a built-in player (did you mean"),
        ("enemy: lovetris\nA9E", ["--encode", "hexx"], "(did you mean hex?)"),
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


# on a terminal


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ([], "watching a game needs a terminal; --html writes a page that plays it"),
        (["--json"], "--watch shows a game to a person"),
    ],
)
def test_watching_needs_a_person(run_cgt: Run, options: list[str], problem: str) -> None:
    ran = run_cgt("replay", "example:atypical-11", "--watch", *options)
    assert (ran.code, ran.out) == (2, "")
    assert problem in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.long
def test_a_replay_is_watched_for_longer_than_its_time_limit() -> None:
    with started("replay", "example:atypical-11", "--watch", "--time-limit", "5s") as screen:
        screen.wait_for("against")
        time.sleep(6)
        screen.press("\x1b[F")
        screen.wait_for("GAME OVER")
        screen.press("\x03")
        assert screen.exit_code() == 130


def test_what_is_only_encoded_is_not_watched() -> None:
    with started("replay", "example:atypical-11", "--watch", "--encode", "raw") as screen:
        assert screen.exit_code() == 2
        assert "there is nothing to watch" in screen.shown


def test_a_replay_whose_enemy_is_wrong_is_told_the_right_one(run_cgt: Run, tmp_path: Path) -> None:
    text = (ROOT / "replays" / "deasuke-30.txt").read_text()
    file = tmp_path / "wrong"
    file.write_text("\n".join(line for line in text.splitlines() if "enemy" not in line))
    ran = run_cgt("replay", str(file), "--enemy", "burgiel", "--score", "30")
    assert ran.code == 1
    assert ran.err.endswith("it was played against hatetris, with which it reaches 30\n")
