"""The exact solver, against a fixpoint over all wells."""

import itertools
from collections.abc import Callable
from functools import cache
from pathlib import Path

import oracles
import pytest
from checkpoints import (
    STRANGERS_KEY,
    DuelWords,
    bytes_of,
    content_of,
    words_of,
    write_resealed,
)

from cgt.common.checkpoint import Checkpoint
from cgt.common.errors import CgtError
from cgt.common.limits import Limits
from cgt.duel.exact.solve import DuelAnswer, GoodPlays, checked, least_height, solve_duel
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


def _growing(attempt: int) -> float:
    """Seconds for the attempts of a search that is interrupted: few at first, so that it is, and
    in the end enough on any machine."""
    return 0.01 * 1.3**attempt


def test_a_search_is_resumed(tmp_path: Path) -> None:
    """Interrupted again and again, with a new solver each time: the answer is the same."""
    rules, ways = Rules("OL", width=6, height=6), (GoodPlays.ANYWHERE,)
    file = tmp_path / "checkpoint"
    states = []
    for attempt in range(40):
        limits = Limits.of(seconds=_growing(attempt))
        answer = solve_duel(rules, ways=ways, limits=limits, checkpoint=file)
        states.append(answer.states)
        if answer.winner != "unknown":
            break
    assert len(states) > 1
    assert states == sorted(states)
    assert answer.winner == "good"
    again = solve_duel(rules, ways=ways, checkpoint=file)  # resumes a finished search
    assert (again.winner, again.states) == ("good", answer.states)
    assert again.is_verified


@pytest.mark.parametrize(("preview", "height"), [(0, 6), (1, 4)])
def test_a_search_that_bad_wins_is_resumed(preview: int, height: int, tmp_path: Path) -> None:
    rules, file = Rules("LJT", width=4, height=height), tmp_path / "checkpoint"
    for attempt in range(40):
        limits = Limits.of(seconds=_growing(attempt))
        answer = solve_duel(rules, preview=preview, limits=limits, checkpoint=file)
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


# checkpoints whose seals and checksums are right, and whose words are not

DUEL, ANYWHERE = Rules("OT", width=4, height=5), (GoodPlays.ANYWHERE,)
EXPANDED, LOST, COMPLETE = 1, 2, 8
FLAG_BITS = 16
FLAGS = 2**FLAG_BITS - 1
PUT_OFF = 2**32 - 1  # a slot


@pytest.fixture(scope="module")
def words_of_checkpoint(tmp_path_factory: pytest.TempPathFactory) -> list[int]:
    """What the solver wrote when Good had won, after many states were lost."""
    path = tmp_path_factory.mktemp("checkpoints") / "checkpoint"
    assert solve_duel(DUEL, ways=ANYWHERE, checkpoint=path).winner == "good"
    return words_of(content_of(path))


def duel_words(words: list[int]) -> DuelWords:
    return DuelWords.of(words, pieces=2)


