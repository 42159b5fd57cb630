"""How far a search by jobs is, in words and for scripts."""

from __future__ import annotations

from typing import Any

from cgt.placement.jobs.leader import JobCounts


def jobs_words(counts: JobCounts) -> str:
    """How far it is, on one line.

    >>> jobs_words(JobCounts(done=214, at_work=2, nodes=8_000_000, moves=105, answered=12))
    '214 jobs done, 2 at work, 8,000,000 nodes; 12 of 105 moves answered'
    >>> jobs_words(JobCounts(done=1, lost=1, nodes=7))
    '1 job done, 1 lost and given out again, 7 nodes'
    """
    words = [f"{counts.done:,} job{'' if counts.done == 1 else 's'} done"]
    if counts.at_work:
        words.append(f"{counts.at_work:,} at work")
    if counts.lost:
        words.append(f"{counts.lost:,} lost and given out again")
    words.append(f"{counts.nodes:,} nodes")
    answered = f"; {counts.answered:,} of {counts.moves:,} moves answered" if counts.moves else ""
    return ", ".join(words) + answered


def jobs_data(counts: JobCounts) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "done": counts.done,
        "lost": counts.lost,
        "nodes": counts.nodes,
        "seconds": counts.seconds,
        "positions": counts.positions,
        "moves": counts.moves,
        "answered": counts.answered,
    }
