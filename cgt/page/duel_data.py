"""What the page has to know about the duel: rules, players, proved strategies, replays, the atlas.

Rules, weights and strategies are written as words, in the order in which the core reads them; see
`cgt/native/bind/browser/duel_setup.cpp`.

>>> duels()["uniform"]["bad"]
'uniform SEED'
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any

from cgt import _native
from cgt.board.piecesets import TETROMINOES
from cgt.common.errors import CgtError
from cgt.common.examples import examples
from cgt.common.headers import text_lines
from cgt.duel.evaluate.best import BEST_FOR_HUNTS, best_weights
from cgt.duel.evaluate.features import FEATURE_SETS
from cgt.duel.evaluate.weights import Weights
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.solve import solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.gametext import rules_lines
from cgt.duel.moves.model import TurnKind, TurnState
from cgt.duel.rules import Rules, cells_from_floor
from cgt.duel.rulesets import RULE_SETS
from cgt.duel.trace import FORMAT as TRACE_FORMAT
from cgt.literature.hatetris import PIECES as HATETRIS_ORDER
from cgt.page import CHECKOUT
from cgt.train.anneal import AnnealingOptions
from cgt.train.genetic import GeneticOptions

_WIDTH, _HEIGHT = 10, 20
_KRAVECS_WIDTHS = range(4, 13)
_STRATEGIES = (("OT", 4, 5), ("IT", 4, 2), ("IOT", 4, 5), ("IOS", 4, 6), ("JT", 4, 6))
_TURNS: tuple[TurnKind, ...] = ("clockwise", "counterclockwise", "half")  # as the core counts them


def duels() -> dict[str, dict[str, Any]]:
    """Each Bad player with the rules it is played by. `SEED` stands for a number that the page
    draws."""
    hatetris = Rules(HATETRIS_ORDER, width=_WIDTH, height=_HEIGHT, moves="hatetris")
    modern = Rules(width=_WIDTH, height=_HEIGHT, moves="srs", ending="spawn")
    order = " ".join(str(hatetris.number(name)) for name in HATETRIS_ORDER)
    bad_weights = _words_of_weights(best_weights(modern, side="bad"))
    foreseeing = f"beam 300 16 {_words_of_weights(Weights.named(BEST_FOR_HUNTS))}"
    return {
        "hatetris": _duel(hatetris, f"hatetris 1 {len(hatetris.names)} {order}", 0, foreseeing),
        "minmax": _duel(modern, f"minmax 1 {bad_weights}", 0),
        "uniform": _duel(modern, "uniform SEED", 1),
        "bag": _duel(modern, "bag SEED", 2),
    }


def lesson_duel() -> dict[str, Any]:
    """S and Z in turn, for ever."""
    rules = Rules(width=_WIDTH, height=_HEIGHT)
    return _duel(rules, f"sequence 2 {rules.number('S')} {rules.number('Z')}", 1)


def _duel(rules: Rules, bad: str, preview: int, good: str = "") -> dict[str, Any]:
    weights = best_weights(rules, seen=1 + preview, bag=bad.startswith("bag"))
    advice = _words_of_weights(weights)
    return {
        "rules": words_of_rules(rules),
        "header": trace_header(rules),
        "weights": advice,
        "weightsName": weights.name,
        "bad": bad,
        "preview": preview,
        "good": good or f"beam 32 0 {advice}",
    }


def trace_header(rules: Rules) -> str:
    """What stands above the placements in a trace by these rules."""
    return "\n".join([TRACE_FORMAT, *rules_lines(rules)])


def _words_of_weights(weights: Weights) -> str:
    """Weights as costs: how many, then names and numbers."""
    sign = 1 if weights.lowest_is_best else -1
    terms = [f"{name} {sign * weight!r}" for name, weight in weights.by_feature.items()]
    return " ".join([str(len(terms)), *terms])


# rules


def words_of_rules(rules: Rules) -> str:
    """Rules as words."""
    pieces = _words_of_pieces(rules)
    return " ".join([_words_of_well(rules), str(len(pieces)), *pieces.values()])


def words_by_piece(rules: Rules) -> dict[str, Any]:
    """Rules without the size of the well: how the game ends and pieces move, and each piece."""
    return {"well": _words_of_well(rules).split(" ", 2)[2], "pieces": _words_of_pieces(rules)}


def _words_of_well(rules: Rules) -> str:
    bar = rules.model.bar
    ending = _native.Ending.BAR if bar else _native.Ending[rules.ending.upper()]
    inside = _native.Inside[rules.model.inside.upper()]
    return _joined((rules.width, rules.height, inside.value, ending.value, bar))


def _words_of_pieces(rules: Rules) -> dict[str, str]:
    """Each piece with its shapes and how it moves."""
    return {
        piece.name: _joined(
            (
                piece.name,
                [cells_from_floor(shape) for shape in piece.rotations],
                [_state(state) for state in moves.states],
                tuple(moves.above),
                [tuple(spawn) for spawn in moves.spawns],
            )
        )
        for piece, moves in zip(rules.pieces, rules.piece_moves, strict=True)
    }


def _state(state: TurnState) -> tuple[object, ...]:
    turns = [
        (_TURNS.index(turn.by), turn.to, [tuple(offset) for offset in turn.tries])
        for turn in state.turns
    ]
    return state.rotation, turns


def _joined(value: object) -> str:
    return " ".join(str(word) for word in _flat(value))


def _flat(value: object) -> list[object]:
    """A nested list without its brackets, each list after its length; a tuple without."""
    if isinstance(value, list):
        return [len(value), *(word for each in value for word in _flat(each))]
    if isinstance(value, tuple):
        return [word for each in value for word in _flat(each)]
    return [value]


# strategies, replays, Kravec's games, the atlas


def strategies() -> list[dict[str, Any]]:
    """Proved strategies for Good, against which the page's user is Bad."""
    return [
        {
            "pieces": list(strategy.rules.names),
            "width": strategy.rules.width,
            "height": strategy.rules.height,
            "instructions": len(strategy.instructions),
            "words": f"{words_of_rules(strategy.rules)} {_words_of_strategy(strategy)}",
        }
        for strategy in proved_strategies()
    ]


