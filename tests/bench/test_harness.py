"""The benchmark harness: ratios, order, and contenders that disagree."""

import time

import pytest

from cgt.bench.harness import DisagreementError, Work, run_work


def work(answers: dict[str, int]) -> Work[int]:
    def prepare():  # type: ignore[no-untyped-def]
        return {name: (lambda answer=answer: answer) for name, answer in answers.items()}

    return Work("adding", 10, "sum", prepare, lambda a, b: a == b)


def test_rows_start_with_ours_and_have_ratios_to_it() -> None:
    told: list[str] = []
    rows = run_work(work({"other": 4, "cgt": 4}), 2, told.append)
    ours, other = rows
    assert (ours.contender, ours.ratio) == ("cgt", 1)
    assert other.ratio == pytest.approx(other.seconds / ours.seconds)
    assert other.nanoseconds == pytest.approx(1e8 * other.seconds)
    assert "adding: other, 2 of 2" in told


def test_ours_comes_first_even_if_it_is_slower() -> None:
    slow = Work(
        "waiting",
        1,
        "wait",
        lambda: {"other": lambda: 0, "cgt": lambda: time.sleep(0.01) or 0},
        lambda a, b: a == b,
    )
    rows = run_work(slow, 1, lambda _: None)
    assert [row.contender for row in rows] == ["cgt", "other"]
    assert rows[1].ratio < 1


def test_contenders_that_disagree_are_named() -> None:
    with pytest.raises(DisagreementError, match="adding: other and cgt disagree"):
        run_work(work({"cgt": 4, "other": 5}), 1, lambda _: None)
    assert DisagreementError.exit_code == 1
