"""cgt duel and cgt verify."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

Run = Callable[..., Ran]


def test_the_least_height_and_its_strategy(run_cgt: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "ot")
    found = run_cgt(
        "duel", "--pieces", "OT", "--width", "4", "--least-height", "--out", file, "--json"
    ).json()
    assert (found["winner"], found["height"], found["verified"]) == ("good", 5, True)
    assert [one["winner"] for one in found["heights"]] == ["bad"] * 5 + ["good"]
    assert found["certificate"] == file
    [checked] = run_cgt("verify", file, "--json").json()["results"]
    assert (checked["valid"], checked["height"], checked["pieces"]) == (True, 5, "OT")
    assert checked["instructions"] == found["instructions"]


def test_bad_wins_with_a_certificate(run_cgt: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "sz")
    ran = run_cgt("duel", "--pieces", "SZ", "--width", "4", "--height", "8", "--out", file)
    assert ran.code == 0
    assert "height 8: bad: Bad forces the end" in ran.out
    assert "verified" in ran.out
    assert run_cgt("verify", file).code == 0


def test_json_has_the_promised_keys(run_cgt: Run) -> None:
    found = run_cgt("duel", "--pieces", "O", "--width", "4", "--height", "2", "--json").json()
    assert {
        "winner", "states", "safe_states", "height", "certificate", "seconds"
    } <= set(found)  # fmt: skip
    rows = run_cgt("verify", "--all", "--width", "4", "--json").json()["results"]
    for row in rows:
        assert {
            "name", "valid", "pieces", "width", "height", "preview", "instructions", "reason"
        } <= set(row)  # fmt: skip


def test_a_limit_is_exit_code_3(run_cgt: Run) -> None:
    game = ("--pieces", "IJLOT", "--width", "10", "--height", "8")
    ran = run_cgt("duel", *game, "--time-limit", "0.2s", "--json")
    assert ran.code == 3
    assert ran.json()["winner"] == "unknown"


def test_an_undecided_duel_is_drawn_though_it_has_no_report(run_cgt: Run, tmp_path: Path) -> None:
    game = ("--pieces", "IJLOT", "--width", "10", "--height", "8", "--time-limit", "0.2s")
    files = {form: tmp_path / f"duel.{form}" for form in ("svg", "png", "html")}
    asked = [word for form, file in files.items() for word in (f"--{form}", str(file))]
    ran = run_cgt("duel", *game, *asked)
    assert ran.code == 3
    assert "Not known within the limits." in files["svg"].read_text()
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    assert not files["html"].exists()
    assert ran.err.splitlines() == [
        "cgt: no report is written, because there is no strategy to play against",
        "cgt: the time or the memory allowed did not suffice",
    ]


def test_the_built_in_strategies_are_compared_with_what_was_published(run_cgt: Run) -> None:
    ran = run_cgt("verify", "--all", "--width", "9-10")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert len(lines) == 4 + 13
    assert (
        "T, width 10              valid, height 4, 15 instructions (published: 4, 15; same)"
        in lines
    )
    assert any(line.startswith("LJ, width 10, preview 1") and "lower" in line for line in lines)


def test_a_strategy_that_does_not_hold_is_exit_code_1(run_cgt: Run, tmp_path: Path) -> None:
    text = Path("certificates/ot-4.txt").read_text().split("\n\n")
    (tmp_path / "part").write_text("\n\n".join(text[:-1]))
    ran = run_cgt("verify", str(tmp_path / "part"))
    assert ran.code == 1
    assert "NOT VALID: no instruction for" in ran.out
    assert ran.err.count("\n") == 1


def test_graphs_are_written(run_cgt: Run, tmp_path: Path) -> None:
    import networkx as nx

    dot, graphml = str(tmp_path / "dot"), str(tmp_path / "graphml")
    ran = run_cgt("verify", "certificates/ot-4.txt", "--dot", dot, "--graphml", graphml)
    assert ran.code == 0
    graph = nx.read_graphml(graphml)
    assert graph.number_of_edges() == 84
    assert Path(dot).read_text().count("->") == 84


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["verify"], "strategy files or --all"),
        (["verify", "--all", "x"], "strategy files or --all"),
        (["verify", "--all", "--width", "4-2"], "not a number or a range"),
        (["verify", "--all", "--width", "41"], "2 to 40 columns"),
        (["verify", "--all", "--dot", "x"], "take one strategy file"),
        (["verify", "missing.txt"], "missing.txt:1:1: there is no such file"),
        (["verify", "boards/full.txt"], "a strategy begins with"),
        (["duel", "--pieces", "Q"], "--pieces: no piece set"),
        (["duel", "--preview", "4"], "preview of 0 to 3"),
        (["duel", "--least-height", "--start", "boards/full.txt"], "begins with an empty well"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    run_cgt: Run, arguments: list[str], message: str
) -> None:
    ran = run_cgt(*arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1
