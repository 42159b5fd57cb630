"""Weight files and what they are worth."""

from pathlib import Path

import oracles
import pytest
from hypothesis import given
from strategies import rows_of_well, wells

from cgt.duel.well import Well
from cgt.errors import CgtError, FileError
from cgt.evaluate import Evaluation, evaluation_named, parse_weights, read_weights, shipped
from cgt.evaluate.features import FEATURES

KRAVEC = {"kravec-1": (50, 40, 20, 15, 12.5), "kravec-2": (30, 20, 30, 25, 12.5)}


@given(wells())
def test_seed_003s_functions_are_those_of_the_plain_version(well: Well) -> None:
    for name, weights in KRAVEC.items():
        expected = oracles.kravec_value(rows_of_well(well, 9), weights)
        assert evaluation_named(name).value(well) == pytest.approx(expected)


@pytest.mark.parametrize("name", FEATURES)
def test_features_have_the_value_of_their_picture(name: str) -> None:
    feature = FEATURES[name]
    evaluation = Evaluation(name, {name: 1.0})
    assert evaluation.value(Well(feature.picture)) == feature.value
    highest = Evaluation(name, {name: 1.0}, lowest_is_best=False)
    assert highest.value(Well(feature.picture)) == feature.value


def test_shipped_weights_say_where_they_come_from() -> None:
    assert set(KRAVEC) <= set(shipped())
    for name in shipped():
        evaluation = evaluation_named(name)
        assert evaluation.name == name
        assert evaluation.source


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("; a comment\nbest: highest\n\n-1.5 max-height\n")
    evaluation = evaluation_named(str(file))
    assert evaluation.weights == {"max-height": -1.5}
    assert not evaluation.lowest_is_best
    assert evaluation.name == str(file)
    assert evaluation.value(Well("#.|#.")) == -3


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
        ("colour: red\n30 max-height", "the keys are"),
        ("best: middle\n30 max-height", "lowest or highest, not 'middle'"),
    ],
)
def test_bad_files_are_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(FileError, match=message):
        parse_weights(text, "file")


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    for name in ("nothing", 300 * "x", "nul\0"):
        with pytest.raises(CgtError, match="neither a file nor one of kravec-1"):
            evaluation_named(name)
    (tmp_path / "bytes").write_bytes(b"\xff\xff")
    with pytest.raises(FileError, match="no text"):
        read_weights(tmp_path / "bytes")
