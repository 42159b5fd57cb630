"""Move models as data: every file in the folder is a model that is offered everywhere."""

from dataclasses import replace
from pathlib import Path

import oracles
import pytest
from click.testing import CliRunner
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from strategies import rows_of_well, wells

import cgt.duel.moves
from cgt.cli.duel import duel
from cgt.common.errors import CgtError
from cgt.common.limits import Limits
from cgt.duel.exact.solve import solve_duel
from cgt.duel.moves import GENERAL, MODELS, move_model
from cgt.duel.moves.model import MoveModel, Offset, flat_rotation, no_kicks, turned_in_square
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.well import Well
from cgt.play.tetris.live import LiveGame

# Turns clockwise and by a half; a turn without room is tried a row higher.
FLIP = MoveModel(
    "flip",
    "a model of the tests",
    "it is turned clockwise or by a half, and climbs a row if that has no room",
    inside="turns",
    turns=("clockwise", "half"),
    orientations=lambda piece: turned_in_square(piece, flat_rotation(piece), "clockwise"),
    kicks=lambda piece, start, end: ((0, 0), (0, 1)),
)


def test_the_docs_describe_every_model() -> None:
    page = (ROOT / "docs" / "duel.md").read_text()
    for model in MODELS.values():
        assert f"| `{model.name}` | {model.meaning} |\n" in page


def test_a_file_is_all_that_a_model_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "newest.py").write_text(
        "from dataclasses import replace\n"
        "from cgt.duel.moves.spin import MODEL as SPIN\n"
        "MODEL = replace(SPIN, name='newest')\n"
    )
    monkeypatch.setattr(cgt.duel.moves, "__path__", [*cgt.duel.moves.__path__, str(tmp_path)])
    assert list(cgt.duel.moves._models()) == sorted([*MODELS, "newest"])


def test_the_commands_offer_every_model() -> None:
    shown = " ".join(CliRunner().invoke(duel, ["--help"]).output.split())
    assert f"[{'|'.join(MODELS)}]" in shown
    for model in MODELS.values():
        assert f"{model.name}: {model.summary}" in shown
    assert sorted([*GENERAL, "hatetris"]) == list(MODELS)


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(CgtError, match="drop, hatetris, slide, spin, srs, not by 'fly'"):
        move_model("fly")


@given(wells(), st.sampled_from("IJLOSTZ"))
def test_placements_of_a_new_model_are_those_of_a_naive_search(well: Well, piece: str) -> None:
    rules = Rules(piece, width=well.width, moves=FLIP)
    rows = well.stack_height + 16
    first = flat_rotation(rules.pieces[piece])
    turns = oracles.square_turns(frozenset(first.cells))[::-1]  # which turn the other way
    turns = [turns[-1], *turns[:-1]]
    tries = {(start, (start + by) % 4): [(0, 0), (0, 1)] for start in range(4) for by in (1, 2)}
    plain = rows_of_well(well, rows)
    expected = oracles.landing_places(plain, turns, oracles.starts_above(plain, turns), tries)
    found = {
        frozenset((rows - 1 - row, column) for row, column in rules.cells(placement))
        for placement in rules.placements(well, piece)
    }
    assert found == expected


def test_live_play_has_half_turns_if_the_model_has_them() -> None:
    for moves, happened in ((FLIP, "moved"), ("srs", "nothing"), ("drop", "nothing")):
        live = LiveGame(Setting(Rules("T", moves=moves), bad="constant:T"))
        assert live.falling is not None
        before = live.falling.rotation
        assert live.move("half") == happened
        assert (live.falling.rotation - before) % 4 == (2 if happened == "moved" else 0)


# fingerprints


def _two_kicks_changed(*_: object) -> tuple[Offset, ...]:
    return ((0, 0), (1, 0))


SPIN, SRS = MODELS["spin"], MODELS["srs"]
VARIANTS = [
    *MODELS.values(),
    FLIP,
    replace(SRS, kicks=no_kicks),
    replace(SRS, kicks=_two_kicks_changed),
    replace(SRS, turns=("clockwise",)),
    replace(SRS, turns=("counterclockwise", "clockwise")),
    replace(SPIN, turns=("counterclockwise", "half")),
    replace(SPIN, inside="slides"),
    replace(SPIN, spawn_box=4),
]


def test_models_that_differ_have_different_fingerprints() -> None:
    prints = [Rules("T", moves=model, ending="spawn").native.fingerprint for model in VARIANTS]
    assert len(set(prints)) == len(VARIANTS)
    again = [Rules("T", moves=model, ending="spawn").native.fingerprint for model in VARIANTS]
    assert again == prints


def test_a_checkpoint_of_a_different_model_with_the_same_name_is_refused(
    tmp_path: Path,
) -> None:
    file, limits = tmp_path / "checkpoint", Limits.of(seconds=0.01)
    srs, other = (
        Rules("LJ", width=4, height=4, moves=model) for model in (SRS, replace(SRS, kicks=no_kicks))
    )
    solve_duel(srs, limits=limits, checkpoint=file)
    assert file.exists()
    solve_duel(srs, limits=limits, checkpoint=file)
    with pytest.raises(CgtError, match="another"):
        solve_duel(other, limits=limits, checkpoint=file)