@cache
def proved_strategies() -> list[Strategy]:
    """The strategies themselves; raises CgtError if one does not hold."""
    found = []
    for pieces, width, height in _STRATEGIES:
        strategy = solve_duel(Rules(pieces, width=width, height=height)).strategy
        if strategy is None or not verify(strategy).valid:
            raise CgtError(f"no strategy holds for {pieces} in a well of {width}×{height}")
        found.append(strategy)
    return found


def _words_of_strategy(strategy: Strategy) -> str:
    """Whether lanes may be in any order, and the instructions: wells by their columns, the piece,
    and where it goes."""
    number = strategy.rules.number
    instructions = []
    for each in strategy.instructions:
        assert each.placement is not None  # it is Good's
        [piece] = each.visible
        instructions.append((tuple(each.well.columns), number(piece), tuple(each.placement[1:])))
    return _joined((int(strategy.lanes_in_any_order), instructions))


def replays() -> list[dict[str, str]]:
    """The example games against HATETRIS, as they are written, and the alphabet of Base2048."""
    found = []
    for example in examples():
        if example.kind != "replay":
            continue
        lines = [line.text for line in text_lines(example.text(), example.name) if line.text]
        if "enemy: hatetris" in lines:
            found.append({"name": example.name, "text": lines[-1]})
    return found


def base2048() -> str:
    """The characters of Base2048, in their order."""
    file = resources.files("cgt.literature") / "base2048.txt"
    return file.read_text(encoding="utf-8").strip()


def kravec() -> dict[str, Any]:
    """What M. Kravec's games are made of: wells and pieces of every width, and his weights."""
    wells = {}
    for width in _KRAVECS_WIDTHS:
        rules = Rules(width=width, height=_HEIGHT, moves="slide")
        wells[width] = {"well": _words_of_well(rules), "pieces": _words_of_pieces(rules)}
    named = {name: dict(Weights.named(name).by_feature) for name in ("kravec-1", "kravec-2")}
    return {"wells": wells, "weights": named}


def evolution() -> dict[str, Any]:
    """What the run of Y. Jang and E. Kim is made of: the game, the features, and how genes
    breed."""
    setting = RULE_SETS["bag"]
    rules = Rules(width=setting.width, height=setting.height, moves=setting.moves)
    features = FEATURE_SETS["genetic-4"]
    options = GeneticOptions()
    return {
        "rules": words_of_rules(rules),
        "features": " ".join([str(len(features)), *(f"{name} 1" for name in features)]),
        "breeding": [options.tournament, options.mutation, options.replaced],
        "annealing": _annealing(),
    }


def _annealing() -> list[float]:
    """How S. Park anneals, in the order in which the core reads it."""
    options = AnnealingOptions()
    return [
        options.start_temperature,
        options.end_temperature,
        options.k,
        options.variance,
        options.trimmed,
    ]


def atlas() -> dict[str, Any]:
    """The table of docs/duel-atlas.md: for each set of pieces the least heights at which Good
    wins."""
    lines = (CHECKOUT / "docs" / "duel-atlas.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]
    known = [row for row in rows if re.fullmatch(f"[{''.join(TETROMINOES)}]+", row[0])]
    return {"columns": rows[0][1:], "rows": {row[0]: row[1:] for row in known}}
