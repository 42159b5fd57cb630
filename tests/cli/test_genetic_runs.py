"""cgt simulate --experiment genetic: the runs of Jang and Kim, as a table and as a picture, stopped
and resumed."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest
from checkpoints import STRANGERS_KEY, content_of, write_resealed
from conftest import Ran

from cgt.common.errors import LimitError
from cgt.duel.evaluate.weights import Weights

Run = Callable[..., Ran]
GENETIC = ("simulate", "--experiment", "genetic")


@pytest.fixture
def small_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The experiment of Jang and Kim, so small that it takes a moment."""
    from cgt.literature import jang_kim

    for name, value in (("RUNS", 3), ("GENERATIONS", 2), ("POPULATION", 10), ("GAMES", 2),
                        ("PIECES", 100), ("PUBLISHED_LINES", 60), ("LAST_GAMES", 2)):  # fmt: skip
        monkeypatch.setattr(jang_kim, name, value)
    monkeypatch.setattr(jang_kim, "ORDERS", jang_kim.ORDERS[:3])


@pytest.mark.usefixtures("small_runs")
def test_the_runs_of_jang_and_kim(run_cgt: Run) -> None:
    found = run_cgt(*GENETIC, "--json").json()
    rows = found["rows"]
    assert not found["interrupted"]
    assert [row["setting"] for row in rows[:3]] == [
        "generation 0", "generation 1", "published weights",
    ]  # fmt: skip
    for row in rows[:2]:
        best, means = row["best_of_runs"], row["mean_of_runs"]
        assert len(best) == len(means) == 3
        assert row["ours"] == {"best": sorted(best)[1], "mean": pytest.approx(sum(means) / 3)}
        assert all(mean <= most for mean, most in zip(means, best, strict=True))
    # An elder keeps its fitness, so the best never falls.
    pairs = zip(rows[0]["best_of_runs"], rows[1]["best_of_runs"], strict=True)
    assert all(before <= after for before, after in pairs)
    assert rows[2]["published"] == 60
    assert rows[2]["ours"]["passed"] == 2  # the published weights place 160 pieces
    assert rows[2]["agrees"] is True
    found_here = rows[-3:]
    names = [row["setting"] for row in found_here]
    assert sum("best" in name for name in names) == sum("median" in name for name in names) == 1
    for row in found_here:
        assert sum(weight**2 for weight in row["weights"].values()) == pytest.approx(1)
        assert row["agrees"] is (2 * row["ours"]["passed"] >= 2)
    ends = sorted(rows[1]["best_of_runs"])
    by_name = dict(zip(names, rows[1]["best_of_runs"], strict=True))
    assert next(value for name, value in by_name.items() if "best" in name) == ends[-1]
    assert next(value for name, value in by_name.items() if "median" in name) == ends[1]


@pytest.mark.usefixtures("small_runs")
def test_the_runs_of_jang_and_kim_fit_into_80_columns_and_are_drawn(
    run_cgt: Run, tmp_path: Path
) -> None:
    ran = run_cgt(*GENETIC, "--svg", str(tmp_path / "runs.svg"), "--processes", "2")
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "…" not in ran.out
    assert "agree." in ran.out
    picture = (tmp_path / "runs.svg").read_text()
    assert "best gene, median of 3 runs" in picture
    assert "mean of the pool, median of 3 runs" in picture


def test_an_order_of_the_bag_that_repeats_is_proved_to_go_on_for_ever() -> None:
    """`cgt simulate --rules bag --good greedy:genetic-4 --bad sequence:IJLOSTZ` says the same."""
    from cgt.literature import jang_kim

    reading = next(one for one in jang_kim.READINGS if one.one_bag)
    assert reading.games == 720 == len(set(jang_kim.ORDERS))
    numbers = {order: number for number, order in enumerate(jang_kim.ORDERS)}
    weights = Weights.named("genetic-4")
    lines = [jang_kim._lines(reading, weights, numbers[o]) for o in ("IJLOSTZ", "IJSTZLO")]
    assert lines == [math.inf, 918]
    row = jang_kim._games_row(reading, lines, {})
    assert row.columns[1:] == ("918", "for ever", "for ever", "", "1 of 2")
    assert json.dumps(row.ours) == '{"best": null, "mean": null, "passed": 1, "for_ever": 1}'


