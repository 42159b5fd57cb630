"""Move models as data: every file in the folder is a model that is offered everywhere."""

from dataclasses import replace
from pathlib import Path
from typing import Any

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
from cgt.duel.exact.solve import least_height, solve_duel
from cgt.duel.game import Game
from cgt.duel.moves import GENERAL, MODELS, move_model
from cgt.duel.moves.model import (
    MoveModel,
    Offset,
    Orientation,
    flat_rotation,
    no_kicks,
    turned_in_square,
)
from cgt.duel.players.good import Replay
from cgt.duel.players.strategies import FollowStrategy
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.trace import Trace, write_trace
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
    assert set(MODELS) - set(GENERAL) == {model.name for model in MODELS.values() if model.bar}
    assert "hatetris" not in GENERAL


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(CgtError, match=f"by {', '.join(MODELS)}, not by 'fly'"):
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


# models of one's own


def test_a_lower_well_keeps_the_model() -> None:
    lower = Rules("T", width=4, height=9, moves=FLIP, ending="lock").with_height(3)
    assert lower == Rules("T", width=4, height=3, moves=FLIP, ending="lock")
    assert lower.model is FLIP
    answers = list(least_height(Rules("O", width=4, height=4, moves=FLIP)))
    assert answers
    assert all(answer.rules.model is FLIP for answer in answers)


def test_a_model_of_ones_own_cannot_be_written(tmp_path: Path) -> None:
    for model in (FLIP, replace(SPIN, turns=("clockwise",))):
        rules = Rules("O", width=4, height=4, moves=model)
        answer = solve_duel(rules)
        assert answer.strategy is not None
        path = tmp_path / "file.txt"
        with pytest.raises(CgtError, match="a move model of one's own cannot be written"):
            write_trace(path, Trace(rules, [], Well.empty(4)))
        with pytest.raises(CgtError, match="a move model of one's own cannot be written"):
            answer.strategy.write(path)
        assert not path.exists()


def test_traces_and_strategies_are_for_one_model_not_for_its_name() -> None:
    rules = Rules("O", width=4, height=4, moves="spin")
    other = Rules("O", width=4, height=4, moves=replace(SPIN, turns=("clockwise",)))
    strategy = solve_duel(rules).strategy
    assert strategy is not None
    for good in (Replay(Trace(rules, [], Well.empty(4))), FollowStrategy(strategy)):
        Game(Setting(rules, good, "constant:O"))
        with pytest.raises(CgtError, match="with another model spin"):
            Game(Setting(other, good, "constant:O"))


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        (("half",), "flip: the first turn is a quarter turn, not a half"),
        (("half", "clockwise"), "flip: the first turn is a quarter turn, not a half"),
        (("clockwise", "clockwise"), "flip: a turn is named twice"),
        (("left",), "flip: turns are clockwise, counterclockwise, half, not 'left'"),
    ],
)
def test_turns_that_make_no_model_are_refused(turns: Any, message: str) -> None:
    with pytest.raises(CgtError, match=message):
        replace(FLIP, turns=turns)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kicks": lambda *_: ()}, "a turn of T is tried nowhere"),
        ({"kicks": lambda *_: ((0, 0), (0, 5))}, "a turn of T goes too far"),
        ({"kicks": lambda *_: ((300, 0),)}, "a turn of T goes too far"),
        ({"turns": ()}, "a piece has one state without turns, but T 4"),
        ({"orientations": lambda _: []}, "a piece has 1 to 4 states, but T 0"),
        ({"orientations": lambda _: [Orientation(0, 0, 0)] * 5}, "1 to 4 states, but T 5"),
        ({"orientations": lambda _: [Orientation(4, 0, 0)]}, "T has no such rotation"),
    ],
)
def test_models_that_a_piece_cannot_move_by_are_refused(change: Any, message: str) -> None:
    with pytest.raises(CgtError, match=f"flip: .*{message}|flip: {message}"):
        Rules("T", moves=replace(FLIP, **change))


def test_nothing_happens_if_a_piece_is_turned_that_cannot_turn() -> None:
    model = replace(FLIP, turns=(), orientations=lambda _: [Orientation(0, 0, 0)])
    live = LiveGame(Setting(Rules("T", moves=model), bad="constant:T"))
    assert live.move("turn") == live.move("clockwise") == "nothing"
    assert live.move("left") == "moved"
