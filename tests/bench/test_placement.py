"""The benchmark of the solver: asks another program and must agree with it."""

from pathlib import Path

import pytest

from cgt.bench.harness import DisagreementError, run_work
from cgt.bench.placement import Question, nimber_work, work
from cgt.bench.shown import rows_list, rows_table
from cgt.common.errors import CgtError


def program(tmp_path: Path, answer: str) -> str:
    """A program that records how it was called and prints an answer."""
    path = tmp_path / "program"
    path.write_text(f"#!/bin/sh\necho $@ > {tmp_path}/called\necho '{answer}'\n")
    path.chmod(0o755)
    return str(path)


def test_the_other_program_gets_the_same_question(tmp_path: Path) -> None:
    asked = work(Question(4, 5, 6, valued=16), 2, program(tmp_path, "5x6 mis win 1 nodes 3"))
    rows = run_work(asked, 1, lambda _: None)
    assert {row.contender for row in rows} == {"cgt", "cgt, 2 threads", "baseline"}
    assert (tmp_path / "called").read_text() == "4 mis 5 6 16\n"
    assert rows[0].work == "5×6 tetrominoes, misère"


def test_misere_play_is_measured_with_the_nodes_searched(tmp_path: Path) -> None:
    rows = run_work(work(Question(4, 5, 6), 1, program(tmp_path, "win 1")), 1, lambda _: None)
    assert {row.contender: bool(row.nodes) for row in rows} == {"cgt": True, "baseline": False}


def test_a_question_that_is_too_much_for_the_other_program_is_not_asked(tmp_path: Path) -> None:
    asked = work(Question(4, 5, 6, alone=True), 1, program(tmp_path, "win 0"))
    assert [row.contender for row in run_work(asked, 1, lambda _: None)] == ["cgt"]
    assert not (tmp_path / "called").exists()


def test_a_form_is_compared_by_who_wins(tmp_path: Path) -> None:
    asked = work(Question(4, 4, 4, form=True), 1, program(tmp_path, "form id 3 misere_win 1 nim 1"))
    assert len(run_work(asked, 1, lambda _: None)) == 2
    assert (tmp_path / "called").read_text() == "4 form 4 4\n"


def test_nimbers_are_measured_with_the_nodes_searched() -> None:
    rows = run_work(nimber_work(4, 7, 2), 1, lambda _: None)
    assert [row.work for row in rows] == ["4×7 dominoes, nimber"] * 2
    assert {row.contender for row in rows} == {"cgt", "cgt, 2 threads"}
    assert all(row.nodes for row in rows)
    assert [column.header for column in rows_table(rows).columns][4] == "nodes"
    assert rows_list(rows).rows[0][-1] == rows[0].nodes


def test_a_different_answer_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(DisagreementError):
        run_work(work(Question(4, 5, 5), 1, program(tmp_path, "win 1")), 1, lambda _: None)


@pytest.mark.parametrize("answer", ["", "won"])
def test_no_answer_is_an_error(tmp_path: Path, answer: str) -> None:
    with pytest.raises(CgtError, match="printed no answer"):
        run_work(work(Question(4, 4, 4), 1, program(tmp_path, answer)), 1, lambda _: None)
    with pytest.raises(CgtError, match="cannot be run"):
        run_work(work(Question(4, 4, 4), 1, str(tmp_path / "none")), 1, lambda _: None)
