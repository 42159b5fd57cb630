"""What is known of boards, kept in a file so that `make results` and `make proofs` go on where they
stopped: one line for each question, with what it cost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "results.jsonl"
_ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Question:
    """Who wins an empty board in misère play, or its nimber in normal play."""

    pieces: str
    play: str
    width: int
    height: int

    @property
    def words(self) -> list[str]:
        """The command that asks it."""
        size = ["--size", f"{self.width}x{self.height}", "--pieces", self.pieces]
        return ["solve", *size, *(["--nimber"] if self.play == "normal" else ["--play", "misere"])]

    @property
    def name(self) -> str:
        """The name of a file about it."""
        game = {"tetromino": "nim-tetris", "domino": "cram"}[self.pieces]
        return f"{game}-{self.height}x{self.width}{'-nimber' if self.play == 'normal' else ''}"


@dataclass(frozen=True)
class Answer:
    """The answer, None if it was not found in the time, and what it cost."""

    value: str | int | None
    nodes: int
    seconds: float
    megabytes: int
    allowed: float


@dataclass(frozen=True)
class Proof:
    """A proof that a checker went through."""

    positions: int
    nodes: int  # of the search that it comes from
    bytes: int
    sha256: str
    seconds: float  # to search, to write and to check it once
    check_seconds: float


class Store:
    """The answers and proofs in the file."""

    def __init__(self) -> None:
        self.answers: dict[Question, Answer] = {}
        self.proofs: dict[Question, Proof] = {}
        if FILE.exists():
            for line in FILE.read_text().splitlines():
                said = json.loads(line)
                question = Question(**said["question"])
                if "answer" in said:
                    self.answers[question] = Answer(**said["answer"])
                if "proof" in said:
                    self.proofs[question] = Proof(**said["proof"])

    def save(self) -> None:
        """Writes all lines, in the order of the boards."""
        lines = []
        for question in sorted(
            {*self.answers, *self.proofs}, key=lambda q: (q.pieces, q.play, q.height, q.width)
        ):
            said: dict[str, Any] = {"question": asdict(question)}
            if question in self.answers:
                said["answer"] = asdict(self.answers[question])
            if question in self.proofs:
                said["proof"] = asdict(self.proofs[question])
            lines.append(json.dumps(said))
        beside = FILE.with_suffix(".new")
        beside.write_text("".join(f"{line}\n" for line in lines))
        beside.replace(FILE)

    def ask(self, question: Question, seconds: float, memory: str) -> Answer:
        """The answer, worked out if the store has none and did not try as long."""
        known = self.answers.get(question)
        if known is not None and (known.value is not None or known.allowed >= seconds):
            return known
        said, megabytes = run(
            [*question.words, "--threads", "1", "--time-limit", str(seconds), "--memory", memory]
        )
        board = said["boards"][0]
        value = board["outcome" if question.play == "misere" else "nimber"]
        answer = Answer(
            None if value == "unknown" else value,
            board["nodes"],
            board["seconds"],
            megabytes,
            seconds,
        )
        self.answers[question] = answer
        self.save()
        print(f"{' '.join(question.words)}: {answer}", flush=True)
        return answer


def run(words: list[str]) -> tuple[dict[str, Any], int]:
    """What a command says with --json, and the most megabytes that it took. A limit that is reached
    is no error."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen([sys.executable, "-m", "cgt", *words, "--json"], stdout=out)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in (0, 3):
            raise SystemExit(f"cgt {' '.join(words)} ended with {child.returncode}")
        out.seek(0)
        return json.load(out), used.ru_maxrss // 1024
