"""HATETRIS replays: reading, writing, playing."""

import itertools
import json
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from cgt.common.errors import CgtError, FileError
from cgt.literature import hatetris
from cgt.literature.hatetris import (
    ENCODINGS,
    Replay,
    ReplayError,
    decode,
    encode,
    play,
    read_replay,
)

REPLAYS = json.loads((ROOT / "tests/data/hatetris_replays.json").read_text())["replays"]
ENEMIES = {"HATETRIS": "hatetris", "HATETRIS Mild": "hatetris-mild", "Brzustowski": "brzustowski"}
NAMES = [f"{entry['name']}, {entry['encoding']}" for entry in REPLAYS]


@pytest.mark.parametrize("entry", REPLAYS, ids=NAMES)
def test_public_replays_reach_their_scores_in_every_encoding(entry: dict) -> None:  # type: ignore[type-arg]
    replay = decode(entry["replay"])
    assert replay.encoding == entry["encoding"]
    for encoding in ENCODINGS:
        again = decode(encode(replay.steps, encoding))
        assert again.encoding == encoding
        assert again.steps in (replay.steps, replay.steps + "L")
        played = play(again, ENEMIES[entry["ai"]])
        assert played.score == entry["expected_score"]
        hatetris.check_whole(again, played)


@pytest.mark.parametrize("entry", REPLAYS, ids=NAMES)
def test_our_encodings_are_those_of_the_public_replays(entry: dict) -> None:  # type: ignore[type-arg]
    steps = decode(entry["replay"]).steps
    assert encode(steps, entry["encoding"]) == "".join(entry["replay"].split())


def test_a_replay_is_a_game_by_the_rules() -> None:
    entry = max(REPLAYS, key=lambda entry: entry["expected_score"])
    played = play(decode(entry["replay"]), ENEMIES[entry["ai"]])
    placed = list(played.trace.play())
    assert len(placed) == played.pieces
    assert sum(one.lines for one in placed) == played.score
    assert placed[-1].well == played.well
    assert placed[-1].over == played.over


def test_the_published_example() -> None:
    assert encode("DDDRUD", "hex") == "A9E"
    assert encode("DDDRUD", "base65536") == "𤺤"
    assert encode("DDDRUD", "base2048") == "ਹԇ"


@given(st.text("LRDU", min_size=1, max_size=200), st.sampled_from(ENCODINGS))
def test_what_is_encoded_is_decoded(steps: str, encoding: str) -> None:
    text = encode(steps, encoding)  # type: ignore[arg-type]
    again = decode(text)
    if ENCODINGS.index(again.encoding) < ENCODINGS.index(encoding):  # type: ignore[arg-type]
        assert len(text) < 4  # such as D in hex: the order of the encodings decides what it is
        return
    assert again.encoding == encoding
    assert again.steps in (steps, steps + "L")
    if encoding == "raw" or (encoding == "hex" and len(steps) % 2 == 0):
        assert again.steps == steps


@given(st.text("LRDU", min_size=1, max_size=60))
def test_an_l_is_added_only_where_it_is_needed(steps: str) -> None:
    for encoding in ("base65536", "base2048"):
        text = encode(steps, encoding)  # type: ignore[arg-type]
        again = decode(text).steps
        if not text.isascii() and any(a == b for a, b in itertools.pairwise(steps)):
            assert again == steps


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("  \n ", "empty"),
        ("LRDUX", "character 5 is 'X', which is not in raw"),
        ("A9EG", "character 4 is 'G', which is not in hex"),
        ("𤺤A", "character 2 is 'A', which is not in base65536"),
        ("ਹ!ԇ", "character 2 is '!', which is not in base2048"),
        ("!?", "not a replay in any encoding"),
        ("ᔀ𤺤", "character 1 of this Base65536 text may only be the last"),
        ("0ਹ", "character 1 of this Base2048 text may only be the last"),
    ],
)
def test_odd_symbols_are_named(text: str, message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        decode(text)


def test_cut_off_base2048_is_noticed() -> None:
    """Cut where the last bits are not padding; other cuts look like a whole text."""
    entry = next(e for e in REPLAYS if e["encoding"] == "base2048" and e["name"] == "Deasuke")
    noticed = 0
    for end in range(20, 60):
        try:
            decode(entry["replay"][:end])
        except ReplayError as error:
            assert "cut off" in str(error)  # noqa: PT017
            noticed += 1
    assert noticed > 10


def test_a_replay_of_another_enemy_is_noticed() -> None:
    entry = next(e for e in REPLAYS if e["name"] == "Tim (2)")
    replay = decode(entry["replay"])
    played = play(replay, "brzustowski")
    assert played.score != entry["expected_score"]
    with pytest.raises(ReplayError, match=r"over after \d+ of 8220 moves"):
        hatetris.check_whole(replay, played)


def test_a_replay_that_stops_in_the_middle_is_not_over() -> None:
    assert not play(Replay("DDD", "raw")).over
    assert play(Replay("DDD", "raw")).pieces == 0
    assert play(Replay("D" * 19, "raw")).pieces == 1


def test_spaces_of_any_kind_are_ignored() -> None:
    assert decode("56AA\tAAAA\n A").steps == decode("56AAAAAAA").steps


def test_only_steps_are_encoded() -> None:
    for steps in ("", "LRX"):
        with pytest.raises(ReplayError, match="only L, R, D and U"):
            encode(steps, "hex")


def test_a_file_says_what_it_should_reach(tmp_path: Path) -> None:
    file = tmp_path / "replay"
    file.write_text("enemy: hatetris-mild\nscore: 165\n\nLRDU\nDDDD\n")
    read = read_replay(file)
    assert (read.enemy, read.score) == ("hatetris-mild", 165)
    file.write_text("\ufeffA9E\r\n", encoding="utf-8")
    assert read_replay(file).replay == Replay("DDDRUD", "hex")
    assert read_replay(file).score is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("score: many\nA9", "1:8: score is a number"),
        ("author: me\nA9", "1:1: unknown key 'author'; the known keys are enemy, score"),
        ("score: 3\nLRDUX", "2:1: character 5"),
        ("", "no replay in this file"),
        ("score: 3\n", "no replay in this file"),
    ],
)
def test_bad_files_are_refused_with_the_place(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "replay").write_text(text)
    with pytest.raises(FileError, match=message):
        read_replay(tmp_path / "replay")


@pytest.mark.parametrize("enemy", ["homemade:Mine", "replay:Mine", "nobody"])
def test_a_file_does_not_name_python_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, enemy: str
) -> None:
    monkeypatch.chdir(tmp_path)
    module = enemy.partition(":")[0]
    (tmp_path / f"{module}.py").write_text("raise AssertionError('a stranger\\'s code was run')")
    (tmp_path / "replay.txt").write_text(f"enemy: {enemy}\nDDDD\n")
    with pytest.raises(FileError, match="1:8: the enemy in a file is a built-in player"):
        read_replay("replay.txt")


def test_an_unknown_enemy_is_refused() -> None:
    with pytest.raises(CgtError, match="no Bad player 'nobody'"):
        play(Replay("D", "raw"), "nobody")
