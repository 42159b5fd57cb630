"""cgt recommend and cgt simulate against an enemy that is computed ahead."""

from collections.abc import Callable

import pytest
from conftest import Ran

Run = Callable[..., Ran]


def test_a_recommendation_against_an_enemy_looks_ahead(run_cgt: Run) -> None:
    asked = ["--bad", "hatetris", "--ahead", "6", "--beam", "4"]
    ran = run_cgt("recommend", "--size", "10x20", *asked, "--top", "17", "--explain", "--json")
    assert (ran.code, ran.err) == (0, "")
    found = ran.json()
    setting = found["setting"]
    assert (setting["next"], setting["ahead"], setting["moves"]) == ("S", 6, "hatetris")
    assert (setting["bad"], setting["weights"]) == ("hatetris", "cgt-hunt")
    ranked = found["placements"]
    assert ranked[0] == found["placement"]
    assert [one["placed"] for one in ranked] == [6] * 17
    values = [one["value"] for one in ranked]
    assert values == sorted(values, reverse=True)
    assert set(found["contributions"]) == set(found["weights"])
    third = " ".join(f"{row},{column}" for row, column in ranked[2]["cells"])
    rated = run_cgt("recommend", "--size", "10x20", *asked, "--rate", third, "--json").json()
    assert rated["rated"]["rank"] == 3
    assert rated["rated"]["behind"] == pytest.approx(values[0] - values[2])
    said = run_cgt("recommend", "--size", "10x20", *asked, "--top", "2").out
    assert "judged by cgt-hunt, 6 pieces ahead, each as hatetris sends it" in said
    assert "Values by cgt-hunt, after 6 pieces of hatetris; the highest is best." in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bad", "uniform"], "what uniform sends cannot be computed ahead"),
        (["--bad", "burgiel", "--next", "Z"], "burgiel begins with S in this well"),
        (["--bad", "burgiel", "--next", "SZ"], "burgiel begins with S in this well"),
        (["--bad", "burgiel", "--ahead", "0"], "at least one piece counts"),
        (["--bad", "burgiel", "--ahead", "5000"], "beam looks 0 to 1,000 pieces ahead"),
        ([], "Missing option '--next', or '--bad'"),
    ],
)
def test_what_no_enemy_sends_is_one_line(run_cgt: Run, arguments: list[str], message: str) -> None:
    ran = run_cgt("recommend", "....|....|#.##", *arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_beam_against_an_enemy_is_told_in_words_and_to_scripts(run_cgt: Run) -> None:
    asked = ["simulate", "--rules", "hatetris", "--beam", "20", "--ahead", "30"]
    said = run_cgt(*asked)
    assert said.code == 0
    assert said.out.startswith("beam:cgt-hunt against hatetris, 10×20")
    assert "Good computes 30 pieces ahead, each as hatetris sends it, 20 games kept" in said.out
    found = run_cgt(*asked, "--json").json()
    assert [found["setting"][key] for key in ("good", "beam", "ahead")] == ["beam:cgt-hunt", 20, 30]
    many = run_cgt(*asked, "--games", "2", "--processes", "1").out
    assert "Good computes 30 pieces ahead" in many
    blind = run_cgt(*asked[:3], "--ahead", "0", "--json").json()
    assert [blind["setting"][key] for key in ("good", "beam", "ahead")] == ["beam:cgt-20", 32, None]
    assert blind["lines"] < found["lines"]
