"""Published simulations run again and compared with what was published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cgt.draw.describe.words import Description, Sentence, trust_sentences
from cgt.literature.experiment import Row


def how_many_agree(rows: Sequence[Row]) -> str:
    """How many rows agree with what was published, of those that can; empty if none can."""
    questions = [row.agrees for row in rows if row.agrees is not None]
    return f"{sum(questions)} of {len(questions)} agree." if questions else ""


@dataclass(frozen=True)
class Told:
    """The rows of an experiment that are known, how far the next one was if it was stopped there,
    whether it was interrupted, and the checkpoint that it rests on if that was not made with this
    machine's key."""

    rows: Sequence[Row]
    next_row: str | None = None
    interrupted: bool = False
    trusts: str | None = None


def describe_experiment(told: Told) -> Description:
    """How many rows agree, and what else is to be known of them."""
    agreement = how_many_agree(told.rows)
    sentences = [Sentence("verdict", agreement)] if agreement else []
    if told.next_row is not None:
        sentences.append(Sentence("note", told.next_row))
    if told.interrupted:
        sentences.append(Sentence("note", "interrupted"))
    return Description("", (*sentences, *trust_sentences(told.trusts)))


def experiment_data(told: Told) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "rows": [
            {
                "setting": row.setting,
                "published": row.published,
                "ours": row.ours,
                "agrees": row.agrees,
                **row.more,
            }
            for row in told.rows
        ],
        "next_row": told.next_row,
        "interrupted": told.interrupted,
        "trusts": told.trusts,
    }
