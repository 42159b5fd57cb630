"""Weights that were found, written as a weight file that cgt.duel.evaluate.weights reads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Literal

from cgt.common.errors import CgtError
from cgt.common.files import source_name, write_atomically
from cgt.common.statistics import Statistics
from cgt.duel.evaluate.weights import parse_weights
from cgt.train.run import Outcome
from cgt.train.trainer import AnyTrainer


def write_weights(
    path: str | Path,
    name: str,
    weights: Mapping[str, float],
    source: str,
    best: Literal["highest", "lowest"] = "highest",
    comments: Iterable[str] = (),
) -> None:
    """Writes a weight file that reads back as exactly these weights, whole or not at all.

    Raises CgtError if it would not, such as for a feature that does not exist, or cannot be
    written.
    """
    for key, text in (("name", name), ("source", source)):
        if text != text.strip() or len(text.splitlines()) > 1:
            raise CgtError(f"the {key} of a weight file is one line: {text!r}")
    lines = [f"name: {name}", f"source: {source}", f"best: {best}"]
    lines += [f"; {line}".rstrip() for comment in comments for line in comment.splitlines()]
    lines += [f"{float(weight)!r} {feature}" for feature, weight in weights.items()]
    text = "\n".join(lines) + "\n"
    parse_weights(text, source_name(path))  # what cannot be read is not written
    write_atomically(path, lambda file: file.write(text.encode()))


def how_found(
    trainer: AnyTrainer, outcome: Outcome, measured: Statistics | None = None
) -> list[str]:
    """How weights were found, for the comments of their file: the trainer and its options, the
    seed, the steps and games, the fitness in training, and the one in games of no training."""
    history = outcome.history
    games = history[-1].evaluations if history else 0
    options = ", ".join(f"{key}={value}" for key, value in asdict(trainer.options).items())
    lines = [
        f"trainer: {trainer.name}, seed {trainer.seed}, {len(history)} steps, {games} games",
        f"options: {options}",
    ]
    if outcome.best is not None:
        lines.append(
            f"best fitness in training: {outcome.best.fitness:.6g}, "
            f"of {trainer.options.games} games (chosen for being high)"
        )
    if measured is not None and not math.isnan(measured.mean):
        low, high = measured.interval
        lines.append(
            f"fitness in {measured.games} other games: {measured.mean:.6g} "
            f"({low:.6g} to {high:.6g} with 95 % confidence)"
        )
    return lines
