"""Strategies win real games, and the checker agrees with a plain oracle about broken ones."""

import itertools
import random
from pathlib import Path

import oracles
import pytest
from strategies import for_every_well

from cgt.common.errors import CgtError, FileError, LimitError
from cgt.common.limits import Limits
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.solve import DuelAnswer, GoodPlays, solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.players.named import BAD_PLAYERS
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.well import Well


def solved() -> list[DuelAnswer]:
    cases = [("OT", 4, 5, 0), ("L", 6, 2, 0), ("LJ", 4, 4, 1), ("OL", 4, 4, 0), ("SZ", 4, 6, 0),
             ("O", 5, 6, 0), ("IT", 4, 3, 0), ("LJ", 4, 3, 1), ("OI", 10, 6, 0)]  # fmt: skip
    return [solve_duel(Rules(p, width=w, height=h), preview=k) for p, w, h, k in cases]


@pytest.mark.parametrize("answer", solved(), ids=lambda a: f"{a.winner}")
def test_a_certificate_wins_against_all_players(answer: DuelAnswer, tmp_path: Path) -> None:
    strategy = answer.strategy
    assert strategy is not None
    strategy.write(tmp_path / "strategy")
    player = f"exact:{tmp_path / 'strategy'}"
    names = strategy.rules.names
    if answer.winner == "good":
        others = ["minmax", "uniform", "bag", "bastet", f"sequence:{''.join(names)}"]
        others += [f"constant:{name}" for name in names]
        others += ["hatetris", "hatetris-mild"]
        others += ["brzustowski", "burgiel"] if {"S", "Z"} <= set(names) else []
        assert {other.partition(":")[0] for other in others} <= set(BAD_PLAYERS)
    else:
        others = ["minmax", "greedy", "random"]
    for other in others:
        setting = Setting(
            strategy.rules,
            player if answer.winner == "good" else other,
            other if answer.winner == "good" else player,
            depth=2,
            preview=strategy.preview,
            max_pieces=10_000,
        )
        game = Game(setting)
        game.advance()
        assert (game.result == "topped-out") == (answer.winner == "bad"), other


# the checker, against an oracle


def holds(strategy: Strategy) -> bool:
    """A second checker: it uses the plain well and knows no lanes."""
    rules, good = strategy.rules, strategy.player == "good"
    room = 10

    def rows_of(well: Well) -> oracles.Rows:
        height = rules.height + room
        return [[well[height - 1 - r, c] for c in range(rules.width)] for r in range(height)]

    def leaves(well: Well, piece: str, place: WellPlacement | None) -> list[Well | None]:
        """The wells that placements leave; None if the game is over."""
        rows = rows_of(well)
        found: list[Well | None] = []
        for cells in oracles._all_placements(rows, oracles.FLAT_TETROMINOES[piece], rules.moves):
            if place is not None:
                shape = rules.pieces[piece].rotations[place.rotation]
                wanted = frozenset(
                    (len(rows) - place.row - shape.height + r, place.column + c)
                    for r, c in shape.cells
                )
                if wanted != cells:
                    continue
            after, _ = oracles.locked(rows, cells)
            text = "|".join("".join(".#"[cell] for cell in row) for row in after)
            found.append(None if any(any(row) for row in after[:room]) else Well(text))
        return found

    if not good and strategy.has_ground:
        try:
            return holds(for_every_well(strategy))
        except ValueError:  # a well has no instruction
            return False
    instructions = {}
    for one in strategy.instructions:
        key = (one.well, one.visible if good else one.visible[:-1])
        if key in instructions:
            return False
        instructions[key] = one
    if not instructions:
        return False
    queues = list(itertools.product(rules.names, repeat=strategy.preview))
    if not good:
        queues = [strategy.instructions[0].visible[:-1]]
    waiting = [(strategy.first_well, queue) for queue in queues]
    seen = set(waiting)
    while waiting:
        well, queue = waiting.pop()
        following: list[tuple[Well, tuple[str, ...]]] = []
        if good:
            for piece in rules.names:
                found = instructions.get((well, (*queue, piece)))
                if found is None or found.placement is None:
                    return False
                if found.placement.rotation >= len(rules.pieces[found.visible[0]].rotations):
                    return False
                left = leaves(well, found.visible[0], found.placement)
                if left != [found.after]:
                    return False
                assert left[0] is not None
                following.append((left[0], found.visible[1:]))
        else:
            found = instructions.get((well, queue))
            if found is None:
                return False
            for after in leaves(well, found.visible[0], None):
                if after is None:
                    continue
                then = instructions.get((after, found.visible[1:]))
                if then is None or then.rank >= found.rank:
                    return False
                following.append((after, found.visible[1:]))
        for state in following:
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return True


def small_strategies() -> list[Strategy]:
    cases = [("OI", 4, 2, 0), ("L", 4, 2, 0), ("SZ", 4, 3, 0), ("O", 3, 3, 0), ("I", 4, 1, 1)]
    found = []
    for pieces, width, height, preview in cases:
        rules = Rules(pieces, width=width, height=height)
        answer = solve_duel(rules, preview=preview, ways=(GoodPlays.ANYWHERE,))
        assert answer.strategy is not None
        found.append(answer.strategy)
    return [*found, *(for_every_well(strategy) for strategy in found if strategy.has_ground)]


