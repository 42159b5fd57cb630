"""Evaluations: weighted sums of named features, read from weight files.

A weight file is plain text. Lines that start with `;` are comments, `key: value` lines say what it
is (`name`, `source`, and `best: lowest` or `best: highest`), and every other line is a weight and
the feature it is for. Some ship with the program and are known by name.

>>> evaluation = evaluation_named("kravec-2")
>>> evaluation.weights["big-holes"]
30.0
>>> from cgt.duel.well import Well
>>> evaluation.value(Well("#...|##.#"))
92.5
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path

from cgt import _native
from cgt.common.errors import CgtError, FileError, Location
from cgt.common.files import file_exists, read_text, source_name
from cgt.duel.evaluate.features import FEATURES
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

_LONGEST_FILE = 2**20
_LARGEST_WEIGHT = 1e100  # sums of such are finite
_KEYS = ("name", "source", "best")
_SUFFIX = ".weights"
_ANY_PIECE = "O"  # wells are judged by themselves


@dataclass(frozen=True)
class Evaluation:
    """What a well is worth."""

    name: str
    weights: Mapping[str, float]
    source: str = ""
    lowest_is_best: bool = True

    def value(self, well: Well, height: int = 20) -> float:
        """The weighted sum of the features of a well with so many rows."""
        rules = Rules(_ANY_PIECE, width=well.width, height=height)
        return self._sign * self.native(rules.native, well.columns)

    def judge(self, rules: Rules, well: Well, placement: WellPlacement) -> tuple[float, float]:
        """What a move is worth by itself, and what the well is worth that it leaves; the second is
        infinitely bad if the game is over then. Raises CgtError if there is no such placement."""
        piece, *place = placement
        try:
            move, left = self.native.judge(
                rules.native, well.columns, rules.number(piece), (place[0], place[1], place[2])
            )
        except ValueError as error:
            raise CgtError(f"{placement}: {error}") from None
        return self._sign * move, self._sign * left

    @property
    def _sign(self) -> int:
        return 1 if self.lowest_is_best else -1

    @cached_property
    def native(self) -> _native.Evaluation:
        """As the native core knows it: there the lowest is always best."""
        return _native.evaluation([(name, self._sign * w) for name, w in self.weights.items()])


@cache
def shipped() -> tuple[str, ...]:
    """The names of the weight files that ship with the program."""
    folder = resources.files("cgt.duel.evaluate") / "shipped"
    names = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)))


@cache
def _shipped(name: str) -> Evaluation:
    file = resources.files("cgt.duel.evaluate") / "shipped" / f"{name}{_SUFFIX}"
    return parse_weights(file.read_text(encoding="utf-8"), name)


def evaluation_named(text: str) -> Evaluation:
    """An evaluation by the name of a shipped weight file, by a path, or by the weights themselves,
    as in `holes=-1,lines=0.5`, where the highest value is best; raises CgtError."""
    if text in shipped():
        return _shipped(text)
    if "=" in text and not file_exists(text):
        return _from_text(text)
    if not file_exists(text):
        names = ", ".join(shipped())
        raise CgtError(f"there are no weights {text!r}: neither a file nor one of {names}")
    return read_weights(text)


def _from_text(text: str) -> Evaluation:
    weights: dict[str, float] = {}
    for item in text.split(","):
        feature, _, number = item.partition("=")
        try:
            _add_weight(f"{number.strip()} {feature.strip()}", Location(""), weights)
        except FileError:
            raise CgtError(f"{item!r} is no weight such as 'holes=-1'") from None
    return Evaluation(text, weights, lowest_is_best=False)


def text_of_weights(weights: Mapping[str, float]) -> str:
    """Weights as a text that evaluation_named takes, exactly."""
    return ",".join(f"{feature}={weight!r}" for feature, weight in weights.items())


def read_weights(path: str | Path) -> Evaluation:
    """The evaluation in a weight file; raises FileError."""
    return parse_weights(read_text(path, _LONGEST_FILE), source_name(path))


def parse_weights(text: str, source: str) -> Evaluation:
    """The evaluation in a text that is called `source`; raises FileError."""
    about: dict[str, str] = {}
    weights: dict[str, float] = {}
    for number, line in enumerate(text.splitlines(), 1):
        where = Location(source, number)
        content = line.strip()
        if not content or content.startswith(";"):
            continue
        key, colon, value = content.partition(":")
        if colon:
            if key.strip() not in _KEYS:
                raise FileError(where, f"the keys are {', '.join(_KEYS)}, not {key.strip()!r}")
            about[key.strip()] = value.strip()
        else:
            _add_weight(content, where, weights)
    if not weights:
        raise FileError(Location(source), "there is no weight in this file")
    best = about.get("best", "lowest")
    if best not in ("lowest", "highest"):
        raise FileError(Location(source), f"best is lowest or highest, not {best!r}")
    return Evaluation(about.get("name", source), weights, about.get("source", ""), best == "lowest")


def _add_weight(line: str, where: Location, weights: dict[str, float]) -> None:
    words = line.split()
    if len(words) != 2:
        raise FileError(where, "a line has a weight and a feature, such as '30 max-height'")
    number, feature = words
    try:
        weight = float(number)
    except ValueError:
        raise FileError(where, f"{number!r} is no number") from None
    if not abs(weight) <= _LARGEST_WEIGHT:
        raise FileError(where, f"{number!r} is too large a number for a weight")
    if feature not in FEATURES:
        raise FileError(where, f"there is no feature {feature!r}; there are {', '.join(FEATURES)}")
    if feature in weights:
        raise FileError(where, f"{feature} has a weight already")
    weights[feature] = weight
