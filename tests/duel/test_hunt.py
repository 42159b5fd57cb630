"""The hunt against an exhaustive search with enemies written anew; and how it is limited, resumed
and shared out."""

import itertools
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from checkpoints import content_of, write_resealed

from cgt.common.errors import CgtError, LimitError
from cgt.common.limits import Limits
from cgt.duel.evaluate.weights import Weights
from cgt.duel.hunt import Hunted, hunt
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.setting import Setting
from cgt.duel.well import Well
from cgt.literature.hatetris import PIECES, decode, play
from cgt.literature.hatetris_games import confirmed, replay_of

Enemy = Callable[[list[Well]], str]  # the wells so far, each before a piece came

LOW = Rules(PIECES, width=4, height=9, moves="hatetris")
DROPS = Rules("SZOILJT", width=4, height=3)
FEW = Rules("OLT", width=3, height=4)


# a slow, plain version


def hater(rules: Rules, *, remembers: bool) -> Enemy:
    """HATETRIS's enemy, as it is described; the rules list its pieces in its order."""

    def choose(wells: list[Well]) -> str:
        seen = Counter(wells)

        def rank(piece: str) -> tuple[int, int]:
            left = [
                cleared(wells[-1], rules.cells(placement), rules.width)
                for placement in rules.placements(wells[-1], piece)
            ]
            if not left:
                return 0, -(10**6)
            times = max(seen[well] for well in left) if remembers else 0
            return times, max(rules.height - well.stack_height for well in left)

        return min(rules.names, key=rank)

    return choose


def cleared(well: Well, cells: list[tuple[int, int]], width: int) -> Well:
    """A well after a piece, with full rows cleared wherever they are."""
    filled = {(r, c) for c, column in enumerate(well.columns) for r in range(60) if column >> r & 1}
    filled |= set(cells)
    rows = [[(r, c) in filled for c in range(width)] for r in range(60)]
    kept = [row for row in rows if not all(row)]
    return Well.of([sum(row[c] << r for r, row in enumerate(kept)) for c in range(width)])


def brzustowski(wells: list[Well]) -> str:
    step, shown, seen, sent = 1, "S", set[Well](), "S"
    for well in wells:
        sent = shown
        if step in (1, 3):
            if well in seen:
                step, shown, seen = step + 1, "Z" if step == 1 else "S", set()
            else:
                seen.add(well)
        else:
            step, seen = step % 4 + 1, set()
    return sent


def best_score(rules: Rules, enemy: Enemy, most: int) -> int:
    """The highest score of all games of so many pieces, by trying all."""

    def best(wells: list[Well], left: int) -> int:
        if not left:
            return 0
        found = 0
        for placement in rules.placements(wells[-1], enemy(wells)):
            placed = rules.place(wells[-1], placement)
            more = 0 if placed.over else best([*wells, placed.well], left - 1)
            found = max(found, placed.lines + more)
        return found

    return best([Well.empty(rules.width)], most)


CASES: list[tuple[Rules, str, Enemy, int]] = [
    (LOW, "hatetris", hater(LOW, remembers=True), 4),
    (LOW, "hatetris-mild", hater(LOW, remembers=False), 4),
    (DROPS, "hatetris", hater(DROPS, remembers=True), 5),
    (FEW, "hatetris", hater(Rules("OLT", width=3, height=4), remembers=True), 6),
    (DROPS, "brzustowski", brzustowski, 6),
    (DROPS, "burgiel", lambda wells: "SZ"[(len(wells) - 1) % 2], 6),
    (LOW, "lovetris", lambda wells: "I", 6),
]


@pytest.mark.parametrize(("rules", "bad", "enemy", "most"), CASES)
def test_a_beam_that_keeps_all_finds_the_best_game(
    rules: Rules, bad: str, enemy: Enemy, most: int
) -> None:
    best = best_score(rules, enemy, most)
    for beam in (0, 100_000):
        found = hunt(Setting(rules, bad=bad, max_pieces=most), beam=beam)
        assert found.score == best
        assert found.finished
        assert_is_played(found, enemy)


