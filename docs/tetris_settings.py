"""Which weights play best in the games that people name, measured: the table behind
`cgt.best_weights`, for `make tetris ONLY=settings`.

What was measured is kept in a file, one line for each game and weights, so that a run goes on where
it stopped, and weights that are new cost their own games only.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cgt.common.statistics import Statistics
from cgt.duel.evaluate.best import best_weights
from cgt.duel.evaluate.weights import Weights, shipped
from cgt.duel.many import play_many
from cgt.duel.rulesets import RULE_SETS

FILE = Path(__file__).parent / "tetris-settings.jsonl"
SHIPPED = Path(__file__).parent.parent / "cgt" / "duel" / "evaluate" / "shipped"
SEED = 4_000_000  # training draws its games from other seeds

OURS = tuple(name for name in shipped() if name.startswith("cgt-") and name != "cgt-hunt")
FOR_POINTS = tuple(name for name in OURS if "sogang" in name)
CANDIDATES = {
    "lines": ("bcts", "dt-10", "dt-20", *(name for name in OURS if name not in FOR_POINTS)),
    "sogang": ("dt-20", "sogang", *FOR_POINTS),
}


@dataclass(frozen=True)
class Played:
    """Games that people name: rules, what differs from them, and how many games tell weights
    apart."""

    rules: str
    games: int
    most: int = 10**7  # pieces
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The options of `cgt simulate`."""
        words = [f"--rules {self.rules}"]
        words += [f"--{name} {value}" for name, value in self.options.items()]
        return " ".join(words + ([f"--max-pieces {self.most}"] if self.most < 10**7 else []))

    @property
    def seen(self) -> int:
        return 1 + int(self.options.get("preview", RULE_SETS[self.rules].preview))

    @property
    def player(self) -> str:
        return "greedy" if self.seen == 1 else "beam"

    def taken(self) -> str:
        """The weights that are taken where none are named."""
        setting = RULE_SETS[self.rules].setting(**self.options)
        return best_weights(
            setting.rules, seen=self.seen, scoring=setting.scoring, bag=setting.bad == "bag"
        ).name

    def measured(self, weights: str) -> Statistics:
        setting = RULE_SETS[self.rules].setting(
            good=f"{self.player}:{weights}", max_pieces=self.most, cycles="none", seed=SEED,
            **self.options,
        )  # fmt: skip
        games = play_many(setting, self.games, 2)
        return Statistics.of(
            game.score if setting.scoring == "sogang" else game.lines for game in games
        )


PLAYED = (
    Played("simplified", 2_000, options={"height": 10}),
    Played("simplified", 2_000, options={"height": 8}),
    *(Played("simplified", 4_000, options={"width": width}) for width in (4, 5)),
    *(Played("simplified", 4_000, options={"width": width, "height": 10}) for width in (4, 5)),
    *(Played("simplified", 2_000, options={"width": width}) for width in (6, 7)),
    Played("simplified", 100, options={"width": 8}),
    Played("simplified", 2_000, options={"width": 6, "height": 12}),
    Played("simplified", 2_000, options={"width": 7, "height": 10}),
    Played("simplified", 400, options={"width": 8, "height": 14}),
    Played("simplified", 400, options={"width": 9, "height": 12}),
    Played("bag", 2_000, options={"width": 6}),
    Played("bag", 1_000, options={"height": 7}),
    Played("bag", 60, 6_000, options={"height": 5, "preview": 1}),
    Played("bag", 60, 6_000, options={"height": 4, "preview": 2}),
    Played("bag", 20, 3_000, options={"height": 3, "preview": 5}),
    *(Played("sogang", games, 1_000, options={"preview": seen - 1})
      for seen, games in ((1, 400), (2, 48), (3, 24), (4, 24), (5, 24))),
    Played("sogang", 24, 500, options={"height": 16}),
)  # fmt: skip


def rows() -> Iterator[tuple[str, str, str, str, str]]:
    """The lines of the table: the options, the weights that are taken, how many games, what they
    come to, and the next best."""
    store = _read()
    for played in PLAYED:
        found = {}
        for weights in CANDIDATES[RULE_SETS[played.rules].scoring]:
            key = _key(played, weights)
            if key not in store:
                store[key] = played.measured(weights)
                _write(store)
                print(f"{played.words}, {weights}: {store[key].mean:,.0f}", flush=True)
            found[weights] = store[key]
        taken = played.taken()
        others = {weights: figure for weights, figure in found.items() if weights != taken}
        next_best = max(others, key=lambda weights: others[weights].mean)
        yield (
            f"`{played.words}`", f"`{played.player}:{taken}`", f"{played.games:,}",
            _figure(found[taken]), f"`{next_best}`: {_figure(others[next_best])}",
        )  # fmt: skip


def trained() -> Iterator[tuple[str, str, str, str, str]]:
    """Our weights: what they are for, how many features they have, how many games trained them, and
    what they come to in others; all as their files say."""
    for name in OURS:
        text = (SHIPPED / f"{name}.weights").read_text()
        purpose = re.search(r"^source: found by cgt train \w+ for (.*)$", text, re.MULTILINE)
        games = re.search(r"^; trainer: .* (\d+) games", text, re.MULTILINE)
        held_out = re.findall(r"^; (.*other games: .*)$", text, re.MULTILINE)
        if purpose is None or games is None or not held_out:
            raise SystemExit(f"{name} does not say how it was found")
        features = len(Weights.named(name).by_feature)
        yield f"`{name}`", purpose[1], str(features), f"{int(games[1]):,}", held_out[-1]


def _figure(found: Statistics) -> str:
    return f"{found.mean:,.0f} ± {found.standard_error:,.0f}"


def _key(played: Played, weights: str) -> str:
    """What was played with which weights: other values of the same name are other weights."""
    values = json.dumps(sorted(Weights.named(weights).by_feature.items()))
    digest = hashlib.sha256(values.encode()).hexdigest()[:12]
    return f"{played.words} --good {played.player}:{weights} --games {played.games} {digest}"


def _read() -> dict[str, Statistics]:
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    said = [json.loads(line) for line in lines]
    return {
        each["played"]: Statistics(each["games"], each["mean"], each["deviation"]) for each in said
    }


def _write(store: dict[str, Statistics]) -> None:
    lines = [
        json.dumps({"played": key, "games": each.games, "mean": each.mean,
                    "deviation": each.deviation})
        for key, each in sorted(store.items())
    ]  # fmt: skip
    beside = FILE.with_suffix(".new")
    beside.write_text("".join(f"{line}\n" for line in lines))
    beside.replace(FILE)