def stopped_after(monkeypatch: pytest.MonkeyPatch, games: int, error: type[BaseException]) -> None:
    """Has the experiment end after so many games of genes."""
    from cgt.train.tetris import Task

    played, play = [0], Task.play

    def counted(self: Task, weights: tuple[float, ...], seed: int) -> float:
        played[0] += 1
        if played[0] > games:
            raise error
        return play(self, weights, seed)

    monkeypatch.setattr(Task, "play", counted)


@pytest.mark.usefixtures("small_runs")
def test_ctrl_c_tells_the_generations_known_and_a_checkpoint_resumes(
    run_cgt: Run, tmp_path: Path
) -> None:
    whole = run_cgt(*GENETIC, "--json").json()["rows"]
    kept = ("--checkpoint", str(tmp_path / "runs"), "--processes", "1")
    with pytest.MonkeyPatch.context() as patched:
        stopped_after(patched, 3 * 10 * 2 + 3 * 2, KeyboardInterrupt)  # in the first run's second
        stopped = run_cgt(*GENETIC, *kept, "--json")
    assert stopped.code == 130
    assert stopped.json()["interrupted"] is True
    assert stopped.json()["rows"] == whole[:1]
    assert stopped.json()["next_row"].startswith("generation 1: 3 of 9 genes have played, the best")
    with pytest.MonkeyPatch.context() as patched:
        stopped_after(patched, 0, KeyboardInterrupt)
        text = run_cgt(*GENETIC, *kept)
    assert text.code == 130
    assert "generation 0" in text.out
    assert "interrupted" in text.out
    with pytest.MonkeyPatch.context() as patched:
        stopped_after(patched, 3 * 3 * 2, AssertionError)  # only the second generation is played
        assert run_cgt(*GENETIC, *kept, "--json").json()["rows"] == whole
    with pytest.MonkeyPatch.context() as patched:
        stopped_after(patched, 0, AssertionError)  # all is known
        assert run_cgt(*GENETIC, *kept, "--json").json()["rows"] == whole


@pytest.mark.usefixtures("small_runs")
@pytest.mark.parametrize(
    ("games", "said"),
    [
        (1, "generation 0: 0 of 30 genes have played\n"),
        (2 * 2 + 1, "generation 0: 2 of 30 genes have played, the best with "),
    ],
)
def test_the_time_limit_tells_how_far_the_first_generation_is(
    run_cgt: Run, monkeypatch: pytest.MonkeyPatch, games: int, said: str
) -> None:
    stopped_after(monkeypatch, games, LimitError)
    code, out, _ = run_cgt(*GENETIC, "--processes", "1")
    assert code == 3
    assert out.startswith(said)


@pytest.mark.usefixtures("small_runs")
def test_a_checkpoint_of_other_runs_or_by_others_is_refused(
    run_cgt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cgt.literature import jang_kim

    path = tmp_path / "runs"
    run_cgt(*GENETIC, "--checkpoint", str(path))
    write_resealed(path, content_of(path), key=STRANGERS_KEY)
    ran = run_cgt(*GENETIC, "--checkpoint", str(path))
    assert ran.code == 2
    assert "was not made with this machine's key" in ran.err
    trusted = run_cgt(*GENETIC, "--checkpoint", str(path), "--trust-checkpoint")
    assert "this rests on the checkpoint" in trusted.out
    first, second = content_of(path).splitlines()
    state = json.loads(second)
    state["state"]["games"]["published weights"] = [1]
    write_resealed(path, first + b"\n" + json.dumps(state).encode() + b"\n")
    ran = run_cgt(*GENETIC, "--checkpoint", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert "games are missing" in ran.err
    monkeypatch.setattr(jang_kim, "GAMES", 3)
    ran = run_cgt(*GENETIC, "--checkpoint", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert "the checkpoint is of another run: its trainers differs" in ran.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--experiment", "kravec", "--checkpoint", "x"], "kravec is short"),
        (
            ["--checkpoint", "x"],
            "--checkpoint needs --games or --splitting or --experiment genetic",
        ),
        ([*GENETIC[1:], "--html", "x.html"], "--experiment has its own --html"),
        ([*GENETIC[1:], "--seed", "3"], "--experiment has its own --seed"),
    ],
)
def test_options_that_an_experiment_does_not_take(
    run_cgt: Run, arguments: list[str], message: str
) -> None:
    code, out, err = run_cgt("simulate", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert not Path("x").exists()