def assert_is_played(found: Hunted, enemy: Enemy) -> None:
    """The game found is one that this enemy plays, with this score."""
    rules, wells, score = found.setting.rules, [Well.empty(found.setting.rules.width)], 0
    for placement in found.placements:
        assert placement.piece == enemy(wells)
        assert placement in rules.placements(wells[-1], placement.piece)
        placed = rules.place(wells[-1], placement)
        wells.append(placed.well)
        score += placed.lines
    assert score == found.score


OT = Rules("OT", width=4, height=6)
SZ = Rules("SZ", width=4, height=12)


@pytest.mark.parametrize(
    ("rules", "bad", "enemy"),
    [(OT, "hatetris", hater(OT, remembers=True)), (SZ, "brzustowski", brzustowski)],
)
def test_a_narrow_beam_finds_a_game_that_the_enemy_plays(
    rules: Rules, bad: str, enemy: Enemy
) -> None:
    """Long enough that wells come again, which both enemies remember."""
    found = hunt(Setting(rules, bad=bad, max_pieces=60), beam=5)
    assert_is_played(found, enemy)
    wells = [placed.well for placed in found.trace.play()]
    assert len(set(wells)) < len(wells)


# how it is done


def setting(**others: Any) -> Setting:
    return RULE_SETS["hatetris"].setting(pieces=PIECES, good="hunt", **others)


def test_more_games_and_more_threads() -> None:
    narrow = hunt(setting(), beam=5)
    wide = hunt(setting(), beam=60)
    assert wide.score > narrow.score
    shared = hunt(setting(), beam=60, threads=3)
    assert shared.placements == wide.placements
    assert shared.considered == wide.considered


def test_ties_are_broken_by_the_seed() -> None:
    """Weights that see nothing make all wells equally good."""
    blind = Weights.of({"lines": 0.0}, "blind")
    games = {
        hunt(setting(seed=seed), weights=blind, beam=60, threads=2).considered
        for seed in (1, 1, 2, 3)
    }
    assert len(games) == 3


@pytest.mark.parametrize(
    "bad", ["hatetris", "hatetris-mild", "minmax:lee", "burgiel", "bag:hatetris"]
)
def test_a_fresh_replay_confirms_the_score(bad: str) -> None:
    found = hunt(setting(bad=bad, max_pieces=70), beam=20)
    game = confirmed(found.trace)
    assert (game.played.score, game.played.pieces) == (found.score, found.pieces)
    assert found.score > 0
    again = play(decode(game.text), game.played.enemy)
    assert again.score == found.score


def test_better_games_are_told_as_they_are_found() -> None:
    told: list[Hunted] = []
    best = hunt(setting(), beam=20, found=told.append)
    scores = [found.score for found in told]
    assert scores == sorted(set(scores))
    assert told[-1].placements == best.placements
    for found in told:
        assert play(replay_of(found.trace)).score == found.score


def test_beams_widen_until_the_time_is_up() -> None:
    beams: list[int] = []
    best = hunt(
        setting(max_pieces=40),
        limits=Limits.of(seconds=1.5),
        progress=lambda found, _: beams.append(found.beam),
    )
    assert not best.finished or best.beam > 100
    assert sorted(set(beams))[:1] == [100]
    assert all(later in (now, 2 * now) for now, later in itertools.pairwise(beams))
    rows = Setting(Rules("I", width=4, height=4), bad="lovetris", max_pieces=5)
    perfect = hunt(rows, limits=Limits.of(seconds=60))
    assert (perfect.score, perfect.beam) == (5, 100)  # no cell is left
    with pytest.raises(CgtError, match="needs a limit of time"):
        hunt(setting())


def test_an_end_of_the_time_keeps_the_best_game() -> None:
    best = hunt(setting(), beam=100_000, limits=Limits.of(seconds=0.3))
    assert not best.finished
    assert not best.interrupted


@pytest.mark.parametrize("bad", ["uniform", "bag", "bag:uniform", "bastet", "exact:no-file"])
def test_enemies_by_chance_are_refused(bad: str) -> None:
    with pytest.raises(CgtError, match=r"cannot be computed ahead; .* hatetris-mild"):
        hunt(setting(bad=bad), beam=1)


