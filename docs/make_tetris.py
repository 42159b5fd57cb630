"""The pages with the features and with what came out of the experiments on one-player Tetris,
worked out by the program itself. Run by `make tetris`, and by `make features` for the features
alone, which takes a second."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from cgt.common.statistics import Statistics
from cgt.duel.evaluate.features import FEATURE_SETS, FEATURES
from cgt.duel.evaluate.weights import Weights, shipped
from cgt.duel.many import play_many
from cgt.duel.rulesets import RULE_SETS
from cgt.literature.tetris import EXPERIMENTS, GAMES, MORE_GAMES, OUR_WEIGHTS, PIECES

FOLDER = Path(__file__).parent
PLAYERS = {"dellacherie": None, "bcts": 3800, "dt-20": 4300, "dt-10": 5000, "cgt-10": None}
PLAYED = 10_000

FEATURES_HEAD = """# What evaluations look at

An evaluation is a weighted sum of these features. In the pictures `#` is filled, and letters are
the piece that has just landed; beside each stands the value that the feature has there,
which is tested. What is counted in a well is counted after full rows are cleared. Rows count from
0 at the floor; the height of a cell is 1 there, and one more in each row above. This page is made
by `make features` from `cgt/duel/evaluate/features.py`.
"""


def features_page() -> str:
    parts = [FEATURES_HEAD]
    for name, feature in FEATURES.items():
        height = f" in a well of {feature.height} rows" if feature.height != 20 else ""
        picture = feature.picture.replace("|", "\n")
        meaning = feature.meaning[0].upper() + feature.meaning[1:]
        parts.append(
            f"## {name}\n\n{meaning}. Here {feature.value:g}{height}:\n\n```text\n{picture}\n```\n"
        )
    sets = [(name, ", ".join(features)) for name, features in FEATURE_SETS.items()]
    parts.append("## Sets of features\n\n" + _table(("set", "features"), sets))
    weights = [(name, Weights.named(name).source) for name in shipped()]
    parts.append("## Weights that ship with the program\n\n" + _table(("name", "source"), weights))
    return "\n".join(parts)


RESULTS_HEAD = f"""# One-player Tetris: what came out

Made by `make tetris`. Seconds and memory are of the machine that made it, and of others' machines
where they are published.

## The recommender (S. Park, Sogang University, 2019)

`cgt simulate --experiment sogang`: {GAMES} games of {PIECES:,} pieces for each line, by the
number of pieces seen and of wells kept: points and their standard deviation, seconds of a core and
megabytes. First what was published, then points by the weights, features and moves of its program
(`--good beam:sogang --moves sogang`) and how many percent that is off, then `{OUR_WEIGHTS}`. Points
are those of {PIECES:,} pieces; a game that ends sooner counts by its points for each piece. With
one piece seen most games do, at a few hundred pieces, and their points vary a lot: there
{MORE_GAMES} games were played.
"""


def results_page() -> str:
    parts = [RESULTS_HEAD, _experiment("sogang")]
    parts.append(
        "## The genetic algorithm (Y. Jang and E. Kim, 2019)\n\n"
        "`cgt simulate --experiment genetic`: the fitness of a gene is the mean of ten games of up "
        "to 5,000 pieces, 2,000 lines. The last two lines are ten games of up to 100,000 lines "
        "each.\n"
    )
    parts.append(_experiment("genetic"))
    rows = []
    for weights, published in PLAYERS.items():
        setting = RULE_SETS["simplified"].setting(
            height=10, good=f"greedy:{weights}", max_pieces=10**7, cycles="none"
        )
        lines = Statistics.of(game.lines for game in play_many(setting, PLAYED, 2))
        low, high = lines.interval
        known = "" if published is None else f"{published:,}"
        rows.append((weights, known, f"{lines.mean:,.0f}", f"{low:,.0f} to {high:,.0f}"))
    parts.append(
        f"## Players that see one piece, on 10×10\n\nMean lines of {PLAYED:,} games under the "
        "`simplified` rules, with 95 % confidence.\n"
    )
    parts.append(_table(("weights", "published", "here", "interval"), rows))
    return "\n".join(parts)


def _experiment(name: str) -> str:
    experiment = EXPERIMENTS[name]
    return _table(experiment.headings, (row.columns for row in experiment.rows(1)))


def _table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(headings)} |", "|---" * len(headings) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def main() -> None:
    (FOLDER / "features.md").write_text(features_page())
    if "--features" not in sys.argv:
        (FOLDER / "tetris-results.md").write_text(results_page())


if __name__ == "__main__":
    main()
