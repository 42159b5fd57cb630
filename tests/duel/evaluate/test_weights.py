"""Weight files, and the values of wells and placements."""

import copy
import json
import math
import pickle
import re
from pathlib import Path

import oracles
import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.board.piecesets import TETROMINOES
from cgt.common.errors import CgtError, FileError
from cgt.duel.evaluate.explain import explain
from cgt.duel.evaluate.features import FEATURE_SETS, FEATURES
from cgt.duel.evaluate.recommend import rank_placements
from cgt.duel.evaluate.weights import Weights, shipped
from cgt.duel.rules import Rules
from cgt.duel.well import Well

PARKS_POSITIONS = (ROOT / "tests/data/sogang_features.jsonl").read_text().splitlines()
KRAVEC = {"kravec-1": (50, 40, 20, 15, 12.5), "kravec-2": (30, 20, 30, 25, 12.5)}


@given(wells())
def test_kravecs_evaluations_are_those_of_the_plain_version(well: Well) -> None:
    for name, weights in KRAVEC.items():
        expected = oracles.kravec_value(rows_of_well(well, 9), weights)
        assert Weights.named(name).value(well) == pytest.approx(expected)


@pytest.mark.parametrize("name", FEATURES)
def test_features_have_the_value_of_their_picture(name: str) -> None:
    feature = FEATURES[name]
    rows = feature.picture.split("|")
    placed = [(len(rows) - 1 - r, c) for r, row in enumerate(rows) for c in range(len(row))
              if row[c] in TETROMINOES]  # fmt: skip
    for lowest in (True, False):
        weights = Weights(name, {name: 1.0}, lowest_is_best=lowest)
        if not placed:
            well = Well(feature.picture)
            assert weights.value(well, feature.height) == feature.value
            continue
        letter = next(c for c in feature.picture if c in TETROMINOES)
        well = Well(feature.picture.replace(letter, "."))
        rules = Rules(width=well.width, height=feature.height, moves="spin")
        [placement] = [
            p for p in rules.placements(well, letter) if rules.cells(p) == sorted(placed)
        ]
        move, left = weights.judge(rules, well, placement)
        assert (left if name == "four-lines-now" else move) == feature.value
        assert move + left == feature.value


ALL_AT_ONCE = Weights("all", {name: 1.0 + 0.01 * i for i, name in enumerate(FEATURES)})


@given(wells(max_width=12, max_height=20), st.integers(0, 6), st.data())
@settings(max_examples=150)
def test_features_are_those_of_the_plain_version(
    well: Well, above: int, data: st.DataObject
) -> None:
    """Features of the placement and of the well that it leaves, one by one and all together."""
    height = max(4, well.stack_height + above)
    moves = data.draw(st.sampled_from(["drop", "slide", "spin"]))
    rules = Rules("tetromino" if well.width > 3 else "IJL", width=well.width, height=height,
                  moves=moves)  # fmt: skip
    piece = data.draw(st.sampled_from(rules.names))
    placement = data.draw(st.sampled_from(rules.placements(well, piece)))
    rows = rows_of_well(well, height + 8)
    cells = frozenset((len(rows) - 1 - row, column) for row, column in rules.cells(placement))
    expected = oracles.tetris_features(rows, cells, height)
    assert list(expected) == list(FEATURES)
    over = rules.place(well, placement).over
    weighted = 0.0
    for name, value in expected.items():
        move, left = Weights(name, {name: 1.0}).judge(rules, well, placement)
        assert left == math.inf if over else move + left == pytest.approx(value), name
        weighted += ALL_AT_ONCE.by_feature[name] * value
    if not over:
        assert sum(ALL_AT_ONCE.judge(rules, well, placement)) == pytest.approx(weighted)


@given(wells(max_width=18, max_height=32), st.integers(0, 6), st.data())
@settings(max_examples=40)
def test_placements_judged_together_are_worth_what_the_plain_version_says(
    well: Well, above: int, data: st.DataObject
) -> None:
    """All placements of a piece are judged at once, in stacks low and high, in wells narrow and
    wide, and with the features of each weight file that comes with the program."""
    height = max(4, well.stack_height + above)
    rules = Rules("tetromino" if well.width > 3 else "IJL", width=well.width, height=height,
                  moves=data.draw(st.sampled_from(["drop", "spin"])))  # fmt: skip
    weights = Weights.named(data.draw(st.sampled_from(shipped())))
    piece = data.draw(st.sampled_from(rules.names))
    ranked = rank_placements(rules, well, piece, weights)
    assert {one.placement for one in ranked} == set(rules.placements(well, piece))
    rows = rows_of_well(well, height + 8)
    for one in data.draw(st.permutations(ranked))[:4]:
        if one.loses:
            assert rules.place(well, one.placement).over
            continue
        cells = frozenset(
            (len(rows) - 1 - row, column) for row, column in rules.cells(one.placement)
        )
        values = oracles.tetris_features(rows, cells, height)
        expected = sum(weight * values[name] for name, weight in weights.by_feature.items())
        assert one.value == pytest.approx(expected)


@pytest.mark.parametrize("line", PARKS_POSITIONS, ids=range(len(PARKS_POSITIONS)))
def test_all_18_values_are_those_of_parks_program(line: str) -> None:
    """S. Park's program (Sogang University, 2019), run without its screen: positions of its games,
    with what it computes."""
    position = json.loads(line)
    rules = Rules(height=22, moves="spin", ending="spawn")
    well = Well(position["board"])
    cells = sorted((21 - row, column) for row, column in position["cells"])
    [placement] = [
        p for p in rules.placements(well, position["piece"]) if sorted(rules.cells(p)) == cells
    ]
    seen = explain(rules, well, placement, Weights.named("sogang"))
    assert seen is not None
    assert [feature.value for feature in seen] == position["values"]
    box_row = next(feature.value for feature in seen if feature.feature == "box-row")
    assert box_row == 21 - position["box_row"]


