"""Letters and names in any case, and what is told for those that do not exist."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran

from cgt.board.piecesets import piece_set
from cgt.board.polyomino import Piece, PieceSet, Polyomino
from cgt.duel.evaluate.weights import Weights
from cgt.duel.rules import Rules
from cgt.duel.trace import Trace, read_trace, write_trace
from cgt.duel.well import Well

Run = Callable[..., Ran]
SIMULATE = ("simulate", "--max-pieces", "30", "--seed", "3")


def without_times(ran: Ran) -> dict[str, Any]:
    """What a command answered, but for how long it took."""
    assert (ran.code, ran.err) == (0, "")
    answer = ran.json()
    for part in (answer, *answer.get("boards", [])):
        for key in ("seconds", "setting"):
            part.pop(key, None)
    return dict(answer)


@pytest.mark.parametrize(
    ("typed", "exact"),
    [
        (("--pieces", "lj"), ("--pieces", "LJ")),
        (("--pieces", "Tetromino"), ("--pieces", "tetromino")),
        (("--bad", "Constant:s"), ("--bad", "constant:S")),
        (("--bad", "sequence:sZ"), ("--bad", "sequence:SZ")),
        (("--good", "Greedy:DT-20"), ("--good", "greedy:dt-20")),
        (("--good", "MinMax", "--ties", "Random"), ("--good", "minmax", "--ties", "random")),
        (("--good", "greedy:Holes=-4,Lines=1"), ("--good", "greedy:holes=-4,lines=1")),
        (("--rules", "SOGANG"), ("--rules", "sogang")),
        (("--moves", "Slide", "--ending", "Lock"), ("--moves", "slide", "--ending", "lock")),
        (("--scoring", "Sogang", "--cycles", "None"), ("--scoring", "sogang", "--cycles", "none")),
    ],
)
def test_a_duel_is_told_in_any_case(
    run_cgt: Run, typed: tuple[str, ...], exact: tuple[str, ...]
) -> None:
    found = without_times(run_cgt(*SIMULATE, *typed, "--json"))
    assert found == without_times(run_cgt(*SIMULATE, *exact, "--json"))


def test_a_player_is_shown_by_its_own_name(run_cgt: Run) -> None:
    out = run_cgt(*SIMULATE, "--good", "GREEDY", "--pieces", "oT", "--bad", "Hatetris_Mild").out
    assert re.match("greedy:[a-z0-9-]+ against hatetris-mild, 10×20, OT, drop\n", out)


@pytest.mark.parametrize(
    ("typed", "exact"),
    [
        (("--play", "Misère"), ("--play", "misere")),
        (("--play", "NORMAL"), ("--play", "normal")),
        (("--pieces", "Domino"), ("--pieces", "domino")),
        (("--pieces", "PENTOMINO:fx"), ("--pieces", "pentomino:FX")),
        (("--pieces", "Omino:3"), ("--pieces", "omino:3")),
        (("--pieces", "io"), ("--pieces", "IO")),
        (("--size", "4X5"), ("--size", "4x5")),
        (("--time-limit", "10M"), ("--time-limit", "10m")),
    ],
)
def test_a_placement_game_is_told_in_any_case(
    run_cgt: Run, typed: tuple[str, ...], exact: tuple[str, ...]
) -> None:
    size = ("--threads", "1", *(() if "--size" in exact else ("--size", "4x5")))
    found = without_times(run_cgt("solve", *size, *typed, "--json"))
    assert found == without_times(run_cgt("solve", *size, *exact, "--json"))


def test_levels_and_commands_in_any_case(run_cgt: Run) -> None:
    match = ("--games", "2", "--size", "4x4", "--seed", "1", "--json")
    typed = run_cgt("Play", "NIM", "--match", "Hard", "--against", "EASY", *match)
    exact = run_cgt("play", "nim", "--match", "hard", "--against", "easy", *match)
    assert without_times(typed) == without_times(exact)


def test_recommended_pieces_in_any_case(run_cgt: Run) -> None:
    well = ("recommend", "boards/tetris-tuck.txt", "--json")
    typed = run_cgt(*well, "--next", "tLi", "--weights", "CGT-sogang", "--moves", "SPIN")
    exact = run_cgt(*well, "--next", "TLI", "--weights", "cgt-sogang", "--moves", "spin")
    assert without_times(typed) == without_times(exact)


def test_a_file_is_not_hidden_by_a_name_in_another_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert piece_set("list").name == "LIST"
    assert Weights.named("DT-20").name == "dt-20"
    (tmp_path / "list").write_text("name: bar\n###\n")
    (tmp_path / "DT-20").write_text("name: mine\n1 lines\n")
    assert [piece.name for piece in piece_set("list")] == ["bar"]
    assert piece_set("LIST").name == "LIST"
    assert Weights.named("DT-20").name == "mine"
    assert Weights.named("dt-20").name == "dt-20"


def test_a_trace_of_own_shapes_is_read_whatever_they_are_called(tmp_path: Path) -> None:
    """A file of shapes may be called like letters of tetrominoes."""
    own = PieceSet("shapes/lj.txt", [Piece.of("hook", Polyomino("#.|##"))])
    trace = Trace(Rules(own, width=4), [], Well.empty(4))
    write_trace(tmp_path / "trace", trace)
    assert "pieces: lj\n" in (tmp_path / "trace").read_text()
    assert read_trace(tmp_path / "trace").rules.names == ("hook",)


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("simulate", "--good", "gredy"), "greedy"),
        (("simulate", "--good", "gredy:dt-20"), "greedy"),
        (("simulate", "--bad", "hatetriss"), "hatetris"),
        (("simulate", "--rules", "sogan"), "sogang"),
        (("simulate", "--good", "greedy:dt20"), "dt-20"),
        (("simulate", "--moves", "spinn"), "spin"),
        (("simulate", "--ending", "lok"), "lock"),
        (("simulate", "--pieces", "tetrominos"), "tetromino"),
        (("replay", "replays/tim-232.txt", "--enemy", "burgil"), "burgiel"),
        (("recommend", "boards/tetris-tuck.txt", "--next", "T", "--weights", "sogag"), "sogang"),
        (("solve", "--size", "2x2", "--play", "miser"), "misere"),
        (("play", "nim", "--level", "hardd"), "hard"),
        (("anlyse", "boards/midgame.txt"), "analyse"),
        (("rank", "lst"), "list"),
        (("train", "aneal"), "anneal"),
        (("simulate", "--max-piece", "3"), "--max-pieces"),
    ],
)
def test_the_nearest_name_is_told_in_one_line(
    run_cgt: Run, arguments: tuple[str, ...], meant: str
) -> None:
    ran = run_cgt(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "id you mean" in ran.err
    assert meant in ran.err.partition("id you mean")[2]


@pytest.mark.parametrize("trainer", ["anneal", "genetic", "cma"])
def test_all_trainers_count_their_steps_by_one_name(run_cgt: Run, trainer: str) -> None:
    short = ("--height", "6", "--games", "1", "--max-pieces", "20", "--held-out", "0", "--json")
    found = [
        without_times(run_cgt("train", trainer, name, "2", *short))
        for name in ("--steps", "--generations")
    ]
    assert len(found[0]["history"]) in (2, 3)
    assert found[0] == found[1]


# what people type who know other programs


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["solve", "4x4", "--misere"], "write --play misere"),
        (["table", "--normal"], "write --play normal"),
        (["analyse", "4x4", "-o", "x.svg"], "write --svg FILE or --png FILE or --html FILE"),
        (["solve", "..../..##"], "with | between them: '....|..##'"),
        (["solve", "..,.."], "with | between them: '..|..'"),
        (["solve", "example:tim-232"], "2:1: this is a replay, not a board: cgt replay shows it"),
        (["analyse", "example:ot-4"], "this is a strategy, not a board: cgt verify checks it"),
    ],
)
def test_it_is_said_what_to_type_instead(run_cgt: Run, arguments: list[str], advice: str) -> None:
    ran = run_cgt(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert advice in ran.err
    assert ran.err.count("\n") == 1


def test_an_option_that_a_command_lacks_is_not_advised(run_cgt: Run) -> None:
    assert run_cgt("examples", "--misere").err == "cgt: No such option '--misere'.\n"


def test_help_is_a_command_too(run_cgt: Run) -> None:
    assert run_cgt("help", "solve") == run_cgt("solve", "--help")
    assert run_cgt("help") == run_cgt("--help")
    assert run_cgt("help", "sovle").code == 2
