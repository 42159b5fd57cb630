"""Many games and estimates, kept in a checkpoint and resumed."""

import json
from pathlib import Path

import pytest
from checkpoints import STRANGERS_KEY, content_of, write_resealed

from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError
from cgt.duel.kept import KeptResults
from cgt.duel.many import Finished, play_many
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting
from cgt.duel.splitting import Estimate, estimates

SETTING = Setting(Rules(width=5, height=6), "greedy:lee", seed=4)


def kept_games(setting: Setting = SETTING) -> KeptResults[Finished]:
    return KeptResults("games", setting, lambda game: [*vars(game).values()], Finished.of_row)


def collect(path: Path, games: int, setting: Setting = SETTING, *, trusting: bool = False) -> list:  # type: ignore[type-arg]
    kept = kept_games(setting)
    checkpoint = Checkpoint(path, trusting=trusting)
    played = [0]

    def play(done: int):  # type: ignore[no-untyped-def]
        for game in play_many(setting, games, done=done):
            played[0] += 1
            yield game

    numbers = list(kept.collected(play, checkpoint))
    assert len(numbers) == played[0]
    return [played[0], *kept.results]


def test_games_that_are_kept_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games"
    assert collect(path, 3)[0] == 3
    again = collect(path, 5)
    assert again[0] == 2
    assert again[1:] == list(play_many(SETTING, 5))


def test_estimates_are_kept_as_they_are(tmp_path: Path) -> None:
    path, results = tmp_path / "splitting", []
    for number in (2, 3):
        kept = KeptResults("splitting", SETTING, list, Estimate.of_row)
        play = lambda done, number=number: estimates(SETTING, number, trials=20, done=done)  # noqa: E731
        assert len(list(kept.collected(play, Checkpoint(path)))) == (2 if number == 2 else 1)
        results = kept.results
    assert results == list(estimates(SETTING, 3, trials=20))


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ({"seed": 5}, "its seed is 4, not 5"),
        ({"max_pieces": 7}, "its max_pieces is 1000000, not 7"),
        ({"rules": Rules(width=5, height=7)}, "its well is"),
        ({"rules": Rules("IOTS", width=5, height=6)}, "its pieces differs"),
        ({"good": "greedy:dt-10"}, "its good differs"),
        ({"bad": "bag"}, "its bad is"),
    ],
)
def test_other_games_do_not_resume(tmp_path: Path, other: dict, what: str) -> None:  # type: ignore[type-arg]
    path = tmp_path / "games"
    collect(path, 2)
    asked = {"rules": SETTING.rules, "good": "greedy:lee", "seed": 4} | other
    with pytest.raises(CgtError, match=f"of another run: {what}"):
        collect(path, 3, Setting(**asked))


def test_a_weight_file_that_has_changed_makes_other_games(tmp_path: Path) -> None:
    weights = tmp_path / "mine.weights"
    weights.write_text("best: highest\n-1 holes\n")
    setting = Setting(Rules(width=5, height=6), f"greedy:{weights}")
    assert collect(tmp_path / "games", 2, setting)[0] == 2
    weights.write_text("best: highest\n-2 holes\n")
    with pytest.raises(CgtError, match="its good"):
        collect(tmp_path / "games", 2, setting)


@pytest.mark.parametrize(
    "row", [[1, "won", 3, 1, 1], [1, "limit", -3, 1, 1], [1, "limit", 3.5, 1, 1], [1], 7, "abcde"]
)
def test_a_row_that_is_no_game_is_damage(tmp_path: Path, row: object) -> None:
    path = tmp_path / "games"
    collect(path, 2)
    first, second = content_of(path).splitlines()
    state = {**json.loads(second), "state": [row]}
    write_resealed(path, first + b"\n" + json.dumps(state).encode() + b"\n")
    with pytest.raises(CgtError, match="the checkpoint is damaged"):
        collect(path, 3)


@pytest.mark.parametrize(
    "row", [[0.1, 0.4, 1.5, 0], [-1, 0.4, 5, 0], [float("inf"), 0.4, 5, 0], []]
)
def test_a_row_that_is_no_estimate_is_refused(row: list[float]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Estimate.of_row(row)


def test_a_strangers_checkpoint_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games"
    collect(path, 2)
    write_resealed(path, content_of(path), key=STRANGERS_KEY)
    with pytest.raises(CgtError, match="not made with this machine's key"):
        collect(path, 3)
    assert collect(path, 3, trusting=True)[0] == 1


def test_players_of_ones_own_are_not_kept(tmp_path: Path) -> None:
    class Own:
        def place(self, state: object) -> object:
            raise NotImplementedError

    with pytest.raises(CgtError, match="players that ship"):
        collect(tmp_path / "games", 2, Setting(SETTING.rules, Own()))  # type: ignore[arg-type]