def trusted_states(words: list[int]) -> list[int]:
    """The numbers of states that are not lost and that another such state trusts in."""
    heads = duel_words(words).heads
    return [
        number
        for number, head in enumerate(heads)
        if not words[head] & LOST
        and words[head] >> FLAG_BITS
        and not words[heads[((words[head] >> FLAG_BITS) - 1) // 2]] & LOST
    ]


def first_link_out_of_range(words: list[int]) -> None:
    words[duel_words(words).heads[trusted_states(words)[0]]] += (2 * words[2]) << FLAG_BITS


def next_link_out_of_range(words: list[int]) -> None:
    words[duel_words(words).nexts[-1][0]] = 2 * words[2] + 1


def a_list_in_a_circle(words: list[int]) -> None:
    found = duel_words(words)
    first = words[found.heads[trusted_states(words)[0]]] >> FLAG_BITS
    state, piece = divmod(first - 1, 2)
    words[found.nexts[state][piece]] = first


def two_lists_that_meet(words: list[int]) -> None:
    heads = duel_words(words).heads
    one, other, *_ = trusted_states(words)
    words[heads[one]] = words[heads[other]] & ~FLAGS | words[heads[one]] & FLAGS


def a_list_that_is_lost(words: list[int]) -> None:
    words[duel_words(words).heads[trusted_states(words)[0]]] &= FLAGS


def a_state_twice(words: list[int]) -> None:
    keys = duel_words(words).keys
    words[keys[-1]] = words[keys[-2]]


def a_stack_too_high(words: list[int]) -> None:
    words[duel_words(words).keys[-1]] |= 1 << 6  # columns have room for a piece on top


def cells_beside_the_well(words: list[int]) -> None:
    words[duel_words(words).keys[-1]] |= 1 << 63


def another_start(words: list[int]) -> None:
    words[duel_words(words).keys[0]] = 1


def a_piece_that_does_not_exist(words: list[int]) -> None:
    head = next(at for at in duel_words(words).heads if words[at] & LOST)
    words[head] |= 31 << 4


def two_states_of_one_rank(words: list[int]) -> None:
    one, other, *_ = (at for at in duel_words(words).heads if words[at] & LOST)
    words[one] = words[other]


def a_loss_that_is_not_counted(words: list[int]) -> None:
    words[3] -= 1


def a_wrong_number_of_states(words: list[int]) -> None:
    words[2] = 2**61 + words[2]


def not_looked_at_but_trusting(words: list[int]) -> None:
    heads = duel_words(words).heads
    first = words[heads[trusted_states(words)[0]]] >> FLAG_BITS
    words[heads[(first - 1) // 2]] &= ~(EXPANDED | LOST | COMPLETE)


def _complete(words: list[int]) -> int:
    """A state that trusts in a placement for every piece."""
    heads = duel_words(words).heads
    return next(n for n, at in enumerate(heads) if words[at] & (LOST | COMPLETE) == COMPLETE)


def nothing_put_off_but_not_complete(words: list[int]) -> None:
    words[duel_words(words).heads[_complete(words)]] &= ~COMPLETE


def complete_but_not_looked_at(words: list[int]) -> None:
    words[duel_words(words).heads[_complete(words)]] &= ~EXPANDED


def complete_but_put_off(words: list[int]) -> None:
    words[duel_words(words).nexts[_complete(words)][1]] = PUT_OFF


def put_off_but_in_a_list(words: list[int]) -> None:
    found = duel_words(words)
    first = words[found.heads[trusted_states(words)[0]]] >> FLAG_BITS
    state, piece = divmod(first - 1, 2)
    words[found.nexts[state][piece]] = PUT_OFF
    words[found.heads[state]] &= ~COMPLETE


# Lost states may be on ground: their lowest rows, here one of four columns of eight bits, are full.
GROUND = sum(1 << 8 * column for column in range(4))


def ground_that_is_not_lost(words: list[int]) -> None:
    found = duel_words(words)
    state = next(n for n in reversed(trusted_states(words)) if words[found.keys[n]])
    words[found.keys[state]] |= GROUND


def a_full_row_that_is_not_at_the_bottom(words: list[int]) -> None:
    found = duel_words(words)
    on_ground = (
        key
        for key, head in zip(found.keys, found.heads, strict=True)
        if words[head] & LOST and words[key] & GROUND == GROUND
    )
    key = next(on_ground)
    words[key] = words[key] & ~(3 * GROUND) | 2 * GROUND


@pytest.mark.parametrize(
    "change",
    [
        ground_that_is_not_lost,
        a_full_row_that_is_not_at_the_bottom,
        first_link_out_of_range,
        next_link_out_of_range,
        a_list_in_a_circle,
        two_lists_that_meet,
        a_list_that_is_lost,
        a_state_twice,
        a_stack_too_high,
        cells_beside_the_well,
        another_start,
        a_piece_that_does_not_exist,
        two_states_of_one_rank,
        a_loss_that_is_not_counted,
        a_wrong_number_of_states,
        not_looked_at_but_trusting,
        nothing_put_off_but_not_complete,
        complete_but_not_looked_at,
        complete_but_put_off,
        put_off_but_in_a_list,
    ],
)
def test_an_impossible_checkpoint_is_refused(
    change: Callable[[list[int]], None], words_of_checkpoint: list[int], tmp_path: Path
) -> None:
    words = list(words_of_checkpoint)
    change(words)
    assert words != words_of_checkpoint
    write_resealed(tmp_path / "changed", bytes_of(words))
    with pytest.raises(CgtError, match="damaged"):
        solve_duel(DUEL, ways=ANYWHERE, checkpoint=tmp_path / "changed")


def test_a_strangers_lie_is_found_by_the_checker(
    words_of_checkpoint: list[int], tmp_path: Path
) -> None:
    path = tmp_path / "lie"
    start = words_of_checkpoint[4]
    lies = {  # one state, the first: it trusts in itself for both pieces, or is lost at once
        "good": [
            *words_of_checkpoint[:2],
            1,
            0,
            start,
            1 << FLAG_BITS | EXPANDED | COMPLETE,
            2,
            0,
            0,
        ],
        "bad": [*words_of_checkpoint[:2], 1, 1, start, 1 << FLAG_BITS | EXPANDED | LOST, 0, 0, 0],
    }
    for words in lies.values():
        write_resealed(path, bytes_of(words), key=STRANGERS_KEY)
        with pytest.raises(CgtError, match="--trust-checkpoint"):
            solve_duel(DUEL, ways=ANYWHERE, checkpoint=path)
        with pytest.raises(CgtError, match="lie: what this checkpoint says cannot be true"):
            solve_duel(DUEL, ways=ANYWHERE, checkpoint=Checkpoint(path, trusting=True))


def test_ranks_that_do_not_fall_are_found_by_the_checker(tmp_path: Path) -> None:
    path, rules = tmp_path / "lie", Rules("SZ", width=4, height=3)
    assert solve_duel(rules, ways=ANYWHERE, checkpoint=path).winner == "bad"
    words = words_of(content_of(path))
    for head in duel_words(words).heads:
        if words[head] & LOST:
            ranked = words[3] + 1 - (words[head] >> FLAG_BITS)
            words[head] = ranked << FLAG_BITS | words[head] & FLAGS
    write_resealed(path, bytes_of(words), key=STRANGERS_KEY)
    with pytest.raises(CgtError, match="lie: what this checkpoint says is not true"):
        solve_duel(rules, ways=ANYWHERE, checkpoint=Checkpoint(path, trusting=True))


def test_an_answer_says_whom_it_trusts(words_of_checkpoint: list[int], tmp_path: Path) -> None:
    path = tmp_path / "theirs"
    write_resealed(path, bytes_of(words_of_checkpoint), key=STRANGERS_KEY)
    kept = Checkpoint(path, trusting=True)
    answer = solve_duel(DUEL, ways=ANYWHERE, checkpoint=kept)
    assert (answer.winner, answer.trusts) == ("good", str(path))
    again = solve_duel(DUEL, ways=ANYWHERE, checkpoint=path)
    assert (again.winner, again.trusts) == ("good", str(path))


def test_a_checkpoint_that_cannot_be_kept_is_an_error_before_any_search(tmp_path: Path) -> None:
    """Also before the search inside lanes, which is not kept."""

    def progress(*_: int) -> None:
        raise AssertionError("a search has begun")

    with pytest.raises(CgtError, match="cannot be written"):
        solve_duel(
            Rules("LJT", width=6, height=6),
            checkpoint=tmp_path / "missing" / "file",
            progress=progress,
        )


def test_the_winner_is_known_before_the_strategy_and_the_check() -> None:
    told: list[DuelAnswer] = []
    answer = solve_duel(Rules("OT", width=4, height=5), known=told.append, check=False)
    assert [(one.winner, one.strategy) for one in told] == [("good", None)]
    assert answer.strategy is not None
    assert (answer.report, answer.is_verified, answer.short_of) == (None, False, "")
    in_time = checked(answer, Limits.of(seconds=60))
    assert (in_time.is_verified, in_time.short_of) == (True, "")
    too_late = checked(answer, Limits.of(seconds=0))
    assert (too_late.winner, too_late.is_verified, too_late.short_of) == ("good", False, "time")


def test_an_argument_tells_the_winner_before_the_search() -> None:
    told: list[DuelAnswer] = []
    answer = solve_duel(Rules("SZ", width=4, height=4), known=told.append)
    assert [(one.winner, one.states) for one in told] == [("bad", 0)]
    assert (answer.winner, answer.is_verified) == ("bad", True)


def test_a_strategy_with_too_many_instructions_is_left_out() -> None:
    answer = solve_duel(Rules("OT", width=4, height=5), most_instructions=10)
    assert (answer.winner, answer.strategy, answer.short_of) == ("good", None, "room")


@pytest.mark.parametrize(("height", "winner"), [(1, "bad"), (2, "good")])
def test_the_widest_wells_are_solved_without_lanes(height: int, winner: str) -> None:
    """Low pieces leave room for many columns in one number, more than are looked at at once."""
    rules = Rules("O", width=40, height=height)
    assert solve_duel(rules, ways=(GoodPlays.ANYWHERE,)).winner == winner
