"""The search for patterns, against the greatest fixpoint over all states, and published heights."""

import pytest
from duel.exact import pattern_oracle as oracle

from cgt.board.piecesets import piece_set
from cgt.board.polyomino import PieceSet
from cgt.common.errors import CgtError
from cgt.common.limits import Limits
from cgt.duel.exact.pattern import Pattern
from cgt.duel.exact.pattern_check import verify_pattern
from cgt.duel.exact.pattern_find import find_pattern, lowest_pattern
from cgt.duel.rules import duel_piece


@pytest.mark.parametrize(
    ("pieces", "height", "lane", "many"),
    [
        *((pieces, height, 2, 2) for pieces in ("O", "L", "T", "OL") for height in (1, 2)),
        *((pieces, 3, 2, 1) for pieces in "OLI"),
        ("L", 3, 2, 2),
        ("O", 2, 2, 3),
        ("I", 1, 4, 2),
        ("I", 0, 4, 2),
    ],
)
def test_a_pattern_is_found_exactly_if_there_is_one(
    pieces: str, height: int, lane: int, many: int
) -> None:
    played = PieceSet(pieces, [duel_piece(piece) for piece in piece_set(pieces)])
    found = find_pattern(pieces, height=height, lane=lane, many=many)
    kind = Pattern(played, 0, height, lane, (), many, many, [])
    assert found.complete
    assert (found.pattern is not None) == oracle.exists(kind)
    if found.pattern is not None:
        assert verify_pattern(found.pattern).valid


@pytest.mark.parametrize(
    ("pieces", "preview", "published", "ours"),
    [
        # J. Brzustowski 1992, as told by M. Kravec 2009.
        ("O", 0, 2, 2), ("I", 0, 4, 4), ("S", 0, 4, 4), ("Z", 0, 4, 4),
        ("L", 0, 3, 3), ("J", 0, 3, 3), ("T", 0, 4, 4), ("LJ", 1, 10, 7), ("IL", 0, 11, 7),
    ],
)  # fmt: skip
def test_heights_beside_those_published(
    pieces: str, preview: int, published: int, ours: int
) -> None:
    found = find_pattern(pieces, height=ours, preview=preview)
    assert found.pattern is not None
    assert ours <= published
    assert found.pattern.first_width == 2
    if len(pieces) == 1:
        lower = find_pattern(pieces, height=ours - 1)
        assert (lower.pattern, lower.complete) == (None, True)


def test_heights_are_tried_from_the_lowest() -> None:
    found = list(lowest_pattern("OJ", height=20))
    assert [one.pattern is not None for one in found] == [False] * 5 + [True]
    assert all(one.complete for one in found)


def test_the_limits_end_the_search() -> None:
    found = find_pattern("OT", height=8, limits=Limits.of(seconds=0.05))
    assert (found.pattern, found.complete) == (None, False)
    found = find_pattern("OT", height=8, limits=Limits.of(memory=100_000))
    assert (found.pattern, found.complete) == (None, False)


@pytest.mark.parametrize(
    "wrong",
    [{"height": 99}, {"lane": 0}, {"beside": (2,)}, {"many": 0}, {"preview": 4}, {"lane": 9}],
)
def test_bad_questions_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(CgtError):
        find_pattern("O", **({"height": 4} | wrong))  # type: ignore[arg-type]
