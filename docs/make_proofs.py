"""Makes proofs of the boards on the results page, and checks them. Run by `make proofs`, after
`make results`.

Files go to build/proofs; small ones of interest also to certificates/proofs. What is done is kept
in results.jsonl, and `make results` then marks it on its page. To have a proof made again one
deletes it there.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from pathlib import Path

from make_results import CERTIFICATES, LARGEST_AREA, LONG_BOARDS, boards
from results_store import Answer, Proof, Question, Store, run

HERE = Path(__file__).parent
FOLDER = HERE.parent / "build" / "proofs"
SHIPPED = {  # those that a reader may want to look at or to play against
    "nim-tetris-4x5", "nim-tetris-5x5", "nim-tetris-5x6", "nim-tetris-6x6", "nim-tetris-7x7",
    "cram-5x5", "cram-5x6", "cram-5x7", "cram-6x6", "cram-5x8", "cram-6x7",
    "cram-4x7-nimber", "cram-5x7-nimber",
}  # fmt: skip
MOST_SHIPPED = 10**6  # bytes, of all together
SECONDS = 3600.0
MEMORY = "8G"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    store = Store()
    for question, answer in _answered(store):
        is_there = question.name not in SHIPPED or (CERTIFICATES / f"{question.name}.gz").exists()
        if question in store.proofs and is_there:
            continue
        store.proofs[question] = _prove(question, answer)
        store.save()


def _answered(store: Store) -> list[tuple[Question, Answer]]:
    """The boards whose answers are known, the easiest first."""
    asked = [(question, store.answers.get(question)) for question in _questions()]
    known = [
        (question, answer) for question, answer in asked if answer and answer.value is not None
    ]
    return sorted(known, key=lambda item: item[1].seconds)


def _questions() -> list[Question]:
    of_tables = [
        Question(pieces, play, width, height)
        for pieces, area in LARGEST_AREA.items()
        for play in ("misere", "normal")
        for width, height in boards(area)
    ]
    return list(dict.fromkeys([*of_tables, *LONG_BOARDS]))


def _prove(question: Question, answer: Answer) -> Proof:
    file = FOLDER / f"{question.name}.gz"
    limits = ["--time-limit", str(SECONDS), "--memory", MEMORY]
    begin = time.perf_counter()
    # Without the cache, so that whoever does the same has the same file.
    alone = ["--threads", "1", "--no-cache"]
    said, _ = run([*question.words, *alone, "--proof", str(file), *limits])
    took = time.perf_counter() - begin
    board = said["boards"][0]
    value = board["outcome" if question.play == "misere" else "nimber"]
    assert value == answer.value, question
    assert board["proof"]["verified"], question
    checked, _ = run(["verify", str(file), *limits])
    assert checked["results"][0]["valid"], question
    data = file.read_bytes()
    if question.name in SHIPPED:
        shutil.copyfile(file, CERTIFICATES / file.name)
        assert sum(one.stat().st_size for one in CERTIFICATES.glob("*.gz")) < MOST_SHIPPED
    proof = Proof(
        board["proof"]["positions"],
        board["proof"]["nodes"],
        len(data),
        hashlib.sha256(data).hexdigest(),
        round(took, 3),
        checked["results"][0]["seconds"],
    )
    print(f"{question.name}: {proof}", flush=True)
    return proof


if __name__ == "__main__":
    main()
