"""What an evaluation sees, against the features counted cell by cell."""

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.common.errors import CgtError
from cgt.duel.evaluate.explain import explain
from cgt.duel.evaluate.features import FEATURES
from cgt.duel.evaluate.weights import Weights
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well


@given(wells(max_width=6, max_height=7), st.booleans(), st.data())
@settings(max_examples=60, deadline=None)
def test_every_feature_has_its_value_and_its_part_of_the_sum(
    well: Well, lowest: bool, data: st.DataObject
) -> None:
    rules = Rules("IJLO", width=well.width, height=9, moves="spin")
    weights = {
        name: float(data.draw(st.integers(-9, 9), label=name)) for name in reversed(FEATURES)
    }
    evaluation = Weights("drawn", weights, lowest_is_best=lowest)
    piece = data.draw(st.sampled_from(rules.names))
    placement = data.draw(st.sampled_from(rules.placements(well, piece)))
    seen = explain(rules, well, placement, evaluation)
    if rules.place(well, placement).over:
        assert seen is None
        return
    assert seen is not None
    rows = rows_of_well(well, 20)
    cells = frozenset((len(rows) - 1 - row, column) for row, column in rules.cells(placement))
    expected = oracles.tetris_features(rows, cells, rules.height)
    assert [one.feature for one in seen] == list(weights)
    for one in seen:
        assert one.value == pytest.approx(expected[one.feature]), one.feature
        assert one.weight == weights[one.feature]
    total = sum(weights[name] * expected[name] for name in weights)
    assert sum(one.contribution for one in seen) == pytest.approx(total)
    assert sum(evaluation.judge(rules, well, placement)) == pytest.approx(total)


def test_a_placement_that_there_is_not_is_refused() -> None:
    rules, well = Rules(width=4, height=8), Well("##..|##.#")
    with pytest.raises(CgtError, match="WellPlacement"):
        explain(rules, well, WellPlacement("O", 0, 0, 0), Weights.named("lee"))
