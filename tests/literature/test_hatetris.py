"""HATETRIS replays: reading, writing, playing."""

import itertools
import json
import tempfile
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.common.errors import CgtError, FileError
from cgt.duel.game import Game
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.duel.well import Well
from cgt.literature.hatetris import (
    ENCODINGS,
    Replay,
    ReplayError,
    decode,
    encode,
    play,
    read_replay,
)
from cgt.literature.hatetris_games import ENEMIES as OWN_ENEMIES
from cgt.literature.hatetris_games import find_enemy, replay_of, why_no_replay, write_replay

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
        assert played.moves + played.ignored == len(again.steps)
        assert played.ignored <= 8


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
        ("LRDUX", r"character 5 is 'X', which is not in raw \(tried: raw, hex\)"),
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


@pytest.mark.parametrize("entry", REPLAYS, ids=NAMES)
def test_the_enemy_of_a_public_replay_is_found(entry: dict) -> None:  # type: ignore[type-arg]
    replay, enemy = decode(entry["replay"]), ENEMIES[entry["ai"]]
    assert find_enemy(replay, entry["expected_score"]).played.score == entry["expected_score"]
    found = find_enemy(replay)
    assert found.played == play(replay, found.played.enemy)
    if play(replay, enemy).over and len(replay.steps) > 500:  # few steps may fit several
        assert (found.played.enemy, found.by) == (enemy, "end")


def test_a_replay_that_fits_no_enemy_is_noticed() -> None:
    entry = next(e for e in REPLAYS if e["name"] == "Tim (2)")
    steps = decode(entry["replay"]).steps
    with pytest.raises(ReplayError, match=r"over after \d+ of 8220 moves"):
        find_enemy(Replay(steps[:500] + "R" + steps[501:], "raw"))


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


# the replay of a game


@pytest.mark.parametrize("entry", REPLAYS, ids=NAMES)
def test_a_replay_made_of_the_placements_is_the_same_game(entry: dict) -> None:  # type: ignore[type-arg]
    enemy = ENEMIES[entry["ai"]]
    played = play(decode(entry["replay"]), enemy)
    made = replay_of(played.trace)
    assert len(made.steps) <= played.moves  # each placement by the fewest steps
    again = play(made, enemy)
    assert again.trace.placements == played.trace.placements
    assert (again.score, again.over, again.ignored) == (played.score, played.over, 0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(OWN_ENEMIES))
def test_games_by_chance_are_written_and_read_again(seed: int, enemy: str) -> None:
    setting = RULE_SETS["hatetris"].setting(good="random", bad=enemy, seed=seed, max_pieces=100)
    assert why_no_replay(setting) == ""
    game = Game(setting, keeps_trace=True)
    game.advance()
    with tempfile.TemporaryDirectory() as folder:
        write_replay(f"{folder}/replay", game.trace())
        read = read_replay(f"{folder}/replay")
    assert (read.enemy, read.score, read.replay.encoding) == (enemy, game.lines, "base2048")
    again = play(read.replay, enemy)
    assert again.trace.placements == game.trace().placements
    assert (again.score, again.well) == (game.lines, game.well)


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        (RULE_SETS["sogang"].setting(), "the moves of HATETRIS, not spin"),
        (RULE_SETS["hatetris"].setting(height=22), "a well of 10×20"),
        (RULE_SETS["hatetris"].setting(pieces="LJ"), "the seven tetrominoes"),
        (RULE_SETS["hatetris"].setting(bad="uniform"), "not uniform"),
        (RULE_SETS["hatetris"].setting(preview=1), "no coming piece is visible"),
        (RULE_SETS["hatetris"].setting(start=Well("#.........")), "begins with an empty well"),
    ],
)
def test_games_that_have_no_replay(setting: Setting, why: str) -> None:
    assert why in why_no_replay(setting)
