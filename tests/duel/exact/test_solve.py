"""The exact solver, against a fixpoint over all wells."""

import itertools
from functools import cache
from pathlib import Path

import oracles
import pytest

from cgt.common.errors import CgtError
from cgt.common.limits import Limits
from cgt.duel.exact.solve import GoodPlays, least_height, solve_duel
from cgt.duel.rules import Rules
from cgt.duel.well import Well

LETTERS = "IJLOSTZ"
SETS = ["".join(s) for n in range(1, 8) for s in itertools.combinations(LETTERS, n)]


@cache
def table(width: int, height: int, moves: str) -> oracles.DuelTable:
    return oracles.duel_table(
        width, height, [oracles.FLAT_TETROMINOES[name] for name in LETTERS], moves
    )


def disagreements(width: int, height: int, moves: str, preview: int, sets: list[str]) -> list[str]:
    """The sets for which the winner differs from the fixpoint's, or is not proven."""
    found = []
    for pieces in sets:
        expected = oracles.good_wins_duel(
            table(width, height, moves), [LETTERS.index(p) for p in pieces], preview
        )
        rules = Rules(pieces, width=width, height=height, moves=moves)  # type: ignore[arg-type]
        answer = solve_duel(rules, preview=preview)
        proven = answer.report is not None and answer.report.valid
        if answer.winner != ("good" if expected else "bad") or not proven:
            found.append(pieces)
    return found


QUICK = [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1)]
SLOW = [(2, 4), (3, 3), (3, 4), (4, 2), (4, 3)]


@pytest.mark.parametrize(("width", "height"), QUICK)
@pytest.mark.parametrize("moves", ["drop", "slide", "spin"])
@pytest.mark.parametrize("preview", [0, 1])
def test_winners_are_those_of_the_fixpoint(
    width: int, height: int, moves: str, preview: int
) -> None:
    sets = SETS if preview == 0 else SETS[:63]
    assert disagreements(width, height, moves, preview, sets) == []


@pytest.mark.parametrize(("width", "height"), [(2, 4), (3, 3), (4, 2)])
def test_winners_of_higher_wells_are_those_of_the_fixpoint(width: int, height: int) -> None:
    assert disagreements(width, height, "drop", 0, SETS) == []


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), SLOW)
@pytest.mark.parametrize("moves", ["drop", "slide", "spin"])
@pytest.mark.parametrize("preview", [0, 1])
def test_all_winners_are_those_of_the_fixpoint(
    width: int, height: int, moves: str, preview: int
) -> None:
    assert disagreements(width, height, moves, preview, SETS) == []


# published and known heights


@pytest.mark.parametrize(
    ("pieces", "width", "preview", "expected"),
    [
        ("O", 10, 0, 2), ("S", 10, 0, 4), ("L", 10, 0, 2), ("T", 10, 0, 2), ("I", 10, 0, 4),
        ("O", 4, 0, 2), ("I", 4, 0, 0), ("S", 4, 0, 4), ("L", 4, 0, 2), ("T", 4, 0, 2),
        ("OI", 4, 0, 2), ("OL", 4, 0, 5), ("OT", 4, 0, 5), ("LJ", 4, 1, 4), ("O", 2, 0, 0),
    ],
)  # fmt: skip
def test_known_least_heights_are_found(
    pieces: str, width: int, preview: int, expected: int
) -> None:
    """Values of an earlier search; width 2, and I on width 4, are from Kravec's thesis."""
    found = list(least_height(Rules(pieces, width=width), preview=preview))
    assert [answer.winner for answer in found] == ["bad"] * expected + ["good"]
    assert all(answer.report is not None and answer.report.valid for answer in found)


@pytest.mark.parametrize("pieces", ["O", "S", "Z"])
@pytest.mark.parametrize("width", [3, 5])
def test_bad_wins_on_odd_widths(pieces: str, width: int) -> None:
    """Kravec's thesis, theorems 2.2 and 2.3, for one height."""
    assert solve_duel(Rules(pieces, width=width, height=4)).winner == "bad"


@pytest.mark.parametrize(
    ("pieces", "width", "height"),
    [
        ("SZ", 16, 5),
        ("SZ", 8, 13),
        ("I", 8, 4),
        ("I", 4, 12),
        ("O", 8, 6),
        ("O", 16, 6),
        ("O", 32, 2),
    ],
)
def test_wells_that_just_fit_in_64_or_128_bits(pieces: str, width: int, height: int) -> None:
    """Columns with room for a piece take 64 or 128 bits here."""
    rules = Rules(pieces, width=width, height=height)
    answer = solve_duel(rules, ways=(GoodPlays.ANYWHERE,), limits=Limits.of(seconds=2))
    assert answer.winner in (("bad", "unknown") if pieces == "SZ" else ("good",))


