"""The pages with the features and with what came out of the experiments on one-player Tetris,
worked out by the program itself. Run by `make tetris`, and by `make features` for the features
alone, which takes a second.

`make tetris ONLY=genetic` makes one section of the results anew and leaves the others as they are;
the sections are recommender, genetic, players, long, played, settings and two-seen; genetic and
played are resumed from CHECKPOINT=FILE, and settings from what it measured before. The sentences
at the top are taken from the tables of the page, so they are made anew each time: `make tetris
ONLY=` makes nothing else.
"""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import tetris_played
import tetris_settings

from cgt.common.statistics import Statistics
from cgt.draw.pictures.experiments import experiment_chart
from cgt.duel.evaluate.features import FEATURE_SETS, FEATURES
from cgt.duel.evaluate.weights import Weights, shipped
from cgt.duel.many import play_many
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.splitting import LongGames, estimates
from cgt.literature import jang_kim
from cgt.literature.experiment import Row
from cgt.literature.tetris import AGREES_WITHIN, EXPERIMENTS, GAMES, MORE_GAMES, PIECES

FOLDER = Path(__file__).parent
REPLAYS = FOLDER.parent / "replays"
PLAYERS = {"dellacherie": None, "bcts": 3800, "dt-20": 4300, "dt-10": 5000, "cgt-10": None}
PLAYED = 10_000
# by name: what was published, in millions of lines, and how many estimates are made
LONG_PLAYERS = {"bcts": (31, 60), "dt-20": (51, 60), "cgt-20": (None, 60)}
TWO_SEEN = ("bcts", "dt-10", "cgt-10", "cgt-20")
ESTIMATES_OF_TWO, TRIALS, TRIALS_OF_TWO = 40, 400, 300

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


TITLE = "# One-player Tetris: what came out"

HOW_MADE = """Made by `make tetris`. Seconds and memory are of the machine that made it, and of
others' machines where they are published.
"""

