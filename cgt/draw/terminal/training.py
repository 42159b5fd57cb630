"""Training as text: steps, weights, and how good they are."""

from __future__ import annotations

from collections.abc import Iterator

from cgt.common.shown import printable
from cgt.draw.describe.training import Trained, describe_training, told_steps
from cgt.draw.describe.words import on_terminal


def training_text(trained: Trained) -> str:
    """A line for each step shown and for each weight, then how good the weights are."""
    return "\n".join(map(printable, _lines(trained)))


def _lines(trained: Trained) -> Iterator[str]:
    yield "   step    games  best so far     best now         mean"
    for step in told_steps(trained):
        yield (
            f"{step.step:7,} {step.evaluations:8,} {step.best:12,.1f} {step.step_best:12,.1f} "
            f"{step.step_mean:12,.1f}"
        )
    for feature, weight in trained.weights.items():
        yield f"  {weight:12.6g} {feature}"
    for sentence in describe_training(trained).sentences:
        yield f"{'  ' if sentence.role == 'how' else ''}{sentence.text(on_terminal)}"