def test_questions_that_the_solver_refuses() -> None:
    for rules in (Rules("omino:6", width=4, height=2), Rules("O", width=40, height=40)):
        with pytest.raises(CgtError, match=r"up to 32 pieces|too large"):
            solve_duel(rules)


# limits, and wells to begin with


def test_no_answer_is_given_when_the_memory_or_the_time_is_up() -> None:
    rules = Rules("IJLOT", width=10, height=8)
    assert solve_duel(rules, limits=Limits.of(memory=2**20)).winner == "unknown"
    assert solve_duel(rules, limits=Limits.of(seconds=0.2)).winner == "unknown"


def test_a_game_can_begin_with_any_well() -> None:
    rules = Rules("O", width=4, height=2)
    assert solve_duel(rules, start=Well("##..|##..")).winner == "good"
    assert solve_duel(rules, start=Well(".##.|.##.")).winner == "bad"
    with pytest.raises(CgtError, match="does not fit"):
        solve_duel(rules, start=Well("#...|#...|#..."))
    with pytest.raises(CgtError, match="preview of 0 to 3"):
        solve_duel(rules, preview=4)


def test_inside_lanes_alone_bads_wins_are_not_found() -> None:
    rules = Rules("L", width=10, height=2)
    assert solve_duel(rules, ways=(GoodPlays.IN_LANES,)).winner == "unknown"
    assert solve_duel(rules).winner == "good"


def test_few_instructions_are_enough() -> None:
    for pieces, width, height, preview in [("OT", 4, 5, 0), ("LJ", 4, 5, 1), ("LJ", 6, 4, 1)]:
        rules = Rules(pieces, width=width, height=height)
        ways = (GoodPlays.ANYWHERE,)
        all_of_them = solve_duel(rules, preview=preview, ways=ways)
        fewer = solve_duel(rules, preview=preview, ways=ways, fewest=True)
        assert fewer.report is not None
        assert all_of_them.report is not None
        assert fewer.report.instructions <= all_of_them.report.instructions


def test_a_search_is_resumed(tmp_path: Path) -> None:
    """Interrupted again and again, with a new solver each time: the answer is the same."""
    rules, ways = Rules("OL", width=6, height=5), (GoodPlays.ANYWHERE,)
    file = tmp_path / "checkpoint"
    states = []
    for _ in range(200):
        answer = solve_duel(rules, ways=ways, limits=Limits.of(seconds=0.01), checkpoint=file)
        states.append(answer.states)
        if answer.winner != "unknown":
            break
    assert len(states) > 1
    assert states == sorted(states)
    assert answer.winner == "good"
    assert answer.report is not None
    assert answer.report.valid
    again = solve_duel(rules, ways=ways, checkpoint=file)  # resumes a finished search
    assert (again.winner, again.states) == ("good", answer.states)


@pytest.mark.parametrize(("preview", "height"), [(0, 6), (1, 4)])
def test_a_search_that_bad_wins_is_resumed(preview: int, height: int, tmp_path: Path) -> None:
    rules, file = Rules("LJT", width=4, height=height), tmp_path / "checkpoint"
    for _ in range(300):
        answer = solve_duel(rules, preview=preview, limits=Limits.of(seconds=0.04), checkpoint=file)
        if answer.winner != "unknown":
            break
    assert answer.winner == solve_duel(rules, preview=preview).winner
    assert answer.report is None or answer.report.valid


def test_damaged_and_foreign_checkpoints_are_refused(tmp_path: Path) -> None:
    rules, ways = Rules("LJ", width=4, height=5), (GoodPlays.ANYWHERE,)
    file = tmp_path / "checkpoint"
    solve_duel(rules, ways=ways, checkpoint=file)
    whole = file.read_bytes()
    for other in (Rules("LJ", width=4, height=6), Rules("LT", width=4, height=5)):
        with pytest.raises(CgtError, match="of another question"):
            solve_duel(other, ways=ways, checkpoint=file)
    with pytest.raises(CgtError, match="of another question"):
        solve_duel(rules, ways=ways, preview=1, checkpoint=file)
    for damaged, message in (
        (whole[:-8], "a part of it is missing"),
        (whole + b"x", "a part of it is missing"),
        (whole[:100] + bytes([whole[100] ^ 1]) + whole[101:], "damaged"),
        (b"something else altogether", "no checkpoint of this version"),
    ):
        file.write_bytes(damaged)
        with pytest.raises(CgtError, match=message):
            solve_duel(rules, ways=ways, checkpoint=file)
        assert file.read_bytes() == damaged