RECOMMENDER_HEAD = f"""`cgt simulate --experiment sogang`: {GAMES} games of {PIECES:,} pieces for
each line, by the number of pieces seen and of wells kept: points and their standard deviation,
seconds of a core and megabytes. First what was published, then points by the weights, features and
moves of its program (`--good beam:sogang --moves sogang`) and how many percent that is off, then
those of `--good best`, the weights that are [taken](#the-weights-that-are-taken) for so many pieces
seen. Points are those of {PIECES:,} pieces; a line agrees if it is off by at most
{100 * AGREES_WITHIN:.0f} %.
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


def recommender(_: str | None) -> str:
    rows = list(EXPERIMENTS["sogang"].rows(1))
    return "\n".join([RECOMMENDER_HEAD, _table_of("sogang", rows), ENDED_HEAD, _ended(rows)])


# the genetic algorithm

GENETIC_HEAD = f"""`cgt simulate --experiment genetic`: {jang_kim.RUNS} runs with
{jang_kim.POPULATION} genes of length 1, by the rules `bag`. The fitness of a gene is the mean of
{jang_kim.GAMES} games of up to {jang_kim.PIECES:,} pieces, {4 * jang_kim.PIECES // 10:,} lines. A
generation has the lowest, the median and the highest of the runs' best genes, and the mean of all
genes. Below, games are played to {jang_kim.PUBLISHED_LINES:,} lines, {jang_kim.LAST_GAMES} for each
line: first with the published weights, by several readings of the rules, then with the weights that
each run found. The best run and the median one are told by their last generation, not by these
games. A line agrees with what was published, over {jang_kim.PUBLISHED_LINES:,} lines, if at least
half of its games pass them.

![Five genetic runs by generation](images/genetic-runs.svg)
"""


def genetic(checkpoint: str | None) -> str:
    rows = list(jang_kim.genetic(None, checkpoint))
    (FOLDER / "images" / "genetic-runs.svg").write_bytes(experiment_chart(rows).written("svg"))
    found = [row for row in rows if "weights" in row.more]
    return "\n".join(
        [
            GENETIC_HEAD,
            _table_of("genetic", rows),
            _found_weights(found),
            _what_decides({row.setting: row for row in rows}),
        ]
    )


def _found_weights(found: Iterable[Row]) -> str:
    """The weights of the runs beside the published ones."""
    published = Weights.named("genetic-4").by_feature
    lines = [("published", *(f"{weight:.4f}" for weight in published.values()))]
    for row in found:
        weights: Any = row.more["weights"]
        lines.append(
            (
                row.setting.removeprefix("weights of "),
                *(f"{weights[name]:.4f}" for name in published),
            )
        )
    return _table(("", *published), lines)


def _what_decides(rows: Mapping[str, Row]) -> str:
    """Whether the published weights pass 100,000 lines, reading by reading."""

    def ours(name: str) -> Any:
        return rows[name].ours

    def passed(name: str) -> str:
        return f"{ours(name)['passed']} of {games}"

    games, lines, orders = jang_kim.LAST_GAMES, jang_kim.PUBLISHED_LINES, len(jang_kim.ORDERS)
    return _wrapped(
        "What decides is the bag, and its order. With any piece at any time the published weights "
        f"clear at most {ours('any piece, no bag')['best']:,.0f} lines, as Jang and Kim found "
        f"before they had a bag. With a new order in each bag they pass {lines:,} in "
        f"{passed('published weights')} games: they are good, but a game may end at any time. "
        f"With one order for ever, {ours('each order of the bag for ever')['for_ever']} of the "
        f"{orders} orders lead to a game that repeats itself and so never ends. That is the only "
        "reading in which games go on for ever, as the paper says, though it also says that bags "
        "differ in their order. Endings come second: "
        f"{passed('over if a piece sticks out')} if a piece may not stick out, "
        f"{passed('over if none can enter')} if the next must have room to enter, "
        f"{passed('22 rows')} with two more rows. Of equals the first, the last or any: "
        f"{passed('published weights')}, {passed('the last of equals taken')}, "
        f"{passed('any of equals taken')}. The runs have a new order in each bag, which is what "
        "the paper says, and 20 rows."
    )


def players(_: str | None) -> str:
    rows = []
    for weights, published in PLAYERS.items():
        setting = RULE_SETS["simplified"].setting(
            height=10, good=f"greedy:{weights}", max_pieces=10**7, cycles="none"
        )
        lines = Statistics.of(game.lines for game in play_many(setting, PLAYED, 2))
        low, high = lines.interval
        known = "" if published is None else f"{published:,}"
        rows.append((weights, known, f"{lines.mean:,.0f}", f"{low:,.0f} to {high:,.0f}"))
    head = f"Mean lines of {PLAYED:,} games under the `simplified` rules, with 95 % confidence.\n\n"
    return head + _table(("weights", "published", "here", "interval"), rows)


def long_games(_: str | None) -> str:
    """What is too long to be played: 10×20."""
    rows = []
    for weights, (published, number) in LONG_PLAYERS.items():
        lines, low, high = _estimated(number, TRIALS, height=20, good=f"greedy:{weights}")
        known = "" if published is None else f"{published} million"
        interval = f"{_millions(low)} to {_millions(high)}"
        rows.append((weights, known, str(number), _millions(lines), interval))
    return (
        "Mean lines under the `simplified` rules, by "
        "splitting: `cgt simulate --rules simplified --good greedy:WEIGHTS --splitting N "
        f"--trials {TRIALS}` with N estimates, and 95 % confidence. No game was played to its end. "
        "What was published is the mean of whole games.\n\n"
        + _table(("weights", "published", "estimates", "here", "interval"), rows)
    )


def played(checkpoint: str | None) -> str:
    """The same players in games that are really played."""
    published = [(weights, known) for weights, (known, _) in LONG_PLAYERS.items()]
    rows = tetris_played.rows(published, checkpoint)
    return f"{tetris_played.HEAD}\n{_table(tetris_played.HEADINGS, rows)}"


def two_seen(_: str | None) -> str:
    """Two pieces seen, on 10×10."""
    rows = []
    for weights in TWO_SEEN:
        lines, low, high = _estimated(
            ESTIMATES_OF_TWO, TRIALS_OF_TWO, height=10, good=f"beam:{weights}", preview=1
        )
        rows.append((weights, _millions(lines), f"{_millions(low)} to {_millions(high)}"))
    return (
        "The same with one coming piece, `--height 10 --preview 1 --good beam:WEIGHTS --splitting "
        f"{ESTIMATES_OF_TWO} --trials {TRIALS_OF_TWO}`; the weights were trained for one piece. We "
        "know of no published figure.\n\n" + _table(("weights", "here", "interval"), rows)
    )


def settings(_: str | None) -> str:
    """Which weights are taken where none are named."""
    return (
        "Lines, or points under `sogang`, with their standard error: `cgt simulate OPTIONS --good "
        f"PLAYER:WEIGHTS --games N --seed {tetris_settings.SEED}`. Every game is played by all "
        "weights that were trained for its scoring; the one that is taken where none are named, "
        "and the best of the others. Where games are too long to be told apart in a high well, a "
        "low one is played.\n\n"
        + _table(("options", "taken", "games", "measured", "next best"), tetris_settings.rows())
        + "\nHow our weights were found, as their files tell in full: by `cgt train`, and then "
        "measured in games that training never played.\n\n"
        + _table(("weights", "for", "features", "games", "figure"), tetris_settings.trained())
    )


def _estimated(number: int, trials: int, **of_setting: Any) -> tuple[float, float, float]:
    """Mean lines with their interval, by splitting."""
    setting = RULE_SETS["simplified"].setting(**of_setting)
    return LongGames(setting, tuple(estimates(setting, number, 2, trials))).lines


def _millions(lines: float) -> str:
    return f"{lines / 1e6:,.1f} million" if isfinite(lines) else "more"


# by name: the heading, and what makes the section, resumed from a checkpoint if it takes one
SECTIONS: dict[str, tuple[str, Callable[[str | None], str]]] = {
    "recommender": ("The recommender (S. Park, Sogang University, 2019)", recommender),
    "genetic": ("The genetic algorithm (Y. Jang and E. Kim, 2019)", genetic),
    "players": ("Players that see one piece, on 10×10", players),
    "long": ("Players that see one piece, on 10×20", long_games),
    "played": ("Games that were played on 10×20", played),
    "settings": ("The weights that are taken", settings),
    "two-seen": ("Players that see two pieces, on 10×10", two_seen),
}


def results_page(before: str, only: Iterable[str], checkpoint: str | None = None) -> str:
    """The page with some sections made anew, and the others as they were before, if at all."""
    old = {part.partition("\n")[0]: part for part in before.split("\n## ")[1:]}
    parts = []
    for name, (heading, make) in SECTIONS.items():
        if name in only:
            parts.append(f"{heading}\n\n{make(checkpoint)}")
        elif heading in old:
            parts.append(old[heading])
    body = "\n".join(f"## {part.rstrip()}\n" for part in parts)
    return "\n".join([TITLE, "", what_is_new(body), HOW_MADE, body])


# what is new


def what_is_new(body: str) -> str:
    """Five sentences, with figures from the tables of this page, of docs/tetris.md, and from the
    shipped replays. A section that is not there yet has none."""
    tables = {name: _rows_below(body, heading) for name, (heading, _) in SECTIONS.items()}
    hunted = max(int(file.stem.split("-")[1]) for file in REPLAYS.glob("hunt-*.txt"))
    told = (
        (_of_recommender, tables["recommender"]),
        (_of_genetic, tables["genetic"]),
        (_of_players, tables["players"]),
    )
    sentences = [sentence(rows) for sentence, rows in told if rows]
    if tables["settings"] and tables["long"]:
        sentences.append(_of_weights(tables["settings"], tables["long"]))
    sentences.append(
        f"`cgt hunt` finds a game of HATETRIS with {hunted} points from scratch, which ships as "
        f"`example:hunt-{hunted}` and is played again before it is told."
    )
    return "\n".join(f"- {_wrapped(sentence, 2)}" for sentence in sentences) + "\n"


def _rows_below(page: str, heading: str) -> list[list[str]]:
    """The cells of all tables between a heading and the next."""
    part = page.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if re.match(r"\| (?!-)", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _of_recommender(rows: list[list[str]]) -> str:
    lines = [row for row in rows if row[0].isdigit() and len(row) == 10]
    worst = max(abs(float(row[6])) for row in lines)
    three = next(row for row in lines if row[:2] == ["3", "32"])
    return (
        f"Park's own program is rebuilt: its weights, features and moves make the points that he "
        f"published, off by at most {worst:.1f} % in {len(lines)} settings, and our "
        f"weights make {three[7].partition('±')[0]} points with three pieces seen where "
        f"{three[2].partition('±')[0]} were published."
    )


def _of_genetic(table: list[list[str]]) -> str:
    rows = {row[0]: row for row in table}
    runs = {name: row for name, row in rows.items() if name.startswith("weights of run")}
    best = next(row for name, row in runs.items() if name.endswith("the best"))
    middle = next(row for name, row in runs.items() if name.endswith("the median"))
    published, orders = rows["published weights"], rows[". each order of the bag for ever"]
    last = [row for name, row in rows.items() if name.startswith("generation")][-1]
    return (
        f"{len(runs)} runs of the genetic algorithm of Jang and Kim come, by {last[0]}, to "
        f"{last[1]} to {last[3]} of {4 * jang_kim.PIECES // 10:,} lines; in games to "
        f"{jang_kim.PUBLISHED_LINES:,} lines the weights of the best run clear {best[4]} on "
        f"average, those of the median run {middle[4]}, and the published ones {published[4]}, "
        f"which pass in {published[5]} games, but in {orders[5]} if the order of the bag never "
        "changes."
    )


def _of_players(table: list[list[str]]) -> str:
    rows = {row[0]: row for row in table[1:]}
    best = max(rows, key=lambda name: _number(rows[name][2]))
    known = max((name for name in rows if rows[name][1]), key=lambda name: _number(rows[name][2]))
    return (
        f"With one piece seen, on 10×10, `{best}` clears {rows[best][2]} lines a game "
        f"({rows[best][3]} with 95 % confidence), and the best published player, `{known}`, "
        f"{rows[known][2]} ({rows[known][3]})."
    )


def _of_weights(rows: list[list[str]], long: list[list[str]]) -> str:
    number = sum(row[1].startswith("`") for row in rows)  # not those of how they were found
    by_lines = sorted(long[1:], key=lambda row: _number(row[3].split()[0]))
    best, known = by_lines[-1], max((row for row in by_lines if row[1]), key=by_lines.index)
    return (
        f"In {number} settings it is measured which weights play best, and those are taken where "
        f"none are named; on 10×20 `{best[0]}` clears {best[3]} lines ({best[4]}, by splitting), "
        f"and the best published player, `{known[0]}`, {known[3]} ({known[4]})."
    )


def _wrapped(text: str, indent: int = 0) -> str:
    return textwrap.fill(text, 100, subsequent_indent=" " * indent, break_on_hyphens=False)


def _number(text: str) -> float:
    return float(text.replace(",", ""))


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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--features", action="store_true", help="only the page of features")
    parser.add_argument("--only", nargs="*", choices=SECTIONS, help="only these sections")
    parser.add_argument("--checkpoint", metavar="FILE", help="of the sections genetic and played")
    asked = parser.parse_args()
    (FOLDER / "features.md").write_text(features_page())
    if not asked.features:
        page = FOLDER / "tetris-results.md"
        only = SECTIONS if asked.only is None else asked.only
        page.write_text(results_page(page.read_text(), only, asked.checkpoint))


if __name__ == "__main__":
    main()