@given(wells(max_width=12, max_height=20), st.integers(0, 6))
def test_wells_are_worth_what_the_plain_version_says(well: Well, above: int) -> None:
    height = well.stack_height + above
    expected = oracles.tetris_features(rows_of_well(well, height + 1), frozenset(), height)
    for name in list(FEATURES)[: list(FEATURES).index("landing-height")]:
        assert Weights(name, {name: 1.0}).value(well, height) == pytest.approx(expected[name])


@pytest.mark.parametrize("name", FEATURE_SETS)
def test_named_sets_of_features_match_their_weights(name: str) -> None:
    features = FEATURE_SETS[name]
    assert set(features) <= set(FEATURES)
    assert len(set(features)) == len(features)
    for weights in shipped():
        if weights in (name, f"{name}-10", f"{name}-20", f"{name}-1", f"{name}-2"):
            assert tuple(Weights.named(weights).by_feature) == features


def test_shipped_weights_say_where_they_come_from() -> None:
    assert set(KRAVEC) <= set(shipped())
    for name in shipped():
        weights = Weights.named(name)
        assert weights.name == name
        assert weights.source


@pytest.mark.parametrize("name", [name for name in shipped() if name.startswith("cgt-")])
def test_our_weights_say_how_they_were_found_and_how_good_they_are(name: str) -> None:
    text = (ROOT / f"cgt/duel/evaluate/shipped/{name}.weights").read_text()
    comments = [line[2:] for line in text.splitlines() if line.startswith("; ")]
    keys = {line.partition(":")[0] for line in comments}
    assert {"played", "trainer"} <= keys
    if name == "cgt-hunt":  # without chance, there are no other games
        assert any(line.startswith("score with a beam of") for line in comments)
        return
    measured = [line for line in comments if " other " in line]
    assert measured
    for line in measured:
        mean, low, high = map(float, re.findall(r"[0-9][0-9.]*", line.split(": ")[1])[:3])
        assert low < mean < high
        assert "with 95 % confidence" in line


def test_weights_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("; a comment\nbest: highest\n\n-1.5 max-height\n")
    weights = Weights.named(str(file))
    assert weights.by_feature == {"max-height": -1.5}
    assert not weights.lowest_is_best
    assert weights.name == str(file)
    assert weights.value(Well("#.|#.")) == -3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no weight"),
        ("; nothing\nname: x", "there is no weight"),
        ("30", "1:1: a line has a weight and a feature"),
        ("name: x\nthirty max-height", "2:1: 'thirty' is no number"),
        ("nan max-height", "too large a number"),
        ("1e101 max-height", "too large a number"),
        ("30 beauty", "no feature 'beauty'; there are max-height"),
        ("30 max-height\n20 max-height", "2:1: max-height has a weight already"),
        ("colour: red\n30 max-height", "1:1: unknown key 'colour'"),
        ("best: middle\n30 max-height", "1:7: best is 'lowest' or 'highest', not 'middle'"),
    ],
)
def test_bad_files_are_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(FileError, match=message):
        Weights.parse(text, "file")


def test_texts_that_name_no_weights_are_refused(tmp_path: Path) -> None:
    for name in ("nothing", 300 * "x", "nul\0"):
        with pytest.raises(CgtError, match="neither a file nor one of bcts"):
            Weights.named(name)
    (tmp_path / "bytes").write_bytes(b"\xff\xff")
    with pytest.raises(FileError, match="not UTF-8 text"):
        Weights.read(tmp_path / "bytes")


@settings(max_examples=30)
@given(
    st.dictionaries(st.sampled_from(sorted(FEATURES)), st.floats(-1e100, 1e100), min_size=1),
    st.booleans(),
)
def test_weights_are_written_printed_and_sent_exactly(
    tmp_path_factory: pytest.TempPathFactory, by_feature: dict[str, float], lowest: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / "found.weights"
    weights = Weights("found", by_feature, "a run: of ours", lowest)
    weights.write(path, ["one", "two: three\nfour"])
    for found in (
        Weights.read(path),
        Weights.parse(str(weights), ""),
        pickle.loads(pickle.dumps(weights)),
        copy.deepcopy(weights),
    ):
        assert found == weights
        assert hash(found) == hash(weights)
        assert [(n, repr(w)) for n, w in found.by_feature.items()] == [
            (n, repr(w)) for n, w in by_feature.items()
        ]
    highest = Weights.of(by_feature)
    assert not highest.lowest_is_best
    assert Weights.named(highest.name) == highest


@pytest.mark.parametrize(
    ("name", "weights", "source"),
    [
        ("two\nlines", {"max-height": 1}, ""),
        ("found ", {"max-height": 1}, ""),
        ("found", {"max-height": 1}, "two\rlines"),
        ("found", {"no-such-feature": 1.0}, ""),
        ("found", {"max-height": math.nan}, ""),
        ("found", {"max-height": 1e101}, ""),
        ("found", {}, ""),
    ],
)
def test_weights_that_could_not_be_read_back_are_not_written(
    name: str, weights: dict[str, float], source: str, tmp_path: Path
) -> None:
    path = tmp_path / "found.weights"
    path.write_text("the old file")
    with pytest.raises(CgtError):
        Weights(name, weights, source).write(path)
    assert path.read_text() == "the old file"
    assert list(tmp_path.iterdir()) == [path]


def test_weights_do_not_change_with_the_mapping_they_were_made_from() -> None:
    given = {"max-height": 1}
    weights = Weights.of(given)
    given["max-height"] = 2
    assert weights.by_feature == {"max-height": 1.0}
