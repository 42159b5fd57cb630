"""Descriptions of duels: words and data say the same about answers and checks."""

import pytest

from cgt.draw.describe.duels import (
    Checked,
    Decided,
    check_data,
    describe_answer,
    describe_check,
    describe_duel,
    duel_data,
)
from cgt.draw.describe.words import in_figure, on_terminal
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.solve import least_height, solve_duel
from cgt.duel.rules import Rules
from cgt.literature.brzustowski import built_in


def test_heights_are_listed_one_after_the_other() -> None:
    decided = Decided(list(least_height(Rules("O", width=4, height=5))), out="o.txt")
    data, told = duel_data(decided), describe_duel(decided).texts(on_terminal, "verdict")
    assert data["winner"] == "good"
    assert [height["height"] for height in data["heights"]] == list(range(data["height"] + 1))
    assert told == [
        f"height {height['height']}: {height['winner']}: "
        + ("Good goes on for ever" if height["winner"] == "good" else "Bad forces the end")
        for height in data["heights"]
    ]
    assert data["certificate"] == "o.txt"
    assert describe_duel(decided).texts(on_terminal, "how")[0].endswith("verified, in o.txt")


@pytest.mark.parametrize(
    ("pieces", "width", "winner"), [("O", 4, "Good goes on for ever"), ("O", 3, "Bad forces")]
)
def test_an_answer_is_one_sentence(pieces: str, width: int, winner: str) -> None:
    answer = solve_duel(Rules(pieces, width=width, height=4))
    [said] = describe_answer(answer).texts(in_figure)
    assert said.startswith(winner)
    assert said.endswith("verified).")


def test_a_check_is_shown_next_to_what_was_published() -> None:
    for one in built_in(2):
        strategy = one.build()
        checked = Checked(one.name, strategy, verify(strategy), one)
        data = check_data(checked)
        [said] = describe_check(checked).texts(on_terminal)
        assert said.startswith(f"valid, height {data['height']}, {data['instructions']} instr")
        assert ("published" in said) == (data["published_height"] is not None)
        if data["comparison"] is not None:
            assert said.endswith(f"; {data['comparison']})")
        assert (data["comparison"] == "same") == (data["height"] == data["published_height"])
