"""Published simulations run again and compared with what was published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cgt.literature.kravec import Row


def how_many_agree(rows: Sequence[Row]) -> str:
    """How many rows agree with what was published, of those that can; empty if none can."""
    questions = [row.agrees for row in rows if row.agrees is not None]
    return f"{sum(questions)} of {len(questions)} agree." if questions else ""


def experiment_data(rows: Sequence[Row]) -> dict[str, Any]:
    """The rows for scripts."""
    return {
        "rows": [
            {
                "setting": row.setting,
                "published": row.published,
                "ours": row.ours,
                "agrees": row.agrees,
                **row.more,
            }
            for row in rows
        ]
    }