def test_enemies_in_python_are_refused() -> None:
    class Always:
        def choose(self, state: object) -> str:
            return "S"

    with pytest.raises(CgtError, match="what Always sends cannot be computed ahead"):
        hunt(setting(bad=Always()), beam=1)


def test_memory_bounds_the_beam() -> None:
    with pytest.raises(LimitError, match=r"a beam of 1,000 needs \d+ MiB"):
        hunt(setting(), beam=1000, limits=Limits.of(memory=2**20))
    narrow = hunt(setting(), limits=Limits.of(seconds=60, memory=2**20))
    assert (narrow.beam, narrow.finished) == (100, True)  # twice as many would be too many


# checkpoints


def interrupted_after(pieces: int) -> Callable[[Hunted, int], None]:
    def progress(_: Hunted, placed: int) -> None:
        if placed == pieces:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("bad", ["hatetris", "brzustowski"])
@pytest.mark.parametrize("beam", [None, 40])
def test_a_hunt_is_resumed_as_if_it_had_not_stopped(
    tmp_path: Path, beam: int | None, bad: str
) -> None:
    limits = Limits.of(seconds=60, memory=2**20)
    whole = hunt(setting(bad=bad, max_pieces=90), beam=beam, limits=limits)
    path = tmp_path / "hunt"
    for pieces in (10, 38):
        part = hunt(
            setting(bad=bad, max_pieces=90),
            beam=beam,
            limits=limits,
            checkpoint=path,
            progress=interrupted_after(pieces),
        )
        assert part.interrupted
        assert not part.finished
    resumed = hunt(setting(bad=bad, max_pieces=90), beam=beam, limits=limits, checkpoint=path)
    assert resumed == whole


def test_a_checkpoint_of_another_hunt_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hunt"
    hunt(setting(max_pieces=3), beam=4, checkpoint=path)
    for others, beam, what in (
        ({"bad": "burgiel"}, 4, "bad"),
        ({"seed": 2}, 4, "seed"),
        ({}, 5, "beam"),
    ):
        with pytest.raises(CgtError, match=f"of another run: its {what}"):
            hunt(setting(max_pieces=3, **others), beam=beam, checkpoint=path)


@pytest.mark.parametrize(
    "change",
    [
        {"ways": [[[0, 0, 0, 9]]]},
        {"ways": [[[5, 0, 0, 0]]]},
        {"ways": [[[0, 0]]]},
        {"ways": [[[-1, 0, 0, 0]]]},
        {"ways": 3},
        {"beam": "many"},
        {"beam": -1},
        {"score": 7},
        {"placements": [["S", 0, 0, 5]]},
        {"placements": [["X", 0, 0, 0]]},
    ],
)
def test_a_checkpoint_that_lies_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "hunt"
    hunt(setting(max_pieces=3), beam=4, checkpoint=path)
    first, second = content_of(path).splitlines()
    content = json.loads(second)
    content["state"] |= change
    write_resealed(path, first + b"\n" + json.dumps(content).encode() + b"\n")
    with pytest.raises(CgtError, match="the checkpoint is damaged"):
        hunt(setting(max_pieces=3), beam=4, checkpoint=path)


def test_a_trace_has_the_placements() -> None:
    found = hunt(Setting(DROPS, bad="lovetris", max_pieces=2), beam=0)
    assert found.placements[0] == WellPlacement("I", *found.placements[0][1:])
    assert found.trace.about["bad"] == "lovetris"


def test_ctrl_c_while_a_game_is_told_does_not_lose_it(tmp_path: Path) -> None:
    told: list[int] = []

    def found(best: Hunted) -> None:
        if not told:
            told.append(0)
            raise KeyboardInterrupt
        told.append(best.score)

    best = hunt(setting(), beam=20, found=found, checkpoint=tmp_path / "hunt")
    assert best.interrupted
    assert told == [0, best.score]
    told[:] = [0]  # a resumed hunt tells what it begins with
    hunt(setting(), beam=20, found=found, checkpoint=tmp_path / "hunt")
    assert told[1] == best.score