@pytest.mark.parametrize("strategy", small_strategies(), ids=lambda s: f"{s.player}")
def test_any_change_that_breaks_a_strategy_is_found(strategy: Strategy) -> None:
    """A character of the file is changed at random; the checker and the oracle must agree. But on
    ground the checker may say no where the oracle, which tries what is really there, says yes."""
    text = str(strategy)
    begin = text.index("\n\n")  # of the instructions; the header is not changed
    chance = random.Random(1)
    verdicts = []
    assert holds(strategy)
    for _ in range(150):
        at = chance.randrange(begin, len(text))
        changed = text[:at] + chance.choice("#.OILS0123456789 \n") + text[at + 1 :]
        try:
            other = Strategy.parse(changed)
        except FileError:
            continue
        verdicts.append(verify(other).valid)
        if other.has_ground:
            assert verdicts[-1] <= holds(other), changed
        else:
            assert verdicts[-1] == holds(other), changed
    assert False in verdicts


def test_the_checker_says_what_is_wrong() -> None:
    strategy = solve_duel(Rules("L", width=4, height=2), ways=(GoodPlays.ANYWHERE,)).strategy
    assert strategy is not None
    first = strategy.instructions[0]
    placement = first.placement
    assert placement is not None

    def reason(*instructions: object, **changes: object) -> str:
        listed = [*instructions, *strategy.instructions[1:]]
        report = verify(Strategy(strategy.rules, "good", listed, **changes))  # type: ignore[arg-type]
        assert not report.valid
        return report.reason

    assert "no instruction for .... with L" in reason()
    assert "two instructions" in reason(first, first)
    wrong = first._replace(placement=placement._replace(row=7))
    assert "cannot land there" in reason(wrong)
    assert "not what is left" in reason(first._replace(after=Well("####|#...")))
    assert "another width" in reason(first, start=Well.empty(5))
    assert "higher than the well" in reason(first, start=Well("#...|#...|#..."))
    lanes = solve_duel(Rules("OI", width=4, height=6), ways=(GoodPlays.IN_LANES,)).strategy
    assert lanes is not None
    assert verify(lanes).valid
    swapped = [
        one._replace(well=Well.of(one.well.columns[2:] + one.well.columns[:2]))
        for one in lanes.instructions
    ]
    report = verify(Strategy(lanes.rules, "good", swapped, lanes_in_any_order=True))
    assert "lanes are not in order" in report.reason


def test_a_piece_that_leaves_its_lane_is_found() -> None:
    strategy = solve_duel(Rules("I", width=8, height=1)).strategy
    assert strategy is not None
    lanes = Strategy(strategy.rules, "good", strategy.instructions, lanes_in_any_order=True)
    assert "leaves its lane" in verify(lanes).reason


def test_too_low_a_height_is_found() -> None:
    strategy = solve_duel(Rules("L", width=4, height=2), ways=(GoodPlays.ANYWHERE,)).strategy
    assert strategy is not None
    lower = Strategy(Rules("L", width=4, height=1), "good", strategy.instructions)
    assert "over after" in verify(lower).reason


def test_players_refuse_strategies_of_other_games(tmp_path: Path) -> None:
    strategy = solve_duel(Rules("O", width=4, height=2)).strategy
    assert strategy is not None
    strategy.write(tmp_path / "good")
    rules = Rules("O", width=4, height=2)
    with pytest.raises(CgtError, match="this is a strategy for good"):
        Game(Setting(rules, bad=f"strategy:{tmp_path / 'good'}"))
    with pytest.raises(CgtError, match="a strategy with width 4, but this is 6"):
        Game(Setting(Rules("O", width=6), good=f"strategy:{tmp_path / 'good'}"))
    with pytest.raises(CgtError, match="needs a strategy file"):
        Game(Setting(rules, good="strategy"))
    Strategy(rules, "good", strategy.instructions[:1]).write(tmp_path / "part")
    with pytest.raises(CgtError, match="the strategy does not hold: no instruction"):
        Game(Setting(rules, good=f"exact:{tmp_path / 'part'}"))
    game = Game(Setting(rules, f"strategy:{tmp_path / 'part'}", "constant:O"))
    with pytest.raises(CgtError, match="no instruction for this well"):
        game.advance()
    exact = f"exact:{tmp_path / 'good'}"
    for other, what in (
        (Setting(Rules("O", width=4, height=1), exact), "height"),
        (Setting(Rules("OT", width=4, height=5), exact), "pieces"),
        (Setting(rules, exact, preview=1), "preview"),
        (Setting(rules, exact, start=Well("##..|##..")), "start"),
        (Setting(Rules("O", width=4, height=4, ending="spawn"), exact), "ending"),
    ):
        with pytest.raises(CgtError, match=f"proves nothing here: another {what}"):
            Game(other)


def test_a_check_ends_with_the_time_allowed() -> None:
    with pytest.raises(LimitError, match="the check of the strategy did not finish"):
        verify(Strategy.read("certificates/ot-4.txt"), Limits.of(seconds=0))


def test_a_check_visits_no_more_queues_than_there_are_instructions_for() -> None:
    strategy = Strategy(Rules("pentomino", width=10, height=20), "good", [], preview=3)
    report = verify(strategy)  # which could begin with 5,832 queues
    assert (report.valid, report.states) == (False, 1)
