"""The results page: outcomes and nimbers of empty boards, worked out by the program itself.

Run by `make results`. Each question is put to a program of its own, so that times and memory can be
compared. Answers are kept in results.jsonl: what was interrupted goes on where it stopped, and to
have a board worked out again one deletes its line.
"""

from __future__ import annotations

from pathlib import Path

from results_store import Answer, Proof, Question, Store

from cgt.draw.tables import Table

SECONDS = 20.0  # for each question about the many boards of the tables
MEMORY = "2G"
LARGEST_AREA = {"tetromino": 49, "domino": 44}
LONG_SECONDS = 5400.0  # for each of the few that take longer
LONG_MEMORY = "12G"
LONG_BOARDS = (
    Question("tetromino", "misere", 8, 7),
    Question("tetromino", "misere", 8, 8),
    Question("domino", "misere", 7, 6),
    Question("domino", "misere", 9, 5),
    Question("domino", "misere", 8, 6),
    Question("domino", "misere", 7, 7),
    Question("domino", "misere", 10, 5),
    Question("domino", "misere", 11, 5),
    Question("domino", "misere", 9, 6),
    Question("domino", "normal", 9, 5),
    Question("domino", "normal", 7, 6),
    Question("domino", "normal", 13, 4),
    Question("domino", "normal", 7, 7),
    Question("domino", "normal", 10, 5),
    Question("domino", "normal", 9, 6),
    Question("domino", "normal", 11, 5),
)
# Nimbers of Cram that P. Beling published first, with igs; the others of these sizes are older.
BY_IGS = {(11, 4), (15, 4), (10, 5), (12, 5), (9, 6), (8, 7), (9, 7)}
KNOWN_MISERE = {(width, height) for height, last in {3: 15, 4: 9, 5: 7, 6: 6}.items()
                for width in range(height, last + 1)}  # fmt: skip
PROVED = "✓"
CERTIFICATES = Path(__file__).parent.parent / "certificates" / "proofs"

PAGE = """# Results

Empty boards, worked out by `make results` with one thread. Rows and columns of the tables are the
boards' own. A cell has the outcome in misère play (`N`: the player to move wins, `P`: the other
does), the nimber in normal play, and the seconds that both took together where that was a tenth or
more. `?` is what was not found in {seconds:.0f} seconds. {proved} stands behind what has a
[proof](proofs.md) that was written, and checked by code that shares nothing with the search;
[below](#proofs) is what the proofs are like.

## Nim tetris: all tetrominoes

{tetromino}

## Cram: dominoes

{domino}

## Boards that take longer

One thread. In misère play N or P, in normal play the nimber. *First* is who found it first, as far
as is known: Schneider (2009) and Lemoine and Viennot (Glop), Beling (igs), or `cgt`.

{long}

## Proofs

Made and checked by `make proofs`: the positions that an answer rests on, beside the nodes that the
search for the answer went through. `cgt verify FILE` checks a file. Those without a checksum are in
`certificates/proofs`: `cgt verify example:NAME`. With one thread, the same program makes the same
file again; one that searches in another order may list other positions, which prove the same.
Boards that are small or symmetric need no position and are left out. Not proved yet: {unproved}.

{proofs}
"""


def main() -> None:
    store = Store()
    tables = {pieces: table(store, pieces) for pieces in LARGEST_AREA}
    page = PAGE.format(
        seconds=SECONDS,
        proved=PROVED,
        **tables,
        long=long_table(store),
        proofs=proofs_table(store),
        unproved=unproved(store),
    )
    (Path(__file__).parent / "results.md").write_text(page)


def boards(largest_area: int) -> list[tuple[int, int]]:
    """Width and height of every board of up to an area and 16×16 that is not higher than wide."""
    return [
        (width, height)
        for height in range(1, 17)
        for width in range(height, 17)
        if width * height <= largest_area
    ]


def table(store: Store, pieces: str) -> str:
    """A Markdown table: outcome in misère play, nimber, and the seconds that both took."""
    sizes = boards(LARGEST_AREA[pieces])
    widths = sorted({width for width, _ in sizes})
    lines = ["| |" + "".join(f" {width} |" for width in widths)]
    lines.append("|---|" + "---|" * len(widths))
    for height in sorted({height for _, height in sizes}):
        cells = (_cell(store, pieces, w, height) if (w, height) in sizes else "" for w in widths)
        lines.append(f"| **{height}** |" + "".join(f" {cell} |" for cell in cells))
    return "\n".join(lines)


def _cell(store: Store, pieces: str, width: int, height: int) -> str:
    said, seconds = [], 0.0
    for play in ("misere", "normal"):
        question = Question(pieces, play, width, height)
        answer = store.ask(question, SECONDS, MEMORY)
        said.append(_value(answer) + (PROVED if question in store.proofs else ""))
        seconds += answer.seconds
    took = [f"({seconds:.1f} s)"] if seconds >= 0.1 else []
    return " ".join([*said, *took])


def _value(answer: Answer) -> str:
    return "?" if answer.value is None else str(answer.value)


def long_table(store: Store) -> str:
    rows = []
    for question in LONG_BOARDS:
        answer = store.ask(question, LONG_SECONDS, LONG_MEMORY)
        proof = store.proofs.get(question)
        rows.append(
            (
                f"{question.height}×{question.width}",
                question.pieces,
                "misère" if question.play == "misere" else "normal",
                _value(answer) + (PROVED if proof else ""),
                _first(question),
                f"{answer.nodes:,}",
                f"{answer.seconds:.1f}",
                f"{answer.megabytes:,}" if answer.megabytes else "",
            )
        )
    names = ("board", "pieces", "play", "value", "first", "nodes", "seconds", "MB")
    return Table(names, rows).markdown().rstrip()


def _first(question: Question) -> str:
    size = (question.width, question.height)
    if question.pieces != "domino":
        return "cgt"
    if question.play == "misere":
        return "literature" if size in KNOWN_MISERE else "cgt"
    return "igs" if size in BY_IGS else "Schneider, Glop"


def proofs_table(store: Store) -> str:
    with_positions = [item for item in store.proofs.items() if item[1].positions]
    rows = [_proof_row(store, *item) for item in sorted(with_positions, key=_by_size)]
    names = ("board", "pieces", "claim", "positions", "nodes", "bytes", "made in", "checked in")
    return Table((*names, "SHA-256"), rows).markdown().rstrip()


def unproved(store: Store) -> str:
    """The boards whose answers have no proof."""
    known = [question for question, answer in store.answers.items() if answer.value is not None]
    names = [question.name for question in known if question not in store.proofs]
    return ", ".join(names) or "none"


def _by_size(item: tuple[Question, Proof]) -> tuple[str, str, int]:
    question, proof = item
    return question.pieces, question.play, proof.positions


def _proof_row(store: Store, question: Question, proof: Proof) -> tuple[str, ...]:
    value = _value(store.answers[question])
    shipped = (CERTIFICATES / f"{question.name}.gz").exists()
    return (
        f"{question.height}×{question.width}",
        question.pieces,
        value if question.play == "misere" else f"nimber {value}",
        f"{proof.positions:,}",
        f"{proof.nodes:,}",
        f"{proof.bytes:,}",
        f"{proof.seconds:.1f} s",
        f"{proof.check_seconds:.1f} s",
        f"`example:{question.name}`" if shipped else f"`{proof.sha256}`",
    )


if __name__ == "__main__":
    main()
