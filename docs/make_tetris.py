"""The pages with the features and with what came out of the experiments on one-player Tetris,
worked out by the program itself. Run by `make tetris`, and by `make features` for the features
alone, which takes a second."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cgt.common.statistics import Statistics
from cgt.duel.evaluate.features import FEATURE_SETS, FEATURES
from cgt.duel.evaluate.weights import Weights, shipped
from cgt.duel.many import play_many
from cgt.duel.rulesets import RULE_SETS
from cgt.literature.experiment import Row
from cgt.literature.tetris import AGREES_WITHIN, EXPERIMENTS, GAMES, MORE_GAMES, OUR_WEIGHTS, PIECES

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
are those of {PIECES:,} pieces; a line agrees if it is off by at most {100 * AGREES_WITHIN:.0f} %.
A game that ends sooner counts by its points for each piece. With
one piece seen most games do, at a few hundred pieces, and their points vary a lot: there
{MORE_GAMES} games were played.
"""


ENDED_HEAD = f"""The column "its own" rests on two choices where games end early. Counted by the
points that they had when they ended, the means are lower, by more than half with one piece seen;
how such games were counted is not published. And the first {GAMES} games with one piece seen are
off by more than 7 %, which is why {MORE_GAMES} were played; their mean has a standard error
of 1.3 %. Six readings of moves and ending were tried with one piece seen, `spin` and `sogang` with
each ending: in these games they come to 92,900 to 94,500 points, and 202 to 231 games end early.
The program itself, run without its screen, made 93,947 ± 19,797 points in 40 games.
"""


def results_page() -> str:
    rows_of_park = list(EXPERIMENTS["sogang"].rows(1))
    parts = [RESULTS_HEAD, _table_of("sogang", rows_of_park), ENDED_HEAD, _ended(rows_of_park)]
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
    return _table_of(name, EXPERIMENTS[name].rows(1))


def _table_of(name: str, rows: Iterable[Row]) -> str:
    return _table(EXPERIMENTS[name].headings, (row.columns for row in rows))


def _ended(rows: Iterable[Row]) -> str:
    """The lines in which games by the program's weights ended early, and what they come to when
    read in other ways."""
    lines = []
    for row in rows:
        more: dict[str, Any] = row.more
        published: Any = row.published
        if not more["games_ended_by_the_seeds_weights"]:
            continue
        line = [*row.columns[:2], f"{more['games_ended_by_the_seeds_weights']} of {more['games']}"]
        for name in ("points", "first_games"):
            mean = more[f"{name}_by_the_seeds_weights"]
            line += [f"{mean:,.0f}", f"{100 * (mean / published['score'] - 1):+.1f}"]
        lines.append(tuple(line))
    first = f"first {GAMES} games"
    return _table(("seen", "kept", "ended early", "as they ended", "off %", first, "off %"), lines)


def _table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(headings)} |", "|---" * len(headings) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def main() -> None:
    (FOLDER / "features.md").write_text(features_page())
    if "--features" not in sys.argv:
        (FOLDER / "tetris-results.md").write_text(results_page())


if __name__ == "__main__":
    main()
