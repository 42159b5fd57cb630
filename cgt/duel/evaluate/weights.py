"""Weights: what a well is worth, as a weighted sum of named features.

A weight file is plain text. Lines that begin with `;` are comments. `key: value` lines give the
`name`, the `source`, and `best: lowest` or `best: highest`. Every other line has a weight and its
feature. Some weight files come with the program and are known by name. Weights can also be written
out, as in `Weights.of`.

>>> weights = Weights.named("kravec-2")
>>> weights.by_feature["big-holes"]
30.0
>>> from cgt.duel.well import Well
>>> weights.value(Well("#...|##.#"))
92.5
>>> print(Weights.of({"big-holes": -4, "lines": 1}))
name: big-holes=-4.0,lines=1.0
best: highest
-4.0 big-holes
1.0 lines
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path

from cgt import _native
from cgt.common.errors import CgtError, FileError, Location
from cgt.common.files import file_exists, read_text, source_name, write_atomically
from cgt.common.headers import header_line, split_header, text_lines
from cgt.common.names import did_you_mean, named
from cgt.duel.evaluate.features import FEATURES
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.well import Well

_LONGEST_FILE = 2**20
_LARGEST_WEIGHT = 1e100  # so that weighted sums stay finite
_KEYS = ("name", "source", "best")
_SUFFIX = ".weights"
_ANY_PIECE = "O"  # rules need a piece, but the value of a well does not depend on it


@dataclass(frozen=True)
class Weights:
    """The weight of each feature that counts. Weights are a value: they compare, hash, print as the
    text of a weight file, and can be sent to other processes."""

    name: str
    by_feature: Mapping[str, float]
    source: str = ""
    lowest_is_best: bool = True

    def __post_init__(self) -> None:
        """Raises CgtError if there is no weight, no such feature, or no such number."""
        if not self.by_feature:
            raise CgtError("there is no weight")
        for feature, weight in self.by_feature.items():
            if feature not in FEATURES:
                hint = did_you_mean(feature, FEATURES)
                names = ", ".join(FEATURES)
                raise CgtError(f"there is no feature {feature!r}{hint}; there are {names}")
            if not abs(weight) <= _LARGEST_WEIGHT:
                raise CgtError(f"'{weight}' is too large a number for a weight")
        by_feature = {feature: float(weight) for feature, weight in self.by_feature.items()}
        object.__setattr__(self, "by_feature", by_feature)

    @classmethod
    def of(cls, by_feature: Mapping[str, float], name: str = "") -> Weights:
        """Weights from a mapping; the highest value is best. The default name is a text that
        `named` reads. Raises CgtError."""
        text = ",".join(f"{feature}={float(weight)!r}" for feature, weight in by_feature.items())
        return cls(name or text, by_feature, lowest_is_best=False)

    @classmethod
    def named(cls, text: str) -> Weights:
        """The weights that a text names: a weight file that comes with the program, a path, or the
        weights written out, as in `holes=-1,lines=0.5`, where the highest value is best. Names are
        found in any case, unless there is such a file. Raises CgtError."""
        if text in shipped():
            return _shipped(text)
        if file_exists(text):
            return cls.read(text)
        if "=" in text:
            return _from_text(text)
        known = named(text, shipped())
        if known is None:
            names = ", ".join(shipped())
            hint = did_you_mean(text, shipped())
            raise CgtError(
                f"there are no weights {text!r}{hint}: neither a file nor one of {names}"
            )
        return _shipped(known)

    @classmethod
    def read(cls, path: str | Path) -> Weights:
        """The weights in a file; raises FileError."""
        return cls.parse(read_text(path, _LONGEST_FILE), source_name(path))

    @classmethod
    def parse(cls, text: str, source: str) -> Weights:
        """The weights in a text that messages call `source`; raises FileError."""
        header, body = split_header(text_lines(text, source), Location(source), _KEYS)
        by_feature: dict[str, float] = {}
        for line in body:
            _add_weight(line.text, line.at(), by_feature)
        if not by_feature:
            raise FileError(Location(source), "there is no weight in this file")
        best = header.get("best")
        lowest = best is None or best.choice(("lowest", "highest")) == "lowest"
        return cls(header.text("name", source), by_feature, header.text("source"), lowest)

    def write(self, path: str | Path, comments: Iterable[str] = ()) -> None:
        """Writes a weight file, whole or not at all, that reads back as exactly these weights.
        Raises CgtError if it would not, or if the file cannot be written."""
        told = [f"; {line}".rstrip() for comment in comments for line in comment.splitlines()]
        text = "\n".join([*self._head(), *told, *self._lines()]) + "\n"
        write_atomically(path, lambda file: file.write(text.encode()))

    def __str__(self) -> str:
        return "\n".join([*self._head(), *self._lines()])

    def _head(self) -> list[str]:
        best = "lowest" if self.lowest_is_best else "highest"
        said = {"name": self.name, "source": self.source, "best": best}
        return [header_line(key, value) for key, value in said.items() if value]

    def _lines(self) -> list[str]:
        return [f"{weight!r} {feature}" for feature, weight in self.by_feature.items()]

    def __hash__(self) -> int:
        items = frozenset(self.by_feature.items())
        return hash((self.name, items, self.source, self.lowest_is_best))

    def __reduce__(self) -> tuple[type[Weights], tuple[str, Mapping[str, float], str, bool]]:
        return Weights, (self.name, self.by_feature, self.source, self.lowest_is_best)

    def value(self, well: Well, height: int = 20) -> float:
        """The weighted sum of the features of a well that may be `height` rows high."""
        rules = Rules(_ANY_PIECE, width=well.width, height=height)
        return self._sign * self.native(rules.native, well.columns)

    def judge(self, rules: Rules, well: Well, placement: WellPlacement) -> tuple[float, float]:
        """What a placement is worth by itself, and what the well is worth that it leaves. The
        second is infinitely bad if the game is over then. Raises CgtError if there is no such
        placement."""
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
        """The weights in the native core, where the lowest value is always best."""
        return _native.evaluation([(name, self._sign * w) for name, w in self.by_feature.items()])


@cache
def shipped() -> tuple[str, ...]:
    """The names of the weight files that come with the program."""
    folder = resources.files("cgt.duel.evaluate") / "shipped"
    names = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)))


@cache
def _shipped(name: str) -> Weights:
    file = resources.files("cgt.duel.evaluate") / "shipped" / f"{name}{_SUFFIX}"
    return Weights.parse(file.read_text(encoding="utf-8"), name)


def _from_text(text: str) -> Weights:
    by_feature: dict[str, float] = {}
    for item in text.split(","):
        feature, _, number = item.partition("=")
        try:
            known = named(feature.strip(), FEATURES) or feature.strip()
            _add_weight(f"{number.strip()} {known}", Location(""), by_feature)
        except FileError:
            raise CgtError(f"{item!r} is no weight such as 'holes=-1'") from None
    return Weights.of(by_feature, text)


def _add_weight(line: str, where: Location, by_feature: dict[str, float]) -> None:
    words = line.split()
    if len(words) != 2:
        raise FileError(where, "a line has a weight and a feature, such as '30 max-height'")
    number, feature = words
    try:
        weight = float(number)
    except ValueError:
        raise FileError(where, f"{number!r} is no number") from None
    if feature in by_feature:
        raise FileError(where, f"{feature} has a weight already")
    try:
        Weights("", {feature: weight})
    except CgtError as error:
        raise FileError(where, str(error)) from None
    by_feature[feature] = weight
